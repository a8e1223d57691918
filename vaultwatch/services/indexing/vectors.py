"""Vectors of single texts: from the cache where they are known, else from the model, kept."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from itertools import chain

import numpy as np
import numpy.typing as npt

from vaultwatch.memories.suspicion_learned import doubtful, load_order_model
from vaultwatch.services.indexing.index_state import note_away
from vaultwatch.services.workspace import Workspace


def vectors_of(ws: Workspace, texts: Iterable[str]) -> Mapping[str, npt.NDArray[np.float32]]:
    """Return a vector for each text; none at all when no model understands meaning.

    Comparing is done on words alone then: hashed vectors say nothing that the words do not.
    """
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


def order_vectors(
    ws: Workspace, texts: Iterable[str], *, is_passage: bool = False
) -> Mapping[str, npt.NDArray[np.float32]] | None:
    """Return the vectors by which texts, or notes' passages, are told from orders to their reader.

    None where the model whose vectors are understood is not in use, or does not answer.
    """
    if ws.model.embedder.model_id != load_order_model().model_id:
        return None
    wanted = dict.fromkeys(said for text in texts for said in doubtful(text, is_passage=is_passage))
    found = vectors_of(ws, wanted)
    return found if len(found) == len(wanted) else None


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()
