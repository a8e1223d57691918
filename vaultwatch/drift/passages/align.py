"""Say what became of every statement of a note: unchanged, moved, reworded or gone.

Pure. Equal digests first, in order; then the most alike of what is left, where a shared rare word,
the same property key or the same place between unchanged neighbours counts, and a column name that
every row holds does not.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from vaultwatch.drift.language.words import PREFIX, Rarity, Words, holds, words_of
from vaultwatch.notes.model import Statement

MIN_ALIKE: Final = 0.34
"""Two statements less alike are not one another's successor. Chosen by hand."""
_HARDLY_ALIKE: Final = 0.08
_SAME_KEY: Final = 0.6
_SAME_BLOCK: Final = 0.5
_SAME_PLACE: Final = 0.14
_SAME_SLOT: Final = 0.12
_SAME_SECTION: Final = 0.05
_SAME_KIND: Final = 0.03

MAX_PAIRS: Final = 60_000
"""Pairs of changed statements up to which each is held against each. At 14 us a pair (measured) a
note of 64 kB that was rewritten took 15 s. Above, each is held against the likely ones alone."""
LIKELY: Final = 24
"""Statements that share the most rare words with one. Chosen by hand."""
_RARE: Final = 32
"""A word that stands in more of the statements tells no successor."""
_BESIDE: Final = 4
"""Statements around the same place that are tried too."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which statement of now stands where one of then stood."""

    successor: Mapping[int, int]
    """Index then -> index now; a missing one is gone."""
    unchanged: frozenset[int]
    """Indices then whose words and task mark are the same now, wherever they stand."""
    added: tuple[int, ...]
    """Indices now that succeed nothing."""
    edited: tuple[int, ...]
    """Indices now that succeed a statement with other words."""


def _exact_pairs(then: Sequence[Statement], now: Sequence[Statement]) -> dict[int, int]:
    """Pair equal digests: first within one section, then anywhere, each in order."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for within_section in (True, False):
        waiting: dict[object, list[int]] = defaultdict(list)
        for j in reversed(range(len(now))):
            if j not in taken:
                waiting[now[j].digest, now[j].section if within_section else None].append(j)
        for i, statement in enumerate(then):
            key = (statement.digest, statement.section if within_section else None)
            if i not in pairs and waiting[key]:
                pairs[i] = waiting[key].pop()
                taken.add(pairs[i])
    return pairs


def _neighbours(pairs: Mapping[int, int], count: int) -> list[tuple[int, int]]:
    """Return for each index then the index now of the nearest paired statement before and after."""
    before, last = [], -1
    for i in range(count):
        last = pairs.get(i, last)
        before.append(last)
    after, following = [0] * count, 1_000_000_000
    for i in reversed(range(count)):
        following = pairs.get(i, following)
        after[i] = following
    return list(zip(before, after, strict=True))


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A statement's words and what each weighs in its note."""

    words: Words
    weights: Mapping[str, float]
    total: float


def _weigh(statement: Statement, rarity: Rarity) -> _Weighed:
    words = words_of(statement.plain)
    weights = {norm: rarity.weight(norm, kind) for norm, kind in words.kinds.items()}
    return _Weighed(words, weights, sum(weights.values()))


def alike(left: Statement, right: Statement, rarity: Rarity) -> float:
    """Return how alike two statements' words are, 0..1, by what both say against what each says."""
    a, b = _weigh(left, rarity), _weigh(right, rarity)
    if not a.total + b.total:
        return 1.0 if left.plain == right.plain else 0.0
    return _alike(a, b)


def _alike(a: _Weighed, b: _Weighed) -> float:
    are_apart = a.weights.keys().isdisjoint(b.weights)
    are_apart = are_apart and a.words.prefixes.isdisjoint(b.words.prefixes)
    # Dates and identifiers may still match in part.
    if are_apart and not (_has_partial(a) and _has_partial(b)):
        return 0.0
    both = sum(w * holds(b.words, norm) for norm, w in a.weights.items())
    both += sum(w * holds(a.words, norm) for norm, w in b.weights.items())
    # The smaller one's share too: a sentence that grew is still that sentence.
    smaller = min(a.total, b.total)
    inside = min(1.0, both / 2 / smaller) if smaller else 0.0
    return 0.65 * both / ((a.total + b.total) or 1.0) + 0.35 * inside


def _has_partial(weighed: _Weighed) -> bool:
    return any(norm[0] in "@=" for norm in weighed.weights)


