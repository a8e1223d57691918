"""Load the verdict's weights, which are data of this package.

Pure: `weights.json` is read once through `importlib.resources`. Fitted by
`benchmarks/train_verdict.py`; `docs/drift.md` is its card.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from typing import Any


@dataclass(frozen=True, slots=True)
class Head:
    """A logistic model: an intercept and one weight a signal."""

    intercept: float
    weights: Mapping[str, float]
    curve: tuple[tuple[float, float], ...] = ()
    """Points (what the logistic model says, how often that was right on notes held out), rising;
    straight lines between them. () leaves the model's own chances."""

    def score(self, values: Mapping[str, float]) -> float:
        """Return the chance, 0..1, that the memory must change."""
        raw = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, self.logit(values)))))
        for (low, at_low), (high, at_high) in pairwise(self.curve):
            if low <= raw <= high:
                return at_low + (at_high - at_low) * (raw - low) / ((high - low) or 1.0)
        return raw

    def logit(self, values: Mapping[str, float]) -> float:
        """Return the log-odds that the memory must change."""
        return self.intercept + sum(w * values[name] for name, w in self.weights.items())


@dataclass(frozen=True, slots=True)
class Model:
    """The weights of both modes, and those that choose the statement to show."""

    version: str
    warm: Head
    cold: Head
    evidence_passage: Head
    floors: Mapping[str, float]
    """Least score where a rule speaks, by its name in `news.endings`: how often it was right, the
    score chosen by hand counted as so many cases (`benchmarks/verdict_fits.py`)."""


@lru_cache(maxsize=1)
def load_model() -> Model:
    """Return the model shipped with this package."""
    text = resources.files("vaultwatch.drift.scoring").joinpath("weights.json").read_text("utf-8")
    raw = json.loads(text)
    warm, cold, passage = (_head(raw[name]) for name in ("warm", "cold", "evidence_passage"))
    return Model(str(raw["version"]), warm, cold, passage, raw.get("floors", {}))


def _head(raw: Mapping[str, Any]) -> Head:
    curve = tuple((float(low), float(high)) for low, high in raw.get("curve", ()))
    return Head(raw["intercept"], raw["weights"], curve)
