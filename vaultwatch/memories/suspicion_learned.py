"""Tell by learned weights whether a sentence orders its reader about, or grants it too much.

Pure. A sentence, folded, is cut into words, pairs and triples of words, and runs of letters; each
has a weight in `data/orders.json`, which `benchmarks/train_suspicion.py` fits and which is read
once. `docs/agents.md` is its card.
"""

import base64
import json
import math
import unicodedata
import zlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from operator import itemgetter
from typing import Any

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.suspicion_folding import Sign
from vaultwatch.memories.suspicion_readings import Sentence, sentences

BITS = 17
"""Of a bucket's number: 131,072 weights. With 16 one order in a hundred more passes."""
FEW = 30
"""Added to how many buckets a text has, so that a single word of a short one settles nothing."""
PART, STRIDE = 10, 5
"""Words and marks of a part of a sentence, and by how many the next one begins later."""
_MOST_WEIGHT = 0.9
_GRAMS = (4, 5)
"""Letters of a run, the ends of the word counted: slips of the hand leave most of them."""
_SIGNS = (1, 2, 3)
"""The same of scripts that set no spaces."""

_ADDRESS = late_regex(r"(?:https?|ftp)://\S+|www\.\S+")
_MAIL = late_regex(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}")
_ACCENT = late_regex("[\u0300-\u036f]")
_DIGITS = late_regex(r"\d+")
_MARKUP = late_regex(r"[-_*`~\[\]]+")
_TOKEN = late_regex(r"[^\W\d_]+(?:'[^\W\d_]+)?|0|[^\w\s]")
_SPACELESS = late_regex(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class OrderModel:
    """The weights as shipped: a logistic model over buckets of what stands in a sentence."""

    version: str
    trained_on: tuple[str, ...]
    """The corpora of attacks and the honest sources that were fitted on."""
    intercept: float
    step: float
    """What one unit of a weight is worth, over the root of how many a sentence has, and `FEW`."""
    bar: float
    """Log-odds from which a text waits: so many honest ones of sources held out lie above it as
    `benchmarks/train_suspicion.py` says."""
    asking: float
    """Log-odds from which a text that nobody stands behind is shown as one that asks: likewise."""
    weights: "array[int]"

    def odds(self, sentence: Sentence) -> float:
        """Return the log-odds of a sentence, or of the worst part of a long one."""
        return max(self.intercept + self._sum(found) for found in parts(sentence))

    def _sum(self, found: set[int]) -> float:
        return self.step * sum(self.weights[one] for one in found) / math.sqrt(len(found) + FEW)


@lru_cache(maxsize=1)
def load_order_model() -> OrderModel:
    """Return the model shipped with this package."""
    file = resources.files("vaultwatch").joinpath("data", "orders.json")
    return order_model(json.loads(file.read_text("utf-8")))


def order_model(raw: Mapping[str, Any]) -> OrderModel:
    """Return a model from its data.

    Raises:
        ValueError: it was fitted on other buckets.
    """
    weights = array("b", zlib.decompress(base64.b64decode(raw["weights"])))
    if len(weights) != 1 << BITS:
        raise ValueError("orders.json was fitted on other buckets; fit it anew")
    named = (raw["intercept"], raw["step"], raw["bar"], raw["asking"])
    return OrderModel(str(raw["version"]), tuple(raw["trained_on"]), *named, weights)


def parts(sentence: Sentence) -> Iterator[set[int]]:
    """Yield the numbers of what stands in a sentence, then in each part of a long one.

    Else an order would hide behind what is said beside it.
    """
    tokens = _TOKEN.findall(_folded(sentence.text))
    yield _buckets(tokens)
    last = len(tokens) - PART
    if last >= STRIDE:
        for start in (*range(0, last, STRIDE), last):
            yield _buckets(tokens[start : start + PART])


def _buckets(tokens: Sequence[str]) -> set[int]:
    mask = (1 << BITS) - 1
    return {zlib.crc32(one.encode("utf-8", "replace")) & mask for one in set(_told(tokens))}


def _folded(text: str) -> str:
    """Return a sentence in small letters without accents and markup, its values by their kind."""
    kinds = _MAIL.sub(" zzmail ", _ADDRESS.sub(" zzurl ", text)).lower().replace("\u2019", "'")
    if not kinds.isascii():
        kinds = _ACCENT.sub("", unicodedata.normalize("NFKD", kinds))
        kinds = unicodedata.normalize("NFC", kinds)
    return _DIGITS.sub("0", _MARKUP.sub(" ", kinds))


def _told(tokens: Sequence[str]) -> Iterator[str]:
    words = ["^"]
    for token in tokens:
        if _SPACELESS.search(token):
            words.append(token[:2])
            for size in _SIGNS:
                yield from (f"k{token[i : i + size]}" for i in range(len(token) - size + 1))
            continue
        words.append(token)
        if len(token) >= _GRAMS[0]:
            ended = f"<{token}>"
            for size in _GRAMS:
                yield from (f"c{ended[i : i + size]}" for i in range(len(ended) - size + 1))
    words.append("$")
    for i, word in enumerate(words):
        yield f"w{word}"
        if i:
            yield f"b{words[i - 1]} {word}"
        if i > 1:
            yield f"t{words[i - 2]} {words[i - 1]} {word}"
            yield f"s{words[i - 2]} {word}"


def order_sign(text: str) -> Sign | None:
    """Return a sign if a sentence of a text reads like an order or a grant, for the worst one."""
    bar, (worst, quoted) = load_order_model().bar, _worst(text)
    if worst <= bar:
        return None
    weight = min(1 / (1 + math.exp(bar - worst)), _MOST_WEIGHT)
    return weight, "reads like an order to the assistant", quoted


def asks(text: str) -> bool:
    """Tell whether a text may ask for something or allow it: a lower bar than `order_sign`'s."""
    return _worst(text)[0] > load_order_model().asking


@lru_cache(maxsize=2_000)  # a passage is judged for each context that it may stand in
def _worst(text: str) -> tuple[float, str]:
    """Return the highest log-odds of a text's sentences, and that sentence."""
    model = load_order_model()
    return max(
        ((model.odds(one), one.text) for one in sentences(text)),
        key=itemgetter(0),
        default=(-math.inf, ""),
    )
