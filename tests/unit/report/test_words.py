"""How many there are of something, in words."""

import pytest

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
