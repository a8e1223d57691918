"""Fit the verdict's weights on measured cases, and the curve from what it says to what was right.

For `train_verdict.py`, beside which it stands; numpy only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
HALF = 0.5
PENALTY = 3.0
"""L2 on standardised signals; 1 to 20 give the same figures to +-0.003."""
BINS = 12
"""Of equally many cases, for the curve from what the model says to how often that was right."""
BESIDE = 0.2
"""Least slope of that curve beside one half, so that what lies under the bar stays under it."""
FALLING = {"went", "found_again", "best_now"}
"""Signals that may only lower a score; all others may only raise it."""
FREE = {"open"}


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


def held_out(
    names: Sequence[str], rows: Floats, labels: Floats, masks: Sequence[NDArray[np.bool_]]
) -> Floats:
    """Return each row's score from the model that did not see it."""
    scores = np.zeros(len(labels))
    for out in masks:
        model = fit(names, rows[~out], labels[~out])
        scores[out] = 1.0 / (1.0 + np.exp(-model.logit(rows[out])))
    return scores


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
