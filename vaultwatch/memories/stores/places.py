"""Name a record of a store among memories: its id, and the path that tells where it stands.

Pure. No path of a record leads into a vault: `store://NAME/FILE:LINE` holds an empty folder's name,
which `adapters.files.vault_files` neither reads nor writes.
"""

from dataclasses import dataclass
from typing import Final

from vaultwatch.memories.ids import memory_id
from vaultwatch.notes.model import NotePath

_SCHEME: Final = "store://"
RECORD_ID: Final = "rec"
"""How the ids of records begin, and no memory's that we name."""
_ID: Final = f"{RECORD_ID}_"
_NEW_LINES: Final = str.maketrans({"\n": " ", "\r": " "})


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where a record stands."""

    store: str
    """The store's name in the settings."""
    path: str
    """The file, inside the store."""
    line: int
    """1-based, where the record begins."""

    @property
    def words(self) -> str:
        """The place as a person reads it."""
        return f"{self.path}:{self.line} of the store {self.store}"


def record_id(store: str, own: str) -> str:
    """Return the id by which vaultwatch knows a record, the same as long as name and key are."""
    return _ID + memory_id(f"{store}\n{own}").removeprefix("mem_")


def twin_of_record(id_: str) -> str:
    """Return the id of the memory note that `vaultwatch stores import` makes of a record."""
    return f"mem_{id_.removeprefix(_ID)}"


def record_of_twin(id_: str) -> str:
    """Return the record that `vaultwatch stores import` would make a note of this id of."""
    return _ID + id_.removeprefix("mem_")


def store_path(store: str) -> NotePath:
    """Return the path by which findings about a whole store name it."""
    return NotePath(f"{_SCHEME}{store}")


def store_of_path(path: str) -> str:
    """Return the store that such a path names; empty for any other path."""
    return path.removeprefix(_SCHEME).partition("/")[0] if is_record_path(path) else ""


def is_record(id_: str | None) -> bool:
    """Tell whether a memory is a record of a store, which is only read."""
    return id_ is not None and id_.startswith(_ID)


def record_path(store: str, path: str, line: int) -> NotePath:
    """Return the path by which a record is listed among memories."""
    return NotePath(f"{_SCHEME}{store}/{path.translate(_NEW_LINES)}:{line}")


def is_record_path(path: str) -> bool:
    """Tell whether a path is a record's."""
    return path.startswith(_SCHEME)


def place_of_record(path: str) -> RecordPlace | None:
    """Return where the record of a path stands; None for the path of a note."""
    if not is_record_path(path):
        return None
    store, _, rest = path.removeprefix(_SCHEME).partition("/")
    file, _, line = rest.rpartition(":")
    return RecordPlace(store, file, int(line)) if line.isdecimal() else None
