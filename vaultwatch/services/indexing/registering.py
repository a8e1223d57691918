"""Keep the ledger's list of memories equal to the memory notes that stand in the vault.

Called by `services.indexing.reindex` for the memory notes whose bytes changed. A memory without an
`id` property keeps the id it was first given, even when its note is moved.
"""

import logging
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.memories.facts import Facts, says_active
from vaultwatch.memories.file_names import told_by_name
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.likeness import added_text, gist_digest, only_links_changed
from vaultwatch.memories.provenance import EARNED, as_claimed
from vaultwatch.memories.record import Memory, memory_of
from vaultwatch.memories.schemas import Schemas
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect_facts, told_by, waits_as_file
from vaultwatch.notes.model import NotePath, Trouble
from vaultwatch.notes.titles import title_key
from vaultwatch.services.indexing.reading import Reading, sparing_others
from vaultwatch.services.indexing.said_before import change_of_said
from vaultwatch.services.indexing.vectors import order_vectors
from vaultwatch.services.records.acceptances import accept, carry, is_accepted, revoke
from vaultwatch.services.records.labels import labelled
from vaultwatch.services.records.schemas import schemas_in_force
from vaultwatch.services.records.small_facts import ADOPTED, CLAIMED_IDS
from vaultwatch.services.records.trust import is_signed
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

_WIKI_LINK = re.compile(r"\[\[[^\[\]]*\]\]")


def register_memories(
    ws: Workspace,
    readings: Sequence[Reading],
    standing: Container[NotePath],
    *,
    ours: Container[NotePath] = (),
) -> Mapping[NotePath, str]:
    """Record memory notes that are new or changed; return those that could not be, and why.

    Args:
        ws: the vault.
        readings: the memory notes as they stand.
        standing: every note that stands in the vault.
        ours: those that we wrote just now. What stands when a vault is first taken in counts as
            its person's; any other new file is only found.
    """
    refused: dict[NotePath, str] = {}
    found: list[tuple[Memory, Reading]] = []
    for reading in readings:
        with sparing_others(reading.note.path, refused):
            found.append((memory_of(reading.note, reading.body), reading))
    if found:
        trusted = ours if ADOPTED.get(ws.ledger) else standing
        _register(ws, found, standing, trusted, refused)
    return refused


def _register(
    ws: Workspace,
    found: Sequence[tuple[Memory, Reading]],
    standing: Container[NotePath],
    trusted: Container[NotePath],
    refused: dict[NotePath, str],
) -> None:
    register = _Register(
        ws.ledger.find_memories(
            ids={id_ for one, _ in found for id_ in (one.id, memory_id(one.path))},
            paths=[memory.path for memory, _ in found],
            belief_digests=[memory.belief_digest for memory, _ in found],
            forgotten=True,
        )
    )
    given = {memory.path: memory.id for memory, _ in found if memory.has_given_id}
    schemas = schemas_in_force(ws).schemas
    changed, outgrown, edited = [], [], []
    for claimed, reading in found:
        with sparing_others(claimed.path, refused):
            memory = _known_as(claimed, register, standing, given)
            before = register.by_id.get(memory.id)
            is_active = says_active(reading.note.properties)
            is_ours = memory.path in trusted
            counted = _as_earned(ws, memory, before, is_trusted=is_ours, says_active=is_active)
            facts = held_facts(ws, counted, before, schemas, says_active=is_active)
            row = _row(ws, memory, before, facts)
            if before is not None and before.belief_digest != memory.belief_digest:
                if only_links_changed(before.belief, memory.belief):
                    _carry_baselines(ws, before, memory, standing)
                else:
                    edited.append(before.id)
            for old in register.at(row.path):
                if old.id != row.id:
                    outgrown.append((old, row))
                    del register.by_id[old.id]
            register.put(row)
            changed.append(row)
    _label_edited(ws, edited)
    ws.ledger.put_memories(changed)
    for old, row in outgrown:
        _hand_over(ws, old, row)
    _keep_claims(ws, [memory for memory, _ in found], register.by_id)


def _row(ws: Workspace, memory: Memory, before: MemoryRow | None, facts: Facts) -> MemoryRow:
    return MemoryRow(
        id=memory.id,
        path=memory.path,
        belief_digest=memory.belief_digest,
        first_seen=before.first_seen if before is not None else ws.clock.now(),
        belief=memory.belief,
        created=memory.created,
        state="present",
        updated=memory.updated,
        gist=gist_digest(memory.belief),
        facts=facts,
    )


def forget_lost_memories(ws: Workspace, removed: Iterable[NotePath]) -> None:
    """Mark memories forgotten whose notes no longer stand in the memories folder."""
    gone = set(removed)
    ws.ledger.put_memories(
        replace(row, state="forgotten") for row in ws.ledger.find_memories(paths=gone)
    )


