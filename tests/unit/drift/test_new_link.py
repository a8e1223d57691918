"""The new link in a memory's place of the old one: its words stay, and nothing else is touched."""

import pytest

from vaultwatch.drift.findings.new_links import with_new_link, without_source
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

FEES = NotePath("Stalls/All fees.md")


def linked(belief: str, anchor: str = "", target: str = "All fees") -> str | None:
    links = [
        one for one in parse_note(NotePath("m.md"), belief.encode()).links if "Alder" in one.target
    ]
    return with_new_link(belief, links, target, FEES, anchor)


@pytest.mark.parametrize(
    ("belief", "anchor", "wording"),
    [
        pytest.param(
            "The fee of the [[Alder]] stall is 40 euros.",
            "",
            "The fee of the [[All fees|Alder]] stall is 40 euros.",
            id="a word of the sentence stays as it reads",
        ),
        pytest.param(
            "The fee is 40 euros (see [[Alder#Fees]]).",
            "Market",
            "The fee is 40 euros (see [[All fees#Market]]).",
            id="one that only says where takes the new name",
        ),
        pytest.param(
            "The fee is 40 euros.\nSource: [[Stalls/Alder]]\n",
            "",
            "The fee is 40 euros.\nSource: [[All fees]]\n",
            id="on a line of its own",
        ),
        pytest.param(
            "[[Alder]] pays 40 euros, says [[Alder|the list]].",
            "^fee",
            "[[All fees#^fee|Alder]] pays 40 euros, says [[All fees#^fee|the list]].",
            id="each of several, to a block",
        ),
        pytest.param(
            "As [the list](Alder.md#Fees) says, 40 euros; [[Birch]] pays 30.",
            "The market",
            "As [the list](Stalls/All%20fees.md#The%20market) says, 40 euros; [[Birch]] pays 30.",
            id="a Markdown link, another note's left alone",
        ),
        pytest.param("![[Alder#Fees]]", "", "![[All fees]]", id="an embed"),
        pytest.param(
            "The choir rehearses in [[Alder]].",
            "",
            "The choir rehearses in [[All fees|Alder]].",
            id="the last word of a sentence is one of it",
        ),
        pytest.param("40 euros (laut [[Alder]])", "", "40 euros (laut [[All fees]])", id="laut"),
    ],
)
def test_the_link_leads_to_the_new_place(belief: str, anchor: str, wording: str) -> None:
    assert linked(belief, anchor) == wording


@pytest.mark.parametrize(
    ("belief", "anchor", "target"),
    [
        pytest.param("The fee is 40 euros.", "", "All fees", id="without a link"),
        pytest.param("[[Alder]] pays, `[[Alder]]` is code.", "", "All fees", id="code looks alike"),
        pytest.param("[[Alder]] pays.", "A | B", "All fees", id="a heading that no link can hold"),
        pytest.param("[[Alder]] pays.", "", "All [x] fees", id="a name that no link can hold"),
        pytest.param(
            '---\ncites: "[[Alder]]"\n---\n[[Alder]] pays.', "", "All fees", id="property"
        ),
    ],
)
def test_where_a_link_cannot_be_told_or_written_none_is_suggested(
    belief: str, anchor: str, target: str
) -> None:
    assert linked(belief, anchor, target) is None


@pytest.mark.parametrize(
    ("belief", "said"),
    [
        ("The fee is 40 euros (see [[Alder]]).", "The fee is 40 euros."),
        ("The fee is 40 euros, says [[Alder]].", "The fee is 40 euros."),
        ("The fee is 40 euros. See [[Alder#Fees|fees]].", "The fee is 40 euros."),
        ("The fee is 40 euros! Source: [[Alder]]\n", "The fee is 40 euros!"),
        ("The fee is 40 euros ([[Alder]], [[Birch]])", "The fee is 40 euros"),
        ("The fee is 40 euros in [[Alder]].", "The fee is 40 euros in [[Alder]]."),
        ("(see [[Alder]]) The fee is 40 euros.", "(see [[Alder]]) The fee is 40 euros."),
        ("Gilt bis zum 31. Dezember [[Alder]]", "Gilt bis zum 31. Dezember [[Alder]]"),
        ("It costs 40. [[Alder]]", "It costs 40."),
        ("Fee is 40: [[Alder]]", "Fee is 40"),
        ("It costs 12.50: [[Alder]]", "It costs 12.50"),
        ("The door is red: [[Alder]]", "The door is red"),
        ("Status: done: [[Alder]].", "Status: done."),
        ("Fees: 30, 40: [[Alder]]", "Fees: 30, 40"),
        ("Fees: 30, 40 [[Alder]]", "Fees: 30, 40 [[Alder]]"),
        ("The fee is 40, source: [[Alder]].", "The fee is 40."),
        ("The fee is 40 (source: [[Alder]]).", "The fee is 40."),
        ("Source: [[Alder]]", "Source: [[Alder]]"),
        ("[[Alder]]", "[[Alder]]"),
        ("", ""),
    ],
)
def test_a_link_that_only_says_where_is_left_out_of_what_is_said(belief: str, said: str) -> None:
    assert without_source(belief) == said
