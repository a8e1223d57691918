"""Vectors of texts: from index or cache where they are known, else from the model."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import blake2b
from itertools import chain

from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.services.indexing.index_state import note_away
from vaultwatch.services.workspace import Workspace


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
