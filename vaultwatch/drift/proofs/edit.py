"""One note then and now: what became of each statement, and what is new.

Pure. The proofs read an edit made once a note and shared by all memories that cite it.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.edits import link_targets
from vaultwatch.notes.model import Statement
from vaultwatch.values.model import Value
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content

PART: Final = 0.3
"""A new statement this much like an old one says a part of it: the sentence was split."""
MOST_PARTS: Final = 2


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """One note before and after."""

    then: tuple[Statement, ...]
    now: tuple[Statement, ...]
    rarity: Mapping[str, float]
    """Of each word of either: log(1 + statements / (1 + statements that say it))."""
    heirs: Mapping[int, tuple[int, ...]]
    """Index then -> indices now that stand in its place, likeliest first; none where it is gone."""
    untouched: frozenset[int]
    """Indices then whose words and marks are the same now."""
    fresh: tuple[int, ...]
    """Indices now that no statement of then says so."""
    added: tuple[int, ...]
    """Those among them that stand in no other's place."""

    @property
    def unsaid(self) -> float:
        """What a word weighs that neither says."""
        return math.log(2 + len(self.then) + len(self.now))

    def weigh(self, words: frozenset[str]) -> float:
        """Return what words weigh together in this note."""
        return sum(self.rarity.get(word, 0.0) for word in words)

    def likeness(self, i: int, j: int) -> float:
        """Return how much a statement of then and one of now say the same words, 0..1."""
        return self.alike(self.then[i].plain, self.now[j].plain)

    def alike(self, one: str, other: str) -> float:
        """Return the weight of the words that two texts share against their mean, 0..1."""
        a, b = content(one), content(other)
        if not a or not b:
            return float(one == other)
        return 2 * self.weigh(a & b) / ((self.weigh(a) + self.weigh(b)) or 1.0)

    def whole(self, i: int) -> str:
        """Return all that stands in a statement's place."""
        return " ".join(self.now[j].plain for j in self.heirs.get(i, ()))


@lru_cache(maxsize=16)
def edit_of(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> NoteEdit:
    """Return what became of a note."""
    aligned = align(then, now)
    said = Counter(word for one in (*then, *now) for word in content(one.plain))
    count = len(then) + len(now) + 1
    rarity = {word: math.log(1 + count / (1 + often)) for word, often in said.items()}
    stood = {aligned.successor[i] for i in aligned.unchanged}
    fresh = tuple(j for j in range(len(now)) if j not in stood)
    made = NoteEdit(then, now, rarity, {}, aligned.unchanged, fresh, aligned.added)
    heirs: dict[int, tuple[int, ...]] = {i: (j,) for i, j in aligned.successor.items()}
    for i in sorted(aligned.successor.keys() - aligned.unchanged):
        parts = sorted(((made.likeness(i, j), -j) for j in aligned.added), reverse=True)
        heirs[i] += tuple(-j for likeness, j in parts[:MOST_PARTS] if likeness >= PART)
    return NoteEdit(then, now, rarity, heirs, aligned.unchanged, fresh, aligned.added)


@lru_cache(maxsize=8_192)
def said_in(statement: Statement) -> tuple[Value, ...]:
    """Return the values of a statement: of its words, and where its links lead (of no length)."""
    targets = link_targets(statement).split()
    led = (Value("identifier", (one.casefold().lstrip("./"),), 0, 0) for one in targets)
    return (*values_of(statement.plain), *led)
