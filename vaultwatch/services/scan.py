"""Compare every memory with the notes it cites, record what was found, tell the reader.

The whole way of one look at the vault: take the person's answers out of the report, reindex, cite,
take baselines, compare, record, publish.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass, replace

from vaultwatch.drift.citations import vanished
from vaultwatch.drift.lifecycle import LIVE, Seen, plan_findings
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.errors import VaultVanishedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.added_notes import forget_added
from vaultwatch.services.annotating import annotate
from vaultwatch.services.answers import Taken, take_answers
from vaultwatch.services.citing import Cited, cite
from vaultwatch.services.comparing import compare_pairs, is_stale, take_baselines
from vaultwatch.services.looking import WHOLE_VAULT, Scope
from vaultwatch.services.publishing import TELLING_DUE, Published, publish, render
from vaultwatch.services.reindex import (
    NOTHING_INDEXED,
    SCAN_DUE,
    Indexed,
    owe_scan,
    reindex,
)
from vaultwatch.services.standing import keep_standing
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Scanned:
    """What one scan saw and did."""

    indexed: Indexed
    comparisons: tuple[Comparison, ...]
    """Every pair of memory and cited note, by memory and note."""
    findings: tuple[Finding, ...]
    """Open and acknowledged, worst first."""
    opened: tuple[Finding, ...]
    """Those that this scan found first."""
    closed: tuple[Finding, ...]
    """Those that this scan closed."""
    baselines: int
    """Baselines taken."""
    memories: int
    published: Published


@dataclass(frozen=True, slots=True)
class Adopted:
    """What indexing alone did: the notes, and a baseline for each memory that lacked one."""

    indexed: Indexed
    baselines: int
    memories: int


def index(ws: Workspace, scope: Scope = WHOLE_VAULT) -> Adopted:
    """Bring the index up to date and take baselines for new memories; compare nothing."""
    indexed = reindex(ws, scope)
    cited = cite(ws, indexed)
    taken = take_baselines(ws, _without_changed(cited))
    return Adopted(indexed, taken, len(cited.memories))


def catch_up(ws: Workspace) -> Indexed:
    """Take in what changed on disk, so that what comes next rests on it; compare nothing.

    Raises:
        As `scan`.
    """
    indexed = reindex(ws)
    is_wide = any(not ws.is_memory(path) for path in indexed.added)  # one may be an old one moved
    if is_wide or indexed.upserted:
        _adopt(ws, indexed, None if is_wide else _ids_at(ws, indexed.upserted))
    return indexed


def take_in(ws: Workspace, paths: Collection[NotePath]) -> Cited:
    """Take in memory notes that were written just now, with their baselines."""
    indexed = reindex(ws, Scope(only=frozenset(paths), is_ours=True))
    return _adopt(ws, indexed, _ids_at(ws, paths))


def compare_some(ws: Workspace, memory_ids: Collection[str]) -> None:
    """Hold a few memories against the notes they cite, as far as those moved on since.

    Findings are recorded; flags and report are left to the next scan.
    """
    cited = cite(ws, NOTHING_INDEXED, memory_ids)
    if not is_stale(ws, cited):
        return
    taken = take_baselines(ws, cited)
    _drop_outgrown(ws, cited)
    comparisons = [*compare_pairs(ws, cited).values(), *_vanished(ws, cited)]
    _record(ws, cited, comparisons)
    if taken:
        ws.ledger.prune_statements()


def _adopt(ws: Workspace, indexed: Indexed, only: Collection[str] | None) -> Cited:
    cited = cite(ws, indexed, only)
    take_baselines(ws, _without_changed(cited))
    return cited


def _ids_at(ws: Workspace, paths: Collection[NotePath]) -> list[str]:
    rows = ws.ledger.find_memories(paths=paths)
    return [row.id for row in rows if row.state == "present"]


def scan(
    ws: Workspace,
    scope: Scope = WHOLE_VAULT,
    *,
    verified: Collection[tuple[str, NotePath]] = (),
) -> Scanned:
    """Look at the vault once.

    Args:
        ws: the vault.
        scope: how much of it to index anew; memories are compared wherever what they rest on moved.
        verified: (memory, note) pairs that the reader has just called still true.

    Raises:
        VaultVanishedError: the vault is empty, the index is not.
        NotThereError, StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    if not ws.is_rehearsal:
        ws.files.sweep(now=ws.clock.now())
    answers = take_answers(ws)
    if answers.forgotten:  # the last note may be gone because a person said so
        scope = replace(scope, allow_empty=True)
    indexed = reindex(ws, scope)
    return _compare(ws, indexed, answers, verified)


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look of the daemon saw."""

    indexed: Indexed
    scanned: Scanned | None
    """None where nothing was news, so that nothing had to be compared."""
    published: Published | None
    """None where nothing was owed to the reader."""


def look(ws: Workspace, paths: Collection[str] | None = None) -> Looked:
    """Look at what a watcher named, or for what changed anywhere; compare only if that is news.

    Raises:
        As `scan`.
    """
    answers = take_answers(ws)
    only = None if paths is None else frozenset({*paths, *answers.touched})
    indexed = reindex(ws, Scope(only=only, allow_empty=bool(answers.forgotten)))
    is_news = indexed.upserted or indexed.removed or answers.is_news or ws.ledger.get_fact(SCAN_DUE)
    if is_news:
        scanned = _compare(ws, indexed, answers)
        return Looked(indexed, scanned, scanned.published)
    is_owed = paths is None and ws.ledger.get_fact(TELLING_DUE)
    return Looked(indexed, None, _tell(ws, answers) if is_owed else None)


def _compare(
    ws: Workspace,
    indexed: Indexed,
    answers: Taken,
    verified: Collection[tuple[str, NotePath]] = (),
) -> Scanned:
    cited = cite(ws, indexed)
    taken = take_baselines(ws, cited, {*verified, *answers.verified})
    _drop_outgrown(ws, cited)
    by_pair = compare_pairs(ws, cited)
    comparisons = [*by_pair.values(), *_vanished(ws, cited)]
    comparisons.sort(key=lambda one: (one.memory_id, one.note))
    opened, closed = _record(ws, cited, comparisons)
    keep_standing(ws)
    if taken:
        ws.ledger.prune_statements()
    published = publish(ws, cited, comparisons, answers)
    forget_added(ws)
    if ws.ledger.get_fact(SCAN_DUE):
        ws.ledger.set_fact(SCAN_DUE, "")
    log.debug(
        "scanned notes=%d memories=%d comparisons=%d opened=%d closed=%d",
        len(cited.stats),
        len(cited.memories),
        len(comparisons),
        len(opened),
        len(closed),
    )
    return Scanned(
        indexed=indexed,
        comparisons=tuple(comparisons),
        findings=tuple(ws.ledger.findings(statuses=LIVE)),
        opened=opened,
        closed=closed,
        baselines=taken,
        memories=len(cited.memories),
        published=published,
    )


def _record(
    ws: Workspace, cited: Cited, comparisons: list[Comparison]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Keep what was found; return the findings that are new and those that closed."""
    places = ws.ledger.places_of_findings()
    only = cited.memories.keys() if cited.is_part else None
    changed = plan_findings(
        ws.ledger.findings(statuses=(*LIVE, "dismissed"), memory_ids=only),
        Seen(
            comparisons,
            cited.memories.keys(),
            cited.changed_beliefs,
            {path: stat.digest for path, stat in cited.stats.items()},
            cited.stood_back,
        ),
        places=places,
        now=ws.clock.now(),
    )
    changed = annotate(ws, cited, changed)
    if changed:
        owe_scan(ws)
    ws.ledger.save_findings(changed)
    if not cited.is_part:
        ws.ledger.set_fact("last_scan", ws.clock.now().isoformat())
    opened = tuple(finding for finding in changed if finding.id not in places)
    return opened, tuple(finding for finding in changed if finding.status == "resolved")


