"""Decide whether a text looks planted: by what it hides, by its form, by reading like an order.

Pure; called on every write. Signs with weights are joined by noisy-or; what reaches `QUARANTINE_AT`
waits for a person, with the reasons. What hides from the eye is told by `disguise`, forms stand in
`data/marks.toml`. Whether a sentence orders its reader about, or grants it too much, is told by
learned weights of its words, pairs and triples of words, and runs of letters: `data/orders.json`,
which `benchmarks/train_suspicion.py` fits; `benchmarks/FIGURES.md` has its card. A plausible lie
shows in no text: that is for trust and conflicts to find.
"""

import base64
import json
import math
import re
import unicodedata
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from operator import itemgetter
from typing import Any

from vaultwatch.guard.destinations import runs_known_installer
from vaultwatch.guard.disguise import Sentence, Sign, hidden_signs, plain, sentences, visible
from vaultwatch.late_regex import Patterns, data_of

QUARANTINE_AT = 0.5
"""Score from which a memory waits for a person. Chosen by hand so that no weak sign reaches it
alone; measured by `benchmarks/poisoning.py`."""

MAX_CHARS = 100_000
"""What is read of a memory's texts; callers cap them at a fifth. Longer ones are suspicious."""

_TOO_LONG = 0.6
_HIGH_IMPACT = 0.25
_VOUCHED_FROM = 0.8
"""A person's own words count only where a sign is at least so heavy: nobody writes tag characters
or tokens of a chat by hand. What is to be done is often said like an order: that counts so too."""
_NEVER = 1.0
"""No sign is so heavy."""

_QUOTED_CHARS = 80
_KEPT = 2_000

BITS = 17
"""Of a bucket's number: 131,072 weights. With 16 one order in a hundred more passes."""
_MASK = (1 << BITS) - 1
FEW = 30
"""Added to how many buckets a text has, so that a single word of a short one settles nothing."""
PART, STRIDE = 10, 5
"""Words and marks of a part of a sentence, and by how many the next one begins later."""
_MOST_WEIGHT = 0.9
_GRAMS = (4, 5)
"""Letters of a run, the ends of the word counted: slips of the hand leave most of them."""
_SIGNS = (1, 2, 3)
"""The same of scripts that set no spaces."""

_P = Patterns("disguise")


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How much a memory looks planted."""

    score: float
    """0 to 1: noisy-or of the signs' weights."""
    reasons: tuple[str, ...]
    """One clause a sign, the strongest first, with the words that show it."""


def suspect(  # noqa: PLR0913 -- one argument a part of the memory, all but the first by name
    text: str,
    *,
    is_vouched: bool = False,
    is_wish: bool = False,
    predicate: str = "",
    value: str = "",
    is_high_impact: bool = False,
    others: Sequence[str] = (),
) -> Suspicion:
    """Weigh the texts of a memory, `others` beside its belief and its claim: title, tags, subject.

    Of one that `is_vouched`, typed by a person or accepted, only the heaviest signs count; no label
    in a text vouches. One that `is_wish` must read like an order beyond doubt. `is_high_impact`:
    the caller counts the predicate among those that can do harm.
    """
    parts = [part.rstrip() for part in (text, *others, predicate, value)]
    whole = "\n\n".join(part for part in parts if part)
    least = _VOUCHED_FROM if is_wish else _NEVER if is_vouched else 0.0
    signs = list(_signs(whole[:MAX_CHARS], least_order=least))
    if len(whole) > MAX_CHARS:
        signs.append((_TOO_LONG, "is longer than can be judged", f"{len(whole)} characters"))
    if is_high_impact and not is_vouched:
        signs.append((_HIGH_IMPACT, "settles something of high impact", predicate or "the claim"))
    if is_vouched:
        signs = [sign for sign in signs if sign[0] >= _VOUCHED_FROM]
    return _joined(signs)


@lru_cache(maxsize=_KEPT)  # a passage is judged for each context that it may stand in
def _signs(text: str, *, least_order: float) -> tuple[Sign, ...]:
    return tuple(_signs_of(text, least_order=least_order))


def _signs_of(text: str, *, least_order: float) -> Iterator[Sign]:
    yield from hidden_signs(text)
    yield from marks_in(visible(text))
    order = order_sign(text) if least_order < _NEVER else None
    if order is not None and order[0] >= least_order:
        yield order


def _joined(signs: Iterable[Sign]) -> Suspicion:
    """Join the signs; of those that say the same only the heaviest counts."""
    best: dict[str, Sign] = {}
    for sign in signs:
        if sign[0] > best.get(sign[1], (0.0, "", ""))[0]:
            best[sign[1]] = sign
    ranked = sorted(best.values(), key=lambda sign: (-sign[0], sign[1]))
    score = 1 - math.prod(1 - weight for weight, _, _ in ranked)
    return Suspicion(score, tuple(f"{name}: “{_shown(quoted)}”" for _, name, quoted in ranked))


def _shown(quoted: str) -> str:
    """Return words fit for a person: one line, cut, what cannot be seen named by its number."""
    flat = " ".join(quoted[: 2 * _QUOTED_CHARS].split())
    named = "".join(c if _is_seen(c) else f"U+{ord(c):04X}" for c in flat)
    return named if len(named) <= _QUOTED_CHARS else named[: _QUOTED_CHARS - 1] + "…"


