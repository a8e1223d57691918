"""What an edit shows of a memory: the proofs that it drifted, and what became of its slots.

Pure. A proof is something a reader can check with a finger: a value that the memory asserts
stands replaced, one stretch of its sentence was exchanged, its task is ticked, struck out or said
to be over.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.proofs.asserted import Asserted, Slot, Support
from vaultwatch.drift.proofs.edit import Edit, said_in
from vaultwatch.drift.proofs.exchange import Exchange, abbreviates, exchanges, joined
from vaultwatch.notes.model import Statement
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations, says_it_ended
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content, words_in

Proved: TypeAlias = Literal["value", "stretch", "mark", "ended", "gone"]


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing that shows drift, and where."""

    kind: Proved
    at: int
    """Index then of the statement it turns on."""
    now: int | None
    """Index now of what stands there."""
    old: str = ""
    new: str = ""
    """The words exchanged, as the note has them."""
    how: str = ""


@dataclass(slots=True)
class Shown:
    """All that one comparison shows."""

    proofs: list[Proof] = field(default_factory=list)
    kept: int = 0
    """Slots whose value stands."""
    gone: int = 0
    """Slots whose value stands nowhere for the same."""


def show(memory: Asserted, edit: Edit, support: Support) -> Shown:
    """Return what an edit shows of a memory.

    Args:
        memory: what is asserted.
        edit: of the cited note.
        support: what the memory rests on there.
    """
    shown = Shown()
    for slot in support.slots:
        _judge_slot(slot, memory, edit, support, shown)
    for at in support.rests_on[:3]:
        if edit.heirs.get(at):
            _judge_statement(at, memory, edit, support, shown)
    if (left := _gone(memory, edit, support)) is not None:
        shown.proofs.append(Proof("gone", support.top, None, edit.then[support.top].plain, "", f"gone{left:.1f}"))
    return shown


def _gone(memory: Asserted, edit: Edit, support: Support) -> float | None:
    if edit.heirs.get(support.top):
        return None
    left = max((memory.share(edit, one) for one in edit.now), default=0.0)
    if left >= 0.6 * support.best:
        return None
    stood = len(edit.untouched) / len(edit.then)
    return stood


def _judge_slot(
    slot: Slot, memory: Asserted, edit: Edit, support: Support, shown: Shown
) -> None:
    heirs = edit.heirs.get(slot.at, ())
    if slot.at in edit.untouched:
        shown.kept += 1
        return
    old = edit.then[slot.at]
    if _stands(slot.there, heirs, edit):
        if slot.value.kind in TYPED and (proof := _one_of_two(memory, slot, edit)) is not None:
            shown.proofs.append(proof)
        else:
            shown.kept += 1
        return
    own = content(memory.text[slot.value.start : slot.value.end])
    if _stands_elsewhere(memory, edit, slot.at, own, slot.value):
        shown.kept += 1
        return
    shown.gone += 1
    if not heirs:
        return
    new = edit.now[heirs[0]]
    said_then, said_now = said_in(old), said_in(new)
    fresh = [
        value
        for value in said_now
        if comparable(slot.there, value) and not any(same(value, other) for other in said_then)
    ]
    there = slot.there
    spots = exchanges(old.plain, new.plain)
    at_place = [
        value
        for value in fresh
        if value.end == there.end == 0
        or any(
            one.covers(there.start, there.end) and one.brings(value.start, value.end)
            for one in spots
        )
    ]
    missing = [
        value
        for value in said_then
        if comparable(value, there) and not any(same(value, other) for other in said_now)
    ]
    typed = there.kind in TYPED
    likeness = edit.likeness(slot.at, heirs[0])
    rest = content(old.plain) - content(old.plain[there.start : there.end])
    rest_kept = len(rest & content(new.plain)) / len(rest) if rest else 0.5
    taken = None
    how = ""
    if at_place:
        taken, how = at_place[0], "replaced"
    elif (alike := [value for value in fresh if value.kind == there.kind]) and len(alike) in (1, len(missing)):
        taken, how = alike[0], "other"
    if taken is None:
        return
    was, now = old.plain[there.start : there.end], new.plain[taken.start : taken.end]
    if not typed and abbreviates(was, now):
        return
    firm = likeness >= 0.55 and rest_kept >= 0.5
    how = f"{how}:{there.kind}" + ("" if firm else "~")
    shown.proofs.append(Proof("value", slot.at, heirs[0], was, now, how))


