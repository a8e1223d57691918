"""Add the signals up: the chance that a memory must change, where nothing is shown.

Pure: `weights.json` is data of this package, fitted by `benchmarks/train_verdict.py`.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Model:
    """A logistic model: an intercept and one weight a signal."""

    version: str
    intercept: float
    weights: Mapping[str, float]
    curve: tuple[tuple[float, float], ...] = ()
    """Points (what the model says, how often that was right on sets held out), rising; straight
    lines between them. () leaves the model's own chances."""

    def score(self, values: Mapping[str, float]) -> float:
        """Return the chance, 0..1, that the memory must change."""
        logit = self.intercept + sum(w * values[name] for name, w in self.weights.items())
        raw = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))
        for (low, at_low), (high, at_high) in pairwise(self.curve):
            if low <= raw <= high:
                return at_low + (at_high - at_low) * (raw - low) / ((high - low) or 1.0)
        return raw

    def as_json(self) -> dict[str, object]:
        """Return what `weights.json` holds of it."""
        weights = {name: round(weight, 4) for name, weight in self.weights.items()}
        curve = [list(point) for point in self.curve]
        told = {"intercept": round(self.intercept, 4), "weights": weights, "curve": curve}
        return {"version": self.version, **told}


@lru_cache(maxsize=1)
def load_model() -> Model:
    """Return the model shipped with this package."""
    text = resources.files("vaultwatch.drift.scoring").joinpath("weights.json").read_text("utf-8")
    raw = json.loads(text)
    curve = tuple((float(low), float(high)) for low, high in raw["curve"])
    return Model(str(raw["version"]), raw["intercept"], raw["weights"], curve)
