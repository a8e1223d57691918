"""Tell what a person may want to mend in a store: what is lost, dead, doubled or too long.

Pure. `services.stores.linting` brings the reading. Nothing here is mended by us.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.likeness import gist_digest
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.records import (
    StoreFault,
    StoreIndex,
    StoreLink,
    StoreReading,
    StoreRecord,
    folder_of,
    inside,
    stem_of,
)

MOST_ITEM_CHARS = 600
"""Of an entry in a file that is loaded at every start: a longer one belongs into a file of its own.
Chosen by hand: about a hundred words."""
_PLAIN = str.maketrans({"_": "-", " ": "-"})


def lint(
    reading: StoreReading,
    notes: frozenset[str] | None = None,
    *,
    now: datetime | None = None,
    with_twins: bool = True,
) -> list[StoreFault]:
    """Return the faults of a store, in the order of its files and lines.

    `notes` are the names that it may cite, folded, None where nobody said; without `now` nothing is
    said of what has expired.
    """
    orphaned = "No index names it, so its agent does not find it."
    found = [
        *reading.faults,
        *(fault for index in reading.indexes for fault in _too_long(index)),
        *_entries(reading),
        *(StoreFault("orphan", path, 0, orphaned) for path in reading.topics),
        *_links(reading, notes),
        *_verbose(reading),
        *(_expired(reading.records, now) if now is not None else ()),
        *(_duplicates(reading.records) if with_twins else ()),
    ]
    return sorted(set(found), key=lambda fault: (fault.path, fault.line, fault.kind, fault.message))


def _too_long(index: StoreIndex) -> Iterator[StoreFault]:
    if index.most_lines and index.lines > index.most_lines:
        message = f"It has {index.lines} lines; its agent reads the first {index.most_lines}."
        yield StoreFault("long_index", index.path, index.most_lines + 1, message)
    if index.most_bytes and index.size_bytes > index.most_bytes:
        message = f"It has {index.size_bytes} bytes; its agent reads the first {index.most_bytes}."
        yield StoreFault("long_index", index.path, 0, message)
    if index.most_chars and index.chars > index.most_chars:
        message = f"It has {index.chars} characters; its agent keeps no more than "
        yield StoreFault("over_limit", index.path, 0, f"{message}{index.most_chars}.")


def _entries(reading: StoreReading) -> Iterator[StoreFault]:
    there = reading.there
    first: dict[tuple[str, str], int] = {}
    outside = {(fault.path, fault.line) for fault in reading.faults if fault.kind == "outside"}
    for entry in reading.entries:
        if entry.target not in there and (entry.path, entry.line) not in outside:
            message = f"It names {entry.target!r}, which is not there."
            yield StoreFault("dead_link", entry.path, entry.line, message)
        known = first.setdefault((entry.path, entry.target), entry.line)
        if known != entry.line:
            message = f"It names {entry.target!r} as line {known} does."
            yield StoreFault("duplicate", entry.path, entry.line, message)


def _links(reading: StoreReading, notes: frozenset[str] | None) -> Iterator[StoreFault]:
    there = reading.there
    known = record_names(reading) | (notes or frozenset())
    is_asked = reading.wiki == "records" or (reading.wiki == "notes" and notes is not None)
    for record in reading.records:
        for link in record.links:
            if link.kind == "wiki" and is_asked:
                name = folded_name(link.target)
                is_dead = not {name, name.rpartition("/")[2]} & known
                shown = f"[[{link.target}]] names nothing that is there yet."
            else:
                path = linked_file(record, link)
                is_dead = reading.wiki == "records" and path is not None and path not in there
                shown = f"It links to {link.target!r}, which is not there."
            if is_dead:
                yield StoreFault("dead_link", record.path, link.line, shown)


def linked_file(record: StoreRecord, link: StoreLink) -> str | None:
    """Return the Markdown file of the store that a link names; None where it names none."""
    target = unquote(link.target.split("#")[0])
    is_file = link.kind == "file" and target.endswith(".md")
    return inside(folder_of(record.path), target) if is_file else None


def named_files(reading: StoreReading) -> frozenset[str]:
    """Return the files that a store's index lines, links and imports name, there or not."""
    linked = (linked_file(record, link) for record in reading.records for link in record.links)
    return frozenset(
        {entry.target for entry in reading.entries}
        | {path for path in linked if path}
        | {fault.names for fault in reading.faults if fault.names}
    )


def record_names(reading: StoreReading) -> frozenset[str]:
    """Return what a `[[name]]` may name, folded: a file, or a record by its name or title."""
    found = {folded_name(stem_of(path)) for path in reading.paths}
    found |= {folded_name(path.removesuffix(".md")) for path in reading.paths}
    found |= {
        folded_name(name) for one in reading.records for name in (one.title, one.name) if name
    }
    return frozenset(found)