def _without_changed(cited: Cited) -> Cited:
    """Leave memories whose belief changed to the next scan, which closes their findings too."""
    kept = {k: v for k, v in cited.citations.items() if k not in cited.changed_beliefs}
    return replace(cited, citations=kept)


def _drop_outgrown(ws: Workspace, cited: Cited) -> None:
    """A changed belief rests on nothing that the old one rested on.

    Baselines that were taken anew have replaced the old ones; here go those of notes that the
    belief no longer cites.
    """
    pairs = {(pair.memory_id, pair.note) for pair in cited.pairs}
    for (owner, note), head in cited.heads.items():
        row = cited.memories.get(owner)
        if row is None or head.belief_digest == row.belief_digest or (owner, note) in pairs:
            continue
        ws.ledger.drop_baselines(owner, note)
        ws.ledger.drop_comparisons(owner, note)


def _vanished(ws: Workspace, cited: Cited) -> list[Comparison]:
    lost = {owner: plan.lost for owner, plan in cited.citations.items() if plan.lost}
    return [
        vanished(baseline)
        for owner, notes in lost.items()
        for baseline in ws.ledger.baselines(owner)
        if baseline.note in notes
    ]


def republish(ws: Workspace) -> Published:
    """Write flags and report from what the last scan found; look at no note.

    Except where an answer in the report asks for a look at what it is about.

    Raises:
        VaultVanishedError: the vault is empty, the ledger is not.
        NotThereError: the vault is gone.
    """
    answers = take_answers(ws)
    if answers.is_scan_due:
        scope = Scope(only=frozenset(answers.touched), allow_empty=bool(answers.forgotten))
        return _compare(ws, reindex(ws, scope), answers).published
    held = ws.ledger.note_stats()
    if held and not ws.files.holds_any_note(except_for=ws.report_path):
        raise VaultVanishedError(len(held))  # a report in an empty mount point helps nobody
    return _tell(ws, answers)


def _tell(ws: Workspace, answers: Taken) -> Published:
    cited = cite(ws, NOTHING_INDEXED)
    return publish(ws, cited, _held_comparisons(ws, cited), answers)


def report_text(ws: Workspace) -> str:
    """Return the report as it would stand now."""
    cited = cite(ws, NOTHING_INDEXED)
    return render(ws, cited, _held_comparisons(ws, cited))


def _held_comparisons(ws: Workspace, cited: Cited) -> list[Comparison]:
    pairs = {(pair.memory_id, pair.note) for pair in cited.pairs}
    held = ws.ledger.comparisons()
    kept = [comparison for key, (_, comparison) in held.items() if key in pairs]
    return [*kept, *_vanished(ws, cited)]
