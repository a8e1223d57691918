"""Decide which memories were not confirmed for too long, for how often what they rest on changes.

Pure; `services.scanning.conditions` gathers, and keeps the findings. A hint of low rank,
and never about a memory that its note supports today: of those a change is told as drift.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from vaultwatch.notes.days import day_at

LEAST_CHANGES: Final = 3
"""Changes from which on it can be told how often a passage changes. Chosen by hand: two may be one
correction."""
PATIENCE: Final = 2.0
"""Times that a passage may be expected to have changed before it is asked about. Chosen by hand."""
LEAST_DAYS: Final = 14
"""Nothing younger is asked about, however often it changes. Chosen by hand."""
TOLD_DAYS: Final = 10
"""By how many days more the same is told anew: else the report would change every day."""
MOST_TOLD: Final = 5
"""Memories that are asked about at a time. Chosen by hand: a hint must not fill a report."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """What is known of how long a memory may be believed unasked."""

    memory_id: str
    confirmed: datetime
    """When its words were last written, held against a note, or called true."""
    review_after: datetime | None
    """As its note says."""
    volatility_days: float | None
    """As its note says: every so many days it changes; 0 never."""
    changes: tuple[datetime, ...]
    """When what it rests on changed, oldest first."""
    known_since: datetime
    is_supported: bool
    """Whether a note that it cites says it today."""


@dataclass(frozen=True, slots=True)
class StaleMemory:
    """A memory that is to be asked about."""

    memory_id: str
    reason: str
    due: datetime
    """From when on."""


def stale_among(known: Sequence[Freshness], now: datetime) -> list[StaleMemory]:
    """Return the memories that are overdue, those that have been for longest first."""
    found = [stale for one in known if (stale := _stale(one, now)) is not None]
    return sorted(found, key=lambda one: (one.due, one.memory_id))[:MOST_TOLD]


def changes_every(one: Freshness) -> float | None:
    """Return every how many days a memory's matter changes; None where nobody can tell.

    Up to when it was confirmed last: what is called true again and again changes no more.
    """
    if one.volatility_days is not None:
        return one.volatility_days or None
    if len(one.changes) < LEAST_CHANGES:
        return None
    seen = max(one.changes[-1], one.confirmed) - one.known_since
    return max(1.0, _days(seen) / len(one.changes))


def _stale(one: Freshness, now: datetime) -> StaleMemory | None:
    asked = one.review_after
    if asked is not None:  # its person's own date: nothing else counts beside it
        if asked > now or one.confirmed >= asked:
            return None
        reason = f"its note asks to look at it again after {day_at(asked).isoformat()}"
        return StaleMemory(one.memory_id, reason, asked)
    every = changes_every(one)
    if every is None or one.is_supported:
        return None
    due = one.confirmed + timedelta(days=max(LEAST_DAYS, PATIENCE * every))
    if due > now:
        return None
    for_days = int(_days(now - one.confirmed))
    for_days -= for_days % TOLD_DAYS if for_days > 3 * TOLD_DAYS else 0
    whose = "its note says that it changes" if one.volatility_days else "what it rests on changed"
    reason = f"not confirmed for {for_days} days; {whose} every {max(1, round(every))}"
    return StaleMemory(one.memory_id, reason, due)


def _days(span: timedelta) -> float:
    return span.total_seconds() / 86_400
