"""Bring the records of a store, an export or rows of JSON in as memory notes.

Each is an agent's word, whatever it says of itself: it is weighed as what an agent hands in, and
waits for a person where that would. An id is made of the store's name and the record's own key, so
a second import finds what the first one wrote: the same words change nothing, others change it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.stores.as_memory import one_line, record_source, unlinked
from vaultwatch.memories.stores.lint import record_names
from vaultwatch.memories.stores.records import StoreRecord
from vaultwatch.notes.days import day_at
from vaultwatch.services.known_stores import ReadStore, records_of_others
from vaultwatch.services.memories.adding import Batch, Draft, store_memory
from vaultwatch.services.memories.proposing import Proposed, change_or_propose
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.memories.validating import MAX_TAGS
from vaultwatch.services.memories.weighing import WriteOutcome
from vaultwatch.services.workspace import Workspace

CLIENT = "vaultwatch stores import"
"""Who hands it in: all that is imported is one voice."""

ImportOutcome: TypeAlias = WriteOutcome | Literal["changed", "proposed", "forgotten", "refused"]

_MOST_EVIDENCE = 300


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """What became of one record, or in a rehearsal would."""

    record: str
    """Where it stands: the file in the store, and the line."""
    outcome: ImportOutcome
    id: str
    """Of the memory; empty where there is none."""
    path: str
    """Of its note; empty where there is none."""
    reason: str


def import_store(ws: Workspace, read: ReadStore) -> Iterator[ImportedRecord]:
    """Bring a store's records in, one after the other; one that is refused stops no other."""
    ws.client = CLIENT
    names = record_names(read.reading) if read.reading.wiki == "records" else frozenset()
    records = list(records_of_others(ws, read))
    batch = Batch(ws)
    for done, record in enumerate(records):
        ws.progress("importing", done, len(records))
        place = mask_secrets(f"{record.path}:{record.first_line}")
        if record.is_deprecated:
            yield ImportedRecord(place, "refused", "", "", "It says that it counts no more.")
            continue
        try:
            yield _import(
                ws, read, replace(record, text=unlinked(record.text, names)), place, batch
            )
        except (RefusedError, NoteUnreadableError) as error:
            yield ImportedRecord(place, "refused", "", "", error.message)
    batch.take_in()


def _import(
    ws: Workspace, read: ReadStore, record: StoreRecord, place: str, batch: Batch
) -> ImportedRecord:
    id_ = memory_id(f"{read.store.name}\n{record.id}")
    belief = record.text.strip()
    agent = read.format or ""
    source = record_source(read.format, record)
    known = ws.ledger.find_memories(ids=[id_], forgotten=True)
    if known and known[0].state == "forgotten":
        reason = "It was imported before and put away since."
        return ImportedRecord(place, "forgotten", id_, "", reason)
    if known and known[0].belief.strip() == belief:
        return ImportedRecord(place, "known", id_, known[0].path, "")
    if known:
        change = MemoryChange(belief=belief, source=source, agent=agent)
        done = change_or_propose(ws, id_, change)
        if isinstance(done, Proposed):
            return ImportedRecord(place, "proposed", id_, known[0].path, done.told)
        return ImportedRecord(place, "changed", id_, done.path, done.warning)
    day = f", written {day_at(record.created)}" if record.created else ""
    facts = Facts(
        type=one_line(record.kind) or "fact",
        source=source,
        tags=tuple(one_line(tag) for tag in record.tags[:MAX_TAGS]),
        agent=agent,
        evidence=f"{read.store.name}: {place}{day}"[:_MOST_EVIDENCE],
        expires=record.expires,
        verify_mode=record.verify_mode,
        env=one_line(record.env),
        remote=one_line(record.remote),
    )
    title = record.title if record.key == record.path else ""
    written = store_memory(ws, Draft(belief, facts, title=title, id=id_), batch=batch)
    return ImportedRecord(place, written.outcome, written.id, written.path, written.reason)
