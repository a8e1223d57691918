"""Explain to a person how a memory fares against the notes it cites, as they stand on disk."""

from dataclasses import dataclass

from vaultwatch.drift.citations import CITES_NOTHING, VANISHED_SCORE, Citations, why_vanished
from vaultwatch.drift.explain import Explanation
from vaultwatch.errors import NotThereError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.lookup import find_memory, find_note
from vaultwatch.services.scanning.calibrating import effective_bar
from vaultwatch.services.scanning.citing import cite
from vaultwatch.services.scanning.recording import explained
from vaultwatch.services.workspace import Workspace

_JUDGED = "judged by "
"""How a reason begins that names a judge (`drift.judging`)."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A memory held against one note it cites, laid open."""

    memory_id: str
    belief: str
    note: NotePath
    explanation: Explanation | None
    """None where there is nothing to compare."""
    judged: str
    """What a judge said when they were last compared; empty where none was heard."""
    trouble: str
    """Why there is nothing to compare, as a sentence; empty where there is."""


def explain_memory(ws: Workspace, wanted: str, note: str | None = None) -> list[Explained]:
    """Explain a memory against the notes it cites, as they stand on disk; change nothing.

    Args:
        ws: the vault.
        wanted: the memory.
        note: one of its notes alone.

    Raises:
        NotThereError: no such memory or note, or the memory does not cite it.
    """
    row = find_memory(ws, wanted)
    only = find_note(ws, note) if note is not None else None
    cited = cite(ws, NOTHING_INDEXED)
    pairs = [p for p in cited.pairs if p.memory_id == row.id and only in {None, p.note}]
    plan = cited.citations.get(row.id, CITES_NOTHING)
    lost = [gone for gone in plan.lost if only in {None, gone}]
    if not (pairs or lost):
        raise NotThereError(
            f"Memory {row.id} cites no note that can be compared"
            + (f" called {note!r}." if note is not None else "."),
            hint=f"`vaultwatch memory show {row.id}` tells what it rests on.",
        )
    told = [Explained(row.id, row.belief, gone, None, "", _why_lost(plan, gone)) for gone in lost]
    held = ws.ledger.comparisons()
    bar = effective_bar(ws)
    for pair in pairs:
        kept = held.get((pair.memory_id, pair.note))
        said = [one for one in kept[1].reasons if one.startswith(_JUDGED)] if kept else []
        made = explained(ws, cited, pair, bar)
        told.append(
            Explained(
                memory_id=row.id,
                belief=row.belief,
                note=pair.note,
                explanation=made if isinstance(made, Explanation) else None,
                judged=said[0] if said else "",
                trouble=made if isinstance(made, str) else "",
            )
        )
    return told


def _why_lost(plan: Citations, gone: NotePath) -> str:
    return f"A rule decided, {VANISHED_SCORE:.2f}: {why_vanished(plan.instead.get(gone))}."
