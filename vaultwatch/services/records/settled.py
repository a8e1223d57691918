"""Take words about findings back: what `settle` keeps before a word, for `undo` to bring back."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from vaultwatch.adapters.files.write_journal import SettledBefore
from vaultwatch.adapters.ledger.rows import CheckRow, ConfirmedRow
from vaultwatch.drift.findings.lifecycle import LIVE, made_way, place_of
from vaultwatch.drift.model import Finding, FindingStatus, Outcome, Proof
from vaultwatch.notes.model import NotePath
from vaultwatch.report.boxes import block_id
from vaultwatch.services.records.shared import owe_answer
from vaultwatch.services.records.small_facts import CALLED_TRUE, REPORT_OUTCOMES
from vaultwatch.services.workspace import Workspace


def as_it_stands(ws: Workspace, finding: Finding, *, rests_anew: bool = False) -> SettledBefore:
    """Return what a finding is before a word settles it, its baseline too if that is replaced."""
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

    A memory that was called true rests on what it rested on. Another finding that took one's place
    since the word closes, unless somebody answered that one: then the first stays closed.
    """
    first = {one.finding: one for one in reversed(settled)}
    on_record = {one.id: one for one in ws.ledger.findings(outcomes=None)}
    taken = {place_of(one): one for one in on_record.values() if one.status in LIVE}
    called_true = dict(CALLED_TRUE.get(ws.ledger))
    back = []
    for before in first.values():
        finding = on_record.get(before.finding)
        if finding is None:
            continue
        taker = taken.get(place_of(finding), finding)
        if taker.id != finding.id:
            since = finding.closed_at
            is_said = taker.status != "open" or taker.proof == "word"
            if is_said or since is None or taker.first_seen < since:
                continue
            back.append(made_way(taker, now=ws.clock.now()))
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
    back = [one for one in back if one.id in first]
    for was in back:
        if was.status != "resolved":  # then nobody said so
            owe_answer(ws, was, "asked" if was.status in LIVE else "dismissed", is_new=False)
    return tuple(back)


def outdate_said(ws: Workspace, finding: Finding) -> None:
    """Forget what the report says became of earlier answers to a finding: it is settled anew."""
    said = REPORT_OUTCOMES.get(ws.ledger)
    REPORT_OUTCOMES.set(ws.ledger, tuple(x for x in said if x.finding != block_id(finding.id)))


def rested_on(ws: Workspace, finding: Finding) -> SettledBefore | None:
    """Return a finding as it stood before the word that its memory rests on; None without one."""
    heads = ws.ledger.baseline_heads([finding.memory_id or ""])
    head = heads.get((finding.memory_id or "", finding.note or NotePath("")))
    if head is not None and finding.closed_at is not None and head.taken_at < finding.closed_at:
        return None  # nobody's word closed it: what the memory rests on is older
    kept = ws.journal.settled(finding.id)
    return next((one for one in kept if one.baseline and one.status in LIVE), None)


# Keep what a person says of checks and memories, and take it back: for `undo` as for findings.

COUNTS, REFUSED, UNDECIDED = "counts", "refused", "undecided"


def decide_check(ws: Workspace, one: CheckRow, *, counts: bool) -> CheckRow:
    """Let a check count from now on, or no longer; one step for `undo` if that is news."""
    refused_at = None if counts else one.refused_at or ws.clock.now()
    changed = replace(one, is_accepted=counts, refused_at=refused_at)
    if changed == one:
        return one
    with ws.journal.run("verify accept" if counts else "verify refuse") as run:
        if not ws.is_rehearsal:
            run.settled(_as_it_stands(one))
        ws.ledger.put_checks([changed])
        ws.ledger.tell_truth(one.memory_id, one.passage, "outdated" if counts else "holds")
        ws.ledger.record("check accepted" if counts else "check refused", one.memory_id, one.id)
    return changed


def _as_it_stands(one: CheckRow) -> SettledBefore:
    word = COUNTS if one.is_accepted else REFUSED if one.refused_at is not None else UNDECIDED
    at = one.refused_at.isoformat() if one.refused_at is not None else ""
    return SettledBefore(one.id, word, "", at, "")


def undecide_checks(ws: Workspace, settled: Sequence[SettledBefore]) -> tuple[str, ...]:
    """Let checks stand as before the words that are taken back; return the ids of those that do."""
    first = {one.finding: one for one in reversed(settled) if one.status in _WORDS}
    held = [one for one in ws.ledger.checks() if one.id in first] if first else []
    ws.ledger.put_checks(
        replace(
            one,
            is_accepted=first[one.id].status == COUNTS,
            refused_at=_time(first[one.id].closed_at),
        )
        for one in held
    )
    for one in held:
        ws.ledger.tell_truth(one.memory_id, one.passage, "")
    return tuple(one.id for one in held)


_WORDS = frozenset({COUNTS, REFUSED, UNDECIDED})


def _time(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def confirm_memory(ws: Workspace, memory_id: str | None) -> None:
    """Keep that a person said just now that a memory is true, as it reads."""
    for row in ws.ledger.find_memories(ids=[memory_id or ""]):
        ws.ledger.put_confirmed(ConfirmedRow(row.id, row.belief_digest, ws.clock.now()))


def unconfirm_memories(ws: Workspace, ids: Collection[str], since: datetime) -> None:
    """Forget that a person said so since a step began that is taken back."""
    ws.ledger.drop_confirmed(ids, since=since)
