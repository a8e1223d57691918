"""What became of each statement: the rule book."""

import pytest

from tests.unit.drift.statements import note
from vaultwatch.drift.align import align


@pytest.mark.parametrize(
    ("then", "now", "successors"),
    [
        pytest.param(("One.", "Two."), ("One.", "Two."), {0: 0, 1: 1}, id="unchanged"),
        pytest.param(("One.", "Two."), ("Two.", "One."), {0: 1, 1: 0}, id="moved"),
        pytest.param(
            ("Alpha costs nine euros.", "Beta is late."),
            ("New first line about gardens.", "Alpha costs ten euros.", "Beta is late."),
            {0: 1, 1: 2},
            id="edited below an addition",
        ),
        pytest.param(
            ("Alpha waits for Beta.",),
            ("Rain falls on Sundays.",),
            {},
            id="the same place alone makes no successor",
        ),
        pytest.param(
            ("Stays here.", "Alpha waits for Beta.", "Stays there."),
            ("Stays here.", "Stays there."),
            {0: 0, 2: 1},
            id="gone",
        ),
        pytest.param(
            ("status: draft", "owner: Mira"),
            ("owner: Bram", "status: final"),
            {0: 1, 1: 0},
            id="a property follows its key",
        ),
        pytest.param(("Same.", "Same."), ("Same.",), {0: 0}, id="a double lost one"),
        pytest.param(
            (
                "Stays here.",
                "River pepper violin copper winter.",
                "Thunder bridge river market garden.",
                "Stays there.",
            ),
            (
                "Stays here.",
                "Lamp stone saddle river candle.",
                "Harbour market winter window river.",
                "Stays there.",
            ),
            {0: 0, 1: 1, 2: 2, 3: 3},
            id="rewritten line by line: of little likeness the same line counts",
        ),
    ],
)
def test_align(then: tuple[str, ...], now: tuple[str, ...], successors: dict[int, int]) -> None:
    assert dict(align(note(*then), note(*now)).successor) == successors


def test_added_edited_and_unchanged_are_told_apart() -> None:
    then = note("Alpha costs nine euros.", "Beta is late.")
    now = note("Alpha costs ten euros.", "Beta is late.", "Gamma came too, on a bicycle.")

    aligned = align(then, now)

    assert aligned.unchanged == {1}
    assert aligned.edited == (0,)
    assert aligned.added == (2,)
