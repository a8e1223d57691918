"""Pair the sentences of a translated stretch of a note with those that stood there.

Pure. `passages.translations` asks. Which became which is told by place, length and what both say
alike; which language a statement is in by itself, or by its section.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from vaultwatch.drift.language.languages import are_apart, languages_of
from vaultwatch.drift.language.tokens import tokens
from vaultwatch.drift.passages.align import Alignment, align
from vaultwatch.notes.model import SectionPath, Statement

Pair: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Indices then, and what stands for them: one for one, or two on one side."""

_READ_KINDS: Final = frozenset({"sentence", "list_item", "task", "heading", "table_row"})
"""Properties keep their keys, and code its language."""
_AROUND: Final = 12
"""How far from its place in proportion a statement may stand now."""
_MOST: Final = 4_000
"""Statements of one changed stretch, then and now together, that are read."""
_SKIPPED: Final = 0.3
_JOINED: Final = 0.25
_FITS: Final = 0.6
_SHARED: Final = 1.0
"""What a pairing loses for a statement left over and for two taken as one, and gains where the
lengths fit and where the same values stand. Chosen by hand."""
_SHORT: Final = 12
"""Letters that a short text may be longer whatever its share."""
_DENSE: Final = 2.5
"""What a Chinese, Japanese or Korean sign counts in letters."""


@lru_cache(maxsize=16)
def translated_pairs(
    then: tuple[Statement, ...], now: tuple[Statement, ...]
) -> tuple[tuple[Pair, frozenset[str], frozenset[str]], ...]:
    """Return what was translated into what, each with the languages it was and is in.

    Args:
        then: the note's statements in the baseline.
        now: the note's statements as it stands.
    """
    aligned = align(then, now)
    tongues = _Tongues(then, now)
    found: list[tuple[Pair, frozenset[str], frozenset[str]]] = []
    for olds, news in _stretches(then, now, aligned):
        if len(olds) + len(news) <= _MOST and tongues.may_differ(olds, news):
            told = (
                (tongues.of(0, a), tongues.of(1, b), (a, b))
                for a, b in _paired(then, now, olds, news)
            )
            found += [(pair, was, is_now) for was, is_now, pair in told if are_apart(was, is_now)]
    return tuple(found)


def length_of(statements: Iterable[Statement]) -> float:
    """Return how long some statements are, in letters of an alphabet."""
    return sum(
        len(one.plain) + (_DENSE - 1) * sum(letter > "\u3000" for letter in one.plain)
        for one in statements
    )


class _Tongues:
    """The languages of the statements of a note, then and now."""

    def __init__(self, then: Sequence[Statement], now: Sequence[Statement]) -> None:
        self._sides = then, now
        self._by_section: tuple[dict[SectionPath, frozenset[str]], ...] = ({}, {})

    def of(self, side: int, indices: Iterable[int]) -> frozenset[str]:
        """Return the languages that statements may be in: by themselves, else by their section."""
        statements = [self._sides[side][index] for index in indices]
        # A row repeats what its columns are called.
        is_row = any(one.kind == "table_row" for one in statements)
        own = languages_of(" ".join(one.plain for one in statements))
        if own and not is_row:
            return own
        section, sections = statements[0].section, self._by_section[side]
        if section not in sections:
            texts = (
                one.plain
                for one in self._sides[side]
                if one.section == section and one.kind in _READ_KINDS
            )
            sections[section] = languages_of(" \n".join(texts))
        return sections[section]

    def may_differ(self, olds: Iterable[int], news: Iterable[int]) -> bool:
        """Tell whether a stretch came to hold a language that it did not."""
        before = [self.of(0, [i]) for i in olds]
        return any(are_apart(old, self.of(1, [j])) for j in news for old in before)


def _stretches(
    then: Sequence[Statement], now: Sequence[Statement], aligned: Alignment
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield what stood and what stands between two statements that stand in order as they did."""
    kept: list[tuple[int, int]] = []
    for i in sorted(aligned.unchanged):
        if not kept or aligned.successor[i] > kept[-1][1]:
            kept.append((i, aligned.successor[i]))
    succeeding = {aligned.successor[i] for i in aligned.unchanged}
    edges = [(-1, -1), *kept, (len(then), len(now))]
    for (i, j), (end, last) in pairwise(edges):
        olds = [k for k in range(i + 1, end) if k not in aligned.unchanged]
        news = [k for k in range(j + 1, last) if k not in succeeding]
        olds = [k for k in olds if then[k].kind in _READ_KINDS]
        news = [k for k in news if now[k].kind in _READ_KINDS]
        if olds and news:
            yield olds, news


def _paired(
    then: Sequence[Statement], now: Sequence[Statement], olds: Sequence[int], news: Sequence[int]
) -> list[Pair]:
    """Pair two stretches in order, one with one or with two: the pairing that fits best.

    As sentences of two languages are aligned (Gale and Church, Computational Linguistics 1993),
    with what both say alike beside their lengths.
    """
    left = [_Side(then[i]) for i in olds]
    right = [_Side(now[j]) for j in news]
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    slope = len(right) / len(left)
    for i in range(len(left) + 1):
        middle = i * slope
        low, high = max(0, int(middle) - _AROUND), min(len(right), int(middle) + _AROUND + 1)
        for j in range(low, high + 1):
            options = [
                (best[i - a, j - b][0] + _worth(left[i - a : i], right[j - b : j]), (a, b))
                for a, b in ((1, 1), (1, 2), (2, 1), (1, 0), (0, 1))
                if (i - a, j - b) in best
            ]
            if options:
                best[i, j] = max(options)
    at = len(left), len(right)
    pairs = []
    while at in best and at != (0, 0):
        a, b = best[at][1]
        if a and b:
            ends = tuple(olds[at[0] - a : at[0]]), tuple(news[at[1] - b : at[1]])
            pairs.append(ends)
        at = at[0] - a, at[1] - b
    return pairs[::-1]


class _Side:
    """What one statement lends to its pairing."""

    def __init__(self, statement: Statement) -> None:
        self.kind = statement.kind
        self.length = length_of([statement])
        self.marks = frozenset(
            token.norm
            for token in tokens(statement.plain)
            if token.kind not in ("stop", "negation", "cjk") and len(token.norm) > 1
        )


def _worth(left: Sequence[_Side], right: Sequence[_Side]) -> float:
    """Return how well some statements fit some others."""
    if not left or not right:
        return -_SKIPPED
    if any((a.kind == "heading") != (b.kind == "heading") for a in left for b in right):
        return -math.inf
    lengths = sum(one.length for one in left), sum(one.length for one in right)
    fits = 1.0 - abs(math.log((lengths[0] + _SHORT) / (lengths[1] + _SHORT)))
    ours = frozenset().union(*(one.marks for one in left))
    theirs = frozenset().union(*(one.marks for one in right))
    shared = len(ours & theirs) / (min(len(ours), len(theirs)) or 1)
    is_joined = len(left) + len(right) > len("ab")
    return _FITS * fits + _SHARED * shared - _JOINED * is_joined
