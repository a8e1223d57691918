"""Set a few properties of memory notes, their beliefs untouched.

Whoever calls has the notes taken in: `scan.take_in`, or the look that follows anyway.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.facts import LIFE_KEYS
from vaultwatch.notes.frontmatter_edit import FlagValue, edit_properties
from vaultwatch.notes.model import NotePath
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


def supersede(ws: Workspace, ids: Collection[str], *, by: str) -> list[NotePath]:
    """Let memories stand back behind another one; each stays where it is and says so.

    Returns:
        The notes that were written.

    Raises:
        As `put_properties`.
    """
    written = []
    for row in ws.ledger.find_memories(ids=ids):
        if row.state == "present" and row.facts.status != "superseded":
            put_properties(
                ws,
                row.path,
                {"status": "superseded", "superseded_by": by},
                [key for key in LIFE_KEYS if key not in {"status", "superseded_by"}],
            )
            ws.ledger.record("memory superseded", row.id, f"by {by}")
            written.append(row.path)
    return written


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
    # Of what we hold back alone the note says nothing that could go: it must say that it is active.
    said = {"status": "active"} if row.facts.is_held else {}
    put_properties(ws, row.path, {**more, **said}, [key for key in LIFE_KEYS if key not in said])
