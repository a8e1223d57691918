"""Say what a memory file counts for: whose word it is, and whether it waits for a person.

Whoever can write into the vault can write any label into a file. Called by `registering` for every
memory note whose bytes changed.
"""

from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.guard.orders import QUARANTINE_AT
from vaultwatch.memories.claims import undated
from vaultwatch.memories.facts import EARNED, STOOD_BACK, Facts, as_claimed
from vaultwatch.memories.file_names import told_by_name
from vaultwatch.memories.items import anchor_of, is_as_written, is_item, note_id_of
from vaultwatch.memories.likeness import added_text
from vaultwatch.memories.record import Memory
from vaultwatch.memories.schemas import Schemas
from vaultwatch.memories.trust import suspect_facts, waits_as_file
from vaultwatch.services.indexing.said_before import change_of_said
from vaultwatch.services.records.small_facts import HANDED_OVER
from vaultwatch.services.records.trust import (
    accept,
    carry,
    is_accepted,
    is_signed,
    revoke,
    was_put_away,
)
from vaultwatch.services.workspace import Workspace

HIGH_IMPACT = "what it says is of high impact, and nobody has confirmed it"
"""Why a file waits that looks sound."""


def as_earned(
    ws: Workspace, memory: Memory, before: MemoryRow | None, *, is_trusted: bool, says_active: bool
) -> Memory:
    """Return a memory with the source that counts: whoever saves a file can write any into it.

    A file that was only found, or that rose to a person's word in a save, stays found through
    edits. Its person is asked once if it is theirs, and what they agreed to is that wording alone.
    A procedure that was found asks in any case: agents are to do what it says.
    """
    asks = ws.is_procedure(memory.path)
    facts = memory.facts
    is_same = before is not None and before.belief_digest == memory.belief_digest
    if before is not None and before.state != "present" and not is_same:
        before = None  # it lends its name to nothing new
    is_back = before is not None and before.state != "present" and was_put_away(ws, before.id)
    if is_back and not is_trusted:
        before = None  # who put it there nobody can tell
    is_found = not is_trusted if before is None else before.facts.is_found
    if before is not None and not is_trusted and before.facts.source not in EARNED:
        is_found = is_found or facts.source in EARNED
    kept = before.facts if before is not None and is_same else None
    kept = kept if kept is not None and undated(kept.claim) == undated(facts.claim) else None
    if is_found and kept is not None and kept.source == "user_explicit":
        was_let = is_accepted(ws, memory.id, memory.belief_digest)
        is_let = is_accepted(ws, memory.id, memory.belief_digest, says_active=says_active)
        if is_let or ((asks or facts.source == "user_explicit") and not was_let):
            return replace(memory, facts=replace(facts, source="user_explicit", is_found=True))
    is_earning = asks or facts.source in EARNED
    if not (is_found and is_earning) or is_signed(ws, facts, memory.belief):
        return replace(memory, facts=replace(facts, is_found=is_found))
    source = as_claimed(facts.source)
    is_answered = kept is not None and kept.is_found and not kept.is_claim and kept.source == source
    is_claim = (asks or facts.source == "user_explicit") and not is_answered
    return replace(memory, facts=replace(facts, source=source, is_found=True, is_claim=is_claim))


def held_facts(
    ws: Workspace, memory: Memory, before: MemoryRow | None, schemas: Schemas, *, says_active: bool
) -> Facts:
    """Return a memory's facts as they count: quarantined where its text is suspicious.

    `says_active` tells whether its note says so in as many words.
    """
    facts = memory.facts
    if facts.status not in {"active", "faded"}:  # what faded is found still
        return facts
    if before is not None and before.state != "present":
        before = None  # what was put away once comes anew
    is_same = before is not None and before.belief_digest == memory.belief_digest
    is_agreed = is_accepted(ws, memory.id, memory.belief_digest, says_active=says_active)
    if before is not None and is_same and before.facts.status == "quarantined":
        reason = "" if is_agreed else _still_held(ws, memory, before, schemas)
        if not (reason or is_agreed or before.facts.is_found):
            accept(ws, before)  # two claims: a person took our word out of its note
        return _held(facts, reason) if reason else facts
    if (
        before is not None
        and is_same
        and before.facts.source == facts.source == "user_explicit"
        and (not facts.is_found or _wording(before) == _wording(memory))
    ):
        return facts  # it was let pass as a person's word, and nobody changed it since
    if is_agreed and (before is None or _wording(before)[1:] == _wording(memory)[1:]):
        return facts
    if before is not None and not is_agreed and is_accepted(ws, memory.id, memory.belief_digest):
        before = None  # letting it hold was undone
    why = _why_held(ws, memory, before, schemas)
    if why:
        revoke(ws, memory.id)  # else the old words, saved back, would bring in what came beside
        return _held(facts, why)
    if before is not None:
        carry(ws, before.id, before.belief_digest, memory.belief_digest)
    return facts


