"""The index as a whole: which model made it, its vectors, whether it is sound, tidied, dropped."""

import shutil
import sys
from collections.abc import Collection, Iterable, Mapping
from hashlib import blake2b
from itertools import chain

from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.adapters.index.vector_cache import KEEP_NEWEST
from vaultwatch.errors import StoreError
from vaultwatch.memories.stores.places import is_record_path
from vaultwatch.services.records.changes import forget_old_changes, forget_old_states
from vaultwatch.services.records.small_facts import (
    EMBEDDED_AHEAD,
    MODEL_AWAY,
    MODEL_ID,
    MODEL_NOTICE,
    MODEL_WISH,
    REMOVED_SINCE_TIDIED,
    SCAN_DUE,
    STORES_SEEN,
    TIDIED_AT,
)
from vaultwatch.services.records.upkeep import upkeep
from vaultwatch.services.workspace import Workspace


def warm(ws: Workspace) -> None:
    """Open what the next look at a note will ask for."""
    ws.known.refresh(ws.ledger, ws.files.attachments())
    # Another model than the index was made with needs more than to be opened.
    if is_model_of_index(ws):
        _ = ws.chunks


def mistrust_rows(ws: Workspace) -> None:
    """Forget that notes are indexed whose rows the index does not hold; drop rows of no note."""
    if not ws.has_index:
        return
    rows = ws.chunks.notes()
    held = ws.ledger.note_stats()
    lost = {path: "" for path, stat in held.items() if stat.indexed_digest and path not in rows}
    if lost:
        ws.ledger.set_indexed(lost, MODEL_ID.get(ws.ledger))
    STORES_SEEN.set(ws.ledger, dict.fromkeys(STORES_SEEN.get(ws.ledger), ""))
    strays = {path for path in rows - held.keys() if not is_record_path(path)}
    if strays:
        ws.chunks.remove(strays)


def is_index_lost(ws: Workspace, *, knows_notes: bool) -> bool:
    """Tell whether the index was begun anew although the ledger knows of indexed notes."""
    return knows_notes and not ws.is_rehearsal and ws.is_index_new


def forget_model(ws: Workspace) -> None:
    """Let the next round take every vector for missing."""
    if not ws.is_rehearsal:
        MODEL_WISH.set(ws.ledger, "")
        MODEL_ID.set(ws.ledger, "")
        STORES_SEEN.set(ws.ledger, dict.fromkeys(STORES_SEEN.get(ws.ledger), ""))


def is_model_stale(ws: Workspace) -> bool:
    """Tell whether the index holds other vectors than are wanted; loads no model for nothing."""
    if ws.is_rehearsal:
        return False
    if not ws.has_index:
        return True
    if MODEL_WISH.get(ws.ledger) == ws.model_wish and not ws.is_model_open:
        return False
    return not is_model_of_index(ws)


def settle_model(ws: Workspace, *, stale: bool) -> None:
    """Record which model the index now holds, where another was wanted."""
    is_wanted = MODEL_WISH.get(ws.ledger) == ws.model_wish
    if ws.is_rehearsal or (is_wanted and not stale):
        return
    # What stands in for a service is no wish come true: it is asked for again.
    MODEL_WISH.set(ws.ledger, "" if ws.is_model_away else ws.model_wish)
    MODEL_ID.set(ws.ledger, ws.model.embedder.model_id)
    MODEL_NOTICE.set(ws.ledger, ws.model_notice)
    if not ws.is_model_away:
        ws.chunks.drop_other_models()


def take_up_owed(ws: Workspace) -> bool:
    """Where the model answers again, have what it missed made up; tell whether it was away."""
    if ws.is_rehearsal or not MODEL_AWAY.get(ws.ledger):
        return False
    _ = ws.model
    if ws.is_model_away:
        return False
    SCAN_DUE.set(ws.ledger, value=True)  # what was compared by words alone
    if is_model_of_index(ws):
        owed = dict.fromkeys(ws.chunks.notes_without_vectors(), "")
        ws.ledger.set_indexed(owed, MODEL_ID.get(ws.ledger))
    MODEL_NOTICE.set(ws.ledger, ws.model_notice)
    MODEL_AWAY.set(ws.ledger, value=False)
    return True


