"""Say what became of every statement of a note: unchanged, moved, reworded or gone.

Pure. Equal digests first, in order; then the most alike of what is left, where a shared rare word,
the same property key or the same place between unchanged neighbours counts, and a column name that
every row holds does not.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.words import Rarity, Words, holds, words_of
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
        news = [j for j in now if low < j < high]
        if len(news) == len(olds):
            slots.update(zip(olds, news, strict=True))
    return slots


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
    for i in left:
        for j in free:
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