def brought_back(ws: Workspace, before: MemoryRow | None, facts: Facts) -> Facts:
    """Return the facts of a memory that a person made active again by hand, without the end it got.

    Who takes `superseded` out of a note may leave the `valid_until` there that came with it.
    """
    if before is None or facts.status in STOOD_BACK or facts.until is None:
        return facts
    ours = before.facts.ignored_end
    if before.facts.status in STOOD_BACK:
        stood = ws.ledger.earlier_wordings([before.id]).get(before.id, ())
        had = {one.facts.until for one in stood if one.facts.status not in STOOD_BACK}
        ours = before.facts.until if before.facts.until not in had else None
    return replace(facts, ignored_end=ours) if ours == facts.until else facts


def _still_held(ws: Workspace, memory: Memory, before: MemoryRow, schemas: Schemas) -> str:
    """Return why no edit of its note's status releases a memory; empty where it does.

    It may be an attack, or is of high impact; two claims a person may tell apart by hand.
    """
    why = "" if before.facts.conflicts_with else before.facts.status_reason
    return why or _why_held(ws, memory, None, schemas)


def _why_held(ws: Workspace, memory: Memory, before: MemoryRow | None, schemas: Schemas) -> str:
    """Return why a file that became a memory, or was edited, waits for a person; or nothing.

    A person may edit what they confirmed as they like: only what nobody types by hand is held. Of
    any other file each new wording is weighed as the first was, for nobody can tell who saved it;
    of one that a person let hold, what was added to it.
    """
    facts = memory.facts
    is_reworded = before is None or _wording(before) != _wording(memory)
    was_persons = before is None or not is_reworded
    if before is not None and before.facts.source == "user_explicit":
        was_persons = was_persons or not before.facts.is_found
    is_ours = _is_handed_over(ws, memory)
    is_persons = is_ours or (facts.source == "user_explicit" and was_persons)
    after = memory.named_after or memory.belief
    belief, name = memory.belief, told_by_name(ws.memory_name(memory.path), after)
    if is_ours and (before is None or before.path == memory.path):
        name = ""  # what we name is not judged
    if before is not None and is_reworded and is_accepted(ws, before.id, before.belief_digest):
        belief, facts = _added(before, memory)
        name = "" if before.path == memory.path else name
    schema = schemas.schema_of(facts)
    suspicion = suspect_facts(
        belief, facts, schema, name=name, is_vouched=is_persons, is_wish=is_ours
    )
    if suspicion.score >= QUARANTINE_AT and schema.quarantine_suspicious:
        return "; ".join(suspicion.reasons)
    if not is_reworded or is_persons or is_signed(ws, memory.facts, memory.belief):
        return ""
    if waits_as_file(belief, facts, suspicion, schemas, name=name):
        return HIGH_IMPACT
    return change_of_said(ws, belief, facts, schemas, name=name)


def _is_handed_over(ws: Workspace, memory: Memory) -> bool:
    """Tell whether we wrote a hand-over's item in these words: they were judged as they came in."""
    if not is_item(memory.id):
        return False
    anchor = anchor_of(memory.id)
    written = HANDED_OVER.get(ws.ledger).get(note_id_of(memory.id), {})
    return anchor in written and is_as_written(anchor, memory.belief)


def _added(before: MemoryRow, memory: Memory) -> tuple[str, Facts]:
    """Return what an edit added to a wording: to its text, and to its properties."""
    facts, old = memory.facts, before.facts
    return added_text(before.belief, memory.belief), replace(
        facts,
        claim=None if undated(facts.claim) == undated(old.claim) else facts.claim,
        evidence="" if facts.evidence == old.evidence else facts.evidence,
        tags=tuple(tag for tag in facts.tags if tag not in old.tags),
    )


def _wording(one: Memory | MemoryRow) -> tuple[object, ...]:
    """Return all of a memory that may say where money goes, or the like: its name too.

    A name that is made of its words says no more than they do.
    """
    facts = one.facts
    names = (facts.type, facts.agent, facts.session, facts.topic, facts.tool)
    claim = undated(facts.claim)
    name = told_by_name(one.path.removesuffix(".md"), one.belief)
    return (one.belief_digest, claim, facts.evidence, facts.tags, names, name)


def _held(facts: Facts, reason: str) -> Facts:
    return replace(facts, status="quarantined", status_reason=reason, is_held=True)
