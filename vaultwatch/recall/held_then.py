"""Tell whether a memory held in the days that are asked about, by its own times.

Pure. What a memory says of its own time is `valid_from` and `valid_until`; when it was believed is
another matter, which `as_of` asks about.
"""

from collections.abc import Sequence
from datetime import datetime

from vaultwatch.memories.facts import Facts
from vaultwatch.notes.days import first_of, last_of
from vaultwatch.recall.when_asked import Days


def held_then(
    facts: Facts, asked: Sequence[Days], *, known_since: datetime, took_over: datetime | None
) -> bool | None:
    """Return whether a memory held in one of some spans of days; None where nobody can tell.

    Args:
        facts: of the memory.
        asked: the spans; one day of one of them is enough.
        known_since: when its belief was written.
        took_over: when what it took the place of ended; None where it took nobody's.
    """
    begins, ends = facts.begins or took_over, facts.ends
    if begins is None and ends is None:
        return None
    found = [_held(one, begins, ends, known_since) for one in asked]
    return True if True in found else None if None in found else False


def _held(
    days: Days, begins: datetime | None, ends: datetime | None, known_since: datetime
) -> bool | None:
    if begins is not None and begins > last_of(days.last):
        return False
    if ends is not None and ends <= first_of(days.first):
        return False
    # Written while it held, it says nothing of the days before.
    is_known = begins is not None or (ends is not None and ends <= known_since)
    return True if is_known or known_since <= last_of(days.last) else None
