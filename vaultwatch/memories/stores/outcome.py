"""Hold what a store would say after an action against what it says: that alone may change.

Pure. The last check before a patch is shown, and once more before it is applied: a list of actions
comes from a file that anybody may have edited.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.actions import Action, PatchError, TextEdit, edited, is_value_for
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.memories.stores.lint import lint, record_names
from vaultwatch.memories.stores.records import (
    IndexEntry,
    StoreFile,
    StoreReading,
    StoreRecord,
    folder_of,
    inside,
    without_mark,
)

_NUMBER = late_regex(r"\d+")
_PLACED = frozenset({"dead_link", "duplicate", "verbose"})
"""Faults of a line; others are a whole file's."""
_ID_ALONE = late_regex(r"[ ,]?\|? ?(?:\"id\": ?\"mem_[a-z2-7]{16}\"|id=mem_[a-z2-7]{16})")
"""What the writing of an id puts in, and nothing beside it."""
_UNLINKABLE = late_regex(r"[\[\]<>|\n]")


@dataclass(frozen=True)
class HeldStore:
    """A store as it was read, with the very bytes of the files that may change."""

    form: StoreFormat
    reading: StoreReading
    files: Mapping[str, StoreFile]
    bytes_of: Mapping[str, bytes]
    """Of files that are plain UTF-8, as they were read."""

    def record(self, id_: str) -> StoreRecord:
        """Return a record by its id."""
        found = self._by_id.get(id_)
        if found is None:
            raise PatchError("The record is not there any more.")
        return found

    @cached_property
    def _by_id(self) -> dict[str, StoreRecord]:
        return {one.id: one for one in self.reading.records}

    @cached_property
    def names(self) -> frozenset[str]:
        """What a `[[name]]` may name in it."""
        return record_names(self.reading)

    def index_lines(self, path: str) -> list[IndexEntry]:
        """Return the lines of indexes that name a file."""
        return [one for one in self.reading.entries if one.target == path]


def check_outcome(held: HeldStore, actions: Sequence[Action]) -> None:
    """Refuse actions after which the store would say anything else than what they are for.

    Raises:
        PatchError: another record would change, an action does not do what its kind does, or the
            store would be left with a fault more.
    """
    before, after = _readings(held, actions)
    # Known by their places: of some files alone, twins are counted otherwise than of all.
    own = {_stands(held.record(one.record)): one for one in actions if one.kind != "fix_link"}
    mended = {
        _stands(held.record(one.record)) for one in actions if one.kind == "fix_link" and one.record
    }
    for old, new in zip(before.records, after.records, strict=True):
        action, is_mended = own.get(_stands(old)), _stands(old) in mended
        if action is not None and not is_mended:
            _check_own(action, old, new)
        elif not is_mended and _bare(old) != _bare(new):
            raise PatchError(f"It would change another memory, {old.path}:{old.first_line}.")
        elif action is not None or (new.kind, new.status) != (old.kind, old.status):
            raise PatchError("Two actions of this patch change the same memory.")
    mending = [one for one in actions if one.kind == "fix_link"]
    _check_links(mending, before, after, frozenset(held.reading.paths))


def _stands(record: StoreRecord) -> tuple[str, int]:
    return record.path, record.first_line


def new_bytes(held: HeldStore, actions: Iterable[Action]) -> dict[str, bytes]:
    """Return what each file that actions change would hold."""
    edits: dict[str, list[TextEdit]] = {}
    for action in actions:
        for edit in action.edits:
            edits.setdefault(edit.path, []).append(edit)
    gone = [path for path in edits if path not in held.bytes_of]
    if gone:
        raise PatchError(f"{gone[0]!r} is no file of this store that can be written as it stands.")
    return {path: edited(held.bytes_of[path], told) for path, told in edits.items()}


def _readings(held: HeldStore, actions: Sequence[Action]) -> tuple[StoreReading, StoreReading]:
    """Return what the files concerned say before and after; both have the same records."""
    new = new_bytes(held, actions)
    wanted = {*new, *(action.path for action in actions)}
    files = [file for path, file in held.files.items() if path in wanted]
    changed = [
        replace(file, text=new[file.path].decode("utf-8-sig"), size_bytes=len(new[file.path]))
        if file.path in new
        else file
        for file in files
    ]
    read = FORMATS[held.form].read
    before, after = read(files), read(changed)
    if len(before.records) != len(after.records) or len(before.entries) != len(after.entries):
        raise PatchError("The store would read as another number of memories.")
    worse = _faults(held, after) - _faults(held, before)
    if worse:
        kind, path, _ = next(iter(worse))
        raise PatchError(f"It would leave {path!r} with a fault more: {kind.replace('_', ' ')}.")
    return before, after


