"""Tell what a switch says to a memory: `lift: no`, `light: yes` in a row, `Breakfast included: no`.

Pure. A memory that says nothing beside the switch's name, `the house has a lift`, says yes to it;
one that denies it, or says *off*, says no. In more words it may be of something else: `the alarm
code is 1234`. A property speaks of its whole note: to `the barrel organ is insured` too, whatever
words name the organ, where the note has them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from vaultwatch.drift.matters import is_waiting, says_done, says_open
from vaultwatch.drift.passages.asserted import Asserted, label_of
from vaultwatch.drift.passages.edit import NoteEdit, cells_of
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
from vaultwatch.values.tokens import fold, pieces
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
    if statement.kind == "table_row":
        return _agrees_with_row(memory, statement, note, words)
    is_known = (
        one.is_so
        for one in _predicates(memory, statement)
        if one.is_all and _is_of_note(one.subject, memory, statement, note, words)
    )
    return next(is_known, None)


def _agrees_with_row(
    memory: Asserted,
    row: Statement,
    note: Sequence[Statement],
    words: Callable[[str], frozenset[str]],
) -> bool | None:
    """Tell whether a row's cell is set as a memory says that speaks of this row alone.

    It names the column, or its contrary, or calls open what stands in the column *Done*. All else
    that it says stands in the row, or above it. A cell that is empty is not yet set.
    """
    cells = cells_of(row)
    others = [one for one in note if (one.kind, one.section) == (row.kind, row.section)]
    columns = dict.fromkeys(name for one in (row, *others) for name in cells_of(one))
    own = words(" ".join(cells.values()))
    above = words(" ".join((*row.section, row.context, *columns))) | memory.title
    for column in [*columns][1:] if cells else ():
        is_yes, used = _said_to(memory, column, words)
        subject = memory.words - used - memory.title
        cell = cells.get(column, "")
        beside = words(" ".join(one for one in columns if one != column))
        is_on = _set_in(cell, is_thing=not subject & beside) if cell else False
        if is_yes is None or is_on is None or not subject & own or not subject <= own | above:
            continue
        if words(cell) & subject or any(
            subject & own <= words(one.plain) for one in others if one.digest != row.digest
        ):
            continue
        return is_on is is_yes if cell or not is_yes else None
    return None


def _said_to(
    memory: Asserted, column: str, words: Callable[[str], frozenset[str]]
) -> tuple[bool | None, frozenset[str]]:
    """Return whether a memory says yes to a column, None where nothing; and by which words."""
    states = words(" ".join(one for one in folded(memory.text) if one in words_for("open")))
    states |= frozenset(one for one in memory.words if negations(one) or switched(one) is not None)
    named = words(column)
    if named and named <= memory.words:
        return not turned_off(memory.text), named | states
    contrary = next((one for one in folded(memory.text) if is_turned(one, fold(column))), "")
    if contrary:
        return turned_off(memory.text), words(contrary) | states
    if not says_done(column):
        return None, states
    return (False if is_waiting(memory.belief) else None), states


def _set_in(cell: str, *, is_thing: bool) -> bool | None:
    """Tell whether a cell says yes, or no: `yes, 26 Nov`, `x`, `none`; None where it says more.

    In the column of a thing `daily` says that it is there.
    """
    first, *rest = [*pieces(cell), NO_PIECE]
    is_on = switched(first.text) if rest[0].kind == "mark" or rest == [NO_PIECE] else None
    said = folded(cell)
    if is_on is not None or cell.strip().casefold() in words_for("ticks") | {"x"}:
        return is_on is not False
    if says_open(cell) or (len(said) == 1 and negations(cell)):
        return False
    return True if is_thing and len(said) == 1 and said[0].isalpha() else None


def turned_cells(memory: Asserted, edit: NoteEdit) -> Iterator[tuple[int, int]]:
    """Yield the rows, then and now, of which a cell was set as a memory says and is no longer."""
    for i, heirs in edit.heirs.items():
        old, new = edit.then[i], edit.now[heirs[0]]
        if old.kind == new.kind == "table_row" and i not in edit.untouched:
            sides = (old, edit.then), (new, edit.now)
            if [_agrees_with_row(memory, one, note, edit.words) for one, note in sides] == [
                True,
                False,
            ]:
                yield i, heirs[0]


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
