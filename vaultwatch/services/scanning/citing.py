"""Find out which notes each memory is held against, and follow notes that moved.

Called by `services.look` after reindexing. Decides nothing itself: `notes.links` resolves,
`drift.findings.citations` plans.
"""

import logging
from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from vaultwatch.adapters.ledger import BaselineHead, MemoryRow, NoteStat
from vaultwatch.drift.findings.citations import (
    CITES_NOTHING,
    NO_DOUBTS,
    Citation,
    Citations,
    LinkDoubts,
    LostNote,
    find_new_place,
    has_returned,
    plan_citations,
    renewed,
)
from vaultwatch.drift.model import DoubtedNote
from vaultwatch.memories.facts import STOOD_BACK
from vaultwatch.memories.items import is_item
from vaultwatch.memories.record import is_citing
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.links import LinkIndex, Resolution
from vaultwatch.notes.model import Link, NotePath, Trouble
from vaultwatch.notes.titles import title_of
from vaultwatch.services.indexing.added_notes import statements_at, statements_of_added
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.indexing.reindex import Indexed
from vaultwatch.services.records.small_facts import CALLED_TRUE, DOUBTED_LINKS
from vaultwatch.services.scanning.record_links import RecordLinks
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

MOST_BESIDE = 10
"""Notes read on either side of a lost one that may have moved. Chosen by hand: enough to know the
template that daily notes are made of."""


@dataclass(frozen=True, slots=True)
class Cited:
    """Every memory with what its links come to."""

    memories: Mapping[str, MemoryRow]
    citations: Mapping[str, Citations]
    stats: Mapping[NotePath, NoteStat]
    heads: Mapping[tuple[str, NotePath], BaselineHead]
    """Baselines on record, those of notes that moved under their new path."""
    changed_beliefs: frozenset[str]
    """Memories whose belief changed since their baselines were taken."""
    troubles: tuple[tuple[NotePath, Trouble], ...]
    """What is wrong with notes, by note."""
    is_part: bool = False
    """Whether only some memories were asked for."""
    failures: dict[NotePath, str] = field(default_factory=dict)
    """Takes in the memories and notes that this look fails over, each with the reason."""

    @property
    def stood_back(self) -> frozenset[str]:
        """Memories whose place another one has taken: they are held against nothing."""
        return frozenset(row.id for row in self.memories.values() if row.facts.status in STOOD_BACK)

    @property
    def pairs(self) -> tuple[Citation, ...]:
        """Every comparison to make, by note."""
        pairs = [pair for plan in self.citations.values() for pair in plan.pairs]
        return tuple(sorted(pairs, key=lambda pair: (pair.note, pair.memory_id)))


def link_index(ws: Workspace) -> LinkIndex:
    """Return the index of every link in the vault, from the ledger's outlines."""
    ws.known.refresh(ws.ledger, ws.files.attachments())
    return ws.known.links


def cite(ws: Workspace, indexed: Indexed, only: Collection[str] | None = None) -> Cited:
    """Resolve memories' links and follow the notes that moved.

    Args:
        ws: the vault.
        indexed: what the last round of indexing saw.
        only: ids of the memories to look at; None for all.
    """
    rows = ws.ledger.memories() if only is None else ws.ledger.find_memories(ids=only)
    memories = {row.id: row for row in rows}
    is_part = only is not None
    attachments = indexed.attachments
    if memories and attachments is None and not ws.known.knows_attachments:
        attachments = ws.files.attachments()
    ws.known.refresh(ws.ledger, attachments)
    troubles = ws.known.troubles
    if not memories:
        stats = {} if is_part else ws.ledger.note_stats()
        return Cited({}, {}, stats, {}, frozenset(), troubles, is_part)
    heads = _follow(ws, indexed, memories, only)
    known: dict[str, list[NotePath]] = {}
    changed: set[str] = set()
    for (owner, note), head in heads.items():
        row = memories.get(owner)
        if row is not None and head.belief_digest == row.belief_digest:
            known.setdefault(owner, []).append(note)
        elif row is not None:
            changed.add(owner)
    for owner, note in CALLED_TRUE.get(ws.ledger):  # where its passage went, though no link leads
        if owner in memories and note in ws.known.paths and note not in known.get(owner, ()):
            known.setdefault(owner, []).append(note)
    doubted = renewed_doubts(ws)
    doubts = _doubts_by_memory(known, heads, doubted)
    failures: dict[NotePath, str] = {}
    spoken = RecordLinks(ws)
    citations = {
        row.id: _citations_of(
            ws, row, known.get(row.id, ()), doubts.get(row.id, NO_DOUBTS), failures, spoken
        )
        for row in memories.values()
    }
    keep_doubts(ws, doubted, citations)
    pairs = {pair.note for plan in citations.values() for pair in plan.pairs}
    stats = ws.ledger.note_stats({*pairs, *(note for _, note in heads)} if is_part else None)
    beliefs = frozenset(changed)
    return Cited(memories, citations, stats, heads, beliefs, troubles, is_part, failures)


