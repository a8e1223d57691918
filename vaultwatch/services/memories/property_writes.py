"""Set a few properties of memory notes, their beliefs untouched.

Whoever calls has the notes taken in: `scanning.taking_in.take_in`, or the look that follows anyway.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.facts import LIFE_KEYS, Facts
from vaultwatch.memories.items import is_item
from vaultwatch.memories.validity import validity_properties
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, NotePath
from vaultwatch.services.workspace import Workspace

SUPERSEDED = "memory superseded"
SUPERSEDING_UNDONE = "memory superseded no more"
"""The audit's verb for a memory whose place another one took."""


def put_properties(
    ws: Workspace, path: NotePath, put: Mapping[str, FlagValue], remove: Collection[str] = ()
) -> bool:
    """Set and remove properties of one memory note; return whether anything was written.

    Raises:
        RefusedError: they cannot be edited without a doubt, or a person is at it.
        NoteUnreadableError: the note cannot be read.
    """
    seen = ws.files.read(path)
    new = edit_properties(seen, put=put, remove=remove)
    return ws.files.replace_note(path, seen=seen, new=new)


@dataclass(frozen=True, slots=True)
class StandingBack:
    """A memory that is to say that another one took its place."""

    row: MemoryRow
    seen: bytes
    new: bytes


def taken_since(ws: Workspace, newcomer: Facts) -> datetime:
    """Return from when on a memory holds in another one's place: now, or since it says."""
    now = ws.clock.now()
    return now if newcomer.begins is None else min(now, newcomer.begins)


def plan_supersede(
    ws: Workspace, ids: Collection[str], *, by: str, since: datetime | None = None
) -> list[StandingBack]:
    """Return what is to be written so that memories stand back; nothing is written yet.

    They end `since` the one that takes their place holds; None where it says the same.
    """
    planned = []
    for row in ws.ledger.find_memories(ids=ids):
        if ws.files.stat(row.path) is None:
            continue  # its person took it away meanwhile: nothing is left to stand back
        if row.facts.status != "superseded" and not is_item(row.id):  # its note holds others
            put: dict[str, FlagValue] = {"status": "superseded", "superseded_by": by}
            if since is not None:
                put |= _ending(row.facts, since)
            seen = ws.files.read(row.path)
            gone = [key for key in LIFE_KEYS if key not in put]
            planned.append(StandingBack(row, seen, edit_properties(seen, put=put, remove=gone)))
    return planned


def _ending(facts: Facts, since: datetime) -> Mapping[str, FlagValue]:
    """Return the property by which a memory ends; none where it ended before."""
    until = max(since, facts.begins) if facts.begins is not None else since
    ended = facts.until if facts.until != facts.ignored_end else None
    is_over = ended is not None and ended <= until
    return {} if is_over else validity_properties(None, until.replace(microsecond=0))


def supersede(ws: Workspace, planned: Collection[StandingBack], *, by: str) -> list[NotePath]:
    """Let memories stand back behind another one, all or none; each stays where it is."""
    standing = [one for one in planned if ws.files.stat(one.row.path) is not None]
    with ws.journal.whole(ws.files):
        for one in standing:
            ws.files.replace_note(one.row.path, seen=one.seen, new=one.new)
    ws.ledger.record_all((SUPERSEDED, one.row.id, f"by {by}") for one in standing)
    return [one.row.path for one in standing]


def reinstate(
    ws: Workspace, row: MemoryRow, more: Mapping[str, FlagValue] = MappingProxyType({})
) -> None:
    """Let a memory be active again."""
    # Of our own quarantine the note says nothing that could go: it must say that it is active.
    said: dict[str, FlagValue] = {"status": "active"} if row.facts.is_held else {}
    gone = [key for key in LIFE_KEYS if key not in said]
    if _was_ended(ws, row):
        earlier = ws.ledger.earlier_wordings([row.id]).get(row.id, ())
        stood = [one.facts for one in earlier if one.facts.status != "superseded"]
        before = validity_properties(None, stood[-1].until if stood else None)
        said |= before
        gone += [] if before else ["valid_until"]
    put_properties(ws, row.path, {**more, **said}, gone)


def _was_ended(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether the end of a memory may be the one that came when another took its place."""
    until = row.facts.until
    if row.facts.status != "superseded" or until is None:
        return False
    return any(
        line.verb == SUPERSEDED and until <= line.at for line in ws.ledger.audit(row.id, limit=20)
    )
