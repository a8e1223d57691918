"""Weigh a memory by its own texts: how far it looks planted, what of high impact it settles.

Pure; what a text alone shows is told by `guard.orders` and `guard.impact`.
"""

from vaultwatch.guard.orders import QUARANTINE_AT, Suspicion, suspect
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.schemas import PredicateSchema, Schemas


def suspect_facts(  # noqa: PLR0913 -- likewise
    belief: str,
    facts: Facts,
    schema: PredicateSchema,
    *,
    name: str = "",
    is_vouched: bool = False,
    is_wish: bool = False,
) -> Suspicion:
    """Return how suspicious a memory is by its own texts.

    Args:
        belief: what it says.
        facts: what is known of it.
        schema: the rules by which it is weighed.
        name: what its note's name says by itself; see `file_names.told_by_name`.
        is_vouched: see `suspect`.
        is_wish: likewise.
    """
    claim = facts.claim
    subject = claim.subject if claim else ""
    called = (facts.agent, facts.client, facts.type, facts.session, facts.topic, facts.tool)
    others = (name, facts.evidence, subject, *called)
    return suspect(
        belief,
        is_vouched=is_vouched,
        is_wish=is_wish,
        predicate=claim.predicate if claim else "",
        value=claim.value if claim else "",
        is_high_impact=claim is not None and schema.high_impact,
        others=[text for text in (*others, *facts.tags) if text],
    )


def waits_as_file(
    belief: str, facts: Facts, suspicion: Suspicion, schemas: Schemas, *, name: str = ""
) -> bool:
    """Tell whether a memory that nobody answers for waits for a person, by itself alone."""
    schema = schemas.schema_of(facts)
    is_high = facts.claim is not None and schema.high_impact
    is_high = is_high or schemas.settled(belief, facts, name) is not None
    return is_high or (suspicion.score >= QUARANTINE_AT and schema.quarantine_suspicious)
