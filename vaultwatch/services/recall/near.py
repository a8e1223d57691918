"""Name the memories that say nearly what a new one says, so that its writer may join them."""

from contextlib import suppress
from typing import Final

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import StoreError
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record
from vaultwatch.recall.duplicates import agree_exactly, gist_of, says_nearly
from vaultwatch.recall.signals import status_at
from vaultwatch.report.escape import flat
from vaultwatch.services.recall.search import MAX_QUERY_CHARS, passages
from vaultwatch.services.workspace import Workspace

LOOKED_AT: Final = 8
MOST_NAMED: Final = 2
NEAR_COSINE: Final = 0.85
"""Of MiniLM, where numbers, names of things and negations agree too. Chosen by hand."""
MOST_CHARS: Final = 120


def close_to(ws: Workspace, id_: str, belief: str) -> tuple[str, ...]:
    """Return a sentence for each active memory that says nearly the same as one just stored."""
    rows = [row for row in nearest(ws, belief) if row.id != id_]
    return tuple(f"Close to {row.id}: {flat(row.belief)[:MOST_CHARS]}" for row in rows[:MOST_NAMED])


def nearest(ws: Workspace, belief: str) -> list[MemoryRow]:
    """Return the active memories that say nearly the same, the nearest first."""
    hits = _nearest(ws, belief[:MAX_QUERY_CHARS])
    similar = {hit.note: hit.similarity or 0.0 for hit in reversed(hits)}
    gist, now = gist_of(belief), ws.clock.now()
    found = []
    for row in ws.ledger.find_memories(paths=similar):
        if is_item(row.id) or is_record(row.id) or status_at(row.facts, now) != "active":
            continue
        other = gist_of(row.belief)
        is_near = ws.knows_meaning and similar[row.path] >= NEAR_COSINE
        if says_nearly(gist, other) or (is_near and agree_exactly(gist, other)):
            found.append(row)
    return sorted(found, key=lambda row: (-similar[row.path], row.id))


def _nearest(ws: Workspace, text: str) -> list[Hit]:
    """Return the passages of memories that lie nearest: by meaning alone where a model knows it.

    What shares nearly all its words lies near too, and a search for words costs as much again.
    """
    made = ws.embed([text]) if ws.knows_meaning else None
    if made is not None:
        with suppress(StoreError):  # `passages` makes an index anew that does not read
            return ws.chunks.search("", made[0], limit=LOOKED_AT, memories=True, has_text=False)
    return passages(ws, text, limit=LOOKED_AT, memories=True, has_text=False)
