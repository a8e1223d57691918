"""Say what should become of a record of another agent's store, and which bytes that changes.

Pure. Whoever knows something yields `Proposal`s: what is wrong in the store itself
(`store_proposals`), what a note says, what a check of the machine saw. `stores.mending` turns each
into an `Action`, which a person reads and applies.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

from vaultwatch.errors import RefusedError
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.stores.format_names import StoreFormat

ActionKind: TypeAlias = Literal["fix_link", "replace_value", "deprecate", "refresh", "give_id"]
"""A link to where its target stands now; one value for another; a mark that a record no longer
counts, its words kept; the day on which a record was last found true; the id it has, written
down."""
Authority: TypeAlias = Literal["note", "reality", "store"]
"""Who says so: a note of the person's, the machine itself, or the store's own files."""


class PatchError(RefusedError):
    """A patch that cannot be applied as it was made; nothing was written."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What should become of one place of a store, in the words of whoever knows."""

    kind: ActionKind
    path: str
    """Of the file, inside the store."""
    line: int
    """1-based, where the record or link stands."""
    record: str
    """Id of the record; empty for a line of an index."""
    old: str
    """The value as the record writes it, or where the link leads; empty for `deprecate`."""
    new: str
    """What shall stand in its place; of `deprecate` the reason that is written beside it."""
    why: str
    """A sentence with the evidence."""
    authority: Authority


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Some bytes of a file, replaced by others."""

    path: str
    start: int
    """Offset in bytes from the very beginning of the file, a byte order mark included."""
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Action:
    """A proposal with the bytes that it changes: all of them or none."""

    id: str
    kind: ActionKind
    path: str
    line: int
    record: str
    """Id of the record: its reader's, and in a `StorePatch` the one that a person sees."""
    why: str
    authority: Authority
    edits: tuple[TextEdit, ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A proposal of which no action could be made, and why."""

    path: str
    line: int
    kind: ActionKind
    why: str
    reason: str


@dataclass(frozen=True, slots=True)
class StorePatch:
    """What is proposed for one store."""

    store: str
    """By the name that commands know."""
    place: str
    """Its folder or file, as the settings name it."""
    format: StoreFormat
    made: str
    """ISO 8601."""
    digests: tuple[tuple[str, str], ...]
    """Of each file that is changed: its path, and the SHA-256 of the bytes that it was made for."""
    actions: tuple[Action, ...]
    left_out: tuple[LeftOut, ...] = ()

    def choose(self, ids: Sequence[str]) -> tuple[Action, ...]:
        """Return the actions of these ids, or all where none is named."""
        if not ids:
            return self.actions
        chosen = []
        for wanted in ids:
            found = [one for one in self.actions if wanted and one.id.startswith(wanted)]
            if len(found) != 1:
                count = "several actions" if found else "no action"
                raise PatchError(
                    f"{wanted!r} names {count} of this patch.", hint="Its report names them."
                )
            chosen += found
        return tuple(dict.fromkeys(chosen))


def action_of(proposal: Proposal, edits: Sequence[TextEdit]) -> Action:
    """Return a proposal with its edits, under an id that stays while both do."""
    said = "\n".join(f"{one.path} {one.start}\n{one.old}\n{one.new}" for one in edits)
    key = f"{proposal.kind}\n{proposal.record}\n{proposal.path}\n{said}"
    return Action(
        short_id(key),
        proposal.kind,
        proposal.path,
        proposal.line,
        proposal.record,
        proposal.why,
        proposal.authority,
        tuple(edits),
    )


def short_id(key: str) -> str:
    """Return the name of what is known by some words: short enough to be typed."""
    return memory_id(key).removeprefix("mem_")[:7]


def left_out(proposal: Proposal, reason: str) -> LeftOut:
    """Return a proposal of which no action was made."""
    return LeftOut(proposal.path, proposal.line, proposal.kind, proposal.why, reason)


# Carry out edits on the bytes of a file, or take them back; say what no edit may hold.

MOST_CHARS = 5_000
"""Of what an edit puts in. Chosen by hand: many times a value or a link."""
MOST_VALUE_CHARS = 120
LEAST_WORDS = 3
"""That a value may always have. Chosen by hand: a day with its month and year."""
_BEYOND_VALUE = late_regex(r"[\r\n|;!?]|[.:,]\s|&&")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Marks that turn the order of what a reader sees, and the byte order mark."""
_DRIVE = late_regex(r"[A-Za-z]:")


def edited(data: bytes, edits: Iterable[TextEdit]) -> bytes:
    """Return a file's bytes with all edits carried out, which name one file.

    Raises:
        PatchError: they overlap, or the file does not hold what one of them replaces.
    """
    parts: list[bytes] = []
    done, before = 0, -1
    for edit in sorted(edits, key=lambda one: one.start):
        old = edit.old.encode()
        if edit.start < done or edit.start == before:
            raise PatchError(f"Two edits of {edit.path!r} change the same place.")
        if edit.start > len(data) or data[edit.start : edit.start + len(old)] != old:
            raise PatchError(f"{edit.path!r} does not hold what the patch was made for.")
        parts += [data[done : edit.start], edit.new.encode()]
        before, done = edit.start, edit.start + len(old)
    new = b"".join([*parts, data[done:]])
    try:
        new.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise PatchError("An edit would cut a letter in two.") from exc
    return new


def check_edit(edit: TextEdit) -> None:
    """Refuse an edit that no proposal of ours is."""
    check_path(edit.path)
    if edit.start < 0 or edit.old == edit.new:
        raise PatchError(f"An edit of {edit.path!r} changes nothing, or stands nowhere.")
    if len(edit.new) > MOST_CHARS or len(edit.old) > MOST_CHARS:
        raise PatchError(f"An edit of {edit.path!r} has more than {MOST_CHARS} characters.")
    odd = next((sign for sign in edit.new if is_odd(sign)), None)
    if odd is not None:
        raise PatchError(f"An edit of {edit.path!r} puts in U+{ord(odd):04X}, which no text needs.")


def is_value_for(old: str, new: str) -> bool:
    """Tell whether words can be the value that takes another's place, and no sentence beside it.

    About as long as the other, and of no more parts: nothing can be told to its reader with it.
    """
    beyond = {sign[0] for sign in _BEYOND_VALUE.findall(new)}
    is_short = len(new) <= MOST_VALUE_CHARS
    most = max(LEAST_WORDS, len(old.split()) + 1)
    return is_short and 0 < len(new.split()) <= most and beyond <= {*old}


def check_path(path: str) -> None:
    """Refuse a path that does not plainly name a file inside the store."""
    parts = path.split("/")
    is_plain = not any(part in {"", ".", ".."} for part in parts)
    if not is_plain or "\\" in path or _DRIVE.match(path) or any(is_odd(sign) for sign in path):
        raise PatchError(f"{path!r} is no path inside the store.")
    if len(path) > MOST_CHARS or any(sign in path for sign in "\t\r\n"):
        raise PatchError(f"{path[:100]!r} is no name of a file that we write.")


def is_odd(sign: str) -> bool:
    """Tell whether a character controls a terminal or an order of reading rather than says."""
    if sign in "\t\r\n":
        return False
    return sign in _BIDI or unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"}


def taken_out(now: bytes, *, old: bytes, new: bytes) -> bytes | None:
    """Return a file without the change from `old` to `new`, all that others wrote kept.

    As it stands where the change is not in it; None where that is not clear.
    """
    out = carried_over(now, before=new, after=old)
    is_back = carried_over(now, before=old, after=new) is not None
    if out is not None and is_back:  # one state begins with the other: the longer one is meant
        both = now.startswith(old) and now.startswith(new)
        return (now if len(old) > len(new) else out) if both else None
    return now if is_back else out


def carried_over(edited: bytes, *, before: bytes, after: bytes) -> bytes | None:
    """Return a file with the change between two of its states made in it.

    None where it is not clear: where a line of the change was edited, is gone or stands twice.
    """
    if edited.startswith(before):  # appended to: the change's own place is known to the byte
        return after + edited[len(before) :]
    old, new, now = (one.splitlines(keepends=True) for one in (before, after, edited))
    same = SequenceMatcher(None, old, now).get_matching_blocks()
    made, done = list[bytes](), 0
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            continue
        # What only puts lines in has its place between two lines: both must stand.
        first, last = (start, end) if end > start else (max(0, start - 1), min(len(old), end + 1))
        block = next((b for b in same if b.a <= first and last <= b.a + b.size), None)
        if block is None or _count(now, old[first:last]) != 1:
            return None
        at = start + block.b - block.a
        made += [*now[done:at], *new[new_start:new_end]]
        done = at + end - start
    return b"".join([*made, *now[done:]])


def _count(lines: list[bytes], wanted: list[bytes]) -> int:
    size = len(wanted)
    return sum(lines[at : at + size] == wanted for at in range(len(lines) - size + 1))