def _faults(held: HeldStore, reading: StoreReading) -> Counter[tuple[str, str, int]]:
    """Return what is wrong with some files of a store; links are held against all of it.

    Each by its place among the file's entries and links, which edits keep: a link that dies is not
    made good by another that comes to life, for the one may be applied without the other.
    """
    whole = replace(reading, paths=held.reading.paths, unread=held.reading.unread, topics=())
    found = lint(whole, held.names, with_twins=False)
    lines: dict[str, list[int]] = defaultdict(list)
    for entry in reading.entries:
        lines[entry.path].append(entry.line)
    for record in reading.records:
        lines[record.path] += [record.first_line, *(link.line for link in record.links)]
    places = {path: sorted(told) for path, told in lines.items()}
    return Counter(
        (
            one.kind,
            one.path,
            bisect_right(places.get(one.path, []), one.line) if one.kind in _PLACED else 0,
        )
        for one in found
    )


def _bare(record: StoreRecord) -> StoreRecord:
    """Return what a record says, without its lines, and without the key that twins count by."""
    links = tuple(replace(one, line=0) for one in record.links)
    return replace(record, first_line=0, last_line=0, words_line=0, links=links, key="", id="")


def _check_own(action: Action, old: StoreRecord, new: StoreRecord) -> None:
    """Refuse an action that does anything else to its own record than its kind does."""
    if action.kind == "replace_value":
        said = {(one.old, one.new) for one in action.edits}
        is_meant = len(said) == 1 and all(is_value_for(*pair) for pair in said)
        is_meant = is_meant and _is_replaced(old, new, *next(iter(said)))
    elif action.kind == "deprecate":
        is_meant = new.is_deprecated and new.key == old.key and _is_marked(old.text, new.text)
    elif action.kind == "refresh":
        days = all(_is_day(one.old) and _is_day(one.new) for one in action.edits)
        is_meant = days and len(action.edits) == 1 and (new.key, new.links) == (old.key, old.links)
        is_meant = is_meant and _unnumbered(new.text) == _unnumbered(old.text)
    elif action.kind == "give_id":
        (put,) = action.edits if len(action.edits) == 1 else (None,)
        is_id = put is not None and _ID_ALONE.fullmatch(put.new) is not None and not put.old
        is_meant = is_id and new.id == old.id and _bare(replace(new, title=old.title)) == _bare(old)
    else:
        is_meant = False
    if not is_meant:
        raise PatchError(f"It is no {action.kind.replace('_', ' ')} of this memory.")


def _is_marked(old: str, new: str) -> bool:
    """Tell whether a text says what it said, but for the mark that it no longer counts."""
    return new == old or without_mark(new).rstrip() == old.rstrip()


def _is_replaced(old: StoreRecord, new: StoreRecord, gone: str, come: str) -> bool:
    """Tell whether a record says what it said, with one value in another's place once."""
    at = next((n for n, (a, b) in enumerate(zip(old.text, new.text, strict=False)) if a != b), -1)
    whole = {
        old.text[:place] + come + old.text[place + len(gone) :]
        for place in range(max(0, at - len(gone)), at + 1)
        if old.text.startswith(gone, place)
    }
    before, after = (
        (one.kind, one.scope, one.source, one.status, len(one.links)) for one in (old, new)
    )
    return new.text in whole and before == after


def _is_day(text: str) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None


def _unnumbered(text: str) -> str:
    return _NUMBER.sub("0", text)


def _check_links(
    actions: Sequence[Action], before: StoreReading, after: StoreReading, there: frozenset[str]
) -> None:
    """Refuse mended links after which other lines would lead elsewhere than theirs."""
    if any(len(one.edits) != 1 or "\n" in one.edits[0].new for one in actions):
        raise PatchError("It is no mended link.")
    moved = [
        (old, new) for old, new in zip(_led(before), _led(after), strict=True) if old[2] != new[2]
    ]
    lines = Counter((old[0], old[1]) for old, _ in moved)
    is_moved = any(old[:2] != new[:2] for old, new in moved)
    if is_moved or lines != Counter((one.path, one.line) for one in actions):
        raise PatchError("It is no mended link.")
    said = {(one.path, one.line): one.edits[0].new for one in actions}
    if not all(_leads(said[new[:2]], new[0], new[2]) for _, new in moved):
        raise PatchError("It is no mended link.")
    if any(new[3] and new[3] not in there for _, new in moved):
        raise PatchError("The link would lead nowhere.")


def _leads(said: str, path: str, target: str) -> bool:
    """Tell whether what an edit puts in is where the link leads now, and nothing beside it."""
    if _UNLINKABLE.search(said):
        return False
    named = inside(folder_of(path), unquote(said))
    return said == target.split("#", maxsplit=1)[0].strip() or named == target


def _led(reading: StoreReading) -> list[tuple[str, int, str, str]]:
    """Return where each link of the files leads: as written, and to which file of the store."""
    found = [(one.path, one.line, one.target, one.target) for one in reading.entries]
    for one in reading.records:
        for link in one.links:
            file = unquote(link.target.split("#")[0]) if link.kind == "file" else ""
            place = inside(folder_of(one.path), file) if file else ""
            found.append((one.path, link.line, link.target, place or ""))
    return found
