"""Weigh a memory that is about to be written: against its text, those that stand, cited notes.

Gathers; `memories.trust` and `memories.conflicts` decide.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.guard.impact import SAID_OF, Concept
from vaultwatch.guard.orders import QUARANTINE_AT
from vaultwatch.memories.claims import Claim, claim_key
from vaultwatch.memories.conflicts import (
    ConflictOutcome,
    Decision,
    Holder,
    Newcomer,
    beside,
    decide,
    withheld,
)
from vaultwatch.memories.facts import EARNED, Facts
from vaultwatch.memories.file_names import told_by_name
from vaultwatch.memories.items import is_item
from vaultwatch.memories.likeness import gist_digest, near_identical
from vaultwatch.memories.schemas import PredicateSchema
from vaultwatch.memories.trust import BASES, suspect_facts, waits_as_file
from vaultwatch.memories.validity import as_said
from vaultwatch.notes.days import day_at, first_of
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.bounds import bound_in
from vaultwatch.services.indexing.said_before import change_of_said
from vaultwatch.services.memories.cited import cited_notes, quoted, said_otherwise, saying
from vaultwatch.services.memories.property_writes import SUPERSEDED
from vaultwatch.services.records.schemas import schemas_in_force
from vaultwatch.services.records.trust import (
    grounds_of,
    is_accepted,
    is_anothers,
    is_persons,
    is_signed,
    trust_of_new,
)
from vaultwatch.services.workspace import Workspace

WriteOutcome: TypeAlias = Literal[
    "stored", "known", "corroborated", "superseded", "kept_both", "quarantined", "review"
]
"""What becomes of a memory that is handed in: `superseded` others, and so on."""

_NEVER = datetime.max.replace(tzinfo=UTC)

_OUTCOMES: dict[ConflictOutcome, WriteOutcome] = {
    "store": "stored",
    "corroborate": "corroborated",
    "supersede": "superseded",
    "keep_both": "kept_both",
    "quarantine": "quarantined",
    "review": "review",
}


@dataclass(frozen=True, slots=True)
class WeighedMemory:
    """What is to become of a new memory."""

    outcome: WriteOutcome
    facts: Facts
    """As they are to be written."""
    reason: str
    """One sentence for a person; empty where nothing is to be said."""
    against: tuple[str, ...] = ()
    """Ids of the memories that it supersedes or speaks against."""
    same: str = ""
    """The id of the memory that says the same already."""
    is_suspicious: bool = False
    """Whether its own text quarantines it."""
    needs_word: bool = False
    """Whether it is active only because a person said so to us: as a file alone it would wait."""


def weigh(
    ws: Workspace, belief: str, facts: Facts, *, title: str = "", is_vouched: bool = False
) -> WeighedMemory:
    """Return what is to become of a memory.

    Belief and facts are checked; the status in them counts for nothing, the source is as it counts.
    `title` is what its note would be named after, where that is not the belief; `is_vouched`, that
    a person typed it to us or has just confirmed it.
    """
    schema = schema_of(ws, facts)
    name = "" if belief.startswith(title) else told_by_name(title, belief)
    suspicion = suspect_facts(belief, facts, schema, name=name, is_vouched=is_vouched)
    is_suspicious = suspicion.score >= QUARANTINE_AT and schema.quarantine_suspicious
    known = _known(ws, belief, facts, schema, is_suspicious=is_suspicious)
    if known is not None:
        return known
    decision = _decision(ws, belief, facts, is_suspicious=is_suspicious)
    is_earned = facts.source in EARNED or is_signed(ws, facts, belief)
    why = "" if is_earned or not decision.is_active else why_waits(ws, belief, facts, name)
    if why:
        reason = f"It waits for a person: {why}."
        decision = Decision("review", is_active=False, against=decision.against, reason=reason)
    if decision.is_active or decision.same:
        kept = _kept(ws, facts, decision)
        if is_vouched:
            unheard = suspect_facts(belief, facts, schema, name=name)
            schemas = schemas_in_force(ws).schemas
            waits = waits_as_file(belief, facts, unheard, schemas, name=name)
            waits = waits or bool(change_of_said(ws, belief, facts, schemas, name=name))
            return replace(kept, needs_word=waits)
        return kept
    outcome = _OUTCOMES[decision.outcome]
    reason = "; ".join(suspicion.reasons) if is_suspicious else decision.reason
    held = replace(
        facts, status="quarantined", status_reason=reason, conflicts_with=decision.against
    )
    return WeighedMemory(outcome, held, reason, decision.against, is_suspicious=is_suspicious)


def _kept(ws: Workspace, facts: Facts, decision: Decision) -> WeighedMemory:
    """Return what becomes of a memory that nothing quarantines."""
    if decision.same and not _outlives(ws, facts, decision.same):
        return WeighedMemory("corroborated", facts, decision.reason, same=decision.same)
    if decision.same:
        return WeighedMemory("stored", facts, "It holds longer than the memory that says the same.")
    if decision.outcome == "supersede" and (passing := _passing(ws, facts, decision.against)):
        return WeighedMemory("kept_both", facts, passing, decision.against)
    said = "" if decision.outcome == "store" else decision.reason
    return WeighedMemory(_OUTCOMES[decision.outcome], facts, said, decision.against)


def _known(
    ws: Workspace, belief: str, facts: Facts, schema: PredicateSchema, *, is_suspicious: bool
) -> WeighedMemory | None:
    """Return what comes of a belief that stands already, or waits; None for a new one."""
    twin = twin_of(ws, belief, facts)
    is_sound = not is_suspicious or (
        twin is not None and is_accepted(ws, twin.id, twin.belief_digest)
    )
    if twin is not None and is_sound and twin.facts.status == "active":
        return _again(ws, twin, facts, schema)
    waiting = twin
    if is_suspicious and (twin is None or twin.facts.status == "active"):
        waiting = twin_of(ws, belief, facts, is_quarantined=True)
    if waiting is None:
        return None
    is_word = facts.source == "user_explicit" != waiting.facts.source
    if not is_suspicious and is_word and waiting.facts.status_reason:
        return None  # a person says now what we quarantined
    return WeighedMemory("quarantined", facts, waiting.facts.status_reason, same=waiting.id)


def _ends(facts: Facts) -> datetime:
    return facts.ends or _NEVER


def _outlives(ws: Workspace, facts: Facts, other: str) -> bool:
    """Tell whether a newcomer holds longer than the memory whose value it repeats."""
    rows = ws.ledger.find_memories(ids=[other])
    return bool(rows) and _ends(facts) > _ends(rows[0].facts)


def _passing(ws: Workspace, facts: Facts, against: Collection[str]) -> str:
    """Return why a newcomer must not take another's place for good; empty where it may."""
    begins = facts.begins
    if begins is not None and begins > ws.clock.now():
        return "It holds only later; until then the other one does."
    rows = ws.ledger.find_memories(ids=against)
    if any(_ends(facts) < _ends(row.facts) for row in rows):
        return "It holds only for a time; the other one stays."
    return ""


