"""Read the formats that hold memories as items of a file, or a memory a note with frontmatter.

Pure. Of each a line or two tell what its tool keeps where; `formats` says which files are read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.front import (
    Front,
    as_declared,
    front_fault,
    moment_at,
    read_notes,
    split_front,
    tags_at,
    text_at,
)
from vaultwatch.memories.stores.items import StoreItem, anchor_of, items_of, record_of
from vaultwatch.memories.stores.records import (
    StoreClaim,
    StoreFault,
    StoreFile,
    StoreIndex,
    StoreReading,
    StoreRecord,
    day_of,
    index_of,
    links_of,
    moment_on,
    reading_of,
    stem_of,
)
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.property_block import LINE_END

LISTED = (".md", ".txt", ".markdown")
WHOLE = (".xml", ".json", ".yaml", ".yml", ".csv", ".toml")
"""Text files of the memory tool: the first are read item by item, of the others each is one."""


def read_memory_tool(files: Sequence[StoreFile]) -> StoreReading:
    """Read the folder of Anthropic's memory tool: any text files that a model makes."""
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    for file in files:
        if file.path.endswith(LISTED):
            front = split_front(file.text)
            faults += front_fault(file, front)
            records += [record_of(file, one) for one in items_of(front.body, front.body_line)]
        elif file.text.strip():
            records.append(
                StoreRecord(
                    key=file.path,
                    path=file.path,
                    first_line=1,
                    last_line=1 + file.text.rstrip().count("\n"),
                    text=file.text.strip(),
                    title=stem_of(file.path),
                    updated=file.modified,
                )
            )
    return reading_of(files, records, faults)


_APPLIES = late_regex(r"^(scope|applies_to):[ \t]*(.{1,500})$", re.MULTILINE)
_POINTERS = frozenset({"rollout_summary_files", "keywords"})
_VERSION = late_regex(r"v\d+")


def read_codex(files: Sequence[StoreFile]) -> StoreReading:
    """Read Codex's handbook and summary; what applies to a task group is its items' scope.

    The raw memories and summaries of sessions that it makes them of are not read.
    """
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


WORKSPACE = {"MEMORY.md": "memory", "memory.md": "memory", "USER.md": "user"}
"""Memory of an OpenClaw workspace beside a log for each day. Its `AGENTS.md` and `SOUL.md` are
instructions, `DREAMS.md` is a diary for people."""


def read_openclaw(files: Sequence[StoreFile]) -> StoreReading:
    """Read a workspace."""
    records, faults = [], []
    for file in files:
        front = split_front(file.text)
        faults += front_fault(file, front)
        day = moment_of(day_of(file.path))
        kind = WORKSPACE.get(file.path, "daily" if day else "note")
        for item in items_of(front.body, front.body_line):
            record = record_of(file, item, kind=kind)
            records.append(replace(record, created=record.created or day))
    loaded = [index_of(file) for file in files if file.path in WORKSPACE]
    return reading_of(files, records, faults, indexes=loaded)


MARK = "\u00a7"
"""Stands between two entries of Hermes."""
MOST_CHARS = {"MEMORY.md": 2_200, "USER.md": 1_375}
"""Past which its tool refuses to write. Source: Hermes Agent's documentation of persistent
memory."""


def read_hermes(files: Sequence[StoreFile]) -> StoreReading:
    """Read the entries of the two memory files of Hermes Agent."""
    records = [
        record_of(file, item, kind="user" if file.path == "USER.md" else "memory")
        for file in files
        for item in _entries(file.text)
    ]
    sizes = [index_of(file, most_chars=MOST_CHARS.get(file.path, 0)) for file in files]
    return reading_of(files, records, indexes=sizes)


def _entries(text: str) -> Iterator[StoreItem]:
    held: list[tuple[int, str]] = []
    for number, line in enumerate([*LINE_END.split(text), MARK], start=1):
        if line.strip() != MARK:
            held.append((number, line))
            continue
        while held and not held[-1][1].strip():
            held.pop()
        while held and not held[0][1].strip():
            held.pop(0)
        if held:
            words = "\n".join(said for _, said in held).strip()
            yield StoreItem(held[0][0], held[-1][0], (), words, is_listed=True)
        held = []


_ANCHOR = late_regex(r"[ \t]*<!--\s*session:(\S{1,100})")
_TIME = late_regex(r"(?:.*\s)?(\d{1,2}:\d{2})")


def names_session(line: str) -> bool:
    """Tell whether a line of memsearch names the session that the bullets below it sum up."""
    return _ANCHOR.match(line) is not None


def read_memsearch(files: Sequence[StoreFile]) -> StoreReading:
    """Read the logs of memsearch: bullets under `### HH:MM`; no transcript that is named there."""
    records = []
    for file in files:
        day = day_of(file.path)
        found = ((n, _ANCHOR.match(line)) for n, line in enumerate(LINE_END.split(file.text), 1))
        sessions = [(number, one[1]) for number, one in found if one]
        place, session = 0, ""
        for item in items_of(file.text):
            while place < len(sessions) and sessions[place][0] < item.first_line:
                session = sessions[place][1]
                place += 1
            time = _TIME.fullmatch(item.headings[-1]) if item.headings else None
            record = record_of(file, item, kind="summary")
            records.append(
                replace(
                    record,
                    title=record.title or day,
                    created=moment_on(day, time[1] if time else ""),
                    source=f"session {session}" if session else "",
                )
            )
    return reading_of(files, records)


# Formats that hold a memory a note, with frontmatter: Letta, NeuroStack, Basic Memory.

