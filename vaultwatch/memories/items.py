"""Read the items of a note that holds several memories, and change one of them alone.

Pure. A hand-over is such a note: each item of its lists is one memory, known by the note's id and
the block id at the end of its line. What is ticked or struck is done and no memory any more.
`memories.record` makes memories of items.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import Final

from vaultwatch.errors import RefusedError
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Note, NotePath, Statement
from vaultwatch.notes.normalise import normal_words
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.property_block import LINE_END, lines_of

HANDOFF: Final = "handoff"
"""The type of a memory that is an item of a hand-over."""
SESSIONS: Final = "Sessions"
"""The folder of hand-overs, inside the memories folder."""
MOST_ITEMS: Final = 500
"""Of one note; one with more is one memory. Chosen by hand: a reader is told of forty."""
DECISION: Final = "d-"
"""How the block ids of decisions begin: what they say is so, and a note may deny it."""
_SIGN: Final = "#"
"""Between the id of a note and the anchor of an item."""
_CARRIED: Final = ">"
_DONE: Final = frozenset("xX-") | {_CARRIED}
"""Between the brackets of a task that is done, was given up, or was carried over."""
_MARKER: Final = late_regex(r"(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?:\[.\][ \t]+)?")
_BLOCK_ID: Final = late_regex(r"(?:^|[ \t]+)\^([A-Za-z0-9-]{1,64})[ \t]*$")
_STRUCK: Final = late_regex(r"~~.*~~[.!?]?")
_LOOK_AGAIN: Final = "Look again: `vaultwatch scan`."


@dataclass(frozen=True, slots=True)
class ListedItem:
    """One item of a list, as its line stands."""

    anchor: str
    """Its block id, or what stands for it: a digest of its words."""
    text: str
    """Without bullet, box and block id."""
    plain: str
    """Its words alone."""
    heading: str
    """That it stands below."""
    first_line: int
    """1-based, of the whole note."""
    last_line: int
    is_done: bool
    is_carried: bool = False
    """Whether a later hand-over carries it on."""


def is_item(memory_id: str) -> bool:
    """Tell whether a memory is an item of a note that holds several."""
    return _SIGN in memory_id and memory_id.startswith("mem_")


def is_wish(memory_id: str) -> bool:
    """Tell whether a memory is an item that says what is to be, as all do but decisions."""
    return is_item(memory_id) and not anchor_of(memory_id).startswith(DECISION)


def item_id(note_id: str, anchor: str) -> str:
    """Return the id of an item."""
    return f"{note_id}{_SIGN}{anchor}"


def anchor_of(memory_id: str) -> str:
    """Return the part of an item's id that names its line; empty for any other memory."""
    return memory_id.partition(_SIGN)[2] if is_item(memory_id) else ""


def note_id_of(memory_id: str) -> str:
    """Return the part of an item's id that names its note; the id of any other memory."""
    return memory_id.partition(_SIGN)[0] if is_item(memory_id) else memory_id


def may_hold_items(path: NotePath) -> bool:
    """Tell whether a memory note lies where hand-overs do."""
    return SESSIONS in path.split("/")[:-1]


def items_of(note: Note, body: str) -> tuple[ListedItem, ...] | None:
    """Return the items of a note, top down; None for a note that is one memory."""
    kind = note.properties.get("type")
    is_handoff = isinstance(kind, str) and kind.strip().lower() == HANDOFF
    is_list = 0 < len(note.list_items) <= MOST_ITEMS
    if not (is_handoff and is_list and may_hold_items(note.path)):
        return None
    lines = LINE_END.split(body)
    taken: set[str] = set()
    found = []
    for first, last, mark, said in _places(note):
        shown = lines[first - note.body_line : last - note.body_line + 1]
        raw = " ".join(" ".join(line.split()) for line in shown)
        raw = raw[found_marker.end() :] if (found_marker := _MARKER.match(raw)) else raw
        block = _BLOCK_ID.search(raw)
        text = _BLOCK_ID.sub("", raw).strip()
        plain = " ".join(" ".join(one.plain for one in said).split())
        anchor = block[1] if block is not None else ""
        if not anchor or anchor in taken:
            anchor = _free(f"t-{words_digest(plain)}", taken)
        taken.add(anchor)
        heading = said[0].section[-1] if said and said[0].section else ""
        is_done = mark in _DONE if mark is not None else False
        is_done = is_done or not plain or _STRUCK.fullmatch(text) is not None
        is_carried = mark == _CARRIED
        found.append(ListedItem(anchor, text, plain, heading, first, last, is_done, is_carried))
    return tuple(found)