def _place_bonus(
    then: Statement, now: Statement, index: tuple[int, int], gap: tuple[int, int]
) -> float:
    bonus = 0.0
    if then.key is not None and then.key == now.key:
        bonus += _SAME_KEY
    if then.block_id is not None and then.block_id == now.block_id:
        bonus += _SAME_BLOCK
    if gap[0] < index[1] < gap[1]:
        bonus += _SAME_PLACE
    bonus += _SAME_SECTION * (then.section == now.section) + _SAME_KIND * (then.kind == now.kind)
    return bonus


def _slots(
    then: Sequence[int], now: Sequence[int], gaps: Sequence[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Return the pairs that stand at the same position of a gap with as many lines then as now."""
    slots: set[tuple[int, int]] = set()
    by_gap: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i in then:
        by_gap[gaps[i]].append(i)
    for (low, high), olds in by_gap.items():
        news = now[bisect_right(now, low) : bisect_left(now, high)]
        if len(news) == len(olds):
            slots.update(zip(olds, news, strict=True))
    return slots


def _likely_pairs(
    then: Sequence[Statement],
    now: Sequence[Statement],
    olds: Mapping[int, _Weighed],
    news: Mapping[int, _Weighed],
    gaps: Sequence[tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    """Yield the pairs worth a comparison, a number that grows with the statements alone.

    A likely successor has the same key or block id, shares rare words, or stands as far behind the
    last unchanged statement as the old one stood.
    """
    standing: dict[object, list[int]] = defaultdict(list)
    for j, weighed in news.items():
        for mark in (*_names(now[j]), *_forms(weighed)):
            standing[mark].append(j)
    free = sorted(news)
    ranks: Counter[tuple[int, int]] = Counter()
    for i, weighed in olds.items():
        votes: dict[int, float] = defaultdict(float)
        for norm, weight in _forms(weighed).items():
            holders = standing.get(norm, ())
            for j in holders if len(holders) <= _RARE else ():
                votes[j] += weight
        tried = [j for name in _names(then[i]) for j in standing.get(name, ())[:LIKELY]]
        tried += sorted(votes, key=lambda j: (-votes[j], j))[:LIKELY]
        low, high = gaps[i]
        place = bisect_right(free, low) + ranks[low, high]
        ranks[low, high] += 1
        tried += free[max(place - _BESIDE, 0) : place + _BESIDE + 1]
        yield from ((i, j) for j in dict.fromkeys(tried))


def _names(statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return what names a statement beyond its words."""
    named = (("key", statement.key), ("block", statement.block_id))
    return tuple((kind, name) for kind, name in named if name is not None)


def _forms(weighed: _Weighed) -> dict[str, float]:
    """Return the words, and their beginnings as `holds` looks at them."""
    beginnings = {norm[:PREFIX]: weight for norm, weight in weighed.weights.items()}
    return beginnings | dict(weighed.weights)


@lru_cache(maxsize=16)
def align(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> Alignment:
    """Return what became of each statement.

    Args:
        then: the note's statements in the baseline.
        now: the note's statements as it stands.
    """
    pairs = _exact_pairs(then, now)
    unchanged = frozenset(pairs)
    left = [i for i in range(len(then)) if i not in pairs]
    free = sorted(set(range(len(now))) - set(pairs.values()))
    gaps = _neighbours(pairs, len(then))
    slots = _slots(left, free, gaps)
    rarity = Rarity((*then, *(now[j] for j in free)))
    olds = {i: _weigh(then[i], rarity) for i in left}
    news = {j: _weigh(now[j], rarity) for j in free}
    candidates = []
    pairs_to_try = (
        product(left, free)
        if len(left) * len(free) <= MAX_PAIRS
        else _likely_pairs(then, now, olds, news, gaps)
    )
    for i, j in pairs_to_try:
        if (then[i].kind == "heading") != (now[j].kind == "heading"):
            continue
        likeness = _alike(olds[i], news[j])
        bonus = _place_bonus(then[i], now[j], (i, j), gaps[i])
        bonus += _SAME_SLOT * ((i, j) in slots)
        if likeness + bonus >= MIN_ALIKE and (likeness > _HARDLY_ALIKE or bonus >= _SAME_KEY):
            candidates.append((likeness + bonus, -i, -j))
    taken: set[int] = set()
    for _, i, j in sorted(candidates, reverse=True):
        if -i not in pairs and -j not in taken:
            pairs[-i] = -j
            taken.add(-j)
    return Alignment(
        successor=pairs,
        unchanged=unchanged,
        added=tuple(j for j in free if j not in taken),
        edited=tuple(sorted(taken)),
    )
