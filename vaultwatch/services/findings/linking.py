"""Put the link into the memories that name a note without one, as a person ticked.

Called by `services.findings.settle.apply`. Only the mention is touched, and of the properties the
hash of what was asserted: whose words they are does not change.
"""

from dataclasses import dataclass

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.model import Finding
from vaultwatch.errors import RefusedError
from vaultwatch.memories.record import said_in
from vaultwatch.memories.trust import content_hash
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.report.unlinked_names import memories_shown
from vaultwatch.services.records.owed import owe_look
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.scanning.unlinked import Naming, linked_in, names_of_notes
from vaultwatch.services.workspace import Workspace

_LOOK_AGAIN = "Run `vaultwatch scan` and look at the finding again."


def link_names(ws: Workspace, finding: Finding) -> frozenset[NotePath]:
    """Link the name in the memories that a finding showed, as they read then; return what changed.

    In a rehearsal everything is checked and nothing written.

    Raises:
        RefusedError: a memory says something else by now, or takes no link; none is written.
        NoteUnreadableError, NoteChangedError: one cannot be read, or changed just now.
    """
    planned = _plan_links(ws, finding)
    if ws.is_rehearsal:
        return frozenset()
    owe_look(ws)
    with ws.journal.run("findings apply"):
        for one in planned:
            ws.files.replace_note(one.row.path, seen=one.seen, new=one.new)
            ws.ledger.record("findings apply", one.row.id, finding.id)
    return frozenset(one.row.path for one in planned)


@dataclass(frozen=True, slots=True)
class _LinkWrite:
    """One memory's note, as it stands and with the link."""

    row: MemoryRow
    seen: bytes
    new: bytes


def _plan_links(ws: Workspace, finding: Finding) -> list[_LinkWrite]:
    ids = memories_shown(finding)
    held = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    rows = [held[id_] for id_ in ids if id_ in held]
    if finding.note is None or Naming(finding.note, tuple(rows)).digest != finding.passage:
        raise RefusedError("The memories read otherwise by now.", hint=_LOOK_AGAIN)
    link_index(ws)
    names = names_of_notes(ws)
    planned = []
    for row in rows:
        seen = ws.files.read(row.path)
        is_as_shown = said_in(seen, row.path, row.id) == row.belief
        new = linked_in(ws, row, seen, finding.note, names) if is_as_shown else None
        if new is None:
            raise RefusedError(f"Memory {row.id} reads otherwise by now.", hint=_LOOK_AGAIN)
        planned.append(_LinkWrite(row, seen, _with_hash(row, new)))
    return planned


def _with_hash(row: MemoryRow, new: bytes) -> bytes:
    """Return a note that still tells that nobody edited what was asserted, where nobody had."""
    if row.facts.content_hash != content_hash(row.belief):
        return new
    return edit_properties(
        new, put={"content_hash": content_hash(said_in(new, row.path, row.id))}, remove=()
    )
