"""Take the last step back: its files, the words about findings in it, and what these taught.

A step is what one command or one look wrote beside the report. The look that the door takes after
it writes flags and report anew; a look's own step, the flags alone, owes none: they stay off as if
a person had taken them off, or each `undo` beside a daemon would take back the same flags.
"""

import os
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from vaultwatch.adapters.files.write_journal import UNDOING, RunSummary, UndoResult
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import waits
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath
from vaultwatch.report.boxes import block_id
from vaultwatch.report.groups import GROUP
from vaultwatch.report.store_patch import OFFER
from vaultwatch.services.exchange.publishing import A_LOOK
from vaultwatch.services.exchange.report_file import tell_taken_back, told
from vaultwatch.services.indexing.plan import LookScope
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.indexing.store_records import weigh_again
from vaultwatch.services.known_stores import stores_of
from vaultwatch.services.memories.property_writes import SUPERSEDING_UNDONE
from vaultwatch.services.patching.desk import StoresDesk
from vaultwatch.services.patching.offering import is_taken_back
from vaultwatch.services.reader.handing import READ, read_of, unread
from vaultwatch.services.records.inbox import bring_back
from vaultwatch.services.records.settled import unconfirm_memories, undecide_checks, unsettle
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import BROUGHT_BACK, revoke
from vaultwatch.services.scanning.opinions import tell_truth
from vaultwatch.services.scanning.recording import suggested
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import Settings


def undo_newest(
    ws: Workspace | None, desk: StoresDesk, settings: Settings, *, is_rehearsal: bool
) -> UndoResult:
    """Take back the last step, be it one in the vault or one in a store.

    Raises:
        NotThereError: there is no step to take back.
        RefusedError: it was in a store that the settings name no more.
    """
    in_vault = ws.journal.last() if ws is not None else None
    in_store = desk.journal.last()
    if in_store is not None and (in_vault is None or _began(in_store) > _began(in_vault)):
        if in_store.is_whole:  # what a kill cut off is taken back wherever it is
            _check_named(in_store, settings)
        done = _undo_in_store(desk, is_rehearsal=is_rehearsal)
        if ws is not None and not ws.is_rehearsal:
            _tell_of_ticks(ws, _began(in_store), [path for path, _ in done.refused])
        return done
    if ws is None:
        raise NotThereError("There is nothing to take back.")
    return undo_last_run(ws)


def _check_named(step: RunSummary, settings: Settings) -> None:
    """Refuse a step in a store that a person took out of their settings since."""
    named = [os.path.realpath(store.place) for store in stores_of(settings)]
    for path in step.paths:
        if not any(Path(path).is_relative_to(place) for place in named):
            raise RefusedError(
                f"{step.what!r} wrote {path!r}, and your settings name no store there any more; "
                "nothing was taken back.",
                hint="`vaultwatch stores add` names it again; then `vaultwatch undo`.",
            )


def _began(step: RunSummary) -> datetime:
    return datetime.fromisoformat(step.at)


def _undo_in_store(desk: StoresDesk, *, is_rehearsal: bool) -> UndoResult:
    if is_rehearsal:
        return desk.journal.undo(desk.writer, dry_run=True)
    with desk.writing() as healed:
        # What was cut off was the step, and it is taken back now.
        return desk.take_back() if healed is None else healed.undone


def _tell_of_ticks(ws: Workspace, since: datetime, kept: Collection[str]) -> None:
    """Say in the report of changes that a tick had written into a store that they are undone."""
    ticked = [
        one.finding
        for one in told(ws)
        if one.finding.startswith(OFFER) and one.at >= since and is_taken_back(one.said, kept)
    ]
    if ticked:
        tell_taken_back(ws, ticked, since)
        owe_look(ws)