def _citations_of(  # noqa: PLR0913, PLR0917 -- called once
    ws: Workspace,
    row: MemoryRow,
    known: Collection[NotePath],
    doubts: LinkDoubts,
    failures: dict[NotePath, str],
    spoken: RecordLinks,
) -> Citations:
    """Return what a memory's links come to; what it rests on already where they come to a fault."""
    if row.facts.status in STOOD_BACK:
        return CITES_NOTHING
    links: tuple[tuple[Link, Resolution], ...] = ()
    with sparing_others(row.path, failures):
        is_of_store = is_record(row.id)
        links = tuple(spoken.of(row) if is_of_store else cited_by(row, ws.known.links))
    return plan_citations(row.id, links, known, ws.known.paths, doubts)


def _doubts_by_memory(
    known: Mapping[str, Collection[NotePath]],
    heads: Mapping[tuple[str, NotePath], BaselineHead],
    doubted: Mapping[tuple[str, str], Sequence[DoubtedNote]],
) -> dict[str, LinkDoubts]:
    """Return by memory what else its links may mean than the notes that answer to them now."""
    moved: dict[str, dict[NotePath, NotePath]] = {}
    for (owner, note), head in heads.items():
        if head.followed_from is not None and note in known.get(owner, ()):
            moved.setdefault(owner, {})[note] = head.followed_from
    links: dict[str, dict[str, Sequence[DoubtedNote]]] = {}
    for (owner, link), notes in doubted.items():
        links.setdefault(owner, {})[link] = notes
    return {
        owner: LinkDoubts(moved.get(owner, {}), links.get(owner, {}))
        for owner in moved.keys() | links.keys()
    }


def cited_by(row: MemoryRow, links: LinkIndex) -> Iterator[tuple[Link, Resolution]]:
    """Yield a memory's citing links; none cites the memory itself, an item's stand in its line.

    A memory called like its note, `Memories/Atlas.md` with `[[Atlas]]`, means the note.
    """
    memory = row.path
    for link, to in links.links_out(memory):
        if is_item(row.id) and (link.property_key or link.original not in row.belief):
            continue
        others = tuple(path for path in to.candidates if path != memory)
        if not is_citing(link) or (to.path == memory and not others):
            continue
        if len(others) == 1 < len(to.candidates):
            # The part it names was looked up in the memory: it rests on the whole note instead.
            section = to.section if to.path == others[0] else ()
            yield (
                link,
                replace(to, status="resolved", path=others[0], candidates=(), section=section),
            )
        else:
            yield link, replace(to, candidates=others)


def cite_new(ws: Workspace, indexed: Indexed) -> None:
    """Follow notes that moved, for a service that only indexes: the next scan sees them moved."""
    if indexed.added:
        cite(ws, indexed)


