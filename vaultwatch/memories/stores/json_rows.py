"""Read memories out of JSON: a row a line, and what ChatGPT and Claude export of what they keep.

Pure. Of an export only what the assistant itself kept as memory is read: ChatGPT's messages to its
`bio` tool, Claude's `conversations_memory` and `project_memories`. What was chatted is none of it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.ids import is_memory_id
from vaultwatch.memories.stores.actions import PatchError
from vaultwatch.memories.stores.front import DECLARING, declared, superseded
from vaultwatch.memories.stores.items import items_of, record_of
from vaultwatch.memories.stores.records import (
    SUPERSEDED,
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    links_of,
    reading_of,
)
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.property_block import LINE_END

NAMES = frozenset({"conversations.json", "memories.json", "memory.json"})
_TITLE = late_regex(r"^\*\*([^*\n]{1,100})\*\*[ \t]*$", re.MULTILINE)
"""How Claude sets a heading in what it keeps."""
_BRACE = late_regex(r"[ \t]*\}[ \t]*\Z")
_TEXTS = ("content", "text", "memory", "belief", "value")
_IDS = ("id", "uuid", "memory_id", "key")
_KINDS = ("type", "kind", "category")
_SCOPES = ("scope", "project", "workspace", "user_id")
_CREATED = ("created", "created_at", "createdAt", "timestamp", "create_time")
_UPDATED = ("updated", "updated_at", "updatedAt", "update_time")


def wants_rows(path: str) -> bool:
    """Tell whether a file has a row a line."""
    return path.endswith(".jsonl")


def wants_export(path: str) -> bool:
    """Tell whether a file of an export may hold memories."""
    return path.rpartition("/")[2] in NAMES


def read_rows(files: Sequence[StoreFile]) -> StoreReading:
    """Read files of a row a line."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    lines: list[tuple[str, str]] = []
    for file in files:
        for number, line in enumerate(LINE_END.split(file.text), start=1):
            if not line.strip():
                continue
            held = _parsed(line)
            row = held if isinstance(held, dict) else {}
            record = _row(file, row, number)
            if record is None:
                message = f"No JSON object with one of {', '.join(_TEXTS)}."
                faults.append(StoreFault("unparsable", file.path, number, message))
            else:
                records.append(record)
                lines.append((_first(row, _IDS), _supersedes(row)))
    gone = superseded(lines)
    pairs = zip(records, lines, strict=True)
    told = [replace(one, status=SUPERSEDED) if own in gone else one for one, (own, _) in pairs]
    return reading_of(files, told, faults)


def _supersedes(row: Mapping[str, object]) -> str:
    said = row.get("supersedes")
    return " ".join(map(str, said)) if isinstance(said, list) else _first(row, ("supersedes",))


