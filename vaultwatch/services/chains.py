"""Tell how a memory came to stand where it stands: what it replaced, what replaced it, and why."""

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.trust import content_hash
from vaultwatch.services.workspace import Workspace

MOST_LINKS = 20
"""Of one chain: longer ones go in circles that a person made."""
MOST_CHARS = 120


def chain_of(ws: Workspace, row: MemoryRow) -> tuple[str, ...]:
    """Return the chain as sentences, oldest first; empty for a memory that stands alone."""
    older = _before(ws, row)
    newer = _after(ws, row)
    told = [f"It took the place of memory {one.id}: “{_short(one.belief)}”" for one in older]
    told += [f"Memory {one.id} took its place: “{_short(one.belief)}”" for one in newer]
    facts = row.facts
    if facts.status == "quarantined":
        told.append(f"It is held back: {facts.status_reason or 'its note says so'}")
    told += [f"It speaks against memory {other}." for other in facts.conflicts_with]
    if facts.content_hash and facts.content_hash != content_hash(row.belief):
        told.append("Its text was edited since it was asserted.")
    if facts.corroborated_by:
        told.append(f"Also asserted by {', '.join(facts.corroborated_by)}.")
    told += [
        f"{line.at.date().isoformat()}: {line.verb}{f' ({line.why})' if line.why else ''}"
        for line in reversed(ws.ledger.audit(row.id, limit=10))
        if line.verb.startswith(("review", "memory superseded", "memory merge"))
    ]
    return tuple(told)


def _before(ws: Workspace, row: MemoryRow) -> list[MemoryRow]:
    found: dict[str, MemoryRow] = {}
    ids = [row.id]
    while ids and len(found) < MOST_LINKS:
        rows = [one for one in ws.ledger.replaced_by(ids) if one.id not in found]
        found.update((one.id, one) for one in rows if one.id != row.id)
        ids = [one.id for one in rows]
    return sorted(found.values(), key=lambda one: (one.known_since, one.id))


def _after(ws: Workspace, row: MemoryRow) -> list[MemoryRow]:
    found: list[MemoryRow] = []
    seen, next_id = {row.id}, row.facts.superseded_by
    while next_id and next_id not in seen and len(found) < MOST_LINKS:
        seen.add(next_id)
        rows = ws.ledger.find_memories(ids=[next_id])
        found += rows
        next_id = rows[0].facts.superseded_by if rows else ""
    return found


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MOST_CHARS else flat[: MOST_CHARS - 1].rsplit(" ", 1)[0] + "…"
