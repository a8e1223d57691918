r"""Read memories that stand as one line each: `mem_ID | type=.. | scope=.. | key=.. | value=..`.

Pure. Fields come in any order and spacing; a backslash keeps the `|`, `=` or backslash behind it,
and `\n` is a line break. A `|` without a name behind it belongs to the value before it.
"""

import re
from collections.abc import Sequence

from vaultwatch.memories.moments import moment_of
from vaultwatch.memories.stores.records import (
    StoreClaim,
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    index_of,
    links_of,
    reading_of,
)
from vaultwatch.notes.property_block import LINE_END

_LINE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?`?(mem_[\w.-]{1,100})[ \t]*(\|.*)?\Z")
_FIELD = re.compile(r"[ \t]*([A-Za-z_][\w.-]{0,40})[ \t]*=[ \t]*(.*)\Z", re.DOTALL)
_ENDS = re.compile(r"\\.|\|", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SPELT = {"n": "\n", "t": "\t"}


def wants(path: str) -> bool:
    """Tell whether a file of such a store is read."""
    return path.endswith((".md", ".txt")) and "/" not in path


def is_line(line: str) -> bool:
    """Tell whether a line is such a memory, whole or broken."""
    found = _LINE.match(line)
    return found is not None and found[2] is not None


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the files line by line."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    for file in files:
        for number, line in enumerate(LINE_END.split(file.text), start=1):
            if "mem_" not in line:
                continue
            found = _LINE.match(line)
            if found is None:
                continue
            fields = _fields((found[2] or "").rstrip().removesuffix("`"))
            if not fields.get("value"):
                message = f"{found[1]} says no value; the line is not read as a memory."
                faults.append(StoreFault("unparsable", file.path, number, message))
                continue
            records.append(_record(file, number, found[1], fields))
    return reading_of(files, records, faults, indexes=[index_of(file) for file in files])


def _fields(text: str) -> dict[str, str]:
    """Return the fields behind an id; the last of two equal names wins."""
    parts, start = [], 0
    for found in _ENDS.finditer(text):
        if found[0] == "|":
            parts.append(text[start : found.start()])
            start = found.end()
    parts.append(text[start:])
    raw: list[tuple[str, str]] = []
    for part in parts:
        field = _FIELD.match(part)
        if field:
            raw.append((field[1].lower(), field[2]))
        elif raw and part.strip():
            raw[-1] = (raw[-1][0], f"{raw[-1][1]}|{part}")
    return {name: _plain(value) for name, value in raw}


def _plain(value: str) -> str:
    text = value.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    return _ESCAPED.sub(lambda found: _SPELT.get(found[1], found[1]), text)


def _record(file: StoreFile, number: int, own_id: str, fields: dict[str, str]) -> StoreRecord:
    key, scope, value = fields.get("key", ""), fields.get("scope", ""), fields["value"]
    return StoreRecord(
        key=f"{scope}\n{key}" if key else own_id,
        path=file.path,
        first_line=number,
        last_line=number,
        text=f"{key}: {value}" if key else value,
        kind=fields.get("type", ""),
        title=key or own_id,
        scope=scope,
        source=fields.get("source", ""),
        created=moment_of(fields.get("created", "")),
        updated=moment_of(fields.get("updated", "")) or file.modified,
        tags=tuple(one.strip() for one in fields.get("tags", "").split(",") if one.strip()),
        links=links_of(value, number),
        claim=StoreClaim(scope or "user", key, value) if key else None,
        status=fields.get("status", ""),
    )
