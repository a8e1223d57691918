r"""Write edits of a file as a unified diff that `patch -p1` and `git apply` take as well.

Pure. On bytes: a line ends with `\n` and holds its `\r`; a last line without an end is marked.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from vaultwatch.memories.stores.actions import TextEdit
from vaultwatch.memories.stores.edits import edited

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
    """Return the diff of one file; nothing where no line changes.

    Raises:
        PatchError: as `edited`.
    """
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
    found = [line + b"\n" for line in data.split(b"\n")]
    found[-1] = found[-1][:-1]
    return found if found[-1] else found[:-1]


def _changes(data: bytes, lines: list[bytes], edits: Sequence[TextEdit]) -> Iterator[_Change]:
    """Yield the lines that change, in order, no two of them touching."""
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
