"""The whole way of one look at the vault.

Take the person's answers out of the report and the inbox, reindex, cite, take baselines, compare,
record, check against this machine, publish. Doors call `carry_out` for a deed that may owe a look.
All that one look, or one deed with its look, writes into the vault is one run, which one
`vaultwatch undo` takes back; each tick that a look finds is a step of its own.
"""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeVar

from vaultwatch.adapters.files.safe_write import sweep_own
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.errors import VaultVanishedError
from vaultwatch.services.exchange.answers import Taken, TickedDeed, take_answers
from vaultwatch.services.exchange.inbox import take_inbox
from vaultwatch.services.exchange.publishing import Published, publish, render
from vaultwatch.services.findings.settle import heed_others, others_answers
from vaultwatch.services.indexing.plan import WHOLE_VAULT, LookScope
from vaultwatch.services.indexing.reindex import (
    NOTHING_INDEXED,
    Indexed,
    forget_added,
    reindex,
)
from vaultwatch.services.records.losses import back_up_if_due
from vaultwatch.services.records.shared import write_owed
from vaultwatch.services.records.small_facts import (
    FAILED_TO_COMPARE,
    SCAN_DUE,
    TELLING_DUE,
    is_look_owed,
    look_taken,
)
from vaultwatch.services.records.standings import doubts_of
from vaultwatch.services.records.use import take_use
from vaultwatch.services.scanning.checking import check_due
from vaultwatch.services.scanning.citing import cite
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.scanning.recording import (
    compare_all,
    drop_outgrown,
    held_comparisons,
    record,
)
from vaultwatch.services.scanning.taking_in import take_due_baselines
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Scanned:
    """What one scan saw and did."""

    indexed: Indexed
    comparisons: tuple[Comparison, ...]
    """Every pair of memory and cited note, by memory and note."""
    findings: tuple[Finding, ...]
    """Open and acknowledged, worst first; without those in doubt."""
    news: tuple[Finding, ...]
    """Those of them that are new, or rest on another passage than before."""
    opened: tuple[Finding, ...]
    """Those that this scan found first."""
    closed: tuple[Finding, ...]
    """Those that this scan closed."""
    baselines: int
    """Baselines taken."""
    memories: int
    published: Published
    in_doubt: int = 0
    """How many findings only ask."""
    settled: int = 0
    """How many a person's ticks closed before it."""
    answered: int = 0
    """How many it closed of those that ticks meant: their memories were forgotten."""
    called_outdated: int = 0
    """How many stay open because ticks say that their memories are outdated."""
    heeded: int = 0
    """How many answers of other machines were taken."""
    would: tuple[TickedDeed, ...] = ()
    """In a rehearsal what ticks would do; the rest counts as after it."""


Done = TypeVar("Done")


def carry_out(ws: Workspace, deed: Callable[[Workspace], Done]) -> Done:
    """Carry out a deed for the door that asks for it, and look if it owes a look.

    One `undo` takes all of it back.

    Raises:
        What the deed raises, or `scan`: then the look is owed still, and the next one takes it.
    """
    take_use(ws)
    with ws.journal.run():
        done = deed(ws)
        if is_look_owed(ws):
            scan(ws)
    return done


def scan(ws: Workspace, scope: LookScope = WHOLE_VAULT) -> Scanned:
    """Look at the vault once.

    `scope` is how much of it to index anew; memories are compared wherever what they rest on moved.

    Raises:
        VaultVanishedError: the vault is empty, the index is not.
        NotThereError, StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    if not ws.is_rehearsal:
        now = ws.clock.now()
        ws.files.sweep(now=now)
        for folder in (ws.places.state, ws.places.backups):
            sweep_own(folder, now=now)
    take_use(ws)
    with ws.journal.run():
        answers = take_answers(ws)
        take_inbox(ws)
        scanned = _compare(ws, reindex(ws, scope), answers)
    back_up_if_due(ws)
    return scanned


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look of the daemon saw."""

    indexed: Indexed
    scanned: Scanned | None
    """None where nothing was news, so that nothing had to be compared."""
    published: Published | None
    """None where nothing was owed to the reader."""


def look(ws: Workspace, paths: Collection[str] | None = None) -> Looked:
    """Look at what a watcher named, or for what changed anywhere; compare only if that is news."""
    take_use(ws)
    with ws.journal.run():
        answers = take_answers(ws)
        is_decided = take_inbox(ws)
        indexed = reindex(ws, LookScope(only=None if paths is None else frozenset(paths)))
        is_due = answers.is_news or is_decided or SCAN_DUE.get(ws.ledger)
        if indexed.upserted or indexed.removed or is_due or others_answers(ws):
            scanned = _compare(ws, indexed, answers)
            return Looked(indexed, scanned, scanned.published)
        is_owed = paths is None and TELLING_DUE.get(ws.ledger)
        return Looked(indexed, None, _tell(ws, answers) if is_owed else None)