LETTAS_KEYS = frozenset({"description", "read_only", "limit"})
"""Source: the pre-commit hook that Letta Code puts into its memory repositories."""
OBSERVATION = late_regex(r"\[([^\[\]()\n]{2,60})\][ \t]+(?!\()(\S.*)", re.DOTALL)
"""Two characters or more: `[x]` and `[ ]` are tasks."""
_RELATION = late_regex(
    r"([^\[\]\n]{0,100}?)[ \t]*\[\[([^\[\]\n|]{1,300})(?:\|[^\[\]\n]{0,300})?\]\]"
)
_TAG = late_regex(r"(?<!\S)#([^\s#]*[^\W\d][^\s#]*)")


def _whole(file: StoreFile, front: Front) -> StoreRecord:
    return StoreRecord(
        key=file.path,
        path=file.path,
        first_line=1,
        last_line=front.body_line + front.body.rstrip().count("\n"),
        text=front.body.strip(),
        updated=file.modified,
        links=links_of(front.body, front.body_line),
    )


def read_letta(files: Sequence[StoreFile]) -> StoreReading:
    """Read the memory folder of a Letta agent (MemFS): a block a file, its label the path.

    What stands under `system/` is always in the agent's prompt.
    """
    records: list[StoreRecord] = []
    faults: list[StoreFault] = []
    sizes = []
    for file in files:
        front = split_front(file.text)
        faults += front_fault(file, front) or _refused(file, front)
        limit, one = text_at(front.values, "limit"), _whole(file, front)
        most = int(limit) if _is_number(limit) else 0
        sizes.append(
            StoreIndex(file.path, 0, file.size_bytes, most_chars=most, chars=len(one.text))
        )
        if one.text:
            is_read_only = text_at(front.values, "read_only") == "true"
            told = replace(
                one,
                kind="system" if file.path.startswith("system/") else "reference",
                title=file.path.removeprefix("system/").removesuffix(".md"),
                source="the user" if is_read_only else "",
                hook=text_at(front.values, "description"),
            )
            records.append(told)
    return reading_of(files, records, faults, indexes=sizes, wiki="records")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10  # noqa: PLR2004 -- of characters


def _refused(file: StoreFile, front: Front) -> Iterator[StoreFault]:
    """Yield what Letta's own check before a commit would refuse."""
    if not front.has_any or not text_at(front.values, "description"):
        message = "It has no description; Letta refuses to commit it."
        yield StoreFault("unknown_key", file.path, 1, message)
    for key in front.values.keys() - LETTAS_KEYS:
        message = f"Letta knows no property {key!r} and refuses to commit it."
        yield StoreFault("unknown_key", file.path, 1, message)


def read_neurostack(files: Sequence[StoreFile]) -> StoreReading:
    """Read the memories that NeuroStack writes back, `memories/TYPE/MONTH/UUID.md`."""
    return read_notes(files, _of_neurostack)


def _of_neurostack(file: StoreFile, front: Front) -> Iterator[StoreRecord]:
    values, one = front.values, _whole(file, front)
    if one.text:
        yield replace(
            one,
            key=text_at(values, "neurostack_id") or stem_of(file.path),
            kind=text_at(values, "entity_type"),
            title=text_at(values, "title"),
            scope=text_at(values, "workspace"),
            source=text_at(values, "source_agent"),
            created=moment_at(values, "created_at"),
            updated=moment_at(values, "updated_at") or file.modified,
            tags=tags_at(values),
        )


def read_basic_memory(files: Sequence[StoreFile]) -> StoreReading:
    """Read the notes of Basic Memory: observations `- [category] words #tag`, and relations.

    An observation is a claim as it stands: of the note's title, the category says the words. A
    relation `- type [[Note]]` is one too. A note with neither is a record as a whole.
    """
    return read_notes(files, _of_basic_memory)


def _of_basic_memory(file: StoreFile, front: Front) -> Iterator[StoreRecord]:
    values = front.values
    title = text_at(values, "title") or stem_of(file.path)
    items = list(items_of(front.body, front.body_line))
    whole = replace(
        _whole(file, front),
        key=text_at(values, "permalink") or file.path,
        last_line=max((item.last_line for item in items), default=front.body_line),
        kind=text_at(values, "type") or "note",
        title=title,
        created=moment_at(values, "created", "date"),
        updated=moment_at(values, "modified", "updated") or file.modified,
        tags=tags_at(values),
        status=text_at(values, "status"),
    )
    whole = as_declared(whole, values)
    observed = [(item, found) for item in items if (found := _observation(item))]
    related = [(item, found) for item in items if (found := _relation(item))]
    for item, found in observed:
        category, words = found[1].strip().lower(), found[2].strip()
        part = _part(whole, item, kind=category, claim=StoreClaim(title, category, words))
        key = f"{whole.key}#{category}\n{anchor_of(item)}"
        yield replace(part, key=key, text=words, tags=(*whole.tags, *_TAG.findall(words)))
    for item, found in related:
        name, target = found[1].strip() or "links_to", found[2].strip()
        part = _part(whole, item, kind="relation", claim=StoreClaim(title, name, target))
        yield replace(part, key=f"{whole.key}#{name} {target}")
    if whole.text and not (observed or related):
        yield whole


def _part(whole: StoreRecord, item: StoreItem, *, kind: str, claim: StoreClaim) -> StoreRecord:
    return replace(
        whole,
        first_line=item.first_line,
        last_line=item.last_line,
        text=item.text,
        kind=kind,
        scope=whole.kind,
        links=links_of(item.text, item.first_line),
        claim=claim,
    )


def _observation(item: StoreItem) -> re.Match[str] | None:
    return OBSERVATION.match(item.text) if item.is_listed else None


def _relation(item: StoreItem) -> re.Match[str] | None:
    return _RELATION.match(item.text) if item.is_listed and not _observation(item) else None
