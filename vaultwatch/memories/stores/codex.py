"""Read the memories of Codex: the handbook `MEMORY.md` and `memory_summary.md`.

Pure. Codex writes them anew from what it gathered, so nothing that is mended here would last; the
raw memories and summaries of sessions that it makes them of are not read.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from vaultwatch.memories.stores.items import items_of, record_of
from vaultwatch.memories.stores.records import StoreFile, StoreReading, index_of, reading_of

NAMES = frozenset({"MEMORY.md", "memory_summary.md"})
_APPLIES = re.compile(r"^(scope|applies_to):[ \t]*(.{1,500})$", re.MULTILINE)
_POINTERS = frozenset({"rollout_summary_files", "keywords"})
_VERSION = re.compile(r"v\d+")


def wants(path: str) -> bool:
    """Tell whether a file is one of the two that hold what was made of the sessions."""
    return path in NAMES


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read both files; what applies to a task group is the scope of its items."""
    records = []
    for file in files:
        scope, group = "", ""
        for item in items_of(file.text):
            if item.headings and item.headings[0] != group:
                group, scope = item.headings[0], ""
            applies = _APPLIES.findall(item.text)
            if applies:
                scope = "; ".join(said for name, said in applies if name == "applies_to") or scope
                continue
            if _POINTERS & set(item.headings) or _VERSION.fullmatch(item.text):
                continue
            kind = item.headings[-1].lower() if len(item.headings) > 1 else "memory"
            record = record_of(file, item, kind=kind, scope=scope)
            records.append(replace(record, title=group.removeprefix("Task Group:").strip()))
    return reading_of(files, records, indexes=[index_of(file) for file in files])
