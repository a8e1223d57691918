"""What is struck through in a line no longer holds; the rest of it does."""

import pytest

from tests.unit.drift.statements import belief, judge, note
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

RYE = "Sow winter rye in bed three"
REST = ("# House", "The cellar is dry.", "The garden is shared.", "Bins go out on Tuesday.")


@pytest.mark.parametrize(
    ("text", "before", "after", "shown"),
    [
        pytest.param(
            "The rent is 700 euros.",
            "The rent is 700 euros, due on the 3rd.",
            "The rent is ~~700~~ 750 euros, due on the 3rd.",
            True,
            id="a value struck and another given",
        ),
        pytest.param(
            "The rent is due on the 3rd.",
            "The rent is 700 euros, due on the 3rd.",
            "The rent is ~~700~~ 750 euros, due on the 3rd.",
            False,
            id="another value of the line",
        ),
        pytest.param(
            "The piano belongs to Ann and Tom.",
            "The piano belongs to Ann and Tom.",
            "The piano belongs to Ann ~~and Tom~~.",
            True,
            id="words struck and nothing in their place",
        ),
        pytest.param(
            "The hedge is cut in autumn.",
            "The hedge is cut in autumn.",
            "~~The hedge is cut in autumn.~~",
            True,
            id="a line struck whole",
        ),
        pytest.param(
            "The hedge is cut in autumn.",
            "The hedge is cut in autumn.",
            "The hedge is cut ~~twice~~ in autumn.",
            False,
            id="struck is what never stood there",
        ),
    ],
)
def test_a_stroke_shows_what_it_strikes(text: str, before: str, after: str, *, shown: bool) -> None:
    verdict = judge(text, note(*REST, before), note(*REST, after))

    assert (verdict.outcome == "shown") is shown
    assert verdict.drifted is shown


def test_a_task_that_was_done_stays_so_where_it_is_struck() -> None:
    then, now = (
        note(*REST, f"- [x] {said}")
        for said in ("Call Ben on the hedge", "~~Call Ben on the hedge~~")
    )

    assert not judge("Call Ben on the hedge was done.", then, now).drifted
    assert ground(belief("Call Ben on the hedge was done."), now).outcome == "supported"


@pytest.mark.parametrize("now", ["~~Order lamps~~ ✅ 2026-03-01", "~~Order lamps~~"])
def test_so_it_does_with_the_day_that_stands_beside_it(now: str) -> None:
    sides = [
        parse_note(
            NotePath("Atlas.md"), f"# House\n\nIt is dry.\n\n- [x] {one}\n".encode()
        ).statements
        for one in ("Order lamps", now)
    ]

    assert not judge("Order lamps is done.", *sides).drifted
    assert ground(belief("Order lamps is done."), sides[1]).outcome == "supported"


def test_a_note_supports_what_stands_and_denies_what_is_struck() -> None:
    now = note(*REST, "The rent is ~~700~~ 750 euros, due on the 3rd.")

    outcomes = [
        ground(belief(text), now).outcome
        for text in (
            "The rent is 750 euros.",
            "The rent is due on the 3rd.",
            "The rent is 700 euros.",
        )
    ]

    assert outcomes == ["supported", "supported", "denied"]


def test_a_note_denies_who_says_the_words_that_it_has_struck() -> None:
    now = note(*REST, "Pedro sleeps in the ~~hall~~ bath.")

    outcomes = [
        ground(belief(text), now).outcome
        for text in ("Pedro sleeps in the bath.", "Pedro sleeps in the hall.")
    ]

    assert outcomes == ["supported", "denied"]


def test_a_line_struck_that_shares_only_a_name_with_the_memory_is_another_matter() -> None:
    then, now = (
        note(
            "# Garden",
            "- Leeks, stay until frost",
            "- Empty; green manure",
            "- [ ] Drain the barrel",
            f"- [ ] {one}",
        )
        for one in (RYE, f"~~{RYE}~~")
    )

    assert not judge("Bed three is empty with green manure.", then, now).drifted
    assert judge("We want to sow winter rye in bed three.", then, now).outcome == "shown"
