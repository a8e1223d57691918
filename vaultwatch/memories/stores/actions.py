"""Say what should become of a record of another agent's store, and which bytes that changes.

Pure. Whoever knows something yields `Proposal`s: what is wrong in the store itself
(`stores.mendable`), what a note says, what a check of the machine saw. `stores.mending` turns each
into an `Action`, which a person reads and applies.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultwatch.errors import RefusedError
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.stores.format_names import StoreFormat

ActionKind: TypeAlias = Literal["fix_link", "replace_value", "deprecate", "refresh"]
"""A link to where its target stands now; one value for another; a mark that a record no longer
counts, its words kept; the day on which a record was last found true."""
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
        """Return the actions of these ids, or all where none is named.

        Raises:
            PatchError: an id, or the beginning of one, names none of them or several.
        """
        if not ids:
            return self.actions
        chosen = []
        for wanted in ids:
            found = [one for one in self.actions if wanted and one.id.startswith(wanted)]
            if len(found) != 1:
                count = "several actions" if found else "no action"
                raise PatchError(
                    f"{wanted!r} names {count} of this patch.",
                    hint="Its report names them.",
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
