"""Find passages of notes and memories by meaning and words."""

from vaultwatch.adapters.chunk_store import Hit
from vaultwatch.errors import RefusedError
from vaultwatch.services.citing import cite_new
from vaultwatch.services.reindex import reindex
from vaultwatch.services.workspace import Workspace

MAX_QUERY_CHARS = 2_000
"""Longer than any question; the model sees 256 tokens of it. Chosen by hand."""


def search(
    ws: Workspace, query: str, *, limit: int = 10, memories: bool | None = None
) -> list[Hit]:
    """Return the best passages, best first, after indexing what changed on disk.

    Args:
        ws: the vault.
        query: words or a question.
        limit: at most so many hits.
        memories: True for memories alone, False for notes alone, None for both.

    Raises:
        RefusedError: the query is empty or too long.
    """
    text = checked_query(query)
    _ = ws.chunks  # opened first: an index that could not be read is made anew below
    cite_new(ws, reindex(ws))
    return passages(ws, text, limit=limit, memories=memories)


def passages(
    ws: Workspace, text: str, *, limit: int = 10, memories: bool | None = None
) -> list[Hit]:
    """Return the best passages of what is indexed, best first."""
    vector = ws.model.embedder.embed([text])[0]
    return ws.chunks.search(text, vector, limit=limit, memories=memories)


def checked_query(query: str) -> str:
    """Return a query as it is asked.

    Raises:
        RefusedError: it is empty or too long.
    """
    text = query.strip()
    if not text:
        raise RefusedError("The query is empty.", hint='Try `vaultwatch search "open blocker"`.')
    if len(text) > MAX_QUERY_CHARS:
        raise RefusedError(f"The query is longer than {MAX_QUERY_CHARS} characters.")
    return text