def _stands(value: Value, heirs: Sequence[int], edit: Edit) -> bool:
    """Tell whether a value still stands in what took its statement's place."""
    if any(same(value, other) for j in heirs for other in said_in(edit.now[j])):
        return True
    if value.kind in TYPED:
        return False
    words = str(value.key[0]).casefold()
    return any(f" {words} " in f" {edit.now[j].plain.casefold()} " for j in heirs)


def _is_form(one: Exchange, olds: Sequence[Value], news: Sequence[Value]) -> bool:
    """Tell whether an exchange only writes the same value in another form."""
    was = [value for value in olds if value.end and one.covers(value.start, value.end)]
    now = [value for value in news if value.end and one.brings(value.start, value.end)]
    if not any(value.kind in TYPED for value in (*was, *now)):
        return False
    kept = [v for v in was if any(same(v, w) for w in news)] + [v for v in now if any(same(v, w) for w in olds)]
    return len(kept) == len(was) + len(now)


NEAR: Final = 24
"""Characters around a value whose words tell what it is a value of."""


def _said_of(memory: Asserted, text: str, value: Value) -> int:
    """Return how many words of the memory stand near a value, itself aside."""
    around = text[max(0, value.start - NEAR) : value.start] + " " + text[value.end : value.end + NEAR]
    return len(content(around) & memory.words)


def _one_of_two(memory: Asserted, slot: Slot, edit: Edit) -> Proof | None:
    """Return the proof where a value stood twice in a sentence and one of the two was replaced."""
    old, j = edit.then[slot.at], edit.heirs[slot.at][0]
    new = edit.now[j]
    olds, news = values_of(old.plain), values_of(new.plain)
    before, after = (sum(same(slot.there, one) for one in side) for side in (olds, news))
    if before <= after or edit.likeness(slot.at, j) < 0.9:
        return None
    twins = [one for one in olds if same(slot.there, one)]
    said = [_said_of(memory, old.plain, one) for one in twins]
    if said.count(max(said)) > 1:
        return None
    meant = twins[said.index(max(said))]
    for one in exchanges(old.plain, new.plain):
        if not one.covers(meant.start, meant.end):
            continue
        for value in news:
            is_new = comparable(slot.there, value) and not any(same(value, o) for o in olds)
            if is_new and one.brings(value.start, value.end):
                return Proof("value", slot.at, j, one.old, one.new, f"twice:{value.kind}")
    return None


def _stands_elsewhere(
    memory: Asserted, edit: Edit, at: int, own: frozenset[str], value: Value | None = None
) -> bool:
    """Tell whether another statement of now says the value or words, and the rest as well."""
    needed = memory.share(edit, edit.then[at], own)
    heir = edit.heirs[at][0] if edit.heirs.get(at) else None
    for j, statement in enumerate(edit.now):
        if value is not None:
            says = any(same(value, other) for other in said_in(statement))
        else:
            says = j != heir and own <= content(statement.plain)
        if not says:
            continue
        share = 0.6 if j in edit.fresh else 0.95
        if memory.share(edit, statement, own) >= share * needed:
            return True
    return False


