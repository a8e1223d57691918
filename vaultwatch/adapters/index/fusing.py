"""Make one ranking of how near passages are to a question and of the words that they hold.

Pure. Called by the chunk store, in whose places rows stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vaultwatch.recall.signals import EVEN
from vaultwatch.recall.word_weight import POWER, WORD_WEIGHT

Floats: TypeAlias = npt.NDArray[np.float64]
RowPlaces: TypeAlias = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class WordRows:
    """The rows that hold one word of a question."""

    places: RowPlaces
    strengths: Floats
    """BM25 of each."""
    worth: float
    """The most that a row could have for it."""


@dataclass(frozen=True, slots=True)
class RowsAsked:
    """The rows that a question is held against."""

    ids: Sequence[str]
    notes: RowPlaces
    """The number of each row's note."""
    passing: npt.NDArray[np.bool_]
    """Which of them may be found."""
    cosines: Floats | None
    """Not a number where a row has no vector; None where the question has none."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What was found, best first; one entry a hit in each."""

    places: RowPlaces
    scores: Floats
    """0 to 1."""
    shares: Floats
    """Of what the question's words weigh, the part that a row and its note hold."""
    cosines: Floats
    near_ranks: RowPlaces
    """1-based; 0 where there is no vector."""
    said_ranks: RowPlaces
    """1-based; 0 where a row holds no word."""

    def first(self, count: int) -> "Ranking":
        """Return the best of them alone."""
        return Ranking(*(getattr(self, name)[:count] for name in self.__slots__))


def ranked(
    looked: RowsAsked, said: Sequence[WordRows], *, word_weight: float, limit: int
) -> Ranking:
    """Return the best rows: the cosine, lifted by the share of the words.

    Both mean the same in any store: what a word weighs is measured by the row that holds it best,
    so one that stands nowhere makes the others worth less. Fused among the best candidates alone
    (Montague & Aslam, CIKM 2001) a dialogue's recall@5 is .05 lower, and by z-scores over the whole
    store what is asked in other words sinks (MRR .741 to .638); see benchmarks/recall.py.
    """
    own, shares = _shares(looked, said)
    if looked.cosines is None:
        can = looked.passing & (own > 0)
        cosines = np.full(len(own), np.nan)
        sums = shares / (shares[can].max() if can.any() else 1.0)
    else:
        cosines = looked.cosines
        has_one = ~np.isnan(cosines)
        can = looked.passing & (has_one | (own > 0))
        # Of a row without a vector nothing is known: it is taken for one far off.
        lowest = float(cosines[has_one].min()) if has_one.any() else 0.0
        sums = np.where(has_one, cosines, lowest) + word_weight * shares**POWER
        # Of as much whatever words count, so that what else speaks for a passage weighs the same.
        sums = _settled(sums * (1 + WORD_WEIGHT) / (1 + word_weight))
    best = _best(np.flatnonzero(can), sums, looked.ids, max(limit, 0))
    return Ranking(
        places=best,
        scores=np.clip(sums[best], 0.0, 1.0),
        shares=shares[best],
        cosines=cosines[best],
        near_ranks=_ranks(cosines, looked.passing & ~np.isnan(cosines), best),
        said_ranks=_ranks(own, looked.passing & (own > 0), best),
    )


def _shares(looked: RowsAsked, said: Sequence[WordRows]) -> tuple[Floats, Floats]:
    """Return of what the words weigh what each row holds, and the mean of that and its note's."""
    own = np.zeros(len(looked.ids))
    count = int(looked.notes.max()) + 1 if looked.notes.size else 0
    whole = np.zeros(count)
    for word in said:
        own[word.places] += word.strengths
        by_note = np.zeros(count)
        np.maximum.at(by_note, looked.notes[word.places], word.strengths)
        whole += by_note
    total = sum(word.worth for word in said) or 1.0
    own /= total
    return own, (own + whole[looked.notes] / total) / 2 if said else own


def _settled(sums: Floats) -> Floats:
    """Return sums as `signals.settled` does."""
    above = np.maximum(sums - EVEN, 0.0)
    return np.minimum(sums, EVEN) + (1 - EVEN) * np.tanh(above / (1 - EVEN))


def _best(found: RowPlaces, sums: Floats, ids: Sequence[str], limit: int) -> RowPlaces:
    """Return the places of the greatest sums; equal ones by id, so that an index answers alike."""
    if found.size > limit > 0:
        least = np.partition(sums[found], found.size - limit)[found.size - limit]
        found = found[sums[found] >= least]
    order = sorted(found.tolist(), key=lambda place: (-sums[place], ids[place]))
    return np.array(order[:limit], np.intp)


def _ranks(values: Floats, among: npt.NDArray[np.bool_], places: RowPlaces) -> RowPlaces:
    """Return the 1-based places in a ranking; of equal values as they come, 0 for none."""
    ascending = np.sort(values[among])
    ranks = np.zeros(len(places), np.intp)
    taken: dict[int, int] = {}
    for at, place in enumerate(places.tolist()):
        if among[place]:
            rank = ascending.size - int(np.searchsorted(ascending, values[place], "right")) + 1
            ranks[at] = rank + taken.get(rank, 0)
            taken[rank] = taken.get(rank, 0) + 1
    return ranks
