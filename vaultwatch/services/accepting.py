"""Hold suspicious memories back that came as files.

A memory that an agent writes past us, straight into the folder, is not changed: it is only not
recalled until a person decides. `services.registering` asks here.
"""

from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.record import Memory
from vaultwatch.memories.schemas import Schemas
from vaultwatch.memories.suspicion import QUARANTINE_AT
from vaultwatch.report.escape import title_of
from vaultwatch.services.acceptance import accept, is_accepted
from vaultwatch.services.weighing import suspect_facts
from vaultwatch.services.workspace import Workspace


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
    suspicion = suspect_facts(memory.belief, facts, schema, title=title_of(memory.path))
    if suspicion.score < QUARANTINE_AT or not schema.quarantine_suspicious:
        return facts
    if is_accepted(ws, memory.id, memory.belief_digest):
        return facts
    reason = "; ".join(suspicion.reasons)
    return replace(facts, status="quarantined", status_reason=reason, is_held=True)
