"""Read the folder of Anthropic's memory tool: any text files that a model makes under `/memories`.

Pure. Markdown and plain text are read item by item; other text is one record a file.
"""

from collections.abc import Sequence

from vaultwatch.memories.stores.front import front_fault, split_front
from vaultwatch.memories.stores.items import items_of, record_of
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    reading_of,
    stem_of,
)

_LISTED = (".md", ".txt", ".markdown")
_WHOLE = (".xml", ".json", ".yaml", ".yml", ".csv", ".toml")


def wants(path: str) -> bool:
    """Tell whether a file of such a folder is text."""
    return path.endswith((*_LISTED, *_WHOLE)) and not path.startswith(".")


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the files."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    for file in files:
        if file.path.endswith(_LISTED):
            front = split_front(file.text)
            faults += front_fault(file, front)
            records += [record_of(file, one) for one in items_of(front.body, front.body_line)]
        elif file.text.strip():
            text = file.text.strip()
            records.append(
                StoreRecord(
                    key=file.path,
                    path=file.path,
                    first_line=1,
                    last_line=1 + file.text.rstrip().count("\n"),
                    text=text,
                    title=stem_of(file.path),
                    updated=file.modified,
                )
            )
    return reading_of(files, records, faults)
