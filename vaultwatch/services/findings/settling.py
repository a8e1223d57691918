"""Carry out what a reader says of a finding."""

from collections.abc import Collection
from dataclasses import replace

from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.labels import By
from vaultwatch.drift.lifecycle import LIVE, close
from vaultwatch.drift.model import Finding, FindingStatus
from vaultwatch.errors import RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.findings.repairing import close_applied, write_repair
from vaultwatch.services.findings.reviewing import REVIEWED
from vaultwatch.services.indexing.reindex import owe_scan
from vaultwatch.services.look import Scanned, scan
from vaultwatch.services.lookup import get_finding
from vaultwatch.services.records.labels import labelled, note_digest
from vaultwatch.services.scanning.rebasing import rest_anew
from vaultwatch.services.workspace import Workspace


def dismiss(ws: Workspace, wanted: str, *, why: str = "") -> tuple[Finding, Scanned]:
    """Close a finding as a false alarm; it stays so until its passage changes again."""
    finding = _live(ws, wanted)
    if finding.kind in REVIEWED:
        raise RefusedError(
            f"Finding {finding.id} waits for a decision; dismissing it would bury the memory.",
            hint="Decide with `vaultwatch review activate`, `keep` or `reject`.",
        )
    return _settle(ws, finding, status="dismissed", why=why or "a false alarm", by="dismissed")


def acknowledge(ws: Workspace, wanted: str, *, why: str = "") -> tuple[Finding, Scanned]:
    """Mark a finding as seen; it stays in the report, further down."""
    why = why or "acknowledged by the reader"
    return _settle(ws, _live(ws, wanted), status="acknowledged", why=why)


def verify(
    ws: Workspace, wanted: str, *, why: str = "", is_persons: bool = True
) -> tuple[Finding, Scanned]:
    """Say that the memory is still true: the note as it stands becomes its baseline.

    Args:
        ws: the vault.
        wanted: the finding.
        why: the reason.
        is_persons: whether a person says so; only then it is a lesson for later verdicts.
    """
    finding = _live(ws, wanted)
    verified = rest_anew(ws, finding)
    why = why or "still true, says the reader"
    by: By | None = "still true" if is_persons else None
    return _settle(ws, finding, status="resolved", why=why, verified=verified, by=by)


def apply(ws: Workspace, wanted: str) -> tuple[Finding, Scanned]:
    """Write a finding's suggested wording into its memory, which then rests on the note anew.

    Raises:
        RefusedError: there is none, or memory or note are not as they were when it was made.
    """
    finding = _live(ws, wanted)
    write_repair(ws, finding)
    owe_scan(ws)
    return close_applied(ws, finding), scan(ws)


def reopen(ws: Workspace, wanted: str, *, why: str = "") -> tuple[Finding, Scanned]:
    """Take a mistaken dismissal back: the finding is open again, as the next look confirms.

    Raises:
        RefusedError: it was not dismissed, or a later finding stands in its place.
    """
    finding = get_finding(ws, wanted)
    if finding.status != "dismissed":
        raise RefusedError(
            f"Finding {finding.id} is {finding.status}; only a dismissed one can be reopened.",
            hint="A resolved one comes back by itself if the note drifts again.",
        )
    place = (finding.memory_id, finding.note, finding.kind)
    for other in ws.ledger.findings(statuses=LIVE):
        if (other.memory_id, other.note, other.kind) == place:
            raise RefusedError(
                f"Finding {other.id} stands in its place already.",
                hint=f"See `vaultwatch findings show {other.id}`.",
            )
    return _settle(ws, finding, status="open", why=why or "the dismissal was taken back")


def _settle(  # noqa: PLR0913  # all but two by name
    ws: Workspace,
    finding: Finding,
    *,
    status: FindingStatus,
    why: str,
    verified: Collection[tuple[str, NotePath]] = (),
    by: By | None = None,
) -> tuple[Finding, Scanned]:
    # A reason is kept for good: no key or password may be.
    closed = close(finding, status=status, why=mask_secrets(why), now=ws.clock.now())
    if status == "dismissed":
        closed = replace(closed, note_digest=note_digest(ws, finding))
    owe_scan(ws)  # first: a kill in between leaves flags and report to the next look
    cases = labelled(ws, [finding], by) if by is not None else ()
    taken_back = [finding.id] if status == "open" else ()
    ws.ledger.save_findings([closed], cases=cases, unlabelled=taken_back)
    return closed, scan(ws, verified=verified)


def _live(ws: Workspace, wanted: str) -> Finding:
    finding = get_finding(ws, wanted)
    if finding.status not in LIVE:
        raise RefusedError(
            f"Finding {finding.id} is {finding.status} already: {finding.why}.",
            hint="Only open and acknowledged findings can be settled.",
        )
    return finding


WHY = "the suggested wording was applied"
"""Why a finding closed whose wording was taken over."""

_LOOK_AGAIN = "Run `vaultwatch scan` and look at the finding again."
