"""Search the notes for an agent: fresh, the asked folder first, attacks marked, misfits noticed."""

from dataclasses import dataclass

from vaultwatch.adapters.chunk_store import Hit
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect
from vaultwatch.notes.titles import title_of
from vaultwatch.services.recall.recalling import freshen
from vaultwatch.services.recall.search import checked_query, passages
from vaultwatch.services.records.misses import notice_misses
from vaultwatch.services.scanning.conditions import keep_standing
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Marked:
    """A passage, and why it may be meant to misguide."""

    hit: Hit
    suspicious: str
    """Empty where nothing speaks for it."""


@dataclass(frozen=True, slots=True)
class FoundNotes:
    """What a search of the notes brought up."""

    passages: tuple[Marked, ...]
    notice: str


def search_notes(ws: Workspace, query: str, *, limit: int, context: str = "") -> FoundNotes:
    """Return the best passages of notes, those of the asked folder first.

    Raises:
        RefusedError: the query is empty or too long.
    """
    text = checked_query(query)
    notice = freshen(ws)
    hits = passages(ws, text, limit=limit, memories=False)
    with ws.writing() as is_ours:
        if is_ours and notice_misses(ws, text, hits, context):
            keep_standing(ws)
    folder = f"{context.strip('/')}/" if context.strip("/") else ""
    ordered = sorted(hits, key=lambda hit: not hit.note.startswith(folder))
    return FoundNotes(
        tuple(Marked(hit, why_suspicious(hit)) for hit in ordered), notice or ws.model_away_notice
    )


def why_suspicious(hit: Hit) -> str:
    """Return why a passage reads like an attack on its reader; empty where it does not."""
    found = suspect(hit.text, source="document", others=[title_of(hit.note), *hit.section])
    return "; ".join(found.reasons[:2]) if found.score >= QUARANTINE_AT else ""
