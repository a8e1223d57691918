"""Notice searches whose best notes fit badly, and notes that surface where they do not belong.

What a search engine's user sees as a bad first hit is a hint that a note is missing, mistitled or
out of place. One event says little: only notes that surprised more than once are told of.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import timedelta

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.ledger.rows import MissRow
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.report.escape import flat
from vaultwatch.services.workspace import Workspace

LOW_OVERLAP_BELOW = 0.25
"""Cosine of MiniLM under which the best note hardly speaks of what was asked; as
`search.LEAST_SPEAKING`. Chosen by hand."""
MISMATCH_BELOW = 0.35
"""Likewise for one outside the folder that was asked for, which speaks of it a little and comes
before all of that folder. Chosen by hand, above the other."""
LEAST_EVENTS = 2
"""Events in which a note must surprise before it is told of. Chosen by hand."""
QUIET = timedelta(hours=1)
"""One note is taken down so often at most, whatever is asked. Chosen by hand."""
MOST_TELLING = 3
"""Queries that are told of a note."""


def notice_misses(
    ws: Workspace,
    query: str,
    hits: Sequence[Hit],
    context: str = "",
    *,
    may_tell: Callable[[str], bool] = bool,
) -> bool:
    """Take down what fits badly; return whether there was anything new.

    Only a model that understands meaning can tell. `hits` are notes' passages, best first;
    `context` is the folder that was asked about, empty for none; `may_tell` whether others may be
    told of a question in these words.
    """
    if not hits or not ws.knows_meaning:
        return False
    misses = [miss for miss in _misses(ws, query, hits, context) if _is_news(ws, miss)]
    if not misses or not may_tell(f"{query}\n{context}"):
        return False
    for miss in misses:
        ws.ledger.put_miss(miss)
    return True


def is_telling(events: Collection[MissRow]) -> bool:
    """Tell whether a note surprised often enough, by different questions, to be told of."""
    return len({event.query for event in events}) >= LEAST_EVENTS


def _misses(ws: Workspace, query: str, hits: Sequence[Hit], context: str) -> list[MissRow]:
    now = ws.clock.now()
    asked, shown = mask_secrets(flat(query)), mask_secrets(flat(context))
    best = hits[0]
    found: list[MissRow] = []
    # What days or memories lifted may stand before what is nearer: any of them is enough.
    is_near = any(one.similarity is None or one.similarity >= LOW_OVERLAP_BELOW for one in hits)
    if best.text_rank is None and not is_near:
        distance = 1 - (best.similarity or 0.0)
        found.append(MissRow(best.note, "low_overlap", asked, shown, distance, now))
    is_stranger = bool(context) and not best.note.startswith(context.strip("/") + "/")
    if is_stranger and LOW_OVERLAP_BELOW <= (best.similarity or 0.0) < MISMATCH_BELOW:
        distance = 1 - (best.similarity or 0.0)
        found.append(MissRow(best.note, "contextual_mismatch", asked, shown, distance, now))
    return found


def _is_news(ws: Workspace, miss: MissRow) -> bool:
    recent = ws.ledger.misses(miss.note, since=miss.at - QUIET)
    return not any(one.kind == miss.kind for one in recent)
