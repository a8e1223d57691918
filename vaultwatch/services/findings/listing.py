"""List findings."""

from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Finding, FindingKind
from vaultwatch.services.lookup import find_memory, find_note
from vaultwatch.services.workspace import Workspace


def list_findings(
    ws: Workspace,
    *,
    is_all: bool = False,
    kind: FindingKind | None = None,
    memory: str | None = None,
    note: str | None = None,
) -> list[Finding]:
    """Return findings, worst first: the live ones, or all that ever were.

    Raises:
        NotThereError: no such memory or note is on record.
    """
    return ws.ledger.findings(
        statuses=None if is_all else LIVE,
        kind=kind,
        memory_id=find_memory(ws, memory).id if memory else None,
        note=find_note(ws, note) if note else None,
    )
