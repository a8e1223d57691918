"""Tell what a switch says to a memory: `lift: no`, `light: yes` in a row, `Breakfast included: no`.

Pure. A memory that says nothing beside the switch's name, `the house has a lift`, says yes to it;
one that denies it, or says *off*, says no. In more words it may be of something else: `the alarm
code is 1234`. A property speaks of its whole note: to `the barrel organ is insured` too, whatever
words name the organ, where the note has them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vaultwatch.drift.passages.asserted import Asserted, label_of
from vaultwatch.drift.passages.edit import cells_of
from vaultwatch.notes.model import Statement
from vaultwatch.values.line import NO_PIECE
from vaultwatch.values.polarity import (
    clauses_of,
    folded,
    is_turned,
    negations,
    switched,
    turned_off,
    words_for,
)
from vaultwatch.values.tokens import pieces
from vaultwatch.values.words import content, stem


def agrees(
    memory: Asserted,
    statement: Statement,
    note: Sequence[Statement],
    words: Callable[[str], frozenset[str]],
) -> bool | None:
    """Tell whether a switch is set as a memory says; None where it is none, or not its matter.

    Args:
        memory: what is believed.
        statement: of its note.
        note: all that its note says.
        words: takes the words of meaning out of a text, as they are counted in the note.
    """
    said_of = {one for one in memory.words if switched(one) is None} - memory.title
    for label, column, said in _labels_in(statement):
        is_on, named = switched(said), words(label)
        if (
            is_on is not None
            and named
            and named <= memory.words
            and said_of <= named | words(column)
        ):
            # `no lift: yes`
            return (is_on is not turned_off(label)) is not turned_off(memory.text)
    is_known = (
        one.is_so
        for one in _predicates(memory, statement)
        if one.is_all and _is_of_note(one.subject, memory, statement, note, words)
    )
    return next(is_known, None)


def speaks_against(memory: Asserted, statement: Statement) -> bool:
    """Tell whether a property is on or off of which a memory says the contrary, of whatever."""
    return any(not one.is_so for one in _predicates(memory, statement))


class _Predicate(NamedTuple):
    """A clause of a memory that says of something what a property names."""

    subject: frozenset[str]
    """The words of what it is said of."""
    is_all: bool
    """Whether it says no more: not `is open on Sundays`."""
    is_so: bool
    """Whether the property says so too."""


def _predicates(memory: Asserted, statement: Statement) -> Iterator[_Predicate]:
    """Yield the clauses of a memory in which a property's key is what is said, `the door is open`.

    An empty word leads to it and no word of meaning goes on behind it: not `the open door`, nor
    `Kim opens the door`. `Unpaid` and `closed` say the contrary of the keys `paid` and `open`.
    """
    label, said = label_of(statement)
    is_on, key = switched(said), pieces(label)
    if statement.kind != "property" or is_on is None or not key or negations(label):
        return
    named = [stem(one.lower, memory.language) for one in key]
    for clause in clauses_of(memory.text):
        line = [*pieces(clause), NO_PIECE]
        for at in range(1, len(line) - len(key)):
            told = line[at : at + len(key)]
            is_contrary = len(key) == 1 and is_turned(told[0].lower, key[0].lower)
            is_key = named == [stem(one.lower, memory.language) for one in told]
            beside = (line[at - 1].text, line[at + len(key)].text)
            if (is_key or is_contrary) and not any(_weighty(one, memory) for one in beside):
                subject = _without_deed(clause[: told[0].start], memory)
                is_all = bool(subject) and not _weighty(clause[told[-1].end :], memory)
                yield _Predicate(subject, is_all, is_on is (turned_off(clause) is is_contrary))


def _weighty(text: str, memory: Asserted) -> frozenset[str]:
    """Return the words of meaning of a text but those that only go with a denial: `not yet`."""
    said = (one.text for one in pieces(text) if one.lower not in words_for("open"))
    return frozenset(one for one in content(" ".join(said), memory.language) if not negations(one))


def _without_deed(text: str, memory: Asserted) -> frozenset[str]:
    """Return the weighty words of what a thing is and does, `Kim works (in shifts)`, but the deed.

    It stands right behind the note's own name, and no word links the two: not `the club bar is`.
    """
    subject = _weighty(text, memory)
    if words_for("links").isdisjoint(folded(text)):
        for name, after in pairwise(pieces(text)):
            named, deed = _weighty(name.text, memory), _weighty(after.text, memory)
            if named and named <= memory.title and after.text.islower():
                return subject - (deed - memory.title)
    return subject


def _is_of_note(
    subject: frozenset[str],
    memory: Asserted,
    statement: Statement,
    note: Sequence[Statement],
    words: Callable[[str], frozenset[str]],
) -> bool:
    """Tell whether a thing is the note's own, each word for it known, and no other line says it.

    It shares a word with the note's title or first heading: `the bar` of a club's note may be
    open while the club is not.
    """
    heading = next((words(one.plain) for one in note if one.kind == "heading"), frozenset())
    others = [words(one.plain) for one in note if one.digest != statement.digest]
    lines = (words(one.plain) for one in note if one.kind not in {"heading", "property"})
    named = words(label_of(statement)[0])
    is_said = any(named <= line and subject & line for line in lines)
    is_own = bool(subject & (memory.title | heading))
    return is_own and not is_said and subject <= memory.title.union(*others)


def _labels_in(statement: Statement) -> Iterator[tuple[str, str, str]]:
    """Yield what is labelled, what may be said of it too, and what it says.

    A cell is labelled by its row's first one and its column.
    """
    (column, row), *rest = cells_of(statement).items() or [("", "")]
    for name, cell in rest:
        yield f"{row} {name}", column, cell
    if not rest:
        label, said = label_of(statement)
        yield label, "", said