def doubled_ids(ws: Workspace) -> Iterator[tuple[NotePath, Trouble]]:
    """Yield the memory notes that claim the id of another one, each with what to do."""
    claims = CLAIMED_IDS.get(ws.ledger)
    named = ws.ledger.find_memories(ids=claims.values(), paths=claims.keys())
    rows = {row.id: row for row in named}
    paths = {row.path: row for row in rows.values()}
    for path, claimed in sorted(claims.items()):
        holder, own = rows.get(claimed), paths.get(path)
        if holder is not None and own is not None and holder.path != path:
            message = f"Its id {claimed!r} belongs to {holder.path!r}; it goes by {own.id}."
            yield path, Trouble("taken_id", message, 1)


def memory_of_row(row: MemoryRow, reading: Reading) -> Memory:
    """Return the memory that a memory note holds, under the id the ledger knows it by."""
    return replace(memory_of(reading.note, reading.body), id=row.id)


class _Register:
    """The memories on record that a round may touch, found by path and by belief too."""

    def __init__(self, rows: Iterable[MemoryRow]) -> None:
        self.by_id: dict[str, MemoryRow] = {}
        self._ids_at: dict[NotePath, list[str]] = {}
        self._ids_saying: dict[str, list[str]] = {}
        for row in rows:
            self.put(row)

    def put(self, row: MemoryRow) -> None:
        self.by_id[row.id] = row
        self._ids_at.setdefault(row.path, []).append(row.id)
        self._ids_saying.setdefault(row.belief_digest, []).append(row.id)

    def at(self, path: NotePath) -> list[MemoryRow]:
        ids = dict.fromkeys(self._ids_at.get(path, ()))
        held = [self.by_id[one] for one in ids if one in self.by_id]
        return [row for row in held if row.path == path]  # not those that moved meanwhile

    def saying(self, belief_digest: str) -> list[MemoryRow]:
        ids = self._ids_saying.get(belief_digest, ())
        held = [self.by_id[one] for one in ids if one in self.by_id]
        return [row for row in held if row.belief_digest == belief_digest]


def _known_as(
    memory: Memory,
    register: _Register,
    standing: Container[NotePath],
    given: Mapping[NotePath, str],
) -> Memory:
    """Return the memory under the id it goes by.

    Args:
        memory: as its note says.
        register: every memory on record.
        standing: every note that stands in the vault.
        given: the ids that the notes of this round say.
    """
    if memory.has_given_id:
        holder = register.by_id.get(memory.id)
        if holder is None or holder.path == memory.path or holder.path not in standing:
            return memory
        if given.get(holder.path, memory.id) != memory.id:  # it has given this id up just now
            return memory
        log.warning("id=%r of note=%r is taken by %r", memory.id, memory.path, holder.path)
        return replace(memory, id=memory_id(memory.path))
    for row in register.at(memory.path):
        if row.state == "present":
            return replace(memory, id=row.id)
    for row in register.saying(memory.belief_digest):
        if row.path not in standing:
            return replace(memory, id=row.id)
    return memory


def _hand_over(ws: Workspace, old: MemoryRow, row: MemoryRow) -> None:
    """Let a memory whose note says another id now rest on what it rested on."""
    if old.state != "present":
        return
    ws.ledger.put_baselines(
        replace(baseline, memory_id=row.id) for baseline in ws.ledger.baselines(old.id)
    )
    ws.ledger.forget_memory(old.id)


def _keep_claims(ws: Workspace, found: Sequence[Memory], rows: Mapping[str, MemoryRow]) -> None:
    """Remember which notes claim an id that is another's, so that the reader can be told."""
    before = CLAIMED_IDS.get(ws.ledger)
    looked_at = {memory.path for memory in found}
    claims = {path: id_ for path, id_ in before.items() if path not in looked_at}
    for memory in found:
        holder = rows.get(memory.id) if memory.has_given_id else None
        if holder is not None and holder.path != memory.path:
            claims[memory.path] = memory.id
    CLAIMED_IDS.set(ws.ledger, claims)


def _label_edited(ws: Workspace, edited: Collection[str]) -> None:
    """Keep that a memory was edited while a finding spoke against it: it had drifted.

    Before the new belief is recorded, so that the old one is kept, and a kill loses nothing.
    """
    for memory in edited:
        found = ws.ledger.findings(statuses=LIVE, memory_id=memory)
        ws.ledger.save_findings((), cases=labelled(ws, found, "edited"))


def _carry_baselines(
    ws: Workspace, before: MemoryRow, memory: Memory, standing: Container[NotePath]
) -> None:
    """Keep what the memory rests on where its note was renamed and its link with it.

    The note may have been followed to its new name already, which the memory names now. What an
    older belief rested on, as where a kill left the next look to take a new baseline, stays its.
    """
    named = {_last_name(link[2:-2]) for link in _WIKI_LINK.findall(memory.belief)}
    ws.ledger.put_baselines(
        replace(baseline, belief_digest=memory.belief_digest)
        for baseline in ws.ledger.baselines(memory.id)
        if baseline.belief_digest == before.belief_digest
        and (baseline.note not in standing or _last_name(baseline.note) in named)
    )


