"""Decide whether a sentence reads like an order to the model that reads it, by learned weights.

Pure; the second stage behind the rules of `memories.suspicion`. `order_weights.json`, which
`benchmarks/train_suspicion.py` fits, is read once; `docs/agents.md` is its card. A sentence's
vector counts where the offline model made one; without that model a second set of weights goes by
the surface alone.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, TypeAlias

from vaultwatch.memories.suspicion_folding import Sign
from vaultwatch.memories.suspicion_readings import Sentence, sentences
from vaultwatch.memories.suspicion_surface import NAMES, surface

if TYPE_CHECKING:  # numpy takes a tenth of a second, and rules alone need none
    import numpy as np
    import numpy.typing as npt

    Vector: TypeAlias = npt.NDArray[np.float32]

MOST_EMBEDDED = 24
"""Sentences of one text that a vector is asked for, the most doubtful ones. Chosen by hand: a
memory has fewer, and a note's passage hardly more."""
_MOST_WEIGHT = 0.9
_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class OrderHead:
    """A logistic model over the surface, and over a vector where it has weights for one."""

    intercept: float
    surface: tuple[float, ...]
    vector: tuple[float, ...]
    """Empty where it reads no vector."""
    bar: float
    """Log-odds from which a memory waits: at most so many honest ones of sources held out pass it
    as `benchmarks/train_suspicion.py` says."""
    slope: float
    """By how much the bar rises with the logarithm of a passage's sentences: the worst of many
    lies higher by chance alone."""

    def bar_of(self, count: int, *, is_passage: bool) -> float:
        """Return the bar of a memory, or of a passage of so many sentences."""
        return self.bar + (self.slope * math.log(count) if is_passage and count > 1 else 0.0)

    def on_surface(self, values: Sequence[float]) -> float:
        """Return the log-odds without what the vector adds."""
        return self.intercept + sum(map(float.__mul__, self.surface, values))


@dataclass(frozen=True, slots=True)
class OrderModel:
    """The weights as shipped."""

    version: str
    model_id: str
    """Of the embedder whose vectors the weights were fitted on; no other's may be given."""
    doubt: float
    """Log-odds on the surface alone from which a sentence's vector is worth asking for."""
    semantic: OrderHead
    bare: OrderHead
    """Where no vectors are at hand."""


@lru_cache(maxsize=1)
def load_order_model() -> OrderModel:
    """Return the model shipped with this package."""
    text = resources.files("vaultwatch.memories").joinpath("order_weights.json").read_text("utf-8")
    return order_model(json.loads(text))


def order_model(raw: Mapping[str, Any]) -> OrderModel:
    """Return a model from its data.

    Raises:
        ValueError: it was fitted on other signals.
    """
    if tuple(raw["names"]) != NAMES:
        raise ValueError("order_weights.json was fitted on other signals; fit it anew")
    heads = (
        OrderHead(
            raw[name]["intercept"],
            tuple(map(float, raw[name]["surface"])),
            tuple(raw[name]["vector"]),
            raw[name]["bar"],
            raw[name]["slope"],
        )
        for name in ("semantic", "bare")
    )
    return OrderModel(str(raw["version"]), raw["model_id"], raw["doubt"], *heads)


@lru_cache(maxsize=_KEPT)  # what agents ask for again and again is not measured anew
def _surface(sentence: Sentence) -> tuple[float, ...]:
    return tuple(surface(sentence))


@lru_cache(maxsize=_KEPT // 10)
def _sentences(text: str) -> tuple[Sentence, ...]:
    return tuple(sentences(text))


def doubtful(text: str, *, is_passage: bool = False) -> list[str]:
    """Return the sentences of a text whose vectors `order_sign` wants, most doubtful first."""
    model = load_order_model()
    said = _sentences(text)
    higher = model.semantic.bar_of(len(said), is_passage=is_passage) - model.semantic.bar
    found = []
    for sentence in said:
        if not sentence.is_foreign:
            odds = model.bare.on_surface(_surface(sentence))
            if odds >= model.doubt + higher:
                found.append((-odds, sentence.text))
    return [one for _, one in sorted(found)[:MOST_EMBEDDED]]


def order_sign(
    text: str, vectors: "Mapping[str, Vector] | None", *, is_passage: bool = False
) -> Sign | None:
    """Return a sign if a sentence reads like an order to its reader, for the worst one.

    Args:
        text: what somebody wrote.
        vectors: of the sentences that `doubtful` names, from the model that `OrderModel.model_id`
            names; None where there is no such model.
        is_passage: whether it is a passage of a note.
    """
    model = load_order_model()
    head = model.bare if vectors is None else model.semantic
    said = _sentences(text)
    bar = head.bar_of(len(said), is_passage=is_passage)
    worst, quoted = bar, ""
    for sentence in said:
        odds = _odds(head, sentence, vectors)
        if odds > worst:
            worst, quoted = odds, sentence.text
    if not quoted:
        return None
    weight = min(1 / (1 + math.exp(bar - worst)), _MOST_WEIGHT)
    return weight, "reads like an order to the assistant", quoted


def _odds(head: OrderHead, sentence: Sentence, vectors: "Mapping[str, Vector] | None") -> float:
    if vectors is None or sentence.is_foreign:  # the model of meaning knows English alone
        return head.on_surface(_surface(sentence))
    vector = vectors.get(sentence.text)
    if vector is None:
        return -math.inf
    return head.on_surface(_surface(sentence)) + float(vector @ _weights(head))


@lru_cache(maxsize=2)
def _weights(head: OrderHead) -> "Vector":
    import numpy as np

    return np.asarray(head.vector, dtype=np.float32)
