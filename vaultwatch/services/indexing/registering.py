"""Keep the ledger's list of memories equal to the memory notes that stand in the vault.

Called by `services.indexing.reindex` for the memory notes whose bytes changed. A memory without an
`id` property keeps the id it was first given, even when its note is moved.
"""

import logging
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.memories.facts import Facts, says_active
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.items import anchor_of, is_item, item_id, may_hold_items, note_id_of
from vaultwatch.memories.likeness import gist_digest, only_links_changed
from vaultwatch.memories.record import Memory, memories_of, memory_in, memory_of
from vaultwatch.memories.stores.as_memory import record_memory
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath, Trouble
from vaultwatch.notes.titles import title_key
from vaultwatch.services.indexing.found_files import as_earned, brought_back, held_facts
from vaultwatch.services.indexing.reading import (
    Reading,
    digest_of,
    read_note,
    sparing_others,
)
from vaultwatch.services.records.scale import labelled
from vaultwatch.services.records.schemas import schemas_in_force
from vaultwatch.services.records.small_facts import ADOPTED, CLAIMED_IDS
from vaultwatch.services.records.trust import was_put_away
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

    `standing` is every note that stands in the vault, `ours` those that we wrote just now. What
    stands when a vault is first taken in counts as its person's; any other new file is only found.
    """
    refused: dict[NotePath, str] = {}
    found: list[tuple[Memory, Reading]] = []
    for reading in readings:
        with sparing_others(reading.note.path, refused):
            found += [(one, reading) for one in memories_of(reading.note, reading.body)]
    if found:
        trusted = ours if ADOPTED.get(ws.ledger) else standing
        _register(ws, found, standing, trusted, refused)
    _forget_lost_items(ws, [one for one in readings if one.note.path not in refused])
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
            ids={id_ for one, _ in found for id_ in (one.id, *_ids_by_path(one))},
            paths=[memory.path for memory, _ in found],
            belief_digests=[memory.belief_digest for memory, _ in found],
            forgotten=True,
        )
    )
    given = {memory.path: note_id_of(memory.id) for memory, _ in found if memory.has_given_id}
    schemas = schemas_in_force(ws).schemas
    changed, outgrown, edited, said_again = [], [], [], []
    for claimed, reading in found:
        with sparing_others(claimed.path, refused):
            memory = _known_as(claimed, register, standing, given)
            before = register.by_id.get(memory.id)
            is_active = says_active(reading.note.properties)
            is_ours = memory.path in trusted
            counted = as_earned(ws, memory, before, is_trusted=is_ours, says_active=is_active)
            facts = held_facts(ws, counted, before, schemas, says_active=is_active)
            facts = brought_back(ws, before, facts)
            row = row_of(memory, facts, before.first_seen if before else ws.clock.now())
            if before is not None and _is_said_again(ws, before, memory):
                said_again.append(memory.id)
            if before is not None and before.belief_digest != memory.belief_digest:
                if only_links_changed(before.belief, memory.belief):
                    _carry_baselines(ws, before, memory, standing)
                else:
                    edited.append(before.id)
            for old in register.at(row.path):
                if old.id != row.id and not (is_item(old.id) or is_item(row.id)):
                    outgrown.append((old, row))
                    del register.by_id[old.id]
            register.put(row)
            changed.append(row)
    _label_edited(ws, edited)
    ws.ledger.put_memories(changed)
    ws.ledger.begin_anew(said_again)
    for old, row in outgrown:
        _hand_over(ws, old, row)
    _keep_claims(ws, [memory for memory, _ in found], register.by_id)


def _is_said_again(ws: Workspace, before: MemoryRow, memory: Memory) -> bool:
    """Tell whether a memory that was gone is a new one by its old name.

    A file that a sync took away and brought back, or an undone deed, goes on where it was.
    """
    if before.state == "present":
        return False
    return before.belief_digest != memory.belief_digest or was_put_away(ws, before.id)


def row_of(memory: Memory, facts: Facts, first_seen: datetime) -> MemoryRow:
    """Return a memory as the ledger keeps it, with the facts that count."""
    return MemoryRow(
        id=memory.id,
        path=memory.path,
        belief_digest=memory.belief_digest,
        first_seen=first_seen,
        belief=memory.belief,
        created=memory.created,
        state="present",
        updated=memory.updated,
        gist=gist_digest(memory.belief),
        facts=facts,
    )


def _forget_lost_items(ws: Workspace, readings: Sequence[Reading]) -> None:
    """Mark items forgotten that are done, struck or gone from notes that were read just now."""
    standing = {
        one.note.path: {anchor_of(memory.id) for memory in memories_of(one.note, one.body)}
        for one in readings
        if may_hold_items(one.note.path)
    }
    ws.ledger.put_memories(
        replace(row, state="forgotten")
        for row in ws.ledger.find_memories(paths=standing.keys())
        if anchor_of(row.id) not in standing[row.path]
    )


def forget_lost_memories(ws: Workspace, removed: Iterable[NotePath]) -> None:
    """Mark memories forgotten whose notes no longer stand in the memories folder."""
    gone = set(removed)
    ws.ledger.put_memories(
        replace(row, state="forgotten") for row in ws.ledger.find_memories(paths=gone)
    )


def memory_of_row(row: MemoryRow, reading: Reading) -> Memory:
    """Return the memory that a memory note holds, under the id the ledger knows it by."""
    found = memory_in(reading.note, reading.body, row.id)
    if found is not None:
        return found
    whole = memory_of(reading.note, reading.body)  # an item that is done or gone says nothing
    return replace(whole, id=row.id, belief="", plain="", belief_digest="", links=())


def memory_at(ws: Workspace, row: MemoryRow) -> Memory:
    """Return a memory as its note stands; a store's record as it was last read.

    Raises:
        NoteUnreadableError: its note cannot be read.
    """
    if is_record(row.id):
        return record_memory(
            id=row.id,
            path=row.path,
            belief=row.belief,
            created=row.created,
            updated=row.updated,
            facts=row.facts,
        )
    return memory_of_row(row, read_note(ws.files, row.path))


def _ids_by_path(memory: Memory) -> tuple[str, str]:
    """Return the ids that a memory may go by where its note says none that is its own.

    Paths that differ only in case, Unicode form or spaces share the first, and no two the second.
    """
    ids = memory_id(memory.path), memory_id(f"{memory.path}\n{digest_of(memory.path.encode())}")
    if not is_item(memory.id):
        return ids
    shared, own = (item_id(one, anchor_of(memory.id)) for one in ids)
    return shared, own


class _Register:
    """The memories on record that a round may touch, found by path and by belief too."""

    def __init__(self, rows: Iterable[MemoryRow]) -> None:
        self.by_id: dict[str, MemoryRow] = {}
        self._ids_at: dict[NotePath, list[str]] = {}
        self._ids_saying: dict[str, list[str]] = {}
        for row in rows:
            if not is_record(row.id):  # no note takes the place of a store's record
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

    `given` are the ids that the notes of this round say.
    """
    if memory.has_given_id:
        holder = register.by_id.get(memory.id)
        if holder is None or holder.path == memory.path or holder.path not in standing:
            return memory
        own = note_id_of(memory.id)
        if given.get(holder.path, own) != own:  # it has given this id up just now
            return memory
        log.warning("id=%r of note=%r is taken by %r", memory.id, memory.path, holder.path)
        return _known_by_path(memory, register, standing)
    for row in register.at(memory.path):
        if row.state == "present" and anchor_of(row.id) == anchor_of(memory.id):
            return replace(memory, id=row.id)
    for row in register.saying(memory.belief_digest):
        if row.path not in standing and anchor_of(row.id) == anchor_of(memory.id):
            return replace(memory, id=row.id)
    return _known_by_path(memory, register, standing)


