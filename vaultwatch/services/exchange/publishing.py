"""Tell the reader inside the vault: flags on memory notes and the report, only where they differ.

All that one look changes is written in one run, so that one `vaultwatch undo` takes it back.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.errors import DiskFullError, NoteUnreadableError, RefusedError
from vaultwatch.memories.facts import claim_text, says_active
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, NotePath, Trouble
from vaultwatch.notes.titles import title_of
from vaultwatch.report.flags import FLAG_KEYS, flags_for
from vaultwatch.report.model import (
    AmbiguousLink,
    MemoryView,
    NoteTrouble,
    ReportCounts,
    ReportView,
    UncitedMemory,
    WaitingAgent,
)
from vaultwatch.report.render import render_report
from vaultwatch.services.exchange.answers import Taken
from vaultwatch.services.exchange.report_file import (
    keep_base,
    outcomes,
    set_started,
)
from vaultwatch.services.findings.proposals import waiting_by_agent
from vaultwatch.services.indexing.other_files import conflict_copies
from vaultwatch.services.indexing.reading import digest_of, read_bytes, sparing_others
from vaultwatch.services.indexing.registering import doubled_ids
from vaultwatch.services.records.losses import is_sure_loss, loss_notice
from vaultwatch.services.records.small_facts import (
    FAILED_TO_COMPARE,
    FAILED_TO_INDEX,
    LAST_SCAN,
    MODEL_NOTICE,
    REPORT_ASKED,
    REPORT_PROPERTIES,
    REPORT_REMARKS,
    TELLING_DUE,
)
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.judging import judge_notice
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

RECENT_DAYS = 7
"""How long a finding that closed is still mentioned. Chosen by hand: a week of reading."""
RECENT_FINDINGS = 50
LEAST_GROUPED = 3
"""Wishes of one agent from which on one box refuses all. Chosen by hand."""
MOST_KEPT_BYTES = 16_384
"""A longer memory is parsed at each look, so that what is kept of all stays under 32 MB."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that should stand in the vault."""

    path: NotePath
    seen: bytes | None
    """What stands there now; None where nothing does."""
    new: bytes


@dataclass(frozen=True, slots=True)
class Published:
    """What was written, or in a rehearsal would be."""

    written: tuple[NotePath, ...]
    refused: tuple[tuple[str, str], ...]
    """(path, reason) of memory notes whose flags could not be set without harm."""
    left: tuple[NotePath, ...] = ()
    """Memory notes whose flags come from elsewhere: no finding on record ever was theirs."""
    unwritten: tuple[NotePath, ...] = ()
    """Those of `refused` for which the disk had no room: an error, and no care of ours."""


def publish(
    ws: Workspace, cited: Cited, comparisons: Sequence[Comparison], taken: Taken
) -> Published:
    """Write flags and report where they differ from what the ledger says.

    Args:
        ws: the vault.
        cited: the memories and what they cite.
        comparisons: all that hold now.
        taken: the person's answers that were taken out of the report: any other report than the
            one they come from is not overwritten but refused, for the caller to come again.
    """
    findings = ws.ledger.findings(statuses=("open", "acknowledged"))
    flags = _flags(ws, cited, findings)
    view = _view(ws, cited, findings, comparisons, flags)
    refused: list[tuple[str, str]] = [*flags.refused.items(), *flags.failed.items()]
    writes = [*flags.writes, *_report_writes(ws, view, taken, refused)]
    if ws.is_rehearsal:
        return Published(tuple(write.path for write in writes), tuple(refused), tuple(flags.left))
    written: list[NotePath] = []
    unwritten: list[NotePath] = []
    failed: dict[NotePath, str] = {}
    with ws.journal.run("scan"):
        for write in writes:
            try:
                with sparing_others(write.path, failed):
                    if ws.files.replace_note(write.path, seen=write.seen, new=write.new):
                        written.append(write.path)
                        _know_own_echo(ws, write, cited)
            except (RefusedError, NoteUnreadableError) as error:
                # A person is editing it right now: their edit wins, the next scan tries again.
                refused.append((write.path, error.message))
                if isinstance(error, DiskFullError):
                    unwritten.append(write.path)
    refused += failed.items()
    if all(path != ws.report_path for path, _ in refused):
        set_started(ws, ())  # no tick stands in the file any more
    TELLING_DUE.set(ws.ledger, bool(refused))
    return Published(tuple(written), tuple(refused), tuple(flags.left), tuple(unwritten))