def is_as_written(anchor: str, text: str) -> bool:
    """Tell whether an item of a hand-over says what it said when we wrote it: its anchor tells."""
    return anchor.partition("-")[2] == words_digest(text)


def words_digest(text: str) -> str:
    """Return eight characters that depend on a text's words alone."""
    return blake2s(normal_words(text).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def items_in(path: NotePath, data: bytes) -> tuple[ListedItem, ...]:
    """Return the items of a note as its bytes say them, nothing masked."""
    note = parse_note(path, data)
    lines = LINE_END.split(data.decode("utf-8-sig", "replace"))
    return items_of(note, "\n".join(lines[note.body_line - 1 :])) or ()


def item_in(path: NotePath, data: bytes, anchor: str) -> ListedItem | None:
    """Return an item of a note by its anchor, nothing masked; None where it is not there."""
    return next((one for one in items_in(path, data) if one.anchor == anchor), None)


def with_item(path: NotePath, data: bytes, anchor: str, text: str) -> bytes:
    """Return a note with one item saying something else, every other byte untouched.

    Raises:
        RefusedError: the item is not there, or stands on more than one line.
    """
    item = item_in(path, data, anchor)
    lines = _lines(data)
    line = lines[item.first_line - 1] if item is not None else ""
    if item is None or item.first_line != item.last_line or line.count(item.text) != 1:
        raise RefusedError(
            f"The item `^{anchor}` does not stand on one line of its note.", hint=_LOOK_AGAIN
        )
    lines[item.first_line - 1] = line.replace(item.text, " ".join(text.split()))
    return _joined(lines)


def without_items(path: NotePath, data: bytes, anchors: Sequence[str]) -> bytes:
    """Return a note without the lines of some items, every other byte untouched."""
    lines = _lines(data)
    for one in reversed(items_in(path, data)):
        if one.anchor in anchors:
            del lines[one.first_line - 1 : one.last_line]
    return _joined(lines)


def ticked(path: NotePath, data: bytes, anchor: str, mark: str = "x") -> bytes:
    """Return a note with one open item ticked (`x` done, `>` carried over), all else untouched."""
    item = item_in(path, data, anchor)
    if item is None or item.is_done:
        return data
    lines = _lines(data)
    line = lines[item.first_line - 1]
    found = _MARKER.match(line)
    if found is not None:
        lines[item.first_line - 1] = f"{found[1]}[{mark}] {line[found.end() :]}"
    return _joined(lines)


def _places(note: Note) -> Iterator[tuple[int, int, str | None, Sequence[Statement]]]:
    """Yield each list item's first and last line, its task mark and what it says."""
    # The outer one of a line, which has the box: `- [x] 1.` begins a list within.
    outer = sorted(note.list_items, key=lambda one: one.span.start, reverse=True)
    starts = sorted({one.span.line: one for one in outer}.items())
    said = [one for one in note.statements if one.kind not in {"property", "heading"}]
    lines = [one.first_line for one in said]
    for number, (first, item) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else None
        until = len(said) if end is None else bisect_left(lines, end)
        own = _of_one_block(said[bisect_left(lines, first) : until], first)
        yield first, max((one.last_line for one in own), default=first), item.task_mark, own


def _of_one_block(said: Sequence[Statement], first: int) -> list[Statement]:
    """Return the statements that begin on an item's line or follow it without a blank line."""
    kept: list[Statement] = []
    last = first
    for one in said:
        if one.first_line > last + 1 or (kept and one.section != kept[0].section):
            break
        kept.append(one)
        last = max(last, one.last_line)
    return kept


def _free(anchor: str, taken: set[str]) -> str:
    number, name = 1, anchor
    while name in taken:
        number += 1
        name = f"{anchor}-{number}"
    return name


def _lines(data: bytes) -> list[str]:
    return lines_of(data.decode("utf-8", "surrogateescape"))


def _joined(lines: Sequence[str]) -> bytes:
    return "".join(lines).encode("utf-8", "surrogateescape")
