"""Name the memories that say nearly what a new one says, or contradict it, to its writer."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import StoreError
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.days import day_at
from vaultwatch.recall.duplicates import agree_exactly, gist_of, says_nearly
from vaultwatch.recall.signals import status_at
from vaultwatch.report.escape import flat
from vaultwatch.services.recall.search import MAX_QUERY_CHARS, passages
from vaultwatch.services.scanning.meeting import share_scope
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.meeting import meet

LOOKED_AT: Final = 8
MOST_NAMED: Final = 2
NEAR_COSINE: Final = 0.85
"""Of MiniLM, where numbers, names of things and negations agree too. Chosen by hand."""
MOST_CHARS: Final = 120


def said_beside(ws: Workspace, id_: str, belief: str) -> tuple[str, ...]:
    """Return a sentence for each active memory that contradicts one just stored, or is close to it.

    Those that contradict it first; `upkeep.meeting` tells.
    """
    own = ws.ledger.find_memories(ids=[id_])
    beside = {row: near for row, near in lying_near(ws, belief).items() if row.id != id_}
    met = {row: meet(belief, row.belief) for row in beside if all(share_scope(row, o) for o in own)}
    against = [(row, one.kind) for row, one in met.items() if one and one.kind != "same"]
    named = {row for row, _ in against}
    close = [row for row in _near(ws, belief, beside) if row not in named]
    return (
        *(
            f"Memory {row.id} ({row.facts.source}, {day_at(row.known_since)}) says"
            f"{' another, both may be so' if kind == 'beside' else ' otherwise'}: "
            f"{flat(row.belief)[:MOST_CHARS]}"
            for row, kind in against[:MOST_NAMED]
        ),
        *(f"Close to {row.id}: {flat(row.belief)[:MOST_CHARS]}" for row in close[:MOST_NAMED]),
    )


def nearest(ws: Workspace, belief: str) -> list[MemoryRow]:
    """Return the active memories that say nearly the same, the nearest first."""
    return _near(ws, belief, lying_near(ws, belief))


def _near(ws: Workspace, belief: str, beside: Mapping[MemoryRow, float]) -> list[MemoryRow]:
    gist = gist_of(belief)
    return [
        row
        for row, similar in beside.items()
        if says_nearly(gist, gist_of(row.belief))
        or (
            ws.knows_meaning and similar >= NEAR_COSINE and agree_exactly(gist, gist_of(row.belief))
        )
    ]


def lying_near(ws: Workspace, belief: str) -> dict[MemoryRow, float]:
    """Return the active memories of the vault's own that lie nearest to a belief, and how near."""
    hits = _nearest(ws, belief[:MAX_QUERY_CHARS])
    similar = {hit.note: hit.similarity or 0.0 for hit in reversed(hits)}
    now = ws.clock.now()
    rows = [
        row
        for row in ws.ledger.find_memories(paths=similar)
        if not (is_item(row.id) or is_record(row.id)) and status_at(row.facts, now) == "active"
    ]
    rows.sort(key=lambda row: (-similar[row.path], row.id))
    return {row: similar[row.path] for row in rows}


def _nearest(ws: Workspace, text: str) -> list[Hit]:
    """Return the passages of memories that lie nearest: by meaning alone where a model knows it.

    What shares nearly all its words lies near too, and a search for words costs as much again.
    """
    made = ws.embed([text]) if ws.knows_meaning else None
    if made is not None:
        with suppress(StoreError):  # `passages` makes an index anew that does not read
            return ws.chunks.search("", made[0], limit=LOOKED_AT, memories=True, has_text=False)
    return passages(ws, text, limit=LOOKED_AT, memories=True, has_text=False)
