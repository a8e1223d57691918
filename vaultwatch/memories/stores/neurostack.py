"""Read the memories that NeuroStack writes back: a note each, `memories/TYPE/MONTH/UUID.md`.

Pure. Its database is the truth and writes over what is changed here.
"""

from collections.abc import Iterator, Sequence

from vaultwatch.memories.stores.front import Front, moment_at, read_notes, tags_at, text_at
from vaultwatch.memories.stores.records import (
    StoreFile,
    StoreReading,
    StoreRecord,
    links_of,
    stem_of,
)


def wants(path: str) -> bool:
    """Tell whether a file of the folder is a memory."""
    return path.endswith(".md")


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the notes."""
    return read_notes(files, _records)


def _records(file: StoreFile, front: Front) -> Iterator[StoreRecord]:
    text, values = front.body.strip(), front.values
    if text:
        yield StoreRecord(
            key=text_at(values, "neurostack_id") or stem_of(file.path),
            path=file.path,
            first_line=1,
            last_line=front.body_line + front.body.rstrip().count("\n"),
            text=text,
            kind=text_at(values, "entity_type"),
            title=text_at(values, "title"),
            scope=text_at(values, "workspace"),
            source=text_at(values, "source_agent"),
            created=moment_at(values, "created_at"),
            updated=moment_at(values, "updated_at") or file.modified,
            tags=tags_at(values),
            links=links_of(front.body, front.body_line),
        )