def undo_last_run(ws: Workspace) -> UndoResult:
    """Take the last step back; a file edited since stays as it is.

    In a rehearsal nothing is written.
    """
    step = ws.journal.last()
    if step is None:
        raise NotThereError("There is nothing to take back.")
    planned = ws.journal.undo(ws.files, dry_run=True)
    # What a person edited since stands, and so does what was said of it.
    is_edited = bool(planned.refused) and not planned.restored
    if ws.is_rehearsal and not is_edited:
        named = (one.finding for one in step.settled if one.status != READ)
        return replace(planned, reopened=(*dict.fromkeys(named), *read_of(ws, step.settled)))
    if is_edited or (step.what == A_LOOK and not step.settled):
        return planned if ws.is_rehearsal else ws.journal.undo(ws.files, dry_run=False)
    owe_look(ws)  # first: a kill in between leaves flags and report to the next look
    rows = ws.ledger.find_memories(paths=list(map(NotePath, step.paths)), forgotten=True)
    with ws.journal.run(UNDOING):
        done = ws.journal.undo(ws.files, dry_run=False)
    for row in rows:
        if row.state != "present" and row.path in done.restored:
            ws.ledger.record(BROUGHT_BACK, row.id)
    stood_back = [one.id for one in rows if one.facts.status == "superseded"]
    # Before findings stand again: one that does is no finding that an edit of its memory settled.
    reindex(ws, LookScope(only=frozenset(step.paths), allow_empty=True, is_ours=False))
    _forget_undone(ws, step)
    for row in ws.ledger.find_memories(ids=stood_back):
        if row.facts.status == "active":
            ws.ledger.record(SUPERSEDING_UNDONE, row.id)
    findings = unsettle(ws, step.settled)
    for one in findings:
        tell_truth(ws, one, "")
    _suggest_again(ws, findings)
    _ask_again(ws, {one.memory_id for one in findings if one.memory_id and waits(one)})
    waiting = bring_back(ws, {one.finding for one in step.settled})
    checks = undecide_checks(ws, step.settled)
    read = read_of(ws, step.settled)
    unread(ws, step.settled)
    _unlearn(ws, step, rows, findings)
    again = [*(one.id for one in findings), *checks]
    together = (
        one.finding for one in told(ws) if one.answer == "sure" and one.finding.startswith(GROUP)
    )
    anchors = [*map(block_id, again), *together]
    tell_taken_back(ws, anchors, datetime.fromisoformat(step.at))
    return replace(done, reopened=(*again, *waiting, *read))


def _ask_again(ws: Workspace, let_hold: Collection[str]) -> None:
    """Forget that memories were let hold, unless an earlier decision says so too."""
    weigh_again(ws, set(filter(is_record, let_hold)))
    for id_ in let_hold:
        settled = ws.ledger.findings(statuses=["resolved"], memory_id=id_)
        if not any(map(waits, settled)):
            revoke(ws, id_)


def _forget_undone(ws: Workspace, step: RunSummary) -> None:
    """Forget that memories were seen to rest on words of ours that are gone: no note lost them."""
    stats = ws.ledger.note_stats(list(map(NotePath, step.paths)))
    for (owner, note), head in ws.ledger.baseline_heads().items() if stats else ():
        is_ours = head.origin == "adopted" and head.note_digest in step.digests
        if note in stats and is_ours and stats[note].digest != head.note_digest:
            ws.ledger.drop_baselines(owner, note)


def _suggest_again(ws: Workspace, findings: Collection[Finding]) -> None:
    """Give findings that stand again their suggested wording: closing took it."""
    live = [one for one in findings if one.status in LIVE and one.repair is None]
    rows = {
        row.id: row for row in ws.ledger.find_memories(ids=[one.memory_id or "" for one in live])
    }
    for one in live:
        row = rows.get(one.memory_id or "")
        if row is not None and one.outcome != "in_doubt":
            with sparing_others(row.path):
                ws.ledger.save_findings([replace(one, repair=suggested(ws, one, row))])


def _unlearn(
    ws: Workspace, step: RunSummary, rows: list[MemoryRow], findings: tuple[Finding, ...]
) -> None:
    """Drop what readers' words since the step began taught about its memories and findings."""
    began, memories = datetime.fromisoformat(step.at), {row.id for row in rows}
    ids = {one.id for one in findings}
    spoken_of = {one.memory_id for one in findings if one.memory_id}
    unconfirm_memories(ws, memories | spoken_of, began)
    taught = [
        one.finding
        for one in ws.ledger.cases()
        if one.at >= began and (one.memory_id in memories or one.finding in ids)
    ]
    ws.ledger.save_findings((), unlabelled=taught)
