"""Decide whether two memories say nearly the same, so that a budget is not spent twice on one.

Pure; called by `recall.packing`. Looser than `memories.likeness`, which decides whether a memory is
kept at all: here a false twin costs a place in one answer. Even so, other numbers, names of things
or negations make another memory, however many words are shared. `is_alike` is looser still: what it
joins shares one voice's room, and neither stands for the other.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vaultwatch.late_regex import late_regex
from vaultwatch.values.model import Value
from vaultwatch.values.polarity import denials
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content, stemming_of, words_in

NEARLY: Final = 0.8
"""Least share of common words (Jaccard, 1901). Chosen by hand: of nine words one may be another."""

ALIKE: Final = 0.75
"""Least cosine of two texts that count as one voice. Chosen by hand between what was measured with
MiniLM: of the pairs among five wordings of a false fact (PoisonedRAG, 30 facts) some 95% reach it,
of the pairs among the memories of three honest vaults 14 of 42,000."""

_KEPT_GISTS = 2_000
"""Chosen by hand: some megabytes."""
_LITTLE_WORDS: Final = 3
"""Most words that come into a rewording and say little by themselves. Chosen by hand."""

UnitVector: TypeAlias = npt.NDArray[np.float32]

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_LETTERS = rf"[^\W_{_UNSPACED}]+"
_RUN = late_regex(rf"([{_UNSPACED}]+)|{_LETTERS}(?:['\u2019]{_LETTERS})*")
"""Chinese and Japanese without spaces, or a word or number."""


@dataclass(frozen=True, slots=True)
class Gist:
    """A text, and the words that are looked at first: most pairs share too few of them."""

    text: str
    words: frozenset[str]
    """Words and numbers without case; of Chinese and Japanese each pair of characters."""


@lru_cache(maxsize=_KEPT_GISTS)
def gist_of(text: str) -> Gist:
    """Return what of a text is compared."""
    words: set[str] = set()
    for found in _RUN.finditer(unicodedata.normalize("NFC", text).casefold()):
        run = found[0]
        if found[1]:
            words.update(run[place : place + 2] for place in range(max(1, len(run) - 1)))
        else:
            words.add(run)
    return Gist(text, frozenset(words))


def says_nearly(one: Gist, other: Gist) -> bool:
    """Tell whether two texts say nearly the same; texts without any word never do."""
    return _share(one, other) >= NEARLY and agree_exactly(one, other)


def _share(one: Gist, other: Gist) -> float:
    shared = len(one.words & other.words)
    return shared / (len(one.words) + len(other.words) - shared) if shared else 0.0


@lru_cache(maxsize=16)  # a context is packed again where a note speaks against what is in it
def like_those_before(gists: tuple[Gist, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each text the places of those before it that say nearly the same.

    Two sets of words with so large a share in common have one in common among the rarest few of
    each (prefix filtering: Chaudhuri, Ganti & Kaushik, ICDE 2006): the others are not compared.
    """
    counts = Counter(word for gist in gists for word in gist.words)
    holders: dict[str, list[int]] = defaultdict(list)
    found = []
    sizes = [len(gist.words) for gist in gists]
    bits = {word: 1 << number for number, word in enumerate(counts)}
    masks = [sum(map(bits.__getitem__, gist.words)) for gist in gists]  # quicker than sets
    for place, gist in enumerate(gists):
        least, most = sizes[place] * NEARLY - 1e-9, sizes[place] / NEARLY + 1e-9
        rare = sorted(gist.words, key=lambda word: (counts[word], word))
        likely: set[int] = set()
        for word in rare[: len(rare) - int(len(rare) * NEARLY) + 1]:
            likely.update(holders[word])
            holders[word].append(place)
        near = []
        for other in sorted(likely):
            if least <= sizes[other] <= most:
                shared = (masks[other] & masks[place]).bit_count()
                is_near = shared >= NEARLY * (sizes[other] + sizes[place] - shared) - 1e-9
                if is_near and says_nearly(gists[other], gist):
                    near.append(other)
        found.append(tuple(near))
    return tuple(found)


def agree_exactly(one: Gist, other: Gist) -> bool:
    """Tell whether two texts hold the same numbers, names of things and negations."""
    return _values(one.text) == _values(other.text) and _denied(one.text) == _denied(other.text)