def _judge_statement(
    at: int, memory: Asserted, edit: Edit, support: Support, shown: Shown
) -> None:
    j = edit.heirs[at][0]
    old, new = edit.then[at], edit.now[j]
    if support.shares[at] < max(0.5 * support.best, 0.15):
        return
    likeness = edit.likeness(at, j)
    if at in edit.untouched:
        if "~~" in new.text and "~~" not in old.text:
            shown.proofs.append(Proof("mark", at, j, old.text, new.text, "struck"))
        return
    if (mark := _marked(old, new, likeness)) is not None:
        shown.proofs.append(Proof("mark", at, j, old.text, new.text, mark))
    if says_it_ended(new.plain) and not says_it_ended(old.plain) and not says_it_ended(memory.text):
        shown.proofs.append(Proof("ended", at, j, "", new.plain, "ended"))
    (label, was), (label_now, now) = _labelled(old), _labelled(new)
    if label and label == label_now:
        said = content(was) & memory.words - _kept_words(old, new)
        went = content(was) - content(now)
        is_said = edit.weigh(said) >= SAID * edit.weigh(went)
        if said and is_said and not said & content(now) and not _stands_elsewhere(memory, edit, at, said):
            shown.proofs.append(Proof("mark", at, j, was, now, "property" if old.key else "label"))
    spots = exchanges(old.plain, new.plain)
    if (one := _one_stretch(memory, edit, old, new, spots)) is not None and not _stands_elsewhere(
        memory, edit, at, one.took & memory.words
    ):
        took, brought = one.took, one.brought
        small = len(took) <= 2 and len(brought) <= 2
        how = ("word" if small else "stretch") + ("" if likeness >= 0.75 else "~")
        shown.proofs.append(Proof("stretch", at, j, one.old, one.new, how))


def _kept_words(old: Statement, new: Statement) -> frozenset[str]:
    """Return the words of values that stand in another form."""
    kept = (v for v in said_in(old) if v.end and any(same(v, w) for w in said_in(new)))
    return frozenset().union(*(content(old.plain[v.start : v.end]) for v in kept))


LONGEST_LABEL: Final = 3
"""Words of a label before a colon."""


def _labelled(statement: Statement) -> tuple[str, str]:
    """Return the label of a `Status: open` and what it says; a property's key is its label."""
    label, colon, rest = statement.plain.partition(":")
    is_label = bool(colon) and len(label.split()) <= LONGEST_LABEL and rest.startswith((" ", "："))
    return (label.casefold(), rest) if is_label or statement.key else ("", statement.plain)


def _marked(old: Statement, new: Statement, likeness: float) -> str | None:
    if old.plain.casefold() == new.plain.casefold() or likeness >= 0.8:
        if old.task_mark != new.task_mark and new.task_mark in ("x", "X", "-"):
            return "ticked"
        if old.task_mark is not None and new.task_mark is not None and old.task_mark != new.task_mark:
            return "unticked"
    elif old.task_mark == " " and new.task_mark in ("x", "X", "-") and likeness >= 0.5:
        return "ticked~"
    return "struck" if "~~" in new.text and "~~" not in old.text else None


SAID: Final = 0.4
"""Share of the words that went that the memory says."""
LEFT: Final = 0.25
"""Share of a sentence that stands around the stretch."""


def _one_stretch(
    memory: Asserted, edit: Edit, old: Statement, new: Statement, spots: Sequence[Exchange]
) -> Exchange | None:
    """Return the one exchange of words of meaning, where the memory has the old ones alone."""
    olds, news = said_in(old), said_in(new)
    real = [one for one in spots if (one.took or one.brought) and not _is_form(one, olds, news)]
    real = joined(real, old.plain, new.plain)
    if len({(one.took, one.brought) for one in real}) != 1:
        return None
    one = real[0]
    if one.took <= content(new.plain):
        return None
    if edit.weigh(content(old.plain) - one.took) < LEFT * edit.weigh(content(old.plain)):
        return None
    said = one.took & (memory.words - memory.title)
    if not said or not one.brought or edit.weigh(said) < SAID * edit.weigh(one.took):
        return None
    if 2 * len(one.brought & memory.words) >= len(one.brought):
        return None
    olds = [value for value in said_in(old) if value.kind in ("url", "path", "identifier")]
    news = [value for value in said_in(new) if value.kind in ("url", "path", "identifier")]
    if any("/" in old.plain[v.start : v.end] and one.covers(v.start, v.end) for v in olds if v.end):
        return None
    if any("/" in new.plain[v.start : v.end] and one.brings(v.start, v.end) for v in news if v.end):
        return None
    if SequenceMatcher(None, one.old.casefold(), one.new.casefold()).ratio() >= 0.7:
        return None
    return None if abbreviates(one.old, one.new) else one
