"""Fit a vault's scale on its reader's own verdicts: what they add by kind of change, and the bar.

Pure. A vault's findings of one kind may all be right, or nearly all false: its notes are written in
their own way. For each kind one number is added to the log-odds of every score, the one that makes
`verdicts given the scores` and `a normal prior around 0` together likeliest:

    max over b of  sum_i log P(label_i | log-odds_i + b)  -  b^2 / (2 SPREAD^2)

Only findings that were shown are settled, so nothing is learnt of what was not; given its score, a
shown one is a fair case.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

from vaultwatch.drift.findings.scale import ScoreKind, chance, log_odds

Scored: TypeAlias = tuple[float, bool]
"""A score, and whether the memory had drifted."""

SPREAD: Final = 0.5
"""Standard deviation of the prior, in log-odds: nineteen vaults of twenty lie within one unit, and
one unit carries a score of 0.73 to the bar. With 0.5 eight verdicts
that call scores of 0.8 false move them to 0.56, 20 to 0.38."""
MIN_CASES: Final = 8
"""Verdicts on one kind below which nothing is added to it. Chosen by hand: with fewer, an afternoon
of one project speaks for the whole vault."""
MIN_MOVES: Final = 0.1
"""A smaller offset is none: it moves no score by more than 0.025."""
MIN_EACH: Final = 10
"""Cases of each kind below which nothing is fitted. Chosen by hand: with fewer, one slip of a
finger moves the bar."""
MIN_GAIN: Final = 2
"""Mistakes that another bar must spare. Chosen by hand: one is chance."""
LOWEST, HIGHEST = 0.3, 0.9
"""Bounds of a fitted bar. Chosen by hand: below, most findings are false by the model's own word;
above, a third of the plain ones goes unseen (docs/drift.md)."""
_STEPS: Final = 50


@dataclass(frozen=True, slots=True)
class SettledCase:
    """One finding that a reader settled."""

    score: float
    """As the weights gave it, without what the vault's own verdicts add."""
    kind: ScoreKind | None
    """None where its finding is gone or was proved: it counts for the bar alone."""
    is_drifted: bool


@dataclass(frozen=True, slots=True)
class KindFit:
    """What the verdicts on one kind come to."""

    kind: ScoreKind
    cases: int
    drifted: int
    said: float
    """The mean score of the cases: how many of them the weights expected to have drifted."""
    before: float
    """The offset as it is."""
    after: float
    """As the verdicts would have it; 0 where there are too few."""


def fitted_offsets(
    cases: Iterable[SettledCase], before: Mapping[ScoreKind, float]
) -> list[KindFit]:
    """Return what each kind's offset would be, kinds with most cases first."""
    by_kind: dict[ScoreKind, list[Scored]] = defaultdict(list)
    for case in cases:
        if case.kind is not None:
            by_kind[case.kind].append((case.score, case.is_drifted))
    fits = [
        KindFit(
            kind=kind,
            cases=len(held),
            drifted=sum(is_drifted for _, is_drifted in held),
            said=sum(score for score, _ in held) / len(held),
            before=before.get(kind, 0.0),
            after=_offset(held),
        )
        for kind, held in by_kind.items()
    ]
    gone = [KindFit(kind, 0, 0, 0.0, was, 0.0) for kind, was in before.items()]
    fits += [one for one in gone if one.kind not in by_kind]
    return sorted(fits, key=lambda one: (-one.cases, one.kind))


def _offset(cases: Sequence[Scored]) -> float:
    """Return the likeliest offset of one kind, by Newton's steps; its sum is concave."""
    if len(cases) < MIN_CASES:
        return 0.0
    held = [(log_odds(score), float(is_drifted)) for score, is_drifted in cases]
    offset = 0.0
    for _ in range(_STEPS):
        chances = [chance(odds + offset) for odds, _ in held]
        slope = sum(label - one for one, (_, label) in zip(chances, held, strict=True))
        slope -= offset / SPREAD**2
        bend = sum(one * (1.0 - one) for one in chances) + 1.0 / SPREAD**2
        offset += slope / bend
    return round(offset, 2) if abs(offset) >= MIN_MOVES else 0.0


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