def _follow(
    ws: Workspace, indexed: Indexed, memories: Collection[str], only: Collection[str] | None
) -> dict[tuple[str, NotePath], BaselineHead]:
    """Move the baselines of notes that stand elsewhere now; return the memories' baselines."""
    heads = _followed_back(ws, ws.ledger.baseline_heads(only), memories, only)
    lost = {
        note: (owner, head)
        for (owner, note), head in heads.items()
        if owner in memories and note not in ws.known.paths
    }
    if not lost:
        return heads
    stats, links = ws.ledger.note_stats(), ws.known.links
    added = statements_of_added(ws, indexed.statements)
    digests: dict[str, list[NotePath]] = {}
    for path, stat in stats.items():
        if not stat.is_memory:
            digests.setdefault(stat.digest, []).append(path)
    for note, (owner, head) in lost.items():
        named = links.resolve(_named(note), note)
        gone = LostNote(
            note,
            head.note_digest,
            statements=partial(_old_statements, ws, owner, note),
            namesakes=named.candidates or ((named.path,) if named.path is not None else ()),
            beside=partial(_statements_beside, ws, note, added.keys()),
        )
        place = find_new_place(gone, digests, added)
        if place is not None:
            log.info("followed note=%r to=%r", note, place)
            ws.ledger.move_note(note, place)
    return ws.ledger.baseline_heads(only)


def _followed_back(
    ws: Workspace,
    heads: dict[tuple[str, NotePath], BaselineHead],
    memories: Collection[str],
    only: Collection[str] | None,
) -> dict[tuple[str, NotePath], BaselineHead]:
    """Take baselines back to notes that were followed elsewhere and stand again where they were."""
    away = {
        (owner, note): head.followed_from
        for (owner, note), head in heads.items()
        if owner in memories and head.followed_from in ws.known.paths
    }
    there = statements_at(ws, {was for was in away.values() if was is not None}) if away else {}
    for (owner, note), was in away.items():
        if was in there and has_returned(_old_statements(ws, owner, note), there[was]):
            log.info("followed memory=%r note=%r back to=%r", owner, note, was)
            ws.ledger.move_note(note, was, owner)
    return ws.ledger.baseline_heads(only) if away else heads


def _named(note: NotePath) -> Link:
    """Return the link a person would write to a note."""
    title = title_of(note)
    return Link(title, (), None, None, f"[[{title}]]", "wiki", is_embed=False, span=None)


def _old_statements(ws: Workspace, owner: str, note: NotePath) -> Collection[str]:
    """Return digests of what a note said when a memory's baseline was taken."""
    for baseline in ws.ledger.baselines(owner):
        if baseline.note == note:
            return {statement.digest for statement in baseline.statements}
    return ()


def _statements_beside(
    ws: Workspace, note: NotePath, added: Collection[NotePath]
) -> Collection[Collection[str]]:
    """Return digests of the statements of notes whose paths come next to a lost one's."""
    others = sorted(path for path in ws.known.paths if path not in added and not ws.is_memory(path))
    at = bisect(others, note)
    return statements_at(ws, others[max(0, at - MOST_BESIDE) : at + MOST_BESIDE]).values()


def renewed_doubts(ws: Workspace) -> Mapping[tuple[str, str], Sequence[DoubtedNote]]:
    """Return by memory and link what a link with several answers may mean, as it stands now."""
    kept = DOUBTED_LINKS.get(ws.ledger)
    if not kept:
        return {}
    digests = {
        path: stat.digest for path, stat in ws.ledger.note_stats().items() if not stat.is_memory
    }
    found = {pair: renewed(notes, digests) for pair, notes in kept.items()}
    return {pair: notes for pair, notes in found.items() if len(notes) > 1}


def keep_doubts(
    ws: Workspace,
    doubts: Mapping[tuple[str, str], Sequence[DoubtedNote]],
    citations: Mapping[str, Citations],
) -> None:
    """Keep which notes each link with several answers may mean.

    Args:
        ws: the vault.
        doubts: those of now, of all memories.
        citations: what the links of the memories that were looked at come to.
    """
    listed = {
        (owner, link): candidates
        for owner, plan in citations.items()
        for link, candidates in plan.ambiguous
    }
    kept = {pair: tuple(notes) for pair, notes in doubts.items() if pair[0] not in citations}
    if listed:
        stats = ws.ledger.note_stats({note for notes in listed.values() for note in notes})
        moved = {one.path for notes in doubts.values() for one in notes if one.is_moved}
        kept |= {
            pair: tuple(
                DoubtedNote(note, stats[note].digest, is_moved=note in moved)
                for note in candidates
                if note in stats
            )
            for pair, candidates in listed.items()
        }
    DOUBTED_LINKS.set(ws.ledger, kept)