def note_away(ws: Workspace) -> None:
    """Remember that the model did not answer, so that what it missed is made up."""
    if ws.is_model_away and not ws.is_rehearsal:
        MODEL_AWAY.set(ws.ledger, value=True)
        MODEL_NOTICE.set(ws.ledger, ws.model_notice)


def is_model_of_index(ws: Workspace) -> bool:
    """Tell whether there is an index, and the model in use made its vectors."""
    return ws.has_index and MODEL_ID.get(ws.ledger) == ws.model.embedder.model_id


def drop_index(ws: Workspace) -> None:
    """Delete the index folder; the next indexing makes it anew and nothing else is lost."""
    if ws.places.index.is_dir():
        shutil.rmtree(ws.places.index, ignore_errors=True)
    else:  # something else has taken its place
        ws.places.index.unlink(missing_ok=True)


WRITES_BETWEEN = 64
"""Each write, of one note or a batch, makes four files that later ones list. Source: measured over
300 edits at 1,024 notes, tidied every 300, 100, 64, 32: 27, 18, 16, 14 s of CPU in all, of which
tidying 0.5, 0.9, 1.1, 2.1; at most 19, 13.6, 12.6, 12.8 MB where the data are 10.7."""


def is_tidying_due(ws: Workspace) -> bool:
    """Tell whether so much was written since the last time that reading slows down."""
    return _newest(ws) - max(0, TIDIED_AT.get(ws.ledger)) >= WRITES_BETWEEN or (
        ws.chunks.needs_optimise()
    )


def owe_tidying(ws: Workspace) -> None:
    """Remember that notes were removed: their words shall not stay in the index's old versions."""
    REMOVED_SINCE_TIDIED.set(ws.ledger, value=True)


def tidy_index(ws: Workspace) -> bool:
    """Join the index's small files, drop old versions and vectors; False where it is tidy."""
    newest = begin_tidying(ws)
    if newest is None:
        return False
    try:
        with upkeep(ws, "tidying"):
            ws.chunks.optimise()
    except StoreError:
        owe_tidying(ws)
        raise
    end_tidying(ws, newest)
    return True


def begin_tidying(ws: Workspace) -> int | None:
    """Return what the index holds that is to be tidied now, for `end_tidying`; None for nothing.

    What is removed from now on waits for the next time.
    """
    newest = _newest(ws)
    is_tidy = TIDIED_AT.get(ws.ledger) == newest and not REMOVED_SINCE_TIDIED.get(ws.ledger)
    if is_tidy or not ws.has_index:
        return None
    REMOVED_SINCE_TIDIED.set(ws.ledger, value=False)
    return newest


def end_tidying(ws: Workspace, newest: int) -> None:
    """Take the index for tidied as far as it was when that was begun."""
    ws.vectors.prune(KEEP_NEWEST + EMBEDDED_AHEAD.get(ws.ledger))
    forget_old_changes(ws)
    forget_old_states(ws)
    TIDIED_AT.set(ws.ledger, newest)


def _newest(ws: Workspace) -> int:
    newest, _ = ws.ledger.outlines_since(sys.maxsize)
    return newest


def vectors_of(ws: Workspace, texts: Iterable[str]) -> Mapping[str, Vector]:
    """Return a vector for each text; none where no model understands meaning: words must do."""
    coming = iter(texts)
    first = next(coming, None)
    # Neither load a model where nothing is asked, nor choose texts that no model will read.
    if first is None or not ws.model.embedder.is_semantic:
        return {}
    wanted = {_digest(text): text for text in chain([first], coming)}
    known = dict(ws.vectors.get(wanted.keys()))
    missing = [digest for digest in wanted if digest not in known]
    if missing:
        embedded = ws.embed([wanted[digest] for digest in missing])
        if embedded is None:
            note_away(ws)
        else:
            fresh = dict(zip(missing, embedded, strict=True))
            ws.vectors.put(fresh)
            known.update(fresh)
    return {wanted[digest]: vector for digest, vector in known.items()}


def vectors_of_chunks(ws: Workspace, digests: Collection[str]) -> dict[str, Vector]:
    """Return the vectors of chunks that the index holds, or that a snapshot brought."""
    known = dict(ws.chunks.vectors_of(digests))
    missing = [digest for digest in digests if digest not in known]
    return known | ws.vectors.get(missing) if missing else known


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()
