r"""Read memories that stand as one line each: `mem_ID | type=.. | scope=.. | key=.. | value=..`.

Pure. Fields come in any order and spacing, the id as first part, as `id=..` or not at all, bars at
both ends or not. A backslash keeps the `|`, `=` or backslash behind it, and `\n` is a line break; a
value in double quotes may hold bars. A `|` without a field's name behind it belongs to the value
before it: `b = c` there is none, `b=c` is one that nothing uses. What is not read is told.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.front import declared, split_front, superseded
from vaultwatch.memories.stores.items import StoreItem, first_words, items_of, record_of
from vaultwatch.memories.stores.records import (
    SUPERSEDED,
    StoreClaim,
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    folder_of,
    index_of,
    inside,
    links_of,
    reading_of,
)
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.property_block import LINE_END

FIELDS: Final = frozenset(
    {
        *("id", "type", "scope", "key", "value", "source", "created", "updated", "last_verified"),
        *("tags", "status", "ttl", "verify_mode", "env", "remote"),
        *("expires", "valid_until", "ttl_days", "supersedes", "ref"),
    }
)
TOPICS: Final = frozenset({"topics", "memory"})
"""Folders beside the index whose files hold what takes more than a line."""
_OPENING = late_regex(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`?)[ \t]*\|?")
_ID = late_regex(r"[\w.-]{1,100}")
_NAME = late_regex(r"[ \t]*([A-Za-z_][\w.-]{0,40})([ \t]*)=([ \t]*)")
_QUOTED = late_regex(r'"(?:[^"\\]|\\.)*"(?=[ \t]*(?:\||\Z))')
_TO_BAR = late_regex(r"(?:[^|\\]|\\.?)*")
_ESCAPED = late_regex(r"\\(.)", re.DOTALL)
_SPELT = {"n": "\n", "t": "\t"}
_NO_FILE = late_regex(r"\A(?:[A-Za-z][A-Za-z0-9+.-]{0,30}:|//|$)|[\[\]<>\s]")
"""An address, a link to a note, words."""
_SAYS_NOTHING = late_regex(r"[ \t]*#{1,6}[ \t][^|]*|[\W_]*")
"""A heading, a rule, the line below a table's head, nothing."""


def wants(path: str) -> bool:
    """Tell whether a file of such a store is read."""
    return path.endswith((".md", ".txt")) and (not folder_of(path) or enters(folder_of(path)))


def enters(folder: str) -> bool:
    """Tell whether a folder of such a store holds topic files."""
    return folder in TOPICS


@dataclass(frozen=True, slots=True)
class LineField:
    """One field of a line, and where its value stands."""

    name: str
    start: int
    end: int
    value: str
    """As it is meant: without quotes and backslashes."""


@dataclass(frozen=True)
class PipeLine:
    """A line cut at its bars."""

    id: str
    fields: tuple[LineField, ...]
    stray: str
    """Words that belong neither to the id nor to a field."""
    end: int
    """Where one more field would stand."""

    @cached_property
    def said(self) -> dict[str, str]:
        """What each field says; of two with one name the last counts."""
        return {one.name: one.value for one in self.fields}

    @property
    def own_id(self) -> str:
        """The id that the line gives itself; empty where it has none."""
        return self.id or self.said.get("id", "")

    @property
    def is_memory(self) -> bool:
        """Whether it is one that can be read."""
        return bool(self.said.get("value")) and (bool(self.id) or not self.stray)


def cut_line(line: str) -> PipeLine | None:
    """Return a line as it is cut at its bars; None where it does not look like a memory."""
    opening = _OPENING.match(line)
    if opening is None or not ("|" in line or "mem_" in line):
        return None
    stop = len(line.rstrip())
    if opening[1] and line[opening.end() : stop].endswith("`"):
        stop = len(line[: stop - 1].rstrip())
    id_, stray, end, at = "", "", opening.end(), opening.end()
    fields: list[LineField] = []
    while at <= stop:
        name = _field_at(line, at, stop)
        start = at if name is None else name.end()
        quoted = None if name is None else _QUOTED.match(line, start, stop)
        to_bar = _TO_BAR.match(line, start if quoted is None else quoted.end(), stop)
        bar = stop if to_bar is None else to_bar.end()
        text = line[start:bar].strip()
        if text or name is not None:
            end = start + len(line[start:bar].rstrip())
        if name is not None:
            fields.append(LineField(name[1].lower(), start, max(start, end), _plain(text)))
        elif text and fields:
            last = fields.pop()
            whole = _plain(line[last.start : end].strip())
            fields.append(LineField(last.name, last.start, end, whole))
        elif text and not (id_ or stray) and _ID.fullmatch(text):
            id_ = text
        elif text:
            stray = stray or text
        at = bar + 1
    is_one = id_.startswith("mem_") or not FIELDS.isdisjoint(one.name for one in fields)
    return PipeLine(id_, tuple(fields), stray, end) if is_one else None


def _field_at(line: str, at: int, stop: int) -> re.Match[str] | None:
    found = _NAME.match(line, at, stop)
    if found is None or found[1].lower() in FIELDS:
        return found
    return None if found[2] or found[3] else found


def _plain(text: str) -> str:
    if _QUOTED.fullmatch(text):
        text = text[1:-1]
    return _ESCAPED.sub(lambda found: _SPELT.get(found[1], found[1]), text)


