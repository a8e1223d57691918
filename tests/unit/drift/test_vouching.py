"""What came with the edit that changed a memory's line does not vouch for the memory."""

from dataclasses import replace

import pytest

from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import ground

REST = ("# House", "The cellar is dry.", "The garden is shared.", "Bins go out on Tuesday.")


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param(
            "The trainer is Ben.",
            "The trainer is Ben, the pool is with Zoë.",
            "The trainer is Zoë, the pool is with Ben.",
            id="names, parted by a comma",
        ),
        pytest.param(
            "Dinner is at 18:30.",
            "Dinner is at 18:30 and lunch is at 12:30.",
            "Dinner is at 12:30 and lunch is at 18:30.",
            id="times, parted by a word",
        ),
        pytest.param(
            "The flight costs 300 €.",
            "The flight costs 300 €, the hotel costs 450 €.",
            "The flight costs 450 €, the hotel costs 300 €.",
            id="equal words beside both",
        ),
        pytest.param(
            "Das Training ist am Montag.",
            "Das Training ist am Montag und die Sitzung ist am Freitag.",
            "Das Training ist am Freitag und die Sitzung ist am Montag.",
            id="de",
        ),
    ],
)
def test_two_values_that_change_places_are_shown(memory: str, then: str, now: str) -> None:
    verdict = judge(memory, note(*REST, then), note(*REST, now))

    assert (verdict.outcome, verdict.proof) == ("shown", "value")


def test_values_that_keep_their_places_hold() -> None:
    then = note(*REST, "The flight costs 300 €, the hotel costs 450 €.")
    now = note(*REST, "The hotel costs 450 €, the flight costs 300 €.")

    assert not judge("The flight costs 300 €.", then, now).drifted


def test_a_memory_that_was_ahead_of_its_note_holds_once_the_note_says_it() -> None:
    held, then = (
        belief("The rent is 750 euros."),
        note(*REST, "Rent: 700 € a month, due on the 3rd"),
    )
    base = replace(baseline(held, then), grounding=ground(held, then))

    assert compare(held, base, note(*REST, "The rent is 750 euros.")).outcome == "holds"
