"""How many there are of something, and why no wording is offered, in words."""

from dataclasses import replace

import pytest

from tests.unit.report.views import VIEWS
from vaultwatch.drift.findings.repair import why_unworded
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.report.words import counted


@pytest.mark.parametrize(
    ("number", "noun", "said"),
    [
        (1, "memory", "1 memory"),
        (2, "memory", "2 memories"),
        (30, "day", "30 days"),
        (2, "wish", "2 wishes"),
        (1_200, "note", "1,200 notes"),
    ],
)
def test_how_many(number: int, noun: str, said: str) -> None:
    assert counted(number, noun) == said


_VALUE, _DONE, _GONE = (VIEWS[name].findings[0] for name in ("value", "done", "removed"))

_TICKED = (Quote("[ ] Order the floor", 3, ()), Quote("[x] Order the floor", 3, ()))


@pytest.mark.parametrize(
    ("finding", "belief", "why"),
    [
        (_VALUE, "The fee is 40.", "how the note's new words would fit"),
        (_VALUE, "The fee is not 40.", "it denies something"),
        (_VALUE, "The fee is 40. Pay it.", "it says more than what changed"),
        (_VALUE, "The fee is 40, so we pay.", "it says more than what changed"),
        (_VALUE, "The fee " * 300, "it is too long"),
        (replace(_VALUE, mode="cold"), "The fee is 40.", "what the note said before is not known"),
        (_DONE, "The fee is open.", "the note gives no other value for it"),
        (
            replace(_VALUE, change="status", before=_TICKED[0], after=_TICKED[1]),
            "The floor has to be ordered.",
            "its state changed",
        ),
        (_GONE, "The fee is 40.", "nothing stands in its place"),
        (
            replace(_VALUE, after=Quote("~~The fee is 40 euros.~~", 3, ())),
            "The fee is 40.",
            "nothing stands in its place",
        ),
    ],
)
def test_what_is_in_the_way_of_a_wording(finding: Finding, belief: str, why: str) -> None:
    assert why_unworded(finding, belief).startswith(why)