def render(ws: Workspace, cited: Cited, comparisons: Sequence[Comparison]) -> str:
    """Return the report's text."""
    findings = ws.ledger.findings(statuses=("open", "acknowledged"))
    flags = _flags(ws, cited, findings)
    return render_report(_view(ws, cited, findings, comparisons, flags))


@dataclass(frozen=True, slots=True)
class _Flags:
    """What is to become of the flags on memory notes."""

    writes: list[Write]
    left: list[NotePath]
    """Notes whose flags are not ours to take away."""
    refused: dict[NotePath, str]
    """Notes whose flags cannot be written without harm, each with the reason."""
    failed: dict[NotePath, str]
    """Notes that we failed over, each with the reason."""


def _flags(ws: Workspace, cited: Cited, findings: Sequence[Finding]) -> _Flags:
    by_memory: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.memory_id is not None and ws.settings.report.flags:
            by_memory.setdefault(finding.memory_id, []).append(finding)
    ever = {memory_id for memory_id, _, _ in ws.ledger.places_of_findings().values()}
    planned = _Flags([], [], {}, {})
    for row in sorted(cited.memories.values(), key=lambda row: row.path):
        found = by_memory.get(row.id, ())
        flags = flags_for(found)
        seen = new = b""
        try:
            with sparing_others(row.path, planned.failed):
                seen = new = ws.files.read(row.path)
                if any(one.kind == "suspicious" for one in found) and _says_active(row.path, seen):
                    flags = flags_for([one for one in found if one.kind != "suspicious"])
                if flags or any(key.encode() in seen for key in FLAG_KEYS):
                    edit = _flagged if len(seen) <= MOST_KEPT_BYTES else _flagged.__wrapped__
                    new = edit(seen, tuple(flags.items()))
        except (RefusedError, NoteUnreadableError) as error:
            planned.refused[row.path] = error.message
            continue
        if new == seen:
            continue
        if row.id in ever:
            planned.writes.append(Write(row.path, seen, new))
        else:  # another machine's, or those of a ledger that was lost: still a warning
            planned.left.append(row.path)
    return planned


def _says_active(path: NotePath, seen: bytes) -> bool:
    """Tell whether a note says that its memory holds: the report alone asks about it then.

    A person may have let it hold on another machine, which takes our flag off as often as we put
    it there.
    """
    return says_active(read_bytes(path, seen).note.properties)


@lru_cache(maxsize=1_024)  # what an open finding's memory holds is parsed once, not at each look
def _flagged(seen: bytes, flags: tuple[tuple[str, FlagValue], ...]) -> bytes:
    put = dict(flags)
    return edit_properties(seen, put=put, remove=[key for key in FLAG_KEYS if key not in put])


def _report_writes(
    ws: Workspace, view: ReportView, taken: Taken, refused: list[tuple[str, str]]
) -> Iterator[Write]:
    if taken.refusal:
        refused.append((ws.report_path, taken.refusal))
        return
    new = render_report(view).encode("utf-8", "replace")
    keep_base(ws, new.decode(), taken.base)
    if taken.seen != new:
        yield Write(ws.report_path, taken.seen, new)


def _know_own_echo(ws: Workspace, write: Write, cited: Cited) -> None:
    """Record the bytes we wrote, so that our own write is no change to index."""
    held = cited.stats.get(write.path)
    stat = ws.files.stat(write.path)
    if held is None or stat is None or write.seen is None:
        return
    # A person's edit that came after the index looked is not ours to call indexed.
    if digest_of(write.seen) != held.digest or ws.files.now(write.path) != write.new:
        return
    ws.ledger.keep_echo(write.path, digest_of(write.new), stat.size_bytes, stat.changed_ns)


