"""Hold suspicious memories back that came as files, and remember which ones a person accepted.

A memory that an agent writes past us, straight into the folder, is not changed: it is only not
recalled until a person decides. `services.registering` asks here.
"""

import json
from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.record import Memory
from vaultwatch.memories.schemas import Schemas
from vaultwatch.memories.suspicion import QUARANTINE_AT
from vaultwatch.services.weighing import suspect_facts
from vaultwatch.services.workspace import Workspace

_ACCEPTED = "accepted"
"""The fact that holds, as JSON, the belief's digest of each suspicious memory that was accepted."""


def accept(ws: Workspace, row: MemoryRow) -> None:
    """Remember that a person accepted a memory as it reads now."""
    kept = _accepted(ws)
    if kept.get(row.id) != row.belief_digest:
        ws.ledger.set_fact(_ACCEPTED, json.dumps({**kept, row.id: row.belief_digest}))


def held_facts(
    ws: Workspace, memory: Memory, before: MemoryRow | None, schemas: Schemas, *, says_active: bool
) -> Facts:
    """Return a memory's facts as they count: quarantined where its text is suspicious.

    Args:
        ws: the vault.
        memory: as its note says.
        before: as it was on record.
        schemas: those in force.
        says_active: whether its note says so in as many words.
    """
    facts = memory.facts
    if facts.status != "active":
        return facts
    is_same = before is not None and before.belief_digest == memory.belief_digest
    if before is not None and is_same and before.facts.status == "quarantined":
        if not before.facts.is_held or says_active:  # a person took our word out, or wrote theirs
            accept(ws, before)
            return facts
        return replace(
            facts, status="quarantined", status_reason=before.facts.status_reason, is_held=True
        )
    claim = facts.claim
    schema = schemas.default if claim is None else schemas.schema_for(claim.predicate)
    suspicion = suspect_facts(memory.belief, facts, schema)
    if suspicion.score < QUARANTINE_AT or not schema.quarantine_suspicious:
        return facts
    if _accepted(ws).get(memory.id) == memory.belief_digest:
        return facts
    reason = "; ".join(suspicion.reasons)
    return replace(facts, status="quarantined", status_reason=reason, is_held=True)


def _accepted(ws: Workspace) -> dict[str, str]:
    kept = ws.ledger.get_fact(_ACCEPTED)
    return json.loads(kept) if kept else {}
