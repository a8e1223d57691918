"""Add to an answer at most one memory that its hits lead to by links, marked as such.

Never in the place of a hit, never what a question would not return, and never what nobody could
tell from noise: it speaks of the question a little, or it is not told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.memories.items import is_item
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.associating import Trail, drawn, trails_from
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.word_weight import is_foreign
from vaultwatch.report.escape import flat
from vaultwatch.services.recall.recalling import Recalled, filtered, ranked
from vaultwatch.services.recall.search import LEAST_SPEAKING
from vaultwatch.services.records.use import question_digest
from vaultwatch.services.workspace import Workspace

FROM_HITS = 3
"""The best, from which links are followed. Chosen by hand."""
MOST_BESIDE = 50
"""A note that more are linked with joins what has nothing to do with each other: an index, a hub.
Chosen by hand."""
MOST_DRAWN = 12
"""Memories that are looked at. Chosen by hand: it bounds the time of an answer."""
MOST_ALIKE = 0.7
"""Cosine from which a memory is near enough to the question to be found by itself."""


@dataclass(frozen=True, slots=True)
class AlsoLinked:
    """A memory that links lead to."""

    memory: Recalled
    reason: str
    """The way there in names: `mem_a > Garden > mem_b`."""


def also_linked(
    ws: Workspace, query: str, wanted: Wanted, hits: Sequence[Recalled], told: Iterable[str] = ()
) -> AlsoLinked | None:
    """Return one memory that the best hits lead to; the same question gives the same one.

    Not one whose id is among those `told`.
    """
    if not ws.settings.memories.also_linked or not query.strip() or not hits:
        return None
    if is_foreign(query, ws.model.embedder.model_id):
        return None  # to that model all is near the question
    wanted = replace(wanted, statuses=frozenset({"active"}))
    made = ws.embed([query])
    ways = _ways(ws, hits)
    known = {one.row.id for one in hits} | {*told}
    paths = [NotePath(path) for path in drawn(ways, question_digest(query))[:MOST_DRAWN]]
    rows = [
        row
        for row in ws.ledger.find_memories(paths=paths)
        if row.id not in known and not is_item(row.id)
    ]
    passing, _ = filtered(ws, rows, dict.fromkeys((row.id for row in rows), 0.0), wanted)
    by_path = {row.path: (row, candidate) for row, candidate in passing}
    words = "" if ws.knows_meaning else query
    vector = None if made is None else made[0]
    found = ws.chunks.search(
        words, vector, limit=MOST_DRAWN, memories=True, only=by_path, has_text=False
    )
    bearing = {hit.note for hit in found if _bears(ws, hit)}
    for path in paths:
        for memory in ranked(ws, [by_path[path]], wanted) if path in bearing else ():
            if not (memory.findings or memory.doubts):
                return AlsoLinked(memory, _told(hits, memory.row.id, ways[path]))
    return None


def _ways(ws: Workspace, hits: Sequence[Recalled]) -> dict[NotePath, Trail]:
    """Return by memory's note the way there, through notes of the person's alone."""
    ws.known.refresh(ws.ledger)
    starts = list(dict.fromkeys(one.row.path for one in hits[:FROM_HITS]))
    ours = {*ws.no_memories, ws.report_path}

    def beside(path: NotePath) -> Iterable[NotePath]:
        if path in ours or (ws.is_memory(path) and path not in starts):
            return ()
        near = ws.known.links.beside(path, MOST_BESIDE)
        # From a hit to what it cites alone: another memory beside it is one link away.
        return [one for one in near if path not in starts or not ws.is_memory(one)]

    ways = trails_from(starts, beside)
    return {path: way for path, way in ways.items() if ws.is_memory(path)}


def _bears(ws: Workspace, hit: Hit) -> bool:
    """Tell whether a memory speaks of the question, and not so much that it would be found."""
    alike = hit.similarity or 0.0
    if alike >= MOST_ALIKE:
        return False
    return alike >= LEAST_SPEAKING if ws.knows_meaning else hit.text_rank is not None


def _told(hits: Sequence[Recalled], id_: str, way: Trail) -> str:
    first = next(one.row.id for one in hits if one.row.path == way[0])
    return " > ".join([first, *(flat(title_of(path)) for path in way[1:-1]), id_])
