"""What a memory asserts: its words and values, and the statements of its note that say them.

Pure. A slot is a value of the memory with the place in the note where it stood.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.proofs.edit import NoteEdit, said_in
from vaultwatch.notes.model import Statement
from vaultwatch.values.equality import same
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content

OF_THE_TITLE: Final = 0.3
"""What a word of the note's own name counts: every statement there is about it."""
UNDER: Final = 0.4
"""What a word counts that only stands above a statement, in its headings or its list's line."""
BY_VALUE: Final = 0.08
"""What a value that both give adds, for at most three."""
NEAR_BEST: Final = 0.8
MOST_SUPPORTS: Final = 4
MOST_SEARCHED: Final = 25
HOLDS_VALUE: Final = 0.45
"""A slot's statement speaks of the memory at least this much beside the best one; one with a key
or a link's target, `HOLDS_KEY`."""
HOLDS_KEY: Final = 0.3
LONGEST_QUOTE: Final = 5
"""Words up to which a quotation is a value; a longer one is a sentence."""


@dataclass(frozen=True, slots=True)
class Asserted:
    """What a memory says, its citation aside."""

    text: str
    words: frozenset[str]
    title: frozenset[str]
    values: tuple[Value, ...]
    negations: int

    def share(self, edit: NoteEdit, statement: Statement, without: Collection[str] = ()) -> float:
        """Return how much of the memory a statement says, 0..1 and a little for shared values."""
        own = content(statement.plain)
        around = content(" ".join((*statement.section, statement.context)))
        total = got = 0.0
        for word in self.words.difference(without):
            weight = edit.rarity.get(word, edit.unsaid) * (
                OF_THE_TITLE if word in self.title else 1.0
            )
            total += weight
            got += weight * (1.0 if word in own else UNDER if word in around else 0.0)
        if not got:
            return 0.0
        typed = [value for value in self.values if value.kind in TYPED]
        there = said_in(statement) if typed else ()
        hits = sum(any(same(value, other) for other in there) for value in typed)
        return min(1.0, got / (total or 1.0) + BY_VALUE * min(hits, 3))


_CITED: Final = r"\W?\(\s*{name}\s*\)|^{name}\s*:|\W*{name}\W*$"
"""A note's name where it only says whence: in brackets, or at an edge."""
_CITED_TOO: Final = r"\W?\(\s*{name}\s*\)|\s*[,;.]\s*{name}\W*$"
"""Another cited note's name likewise; at the end behind a mark alone: a sentence may end in it."""


@lru_cache(maxsize=1_024)
def asserted(belief: Belief) -> Asserted:
    """Return what a memory asserts of the note it cites."""
    whence = [_CITED.format(name=re.escape(belief.note_title))]
    whence += [_CITED_TOO.format(name=re.escape(name)) for name in belief.others]
    text = belief.text
    for _ in whence:  # several may stand in a row, in any order
        text = re.sub("|".join(whence), "", text)
    text = text.replace("`", "").strip(" ,:")
    title = content(f"{belief.note_title} {belief.was_titled}")
    values = tuple(
        value
        for value in values_of(text)
        if not (value.kind == "quote" and len(str(value.key[0]).split()) > LONGEST_QUOTE)
        and (
            value.kind not in ("name", "identifier", "number")
            or not content(text[value.start : value.end]) <= title
        )
    )
    return Asserted(text, content(text), title, values, negations(text))


@dataclass(frozen=True, slots=True)
class Slot:
    """A value that the memory asserts, and where its note said it."""

    value: Value
    """As the memory gives it."""
    at: int
    """Index then of the statement that gives it."""
    there: Value
    """As that statement gives it."""


@dataclass(frozen=True, slots=True)
class RestsOn:
    """What of a note a memory rests on."""

    shares: Mapping[int, float]
    """How much of the memory each statement of then says."""
    top: int
    """Index then of the one that says most."""
    slots: tuple[Slot, ...]
    rests_on: tuple[int, ...]
    """Indices then of all that it rests on: `top` first."""

    @property
    def best(self) -> float:
        """How much of the memory the best statement says."""
        return self.shares[self.top]


def grounds_of(memory: Asserted, edit: NoteEdit) -> RestsOn | None:
    """Return what a memory rests on; None where its note said nothing."""
    shares = {
        i: memory.share(edit, one) for i, one in enumerate(edit.then) if one.kind != "heading"
    }
    order = sorted(shares, key=lambda i: (-shares[i], i))
    if not order or not shares[order[0]]:
        return None
    best = shares[order[0]]
    slots = []
    for value in memory.values:
        places = [
            Slot(value, i, there)
            for i in order[:MOST_SEARCHED]
            for there in _places(value, edit.then[i])[:1]
            if shares[i] >= _floor(edit.then[i], there) * best
        ]
        slots += [one for one in places if shares[one.at] >= NEAR_BEST * shares[places[0].at]]
    near = (i for i in order[:MOST_SUPPORTS] if shares[i] >= NEAR_BEST * best)
    rests_on = dict.fromkeys((order[0], *(slot.at for slot in slots), *near))
    return RestsOn(shares, order[0], tuple(slots), tuple(rests_on))


def _places(value: Value, statement: Statement) -> list[Value]:
    """Return where a statement gives a value, read as such or in so many words."""
    found = [there for there in said_in(statement) if same(value, there)]
    if not found and value.kind not in TYPED:
        named = re.escape(str(value.key[0]))
        spots = re.finditer(rf"(?<!\w){named}(?!\w)", statement.plain, re.IGNORECASE)
        found = [replace(value, start=one.start(), end=one.end()) for one in spots]
    return found


def _floor(statement: Statement, there: Value) -> float:
    return HOLDS_KEY if statement.key or not there.end else HOLDS_VALUE
