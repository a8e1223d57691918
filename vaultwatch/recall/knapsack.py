"""Choose the parcels of most worth that fit, exactly.

Pure; called by `recall.packing`. The 0/1 knapsack by dynamic programming over tokens (Bellman,
"Dynamic Programming", 1957), with one more dimension where a category is limited in number. Worth
is a whole number, so that equal is equal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

MOST_CELLS: Final = 400_000_000
"""Steps of one choice at most: about a second, and 50 MB for a bit each. Chosen by hand."""

WIDEST_BUDGET: Final = 2_000_000
"""Tokens; the longest context windows of 2025 hold one to two million. Keeps a row at 16 MB."""

Worths: TypeAlias = npt.NDArray[np.int64]
Bits: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Parcel:
    """One thing to take or leave."""

    id: str
    worth: int
    """At least 1; all together below 2^63."""
    tokens: int
    """At least 1."""
    category: str


@dataclass(frozen=True, slots=True)
class _Bag:
    """The parcels of one category by id, and for each when to take it."""

    parcels: tuple[Parcel, ...]
    limit: int | None
    """How many may be taken; None where the number never stops anyone."""
    takes: tuple[Bits, ...]
    """For each parcel bits [places left - 1, tokens left]: taking it is no worse than leaving it.
    Packed by eight along the tokens; one row where there is no limit."""


def widest_budget(parcels: Sequence[Parcel], quotas: Mapping[str, int]) -> int:
    """Return the most tokens that these parcels can be weighed for within our limits.

    62,500 for 200 parcels with a quota of 32; `WIDEST_BUDGET` for 200 without quotas.
    """
    rows = max((limit or 1 for _, limit in _by_category(parcels, quotas)), default=1)
    return min(WIDEST_BUDGET, MOST_CELLS // (rows * max(1, len(parcels))))


def choose(parcels: Sequence[Parcel], budget: int, quotas: Mapping[str, int]) -> frozenset[str]:
    """Return the ids of the choice of most worth.

    Among choices of equal worth the one of fewest tokens; among these the one whose parcels, sorted
    by category and id, come first. So the order of `parcels` never shows.

    Args:
        parcels: n of them, ids unique. O(n * quota * budget) steps.
        budget: tokens that the chosen may take together.
        quotas: most parcels of a category; a category not named has no limit.
    """
    width = min(budget, sum(parcel.tokens for parcel in parcels))
    fitting = [parcel for parcel in parcels if parcel.tokens <= width]
    if not fitting:
        return frozenset()
    best: Worths = np.zeros(width + 1, dtype=np.int64)  # by tokens left
    shelves: list[_Bag] = []
    # Weighed from the last, so that the walk can decide from the first.
    for group, limit in reversed(list(_by_category(fitting, quotas))):
        best, shelf = _weigh(group, limit, best)
        shelves.append(shelf)
    fewest = int(np.searchsorted(best, best[-1]))  # never falling: the first that is as good
    return frozenset(_walk(reversed(shelves), fewest))


def _by_category(
    parcels: Sequence[Parcel], quotas: Mapping[str, int]
) -> Iterator[tuple[tuple[Parcel, ...], int | None]]:
    """Yield each category's parcels by id, with the limit where it can stop any of them."""
    in_order = sorted(parcels, key=lambda parcel: (parcel.category, parcel.id))
    for category, members in groupby(in_order, key=lambda parcel: parcel.category):
        group = tuple(members)
        limit = max(0, quotas.get(category, len(group)))
        if limit > 0:
            yield group, limit if limit < len(group) else None


def _weigh(group: tuple[Parcel, ...], limit: int | None, best: Worths) -> tuple[Worths, _Bag]:
    """Return the best worths with one category more, and when to take each of its parcels.

    Args:
        group: its parcels by id.
        limit: how many of them at most.
        best: the best worth of the categories behind it, by tokens left.
    """
    # Row k: with at most k parcels of this category. Without a limit one row stands for all.
    table = np.tile(best, (1 if limit is None else limit + 1, 1))
    without, within = (table, table) if limit is None else (table[:-1], table[1:])
    takes: list[Bits] = []
    for parcel in reversed(group):
        taken = without[:, : best.size - parcel.tokens] + parcel.worth  # a copy, read before write
        left = within[:, parcel.tokens :]
        is_taken = np.zeros(within.shape, dtype=np.bool_)
        np.greater_equal(taken, left, out=is_taken[:, parcel.tokens :])
        takes.append(np.packbits(is_taken, axis=1))
        np.maximum(taken, left, out=left)
    return table[-1], _Bag(group, limit, tuple(reversed(takes)))


def _walk(shelves: Iterator[_Bag], tokens_left: int) -> Iterator[str]:
    """Yield what is taken, deciding in the order of category and id."""
    for shelf in shelves:
        places_left = 1 if shelf.limit is None else shelf.limit
        for parcel, takes in zip(shelf.parcels, shelf.takes, strict=True):
            if places_left and _bit(takes, places_left - 1, tokens_left):
                yield parcel.id
                tokens_left -= parcel.tokens
                places_left -= 0 if shelf.limit is None else 1


def _bit(packed: Bits, row: int, column: int) -> bool:
    return bool(packed[row, column // 8] >> (7 - column % 8) & 1)
