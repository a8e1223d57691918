"""Read what a table's row, a property or a field says: a value, of a thing, under a name.

Pure. `Meeting: design sync; Rhythm: weekly` says `weekly` of the design sync as its rhythm.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.notes.model import Statement

_NAMED: Final = re.compile(r"(?P<name>[^:;]{1,80}): (?P<text>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row."""

    column: str
    """What the column is called; empty where it has no name."""
    text: str


@lru_cache(maxsize=8_192)
def cells_of(statement: Statement) -> tuple[Cell, ...]:
    """Return the cells of a table's row that say something; () for any other statement."""
    if statement.kind != "table_row":
        return ()
    found = []
    for part in statement.plain.split("; "):
        named = _NAMED.fullmatch(part)
        found.append(Cell(named["name"], named["text"]) if named else Cell("", part))
    return tuple(found)
