"""Read the memories that NeuroStack writes back: a note each, `memories/TYPE/MONTH/UUID.md`.

Pure. Its database is the truth and writes over what is changed here.
"""

from collections.abc import Sequence

from vaultwatch.memories.stores.front import front_fault, moment_at, split_front, tags_at, text_at
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    links_of,
    reading_of,
    stem_of,
)


def wants(path: str) -> bool:
    """Tell whether a file of the folder is a memory."""
    return path.endswith(".md")


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the notes."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    for file in files:
        front = split_front(file.text)
        faults += front_fault(file, front)
        text = front.body.strip()
        if not text:
            continue
        values = front.values
        records.append(
            StoreRecord(
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
        )
    return reading_of(files, records, faults, wiki="notes")
