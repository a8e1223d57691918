"""Write the values of a note as it wrote them before, where only their form changed.

Pure. `16 GB` that became `16384 MB`, `weekly` that became `every 7 days` are no news to any measure
of words, and `20:00 (was 19:00)` says 20:00 alone.
"""

from dataclasses import replace
from functools import lru_cache

from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.edits import present
from vaultwatch.notes.model import Statement
from vaultwatch.values.equality import same
from vaultwatch.values.model import TYPED
from vaultwatch.values.reading import values_of


@lru_cache(maxsize=16)
def in_old_forms(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Return what a note says of now, with the values that it kept in the form of then."""
    told = list(now)
    aligned = align(then, now)
    for i, j in aligned.successor.items():
        if i not in aligned.unchanged:
            told[j] = _in_form_of(then[i], now[j])
    return tuple(told)


def _in_form_of(old: Statement, new: Statement) -> Statement:
    olds = [value for value in values_of(old.plain) if value.kind in TYPED]
    text = present(new.plain)
    for value in reversed(values_of(text)) if olds else ():
        kept = next((one for one in olds if value.kind in TYPED and same(one, value)), None)
        if kept is not None:
            text = text[: value.start] + old.plain[kept.start : kept.end] + text[value.end :]
    return new if text == new.plain else replace(new, plain=text)
