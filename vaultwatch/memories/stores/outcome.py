"""Hold what a store would say after an action against what it says: that alone may change.

Pure. The last check before a patch is shown, and once more before it is applied: a list of actions
comes from a file that anybody may have edited.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from vaultwatch.memories.stores.actions import Action, PatchError, TextEdit
from vaultwatch.memories.stores.edits import edited
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.memories.stores.lint import lint
from vaultwatch.memories.stores.records import (
    IndexEntry,
    StoreFile,
    StoreReading,
    StoreRecord,
    without_mark,
)

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class HeldStore:
    """A store as it was read, with the very bytes of the files that may change."""

    form: StoreFormat
    reading: StoreReading
    files: Mapping[str, StoreFile]
    bytes_of: Mapping[str, bytes]
    """Of files that are plain UTF-8, as they were read."""

    def record(self, id_: str) -> StoreRecord:
        """Return a record by its id.

        Raises:
            PatchError: it is gone.
        """
        found = self._by_id.get(id_)
        if found is None:
            raise PatchError("The record is not there any more.")
        return found

    @cached_property
    def _by_id(self) -> dict[str, StoreRecord]:
        return {one.id: one for one in self.reading.records}

    def index_lines(self, path: str) -> list[IndexEntry]:
        """Return the lines of indexes that name a file."""
        return [one for one in self.reading.entries if one.target == path]


def check_outcome(held: HeldStore, action: Action) -> None:
    """Refuse an action after which the store would say anything else than what it is for.

    Raises:
        PatchError: another record would change, or the action does not do what its kind does.
    """
    before, after = _readings(held, [action])
    pairs = list(zip(before.records, after.records, strict=True))
    own = {id(one) for one in before.records if one.id == action.record}
    if action.kind != "fix_link" and len(own) != 1:
        raise PatchError("The record is not there any more.")
    for old, new in pairs:
        if id(old) in own:
            _check_own(action, old, new)
        elif _bare(old) != _bare(new):
            raise PatchError(f"It would change another memory, {old.path}:{old.first_line}.")
    if action.kind == "fix_link":
        _check_link(action, before, after)


def check_together(held: HeldStore, actions: Sequence[Action]) -> None:
    """Refuse actions that, all carried out, would leave the store worse than it is.

    Raises:
        PatchError: they would.
    """
    _readings(held, actions)


def new_bytes(held: HeldStore, actions: Iterable[Action]) -> dict[str, bytes]:
    """Return what each file that actions change would hold.

    Raises:
        PatchError: as `edited`, or a file is not there.
    """
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
    for line in held.reading.entries:
        if line.path in new or line.target in new:
            wanted |= {line.path} if line.path in new else set()
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
    worse = _faults(after) - _faults(before)
    if worse:
        kind, path = next(iter(worse))
        raise PatchError(f"It would leave {path!r} with a fault more: {kind.replace('_', ' ')}.")
    return before, after


def _faults(reading: StoreReading) -> Counter[tuple[str, str]]:
    return Counter((one.kind, one.path) for one in lint(reading) if one.kind != "duplicate")


def _bare(record: StoreRecord) -> StoreRecord:
    """Return a record without the lines on which it stands."""
    links = tuple(replace(one, line=0) for one in record.links)
    return replace(record, first_line=0, last_line=0, links=links)


def _check_own(action: Action, old: StoreRecord, new: StoreRecord) -> None:
    """Refuse an action that does anything else to its own record than its kind does."""
    if action.kind == "replace_value":
        said = {(one.old, one.new) for one in action.edits}
        is_meant = len(said) == 1 and _is_replaced(old, new, *next(iter(said)))
    elif action.kind == "deprecate":
        is_meant = new.is_deprecated and new.id == old.id and _is_marked(old.text, new.text)
    elif action.kind == "refresh":
        days = all(_is_day(one.old) and _is_day(one.new) for one in action.edits)
        is_meant = days and len(action.edits) == 1 and (new.id, new.links) == (old.id, old.links)
        is_meant = is_meant and _unnumbered(new.text) == _unnumbered(old.text)
    else:
        is_meant = new.kind == old.kind and new.status == old.status
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
    kept = (new.kind, new.scope, new.source, new.status, len(new.links))
    return new.text in whole and kept == (
        old.kind,
        old.scope,
        old.source,
        old.status,
        len(old.links),
    )


def _is_day(text: str) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\d", text) is not None


def _unnumbered(text: str) -> str:
    return _NUMBER.sub("0", text)


def _check_link(action: Action, before: StoreReading, after: StoreReading) -> None:
    """Refuse a mended link after which more than one line would lead elsewhere."""
    if len(action.edits) != 1 or "\n" in action.edits[0].new:
        raise PatchError("It is no mended link.")
    moved = [
        (old, new) for old, new in zip(_led(before), _led(after), strict=True) if old[2] != new[2]
    ]
    if len(moved) != 1 or moved[0][0][:2] != moved[0][1][:2]:
        raise PatchError("It is no mended link.")


def _led(reading: StoreReading) -> list[tuple[str, int, str]]:
    """Return where each link of the files leads."""
    found = [(one.path, one.line, one.target) for one in reading.entries]
    return found + [
        (one.path, link.line, link.target) for one in reading.records for link in one.links
    ]
