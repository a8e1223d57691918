"""Find out which notes each memory is held against, and follow notes that moved.

Called by `services.look` after reindexing. Decides nothing itself: `notes.links` resolves,
`drift.findings.citations` plans.
"""

import logging
from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from operator import attrgetter
from urllib.parse import unquote

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
    led_to,
    plan_citations,
    renewed,
)
from vaultwatch.drift.model import DoubtedNote
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import STOOD_BACK
from vaultwatch.memories.items import is_item
from vaultwatch.memories.record import Memory, is_citing
from vaultwatch.memories.stores.mentions import Mention, NoteNames
from vaultwatch.memories.stores.places import is_record
from vaultwatch.memories.stores.records import without_code
from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.links import LinkIndex, Resolution
from vaultwatch.notes.model import Link, NotePath, Trouble
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.indexing.reindex import Indexed, statements_at, statements_of_added
from vaultwatch.services.records.small_facts import (
    CALLED_TRUE,
    DOUBTED_LINKS,
    FAILED_TO_INDEX,
    UNREAD,
)
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

_TARGET = late_regex(r"(?:!?\[\[|.*\]\()([^|#\])]*)")
"""What a link names, as it is written."""

MOST_BESIDE = 10
"""Notes read on either side of a lost one that may have moved. Chosen by hand: enough to know the
template that daily notes are made of."""


@dataclass(frozen=True)
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
    read: dict[str, Memory | None] = field(default_factory=dict)
    """Takes in the memories that this look reads."""

    @property
    def stood_back(self) -> frozenset[str]:
        """Memories whose place another one has taken: they are held against nothing."""
        return frozenset(row.id for row in self.memories.values() if row.facts.status in STOOD_BACK)

    @cached_property
    def pairs(self) -> tuple[Citation, ...]:
        """Every comparison to make, by note."""
        pairs = (pair for plan in self.citations.values() for pair in plan.pairs)
        return tuple(sorted(pairs, key=attrgetter("note", "memory_id")))


class RecordLinks:
    """The notes that records speak of; the vault's names are gone through once a look."""

    def __init__(self, ws: Workspace) -> None:
        """Look at nothing yet."""
        self._ws = ws

    @cached_property
    def _names(self) -> NoteNames:
        known = self._ws.known.names
        return NoteNames((name, path) for name, path in known if not self._ws.is_memory(path))

    def of(self, row: MemoryRow) -> Iterator[tuple[Link, Resolution]]:
        """Yield what a record links or names, and what that means; its dead links are no fault."""
        linked = set()
        for link, meant in self._links(row):
            if meant.path is not None and not self._ws.is_memory(meant.path):
                linked |= {meant.path, *meant.candidates}
                yield link, meant
        for one in self._names.mentions(row.belief):
            if linked.isdisjoint(one.notes):
                yield _link_of_mention(one)

    def _links(self, row: MemoryRow) -> Iterator[tuple[Link, Resolution]]:
        if "[[" not in row.belief:
            return
        text = without_code(row.belief)
        for one in scan_inline(text).links:
            if one.style == "wiki":
                written = text[one.start : one.end]
                link = Link(
                    one.target, one.headings, one.block, one.display, written, one.style,
                    one.is_embed, span=None,
                )  # fmt: skip
                yield link, self._ws.known.links.resolve(link, row.path)


def _link_of_mention(one: Mention) -> tuple[Link, Resolution]:
    link = Link(one.name, (), None, None, one.name, "wiki", is_embed=False, span=None)
    if len(one.notes) == 1:
        return link, Resolution("resolved", one.notes[0], (), None, None, ())
    return link, Resolution("ambiguous", one.notes[0], one.notes, None, None, ())


def link_index(ws: Workspace) -> LinkIndex:
    """Return the index of every link in the vault, from the ledger's outlines."""
    ws.known.refresh(ws.ledger, ws.files.attachments())
    return ws.known.links


