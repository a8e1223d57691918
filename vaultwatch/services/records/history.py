"""What memories said at a moment of the past, as far as the ledger kept it.

Read alone: nothing is compared, nothing is written. What was forgotten since is not told:
forgetting forgets what was said before, too.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import EarlierWording
from vaultwatch.errors import RefusedError
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.days import day_at, first_of, is_days_end, last_of, on_clock
from vaultwatch.recall.when_asked import days_named
from vaultwatch.services.records.small_facts import LEDGER_BORN
from vaultwatch.services.workspace import Workspace

MOST_SHOWN_CHARS = 60
"""Of a date that cannot be read."""
_CLOCK = re.compile(r"\d:\d\d(?P<second>:\d\d(?P<part>[.,]\d)?)?")
_YEAR = re.compile(r"(\d{4})(?:-\d\d)?")


@dataclass(frozen=True, slots=True)
class PastMemory:
    """A memory as it was at a moment."""

    row: MemoryRow
    """With the words and properties of then; path and id are those of now."""
    said_since: datetime
    """From when on it said so, as far as is known."""
    is_recorded: bool
    """Whether the ledger saw it say so; else its own dates alone tell."""
    changed: datetime | None
    """When its words or its state were changed next; None where they never were."""
    is_reworded: bool
    """Whether it says something else today."""


def as_of_moment(text: str, now: datetime) -> datetime:
    """Return the moment that is asked about: of a minute, day, month or year the end.

    `text` is an ISO date or time, or words: `March`, `last week`, `12 March 2025`, `先週`. What has
    not ended yet is asked about up to `now`.

    Raises:
        RefusedError: no date, or one that is still to come.
    """
    said = " ".join(text.split())
    begins = moment_of(said) if ":" in said else None
    moment = begins and begins + _told_length(said)
    if said.casefold() == "now":
        moment = begins = now
    if moment is None and (days := days_named(said, day_at(now))) is not None:
        moment, begins = last_of(days.last), first_of(days.first)
    if moment is None:
        moment = begins = moment_of(said)
    if moment is None and _is_later_year(said, now):
        begins = moment = datetime.max.replace(tzinfo=UTC)
    if moment is None or begins is None:
        raise RefusedError(
            f"{said[:MOST_SHOWN_CHARS]!r} is no date that can be read.",
            hint="Write it as 2026-03-31, or March 2026, last week.",
        )
    if begins > now:
        raise RefusedError(
            f"{said[:MOST_SHOWN_CHARS]!r} is still to come: as-of asks about the past.",
            hint="Leave it out to ask about today.",
        )
    return min(moment, now)


def _told_length(said: str) -> timedelta:
    """Return how long a time of day lasts as it is said: a minute, a second, or no time at all."""
    clock = _CLOCK.search(said)
    if clock is None or clock["part"]:
        return timedelta()
    return timedelta(seconds=1 if clock["second"] else 60) - timedelta.resolution


def _is_later_year(said: str, now: datetime) -> bool:
    found = _YEAR.fullmatch(said)
    return found is not None and int(found[1]) > day_at(now).year


def kept_since(ws: Workspace) -> datetime | None:
    """Return since when it is recorded what memories say; None before the first record."""
    born = LEDGER_BORN.get(ws.ledger)
    return born.at if born is not None else None


def told_about(ws: Workspace, moment: datetime) -> str:
    """Return in one sentence that the past is told, and how far back it is recorded."""
    since = kept_since(ws)
    told = f"As of {told_moment(moment)}: the past, not what holds now."
    if since is None:
        return f"{told} Nothing was recorded yet."
    kept = f"What memories say is recorded since {told_moment(since)}"
    if moment < since:
        return f"{told} {kept}; of earlier days their own dates alone tell."
    return f"{told} {kept}."


def told_moment(moment: datetime) -> str:
    """Return a day, with the time where it is not the day's end."""
    if is_days_end(moment):
        return day_at(moment).isoformat()
    return f"{on_clock(moment):%Y-%m-%d %H:%M %Z}"


def memories_at(
    ws: Workspace, moment: datetime, *, only: Collection[str] | None = None
) -> list[PastMemory]:
    """Return the memories that stand today as they were then; those that were not yet, are left."""
    rows = ws.ledger.memories() if only is None else ws.ledger.find_memories(ids=only)
    outgrown = ws.ledger.earlier_wordings(only)
    found = (_at(row, outgrown.get(row.id, ()), moment) for row in rows)
    return _before_their_end(ws, [one for one in found if one is not None], moment)


def _at(row: MemoryRow, earlier: Sequence[EarlierWording], moment: datetime) -> PastMemory | None:
    """Return a memory as it was; None where it was not, or nobody knows what it said.

    `earlier` is what it said before, oldest first.
    """
    later = [one for one in earlier if one.until > moment]
    before = [one for one in earlier if one.until <= moment]
    then = _as(row, later[0]) if later else row
    recorded = row.first_seen
    by_itself = then.updated or then.created
    if moment < recorded and (by_itself is None or by_itself > moment):
        return None
    begun = before[-1].until if before else min(by_itself or recorded, recorded)
    return PastMemory(
        row=then,
        said_since=begun,
        is_recorded=moment >= recorded,
        changed=later[0].until if later else None,
        is_reworded=then.belief != row.belief,
    )


def _before_their_end(
    ws: Workspace, found: Sequence[PastMemory], moment: datetime
) -> list[PastMemory]:
    """Return memories of unrecorded days active where what took their place came later."""
    unsure = [one for one in found if not one.is_recorded and one.row.facts.superseded_by]
    ids = {one.row.facts.superseded_by for one in unsure}
    begun = {row.id: row.created or row.first_seen for row in ws.ledger.find_memories(ids=ids)}
    stood = {
        one.row.id for one in unsure if begun.get(one.row.facts.superseded_by, moment) > moment
    }
    return [_active(one) if one.row.id in stood else one for one in found]


def _active(one: PastMemory) -> PastMemory:
    facts = replace(one.row.facts, status="active", status_reason="", superseded_by="")
    return replace(one, row=replace(one.row, facts=facts))


def _as(row: MemoryRow, wording: EarlierWording) -> MemoryRow:
    return replace(
        row,
        belief=wording.belief,
        belief_digest=wording.belief_digest,
        facts=wording.facts,
        updated=wording.updated,
    )
