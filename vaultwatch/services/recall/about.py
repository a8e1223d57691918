"""Tell all that is believed of a person, tool or place, by its note, its aliases or its name.

What holds comes first, the newest before the older; what held once stands below as history.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import RefusedError
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.rank import Excluded, Wanted
from vaultwatch.recall.signals import RecallStatus
from vaultwatch.report.escape import flat
from vaultwatch.services.recall.freshening import check, freshen
from vaultwatch.services.recall.recalling import Recalled, Recollection, filtered, ranked
from vaultwatch.services.scanning.meeting import share_scope
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.meeting import meetings
from vaultwatch.values.tokens import UNSPACED, fold

MOST_NAME_CHARS: Final = 200
_HOLDS: Final[frozenset[RecallStatus]] = frozenset({"active", "not_yet", "faded"})
_ENDED: Final[frozenset[RecallStatus]] = frozenset({"superseded", "expired", "archived"})


@dataclass(frozen=True, slots=True)
class Believed:
    """All that is believed of one name."""

    found: Recollection
    """What holds, the newest first; behind it what is to hold later."""
    rivals: Mapping[str, tuple[str, ...]]
    """By memory the ids of those that it contradicts, as live findings tell."""
    history: tuple[MemoryRow, ...]
    """What held once, the latest first."""


def believed_about(ws: Workspace, name: str, wanted: Wanted, *, limit: int) -> Believed:
    """Return all that is believed of a person, tool or place.

    By a note's name or alias, or any name that stands in memories; of the statuses `wanted` nothing
    counts. At most `limit` that hold, and so many that held.

    Raises:
        RefusedError: no name, or a whole text.
    """
    called = " ".join(name.split())
    if not any(map(str.isalnum, called)) or len(called) > MOST_NAME_CHARS:
        raise RefusedError(
            "That is no name.", hint="Give the name of a person, tool or place: `Mara Holm`."
        )
    notice = freshen(ws)
    notes, names = _called(ws, called)
    cited = {owner for owner, note in ws.ledger.baseline_heads() if note in notes}
    is_named = _naming(names)
    rows = [
        row
        for row in ws.ledger.memories()
        if row.id in cited or is_named.search(fold(_text_of(row)))
    ]
    found, excluded = _holding(ws, rows, wanted, limit)
    more = f"{len(found) - limit} more are older." if len(found) > limit else ""
    rivals = _rivals(ws, rows, [one.row for one in found[:limit]])
    return Believed(
        Recollection(tuple(found[:limit]), excluded, " ".join(filter(None, (notice, more)))),
        rivals,
        tuple(_ended(ws, rows, wanted))[:limit],
    )


def _called(ws: Workspace, called: str) -> tuple[set[NotePath], frozenset[str]]:
    """Return the notes of this name or alias, and all that they are called."""
    ws.known.refresh(ws.ledger)
    known = [(name, path) for name, path in ws.known.names if not ws.is_memory(path)]
    notes = {path for name, path in known if fold(name) == fold(called)}
    names = {name for name, path in known if path in notes}
    return notes, frozenset({called, *names})


def _naming(names: Iterable[str]) -> "re.Pattern[str]":
    """Return what finds one of some names in a folded text, as words of their own."""
    bare = {" ".join(fold(name).split()) for name in names}
    return re.compile("|".join(_bounded(one) for one in sorted(bare) if one))


def _bounded(name: str) -> str:
    """Return the pattern of a name; writings without spaces part no words."""
    begin, end = (
        "" if re.match(rf"[{UNSPACED}]", sign) else bound
        for sign, bound in ((name[0], r"(?<![\w-])"), (name[-1], r"(?![\w-])"))
    )
    return begin + r"\s+".join(map(re.escape, name.split())) + end


def _text_of(row: MemoryRow) -> str:
    claim = row.facts.claim
    return row.belief if claim is None else f"{row.belief}\n{claim.subject}\n{claim.value}"


def _holding(
    ws: Workspace, rows: Collection[MemoryRow], wanted: Wanted, limit: int
) -> tuple[list[Recalled], tuple[Excluded, ...]]:
    """Return what holds, the newest first, the first of them held against their notes."""
    relevance = dict.fromkeys((row.id for row in rows), 0.0)
    asked = replace(wanted, statuses=_HOLDS)
    hits, excluded = filtered(ws, [*rows], relevance, asked)
    hits.sort(key=lambda hit: (hit[1].status != "active", _newest_first(hit[0])))
    check(ws, [row.id for row, _ in hits[:limit]])
    known = {one.row.id: one for one in ranked(ws, hits, asked)}
    return [known[row.id] for row, _ in hits], tuple(excluded)


def _ended(ws: Workspace, rows: Collection[MemoryRow], wanted: Wanted) -> list[MemoryRow]:
    relevance = dict.fromkeys((row.id for row in rows), 0.0)
    hits, _ = filtered(ws, [*rows], relevance, replace(wanted, statuses=_ENDED))
    return sorted((row for row, _ in hits), key=lambda row: _newest_first(row, is_ended=True))


def _newest_first(row: MemoryRow, *, is_ended: bool = False) -> tuple[float, str]:
    at = (row.facts.ends if is_ended else row.facts.begins) or row.known_since
    return -_seconds(at), row.id


def _seconds(at: datetime) -> float:
    return (at - datetime(1, 1, 1, tzinfo=at.tzinfo)).total_seconds()


def _rivals(
    ws: Workspace, rows: Collection[MemoryRow], shown: Collection[MemoryRow]
) -> dict[str, tuple[str, ...]]:
    """Return who contradicts whom among some memories, both ways.

    By live findings; a store's record and a memory of the vault by their words too, for here both
    speak of one name.
    """
    by_path = {row.path: row.id for row in rows}
    pairs = [
        (finding.memory_id, by_path.get(finding.note or NotePath("")))
        for finding in ws.ledger.findings(statuses=LIVE, kind="contradiction")
    ]
    said = {row.id: row for row in shown}
    records = [id_ for id_ in said if is_record(id_)]
    pairs += [
        (one, other)
        for one, other, met in meetings({id_: row.belief for id_, row in said.items()}, records)
        if is_record(one) != is_record(other)
        and met.kind == "against"
        and share_scope(said[one], said[other])
    ]
    found: dict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        if one is not None and other is not None:
            found[one].add(other)
            found[other].add(one)
    return {id_: tuple(sorted(others)) for id_, others in found.items()}


def history_line(row: MemoryRow) -> str:
    """Return what a memory said that holds no more, until when, and what took its place."""
    until = f"until {day_at(row.facts.ends).isoformat()}: " if row.facts.ends is not None else ""
    instead = f", replaced by {row.facts.superseded_by}" if row.facts.superseded_by else ""
    instead = instead or (", archived" if row.facts.status == "archived" else "")
    return flat(f"{until}{row.belief} ({row.id}{instead})")
