"""Write a patch as JSON, and read what may have been edited, cut or made up since.

Pure. What is read is held to a shape of plain values; whether it fits the store is asked by
`stores.actions` and `stores.outcome` with the store's own bytes.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import accumulate
from typing import TypeVar, get_args

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.actions import (
    Action,
    ActionKind,
    Authority,
    PatchError,
    StorePatch,
    TextEdit,
    check_edit,
    check_path,
    edited,
    is_odd,
)
from vaultwatch.memories.stores.format_names import StoreFormat

VERSION = 2
SEAL = "seal"
MOST_ACTIONS = 2_000
MOST_BYTES = 10_000_000
"""Of the file. Chosen by hand, with `MOST_ACTIONS`: more than anyone reads."""
_DIGEST = late_regex(r"[0-9a-f]{64}")
Word = TypeVar("Word", bound=str)


def patch_json(patch: StorePatch) -> str:
    """Return a patch as a file that `patch_of` reads."""
    held = {
        "version": VERSION,
        "store": patch.store,
        "path": patch.place,
        "format": patch.format,
        "made": patch.made,
        "digests": dict(patch.digests),
        "actions": [asdict(one) for one in patch.actions],
        "left_out": [asdict(one) for one in patch.left_out],
    }
    return json.dumps({**held, SEAL: seal_of(held)}, ensure_ascii=False, indent=2) + "\n"


def seal_of(held: Mapping[str, object]) -> str:
    """Return the digest by which a list of actions is known as what was proposed.

    It tells a slip of a hand, and keeps words, values and reasons together as they were shown. Who
    edits the list on purpose can make it anew, so that all else is asked of the store itself.
    """
    told = {name: value for name, value in held.items() if name != SEAL}
    text = json.dumps(told, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def patch_of(text: str) -> StorePatch:
    """Return the patch that a file holds; what it left out is not read.

    Raises:
        PatchError: it is none, or says what no patch of ours does.
    """
    try:
        held = json.loads(text)
        seal = seal_of(held) if isinstance(held, dict) else ""
    except (ValueError, RecursionError) as exc:
        raise PatchError(
            "It is no JSON.", hint="Make it anew: `vaultwatch stores propose`."
        ) from exc
    top = _table(held, "patch")
    if top.get("version") != VERSION:
        raise PatchError("It is no patch of this version.", hint="Make it anew.")
    if top.get(SEAL) != seal:
        raise PatchError(
            "The list of actions was edited since it was proposed.",
            hint="Make it anew, and leave actions out with --id; or edit and apply `patch.diff` by "
            "hand with `patch -p1`.",
        )
    form = _text(top, "format")
    if form not in get_args(StoreFormat):
        raise PatchError(f"There is no format {form[:40]!r}.")
    rows = _rows(top, "actions")
    digests = _table(top.get("digests"), "digests")
    for path, digest in digests.items():
        check_path(path)
        if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
            raise PatchError(f"The digest of {path!r} is none.")
    actions = tuple(_action(_table(row, "action")) for row in rows)
    touched = {edit.path for one in actions for edit in one.edits}
    if not touched <= digests.keys() or len({one.id for one in actions}) != len(actions):
        raise PatchError("Its actions do not fit its list of files, or share an id.")
    return StorePatch(
        _text(top, "store"),
        _text(top, "path"),
        next(one for one in get_args(StoreFormat) if one == form),
        _text(top, "made"),
        tuple((path, str(digest)) for path, digest in digests.items()),
        actions,
    )


def _action(row: Mapping[str, object]) -> Action:
    edits = tuple(_edit(_table(one, "edit")) for one in _rows(row, "edits"))
    path = _text(row, "path")
    check_path(path)
    if not edits:
        raise PatchError("An action without edits does nothing.")
    return Action(
        _text(row, "id"),
        _choice(row, "kind", get_args(ActionKind)),
        path,
        _number(row, "line"),
        _text(row, "record"),
        _text(row, "why"),
        _choice(row, "authority", get_args(Authority)),
        edits,
    )


def _edit(row: Mapping[str, object]) -> TextEdit:
    made = TextEdit(
        _text(row, "path"), _number(row, "start"), _plain(row, "old"), _plain(row, "new")
    )
    check_edit(made)
    return made


def _table(held: object, what: str) -> Mapping[str, object]:
    if not isinstance(held, dict):
        raise PatchError(f"Its {what} is no table of names and values.")
    return held


def _rows(held: Mapping[str, object], name: str) -> list[object]:
    rows = held.get(name)
    if not isinstance(rows, list) or len(rows) > MOST_ACTIONS:
        raise PatchError(f"Its {name!r} is no list of at most {MOST_ACTIONS}.")
    return rows


def _plain(held: Mapping[str, object], name: str) -> str:
    said = held.get(name)
    if not isinstance(said, str):
        raise PatchError(f"Its {name!r} is no text.")
    try:
        said.encode()
    except UnicodeEncodeError as exc:
        raise PatchError(f"Its {name!r} is no text.") from exc
    return said


def _text(held: Mapping[str, object], name: str) -> str:
    said = _plain(held, name)
    if any(is_odd(sign) or sign in "\r\n" for sign in said):
        raise PatchError(f"Its {name!r} holds what controls a terminal.")
    return said


def _choice(held: Mapping[str, object], name: str, known: tuple[Word, ...]) -> Word:
    said = _text(held, name)
    for one in known:
        if one == said:
            return one
    raise PatchError(f"Its {name!r} is none of {', '.join(known)}.")


def _number(held: Mapping[str, object], name: str) -> int:
    said = held.get(name)
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= 10**12:
        raise PatchError(f"Its {name!r} is no number of a place.")
    return said


# Write edits of a file as a unified diff that `patch -p1` and `git apply` take as well.

CONTEXT = 3
"""Lines around a change, as `diff -u` shows."""
_UNENDED = b"\n\\ No newline at end of file\n"
_ESCAPED = {ord("\\"): "\\\\", ord('"'): '\\"', 7: "\\a", 9: "\\t", 10: "\\n", 13: "\\r"}


@dataclass(frozen=True, slots=True)
class _Change:
    """Lines of the old file, and what stands in their place."""

    first: int
    """0-based."""
    end: int
    new: tuple[bytes, ...]


def unified(path: str, data: bytes, edits: Sequence[TextEdit]) -> bytes:
    """Return the diff of one file; nothing where no line changes."""
    lines = _lines(data)
    changes = list(_changes(data, lines, edits))
    if not changes:
        return b""
    parts = [f"--- {_name('a', path)}\n+++ {_name('b', path)}\n".encode()]
    moved = 0
    for hunk in _hunks(changes):
        parts.append(_shown(lines, hunk, moved))
        moved += sum(len(one.new) - (one.end - one.first) for one in hunk)
    return b"".join(parts)


def lines_near(data: bytes, edits: Sequence[TextEdit]) -> bytes:
    """Return the lines of a file that the diff of these edits shows, changed or not."""
    lines = _lines(data)
    shown: list[bytes] = []
    for one in _changes(data, lines, edits):
        shown += lines[max(0, one.first - CONTEXT) : one.end + CONTEXT]
        shown += one.new
    return b"".join(shown)


def _lines(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _changes(data: bytes, lines: list[bytes], edits: Sequence[TextEdit]) -> Iterator[_Change]:
    edited(data, edits)  # all fit, or nothing is shown
    starts = [*accumulate(map(len, lines), initial=0)]
    waiting: list[TextEdit] = []
    first = end = 0
    for edit in sorted(edits, key=lambda one: one.start):
        at, till = _span(starts, edit)
        if lines and at == len(lines) and not lines[-1].endswith(b"\n"):
            at -= 1  # what is put behind a line without an end belongs to it
        if waiting and at > end:
            yield from _trimmed(lines, _block(data, starts, waiting, first, end))
            waiting = []
        if not waiting:
            first, end = at, till
        waiting.append(edit)
        end = max(end, till)
    if waiting:
        yield from _trimmed(lines, _block(data, starts, waiting, first, end))


def _span(starts: list[int], edit: TextEdit) -> tuple[int, int]:
    """Return the lines that an edit touches, and one more where it ends at the end of one."""
    last = len(starts) - 1
    stop = edit.start + len(edit.old.encode())
    first = min(bisect_right(starts, edit.start) - 1, last)
    return first, min(bisect_right(starts, stop), last)


def _block(data: bytes, starts: list[int], edits: list[TextEdit], first: int, end: int) -> _Change:
    base = starts[first]
    inner = [TextEdit(one.path, one.start - base, one.old, one.new) for one in edits]
    new = edited(data[base : starts[end]], inner)
    return _Change(first, end, tuple(_lines(new)))


def _trimmed(lines: list[bytes], change: _Change) -> Iterator[_Change]:
    """Yield a change without the lines at its ends that stay as they are."""
    first, end, new = change.first, change.end, change.new
    front = 0
    while first < end and front < len(new) and lines[first] == new[front]:
        first, front = first + 1, front + 1
    back = len(new)
    while first < end and back > front and lines[end - 1] == new[back - 1]:
        end, back = end - 1, back - 1
    if first < end or front < back:
        yield _Change(first, end, new[front:back])


def _hunks(changes: list[_Change]) -> Iterator[list[_Change]]:
    """Yield the changes in groups whose lines around them would touch."""
    group: list[_Change] = []
    for one in changes:
        if group and one.first - group[-1].end > 2 * CONTEXT:
            yield group
            group = []
        group.append(one)
    yield group


def _shown(lines: list[bytes], hunk: list[_Change], moved: int) -> bytes:
    first = max(0, hunk[0].first - CONTEXT)
    end = min(len(lines), hunk[-1].end + CONTEXT)
    told: list[bytes] = []
    gone = come = 0
    at = first
    for one in hunk:
        told += [_line(b" ", line) for line in lines[at : one.first]]
        told += [_line(b"-", line) for line in lines[one.first : one.end]]
        told += [_line(b"+", line) for line in one.new]
        gone, come, at = gone + one.end - one.first, come + len(one.new), one.end
    told += [_line(b" ", line) for line in lines[at:end]]
    old, new = end - first, end - first - gone + come
    # A side without lines names the line before it.
    head = f"@@ -{first + bool(old)},{old} +{first + moved + bool(new)},{new} @@\n"
    return b"".join([head.encode(), *told])


def _line(sign: bytes, line: bytes) -> bytes:
    return sign + (line if line.endswith(b"\n") else line + _UNENDED)


def _name(side: str, path: str) -> str:
    """Return a file's name as both programs read it: quoted where it must be, else ended."""
    whole = f"{side}/{path}"
    if any(sign in whole for sign in '"\\') or any(ord(sign) < ord(" ") for sign in whole):
        return f'"{whole.translate(_ESCAPED)}"'
    return f"{whole}\t" if " " in whole else whole