def folded_name(name: str) -> str:
    """Return a name as links are held against it."""
    return name.strip().removesuffix(".md").casefold().translate(_PLAIN)


def folded_notes(names: Iterable[str]) -> frozenset[str]:
    """Return the names of notes as links are held against them."""
    return frozenset(folded_name(name) for name in names)


def _verbose(reading: StoreReading) -> Iterator[StoreFault]:
    loaded = {index.path for index in reading.indexes if index.most_lines}
    for record in reading.records:
        if record.path in loaded and len(record.text) > MOST_ITEM_CHARS:
            message = f"An entry of {len(record.text)} characters; a file of its own would hold it."
            yield StoreFault("verbose", record.path, record.first_line, message)


def _expired(records: Iterable[StoreRecord], now: datetime) -> Iterator[StoreFault]:
    for record in records:
        if record.expires is not None and record.expires <= now and not record.is_deprecated:
            message = f"It held until {record.expires:%Y-%m-%d}; it is not recalled any more."
            yield StoreFault("expired", record.path, record.first_line, message)


def _duplicates(records: tuple[StoreRecord, ...]) -> Iterator[StoreFault]:
    """Yield records that say what an earlier one says, and those that take its key."""
    said: dict[tuple[str, ...], StoreRecord] = {}
    titles: dict[tuple[str, str], list[StoreRecord]] = defaultdict(list)
    for holder, record in rival_values(records):
        yield StoreFault("duplicate", record.path, record.first_line, other_value(holder))
    for record in records:
        if record.is_deprecated:
            continue
        gist = gist_of(record.text)
        first = said.setdefault((gist, *whom(record)), record) if gist else record
        if first is not record:
            message = f"It says what {first.path}:{first.first_line} says."
            yield StoreFault("duplicate", record.path, record.first_line, message)
        if record.key == record.path and record.title and first is record:
            titles[record.scope, folded_name(record.title)].append(record)
    for same in titles.values():
        for record in same[1:]:
            message = f"It has the title of {same[0].path}: {record.title!r}."
            yield StoreFault("duplicate", record.path, record.first_line, message)


def rival_values(records: Iterable[StoreRecord]) -> Iterator[tuple[StoreRecord, StoreRecord]]:
    """Yield the holder of a key and a later record that gives the key another value."""
    values: dict[str, dict[str, StoreRecord]] = defaultdict(dict)
    for record in records:
        if record.claim and not record.is_deprecated:
            known = values[record.key]
            gist = gist_of(record.text)
            if known and gist not in known:
                yield next(iter(known.values())), record
            known.setdefault(gist, record)


def other_value(holder: StoreRecord) -> str:
    """Return the sentence that tells of a key with two values."""
    return f"It has the key of {holder.path}:{holder.first_line} and another value."


def whom(record: StoreRecord) -> tuple[str, ...]:
    """Return what says whom a record is about, beside its words; those of twins are the same.

    "It listens on port 8080" is true of two services: their names, descriptions, lines in the
    index, headings or keys tell one from the other.
    """
    title = record.title if record.title != record.key else ""  # a line's own id tells nothing
    anchor = record.key.removeprefix(record.path) if "\n" in record.key else ""
    claim = record.claim
    said = (record.scope, title, record.name, record.hook, record.about, anchor)
    key = (claim.subject, claim.predicate) if claim else ("", "")
    return tuple(" ".join(one.casefold().split()) for one in (*said, *key))


def gist_of(text: str) -> str:
    """Return what two records that say the same have in common; nothing where it has no words."""
    gist = gist_digest(text) if len(text) <= MOST_GIST_CHARS else text
    return "" if gist == _NO_WORDS else gist


MOST_GIST_CHARS = 4_000
"""A longer text is the same only word for word. Chosen by hand: bounds the time on hostile ones."""
_NO_WORDS = gist_digest("")


# Tell by what each record of a store is known again, and which id it could be given.

KnownBy: TypeAlias = Literal["key", "file", "anchor"]
"""The format's own key; the file that it is; or the headings and first words of an item."""

_APART = late_regex(r"[^\w/]+|_+")


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
        if line and not is_nameless(record, form) and record.path in proposed:
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
    if is_nameless(record, form):
        return f'"id": {json.dumps(record.id)}' if form == "jsonl" else f"id={record.id}"
    return ""


def is_nameless(record: StoreRecord, form: StoreFormat) -> bool:
    """Tell whether a record has a place for an id, and none: another wording may lose it."""
    has_place = form == "jsonl" or (form == "pipe-lines" and not folder_of(record.path))
    return has_place and _known_by(record) == "anchor"


def _slug(path: str) -> str:
    return _APART.sub("-", path.casefold()).strip("-")
