"""Keep from when on or until when a new memory holds, where its own words say so plainly.

What is read stands in the note with the words that it was read from, and its writer is told: an end
that was read wrongly goes with one edit. What the writer gave counts instead.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta

from vaultwatch.memories.facts import Facts
from vaultwatch.memories.validity import as_said
from vaultwatch.notes.days import day_at, first_of
from vaultwatch.recall.bounds import bound_in
from vaultwatch.services.workspace import Workspace


def with_bound(ws: Workspace, belief: str, facts: Facts, *, is_new: bool = True) -> Facts:
    """Return the facts of a memory that is written now, with what its words say of its own time.

    A claim keeps the times it was given, and so does a memory that was given some, or says what it
    said.
    """
    if not is_new:
        return facts
    if facts.valid_as_said:  # read from earlier words
        facts = replace(facts, valid_from=None, valid_until=None, valid_as_said="")
    if facts.claim is not None or facts.valid_from is not None or facts.valid_until is not None:
        return facts
    today = ws.today
    found = bound_in(belief, today)
    if found is None:
        return facts
    return replace(
        facts,
        valid_from=_first_of(found.valid_from),
        valid_until=_first_of(found.valid_until, days=1),
        valid_as_said=as_said(found.words, today),
    )


def told_of_bound(facts: Facts) -> str:
    """Return what the writer of a memory should know of the time that was read; or nothing."""
    if not facts.valid_as_said:
        return ""
    told, keys = [], []
    if facts.valid_from is not None:
        told.append(f"from {day_at(facts.valid_from).isoformat()} on")
        keys.append("`valid_from`")
    if facts.valid_until is not None:
        last = day_at(facts.valid_until - timedelta.resolution)
        told.append(f"until {last.isoformat()}")
        keys.append("`valid_until`")
    return (
        f"It holds {', '.join(told)} ({facts.valid_as_said}); take {' and '.join(keys)} out of "
        "its note if that is wrong."
    )


def _first_of(day: date | None, *, days: int = 0) -> datetime | None:
    return first_of(day + timedelta(days=days)) if day is not None else None