def is_reworded(now: str, shown: str, *, most_added: int) -> bool:
    """Tell whether a text says what was shown in other words, or less of it, and nothing else.

    No other number, name or negation stands in it, and what is denied is the same. Words that say
    little may come in too, a few.
    """
    if _denied(now) != _denied(shown):
        return False
    theirs = iter(_values(shown))
    if not all(value in theirs for value in _values(now)):  # in order
        return False
    language = stemming_of(shown)
    added = content(now, language) - content(shown, language)
    if any(one.stem in added and now[one.start].isupper() for one in words_in(now, language)[1:]):
        return False  # another name
    is_few = len(added) <= most_added
    return is_few and len(gist_of(now).words - gist_of(shown).words) <= most_added + _LITTLE_WORDS


def is_alike(one: UnitVector | None, other: UnitVector | None) -> bool:
    """Tell whether two texts, by their vectors of length 1, say much the same in other words."""
    return one is not None and other is not None and float(one @ other) >= ALIKE


def exact_values(text: str) -> list[Value]:
    """Return numbers, dates, times and identifiers in order: `3 of 5` is not `5 of 3`."""
    return [one for one in values_of(text) if one.kind not in {"name", "quote"}]


@lru_cache(maxsize=_KEPT_GISTS)
def _values(text: str) -> tuple[tuple[object, ...], ...]:
    return tuple((one.kind, one.bound, *one.key) for one in exact_values(_lowered(text)))


def _lowered(text: str) -> str:
    """Return a text that shouts in small letters: else its words look like identifiers."""
    return text.casefold() if text.isupper() else text


@lru_cache(maxsize=_KEPT_GISTS)
def _denied(text: str) -> tuple[str, ...]:
    """Return what stands behind each negation: `not A but B` is not `A but not B`."""
    telling = [one for one in words_in(text) if content(text[one.start : one.end])]
    behind = (next((one.stem for one in telling if one.start > at), "") for at in denials(text))
    return tuple(behind)


# Find what is said twice across stores and the vault. Within one store `memories.stores.lint` finds
# it, among the vault's own memories `upkeep.meeting`; that one also of two values everywhere.

LEAST_WORDS: Final = 4
"""Of a text that is called a double: fewer are said twice by chance. Chosen by hand."""
MOST_TRIED: Final = 50
"""Others that one text is held against. Chosen by hand: bounds the time on lists of one wording."""
MOST_CHARS: Final = 2_000
"""Of a text that is compared. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class HeldText:
    """A record or memory, as it is held against others."""

    id: str
    text: str
    store: str
    """The store's name; empty for a memory of the vault."""


def doubles(said: Sequence[HeldText]) -> list[tuple[str, ...]]:
    """Return the ids of those that say the same or nearly so across stores, by group."""
    leads: dict[str, str] = {}

    def lead(id_: str) -> str:
        while leads.setdefault(id_, id_) != id_:
            id_ = leads[id_]
        return id_

    gists = [gist_of(one.text[:MOST_CHARS]) for one in said]
    stores = [one.store for one in said]
    for first, second in _near(gists):
        if lead(said[first].id) != lead(said[second].id):
            leads[lead(said[second].id)] = lead(said[first].id)
    groups: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(said):
        if one.id in leads:
            groups[lead(one.id)].append(place)
    return [
        tuple(said[place].id for place in group)
        for group in groups.values()
        if len({stores[place] for place in group}) > 1
    ]


def _near(gists: Sequence[Gist]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that say nearly the same.

    Two sets of words with so large a share in common have one in common among the rarest few of
    each (prefix filtering: Chaudhuri, Ganti & Kaushik, ICDE 2006).
    """
    counts = Counter(word for gist in gists for word in gist.words)
    holders: dict[str, list[int]] = defaultdict(list)
    seen: dict[frozenset[str], dict[str, int]] = defaultdict(dict)
    for place, gist in enumerate(gists):
        if len(gist.words) < LEAST_WORDS:
            continue
        same = seen[gist.words]
        twin = same.get(gist.text)
        if twin is not None:  # word for word: the first stands for all
            yield twin, place
            continue
        same[gist.text] = place
        rare = sorted(gist.words, key=lambda word: (counts[word], word))
        asked = rare[: len(rare) - int(len(rare) * NEARLY) + 1]
        tried: set[int] = set()
        for word in asked:
            for other in holders[word]:
                if other in tried or len(tried) >= MOST_TRIED:
                    continue
                tried.add(other)
                if says_nearly(gist, gists[other]):
                    yield other, place
            holders[word].append(place)