def read_export(files: Sequence[StoreFile]) -> StoreReading:
    """Read what an assistant kept, out of the files of an export."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    for file in files:
        held = _parsed(file.text)
        if not isinstance(held, dict | list):
            message = "It is no JSON, or nested more deeply than anyone writes."
            faults.append(StoreFault("unparsable", file.path, 0, message))
            continue
        for one in _listed(held):
            records += _of_claude(file, one)
            records += _of_chatgpt(file, one)
            row = _row(file, one, 1)
            records += [row] if row is not None else []
    return reading_of(files, records, faults)


def _parsed(text: str) -> object:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found


def _listed(held: object) -> Iterator[Mapping[str, object]]:
    """Yield the objects of a list, or of the list that an object holds as `memories`."""
    if isinstance(held, dict):
        inner = held.get("memories")
        held = inner if isinstance(inner, list) else [held]
    if isinstance(held, list):
        yield from (one for one in held if isinstance(one, dict))


def _of_claude(file: StoreFile, one: Mapping[str, object]) -> Iterator[StoreRecord]:
    """Yield the paragraphs that Claude keeps of all conversations, and of each project."""
    texts = {"": one.get("conversations_memory")}
    projects = one.get("project_memories")
    if isinstance(projects, dict):
        texts |= {str(name): text for name, text in projects.items()}
    for scope, text in texts.items():
        for item in items_of(_TITLE.sub(r"## \1", text)) if isinstance(text, str) else ():
            record = record_of(file, item, kind="memory", scope=scope)
            key = f"claude {scope}{record.key.removeprefix(file.path)}"
            yield replace(record, key=key, first_line=1, last_line=1, source="claude")


def _of_chatgpt(file: StoreFile, one: Mapping[str, object]) -> Iterator[StoreRecord]:
    nodes = one.get("mapping")
    for name, node in nodes.items() if isinstance(nodes, dict) else ():
        said = node.get("message") if isinstance(node, dict) else None
        if not isinstance(said, dict) or said.get("recipient") != "bio":
            continue
        content = said.get("content")
        parts = content.get("parts") if isinstance(content, dict) else None
        words = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
        text = "\n".join(words).strip()
        if text:
            yield StoreRecord(
                key=f"chatgpt {said.get('id') or name}",
                path=file.path,
                first_line=1,
                last_line=1,
                text=text,
                kind="user",
                source="chatgpt",
                created=_moment(said.get("create_time")),
                updated=file.modified,
            )


def _row(file: StoreFile, row: Mapping[str, object], number: int) -> StoreRecord | None:
    text = _first(row, _TEXTS)
    if not text:
        return None
    own = _first(row, _IDS)
    tags = row.get("tags")
    created, updated = (_dated(row, keys) for keys in (_CREATED, _UPDATED))
    record = StoreRecord(
        key=_key(file.path, own, text),
        path=file.path,
        first_line=number,
        last_line=number,
        text=text,
        kind=_first(row, _KINDS),
        title=_first(row, ("title", "name")),
        scope=_first(row, _SCOPES),
        source=_first(row, ("source",)),
        created=created,
        updated=updated,
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        links=links_of(text, number),
        status=_first(row, ("status",)),
    )
    said = {name: text for name in DECLARING if (text := _first(row, (name,)))}
    return declared(said, (created, updated, _moment(row.get("last_verified")))).on(record)


def _dated(row: Mapping[str, object], keys: Sequence[str]) -> datetime | None:
    return next((found for key in keys if (found := _moment(row.get(key)))), None)


def _key(path: str, own: str, text: str) -> str:
    if is_memory_id(own):
        return own
    return f"{path} {own}" if own else f"{path}#{text}"


def set_text(line: str, key: str, value: str) -> tuple[int, str, str]:
    """Return the edit that has a row say something: its place, what stands there, what comes.

    A key that the row has is changed where it stands, an inner object's of the same name is not.

    Raises:
        PatchError: the row does not end where its line does, or says the key twice.
    """
    row, end = _parsed(line), _BRACE.search(line)
    if not isinstance(row, dict) or end is None:
        raise PatchError("The row does not end where its line does.")
    if key not in row:
        gap = " " if '": ' in line else ""
        return end.start(), "", f',{gap}"{key}":{gap}"{value}"'
    said = re.compile(rf'"{re.escape(key)}"\s{{0,9}}:\s{{0,9}}("(?:[^"\\]|\\.)*"|[\w.+-]+)')
    for found in said.finditer(line):
        start, stop = found.span(1)
        if _parsed(f'{line[:start]}"{value}"{line[stop:]}') == {**row, key: value}:
            return start, found[1], f'"{value}"'
    raise PatchError(f"Where the row says {key!r} is not plain.")


def _first(row: Mapping[str, object], keys: Sequence[str]) -> str:
    found = (row.get(key) for key in keys)
    texts = (str(one) for one in found if isinstance(one, str | int) and not isinstance(one, bool))
    return next((text.strip() for text in texts if text.strip()), "")


def _moment(value: object) -> datetime | None:
    if isinstance(value, str):
        return moment_of(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value, UTC)
        except (ValueError, OverflowError, OSError):
            return None
    return None
