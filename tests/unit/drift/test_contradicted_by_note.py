"""A belief that repeats a note's sentence with one other value is denied by it; others are not."""

import pytest

from vaultwatch.drift.contradicted_by_note import (
    contradicting_statement,
    may_contradict,
    readings_of,
)
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

NOTE = parse_note(
    NotePath("Depot.md"),
    b"""# Depot

The gate opens at 07:30 on weekdays.

The rent of the depot is 1,450 EUR a month.

Ilse keeps the spare key of the depot.

The alarm is not armed during the day.

- [ ] Order the new lock
- Deliveries go through the yard, never through the office.
""",
)


@pytest.mark.parametrize(
    ("belief", "line"),
    [
        pytest.param("The gate opens at 09:00 on weekdays.", 3, id="another time"),
        pytest.param("The rent of the depot is 1,950 EUR a month", 5, id="another amount"),
        pytest.param("The rent of the depot is 1.950 EUR a month, it seems", 5, id="words behind"),
    ],
)
def test_one_other_value_in_the_same_frame_is_a_contradiction(belief: str, line: int) -> None:
    found = contradicting_statement(belief, NOTE.statements)
    assert found is not None
    assert found.first_line == line


@pytest.mark.parametrize(
    "belief",
    [
        pytest.param("The gate opens at 07:30 on weekdays.", id="what the note says"),
        pytest.param(
            "The rent of the depot is 1 450 EUR a month.", id="the same value, written so"
        ),
        pytest.param("The gate opens at 07:30 on weekdays and at 09:00 on Sundays.", id="more"),
        pytest.param("The gate was painted on Friday.", id="another fact"),
        pytest.param("Deliveries go through the yard.", id="a part"),
        pytest.param("The gate opens by hand.", id="words for a value"),
        pytest.param(
            "The new lock is an open point of [[Depot]].", id="words, and the note's name"
        ),
        pytest.param("A new lock is to be ordered.", id="other words"),
        pytest.param("", id="nothing"),
        pytest.param("gate " * 400, id="far too long"),
    ],
)
def test_anything_else_is_none(belief: str) -> None:
    assert contradicting_statement(belief, NOTE.statements) is None


def test_a_note_that_says_the_belief_too_contradicts_nothing() -> None:
    both = parse_note(NotePath("A.md"), b"The gate opens at 07:30.\n\nThe gate opens at 09:00.\n")
    assert contradicting_statement("The gate opens at 09:00.", both.statements) is None
    assert contradicting_statement("The gate opens at 08:00.", both.statements) is not None


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("Opens at 9, see [[Depot]].", ("Opens at 9, see Depot.", "Opens at 9.")),
        ("Opens at 9 ([[Depot#Gate|gate]])", ("Opens at 9 (gate)", "Opens at 9")),
        ("It opens, [[Depot]], for sure", ("It opens, Depot, for sure", "It opens, for sure")),
        ("The gate of [[Depot]] opens", ("The gate of Depot opens", "The gate of opens")),
        ("No link", ("No link",)),
    ],
)
def test_a_link_may_be_words_of_its_sentence_or_none(text: str, readings: tuple[str, ...]) -> None:
    assert readings_of(text) == readings


@pytest.mark.parametrize(
    "belief",
    [
        "The gate opens at 09:00 on weekdays, [[Depot]], says Ben",
        "At [[Depot]] the gate opens at 9",
    ],
)
def test_a_link_anywhere_hides_no_contradiction(belief: str) -> None:
    note = parse_note(NotePath("Depot.md"), b"The gate opens at 07:30 on weekdays.\n")
    assert contradicting_statement(belief, note.statements) is not None


def test_a_full_stop_makes_no_date_of_a_number() -> None:
    note = parse_note(NotePath("Sentry.md"), b"Grouped by fingerprint since release 2.8.\n")
    assert (
        contradicting_statement(
            "Grouped by fingerprint since release 2.8, [[Sentry]]", note.statements
        )
        is None
    )


@pytest.mark.parametrize(
    ("belief", "passage", "may"),
    [
        ("The main gate opens at 09:00 on weekdays, see [[Old things]].", "GATE", True),
        ("The Lisbon office closes early before public holidays.", "GATE", False),
        ("Lea keeps the key.", "GATE", True),
        ("仓库的大门工作日九点开门。", "GATE", True),
        ("The spare keys of Anna Schmidt hang there.", "Jonas Weber hangs up spare keys.", True),
    ],
    ids=["its words", "other words", "too few to tell", "other letters", "another name"],
)
def test_a_glance_spares_passages_of_other_words(belief: str, passage: str, *, may: bool) -> None:
    gate = "The main gate of the depot opens at 07:30 on weekdays."
    assert may_contradict(belief, gate if passage == "GATE" else passage) == may


def test_a_note_that_is_not_cited_must_say_more_of_the_belief() -> None:
    said = "By the way the rent of the depot is 1,950 EUR a month"
    assert contradicting_statement(said, NOTE.statements) is not None
    plain = "The rent of the depot is 1,950 EUR a month"
    found = contradicting_statement(plain, NOTE.statements, is_cited=False)
    assert found is not None
    longer = "The rent of the depot without heating and light is 1,950 EUR a month"
    assert contradicting_statement(longer, NOTE.statements) is not None
    assert contradicting_statement(longer, NOTE.statements, is_cited=False) is None


def test_a_sentence_of_endless_length_is_not_even_read() -> None:
    note = parse_note(NotePath("Long.md"), b"The gate opens at 07:30 " + b"on weekdays " * 900)
    assert contradicting_statement("The gate opens at 09:00", note.statements) is None
