"""Forget a memory: the one place that puts one away.

Its note goes to the vault's `.trash`, nothing is ever deleted. Commands, ticks in the report and
agents all come here.
"""

from typing import Literal, TypeAlias

from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.memories.items import anchor_of, is_item, without_items
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.memories.validating import REASON, gated, hold_no_record
from vaultwatch.services.records.scale import labelled
from vaultwatch.services.records.settled import as_it_stands
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import revoke
from vaultwatch.services.scanning.taking_in import take_in, take_out
from vaultwatch.services.workspace import Workspace

Deed: TypeAlias = Literal["memory forget", "review reject"]
"""What it is called in the audit."""


def forget_memory(
    ws: Workspace,
    wanted: str,
    *,
    why: str = "",
    deed: Deed = "memory forget",
    is_persons: bool = True,
) -> MemoryWrite:
    """Move a memory's note to the vault's `.trash`; nothing is ever deleted.

    That a person accepted it although it looks suspicious is forgotten with it: should the same
    come again, it is held anew. Only where a person forgets it its findings are lessons for later
    verdicts: what is rejected in review may agree with its notes.

    Raises:
        NotThereError, RecordReadOnlyError: no such memory, or a store's record.
        NoteUnreadableError, NoteChangedError: its note is not where it was, or changed just now.
        RefusedError: it is a link, or the trash leads out of the vault.
    """
    row, why = find_memory(ws, wanted), gated(ws, why, REASON)
    hold_no_record(row)
    if ws.is_rehearsal:
        return MemoryWrite(row.id, row.path, ".trash")
    seen = ws.files.read(row.path)  # first: where it cannot be put away nothing is recorded
    if not is_item(row.id):
        ws.files.place_in_trash(row.path, seen)
    owe_look(ws)
    found = ws.ledger.findings(statuses=LIVE, memory_id=row.id)
    if is_persons and deed == "memory forget":
        # Before the deed: a kill behind it loses nothing, and what the reader said they said.
        ws.ledger.save_findings((), cases=labelled(ws, found, "forgotten"))
    revoke(ws, row.id)
    with ws.journal.run(deed) as run, ws.journal.whole(ws.files):
        for finding in found:  # the look that follows closes them
            run.settled(as_it_stands(ws, finding))
        place = ""
        if is_item(row.id):  # its line alone; `undo` brings it back
            new = without_items(row.path, seen, [anchor_of(row.id)])
            ws.files.replace_note(row.path, seen=seen, new=new)
        else:
            place = ws.files.trash(row.path, seen=seen)
    ws.ledger.record(deed, row.id, why)
    if is_item(row.id):
        take_in(ws, [row.path])
    else:
        take_out(ws, row.path)
    return MemoryWrite(row.id, row.path, place)
