"""Read the memory of an OpenClaw workspace: `MEMORY.md`, `USER.md` and a log for each day.

Pure. Its other files (`AGENTS.md`, `SOUL.md`) are instructions, `DREAMS.md` is a diary for people.
"""

from collections.abc import Sequence
from dataclasses import replace

from vaultwatch.memories.stores.front import front_fault, split_front
from vaultwatch.memories.stores.items import items_of, record_of
from vaultwatch.memories.stores.records import StoreFile, StoreReading, day_of, index_of, reading_of
from vaultwatch.memories.validity import moment_of

KINDS = {"MEMORY.md": "memory", "memory.md": "memory", "USER.md": "user"}


def wants(path: str) -> bool:
    """Tell whether a file of a workspace is memory."""
    return path in KINDS or (path.startswith("memory/") and path.endswith(".md"))


def enters(folder: str) -> bool:
    """Tell whether memory may stand below a folder."""
    return f"{folder}/".startswith("memory/")


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read a workspace."""
    records, faults = [], []
    for file in files:
        front = split_front(file.text)
        faults += front_fault(file, front)
        day = moment_of(day_of(file.path))
        kind = KINDS.get(file.path, "daily" if day else "note")
        for item in items_of(front.body, front.body_line):
            record = record_of(file, item, kind=kind)
            records.append(replace(record, created=record.created or day))
    loaded = [index_of(file) for file in files if file.path in KINDS]
    return reading_of(files, records, faults, indexes=loaded)
