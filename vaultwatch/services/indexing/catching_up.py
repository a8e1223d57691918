"""Embed what was indexed by its words alone, a slice at a time, after the look that put it off.

Each slice is kept as it is done: whoever is stopped in the middle goes on from there.
"""

from typing import TYPE_CHECKING

from vaultwatch.memories.stores.places import is_record_path
from vaultwatch.services.records.small_facts import VECTORS_OWED
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from vaultwatch.adapters.index.chunk_store import Vector

SLICE = 256
"""Texts embedded and written in one go. Chosen by hand: two seconds on one core, for which whoever
wants to write meanwhile waits."""
_STEP = 64
"""Texts embedded between two words of progress. Chosen by hand."""


def count_owed(ws: Workspace) -> int:
    """Count the records that have no vector yet, and remember how many they are."""
    if ws.is_rehearsal:
        return 0
    count = sum(map(is_record_path, ws.chunks.notes_without_vectors()))
    if count != VECTORS_OWED.get(ws.ledger):
        VECTORS_OWED.set(ws.ledger, count)
    return count


def embed_owed(ws: Workspace, *, slices: int | None = None) -> bool:
    """Embed what is owed; tell whether some of it was embedded and some is left.

    `slices` at most; None for all.

    Raises:
        StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    # Late: `status` asks what is owed, and embeds nothing.
    from vaultwatch.services.indexing.index_state import note_away, owe_tidying, tidy_index

    if ws.is_rehearsal or not VECTORS_OWED.get(ws.ledger):
        return False
    texts = list(ws.chunks.texts_without_vectors().items())
    most = len(texts) if slices is None else min(len(texts), slices * SLICE)
    for start in range(0, most, SLICE):
        vectors: dict[str, Vector] = {}
        for at in range(start, min(start + SLICE, most), _STEP):
            few = texts[at : min(at + _STEP, start + SLICE, most)]
            made = ws.embed([text for _, text in few])
            if made is None:
                note_away(ws)
                return False
            vectors.update(zip((digest for digest, _ in few), made, strict=True))
            ws.progress("embedding", at + len(few), len(texts))
        ws.chunks.fill(vectors)
    if count_owed(ws):
        return most > 0
    owe_tidying(ws)  # what is written anew is searched for its words one by one till then
    tidy_index(ws)
    return False


def owed_notice(ws: Workspace) -> str:
    """Return what a reader should know while records wait to be embedded; empty where none does."""
    count = VECTORS_OWED.get(ws.ledger)
    if not count:
        return ""
    told = "record of your stores is" if count == 1 else "records of your stores are"
    return (
        f"{count:,} {told} found by words alone, not yet by meaning: `vaultwatch run` sees to it, "
        "or `vaultwatch setup index` does it now."
    )
