"""Keep what readers make of findings as cases, and by which rules comparisons were made.

Whatever settles a finding keeps it as a case, in the transaction that closes it.
"""

from collections.abc import Collection

from vaultwatch.drift.findings.labels import By, LabelledCase, labelled_case
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.services.records.small_facts import RULES
from vaultwatch.services.workspace import Workspace


def labelled(ws: Workspace, findings: Collection[Finding], by: By) -> list[LabelledCase]:
    """Return findings as cases with a reader's word, as they stood when the reader spoke."""
    if not findings:
        return []
    ids = {one.memory_id or "" for one in findings}
    named = ws.ledger.find_memories(ids=ids, forgotten=True)
    beliefs = {row.id: row.belief for row in named}
    cases = (
        labelled_case(one, by, belief=beliefs.get(one.memory_id or "", ""), at=ws.clock.now())
        for one in findings
    )
    return [case for case in cases if case is not None]


def take_back_words(ws: Workspace, memory_id: str) -> None:
    """Take back what open findings of a memory were made a lesson of: no person spoke."""
    found = ws.ledger.findings(statuses=LIVE, memory_id=memory_id)
    ws.ledger.save_findings((), unlabelled=[finding.id for finding in found])


def rules_of(ws: Workspace) -> str:
    """Return by which rules the kept comparisons were made; empty where nobody knows."""
    return RULES.get(ws.ledger)


def note_digest(ws: Workspace, finding: Finding) -> str:
    """Return the digest of the note that a finding was made from; empty where it is gone."""
    stat = ws.ledger.note_stats().get(finding.note) if finding.note is not None else None
    return stat.digest if stat is not None else ""