def twin_of(
    ws: Workspace, belief: str, facts: Facts, *, is_quarantined: bool = False
) -> MemoryRow | None:
    """Return the memory that says the same of the same, an active one first.

    One that was superseded says it no more, nor does one that has expired.
    """
    rows = [
        row
        for row in ws.ledger.find_memories(gists=[gist_digest(belief)])
        if not is_item(row.id)  # what a session left open passes, and stands in for nothing
        and (
            _is_set_aside(row)
            if is_quarantined
            else row.facts.status == "active" or _is_set_aside(row)
        )
        and not _is_over(ws, row)
        and _ends(row.facts) >= _ends(facts)  # else the newcomer goes on behind it
    ]
    rows.sort(key=lambda row: row.facts.status)  # `active` before `quarantined`
    if facts.claim is not None:
        rows = [row for row in rows if row.facts.claim == facts.claim]
    else:  # what another session holds for itself is not ours to repeat
        rows = [row for row in rows if row.facts.claim is None or row.facts.claim.scope == "global"]
    same = near_identical(belief, [(row.id, row.belief) for row in rows])
    return next((row for row in rows if row.id == same), None)


def _holders(ws: Workspace, claim: Claim, besides: Collection[str]) -> Iterator[Holder]:
    """Yield the active memories that claim something of the same subject and predicate."""
    found = ws.ledger.find_memories(claim_keys=[claim_key(claim)])
    rows = [row for row in found if row.facts.status == "active" and row.id not in besides]
    rows = [row for row in rows if not _is_over(ws, row)]
    grounds = grounds_of(ws, rows)
    for row in rows:
        if row.facts.claim is not None:
            # Any agent may hand in evidence against a memory: none may unseat it by that.
            trust = replace(grounds[row.id], evidence_against=0.0).trust
            stands = is_persons(ws, row, grounds[row.id])
            lasts = row.facts.volatility_days == 0
            yield Holder(row.id, row.facts.claim, trust, row.facts.source, stands, lasts)


