"""A newer line that settles a matter alone is told; another cited note's name is no value."""

from dataclasses import replace

import pytest

from tests.unit.drift.statements import belief, judge, note
from vaultwatch.drift.proofs.asserted import asserted

SAID = "The fee of the stall is 40 euros."


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("The fee is now 70 euros.", "likely"),
        ("Update: the fee of the stall is 70 euros.", "likely"),
        ("The deposit is 70 euros.", "in_doubt"),
        ("The fee was 70 euros in 2019.", "in_doubt"),
    ],
)
def test_a_newer_line_is_told_where_it_settles_the_matter(line: str, outcome: str) -> None:
    before = ("# Stall", SAID, "It has two chairs.")
    found = judge(SAID, note(*before), note(*before, line))
    assert found.outcome == outcome


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The gate is green, Depot, Bakery.", "The gate is green"),
        ("The gate is green (Bakery), Depot.", "The gate is green"),
        ("Depot: the key is kept by Bakery.", "the key is kept by Bakery."),
    ],
)
def test_another_cited_note_that_only_says_whence_is_not_asserted(text: str, left: str) -> None:
    held = replace(belief(text), note_title="Depot", others=("Bakery",))
    assert asserted(held).text == left