def _view(
    ws: Workspace,
    cited: Cited,
    findings: Sequence[Finding],
    comparisons: Sequence[Comparison],
    flags: _Flags,
) -> ReportView:
    memories = {
        row.id: MemoryView(row.path, row.belief, row.created, claim_text(row.facts.claim))
        for row in cited.memories.values()
    }
    named = {finding.note for finding in findings if finding.note is not None}
    looked = LAST_SCAN.get(ws.ledger) or ws.clock.now()
    loss = loss_notice(ws) if is_sure_loss(ws) else ""
    notices = (loss, MODEL_NOTICE.get(ws.ledger), judge_notice(ws))
    silent = _silent(ws, comparisons)
    return ReportView(
        findings=tuple(findings),
        memories=memories,
        counts=ReportCounts(
            notes=sum(not stat.is_memory for stat in cited.stats.values()),
            memories=len(memories),
            comparisons=len(comparisons),
            current=sum(not comparison.drifted for comparison in comparisons) - len(silent),
            silent=len(silent),
        ),
        looked_on=looked.date(),
        uncited=tuple(_uncited(cited, memories)),
        unspoken=tuple(_unspoken(memories, key) for key in silent),
        ambiguous=tuple(
            AmbiguousLink(owner, link, candidates)
            for owner, plan in sorted(cited.citations.items())
            for link, candidates in plan.ambiguous
        ),
        troubles=tuple(_troubles(ws, cited, flags)),
        conflicts=conflict_copies(ws),
        recently_closed=tuple(_recently_closed(ws, ws.clock.now())),
        notice=" ".join(filter(None, notices)),
        unknown_flags=tuple(flags.left),
        waiting=tuple(_waiting(ws)),
        outcomes=outcomes(ws),
        asked=REPORT_ASKED.get(ws.ledger),
        draws_chart=ws.settings.report.chart,
        remarks=REPORT_REMARKS.get(ws.ledger),
        properties=REPORT_PROPERTIES.get(ws.ledger),
        gone_notes=frozenset(note for note in named if note not in cited.stats),
    )


def _waiting(ws: Workspace) -> Iterator[WaitingAgent]:
    for name, found in sorted(waiting_by_agent(ws).items()):
        count = len({(one.memory_id, one.kind == "proposal") for one in found})
        if count >= LEAST_GROUPED:
            yield WaitingAgent(name, count, min(one.id for one in found))


def _troubles(ws: Workspace, cited: Cited, flags: _Flags) -> Iterator[NoteTrouble]:
    for path, trouble in (*cited.troubles, *doubled_ids(ws)):
        yield NoteTrouble(path, trouble)
    known = {path for path, _ in cited.troubles}
    for path, why in flags.refused.items():
        if path not in known:  # what is wrong with it is why it could not be written
            message = f"Its flags stay as they are: {why}"
            yield NoteTrouble(path, Trouble("unflagged", message, 1))
    failed = (FAILED_TO_INDEX.get(ws.ledger), FAILED_TO_COMPARE.get(ws.ledger), flags.failed)
    for path, why in (one for kept in failed for one in kept.items()):
        yield NoteTrouble(path, Trouble("failed", f"{why}.", 1))


def _silent(ws: Workspace, comparisons: Sequence[Comparison]) -> list[tuple[str, NotePath]]:
    """Return the pairs whose note does not speak of the memory, where nothing else is wrong."""
    heads = ws.ledger.baseline_heads()
    kept = {(one.memory_id, one.note) for one in comparisons if not one.drifted}
    return sorted(key for key in kept if key in heads and heads[key].grounded == "silent")


def _unspoken(memories: Mapping[str, MemoryView], key: tuple[str, NotePath]) -> UncitedMemory:
    return UncitedMemory(key[0], memories[key[0]], f"“{title_of(key[1])}” does not speak of it")


def _uncited(cited: Cited, memories: Mapping[str, MemoryView]) -> Iterator[UncitedMemory]:
    stood_back = cited.stood_back
    for owner, plan in sorted(cited.citations.items()):
        if plan.pairs or plan.lost or plan.ambiguous or owner in stood_back:
            continue
        reason = "cites no note"
        if plan.unresolved:
            reason = f"{', '.join(plan.unresolved)} leads nowhere"
        yield UncitedMemory(owner, memories[owner], reason)


def _recently_closed(ws: Workspace, now: datetime) -> list[Finding]:
    since = now - timedelta(days=RECENT_DAYS)
    closed = [
        replace(finding, last_seen=finding.closed_at or now)
        for finding in ws.ledger.findings(statuses=("resolved", "dismissed"), closed_since=since)
    ]
    closed.sort(key=lambda finding: (finding.last_seen, finding.id), reverse=True)
    return closed[:RECENT_FINDINGS]
