"""Ask for what was true at a time, whenever it was believed."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import RefusedError, WrongUsageError
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.days import day_at
from vaultwatch.recall.rank import Candidate, Wanted
from vaultwatch.recall.when_asked import Days, days_named, held_then, past_days_named
from vaultwatch.services.workspace import Workspace

MOST_SHOWN_CHARS = 60
"""Of a time that cannot be read."""


def wanted_at(ws: Workspace, wanted: Wanted, text: str) -> Wanted:
    """Return a filter by when a memory was true, with the rest of it.

    `text` is a day, month or year: `2021-06-01`, `June 2021`, `2021`, `last week`; of a longer time
    one day is enough.

    Raises:
        RefusedError: it names no day.
    """
    said = " ".join(text.split())
    days = days_named(said, ws.today)
    if days is None and (moment := moment_of(said)) is not None:
        days = Days(day_at(moment), day_at(moment))
    if days is None:
        raise RefusedError(
            f"{said[:MOST_SHOWN_CHARS]!r} is no date that can be read.",
            hint="Write it as 2021-06-01, June 2021 or 2021.",
        )
    return replace(wanted, valid_at=(days,))


def hold_one_time(as_of: str | None, valid_at: str | None) -> None:
    """Let a question pass that asks about one of the two times.

    Raises:
        WrongUsageError: about both.
    """
    if as_of is not None and valid_at is not None:
        raise WrongUsageError(
            "as-of asks what was believed then, valid-at what was true then.",
            hint="Give one of them.",
        )


def with_then(
    ws: Workspace, hits: Collection[tuple[MemoryRow, Candidate]], wanted: Wanted
) -> list[tuple[MemoryRow, Candidate]]:
    """Return candidates that know whether they held in the days that are asked about, if any."""
    asked = wanted.valid_at or wanted.then
    if not asked:
        return [*hits]
    took_over = _took_over(ws, [row.id for row, _ in hits if row.facts.begins is None])
    found = []
    for row, candidate in hits:
        held = held_then(
            row.facts, asked, known_since=row.known_since, took_over=took_over.get(row.id)
        )
        if row.facts.begins is None and _names(row, asked, ws.today):
            held = None
        found.append((row, replace(candidate, held_then=held)))
    return found


def _names(row: MemoryRow, asked: Sequence[Days], today: date) -> bool:
    """Tell whether a memory speaks of the very days, as of `the budget of 2025`.

    Then they are its subject: what took its place later corrects it, and did not follow it.
    """
    told = past_days_named(row.belief, today) if any(map(str.isdigit, row.belief)) else ()
    return any(one.first <= day.last and day.first <= one.last for one in told for day in asked)


def _took_over(ws: Workspace, ids: Collection[str]) -> dict[str, datetime]:
    """Return when the last of those ended whose place each of some memories has taken."""
    found: dict[str, datetime] = {}
    for row in ws.ledger.replaced_by(ids) if ids else ():
        newer, until = row.facts.superseded_by, row.facts.until
        if until is not None:
            found[newer] = max(until, found.get(newer, until))
    return found
