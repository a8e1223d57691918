"""A bare number of a table is in the unit that its column is headed with. Pure."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.passages.edit import cells_of
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement
from vaultwatch.values.reading import values_of

_IN_BRACKETS: Final = late_regex(r"(?:\(([^()\[\]]{1,20})\)|\[([^()\[\]]{1,20})\])$")
_NUMBER: Final = late_regex(r"[-\u2212]?\d(?:[\d.,]{0,14}\d)?")
_SHORT: Final = 2
"""Letters of a sign, which is told as it is written: `mi` is a unit, `Mi` another word."""
_LONGEST: Final = 60
"""Of a column's head that is read for its unit."""


def with_units(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """Return statements whose rows say `Weight: 54 kg` where they said `Weight (kg): 54`.

    What is headed by nothing but its unit bears no name, unless another column bears none too.
    """
    held = tuple(statements)
    made = tuple(_in_units(one) if one.kind == "table_row" else one for one in held)
    return held if made == held else made


@lru_cache(maxsize=8_192)
def _in_units(row: Statement) -> Statement:
    cells = [(head, unit_of(head), cell) for head, cell in cells_of(row).items()]
    if not any(unit for _, unit, _ in cells):
        return row
    told = [
        f"{cell} {unit}" if unit and _NUMBER.fullmatch(cell) else cell for _, unit, cell in cells
    ]
    heads = [_without(unit, head) for head, unit, _ in cells]
    if len(set(heads)) < len(heads):
        heads = [head for head, *_ in cells]
    named = zip(heads, told, strict=True)
    return replace(
        row, plain="; ".join(f"{head}: {cell}" if head else cell for head, cell in named)
    )


def _without(unit: str, head: str) -> str:
    """Return a column's head without its unit, `Weight` for `Weight (kg)`."""
    return "" if unit == head else _IN_BRACKETS.sub("", head).rstrip() if unit else head


@lru_cache(maxsize=1_024)
def unit_of(head: str) -> str:
    """Return the unit that a column's head is, or ends with in brackets; empty where none is.

    `M` is a size too, `Mi` a weekday, and `Week` alone heads the number of a week: they are none.
    """
    if len(head) > _LONGEST:
        return ""
    found = _IN_BRACKETS.search(head)
    unit = (found[1] or found[2]).strip() if found else head
    if not found and len(unit) <= _SHORT and unit.istitle():
        return ""
    text = f"7 {unit}"
    values = values_of(text)
    if len(values) != 1 or (values[0].start, values[0].end) != (0, len(text)):
        return ""
    kind, key = values[0].kind, values[0].key
    is_time = kind == "quantity" and key[0] == "time" and not found
    return unit if kind in {"quantity", "money", "percent"} and not is_time else ""
