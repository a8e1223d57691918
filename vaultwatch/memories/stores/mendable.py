"""Propose what a store's own files make plain: where a dead link leads now, which twin to drop.

Pure. Conservative: what has two answers is left to a person. A later record that says what an
earlier one says, at the same place, is marked deprecated; nothing is deleted.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import unquote

from vaultwatch.memories.stores.actions import Proposal
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import (
    folded_name,
    gist_of,
    other_value,
    rival_values,
    whom,
)
from vaultwatch.memories.stores.records import (
    IndexEntry,
    StoreLink,
    StoreReading,
    StoreRecord,
    day_of,
    folder_of,
    inside,
    stem_of,
)


def store_proposals(reading: StoreReading, form: StoreFormat) -> Iterator[Proposal]:
    """Yield what the files of a store make plain by themselves."""
    yield from _entries(reading)
    yield from _links(reading)
    yield from _twins(reading, form)
    yield from _rivals(reading)


def _entries(reading: StoreReading) -> Iterator[Proposal]:
    """Yield the lines of an index whose file stands elsewhere, or under another name, now.

    Where nobody can tell which is meant, nothing is named in its place: that is a person's.
    """
    there = reading.there
    told = {fault.path for fault in reading.faults}  # it is there, and cannot be read
    outside = {(fault.path, fault.line) for fault in reading.faults if fault.kind == "outside"}
    dead = [
        one
        for one in reading.entries
        if one.target not in there and (one.path, one.line) not in outside
    ]
    found = {(one.path, one.line): _moved_entry(one, reading) for one in dead}
    claims = Counter(target for target in found.values() if target)
    for entry in dead:
        target = found[entry.path, entry.line]
        is_plain = bool(target) and claims[target] == 1
        if is_plain or entry.target not in told:
            why = f"The index names {entry.target!r}, which is not there"
            also = f"; {target!r} is named by no index and is called so" if is_plain else ""
            yield Proposal(
                "fix_link",
                entry.path,
                entry.line,
                "",
                entry.target,
                target if is_plain else "",
                f"{why}{also}.",
                "store",
            )


def _moved_entry(entry: IndexEntry, reading: StoreReading) -> str:
    """Return the one topic that no index names and that this line can only mean; or nothing."""
    folder = folder_of(entry.path)
    names = {folded_name(entry.title), folded_name(stem_of(entry.target))}
    called: dict[str, set[str]] = defaultdict(set)
    for record in reading.records:
        if record.key == record.path:
            called[record.path] |= {folded_name(one) for one in (record.name, record.title) if one}
    fitting = [
        path
        for path in reading.topics
        if f"{path}/".startswith(f"{folder}/" if folder else "")
        and names & {folded_name(stem_of(path)), *called[path]}
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _links(reading: StoreReading) -> Iterator[Proposal]:
    """Yield the links to files of the store, imports among them, that moved to another folder."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in reading.paths:
        by_name[path.rpartition("/")[2]].append(path)
    there = reading.there
    for record in reading.records:
        for link in record.links:
            dead = _dead_file(record, link, there) if reading.wiki == "records" else ""
            fitting = by_name[dead.rpartition("/")[2]] if dead else []
            if len(fitting) == 1 and fitting[0] != record.path:
                why = f"It links to {dead!r}, which is not there; {fitting[0]!r} alone has its name"
                yield Proposal(
                    "fix_link",
                    record.path,
                    link.line,
                    record.id,
                    dead,
                    fitting[0],
                    f"{why}.",
                    "store",
                )


def _dead_file(record: StoreRecord, link: StoreLink, there: frozenset[str]) -> str:
    """Return the file of the store that a link names and that is not there; or nothing."""
    if link.kind != "file":
        return ""
    target = unquote(link.target.split("#")[0])
    path = inside(folder_of(record.path), target) if target.endswith(".md") else None
    return path if path is not None and path not in there else ""


def _twins(reading: StoreReading, form: StoreFormat) -> Iterator[Proposal]:
    """Yield the later of two records that say the same at the same place."""
    said: dict[tuple[str, ...], StoreRecord] = {}
    for record in reading.records:
        if record.is_deprecated or is_log(record, form):
            continue
        gist = gist_of(record.text)
        if not gist:
            continue
        first = said.setdefault((gist, *_place(record, form), *whom(record)), record)
        if first is not record:
            where = "above" if first.path == record.path else f"in {first.path}"
            yield Proposal(
                "deprecate",
                record.path,
                record.first_line,
                record.id,
                "",
                f"said {where}",
                f"It says what {first.path}:{first.first_line} says.",
                "store",
            )


def _rivals(reading: StoreReading) -> Iterator[Proposal]:
    """Yield the later of two values of one key, for a person: nobody can tell which holds."""
    for holder, record in rival_values(reading.records):
        yield Proposal(
            "replace_value",
            record.path,
            record.first_line,
            record.id,
            "",
            "",
            other_value(holder),
            "store",
        )


def _place(record: StoreRecord, form: StoreFormat) -> tuple[str, ...]:
    """Return where twins stand together, beside their words and whom they are about.

    The same words under another heading, in another agent's folder or for other paths may be meant.
    """
    if form in {"pipe-lines", "jsonl"}:
        return record.path, record.kind
    if record.key == record.path:
        return folder_of(record.path), record.kind
    return (record.key,)


def is_log(record: StoreRecord, form: StoreFormat) -> bool:
    """Tell whether a record is of a log of some day: what was so then is no error now."""
    return form == "memsearch" or bool(day_of(record.path))


def moved_links(
    reading: StoreReading, notes: frozenset[str], moved: Mapping[str, str]
) -> Iterator[Proposal]:
    """Yield the links to notes that were renamed since.

    Args:
        reading: of the store.
        notes: the names of the notes and records that stand, folded.
        moved: the folded old name of a note, and the name that it has now.
    """
    for record in reading.records:
        for link in record.links:
            name = folded_name(link.target)
            if link.kind == "wiki" and name in moved and not _stands(name, notes):
                yield Proposal(
                    "fix_link",
                    record.path,
                    link.line,
                    record.id,
                    link.target,
                    moved[name],
                    f"The note {link.target!r} is called {moved[name]!r} now.",
                    "note",
                )


def _stands(name: str, notes: Iterable[str]) -> bool:
    return bool({name, name.rpartition("/")[2]} & set(notes))