def _compare(ws: Workspace, indexed: Indexed, answers: Taken) -> Scanned:
    # Nobody else writes now: to begin anew for each of a hundred questions took a tenth of it all.
    with ws.ledger.steady():
        return _compared(ws, indexed, answers)


def _compared(ws: Workspace, indexed: Indexed, answers: Taken) -> Scanned:
    ws.ledger.fetch_for_look()
    before = {one.id: (one.status, one.passage) for one in ws.ledger.findings(statuses=LIVE)}
    cited = cite(ws, indexed)
    taken = take_due_baselines(ws, cited)
    drop_outgrown(ws, cited)
    comparisons = compare_all(ws, cited)
    comparisons.sort(key=lambda one: (one.memory_id, one.note))
    opened, closed = record(ws, cited, comparisons)
    check_due(ws)
    keep_conditions(ws, cited)
    write_owed(ws)
    heeded = heed_others(ws)
    closed_there = {one.id for one in heeded if isinstance(one, Finding) and one.status not in LIVE}
    FAILED_TO_COMPARE.set(ws.ledger, cited.failures)
    if taken:
        ws.ledger.prune_statements()
    published = publish(ws, cited, comparisons, answers)
    forget_added(ws)
    look_taken(ws)
    log.debug(
        "scanned notes=%d memories=%d comparisons=%d opened=%d closed=%d",
        len(cited.stats),
        len(cited.memories),
        len(comparisons),
        len(opened),
        len(closed),
    )
    findings = tuple(ws.ledger.findings(statuses=LIVE))
    scanned = Scanned(
        indexed=indexed,
        comparisons=tuple(comparisons),
        findings=findings,
        news=tuple(one for one in findings if before.get(one.id) != (one.status, one.passage)),
        opened=tuple(one for one in opened if one.id not in closed_there),
        closed=closed,
        baselines=taken,
        memories=len(cited.memories),
        published=published,
        in_doubt=len(doubts_of(ws)),
        settled=answers.settled,
        answered=sum(one.id in answers.answered for one in closed),
        called_outdated=sum(one.id in answers.answered and one.proof == "word" for one in findings),
        heeded=len(heeded),
    )
    return _as_after(scanned, answers) if ws.is_rehearsal else scanned


def _as_after(scanned: Scanned, answers: Taken) -> Scanned:
    """Return what a rehearsal saw, which leaves the files be, as after what ticks would do."""
    away = {one.memory_id for one in answers.deeds if one.deed == "forget"} - {None}
    changed = {one.memory_id for one in answers.deeds if one.deed == "rewrite"} - {None} | away
    left = tuple(one for one in scanned.findings if one.memory_id not in changed)
    met = [one for one in scanned.findings if one not in left and one.id in answers.answered]
    return replace(
        scanned,
        comparisons=tuple(one for one in scanned.comparisons if one.memory_id not in away),
        findings=left,
        news=tuple(one for one in scanned.news if one in left),
        closed=(*scanned.closed, *met),
        answered=scanned.answered + len(met),
        memories=scanned.memories - len(away),
        would=answers.deeds,
    )


def republish(ws: Workspace) -> Published:
    """Write flags and report from what the last scan found; look at no note.

    Except where an answer in the report asks for a look at what it is about.

    Raises:
        VaultVanishedError: the vault is empty, the ledger is not.
        NotThereError: the vault is gone.
    """
    with ws.journal.run():
        answers = take_answers(ws)
        take_inbox(ws)
        held = ws.ledger.note_stats()
        if held and not ws.files.holds_any_note(except_for=ws.report_path):
            raise VaultVanishedError(len(held))  # a report in an empty mount point helps nobody
        if is_look_owed(ws):
            return _compare(ws, NOTHING_INDEXED, answers).published
        return _tell(ws, answers)


def _tell(ws: Workspace, answers: Taken) -> Published:
    cited = cite(ws, NOTHING_INDEXED)
    return publish(ws, cited, held_comparisons(ws, cited), answers)


def report_text(ws: Workspace) -> str:
    """Return the report as it would stand now."""
    cited = cite(ws, NOTHING_INDEXED)
    return render(ws, cited, held_comparisons(ws, cited))