def set_field(line: str, name: str, value: str) -> tuple[int, str, str]:
    """Return the edit that has a line say something: its place, what stands there, what comes.

    A field that the line has is changed where it stands; of several the one that counts.
    """
    cut = cut_line(line)
    held = [one for one in cut.fields if one.name == name] if cut is not None else []
    if held:
        return held[-1].start, line[held[-1].start : held[-1].end], value
    end = len(line.rstrip()) if cut is None else cut.end
    rest = line[end:]  # `b=|` is a field, `b= |` none: what follows the sign stays as it is
    gap = before = " " if " | " in line else ""
    if line[:end].endswith("="):
        before = " " if "|" in rest and rest[0].isspace() else ""
    return end, "", f"{before}|{gap}{name}={value}"


def is_line(line: str) -> bool:
    """Tell whether a line is such a memory and no line of a table, whole or broken."""
    cut = cut_line(line) if "|" in line else None
    if cut is None:
        return False
    return cut.id.startswith("mem_") or (cut.is_memory and len(cut.said.keys() & FIELDS) > 1)


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the index line by line, and topic files item by item."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    lines: list[PipeLine] = []
    named: list[StoreFault] = []
    topics = [file for file in files if folder_of(file.path)]
    indexes = [file for file in files if not folder_of(file.path)]
    for file in indexes:
        passed: list[list[int]] = []
        unused: dict[str, list[int]] = {}
        for number, line in enumerate(LINE_END.split(file.text), start=1):
            cut = cut_line(line)
            if cut is not None:
                faults += _faults(file.path, number, cut)
                if cut.is_memory:
                    records.append(_record(file, number, cut))
                    lines.append(cut)
                named += _named(file.path, number, [cut.said.get("ref", "")])
                for name in sorted(cut.said.keys() - FIELDS):
                    unused.setdefault(name, []).append(number)
            elif linked := [one.target for one in links_of(line, number) if one.kind == "file"]:
                named += _named(file.path, number, linked)
            elif passed and passed[-1][-1] == number - 1 and not _SAYS_NOTHING.fullmatch(line):
                passed[-1].append(number)
            elif not _SAYS_NOTHING.fullmatch(line):
                passed.append([number])
        faults += [*_passed_over(file.path, passed), *_unused(file.path, unused)]
    gone = superseded((one.own_id, one.said.get("supersedes", "")) for one in lines)
    records = [
        replace(one, status=SUPERSEDED) if cut.own_id in gone else one
        for one, cut in zip(records, lines, strict=True)
    ]
    there, listed = {file.path for file in files}, {one.names for one in named}
    return reading_of(
        files,
        [*records, *(record_of(file, item) for file in topics for item in _items(file))],
        [*faults, *(one for one in named if one.names not in there)],
        indexes=[index_of(file) for file in indexes],
        topics=[file.path for file in topics if file.path not in listed],
    )


def _items(file: StoreFile) -> Iterator[StoreItem]:
    front = split_front(file.text)
    return items_of(front.body, front.body_line)


def _named(path: str, number: int, targets: Iterable[str]) -> Iterator[StoreFault]:
    """Yield the files that a line names, each as what is wrong with it unless it is there."""
    for target in targets:
        plain = unquote(target.split("#")[0].strip())
        file = None if _NO_FILE.search(plain) else inside(folder_of(path), plain)
        if file is not None:
            message = f"It names {plain!r}, which is not there."
            yield StoreFault("dead_link", path, number, message, names=file)


def _faults(path: str, number: int, cut: PipeLine) -> Iterator[StoreFault]:
    if not cut.is_memory:
        name = cut.own_id or "The line"
        why = "says no value" if not cut.said.get("value") else f"begins with {cut.stray[:40]!r}"
        message = f"{name} {why}; the line is not read as a memory."
        yield StoreFault("unparsable", path, number, message)
        return
    if cut.stray:
        message = f"{cut.stray[:40]!r} belongs to no field, and is not read."
        yield StoreFault("unused", path, number, message)
    for name, count in Counter(one.name for one in cut.fields).items():
        if count > 1:
            message = f"It gives {name!r} {count} times; the last one counts."
            yield StoreFault("duplicate", path, number, message)
    for message in declared(cut.said, _dates(cut.said)).unread:
        yield StoreFault("unparsable", path, number, message)


def _dates(said: Mapping[str, str]) -> list[datetime | None]:
    return [moment_of(said.get(name, "")) for name in ("last_verified", "updated", "created")]


def _passed_over(path: str, runs: Iterable[Sequence[int]]) -> Iterator[StoreFault]:
    for run in runs:
        told = f"This line to line {run[-1]} are" if len(run) > 1 else "This line is"
        message = f"{told} no memory of one line, and not read."
        yield StoreFault("unused", path, run[0], message)


def _unused(path: str, lines: Mapping[str, Sequence[int]]) -> Iterator[StoreFault]:
    for name, found in lines.items():
        count = "1 line" if len(found) == 1 else f"{len(found)} lines"
        message = f"Nothing uses the field {name!r} ({count}); in a value write `\\|` for its bar."
        yield StoreFault("unused", path, found[0], message)


def _record(file: StoreFile, number: int, cut: PipeLine) -> StoreRecord:
    said, own_id = cut.said, cut.own_id
    key, scope, value = said.get("key", ""), said.get("scope", ""), said["value"]
    named = f"{scope}\n{key}" if key else own_id
    record = StoreRecord(
        key=named or f"{file.path}#{first_words(value)}",
        path=file.path,
        first_line=number,
        last_line=number,
        text=f"{key}: {value}" if key else value,
        kind=said.get("type", ""),
        title=key or own_id,
        scope=scope,
        source=said.get("source", ""),
        created=moment_of(said.get("created", "")),
        updated=moment_of(said.get("updated", "")) or file.modified,
        tags=tuple(one.strip() for one in said.get("tags", "").split(",") if one.strip()),
        links=links_of(value, number),
        claim=StoreClaim(scope or "user", key, value) if key else None,
        status=said.get("status", ""),
    )
    return declared(said, _dates(said)).on(record)