def _is_seen(letter: str) -> bool:
    is_selector = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return unicodedata.category(letter)[0] != "C" and not is_selector


@cache
def _marks() -> tuple[tuple[float, str, re.Pattern[str]], ...]:
    """Return the weight, the name and the pattern of each form."""
    return tuple(
        (one["weight"], one["name"], re.compile(one["pattern"].replace(" ", r"(?:[\s,;:]{1,3})")))
        for one in data_of("marks")["mark"]
    )


def marks_in(seen: str) -> Iterator[Sign]:
    """Yield what shows by its form alone in a text that went through `visible`.

    Tokens of a chat, addresses that carry data, shell lines; but for the line by which everybody
    installs a well-known tool.
    """
    for weight, name, pattern in _marks():
        is_shell = name == data_of("marks")["pipes"]
        for found in pattern.finditer(seen):
            if not (is_shell and runs_known_installer(found[0])):
                yield weight, name, found[0]
                break


@dataclass(frozen=True, slots=True)
class OrderModel:
    """The weights as shipped: a logistic model over buckets of what stands in a sentence."""

    version: str
    intercept: float
    step: float
    """What one unit of a weight is worth, over the root of how many a sentence has, and `FEW`."""
    bar: float
    """Log-odds from which a text waits: so many honest ones of sources held out lie above it as
    `benchmarks/train_suspicion.py` says."""
    asking: float
    """Log-odds from which a text that nobody stands behind is put into no context: likewise."""
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
    """Return a model from its data."""
    weights = array("b", zlib.decompress(base64.b64decode(raw["weights"])))
    if len(weights) != 1 << BITS:
        raise ValueError("orders.json was fitted on other buckets; fit it anew")
    named = (raw["intercept"], raw["step"], raw["bar"], raw["asking"])
    return OrderModel(str(raw["version"]), *named, weights)


def parts(sentence: Sentence) -> Iterator[set[int]]:
    """Yield the numbers of what stands in a sentence, then in each part of a long one.

    Else an order would hide behind what is said beside it.
    """
    tokens = _P.token.findall(_folded(sentence.text))
    yield _buckets(tokens)
    last = len(tokens) - PART
    if last >= STRIDE:
        for start in (*range(0, last, STRIDE), last):
            yield _buckets(tokens[start : start + PART])


def _buckets(tokens: Sequence[str]) -> set[int]:
    words = ["^"]
    found: set[int] = set()
    for token in tokens:
        word, runs = _read(token)
        found |= runs
        words.append(word)
    words.append("$")
    for i, word in enumerate(words):
        found.add(_bucket(f"w{word}"))
        if i:
            found.add(_bucket(f"b{words[i - 1]} {word}"))
        if i > 1:
            found.add(_bucket(f"t{words[i - 2]} {words[i - 1]} {word}"))
            found.add(_bucket(f"s{words[i - 2]} {word}"))
    return found


def _bucket(told: str) -> int:
    return zlib.crc32(told.encode("utf-8", "replace")) & _MASK


@lru_cache(maxsize=8_192)  # each part of each sentence has them again
def _read(token: str) -> tuple[str, frozenset[int]]:
    """Return as which word a token counts, and its runs of letters."""
    if _P.spaceless.search(token):
        return token[:2], _runs("k", token, _SIGNS)
    if len(token) < _GRAMS[0]:
        return token, frozenset()
    return token, _runs("c", f"<{token}>", _GRAMS)


def _runs(kind: str, told: str, sizes: Sequence[int]) -> frozenset[int]:
    """Return each run of so many letters."""
    return frozenset(
        _bucket(f"{kind}{told[at : at + n]}") for n in sizes for at in range(len(told) - n + 1)
    )


def _folded(text: str) -> str:
    """Return a sentence in small letters without accents and markup, its values by their kind."""
    kinds = _P.mail.sub(" zzmail ", _P.web.sub(" zzurl ", text)).lower().replace("\u2019", "'")
    if not kinds.isascii():
        kinds = _P.accent.sub("", unicodedata.normalize("NFKD", kinds))
        kinds = unicodedata.normalize("NFC", kinds)
    return _P.digits.sub("0", _P.markup.sub(" ", kinds))


def order_sign(text: str) -> Sign | None:
    """Return a sign if a sentence of a text reads like an order or a grant, for the worst one."""
    bar, (worst, quoted) = load_order_model().bar, _worst(text)
    if worst <= bar:
        return None
    weight = min(1 / (1 + math.exp(bar - worst)), _MOST_WEIGHT)
    return weight, "reads like an order to the assistant", quoted


def asks(text: str) -> bool:
    """Tell whether a text may ask for something or allow it: no belief begins with *please*.

    By a lower bar than `order_sign`'s.
    """
    is_over = _worst(text)[0] > load_order_model().asking
    return is_over or _P.request.search(plain(text)) is not None


@lru_cache(maxsize=2_000)  # a passage is judged for each context that it may stand in
def _worst(text: str) -> tuple[float, str]:
    """Return the highest log-odds of a text's sentences, and that sentence."""
    model = load_order_model()
    return max(
        ((model.odds(one), one.text) for one in sentences(text)),
        key=itemgetter(0),
        default=(-math.inf, ""),
    )
