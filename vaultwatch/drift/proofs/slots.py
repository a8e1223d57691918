"""What became of each slot: a value that the memory asserts, and the place where its note said it.

Pure. A slot is kept, replaced by another value of its kind, or gone.
"""

from collections.abc import Sequence
from typing import Final

from vaultwatch.drift.proofs.asserted import Asserted, Slot
from vaultwatch.drift.proofs.edit import NoteEdit, said_in
from vaultwatch.drift.proofs.exchange import abbreviates, exchanges
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content

SAYS_THE_REST: Final = 0.6
"""A new statement that says this share of what stood with a value, and the value, keeps it."""
STOOD_BESIDE: Final = 0.95
"""The same for one that stood before."""
HARDLY_CHANGED: Final = 0.9
"""Likeness of a sentence in which one of two equal values was replaced."""
NEAR: Final = 24
"""Characters around a value whose words tell what it is a value of."""


def replacement(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return a slot's words and those that took their place; None where nothing plainly did."""
    heirs = edit.heirs.get(slot.at, ())
    if slot.at in edit.untouched or not heirs:
        return None
    if stands_in(slot.there, heirs, edit):
        return _one_of_two(memory, edit, slot) if slot.value.kind in TYPED else None
    if is_elsewhere(memory, edit, slot):
        return None
    old, new = edit.then[slot.at], edit.now[heirs[0]]
    taken = _in_its_place(slot.there, said_in(old), said_in(new), old.plain, new.plain)
    if taken is None:
        return None
    there = slot.there
    was, now = old.plain[there.start : there.end], new.plain[taken.start : taken.end]
    is_typed = there.kind in TYPED
    return None if not is_typed and abbreviates(was, now) else (was, now)


def is_kept(memory: Asserted, edit: NoteEdit, slot: Slot) -> bool:
    """Tell whether a slot's value stands, where it stood or where the same is said."""
    if slot.at in edit.untouched or stands_in(slot.there, edit.heirs.get(slot.at, ()), edit):
        return True
    return is_elsewhere(memory, edit, slot)


def stands_in(value: Value, heirs: Sequence[int], edit: NoteEdit) -> bool:
    """Tell whether a value still stands in what took its statement's place."""
    if any(same(value, other) for j in heirs for other in said_in(edit.now[j])):
        return True
    if value.kind in TYPED:
        return False
    words = str(value.key[0]).casefold()
    return any(f" {words} " in f" {edit.now[j].plain.casefold()} " for j in heirs)


def is_elsewhere(memory: Asserted, edit: NoteEdit, slot: Slot) -> bool:
    """Tell whether another statement of now gives a slot's value, and says the rest as well."""
    own = content(memory.text[slot.value.start : slot.value.end])
    needed = memory.share(edit, edit.then[slot.at], own)
    return any(
        any(same(slot.value, other) for other in said_in(one))
        for j, one in enumerate(edit.now)
        if memory.share(edit, one, own) >= _needed(edit, j) * needed
    )


def says_elsewhere(memory: Asserted, edit: NoteEdit, at: int, own: frozenset[str]) -> bool:
    """Tell whether another statement of now says some words, and the rest too."""
    needed = memory.share(edit, edit.then[at], own)
    heir = edit.heirs[at][0]
    return any(
        memory.share(edit, one, own) >= _needed(edit, j) * needed
        for j, one in enumerate(edit.now)
        if j != heir and own <= content(one.plain)
    )


def _needed(edit: NoteEdit, j: int) -> float:
    return SAYS_THE_REST if j in edit.fresh else STOOD_BESIDE


def _in_its_place(
    there: Value, olds: Sequence[Value], news: Sequence[Value], old: str, new: str
) -> Value | None:
    """Return the new value that stands in a value's place, or is the one of its kind that came."""
    fresh = [
        one
        for one in news
        if comparable(there, one) and not any(same(one, other) for other in olds)
    ]
    spots = [one for one in exchanges(old, new) if one.covers(there.start, there.end)]
    for value in fresh:
        is_target = value.end == there.end == 0
        if is_target or any(one.brings(value.start, value.end) for one in spots):
            return value
    went = [
        one
        for one in olds
        if comparable(one, there) and not any(same(one, other) for other in news)
    ]
    alike = [value for value in fresh if value.kind == there.kind]
    return alike[0] if alike and len(alike) in (1, len(went)) else None


def _one_of_two(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return what was exchanged where a value stood twice and the one meant was replaced."""
    j = edit.heirs[slot.at][0]
    old, new = edit.then[slot.at].plain, edit.now[j].plain
    olds, news = values_of(old), values_of(new)
    twins = [one for one in olds if same(slot.there, one)]
    left = sum(same(slot.there, one) for one in news)
    if len(twins) <= left or edit.likeness(slot.at, j) < HARDLY_CHANGED:
        return None
    said = [_said_beside(memory, old, one) for one in twins]
    if said.count(max(said)) > 1:
        return None
    meant = twins[said.index(max(said))]
    for one in exchanges(old, new):
        for value in news if one.covers(meant.start, meant.end) else ():
            is_new = comparable(meant, value) and not any(same(value, other) for other in olds)
            if is_new and one.brings(value.start, value.end):
                return one.old, one.new
    return None


def _said_beside(memory: Asserted, text: str, value: Value) -> int:
    """Return how many words of the memory stand near a value."""
    around = (
        f"{text[max(0, value.start - NEAR) : value.start]} {text[value.end : value.end + NEAR]}"
    )
    return len(content(around) & memory.words)
