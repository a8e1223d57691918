"""Keep the records of a vault's stores among its memories: in the ledger and in the index.

Called by `reindex` at each look at the whole vault. A store whose files stand as they stood is not
read again. Nothing in a store is written; one that is away keeps its records until it is back.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b

from vaultwatch.adapters.files.store_files import FileMarks
from vaultwatch.adapters.index.chunk_store import ChunkRow
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.guard.secrets import MASKING_VERSION, mask_secrets
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.schemas import Schemas
from vaultwatch.memories.stores.as_memory import (
    MOST_CHARS,
    record_facts,
    record_memory,
    record_note,
    record_title,
    unlinked,
)
from vaultwatch.memories.stores.lint import record_names
from vaultwatch.memories.stores.places import is_record, place_of_record, record_id, record_path
from vaultwatch.memories.stores.records import StoreRecord
from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import Chunk, NotePath
from vaultwatch.services.indexing.catching_up import count_owed
from vaultwatch.services.indexing.found_files import as_earned, held_facts
from vaultwatch.services.indexing.index_state import owe_tidying, vectors_of_chunks
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.indexing.registering import memory_at, row_of
from vaultwatch.services.known_stores import (
    ReadStore,
    Store,
    marks_of,
    read_store,
    records_of_others,
    stores_for,
)
from vaultwatch.services.records.schemas import schemas_in_force
from vaultwatch.services.records.small_facts import STORES_SEEN, owe_scan
from vaultwatch.services.records.trust import revoke
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

READING_VERSION = 5
"""Raised where records are read or weighed otherwise, so that every store is read anew."""
GROUP_RECORDS = 512
"""Written in one go: a killed first reading loses no more than these."""
EMBEDDED_AT_ONCE = 128
"""Records of one store that are embedded while it is read. Of more none is: whoever waits for the
look is told its findings first, which need no vector of a record, and `catching_up` embeds them
after it. Chosen by hand: about a second on one core."""
_YOUNG = "young"
"""Kept of a store whose files were saved a moment ago: the next look reads them again."""
TICK_S = 2.0
"""File systems keep times as coarsely as this (FAT), so two saves may bear the same one."""
SETTLE_S = 0.3
"""A file saved so short a time ago may be half written: what it lacks now is not put away yet.
Chosen by hand: as long as the daemon waits for a path to come to rest."""


def take_records(ws: Workspace) -> int:
    """Take in what the vault's stores say now; return how many records are new, changed or gone.

    Raises:
        StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    stores = {store.name: store for store in stores_for(ws)}
    seen = STORES_SEEN.get(ws.ledger)
    if not (stores or seen):
        return 0
    if healed := None if ws.is_rehearsal else ws.desk.heal():
        log.warning("%s", healed.told)
    changed, is_any_read = 0, False
    marks: dict[str, str] = {name: seen[name] for name in seen.keys() & stores.keys()}
    for name, store in stores.items():
        files = marks_of(store)
        if files is None or _signature(store, files) == seen.get(name):
            continue
        taken = _take(ws, store, files, is_whole=not seen.get(name))
        if taken is None:
            continue
        changed, is_any_read = changed + taken, True
        is_young = files.newest_s > ws.clock.now().timestamp() - TICK_S
        marks[name] = _YOUNG if is_young else _signature(store, files)
    for name in seen.keys() - stores.keys():
        changed += _put_away(ws, _rows_of(ws, name).values())
    STORES_SEEN.set(ws.ledger, marks)
    if changed or is_any_read:
        count_owed(ws)
    return changed


def have_stores_moved(ws: Workspace) -> bool:
    """Tell whether a file of the vault's stores differs from what was last taken in."""
    seen, stores = STORES_SEEN.get(ws.ledger), {one.name: one for one in stores_for(ws)}
    if seen.keys() - stores.keys():
        return True
    found = ((store, marks_of(store)) for store in stores.values())
    return any(
        files is not None and seen.get(store.name) != _signature(store, files)
        for store, files in found
    )