def cite(ws: Workspace, indexed: Indexed, only: Collection[str] | None = None) -> Cited:
    """Follow notes that moved; resolve the links of all memories, or of `only` those."""
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
    links, paths = ws.known.links, ws.known.paths
    known: dict[str, list[NotePath]] = defaultdict(list)
    changed: dict[str, dict[NotePath, NotePath]] = defaultdict(dict)
    for (owner, note), head in heads.items():
        row = memories.get(owner)
        if row is not None and head.belief_digest == row.belief_digest:
            known[owner].append(note)
        elif row is not None:
            changed[owner] |= {note: was} if (was := head.followed_from) is not None else {}
    for owner, note in CALLED_TRUE.get(ws.ledger):  # where its passage went, though no link leads
        if owner in memories and note in paths and note not in known[owner]:
            known[owner].append(note)
    doubted = renewed_doubts(ws)
    doubts = _doubts_by_memory(known, heads, doubted)
    failures: dict[NotePath, str] = {}
    spoken = RecordLinks(ws)
    citations: dict[str, Citations] = {}
    for row in memories.values():
        found: tuple[tuple[Link, Resolution], ...] = ()
        if row.facts.status in STOOD_BACK:
            citations[row.id] = CITES_NOTHING
            continue
        with sparing_others(row.path, failures):
            found = tuple(spoken.of(row) if is_record(row.id) else cited_by(row, links))
        # Where its links come to a fault: what it rests on already.
        held = [*known[row.id], *led_to(found, changed.get(row.id, {}))]
        citations[row.id] = plan_citations(
            row.id, found, held, paths, doubts.get(row.id, NO_DOUBTS)
        )
    keep_doubts(ws, doubted, citations)
    pairs = {pair.note for plan in citations.values() for pair in plan.pairs}
    stats = ws.ledger.note_stats({*pairs, *(note for _, note in heads)} if is_part else None)
    return Cited(memories, citations, stats, heads, frozenset(changed), troubles, is_part, failures)


def _doubts_by_memory(
    known: Mapping[str, Collection[NotePath]],
    heads: Mapping[tuple[str, NotePath], BaselineHead],
    doubted: Mapping[tuple[str, str], Sequence[DoubtedNote]],
) -> dict[str, LinkDoubts]:
    """Return by memory what else its links may mean than the notes that answer to them now."""
    moved: dict[str, dict[NotePath, NotePath]] = defaultdict(dict)
    for (owner, note), head in heads.items():
        if head.followed_from is not None and note in known.get(owner, ()):
            moved[owner][note] = head.followed_from
    links: dict[str, dict[str, Sequence[DoubtedNote]]] = defaultdict(dict)
    for (owner, link), notes in doubted.items():
        links[owner][link] = notes
    return {owner: LinkDoubts(moved[owner], links[owner]) for owner in {*moved, *links}}


def cited_by(row: MemoryRow, links: LinkIndex) -> Iterator[tuple[Link, Resolution]]:
    """Yield a memory's citing links: to others than itself, and an item's own line alone."""
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
    standing = ws.known.paths
    lost = {
        note: (owner, head)
        for (owner, note), head in heads.items()
        if owner in memories and note not in standing
    }
    if not lost:
        return heads
    stats, links, is_any_moved = ws.ledger.note_stats(), ws.known.links, False
    added = statements_of_added(ws, indexed.statements)
    digests: dict[str, list[NotePath]] = defaultdict(list)
    for path, stat in stats.items():
        if not stat.is_memory:
            digests[stat.digest].append(path)
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
            is_any_moved = True
    return ws.ledger.baseline_heads(only) if is_any_moved else heads


def _followed_back(
    ws: Workspace,
    heads: dict[tuple[str, NotePath], BaselineHead],
    memories: Collection[str],
    only: Collection[str] | None,
) -> dict[tuple[str, NotePath], BaselineHead]:
    """Take baselines back to notes that were followed elsewhere and stand again where they were."""
    standing = ws.known.paths
    away = {
        (owner, note): head.followed_from
        for (owner, note), head in heads.items()
        if owner in memories and head.followed_from in standing
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
    """Keep which notes links with several answers may mean, of memories looked at anew."""
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


def why_unresolved(ws: Workspace, link: str) -> str:
    """Return why a link means no note of the index, as a clause: `leads nowhere`, or why unread."""
    named = _TARGET.match(link)
    wanted = title_key(f"{unquote(named[1]).strip().removesuffix('.md')}.md") if named else ""
    for path, why in {**FAILED_TO_INDEX.get(ws.ledger), **UNREAD.get(ws.ledger)}.items():
        if title_key(path) == wanted:
            return f"names a note that is not read: {why.rstrip('.')}"
    return "leads nowhere"
