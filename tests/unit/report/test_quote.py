"""Quotes: changed words marked so that Markdown shows it, long ones cut round the change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.unit.report.fragments import hostile
from vaultwatch.report.quote import (
    MAX_QUOTE_CHARS,
    changed_cells,
    quote,
    quote_change,
    quote_pair,
)

PARSER = MarkdownIt("commonmark").enable("strikethrough")
FILLER = "The workshop plans four stations. " * 20
LONG = st.lists(st.sampled_from(["word", "案", "end.", "x" * 90, "$5"]), max_size=200).map(" ".join)


@pytest.mark.parametrize(
    ("before", "after", "then", "now"),
    [
        pytest.param(
            "It is open.", "It is done.", "It is ~~open~~.", "It is ==**done**==.", id="word"
        ),
        pytest.param(
            "We sync.", "We never sync.", "We sync.", "We ==**never**== sync.", id="added"
        ),
        pytest.param("all gone", "something else", "all gone", "something else", id="all changed"),
        pytest.param("a(b)", "a(c)", "a(~~b~~)", "a(==**c**==)", id="inside brackets"),
        pytest.param("x", "x!", "x", "==**x!**==", id="a mark behind a letter takes the letter in"),
        pytest.param("三月。", "四月。", "~~三~~月。", "==**四**==月。", id="no spaces"),
        pytest.param("a\nb", "a b", "a b", "a b", id="re-wrapped is no change"),
    ],
)
def test_quote_pair(before: str, after: str, then: str, now: str) -> None:
    assert quote_pair(before, after) == (f"“{then}”", f"“{now}”")


@pytest.mark.parametrize("at", [0, 10, 20], ids=["first", "middle", "last"])
def test_a_long_quote_keeps_its_change_wherever_it_stands(at: int) -> None:
    sentences = [FILLER[:34].strip()] * 20
    old, new = list(sentences), list(sentences)
    old.insert(at, "Tickets cost 14 € each.")
    new.insert(at, "Tickets cost 18 € each.")
    then, now = quote_pair(" ".join(old), " ".join(new))
    assert "~~14 €~~" in then
    assert "==**18 €**==" in now
    assert "…" in then
    assert len(then) < MAX_QUOTE_CHARS


def test_a_cut_falls_between_words() -> None:
    shown = quote(FILLER)
    assert shown.startswith("“The workshop")
    assert shown.removesuffix(" …”").rsplit(" ", 1)[-1] in FILLER.split()


@given(before=LONG, after=LONG)
def test_no_quote_is_much_longer_than_the_limit(before: str, after: str) -> None:
    for shown in quote_pair(before, after):
        words = shown.replace("\\", "").replace("==**", "").replace("**==", "").replace("~~", "")
        assert len(words) <= 2 * MAX_QUOTE_CHARS


@given(before=hostile, after=hostile)
def test_every_mark_opens_and_closes(before: str, after: str) -> None:
    for shown in quote_pair(f"x {before} y", f"z {after} y"):
        inline = PARSER.parseInline(shown)[0].children or []
        text = "".join(token.content for token in inline)
        assert shown.count("==**") == shown.count("**==")
        assert "**" not in text.replace("\\", "") or "**" in before + after
        assert "~~" not in text or "~" in before + after


@pytest.mark.parametrize(
    ("before", "after", "then", "now"),
    [
        pytest.param(
            "Ramipril 5 mg daily",
            "Ramipril, 10 mg daily",
            "“Ramipril ~~5 mg~~ daily”",
            "“==**Ramipril, 10 mg**== daily”",
            id="a comma came",
        ),
        pytest.param(
            "Ramipril, 5 mg",
            "Ramipril, 10 mg",
            "“Ramipril, ~~5 mg~~”",
            "“Ramipril, ==**10 mg**==”",
            id="the value alone",
        ),
    ],
)
def test_a_mark_never_cuts_a_word(before: str, after: str, then: str, now: str) -> None:
    assert quote_pair(before, after) == (then, now)


def test_a_long_edit_shows_what_was_said_as_well_as_what_is() -> None:
    around = "The workshop is open to every member who has been shown the tools by Ruben. " * 4
    said = quote_change(f"{around}It closes at 20:00.", f"{around}It closes at 22:00 now.")
    assert "~~20:00~~" in said
    assert "**22:00 now**" in said


def test_a_day_with_an_ordinal_is_one_word() -> None:
    said = quote_change("Es findet am 14. Januar statt.", "Es wurde auf den 21. Januar gelegt.")
    assert "~~findet am 14. Januar statt~~" in said
    assert "~~14~~" not in quote_change("Bis zum 14. Januar.", "Bis zum 21. Januar.")


def test_what_the_note_itself_has_struck_is_gone() -> None:
    said = quote_change("Rent is 700 € a month", "Rent is ~~700 €~~ 850 € a month")

    assert "\\~" not in said
    assert said == quote_change("Rent is 700 € a month", "Rent is 850 € a month")


def test_of_a_wide_row_the_first_cell_and_those_that_changed_are_told() -> None:
    then = "Name: Saw; Shelf: B2; Year: 2021; Price: 45; Colour: red"
    now = then.replace("45", "50")
    assert changed_cells(then, now) == (
        "Name: Saw; …; Price: 45; …",
        "Name: Saw; …; Price: 50; …",
    )
    for short in ("Name: Saw; Price: 45", "It is red; it costs 45; a; b; c"):
        assert changed_cells(short, short.replace("45", "50"))[0] == short


def test_a_link_reads_as_in_the_note_unless_it_alone_was_led_elsewhere() -> None:
    said = quote_change("We meet in [[Plan|room 204]].", "We meet in [[Plan|room 101]].")
    assert said == "“We meet in room ~~204~~ ==**101**==.”"
    assert "Depot" in quote_change("See [[Shed|there]].", "See [[Depot|there]].")


def test_what_came_behind_what_went_stands_one_space_apart() -> None:
    assert "sawmill~~,~~ ==**and**==" in quote_change("By the sawmill, not here.",
                                                   "By the sawmill and not here.")  # fmt: skip