def is_settled(seen: Mapping[str, str]) -> bool:
    """Tell whether the stores, as they were last seen, need not be read again for being young."""
    return all(mark not in {"", _YOUNG} for mark in seen.values())


def _signature(store: Store, files: FileMarks) -> str:
    parts = (store.format, READING_VERSION, MASKING_VERSION, store.place, files.digest)
    return blake2b("\0".join(map(str, parts)).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _take(ws: Workspace, store: Store, files: FileMarks, *, is_whole: bool) -> int | None:
    """Take in one store, whole where the index may lack records; None where it cannot be read."""
    try:
        read = read_store(store)
    except (NotThereError, RefusedError) as error:
        log.warning("store=%r is not read: %s", store.name, error.message)
        return None
    before = _rows_of(ws, store.name)
    if before and not files.count and any(row.state == "present" for row in before.values()):
        log.warning("store=%r is empty, as where its drive is away; it is waited for", store.name)
        return None
    fresh = list(_records(ws, read, before))
    named = {one.row.id for one in fresh}
    young = _young(read, ws.clock.now())
    gone = [
        row
        for row in before.values()
        if row.state == "present" and row.id not in named and _file_of(row) not in young
    ]
    news = [one for one in fresh if one.row != before.get(one.row.id)]
    if news or gone:
        owe_scan(ws)
    wanted = fresh if is_whole else news
    is_put_off = len(wanted) > EMBEDDED_AT_ONCE and ws.knows_meaning
    for start in range(0, len(wanted), GROUP_RECORDS):
        group = wanted[start : start + GROUP_RECORDS]
        _write_chunks(ws, group, is_put_off=is_put_off)
        ws.ledger.put_memories(one.row for one in group)
        ws.progress("reading stores", start + len(group), len(wanted))
    standing = {one.row.path for one in fresh}
    moved = {before[one.row.id].path for one in news if one.row.id in before} - standing
    _drop_chunks(ws, moved)
    return len(news) + _put_away(ws, gone, standing)


_SAID = (
    *("type", "source", "tags", "agent", "client", "claim"),
    *("expires", "verify_mode", "env", "remote"),
)
"""What a record says of itself beside its words."""


@dataclass(frozen=True, slots=True)
class _Taken:
    """A record as it is to be listed."""

    row: MemoryRow
    record: StoreRecord


def _rows_of(ws: Workspace, name: str) -> dict[str, MemoryRow]:
    """Return the records of a store that are on record, those that are gone too."""
    found = {}
    for row in ws.ledger.memories(forgotten=True):
        if is_record(row.id):
            place = place_of_record(row.path)
            if place is not None and place.store == name:
                found[row.id] = row
    return found


def _file_of(row: MemoryRow) -> str:
    place = place_of_record(row.path)
    return place.path if place is not None else ""


def _young(read: ReadStore, now: datetime) -> frozenset[str]:
    """Return the files that were saved so short a time ago that they may be half written."""
    return frozenset(
        path
        for path, at in read.reading.modified
        if at is not None and abs((now - at).total_seconds()) < SETTLE_S
    )


def _records(ws: Workspace, read: ReadStore, before: Mapping[str, MemoryRow]) -> Iterator[_Taken]:
    """Yield a store's records as they are to be listed."""
    names = record_names(read.reading) if read.reading.wiki == "records" else frozenset()
    modified = dict(read.reading.modified)
    schemas = schemas_in_force(ws).schemas
    known: set[str] = set()
    for record in records_of_others(ws, read):
        path = record_path(read.store.name, record.path, record.told_line)
        belief = mask_secrets(unlinked(record.text, names).strip()[:MOST_CHARS])
        id_ = record_id(read.store.name, record.id)
        if not belief or id_ in known or record.is_deprecated:  # it counts no more
            continue
        known.add(id_)
        facts = _masked(record_facts(read.store.name, read.format, record))
        old = before.get(id_)
        with sparing_others(path):
            row = _as_it_was(old, path, belief, facts)
            row = row or _row(ws, (id_, path, belief, facts), record, old, modified, schemas)
            yield _Taken(row, record)


def _masked(facts: Facts) -> Facts:
    claim = facts.claim
    if claim is not None:
        claim = replace(claim, value=mask_secrets(claim.value))
    tags = tuple(mask_secrets(tag) for tag in facts.tags)
    return replace(facts, type=mask_secrets(facts.type), tags=tags, claim=claim)


def _as_it_was(
    old: MemoryRow | None, path: NotePath, belief: str, facts: Facts
) -> MemoryRow | None:
    """Return a record that says what it said, wherever it stands in its file now."""
    if old is None or old.state != "present" or old.belief != belief:
        return None
    is_same = all(getattr(old.facts, name) == getattr(facts, name) for name in _SAID)
    return replace(old, path=path) if is_same else None


def _row(  # noqa: PLR0913, PLR0917 -- called once
    ws: Workspace,
    said: tuple[str, NotePath, str, Facts],
    record: StoreRecord,
    old: MemoryRow | None,
    modified: Mapping[str, datetime | None],
    schemas: Schemas,
) -> MemoryRow:
    """Return a record that is new or says something else, weighed as any agent's file."""
    id_, path, belief, facts = said
    saved = modified.get(record.path)
    stated = record.updated or record.created
    is_reworded = old is not None and old.state == "present" and old.belief != belief
    if is_reworded and old is not None and (stated is None or stated == old.updated):
        stated = saved
    made = record_memory(
        id=id_, path=path, belief=belief, created=record.created, updated=stated or saved,
        facts=facts,
    )  # fmt: skip
    counted = as_earned(ws, made, old, is_trusted=False, says_active=False)
    held = held_facts(ws, counted, old, schemas, says_active=False)
    return row_of(made, held, old.first_seen if old else ws.clock.now())


def weigh_again(ws: Workspace, ids: Collection[str]) -> None:
    """Weigh records as if nobody had let them hold: that was taken back."""
    schemas, weighed = schemas_in_force(ws).schemas, []
    for row in ws.ledger.find_memories(ids=ids) if ids else ():
        revoke(ws, row.id)
        facts = held_facts(ws, memory_at(ws, row), None, schemas, says_active=False)
        weighed.append(replace(row, facts=facts))
    ws.ledger.put_memories(weighed)


def _write_chunks(ws: Workspace, group: Sequence[_Taken], *, is_put_off: bool) -> None:
    """Write what search finds of records; their vectors only where those are not put off."""
    if ws.is_rehearsal:
        return
    embedder = ws.model.embedder
    cut: dict[NotePath, tuple[Chunk, ...]] = {}
    for one in group:
        with sparing_others(one.row.path):
            cut[one.row.path] = cut_chunks(
                record_note(mask_secrets(record_title(one.record, one.row.belief)), one.row.belief),
                count_tokens=embedder.count_tokens,
                max_tokens=embedder.max_tokens,
            )
    texts = {chunk.digest: chunk.embed_text for chunks in cut.values() for chunk in chunks}
    vectors = vectors_of_chunks(ws, texts.keys())
    new = [digest for digest in texts if digest not in vectors]
    made = None if is_put_off or not new else ws.embed([texts[digest] for digest in new])
    if made is not None:
        vectors.update(zip(new, made, strict=True))
    ws.chunks.write(
        {
            path: [ChunkRow(path, True, one, vectors.get(one.digest)) for one in chunks]  # noqa: FBT003 -- the field's order
            for path, chunks in cut.items()
        }
    )


def _put_away(ws: Workspace, rows: Iterable[MemoryRow], standing: Iterable[NotePath] = ()) -> int:
    """Take records out that their stores hold no more; what they rested on waits a while."""
    gone = [row for row in rows if row.state == "present"]
    if gone:
        owe_scan(ws)
        ws.ledger.put_memories(replace(row, state="forgotten") for row in gone)
        _drop_chunks(ws, {row.path for row in gone} - {*standing})
    return len(gone)


def _drop_chunks(ws: Workspace, paths: Iterable[NotePath]) -> None:
    wanted = sorted(paths)
    if wanted and not ws.is_rehearsal:
        ws.chunks.remove(wanted)
        owe_tidying(ws)
