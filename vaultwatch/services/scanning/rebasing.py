"""Let a memory rest on its note anew, where a person calls it true."""

from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath
from vaultwatch.services.workspace import Workspace


def rest_anew(ws: Workspace, finding: Finding) -> set[tuple[str, NotePath]]:
    """Return the pair that needs a new baseline now that a person calls the memory true.

    Where the note is gone there is nothing to take one of: the old one goes, and the memory with
    it from what is compared.
    """
    if finding.memory_id is None or finding.note is None:
        return set()
    if finding.note in ws.ledger.note_stats():
        return {(finding.memory_id, finding.note)}
    ws.ledger.drop_baselines(finding.memory_id, finding.note)
    ws.ledger.drop_comparisons(finding.memory_id, finding.note)
    return set()
