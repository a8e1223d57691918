"""Facts joined by `and` or a comma are held against a note one by one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.drift.model import Grounding
from vaultwatch.drift.scoring.grounding import (
    bare_part,
    belief_of_text,
    contradicting_statement,
    ground,
    parts_of,
)
from vaultwatch.drift.scoring.reasons import denial_reasons
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

FERRY = parse_note(
    NotePath("Ferry.md"),
    b"""# Ferry

The ferry to Hollin leaves at 08:15 from pier 4.

A ticket costs 12 euros, bicycles travel free.

The captain is Maren Holt.
""",
).statements


def grounded(text: str) -> Grounding:
    return ground(replace(belief_of_text(text), note_title="Ferry"), FERRY)


LEAVES = "The ferry to Hollin leaves at 08:15"
OTHER = "the baker of Nesting sells rye loaves on Thursday"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{LEAVES} and {OTHER}.", id="and"),
        pytest.param(f"{LEAVES}, {OTHER}.", id="comma"),
        pytest.param(f"{LEAVES}; {OTHER}.", id="semicolon"),
        pytest.param(f"{LEAVES}. {OTHER[0].upper()}{OTHER[1:]}.", id="two sentences"),
        pytest.param(f"{OTHER[0].upper()}{OTHER[1:]} and the ferry leaves at 08:15.", id="before"),
    ],
)
def test_a_fact_that_the_note_does_not_speak_of_is_named_and_denied_by_nothing(text: str) -> None:
    worth = grounded(text)
    assert worth.outcome == "supported"
    assert [one.casefold() for one in worth.unspoken] == [OTHER.casefold()]
    assert contradicting_statement(text, FERRY) is None


@pytest.mark.parametrize(
    ("text", "clause", "why"),
    [
        (
            "A ticket costs 17 euros and the captain is Maren Holt.",
            "A ticket costs 17 euros",
            "“17 euros”, the note “12 euros”",
        ),
        (
            "The captain is Maren Holt, the ferry to Hollin leaves at 09:40. [[Ferry]]",
            "the ferry to Hollin leaves at 09:40",
            "“09:40”, the note “08:15”",
        ),
        (
            f"The ferry to Hollin leaves at 09:40 and {OTHER}.",
            "The ferry to Hollin leaves at 09:40",
            "“09:40”, the note “08:15”",
        ),
        ("A ticket costs 17 euros.", "", "“17 euros”, the note “12 euros”"),
    ],
)
def test_one_denied_fact_of_two_is_denied_and_quoted(text: str, clause: str, why: str) -> None:
    worth = grounded(text)
    assert (worth.outcome, worth.clause) == ("denied", clause)
    quoted = f", where the memory says “{clause}”" if clause else ""
    assert denial_reasons(worth) == (f"the memory says {why}{quoted}",)


def test_what_another_fact_of_the_belief_says_is_no_rival() -> None:
    both = "The ferry leaves at 08:15 from pier 4 and the return boat at noon from pier 9."
    assert grounded(both).outcome != "denied"


def test_of_a_note_that_speaks_of_nothing_no_fact_is_named() -> None:
    worth = grounded(f"{OTHER}, and the mill grinds barley for the monks of Uyea.")
    assert (worth.outcome, worth.unspoken) == ("silent", ())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param("The ferry leaves at eight.", [], id="one fact"),
        pytest.param("The ferry leaves, at eight.", [], id="a few words behind a comma"),
        pytest.param(
            "The big ferry leaves early and tickets cost twelve euros.",
            ["The big ferry leaves early", "tickets cost twelve euros"],
            id="and",
        ),
        pytest.param(
            "Die Fähre fährt morgens früh ab, und Karten kosten zwölf Euro.",
            ["Die Fähre fährt morgens früh ab", "Karten kosten zwölf Euro"],
            id="comma and und",
        ),
        pytest.param(
            "渡船早上八点出发\uff0c船票十二欧元。",
            ["渡船早上八点出发", "船票十二欧元"],
            id="Chinese",
        ),
        pytest.param(
            "; ".join(f"the stall number {n} sells apples" for n in range(9)), [], id="a note"
        ),
    ],
)
def test_a_belief_is_cut_where_facts_join(text: str, parts: list[str]) -> None:
    assert [bare_part(part) for part in parts_of(text)] == parts


@given(st.lists(st.sampled_from(["ferry", " and ", ", ", "; ", ". ", "Pier 4", "und", " ", "a b"])))
def test_the_parts_of_a_belief_are_its_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    parts = parts_of(text)
    assert not parts or "".join(parts).strip() == text.strip()


@pytest.mark.parametrize(
    ("line", "text", "outcome"),
    [
        pytest.param("Rent 620, deposit 1200", "The deposit is 620.", "denied", id="behind it"),
        pytest.param("Rent 620, deposit 1200", "The rent is 1200.", "denied", id="before it"),
        pytest.param("Rent 620, deposit 1200", "The rent is 620.", "supported", id="its own"),
        pytest.param(
            "The hut is 20 m long and the pier is 8 m long.",
            "The hut is 8 m long.",
            "denied",
            id="sentences",
        ),
        pytest.param(
            "Choir starts at 18:00, in summer at 19:30.",
            "In summer the choir starts at 19:30.",
            "supported",
            id="a subject of both",
        ),
        pytest.param(
            "Rent for members 12 euros, kids 5 euros",
            "The rent for children is 5 euros.",
            "supported",
            id="a word that the belief does not say may be the same",
        ),
    ],
)
def test_a_value_counts_for_the_thing_that_its_clause_names(
    line: str, text: str, outcome: str
) -> None:
    note = parse_note(NotePath("Ferry.md"), f"# Ferry\n\n{line}\n\nAsk Ida.\n".encode()).statements
    assert ground(replace(belief_of_text(text), note_title="Ferry"), note).outcome == outcome


@pytest.mark.parametrize(
    ("text", "note"),
    [
        pytest.param(
            "The relay listens on 2525 and sends to Postfix through haproxy.",
            "Postfix 3 behind haproxy.",
            id="a number of another clause",
        ),
        pytest.param(
            "The outage (25 min) was caused by an expired gas card.",
            "It was cold.\n\n- Alert on gas card expiry 14 days ahead",
            id="another unit, in brackets",
        ),
    ],
)
def test_a_number_of_another_slot_denies_nothing(text: str, note: str) -> None:
    now = parse_note(NotePath("Plant.md"), f"# Plant\n\n{note}\n".encode()).statements
    assert contradicting_statement(f"{text} [[Plant]]", now) is None


@pytest.mark.parametrize(
    ("text", "narrow"),
    [
        pytest.param(
            "The captain is Maren Holt. A ticket costs 12 euros. Ferry#Captain Pier Galley Deck",
            ("Captain Pier Galley Deck",),
            id="the citation alone",
        ),
        pytest.param("A ticket is 12 euros w/ bicycles travelling free.", (), id="shortened"),
    ],
)
def test_what_says_nothing_of_its_own_needs_no_line(text: str, narrow: tuple[str, ...]) -> None:
    belief = replace(belief_of_text(text), note_title="Ferry", narrow=narrow)
    assert ground(belief, FERRY).outcome == "supported"


def test_what_both_deny_is_denied_alike_whichever_clause_says_more() -> None:
    note = "Pier 9 has no crane, so we unload it by hand every 20 minutes."
    now = parse_note(NotePath("Ferry.md"), f"# Ferry\n\n{note}\n".encode()).statements
    says = "Pier 9 is unloaded by hand every 20 minutes because it has no {}."
    for word, outcome in (("crane", "supported"), ("roof", "silent")):
        belief = replace(belief_of_text(says.format(word)), note_title="Ferry")
        assert ground(belief, now).outcome == outcome