def _is_set_aside(row: MemoryRow) -> bool:
    """Tell whether a memory waits, or a person wrote that it holds no more."""
    facts = row.facts
    return facts.status == "quarantined" or (
        facts.status == "superseded" and not facts.superseded_by
    )


def _is_over(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether a memory has expired: it is not recalled, so it must keep nothing out."""
    return row.facts.expires is not None and row.facts.expires <= ws.clock.now()


def decision_on(ws: Workspace, row: MemoryRow) -> Decision:
    """Return what a memory on record does to the others, as if it came now."""
    if row.facts.claim is None:
        return Decision("store", is_active=True)
    grounds = grounds_of(ws, [row])[row.id]
    newcomer = Newcomer(
        row.facts.claim, grounds.trust, row.facts.source, is_signed=grounds.is_signed
    )
    return _decided(ws, row.belief, row.facts, newcomer, besides=[row.id])


def _again(ws: Workspace, twin: MemoryRow, facts: Facts, schema: PredicateSchema) -> WeighedMemory:
    """The same was said before; what a killed writer left undone is done now."""
    # No word borrows another's trust: what the label of a file says unseats nothing.
    weaker = min(twin.facts.source, facts.source, key=lambda source: BASES[source])
    decision = decision_on(ws, replace(twin, facts=replace(twin.facts, source=weaker)))
    rivals = decision.against if decision.outcome == "supersede" else ()
    against = tuple(id_ for id_ in rivals if not _was_superseded(ws, id_, by=twin.id))
    outcome: WriteOutcome = "known" if schema.dedup == "store" else "corroborated"
    reason = "A memory that stands says the same."
    return WeighedMemory(outcome, facts, reason, against, twin.id)


def _was_superseded(ws: Workspace, memory_id: str, *, by: str) -> bool:
    """Tell whether a memory stood back before this one already: then a person brought it back."""
    return any(
        line.verb == SUPERSEDED and line.why == f"by {by}" for line in ws.ledger.audit(memory_id)
    )


def _decision(ws: Workspace, belief: str, facts: Facts, *, is_suspicious: bool) -> Decision:
    if facts.claim is None:
        return Decision("quarantine" if is_suspicious else "store", is_active=not is_suspicious)
    newcomer = Newcomer(
        facts.claim,
        trust_of_new(ws, facts, belief),
        facts.source,
        suspicious=is_suspicious,
        is_signed=is_signed(ws, facts, belief),
    )
    return _decided(ws, belief, facts, newcomer)


def _decided(
    ws: Workspace, belief: str, facts: Facts, newcomer: Newcomer, *, besides: Collection[str] = ()
) -> Decision:
    """Return what becomes of a claim: it takes no place where a note speaks against it."""
    holders = tuple(_holders(ws, newcomer.claim, besides))
    decision = decide(newcomer, holders, schema_of(ws, facts))
    if decision.outcome == "quarantine" and not newcomer.suspicious:
        is_persons = any(one.is_persons for one in holders if one.id in decision.against)
        rivals = ws.ledger.find_memories(ids=decision.against)
        said = "" if is_persons else _said_by_note(ws, belief, newcomer.claim, rivals)
        return beside(decision, said) if said else decision
    if decision.outcome != "supersede" or newcomer.source == "user_explicit":
        return decision
    rivals = ws.ledger.find_memories(ids=decision.against)
    makers = [row.facts.client for row in rivals if is_anothers(ws, row.facts.client)]
    if makers and not _said_by_note(ws, belief, newcomer.claim, rivals):
        return beside(decision, f"{makers[0]} made that, and no cited note says otherwise")
    otherwise = _against_change(ws, belief, newcomer.claim, rivals)
    return withheld(decision, otherwise) if otherwise else decision


def _against_change(ws: Workspace, belief: str, claim: Claim, rivals: Collection[MemoryRow]) -> str:
    """Return how a note that a newcomer or a rival cites speaks for the rival; or nothing."""
    beliefs = (belief, *(row.belief for row in rivals))
    notes = [note for one in beliefs for note in cited_notes(ws, one)]
    return said_otherwise(ws, belief, notes) or _still_said(ws, claim, rivals, notes)


def _said_by_note(ws: Workspace, belief: str, claim: Claim, rivals: Collection[MemoryRow]) -> str:
    """Return how a note that a newcomer cites says its value, and no rival's; or nothing."""
    values = [row.facts.claim.value for row in rivals if row.facts.claim is not None]
    found = saying(ws, claim, claim.value, values, cited_notes(ws, belief))
    return f"“{title_of(found[0])}” says so, line {found[1].first_line}" if found else ""


def _still_said(
    ws: Workspace, claim: Claim, rivals: Collection[MemoryRow], notes: Collection[NotePath]
) -> str:
    """Return how a note says a rival's value, and the newcomer's nowhere; or nothing."""
    for row in rivals:
        if row.facts.claim is not None and (
            found := saying(ws, claim, row.facts.claim.value, [claim.value], notes)
        ):
            return quoted(found[0], found[1].first_line, found[1].text)
    return ""


def schema_of(ws: Workspace, facts: Facts) -> PredicateSchema:
    """Return the rules by which a memory with these facts is weighed."""
    return schemas_in_force(ws).schemas.schema_of(facts)


def settled_by(ws: Workspace, belief: str, facts: Facts, name: str = "") -> Concept | None:
    """Return what of high impact a memory says, by the schemas in force."""
    return schemas_in_force(ws).schemas.settled(belief, facts, name)


def why_waits(ws: Workspace, belief: str, facts: Facts, name: str = "") -> str:
    """Return why what a weak source says waits for a person, as a clause; empty where it does not.

    By what it says, or by what a person said of the same before.
    """
    told = settled_by(ws, belief, facts, name)
    if told is not None:
        return SAID_OF[told]
    return change_of_said(ws, belief, facts, schemas_in_force(ws).schemas, name=name)


def with_bound(ws: Workspace, belief: str, facts: Facts) -> Facts:
    """Return the facts of a memory that is written now, with what its words say of its own time.

    A claim keeps the times it was given, and so does a memory that was given some, or says what it
    said.
    """
    if facts.valid_as_said:  # read from earlier words
        facts = replace(facts, valid_from=None, valid_until=None, valid_as_said="")
    if facts.claim is not None or facts.valid_from is not None or facts.valid_until is not None:
        return facts
    today = ws.today
    found = bound_in(belief, today)
    if found is None:
        return facts
    since, last = found.valid_from, found.valid_until
    return replace(
        facts,
        valid_from=None if since is None else first_of(since),
        valid_until=None if last is None else first_of(last + timedelta(days=1)),
        valid_as_said=as_said(found.words, today),
    )


def told_of_bound(facts: Facts) -> str:
    """Return what the writer of a memory should know of the time that was read; or nothing."""
    if not facts.valid_as_said:
        return ""
    told, keys = [], []
    if facts.valid_from is not None:
        told.append(f"from {day_at(facts.valid_from).isoformat()} on")
        keys.append("`valid_from`")
    if facts.valid_until is not None:
        last = day_at(facts.valid_until - timedelta.resolution)
        told.append(f"until {last.isoformat()}")
        keys.append("`valid_until`")
    return (
        f"It holds {', '.join(told)} ({facts.valid_as_said}); take {' and '.join(keys)} out of "
        "its note if that is wrong."
    )
