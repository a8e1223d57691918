"""Let a memory rest on its note anew, where it was called true.

Said when a finding is settled, carried out by the next look: a kill in between loses neither.
"""

from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.owed import call_true
from vaultwatch.services.records.small_facts import CALLED_TRUE
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.comparing import take_baselines
from vaultwatch.services.workspace import Workspace


def rest_anew(ws: Workspace, finding: Finding) -> None:
    """Have the next look take a new baseline for the memory that a finding speaks against.

    Where the note is gone there is nothing to take one of: the old one goes, and the memory with
    it from what is compared.
    """
    if finding.memory_id is None or finding.note is None:
        return
    if ws.ledger.note_stats([finding.note]):
        call_true(ws, finding.memory_id, finding.note)
        return
    ws.ledger.drop_baselines(finding.memory_id, finding.note)
    ws.ledger.drop_comparisons(finding.memory_id, finding.note)


def take_due_baselines(ws: Workspace, cited: Cited) -> int:
    """Take a baseline for each pair that lacks one or was called true; return how many."""
    taken = take_baselines(ws, cited, due_pairs(ws, cited))
    CALLED_TRUE.set(ws.ledger, {})
    return taken


def due_pairs(ws: Workspace, cited: Cited) -> set[tuple[str, NotePath]]:
    """Return the pairs that were called true and do not rest on that word yet.

    A baseline younger than the word was taken for it, before a kill: the note may have moved on
    since, and nobody has called the memory true beside what it says now.
    """
    heads = cited.heads
    return {
        pair
        for pair, at in CALLED_TRUE.get(ws.ledger).items()
        if pair not in heads or heads[pair].taken_at <= at
    }
