"""Tell what is wrong with stores, and show what stands in them, secrets masked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, cast

from vaultwatch.adapters.files.store_files import note_names
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.stores.lint import RecordId, folded_notes, lint, record_ids
from vaultwatch.memories.stores.records import FaultKind, StoreRecord
from vaultwatch.services.known_stores import ReadStore
from vaultwatch.services.memories.cited import said_otherwise, sentences_cited
from vaultwatch.services.memories.validating import MAX_BELIEF_CHARS
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ShownFault:
    """Something in a store that a person may want to mend."""

    store: str
    kind: FaultKind
    path: str
    line: int
    message: str

    @property
    def is_to_mend(self) -> bool:
        """Whether something is wrong; what may well be meant so is only told."""
        return self.kind not in {"outside", "unused"}


def lint_store(read: ReadStore, now: datetime) -> list[ShownFault]:
    """Return the faults of a store that was read, and what in it has expired by now."""
    notes = _notes(read.store.notes)
    faults = lint(read.reading, notes, now=now)
    return [
        masked(ShownFault(read.store.name, one.kind, one.path, one.line, one.message))
        for one in faults
    ]


def _notes(folder: Path | None) -> frozenset[str] | None:
    names = note_names(folder) if folder is not None and folder.is_dir() else None
    return None if names is None else folded_notes(names)


def contradicted(ws: Workspace, read: ReadStore) -> Iterator[ShownFault]:
    """Yield the records that a note which they cite speaks against.

    By the vault as it was last indexed; nothing in it is changed.
    """
    texts = {one.path: one.text.splitlines() for one in read.files}
    for record in read.reading.records:
        if not any(link.kind == "wiki" for link in record.links):
            continue
        for text, notes in sentences_cited(ws, record.text[:MAX_BELIEF_CHARS]):
            if told := said_otherwise(ws, text, notes):
                line = _line_of(text, record, texts.get(record.path, []))
                store, path = read.store.name, record.path
                yield masked(ShownFault(store, "contradicted", path, line, f"{told}."))


def _line_of(text: str, record: StoreRecord, lines: Sequence[str]) -> int:
    """Return the line of a record on which a sentence begins."""
    first = text.split("\n", 1)[0].strip()
    spots = range(record.told_line, min(record.last_line, len(lines)) + 1)
    return next((at for at in spots if first in lines[at - 1]), record.told_line)


def ids_of(read: ReadStore) -> Iterator[RecordId]:
    """Yield the ids of a store's records, secrets masked."""
    if read.format is not None:
        yield from (masked(one) for one in record_ids(read.reading, read.format))


_Told = TypeVar("_Told")


def masked(value: _Told) -> _Told:
    """Return a value whose texts, however deep, have their secrets masked."""
    held: Any = value
    if isinstance(held, str):
        held = mask_secrets(held) if held else held
    elif isinstance(held, tuple):
        held = tuple(masked(one) for one in held)
    elif is_dataclass(held) and not isinstance(held, type):
        held = replace(held, **{one.name: masked(getattr(held, one.name)) for one in fields(held)})
    return cast("_Told", held)
