"""Tell what was added to a line that stands, and may take it back: `Moved to Sunday!`.

Pure. It stands right beside the line, or is an item below it, and gives another value of a kind
that the memory has from there, or denies or ends something; it names no matter of its own.
"""

from collections.abc import Collection
from typing import Final

from vaultwatch.drift.passages.asserted import Asserted, RestsOn
from vaultwatch.drift.passages.edit import NoteEdit, said_in
from vaultwatch.notes.model import Statement
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import (
    denials,
    negations,
    says_it_ended,
    says_it_is_off,
    words_for,
)
from vaultwatch.values.tokens import pieces

_MOST_OWN: Final = 1
"""Words of what was added which are no value, no `now` or `update`, and not the memory's. Chosen by
hand: `postponed to Sunday` has one, `on Sunday we visit the museum` two."""


def taken_back_by(
    memory: Asserted, edit: NoteEdit, grounds: RestsOn, others: Collection[int]
) -> int | None:
    """Return the index now of what was added and may take back what a memory rests on; or None.

    Args:
        memory: what is believed.
        edit: of its note.
        grounds: what it rests on.
        others: indices now of what was added of another thing.
    """
    stands = [edit.heirs[at][0] for at in grounds.whole if at in edit.untouched]
    for j in (one for one in edit.added if one not in others):
        for k in stands:
            line, one = edit.now[k], edit.now[j]
            is_beside = abs(j - k) == 1 and one.section == line.section
            if one.kind != "heading" and (is_beside or one.context == line.plain):
                is_joined = one.context == line.plain or one.first_line == line.last_line
                if _takes_back(memory, edit, line, one, is_joined=is_joined):
                    return j
    return None


def _takes_back(
    memory: Asserted, edit: NoteEdit, line: Statement, one: Statement, *, is_joined: bool
) -> bool:
    own = edit.words(_beside_values(one)) - memory.words - edit.words(line.plain)
    is_bare = len(own) <= _MOST_OWN
    news = _other_values(memory, line, one)
    if any(is_bare or (is_joined and value.kind != "number") for value in news):
        return True
    if is_bare and negations(one.plain) % 2 == 1:
        return True
    over, was_over = (
        says_it_ended(text) or says_it_is_off(text) for text in (one.plain, line.plain)
    )
    first = next((part.start for part in pieces(one.plain) if part.kind == "word"), 0)
    is_of_it = is_bare or is_joined or first in denials(one.plain)  # `not any more since May`
    return over and not was_over and is_of_it


def _other_values(memory: Asserted, line: Statement, one: Statement) -> list[Value]:
    """Return the values of a kind that a memory has from a line, and that neither of them gives."""
    told = [v for v in said_in(line) if v.kind in TYPED]
    had = [v for v in told if any(same(v, mine) for mine in memory.values)]
    return [
        value
        for value in said_in(one)
        if value.kind in TYPED
        and any(comparable(value, mine) for mine in had)
        and not any(same(value, other) for other in (*told, *memory.values))
    ]


def _beside_values(one: Statement) -> str:
    """Return the words of a statement that are no value, but those that only say `changed`."""
    values = [v for v in said_in(one) if v.kind in TYPED]
    return " ".join(
        part.text
        for part in pieces(one.plain)
        if part.lower not in words_for("override")
        and not any(value.start <= part.start < value.end for value in values)
    )
