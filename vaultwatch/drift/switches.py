"""Tell what a switch says to a memory: `lift: no`, `light: yes` in a row, `Breakfast included: no`.

Pure. A memory that says nothing beside the switch's name, `the house has a lift`, says yes to it;
one that denies it, or says *off*, says no. In more words it may be of something else: `the alarm
code is 1234`.
"""

from collections.abc import Callable, Iterator

from vaultwatch.drift.passages.asserted import Asserted, label_of
from vaultwatch.drift.passages.edit import cells_of
from vaultwatch.notes.model import Statement
from vaultwatch.values.polarity import switched, turned_off


def set_to(
    memory: Asserted, statement: Statement, words: Callable[[str], frozenset[str]]
) -> bool | None:
    """Return what a statement sets to on or off that is all a memory speaks of; else None.

    Args:
        memory: what is believed.
        statement: of its note.
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
            return is_on is not turned_off(label)  # `no lift: yes`
    return None


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