def _known_by_path(memory: Memory, register: _Register, standing: Container[NotePath]) -> Memory:
    """Return a memory under an id made of its path that no other note has."""
    shared, own = _ids_by_path(memory)
    holder = register.by_id.get(shared)
    is_free = holder is None or holder.path == memory.path or holder.path not in standing
    return replace(memory, id=shared if is_free else own)


def _hand_over(ws: Workspace, old: MemoryRow, row: MemoryRow) -> None:
    """Let a memory whose note says another id now rest on what it rested on."""
    if old.state != "present":
        return
    ws.ledger.put_baselines(
        replace(baseline, memory_id=row.id) for baseline in ws.ledger.baselines(old.id)
    )
    ws.ledger.hand_over_wordings(old.id, row.id)
    ws.ledger.hand_over_accesses(old.id, row.id)
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


def doubled_ids(ws: Workspace) -> Iterator[tuple[NotePath, Trouble]]:
    """Yield the memory notes that claim the id of another one, each with what to do."""
    claims = CLAIMED_IDS.get(ws.ledger)
    named = ws.ledger.find_memories(ids=claims.values(), paths=claims.keys())
    rows = {row.id: row for row in named}
    paths = {row.path: row for row in rows.values()}
    for path, claimed in sorted(claims.items()):
        holder, own = rows.get(claimed), paths.get(path)
        if holder is not None and own is not None and holder.path != path:
            theirs, its = note_id_of(claimed), note_id_of(own.id)
            message = f"Its id {theirs!r} belongs to {holder.path!r}; it goes by {its}."
            yield path, Trouble("taken_id", message, 1)
