"""Set a few properties of memory notes, their beliefs untouched.

Whoever calls has the notes taken in: `scanning.taking_in.take_in`, or the look that follows anyway.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.facts import LIFE_KEYS
from vaultwatch.memories.items import is_item
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, NotePath
from vaultwatch.services.workspace import Workspace


def put_properties(
    ws: Workspace,
    path: NotePath,
    put: Mapping[str, FlagValue],
    remove: Collection[str] = (),
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


def plan_supersede(ws: Workspace, ids: Collection[str], *, by: str) -> list[StandingBack]:
    """Return what is to be written so that memories stand back; nothing is written yet.

    Raises:
        As `put_properties`.
    """
    put: dict[str, FlagValue] = {"status": "superseded", "superseded_by": by}
    planned = []
    for row in ws.ledger.find_memories(ids=ids):
        if row.facts.status != "superseded" and not is_item(row.id):  # its note holds others
            seen = ws.files.read(row.path)
            gone = [key for key in LIFE_KEYS if key not in put]
            planned.append(StandingBack(row, seen, edit_properties(seen, put=put, remove=gone)))
    return planned


def supersede(ws: Workspace, planned: Collection[StandingBack], *, by: str) -> list[NotePath]:
    """Let memories stand back behind another one; each stays where it is and says so.

    Returns:
        The notes that were written.

    Raises:
        RefusedError: a person is at one of them.
    """
    for one in planned:
        ws.files.replace_note(one.row.path, seen=one.seen, new=one.new)
        ws.ledger.record("memory superseded", one.row.id, f"by {by}")
    return [one.row.path for one in planned]


def reinstate(
    ws: Workspace, row: MemoryRow, more: Mapping[str, FlagValue] = MappingProxyType({})
) -> None:
    """Let a memory be active again.

    Args:
        ws: the vault.
        row: the memory.
        more: properties to set besides.

    Raises:
        As `put_properties`.
    """
    # Of our own quarantine the note says nothing that could go: it must say that it is active.
    said = {"status": "active"} if row.facts.is_held else {}
    put_properties(ws, row.path, {**more, **said}, [key for key in LIFE_KEYS if key not in said])
