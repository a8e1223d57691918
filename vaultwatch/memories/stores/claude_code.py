"""Read the memory folders of Claude Code: an index `MEMORY.md`, and a file for each topic.

Pure. A folder below the store with an index of its own is a subagent's, or a team's. Topic files
carry `name`, `description` and `type`, the last either flat or under `metadata`; older folders
have topic files without any, and indexes that hold the memories themselves.
"""

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.front import (
    Front,
    as_declared,
    front_fault,
    moment_at,
    split_front,
    text_at,
)
from vaultwatch.memories.stores.items import StoreItem, items_of, record_of
from vaultwatch.memories.stores.records import (
    IndexEntry,
    StoreFault,
    StoreFile,
    StoreReading,
    StoreRecord,
    folder_of,
    index_of,
    inside,
    links_of,
    reading_of,
    stem_of,
)

INDEX = "MEMORY.md"
MOST_LINES, MOST_BYTES = 200, 25_000
"""Of an index that are loaded at the start of a session. Source: Claude Code's documentation of
auto memory: the first 200 lines or 25 KB, whichever comes first."""
_TO_HOOK = " \t\u2014\u2013:-\u2192"
_SECTION = late_regex(
    r"^[ \t>*-]{0,8}\*\*(why|how to apply):?\*\*:?[ \t]*", re.IGNORECASE | re.MULTILINE
)
_NAMED = late_regex(r"[\w./-]{1,200}\.md\b")


def wants(path: str) -> bool:
    """Tell whether a file of such a folder is read."""
    return path.endswith(".md") and path.count("/") < MOST_FOLDERS


MOST_FOLDERS = 4
"""Below which no file is looked for. Chosen by hand: subagents' folders lie one deep."""


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read a folder."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    entries: list[IndexEntry] = []
    listed: set[str] = set()
    indexes = [file for file in files if file.path.rpartition("/")[2] == INDEX]
    for file in indexes:
        for item in items_of(file.text):
            for part in _lines(item):
                entry = _entry(file, part, faults)
                if entry is not None:
                    entries.append(entry)
                else:
                    records.append(record_of(file, part, scope=_scope(file.path)))
        named = (inside(folder_of(file.path), one) for one in _NAMED.findall(file.text))
        listed.update(one for one in named if one)
    listed.update(entry.target for entry in entries)
    hooks = {entry.target: entry for entry in reversed(entries)}
    topics = [file for file in files if file not in indexes]
    for file in topics:
        front = split_front(file.text)
        faults += front_fault(file, front)
        told = list(_topic(file, front, hooks.get(file.path)))
        records += told
        if not (told or front.trouble):
            faults.append(StoreFault("unparsable", file.path, 1, "It says nothing yet."))
    return reading_of(
        files,
        records,
        faults,
        indexes=[index_of(one, most_lines=MOST_LINES, most_bytes=MOST_BYTES) for one in indexes],
        entries=entries,
        topics=[file.path for file in topics if indexes and file.path not in listed],
        wiki="records",
    )


def _scope(path: str) -> str:
    return folder_of(path).rpartition("/")[2]


def _lines(item: StoreItem) -> Iterator[StoreItem]:
    """Yield the entries of an item of an index: one a line, where a bullet holds links to files."""
    lines = item.text.split("\n")
    if sum("](" in line for line in lines) < 2:  # noqa: PLR2004 -- one is an entry with more lines
        yield item
        return
    for number, line in enumerate(lines, start=item.first_line):
        text = line.strip().lstrip("-*+ \t")
        if text:
            is_titled = item.is_titled
            yield StoreItem(
                number, number, item.headings, text, is_listed=True, is_titled=is_titled
            )


def _entry(file: StoreFile, item: StoreItem, faults: list[StoreFault]) -> IndexEntry | None:
    """Return what a bullet `[Title](file.md) - hook` names; None where it names no file."""
    text = item.text.lstrip("*_")
    middle = text.find("](")
    end = text.find(")", middle)
    if not text.startswith("[") or middle < 0 or end < 0 or "\n" in text[:end]:
        return None
    target = unquote(text[middle + 2 : end].strip().strip("<>").split("#")[0])
    if not target.endswith(".md") or "://" in target:
        return None
    within = inside(folder_of(file.path), target)
    if within is None:
        message = f"The index names {target!r}, which leads out of the store; it is not read."
        faults.append(StoreFault("outside", file.path, item.first_line, message))
    hook = " ".join(text[end + 1 :].lstrip("*_").strip(_TO_HOOK).split())
    return IndexEntry(file.path, item.first_line, text[1:middle], within or target, hook)


def _topic(file: StoreFile, front: Front, entry: IndexEntry | None) -> Iterator[StoreRecord]:
    """Yield a topic file's memory; one without frontmatter holds an item after the other."""
    scope = _scope(file.path)
    if not front.has_any:
        yield from (record_of(file, item, scope=scope) for item in items_of(front.body))
        return
    values, body = front.values, front.body
    text = body.strip() or text_at(values, "description")
    if not text:
        return
    first = front.body_line + body[: len(body) - len(body.lstrip())].count("\n")
    sections = _sections(body)
    name = text_at(values, "name")
    kind = text_at(values, "type").lower()
    session = text_at(values, "originSessionId")
    record = StoreRecord(
        key=file.path,
        path=file.path,
        first_line=1,
        words_line=first if body.strip() else 0,
        last_line=front.body_line + body.rstrip().count("\n"),
        text=text,
        kind=kind or "note",
        title=entry.title if entry and entry.title else name or stem_of(file.path),
        name=name,
        scope=scope,
        source=f"session {session}" if session else "",
        created=moment_at(values, "created", "date"),
        updated=moment_at(values, "modified", "updated") or file.modified,
        hook=entry.hook if entry and entry.hook else text_at(values, "description"),
        about=text_at(values, "description"),
        why=sections.get("why", ""),
        how_to_apply=sections.get("how to apply", ""),
        links=links_of(text, first),
        status=text_at(values, "status"),
    )
    yield as_declared(record, values)


def _sections(body: str) -> dict[str, str]:
    """Return what stands behind `**Why:**` and `**How to apply:**`, to the next blank line."""
    found: dict[str, str] = {}
    for one in _SECTION.finditer(body):
        rest = body[one.end() : one.end() + 4_000].replace("\r\n", "\n")
        told = rest.split("\n\n")[0]
        following = _SECTION.search(told)
        words = " ".join(told[: following.start() if following else None].split())
        found.setdefault(one[1].lower(), words)
    return found
