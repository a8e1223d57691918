"""Tell what is wrong with stores, and show what stands in them, secrets masked."""

from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, cast

from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.adapters.store_files import note_names
from vaultwatch.memories.stores.lint import folded_notes, lint
from vaultwatch.memories.stores.records import FaultKind, StoreRecord
from vaultwatch.services.stores.reading import ReadStore


@dataclass(frozen=True, slots=True)
class ShownFault:
    """Something in a store that a person may want to mend."""

    store: str
    kind: FaultKind
    path: str
    line: int
    message: str


def lint_store(read: ReadStore) -> list[ShownFault]:
    """Return the faults of a store that was read."""
    notes = _notes(read.store.notes)
    faults = lint(read.reading, notes)
    return [
        _masked(ShownFault(read.store.name, one.kind, one.path, one.line, one.message))
        for one in faults
    ]


def _notes(folder: Path | None) -> frozenset[str] | None:
    if folder is None:
        return None
    try:
        return folded_notes(note_names(folder))
    except OSError:
        return None


def shown(record: StoreRecord) -> StoreRecord:
    """Return a record with every secret masked."""
    return _masked(record)


_Told = TypeVar("_Told")


def _masked(value: _Told) -> _Told:
    """Return a value whose texts, however deep, have their secrets masked."""
    held: Any = value
    if isinstance(held, str):
        held = mask_secrets(held) if held else held
    elif isinstance(held, tuple):
        held = tuple(_masked(one) for one in held)
    elif is_dataclass(held) and not isinstance(held, type):
        held = replace(held, **{one.name: _masked(getattr(held, one.name)) for one in fields(held)})
    return cast("_Told", held)
