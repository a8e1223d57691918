"""Read the frontmatter of another tool's file. Pure.

python-frontmatter finds it, as the tools themselves do; the handler keeps every scalar as the text
that was written. Only read: written back, it would change what it was not asked to.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import yaml
from frontmatter.default_handlers import YAMLHandler

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.declared import DECLARING, declared
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    reading_of,
)
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.model import PropertyValue
from vaultwatch.notes.properties import named_list, read_properties
from vaultwatch.notes.property_block import LINE_END

_NESTED = late_regex(r"^[ \t]+([A-Za-z_]{1,40}):[ \t]+([^\r\n]{1,500}?)[ \t\r]*$", re.MULTILINE)


class _TextHandler(YAMLHandler):
    """Keeps `007`, `12:30` and `yes` as they stand; bounded against aliases and deep nesting."""

    def load(self, fm: str, **kwargs: object) -> dict[str, PropertyValue]:
        """Return the properties."""
        del kwargs
        read = read_properties(_as_block(fm))
        broken = [one for one in read.troubles if one.kind == "broken_properties"]
        if broken:
            raise yaml.YAMLError(broken[0].message)
        return read.values


_HANDLER = _TextHandler()


@dataclass(frozen=True, slots=True)
class Front:
    """A file, split."""

    body: str
    body_line: int
    """1-based line on which the body begins."""
    values: Mapping[str, PropertyValue] = field(default_factory=dict)
    has_any: bool = False
    """Whether there is frontmatter, readable or not."""
    trouble: str = ""
    """What is wrong with it; what could be salvaged stands in `values` all the same."""


def split_front(text: str) -> Front:
    """Split a file into its properties and its body; never raises."""
    if not _HANDLER.detect(text):
        return Front(text, 1)
    try:
        block, body = _HANDLER.split(text)
    except ValueError:
        return Front(text, 1, trouble="It begins with `---` but no second `---` closes it.")
    head = text[: len(text) - len(body)]
    if body.startswith("\n"):
        head = head.removesuffix("\r")  # one line end, cut in two
    line = 1 + len(LINE_END.findall(head))
    try:
        return Front(body, line, _HANDLER.load(block), has_any=True)
    except yaml.YAMLError as error:
        nested = {found[1]: found[2].strip("\"'") for found in _NESTED.finditer(block)}
        values = {**nested, **read_properties(_as_block(block)).values}
        return Front(body, line, values, has_any=True, trouble=str(error))


def front_fault(file: StoreFile, front: Front) -> list[StoreFault]:
    """Return what is wrong with a file's frontmatter, at most one fault."""
    if not front.trouble:
        return []
    return [StoreFault("frontmatter", file.path, 1, front.trouble)]


def read_notes(
    files: Sequence[StoreFile], records_in: Callable[[StoreFile, Front], Iterable[StoreRecord]]
) -> StoreReading:
    """Return a reading of notes whose wiki-links lead to notes, with what is wrong with each."""
    fronts = [(file, split_front(file.text)) for file in files]
    records = [record for file, front in fronts for record in records_in(file, front)]
    faults = [fault for file, front in fronts for fault in front_fault(file, front)]
    return reading_of(files, records, faults, wiki="notes")


def text_at(values: Mapping[str, PropertyValue], *keys: str) -> str:
    """Return the first of these properties that is a text, looked for in `metadata` as well."""
    nested = values.get("metadata")
    for key in keys:
        for held in (values, nested):
            value = held.get(key) if isinstance(held, dict) else None
            if isinstance(value, str) and value.strip():
                return " ".join(value.split())
    return ""


def moment_at(values: Mapping[str, PropertyValue], *keys: str) -> datetime | None:
    """Return the moment that the first of these properties names."""
    return moment_of(text_at(values, *keys))


def as_declared(record: StoreRecord, values: Mapping[str, PropertyValue]) -> StoreRecord:
    """Return a record with what properties declare of it."""
    said = {name: text for name in DECLARING if (text := text_at(values, name))}
    dates = ("last_verified", "modified", "updated", "created", "date")
    return declared(said, (moment_at(values, name) for name in dates)).on(record)


def tags_at(values: Mapping[str, PropertyValue], *keys: str) -> tuple[str, ...]:
    """Return a list property, written as a list or with commas."""
    return named_list(dict(values), *(keys or ("tags",)))


def _as_block(block: str) -> str:
    return f"---\n{block.strip(chr(10) + chr(13))}\n---\n"
