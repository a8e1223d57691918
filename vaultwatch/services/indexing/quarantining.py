"""Hold suspicious memories back that came as files.

A memory that an agent writes past us, straight into the folder, is not changed: it is only not
recalled until a person decides. `services.indexing.registering` asks here.
"""

from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.record import Memory
from vaultwatch.memories.schemas import Schemas
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect_facts
from vaultwatch.notes.titles import title_of
from vaultwatch.services.records.acceptances import accept, is_accepted
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
    if before is not None and before.state != "present":
        before = None  # what was put away once comes anew
    is_same = before is not None and before.belief_digest == memory.belief_digest
    if before is not None and is_same and before.facts.status == "quarantined":
        is_news = says_active and not before.facts.said_active
        if not before.facts.is_held or is_news:  # a person took our word out, or wrote theirs
            accept(ws, before)
            return facts
        return _held(facts, before.facts.status_reason, says_active=before.facts.said_active)
    claim = facts.claim
    schema = schemas.default if claim is None else schemas.schema_for(claim.predicate)
    suspicion = suspect_facts(memory.belief, facts, schema, title=title_of(memory.path))
    if suspicion.score < QUARANTINE_AT or not schema.quarantine_suspicious:
        return facts
    if is_accepted(ws, memory.id, memory.belief_digest, says_active=says_active):
        return facts
    return _held(facts, "; ".join(suspicion.reasons), says_active=says_active)


def _held(facts: Facts, reason: str, *, says_active: bool) -> Facts:
    return replace(
        facts, status="quarantined", status_reason=reason, is_held=True, said_active=says_active
    )
