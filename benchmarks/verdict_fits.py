"""Fit the verdict's weights on measured cases: two verdicts, the quote's choice, the rules' floors.

For `train_verdict.py`, beside which it stands; numpy only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vaultwatch.drift.scoring import evidence_passage
from vaultwatch.drift.scoring.model_weights import Head

Floats = NDArray[np.float64]
FOLDS = 8
HALF = 0.5
"""The verdict's threshold, and the share of the gold quote's words that a shown one must hold."""
PENALTY = 3.0
"""L2 on standardised signals; 1 to 20 give the same figures to +-0.003."""
CHOICE_PENALTY = 30.0
"""The same for the choice of the statement to show: 10 and 60 are worse by 0.01."""
BINS = 12
"""Of equally many cases, for the curve from what the model says to how often that was right."""
BESIDE = 0.2
"""Least slope of that curve beside one half, so that what lies under the bar stays under it."""
BY_HAND = 20
"""Cases that a rule's floor chosen by hand counts as, beside those in which it spoke. Chosen by
hand: the rules were written with the cases in sight, so these may not carry it far."""
FALLING = {
    *("strength", "went", "found_again", "best_now", "extended"),
    *("similarity", "exact_held", "open_held", "spoken", "stands_out"),
}
"""Signals that may only lower a score; all others may only raise it."""
FREE = {"open_belief", "missing_near", "only_aside"}


@dataclass
class Fit:
    """A logistic model in raw units."""

    names: Sequence[str]
    intercept: float
    weights: Floats
    curve: tuple[tuple[float, float], ...] = ()

    def logit(self, rows: Floats) -> Floats:
        """Return the log-odds of each row."""
        return rows @ self.weights + self.intercept

    def as_json(self, *, shift: float = 0.0) -> dict[str, Any]:
        """Return what weights.json holds of it."""
        pairs = zip(self.names, self.weights, strict=True)
        kept = {name: round(float(w), 4) for name, w in pairs if round(float(w), 4)}
        made: dict[str, Any] = {"intercept": round(self.intercept - shift, 4), "weights": kept}
        return made | ({"curve": [list(point) for point in self.curve]} if self.curve else {})

    def as_head(self, *, shift: float = 0.0) -> Head:
        """Return it as the product holds it."""
        weights = dict(zip(self.names, map(float, self.weights), strict=True))
        return Head(self.intercept - shift, weights, self.curve)


def fit(names: Sequence[str], rows: Floats, labels: Floats) -> Fit:
    """Fit a logistic model by projected gradient steps, each weight on its side of nought."""
    mean, spread = rows.mean(0), rows.std(0)
    spread[spread == 0] = 1.0
    scaled = np.c_[(rows - mean) / spread, np.ones(len(rows))]
    ridge = np.r_[np.full(len(names), PENALTY), 0.0]
    low = np.array([-np.inf if n in FALLING | FREE else 0.0 for n in names])
    high = np.array([0.0 if n in FALLING else np.inf for n in names])
    low, high = np.r_[low, -np.inf], np.r_[high, np.inf]
    step = 1.0 / (0.25 * np.linalg.norm(scaled, 2) ** 2 + PENALTY)
    weights = ahead = np.zeros(len(names) + 1)
    pace = 1.0
    for _ in range(3000):  # accelerated, as in Beck & Teboulle, SIAM J. Imaging Sci. 2009
        chance = 1.0 / (1.0 + np.exp(-(scaled @ ahead)))
        slope = scaled.T @ (chance - labels) + ridge * ahead
        fresh = np.clip(ahead - step * slope, low, high)
        faster = (1.0 + np.sqrt(1.0 + 4.0 * pace**2)) / 2.0
        ahead = fresh + (pace - 1.0) / faster * (fresh - weights)
        weights, pace = fresh, faster
    raw = weights[:-1] / spread
    return Fit(names, float(weights[-1] - raw @ mean), raw)


def folds(groups: Sequence[str]) -> Iterator[NDArray[np.bool_]]:
    """Yield a mask of the held-out rows for each fold; a group stays together."""
    order = sorted(set(groups))
    np.random.default_rng(0).shuffle(order)
    place = {group: k % FOLDS for k, group in enumerate(order)}
    of = np.array([place[group] for group in groups])
    for k in range(FOLDS):
        yield of == k


def held_out(
    names: Sequence[str], rows: Floats, labels: Floats, masks: Sequence[NDArray[np.bool_]]
) -> Floats:
    """Return each row's score from the model that did not see it."""
    scores = np.zeros(len(labels))
    for out in masks:
        model = fit(names, rows[~out], labels[~out])
        scores[out] = 1.0 / (1.0 + np.exp(-model.logit(rows[out])))
    return scores


