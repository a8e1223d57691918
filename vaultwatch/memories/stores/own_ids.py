"""Tell by what each record of a store is known again, and which id it could be given.

Pure. Nothing is written: a proposal is a line that a person, or the agent itself, may add where the
format has a place for an id.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.records import StoreReading, StoreRecord, stem_of

KnownBy: TypeAlias = Literal["key", "file", "anchor"]
"""The format's own key; the file that it is; or the headings and first words of an item."""

_APART = re.compile(r"[^\w/]+|_+")


@dataclass(frozen=True, slots=True)
class RecordId:
    """The id of one record."""

    id: str
    path: str
    line: int
    known_by: KnownBy
    proposal: str
    """A line that would give it an id of its own; empty where it has one, or no place for one."""


def record_ids(reading: StoreReading, form: StoreFormat) -> Iterator[RecordId]:
    """Yield the ids of a store's records; a file is proposed one line, whatever it holds."""
    proposed: set[str] = set()
    for record in reading.records:
        by = _known_by(record)
        line = _proposal(record, form, by)
        if line and form != "jsonl" and record.path in proposed:
            line = ""
        if line:
            proposed.add(record.path)
        yield RecordId(record.id, record.path, record.first_line, by, line)


def _known_by(record: StoreRecord) -> KnownBy:
    if record.key == record.path:
        return "file"
    return "anchor" if record.key.startswith(f"{record.path}#") else "key"


def _proposal(record: StoreRecord, form: StoreFormat, by: KnownBy) -> str:
    if form == "basic-memory" and by != "key":
        return f"permalink: {_slug(record.path.removesuffix('.md'))}"
    if form == "claude-code" and by == "file" and not record.name:
        return f"name: {_slug(stem_of(record.path))}"
    if form == "jsonl" and by == "anchor":
        return f'"id": {json.dumps(record.id)}'
    return ""


def _slug(path: str) -> str:
    return _APART.sub("-", path.casefold()).strip("-")
