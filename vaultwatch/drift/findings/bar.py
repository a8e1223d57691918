"""Refit the bar, the score from which a memory is called drifted, on a reader's own verdicts.

Pure. Nobody settles what was never shown: the cases tell how the bar does among the findings that
stood once, so it comes down only as far as it stood before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

Scored: TypeAlias = tuple[float, bool]
"""A score, and whether the memory had drifted."""

MIN_EACH: Final = 10
"""Cases of each kind below which nothing is fitted. Chosen by hand: with fewer, one slip of a
finger moves the bar."""
MIN_GAIN: Final = 2
"""Mistakes that another bar must spare. Chosen by hand: one is chance."""
LOWEST, HIGHEST = 0.3, 0.9
"""Bounds of a fitted bar. Chosen by hand: below, most findings are false by the model's own word;
above, a third of the plain ones goes unseen (docs/drift.md)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How a bar does among labelled cases."""

    shown: int
    shown_drifted: int
    hidden: int
    hidden_drifted: int

    @property
    def mistakes(self) -> int:
        """False alarms shown and drifted memories hidden."""
        return self.shown - self.shown_drifted + self.hidden_drifted

    @property
    def precision(self) -> float | None:
        """Share of the shown ones that had drifted; None where none is shown."""
        return self.shown_drifted / self.shown if self.shown else None

    @property
    def recall(self) -> float | None:
        """Share of the drifted ones that is shown; None where none had drifted."""
        drifted = self.shown_drifted + self.hidden_drifted
        return self.shown_drifted / drifted if drifted else None


def tally(cases: Sequence[Scored], bar: float) -> Tally:
    """Count what a bar shows and hides."""
    shown = [is_drifted for score, is_drifted in cases if score >= bar]
    hidden = [is_drifted for score, is_drifted in cases if score < bar]
    return Tally(len(shown), sum(shown), len(hidden), sum(hidden))


def fitted_bar(cases: Sequence[Scored], bar: float) -> float:
    """Return the bar with the fewest mistakes, the nearest to the old one among equals.

    Args:
        cases: labelled.
        bar: as it is; returned where there are too few cases or too little to gain.
    """
    drifted = sum(is_drifted for _, is_drifted in cases)
    if min(drifted, len(cases) - drifted) < MIN_EACH:
        return bar
    scores = sorted({score for score, _ in cases})
    # Halfway between two scores: no case lies on the edge.
    between = {round((low + high) / 2, 3) for low, high in pairwise(scores)}
    bars = [one for one in between if LOWEST <= one <= HIGHEST]
    best = min(bars, key=lambda one: (tally(cases, one).mistakes, abs(one - bar)), default=bar)
    gain = tally(cases, bar).mistakes - tally(cases, best).mistakes
    return best if gain >= MIN_GAIN else bar