@dataclass
class Choices:
    """The candidates of every drifted case that has a quote, and which of them a reader chose."""

    rows: Floats
    truth: Floats
    """1 where the candidate holds half of the gold quote's words."""
    owner: NDArray[np.int64]
    """Index of the candidate's case; its candidates stand together."""

    def without(self, out: NDArray[np.bool_]) -> "Choices":
        """Return the choices of the cases that are not held out."""
        kept = ~out[self.owner]
        return Choices(self.rows[kept], self.truth[kept], self.owner[kept])


def fit_evidence_passage(choices: Choices) -> Fit:
    """Fit the choice of the statement to show: a softmax over each case's candidates.

    Its loss is the log of the chance that the choice gives to all right candidates together.
    """
    spread = choices.rows.std(0)
    spread[spread == 0] = 1.0
    scaled = (choices.rows - choices.rows.mean(0)) / spread
    starts = np.flatnonzero(np.r_[True, choices.owner[1:] != choices.owner[:-1]])
    sizes = np.diff(np.r_[starts, len(choices.owner)])
    weights, pace, scale = np.zeros((3, scaled.shape[1]))
    for step in range(1, 401):  # Kingma & Ba, Adam, ICLR 2015: the loss is not convex
        logits = scaled @ weights
        share = np.exp(logits - np.repeat(np.maximum.reduceat(logits, starts), sizes))
        right = share * choices.truth
        all_right = np.add.reduceat(right, starts)
        share /= np.repeat(np.add.reduceat(share, starts), sizes)
        right /= np.repeat(np.where(all_right > 0, all_right, 1.0), sizes)
        has = np.repeat(all_right > 0, sizes)
        slope = scaled.T @ ((share - right) * has) + CHOICE_PENALTY * weights
        pace = 0.9 * pace + 0.1 * slope
        scale = 0.99 * scale + 0.01 * slope**2
        rate = 0.05 if step < 250 else 0.015  # noqa: PLR2004
        weights -= rate * (pace / (1 - 0.9**step)) / (np.sqrt(scale / (1 - 0.99**step)) + 1e-8)
    return Fit(evidence_passage.NAMES, 0.0, weights / spread)


def with_curve(names: Sequence[str], rows: Floats, labels: Floats, sets: NDArray[np.str_]) -> Fit:
    """Fit a verdict, and how often its chances were right on sets it did not see.

    Not on notes alone: of the notes of a set that it saw a verdict is too sure.
    """
    scores = held_out(names, rows, labels, [sets == name for name in np.unique(sets)])
    made = fit(names, rows, labels)
    made.curve = calibrate(scores, labels)
    return made


def calibrate(scores: Floats, labels: Floats) -> tuple[tuple[float, float], ...]:
    """Return the points of a rising curve from scores to how often they were right.

    Bins of equally many cases, pooled until they rise (Ayer et al., Ann. Math. Stat. 1955: the
    pool-adjacent-violators rule). One half stays one half: the bar is not moved by it.
    """
    pools: list[list[float]] = []  # mean score, share that drifted, cases
    for part in np.array_split(np.argsort(scores, kind="stable"), BINS):
        pools.append([float(scores[part].mean()), float(labels[part].mean()), float(len(part))])
        while len(pools) > 1 and pools[-2][1] >= pools[-1][1]:
            (x, y, n), (u, v, m) = pools[-2:]
            pools[-2:] = [[(x * n + u * m) / (n + m), (y * n + v * m) / (n + m), n + m]]
    low = [(x, min(y, HALF - BESIDE * (HALF - x))) for x, y, _ in pools if x < HALF]
    high = [(x, max(y, HALF + BESIDE * (x - HALF))) for x, y, _ in pools if x > HALF]
    points = [(0.0, 0.0), *low, (HALF, HALF), *high, (1.0, 1.0)]
    return tuple((round(x, 4), round(y, 4)) for x, y in points)


def fit_floors(
    spoke: Mapping[str, Sequence[int]], by_hand: Mapping[str, float], labels: Floats
) -> dict[str, float]:
    """Return each rule's floor: how often it was right, shrunk towards the floor set by hand.

    Args:
        spoke: the cases in which each rule spoke.
        by_hand: its floor, chosen by hand.
        labels: 1 for each case that drifted.
    """
    return {
        name: round(
            float(labels[list(spoke.get(name, ()))].sum() + BY_HAND * floor)
            / (len(spoke.get(name, ())) + BY_HAND),
            3,
        )
        for name, floor in by_hand.items()
    }
