"""Set a few properties of memory notes, their beliefs untouched.

Whoever calls has the notes taken in: `scan.take_in`, or the look that follows anyway.
"""

from collections.abc import Collection, Mapping

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


def reinstate(ws: Workspace, row: MemoryRow) -> None:
    """Let a memory be active again.

    Raises:
        As `put_properties`.
    """
    put_properties(ws, row.path, {}, LIFE_KEYS)
