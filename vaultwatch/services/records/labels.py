"""Keep what readers make of findings as labelled cases, as they settle them.

Called by whatever settles a finding, in the transaction that closes it;
`services.scanning.calibrating` refits the bar on the cases.
"""

from collections.abc import Collection
from dataclasses import replace

from vaultwatch.drift.findings.labels import By, LabelledCase, labelled_case
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.scale import Scale, kind_of
from vaultwatch.drift.model import Finding
from vaultwatch.services.records.scale import rules_version, scale_of
from vaultwatch.services.records.small_facts import RULES
from vaultwatch.services.workspace import Workspace


def labelled(ws: Workspace, findings: Collection[Finding], by: By) -> list[LabelledCase]:
    """Return findings as cases with a reader's word on them, to be kept as they are settled.

    The findings are as they stood when the reader spoke.
    """
    if not findings:
        return []
    version, now = rules_of(ws) or rules_version(), ws.clock.now()
    ids = {one.memory_id or "" for one in findings}
    named = ws.ledger.find_memories(ids=ids, forgotten=True)
    beliefs = {row.id: row.belief for row in named}
    scale = scale_of(ws)
    cases = (
        labelled_case(
            _unread(one, scale),
            by,
            version=version,
            belief=beliefs.get(one.memory_id or "", ""),
            at=now,
        )
        for one in findings
    )
    return [case for case in cases if case is not None]


def _unread(finding: Finding, scale: Scale) -> Finding:
    """Return a finding with its score as the weights gave it."""
    kind = kind_of(finding.change, finding.mode, finding.proof)
    return replace(finding, score=scale.unread(finding.score, kind))


def take_back_words(ws: Workspace, memory_id: str) -> None:
    """Take back what open findings of a memory were made a lesson of: no person spoke."""
    found = ws.ledger.findings(statuses=LIVE, memory_id=memory_id)
    ws.ledger.save_findings((), unlabelled=[finding.id for finding in found])


def rules_of(ws: Workspace) -> str:
    """Return by which rules the kept comparisons were made; empty where nobody knows."""
    return RULES.get(ws.ledger)


def note_rules(ws: Workspace) -> str:
    """Remember by which rules comparisons are made from now on; return those before, if others.

    An empty answer means that nothing is compared anew on their account.
    """
    before = rules_of(ws)
    return before if RULES.set(ws.ledger, rules_version()) else ""


def note_digest(ws: Workspace, finding: Finding) -> str:
    """Return the digest of the note that a finding was made from; empty where it is gone."""
    stat = ws.ledger.note_stats().get(finding.note) if finding.note is not None else None
    return stat.digest if stat is not None else ""
