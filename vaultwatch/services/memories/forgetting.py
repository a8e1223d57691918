"""Put a memory away: its note goes to the vault's `.trash`, nothing is ever deleted."""

from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.services.indexing.scope import Scope
from vaultwatch.services.look import scan
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.records.acceptances import revoke
from vaultwatch.services.records.labels import labelled
from vaultwatch.services.workspace import Workspace


def forget_memory(ws: Workspace, wanted: str, *, why: str = "") -> MemoryWrite:
    """Move a memory's note to the vault's `.trash`; nothing is ever deleted.

    Raises:
        NotThereError: no such memory.
    """
    row = find_memory(ws, wanted)
    if ws.is_rehearsal:
        return MemoryWrite(row.id, row.path, ".trash")
    # First: a kill behind it loses nothing, and what the reader said they said.
    found = ws.ledger.findings(statuses=LIVE, memory_id=row.id)
    ws.ledger.save_findings((), cases=labelled(ws, found, "forgotten"))
    with ws.journal.run("memory forget"):
        place = ws.files.trash(row.path, seen=ws.files.read(row.path))
    revoke(ws, row.id)
    ws.ledger.record("memory forget", row.id, mask_secrets(why))
    scan(ws, Scope(allow_empty=True))
    return MemoryWrite(row.id, row.path, place)
