"""Write a suggested wording into its memory, when a person says so; never by itself.

The memory must still say what the suggestion was made from, and the note what it was made of: a
person's late edit wins.
"""

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.lifecycle import LIVE, close
from vaultwatch.drift.model import Finding, Repair
from vaultwatch.errors import RefusedError
from vaultwatch.memories.record import with_belief
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.indexing.reading import Reading, digest_of
from vaultwatch.services.records.labels import labelled
from vaultwatch.services.workspace import Workspace

WHY = "the suggested wording was applied"
"""Why a finding closed whose wording was taken over."""
_LOOK_AGAIN = "Run `vaultwatch scan` and look at the finding again."


def write_repair(ws: Workspace, finding: Finding) -> NotePath:
    """Write a finding's suggested wording into its memory; return the memory's note.

    In a rehearsal everything is checked and nothing written. Where the memory says it already,
    nothing is left to do.

    Raises:
        RefusedError: there is none, or memory or note are not as they were when it was made.
        NoteUnreadableError, NoteChangedError: the memory cannot be read, or changed just now.
    """
    repair, row = _suggested(ws, finding)
    seen = ws.files.read(row.path)
    text = seen.decode("utf-8-sig", "replace")
    body = Reading(parse_note(row.path, seen), text).body.strip()
    if body == repair.after:
        return row.path
    if body != repair.before:
        raise RefusedError(f"Memory {row.id} reads otherwise by now.", hint=_LOOK_AGAIN)
    stat = ws.ledger.note_stats().get(finding.note) if finding.note is not None else None
    if stat is None or digest_of(ws.files.read(finding.note or "")) != stat.digest:
        raise RefusedError(f"The note {finding.note!r} was changed since.", hint=_LOOK_AGAIN)
    if not ws.is_rehearsal:
        with ws.journal.run("findings apply"):
            ws.files.replace_note(row.path, seen=seen, new=with_belief(seen, repair.after))
        ws.ledger.record("findings apply", row.id, finding.id)
    return row.path


def close_applied(ws: Workspace, finding: Finding) -> Finding:
    """Close a finding whose wording was written, and keep that the memory had drifted."""
    closed = close(finding, status="resolved", why=WHY, now=ws.clock.now())
    ws.ledger.save_findings([closed], cases=labelled(ws, [finding], "applied"))
    return closed


def _suggested(ws: Workspace, finding: Finding) -> tuple[Repair, MemoryRow]:
    if finding.status not in LIVE:
        raise RefusedError(
            f"Finding {finding.id} is {finding.status} already: {finding.why}.",
            hint="Only open and acknowledged findings can be settled.",
        )
    row = next(iter(ws.ledger.find_memories(ids=[finding.memory_id or ""])), None)
    if finding.repair is None or row is None:
        raise RefusedError(
            f"Finding {finding.id} suggests no wording: the change is no plain replacement.",
            hint=f"Write your own with `vaultwatch memory edit {finding.memory_id or 'MEMORY'}`.",
        )
    return finding.repair, row
