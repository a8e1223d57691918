"""Tell what a switch says to a memory: `lift: no`, `light: yes` in a row, `Breakfast included: no`.

Pure. A memory that says nothing beside the switch's name, `the house has a lift`, says yes to it;
one that denies it, says *off* or its contrary, `unpaid`, says no. In more words it may be of
something else: `the alarm code is 1234`.
"""

from collections.abc import Callable, Iterator

from vaultwatch.drift.passages.asserted import Asserted, label_of
from vaultwatch.drift.passages.edit import cells_of
from vaultwatch.notes.model import Statement
from vaultwatch.values.polarity import folded, is_turned, switched, turned_off, words_for
from vaultwatch.values.tokens import fold


def agrees(
    memory: Asserted, statement: Statement, words: Callable[[str], frozenset[str]]
) -> bool | None:
    """Tell whether a switch is set as a memory says; None where it is none, or not its matter.

    Args:
        memory: what is believed.
        statement: of its note.
        words: takes the words of meaning out of a text, as they are counted in the note.
    """
    so_far = words(" ".join(one for one in folded(memory.text) if one in words_for("open")))
    for label, column, said in _labels_in(statement):
        is_ticked = said.strip().casefold() in words_for("ticks") | {"x"}
        is_on = True if is_ticked else switched(said)
        if is_on is None or not (named := words(label)):
            continue
        contrary = [one for one in folded(memory.text) if is_turned(one, fold(label))]
        of = {one for one in memory.words if switched(one) is None} - memory.title - so_far
        is_named = named <= memory.words or bool(contrary)
        if is_named and of <= named | words(" ".join((column, *contrary))):
            # `no lift: yes`
            is_so = turned_off(memory.text) is bool(contrary)
            return (is_on is not turned_off(label)) is is_so
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