def _last_name(target: str) -> str:
    """Return the note's own name in a path or a link's inner text."""
    path = re.split(r"[#^|]", target, maxsplit=1)[0].strip()
    return title_key(path)


def _as_earned(
    ws: Workspace, memory: Memory, before: MemoryRow | None, *, is_trusted: bool, says_active: bool
) -> Memory:
    """Return a memory with the source that counts: whoever saves a file can write any into it.

    A file that was only found, or that rose to a person's word in a save, stays found through
    edits. Its person is asked once if it is theirs, and what they agreed to is that wording alone.
    """
    facts = memory.facts
    is_same = before is not None and before.belief_digest == memory.belief_digest
    if before is not None and before.state != "present" and not is_same:
        before = None  # it lends its name to nothing new
    is_found = not is_trusted if before is None else before.facts.is_found
    if before is not None and not is_trusted and before.facts.source not in EARNED:
        is_found = is_found or facts.source in EARNED
    kept = before.facts if before is not None and is_same else None
    kept = kept if kept is not None and kept.claim == facts.claim else None
    if is_found and kept is not None and kept.source == "user_explicit":
        was_let = is_accepted(ws, memory.id, memory.belief_digest)
        is_let = is_accepted(ws, memory.id, memory.belief_digest, says_active=says_active)
        if is_let or (facts.source == "user_explicit" and not was_let):
            return replace(memory, facts=replace(facts, source="user_explicit", is_found=True))
    if not is_found or facts.source not in EARNED or is_signed(ws, facts, memory.belief):
        return replace(memory, facts=replace(facts, is_found=is_found))
    source = as_claimed(facts.source)
    is_answered = kept is not None and kept.is_found and not kept.is_claim and kept.source == source
    is_claim = facts.source == "user_explicit" and not is_answered
    return replace(memory, facts=replace(facts, source=source, is_found=True, is_claim=is_claim))


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
    is_agreed = is_accepted(ws, memory.id, memory.belief_digest, says_active=says_active)
    if before is not None and is_same and before.facts.status == "quarantined":
        reason = "" if is_agreed else _still_held(ws, memory, before, schemas)
        if not reason and not is_agreed:
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
    if not is_agreed and is_accepted(ws, memory.id, memory.belief_digest):
        before = None  # letting it hold was undone
    why = _why_held(ws, memory, before, schemas)
    if why:
        revoke(ws, memory.id)  # else the old words, saved back, would bring in what came beside
        return _held(facts, why)
    if before is not None:
        carry(ws, before.id, before.belief_digest, memory.belief_digest)
    return facts


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
    is_persons = facts.source == "user_explicit" and was_persons
    belief, name = memory.belief, told_by_name(ws.memory_name(memory.path), memory.belief)
    if before is not None and is_reworded and is_accepted(ws, before.id, before.belief_digest):
        belief, facts = _added(before, memory)
        name = "" if before.path == memory.path else name
    schema = schemas.schema_of(facts)
    read = {} if is_persons else order_vectors(ws, [told_by(belief, facts, name)])
    suspicion = suspect_facts(belief, facts, schema, name=name, is_vouched=is_persons, vectors=read)
    if suspicion.score >= QUARANTINE_AT and schema.quarantine_suspicious:
        return "; ".join(suspicion.reasons)
    if not is_reworded or is_persons or is_signed(ws, memory.facts, memory.belief):
        return ""
    if waits_as_file(belief, facts, suspicion, schemas, name=name):
        return "what it says is of high impact, and nobody has confirmed it"
    return change_of_said(ws, belief, facts, schemas, name=name)


def _added(before: MemoryRow, memory: Memory) -> tuple[str, Facts]:
    """Return what an edit added to a wording: to its text, and to its properties."""
    facts, old = memory.facts, before.facts
    return added_text(before.belief, memory.belief), replace(
        facts,
        claim=None if facts.claim == old.claim else facts.claim,
        evidence="" if facts.evidence == old.evidence else facts.evidence,
        tags=tuple(tag for tag in facts.tags if tag not in old.tags),
    )


def _wording(one: Memory | MemoryRow) -> tuple[object, ...]:
    """Return all of a memory that may say where money goes, or the like: its name too."""
    facts = one.facts
    names = (facts.type, facts.agent, facts.session, facts.tool)
    return (one.belief_digest, facts.claim, facts.evidence, facts.tags, names, one.path)


def _held(facts: Facts, reason: str) -> Facts:
    return replace(facts, status="quarantined", status_reason=reason, is_held=True)
