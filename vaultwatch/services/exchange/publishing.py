"""Tell the reader inside the vault: flags on memory notes and the report, only where they differ.

All that one look changes is written in one run, so that one `vaultwatch undo` takes it back; the
flags of a note about which something was ticked are part of that step.
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2s
from itertools import filterfalse
from typing import TypeAlias

from vaultwatch.adapters.ledger import BaselineHead, MemoryRow
from vaultwatch.drift.findings.standing import stance_of
from vaultwatch.drift.model import Comparison, Finding, Grounding
from vaultwatch.errors import DiskFullError, NoteUnreadableError, RefusedError
from vaultwatch.memories.facts import beside_text, claim_text, says_active
from vaultwatch.memories.items import anchor_of, is_item, may_hold_items, note_id_of
from vaultwatch.memories.stores.places import is_record, is_record_path
from vaultwatch.notes.days import day_at
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, NotePath, Trouble
from vaultwatch.notes.titles import title_of
from vaultwatch.report.escape import link_words
from vaultwatch.report.flags import FLAG_KEYS, flags_for
from vaultwatch.report.groups import OUTGROWN, groups_of, what_is_left
from vaultwatch.report.inbox import newest_first
from vaultwatch.report.model import (
    InboxBrief,
    MemoryView,
    NoteTrouble,
    ReadAnswer,
    ReportCounts,
    ReportView,
    TwoReadings,
    UncitedMemory,
)
from vaultwatch.report.render import render_report
from vaultwatch.report.weeks import weeks_of
from vaultwatch.report.words import OUTDATED
from vaultwatch.services.exchange.answers import Taken
from vaultwatch.services.exchange.inbox import list_inbox
from vaultwatch.services.exchange.inbox_note import see_inbox
from vaultwatch.services.exchange.report_file import keep_base, outcomes, tell
from vaultwatch.services.findings.review import waiting_groups
from vaultwatch.services.indexing.other_files import conflict_copies
from vaultwatch.services.indexing.reading import digest_of, read_bytes, sparing_others
from vaultwatch.services.indexing.registering import doubled_ids
from vaultwatch.services.known_stores import cut_off_notice
from vaultwatch.services.patching.offering import keep_offers, offers_now
from vaultwatch.services.records.inbox import MOST_SHOWN
from vaultwatch.services.records.losses import is_sure_loss, loss_notice, moved_folder_notice
from vaultwatch.services.records.scale import calibration_notice
from vaultwatch.services.records.schemas import looser_rules
from vaultwatch.services.records.small_facts import (
    DOUBTS_ASKED,
    FAILED_TO_COMPARE,
    FAILED_TO_INDEX,
    FLAGGED_ELSEWHERE,
    FLAGS_SETTLED,
    LAST_SCAN,
    MODEL_NOTICE,
    READER_NOTICE,
    REPORT_ASKED,
    REPORT_PROPERTIES,
    REPORT_REMARKS,
    REPORT_STARTED,
    TELLING_DUE,
    UNREAD,
    Said,
)
from vaultwatch.services.records.standings import as_read, asked_about, doubts_of
from vaultwatch.services.scanning.citing import Cited, why_unresolved
from vaultwatch.services.scanning.opinions import still_said
from vaultwatch.services.scanning.scoping import ambiguous_paths
from vaultwatch.services.upkeep.saved import kept_small
from vaultwatch.services.workspace import Workspace

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
class PlannedFlags:
    """What is to become of the flags on memory notes."""

    writes: list[Write] = field(default_factory=list)
    left: list[NotePath] = field(default_factory=list)
    """Notes whose flags are not ours to take away."""
    unsettled: set[str] = field(default_factory=set)
    """Their memories, but for those of which this machine found something once, by id."""
    refused: dict[NotePath, str] = field(default_factory=dict)
    """Notes whose flags cannot be written without harm, each with the reason."""
    failed: dict[NotePath, str] = field(default_factory=dict)
    """Notes that we failed over, each with the reason."""
    settled: dict[str, str] = field(default_factory=dict)
    """What `FLAGS_SETTLED` is to hold of the memories to whose notes nothing is written."""
    due: dict[NotePath, dict[str, str]] = field(default_factory=dict)
    """What it is to hold more of once a note of `writes` is written."""


def plan_flags(ws: Workspace, cited: Cited, findings: Sequence[Finding]) -> PlannedFlags:
    """Return what open findings have us write, what is left to others, what cannot be written."""
    by_memory: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.memory_id is not None and ws.settings.report.flags:
            by_memory.setdefault(note_id_of(finding.memory_id), []).append(finding)
    ever = {note_id_of(one or "") for one, _, _ in ws.ledger.places_of_findings().values()}
    settled = FLAGS_SETTLED.get(ws.ledger)
    planned = PlannedFlags()
    flagged = [*_one_a_note(cited.memories.values()), *_emptied(ws, cited, settled)]
    for row in sorted(flagged, key=lambda row: row.path):
        found = by_memory.get(row.id, ())
        try:
            with sparing_others(row.path, planned.failed):
                seen = ws.files.read(row.path)
                new, digest = _wanted(row, seen, found)
                if row.id not in ever:
                    if new != seen:  # another machine's, or of a lost ledger: still a warning
                        planned.left.append(row.path)
                        planned.unsettled.add(row.id)
                elif new == seen or settled.get(row.id) == digest:
                    planned.settled[row.id] = digest
                    if new != seen and not found:
                        planned.left.append(row.path)
                else:
                    planned.writes.append(Write(row.path, seen, new))
                    planned.due[row.path] = {row.id: digest}
        except (RefusedError, NoteUnreadableError) as error:
            planned.refused[row.path] = error.message
    return planned


def _one_a_note(rows: Collection[MemoryRow]) -> Iterator[MemoryRow]:
    """Yield one row a note: flags are of the whole note, of its items all together."""
    items: dict[str, list[MemoryRow]] = {}
    for row in rows:
        if is_item(row.id):
            items.setdefault(note_id_of(row.id), []).append(row)
        elif not is_record(row.id):
            yield row
    for note_id, held in items.items():
        digests = "".join(sorted(row.belief_digest for row in held))
        yield replace(held[0], id=note_id, belief_digest=digests)


def _emptied(ws: Workspace, cited: Cited, settled: Mapping[str, str]) -> Iterator[MemoryRow]:
    """Yield what stands for hand-overs that we flagged and whose items are all done since."""
    held = {note_id_of(id_) for id_ in cited.memories}
    paths = [path for path in cited.stats if may_hold_items(path)] if settled.keys() - held else []
    taken = {row.path for row in cited.memories.values()} if paths else set()
    found = {
        row.path: replace(row, id=note_id_of(row.id))
        for row in ws.ledger.find_memories(paths=paths, forgotten=True)
        if is_item(row.id) and row.path not in taken and note_id_of(row.id) in settled.keys() - held
    }
    yield from found.values()


def _wanted(row: MemoryRow, seen: bytes, found: Sequence[Finding]) -> tuple[bytes, str]:
    """Return a memory's note with the flags it is to carry, and a digest of them and why."""
    flags = flags_for(found)
    is_suspicious = any(one.kind == "suspicious" for one in found)
    # Its note may say that it holds, let so by a person on another machine.
    if is_suspicious and says_active(read_bytes(row.path, seen).note.properties):
        flags = flags_for([one for one in found if one.kind != "suspicious"])
    rests_on = sorted((one.id, one.passage) for one in found) if flags else []
    said = repr((row.belief_digest, sorted(flags.items()), rests_on))
    digest = blake2s(said.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    if not flags and not any(key.encode() in seen for key in FLAG_KEYS):
        return seen, digest
    edit = _flagged if len(seen) <= MOST_KEPT_BYTES else _flagged.__wrapped__
    return edit(seen, tuple(flags.items())), digest


@lru_cache(maxsize=1_024)  # what an open finding's memory holds is parsed once, not at each look
def _flagged(seen: bytes, flags: tuple[tuple[str, FlagValue], ...]) -> bytes:
    put = dict(flags)
    return edit_properties(seen, put=put, remove=[key for key in FLAG_KEYS if key not in put])


log = logging.getLogger(__name__)

Heads: TypeAlias = Mapping[tuple[str, NotePath], BaselineHead]
A_LOOK = "scan"
"""The name of a run in which nothing was done but looked."""
RECENT_DAYS = 7
"""How long a finding that closed is still mentioned. Chosen by hand: a week of reading."""
RECENT_FINDINGS = 50
TOLD_OF_INBOX = 3
"""Of what waits there, told in the report too. Chosen by hand: it is no place to decide."""


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

    `taken` are the person's answers that were taken out of the report: any other report than the
    one they come from is not overwritten but refused, for the caller to come again.
    """
    findings = ws.ledger.findings(statuses=("open", "acknowledged"))
    flags = plan_flags(ws, cited, findings)
    DOUBTS_ASKED.set(ws.ledger, asked_about(ws, doubts_of(ws)))
    _ask_of_what_is_left(ws, cited, findings)
    view = _view(ws, cited, findings, comparisons, flags)
    refused: list[tuple[str, str]] = [*flags.refused.items(), *flags.failed.items()]
    keep_offers(ws, view.offers)
    writes = [*flags.writes, *_report_writes(ws, view, taken, refused)]
    if ws.is_rehearsal:
        return Published(tuple(write.path for write in writes), tuple(refused), tuple(flags.left))
    written: list[NotePath] = []
    unwritten: list[NotePath] = []
    failed: dict[NotePath, str] = {}
    if flags.due:  # killed before all is known, it must not take our own writing for a person's
        FLAGS_SETTLED.set(ws.ledger, flags.settled)
    with ws.journal.run(A_LOOK):
        for write in writes:
            try:
                with sparing_others(write.path, failed), ws.journal.joining(write.path):
                    if ws.files.replace_note(write.path, seen=write.seen, new=write.new):
                        written.append(write.path)
                        _know_own_echo(ws, write, cited)
                    flags.settled.update(flags.due.get(write.path, {}))
            except (RefusedError, NoteUnreadableError) as error:
                # A person is editing it right now: their edit wins, the next scan tries again.
                refused.append((write.path, error.message))
                if isinstance(error, DiskFullError):
                    unwritten.append(write.path)
    refused += failed.items()
    FLAGS_SETTLED.set(ws.ledger, flags.settled)
    FLAGGED_ELSEWHERE.set(ws.ledger, frozenset(flags.unsettled))
    if all(path != ws.report_path for path, _ in refused):
        REPORT_STARTED.set(ws.ledger, frozenset())  # no tick stands in the file any more
    TELLING_DUE.set(ws.ledger, bool(refused))
    return Published(tuple(written), tuple(refused), tuple(flags.left), tuple(unwritten))


def render(ws: Workspace, cited: Cited, comparisons: Sequence[Comparison]) -> str:
    """Return the report's text."""
    findings = ws.ledger.findings(statuses=("open", "acknowledged"))
    flags = plan_flags(ws, cited, findings)
    return render_report(_view(ws, cited, findings, comparisons, flags))


def _ask_of_what_is_left(ws: Workspace, cited: Cited, findings: Sequence[Finding]) -> None:
    """Ask about groups that lost findings as they are now; say so of those that are none more."""
    kept = REPORT_ASKED.get(ws.ledger)
    open_ids = {one.id for one in findings if one.status == "open"}
    paths = {row.id: row.path for row in cited.memories.values()}
    groups = groups_of(
        [one for one in findings if one.id in open_ids],
        lambda finding: paths.get(finding.memory_id or ""),
    )
    asked: dict[str, tuple[str, ...]] = {}
    for anchor, ids in kept.items():
        left = what_is_left(anchor, ids, groups)
        if left is not None:
            asked[left.anchor] = tuple(one.id for one in left.findings)
        elif open_ids & {*ids}:
            tell(ws, [Said(ws.clock.now(), anchor, "", OUTGROWN, is_done=False)])
    REPORT_ASKED.set(ws.ledger, asked)


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


def _notice(ws: Workspace) -> str:
    """Return what a reader should know of the whole vault, in a few sentences."""
    loss = loss_notice(ws) if is_sure_loss(ws) else ""
    looser = looser_rules(ws, ws.clock.now() - timedelta(days=RECENT_DAYS))
    notices = (
        loss,
        moved_folder_notice(ws),
        looser,
        cut_off_notice(ws),
        calibration_notice(ws),
        MODEL_NOTICE.get(ws.ledger),
        READER_NOTICE.get(ws.ledger) if ws.settings.reader.kind != "off" else "",
    )
    return " ".join(filter(None, notices))


def _view(
    ws: Workspace,
    cited: Cited,
    findings: Sequence[Finding],
    comparisons: Sequence[Comparison],
    flags: PlannedFlags,
) -> ReportView:
    memories = {row.id: _memory_view(row) for row in cited.memories.values()}
    named = {one.note for one in findings if one.note is not None}
    doubts, (closed, forgotten) = doubts_of(ws), _recently_closed(ws, memories)
    asked, heads = asked_about(ws, doubts), as_read(ws, ws.ledger.baseline_heads())
    held, silent, unsaid = _holding(heads, comparisons, [*findings, *doubts], _vouched(ws, cited))
    speaking = {owner for (owner, _), head in heads.items() if head.grounded == "supported"}
    return ReportView(
        findings=tuple(findings),
        memories=memories,
        counts=ReportCounts(
            notes=sum(not stat.is_memory for stat in cited.stats.values()),
            memories=len(memories),
            comparisons=len(comparisons),
            current=len(held) - len(silent) - len(unsaid),
            silent=len({owner for owner, _ in silent} - speaking),
        ),
        looked_on=day_at(LAST_SCAN.get(ws.ledger) or ws.clock.now()),
        uncited=tuple(_uncited(ws, cited, memories)),
        unspoken=tuple(_unspoken(memories, key, speaking) for key in silent),
        unsaid=tuple(memories[id_] for id_ in sorted({id_ for id_, _ in unsaid} - speaking)),
        half_spoken=tuple(_silent_in_part(heads, memories, comparisons)),
        ambiguous=tuple(_ambiguous(ws, cited, findings)),
        troubles=tuple(_troubles(ws, cited, flags)),
        conflicts=conflict_copies(ws),
        doubts=tuple(one for one in doubts if one.id in asked),
        more_doubts=sum(one.id not in asked for one in doubts),
        readings=tuple(_readings(ws)),
        recently_closed=closed,
        forgotten=forgotten,
        notice=_notice(ws),
        unknown_flags=tuple(flags.left),
        waiting=tuple(waiting_groups(ws)),
        offers=offers_now(ws),
        inbox=_inbox(ws),
        outcomes=outcomes(ws),
        asked=frozenset(REPORT_ASKED.get(ws.ledger)),
        draws_chart=ws.settings.report.chart,
        weeks=weeks_of(ws.ledger.times_of_findings()),
        kept_small=kept_small(ws),
        remarks=REPORT_REMARKS.get(ws.ledger),
        properties=REPORT_PROPERTIES.get(ws.ledger),
        gone_notes=frozenset(filterfalse(is_record_path, named - cited.stats.keys())),
    )


def _memory_view(row: MemoryRow) -> MemoryView:
    claim, beside = claim_text(row.facts.claim), beside_text(row.facts)
    return MemoryView(row.path, row.belief, row.created, claim, beside, anchor_of(row.id))


def _inbox(ws: Workspace) -> InboxBrief | None:
    items = list_inbox(ws)
    if not items:
        return None
    shown = newest_first(items[:MOST_SHOWN])
    newest = tuple(link_words(one.text) for one in shown[:TOLD_OF_INBOX])
    return InboxBrief(ws.inbox_path, len(items), newest, see_inbox(ws).is_persons)


def _ambiguous(ws: Workspace, cited: Cited, findings: Sequence[Finding]) -> Iterator[TwoReadings]:
    """Yield what can be read in two ways, but for what a person said that either will do of.

    And links that lead nowhere since their note was renamed.
    """
    asked = {one.memory_id for one in findings if one.kind == "ambiguous"}
    for owner, plan in sorted(cited.citations.items()):
        for link, candidates in plan.ambiguous if owner in asked else ():
            yield TwoReadings(owner, link, candidates)
        for link, note in plan.renamed:
            yield TwoReadings(owner, link, (note,))
    for owner, paths in sorted(ambiguous_paths(ws).items()):
        for said, places in paths if owner in asked else ():
            yield TwoReadings(owner, said, places=places)


def _troubles(ws: Workspace, cited: Cited, flags: PlannedFlags) -> Iterator[NoteTrouble]:
    for path, trouble in (*cited.troubles, *doubled_ids(ws)):
        yield NoteTrouble(path, trouble)
    known = {path for path, _ in cited.troubles}
    for path, why in flags.refused.items():
        if path not in known:  # what is wrong with it is why it could not be written
            message = f"Its flags stay as they are: {why}"
            yield NoteTrouble(path, Trouble("unflagged", message, 1))
    held_against = {one.note for plan in cited.citations.values() for one in plan.pairs}
    for path, why in UNREAD.get(ws.ledger).items():
        if path in held_against:  # else the memory that names it says so
            message = f"What it says now is not read: {why}"
            yield NoteTrouble(path, Trouble("failed", message, 1))
    failed = (FAILED_TO_INDEX.get(ws.ledger), FAILED_TO_COMPARE.get(ws.ledger), flags.failed)
    for path, why in (one for kept in failed for one in kept.items()):
        yield NoteTrouble(path, Trouble("failed", f"{why}.", 1))


def _holding(
    heads: Heads,
    comparisons: Sequence[Comparison],
    told: Sequence[Finding],
    vouched: Collection[str],
) -> tuple[set[tuple[str, NotePath]], list[tuple[str, NotePath]], list[tuple[str, NotePath]]]:
    """Return the pairs that nothing told speaks against; those of them that `_silent` returns.

    What was dismissed counts as true, however it compares, so that each pair counts once. What a
    person answered for is not asked about again.
    """
    against = {(one.memory_id, one.note) for one in told if one.kind in OUTDATED}
    holding = {(one.memory_id, one.note) for one in comparisons} - against
    silent, unsaid = (_silent(heads, holding, speaks=it) for it in (False, True))
    unsaid += [key for key in silent if key[0] in vouched]
    return holding, [key for key in silent if key[0] not in vouched], unsaid


def _silent(
    heads: Heads, holding: Collection[tuple[str, NotePath]], *, speaks: bool
) -> list[tuple[str, NotePath]]:
    """Return the pairs whose note does not speak of the memory, where nothing else is wrong.

    `speaks`: those instead whose note speaks of its matter, and does not say it.
    """
    return sorted(
        key
        for key in holding
        # What a session left open is no claim that its note speaks of it.
        if key in heads
        and (worth := heads[key].grounding) is not None
        and worth.outcome == "silent"
        and worth.speaks == speaks
        and not is_item(key[0])
        and not is_record(key[0])
    )


def _silent_in_part(
    heads: Heads, memories: Mapping[str, MemoryView], comparisons: Sequence[Comparison]
) -> Iterator[UncitedMemory]:
    """Yield the memories of several clauses of which no note speaks of one, with what that is."""
    told = {
        one.memory_id
        for one in comparisons
        if one.outcome not in {"holds", "unverified"} or is_item(one.memory_id)
    }
    told |= {one.memory_id for one in comparisons if is_record(one.memory_id)}
    grounded: dict[str, list[Grounding]] = {}
    for owner, note in sorted({(one.memory_id, one.note) for one in comparisons} & heads.keys()):
        if owner not in told and (worth := heads[owner, note].grounding) is not None:
            grounded.setdefault(owner, []).append(worth)
    for owner, worths in grounded.items():
        stance = stance_of(worths, ())
        if stance is not None and stance.unspoken:
            yield UncitedMemory(owner, memories[owner], stance.unverified)


def _vouched(ws: Workspace, cited: Cited) -> frozenset[str]:
    """Return the memories that a person said are true, as they read now."""
    said = ws.ledger.confirmed().values()
    digests = {row.id: row.belief_digest for row in cited.memories.values()}
    return frozenset(
        one.memory_id for one in said if digests.get(one.memory_id) == one.belief_digest
    )


def _unspoken(
    memories: Mapping[str, MemoryView], key: tuple[str, NotePath], speaking: Collection[str]
) -> UncitedMemory:
    """Return a memory with a note that does not speak of it, and whether another one does."""
    told = ", but another note that it cites does" if key[0] in speaking else ""
    return UncitedMemory(
        key[0], memories[key[0]], f"“{title_of(key[1])}” does not speak of it{told}"
    )


def _uncited(
    ws: Workspace, cited: Cited, memories: Mapping[str, MemoryView]
) -> Iterator[UncitedMemory]:
    stood_back = cited.stood_back
    for owner, plan in sorted(cited.citations.items()):
        if plan.pairs or plan.lost or plan.ambiguous or owner in stood_back or is_item(owner):
            continue
        if is_record(owner):  # another tool's, which never said that a note speaks for it
            continue
        reason = "cites no note"
        if plan.unresolved:
            reason = ", ".join(f"{one} {why_unresolved(ws, one)}" for one in plan.unresolved)
        yield UncitedMemory(owner, memories[owner], reason)


def _readings(ws: Workspace) -> Iterator[ReadAnswer]:
    """Yield what readers said of late, newest first."""
    since = ws.clock.now() - timedelta(days=RECENT_DAYS)
    said = [
        one
        for one in ws.ledger.answers(since=since)
        if not one.is_test and one.said in {"holds", "outdated"}
    ]
    for one in still_said(ws, said):
        place = (one.memory_id, one.note, one.line, one.quote)
        yield ReadAnswer(day_at(one.at), one.reader, one.said == "outdated", *place)


def _recently_closed(
    ws: Workspace, memories: Collection[str]
) -> tuple[tuple[Finding, ...], Mapping[str, MemoryView]]:
    """Return what closed of late, newest first, and of it the memories that are put away."""
    now = ws.clock.now()
    since = now - timedelta(days=RECENT_DAYS)
    closed = [
        replace(finding, last_seen=finding.closed_at or now)
        for finding in ws.ledger.findings(statuses=("resolved", "dismissed"), closed_since=since)
    ]
    closed.sort(key=lambda finding: (finding.last_seen, finding.id), reverse=True)
    ids = {one.memory_id for one in closed if one.memory_id is not None}.difference(memories)
    gone = ws.ledger.find_memories(ids=ids, forgotten=True)
    return tuple(closed[:RECENT_FINDINGS]), {row.id: _memory_view(row) for row in gone}
