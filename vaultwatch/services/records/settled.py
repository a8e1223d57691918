"""Take words about findings back: what `settle` keeps before a word, for `undo` to bring back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from vaultwatch.adapters.files.write_journal import SettledBefore
from vaultwatch.drift.findings.lifecycle import LIVE, FindingPlace
from vaultwatch.drift.model import Finding, FindingStatus, Outcome, Proof
from vaultwatch.services.records.small_facts import CALLED_TRUE
from vaultwatch.services.workspace import Workspace


def as_it_stands(ws: Workspace, finding: Finding, *, rests_anew: bool = False) -> SettledBefore:
    """Return what a finding is, to be kept before a word settles it.

    Args:
        ws: the vault.
        finding: as it stands on record.
        rests_anew: whether the word takes another baseline in the place of its memory's.
    """
    copy = ""
    if rests_anew and finding.memory_id is not None and finding.note is not None:
        copy = ws.ledger.copy_baseline(finding.memory_id, finding.note)
    return SettledBefore(
        finding.id,
        finding.status,
        finding.why,
        finding.closed_at.isoformat() if finding.closed_at is not None else "",
        finding.note_digest,
        copy,
        finding.outcome,
        finding.proof,
    )


def unsettle(ws: Workspace, settled: Sequence[SettledBefore]) -> tuple[Finding, ...]:
    """Let findings stand as before the words that are taken back; return those that do.

    A memory that was called true rests on what it rested on. A finding whose place another one
    has taken since stays closed.
    """
    first = {one.finding: one for one in reversed(settled)}
    on_record = {one.id: one for one in ws.ledger.findings(outcomes=None)}
    taken = {place_of(one): one.id for one in on_record.values() if one.status in LIVE}
    called_true = dict(CALLED_TRUE.get(ws.ledger))
    back = []
    for before in first.values():
        finding = on_record.get(before.finding)
        if finding is None or taken.get(place_of(finding), finding.id) != finding.id:
            continue
        if before.baseline and finding.memory_id is not None and finding.note is not None:
            ws.ledger.put_back_baseline(before.baseline)
            called_true.pop((finding.memory_id, finding.note), None)
        status = cast("FindingStatus", before.status)
        closed_at = datetime.fromisoformat(before.closed_at) if before.closed_at else None
        digest = before.note_digest
        was = replace(finding, status=status, why=before.why, closed_at=closed_at)
        if before.outcome:
            outcome, proof = cast("Outcome", before.outcome), cast("Proof", before.proof)
            was = replace(was, outcome=outcome, proof=proof)
        back.append(replace(was, note_digest=digest))
    CALLED_TRUE.set(ws.ledger, called_true)
    ws.ledger.save_findings(back)
    return tuple(back)


def place_of(finding: Finding) -> FindingPlace:
    """Return where a finding stands; one at most is live there."""
    return (finding.memory_id, finding.note, finding.kind)
