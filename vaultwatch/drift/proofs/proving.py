"""What an edit shows of a memory, as a reader could show it with a finger.

Pure. A value that the memory asserts was replaced, one stretch of its sentence was exchanged, its
task was ticked, its line struck out, its property set anew, it is said to be over, or its passage
was taken out of a note that else stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from typing import Final

from vaultwatch.drift.model import Proof
from vaultwatch.drift.news.open_matters import is_closed
from vaultwatch.drift.proofs.asserted import Asserted, RestsOn
from vaultwatch.drift.proofs.edit import NoteEdit, said_in
from vaultwatch.drift.proofs.exchange import Exchange, abbreviates, exchanges, joined
from vaultwatch.drift.proofs.slots import replacement, says_elsewhere
from vaultwatch.notes.model import Statement
from vaultwatch.values.equality import same
from vaultwatch.values.languages import languages_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import negations, says_it_ended
from vaultwatch.values.words import content

LOOKED_AT: Final = 3
"""Statements that a memory rests on which are held against what stands there now."""
RESTS: Final = 0.5
"""A memory rests on a statement that says at least this share of it beside the best one."""
LEAST: Final = 0.15
"""Less of a memory than this is said in passing."""
SAID: Final = 0.4
"""Share of the words that went that the memory says."""
LEFT: Final = 0.25
"""Share of a sentence that stands around the stretch that was exchanged."""
IN_OTHER_FORM: Final = 0.7
"""Two stretches whose letters are this much alike are one in another form."""
SAME_TASK: Final = 0.5
SAME_LINE: Final = 0.8
"""Likeness of a task's words to those of the same task later, ticked or marked otherwise."""
LONGEST_LABEL: Final = 3
"""Words of a label before a colon."""
NOTE_STANDS: Final = 0.6
"""Share of a note's statements that stand untouched around one that was taken out."""
STILL_SAID: Final = 0.4
"""Of what the statement that was taken out said, so much is said by none that is left."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing that shows drift, and where."""

    proof: Proof
    at: int
    """Index then of the statement that it turns on."""
    now: int | None
    """Index now of what stands there; None where nothing does."""
    old: str
    new: str
    """The words that were exchanged, as the note has them; empty where none were."""


def exhibits(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> Iterator[Exhibit]:
    """Yield what an edit shows of a memory, surest kind first.

    Args:
        memory: what is asserted.
        edit: of the cited note.
        grounds: what the memory rests on there.
    """
    for slot in grounds.slots:
        if (exchanged := replacement(memory, edit, slot)) is not None:
            yield Exhibit("value", slot.at, edit.heirs[slot.at][0], *exchanged)
    least = max(RESTS * grounds.best, LEAST)
    rests = [at for at in grounds.rests_on[:LOOKED_AT] if grounds.shares[at] >= least]
    yield from chain.from_iterable(
        _of_statement(memory, edit, at) for at in rests if edit.heirs.get(at)
    )
    if not edit.heirs.get(grounds.top) and _is_taken_out(memory, edit, grounds):
        yield Exhibit("gone", grounds.top, None, "", "")


def _of_statement(memory: Asserted, edit: NoteEdit, at: int) -> Iterator[Exhibit]:
    j = edit.heirs[at][0]
    old, new = edit.then[at], edit.now[j]
    if "~~" in new.text and "~~" not in old.text:
        yield Exhibit("mark", at, j, "", "")
    if at in edit.untouched:
        return
    if _is_marked_otherwise(old, new, edit.likeness(at, j)):
        yield Exhibit("mark", at, j, "", "")
    if says_it_ended(new.plain) and not any(map(says_it_ended, (old.plain, memory.text))):
        yield Exhibit("ended", at, j, "", "")
    if (exchanged := _labelled_otherwise(memory, edit, old, new)) is not None:
        said, was, now = exchanged
        if not says_elsewhere(memory, edit, at, said):
            yield Exhibit("mark", at, j, was, now)
    one = _one_stretch(memory, edit, old, new)
    if one is not None and not says_elsewhere(memory, edit, at, one.took & memory.words):
        yield Exhibit("stretch", at, j, one.old, one.new)


def _is_marked_otherwise(old: Statement, new: Statement, likeness: float) -> bool:
    if None in (old.task_mark, new.task_mark) or is_closed(old) == is_closed(new):
        return False
    is_same = old.plain.casefold() == new.plain.casefold() or likeness >= SAME_LINE
    return is_same or (is_closed(new) and likeness >= SAME_TASK)


def _labelled_otherwise(
    memory: Asserted, edit: NoteEdit, old: Statement, new: Statement
) -> tuple[frozenset[str], str, str] | None:
    """Return the memory's words that a `Status: open` or a property lost, with both its values."""
    (label, was), (label_now, now) = _labelled(old), _labelled(new)
    if not label or label != label_now:
        return None
    said = content(was) & memory.words - _words_kept(old, new)
    went = content(was) - content(now)
    if not said or said & content(now) or edit.weigh(said) < SAID * edit.weigh(went):
        return None
    return said, was.strip(), now.strip()


def _labelled(statement: Statement) -> tuple[str, str]:
    """Return the label of a `Status: open` and what it says; a property's key is its label."""
    label, colon, rest = statement.plain.partition(":")
    is_label = bool(colon) and len(label.split()) <= LONGEST_LABEL and rest.startswith(" ")
    return (label.casefold(), rest) if is_label or statement.key else ("", statement.plain)


def _words_kept(old: Statement, new: Statement) -> frozenset[str]:
    """Return the words of values that stand in another form."""
    news = said_in(new)
    kept = (one for one in said_in(old) if any(same(one, other) for other in news))
    return frozenset().union(*(content(old.plain[one.start : one.end]) for one in kept))


def _one_stretch(
    memory: Asserted, edit: NoteEdit, old: Statement, new: Statement
) -> Exchange | None:
    """Return the one exchange of words of meaning, where the memory has the old ones alone.

    None where a denial went or came, for `only` and `nobody but` say the same, or the language.
    """
    if set(languages_of(old.text)).isdisjoint(languages_of(new.text)):
        return None
    olds, news = said_in(old), said_in(new)
    real = joined(
        [
            one
            for one in exchanges(old.plain, new.plain)
            if (one.took or one.brought) and not _is_form(one, olds, news)
        ],
        old.plain,
        new.plain,
    )
    if len({(one.took, one.brought) for one in real}) != 1:
        return None
    one = real[0]
    if negations(one.old) != negations(one.new):
        return None
    said = one.took & (memory.words - memory.title)
    if one.took <= content(new.plain) or edit.weigh(said) < SAID * edit.weigh(one.took):
        return None
    is_told_already = 2 * len(one.brought & memory.words) >= len(one.brought)
    whole = content(old.plain)
    if not said or is_told_already or edit.weigh(whole - one.took) < LEFT * edit.weigh(whole):
        return None
    return None if _is_no_word(one, olds, news, old.plain, new.plain) else one


def _is_form(one: Exchange, olds: Sequence[Value], news: Sequence[Value]) -> bool:
    """Tell whether an exchange only writes the same values in another form."""
    was = [value for value in olds if value.end and one.covers(value.start, value.end)]
    now = [value for value in news if value.end and one.brings(value.start, value.end)]
    if not any(value.kind in TYPED for value in (*was, *now)):
        return False
    stand = all(any(same(value, other) for other in news) for value in was)
    return stand and all(any(same(value, other) for other in olds) for value in now)


def _is_no_word(
    one: Exchange, olds: Sequence[Value], news: Sequence[Value], old: str, new: str
) -> bool:
    """Tell whether the stretch is a part of a path or link, or the same in another form."""
    kept = [v for v in olds if v.kind in TYPED and any(same(v, other) for other in news)]
    if any(one.covers(value.start, value.end) for value in kept if value.end):
        return True
    if any("/" in old[v.start : v.end] and one.covers(v.start, v.end) for v in olds):
        return True
    if any("/" in new[v.start : v.end] and one.brings(v.start, v.end) for v in news):
        return True
    alike = SequenceMatcher(None, one.old.casefold(), one.new.casefold()).ratio()
    return alike >= IN_OTHER_FORM or abbreviates(one.old, one.new)


def _is_taken_out(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> bool:
    """Tell whether the best statement was taken out of a note that else stands, and its words."""
    if len(edit.untouched) < NOTE_STANDS * len(edit.then):
        return False
    told = " ".join(edit.now[j].text for j in edit.fresh)
    if told and set(languages_of(edit.then[grounds.top].text)).isdisjoint(languages_of(told)):
        return False  # it may stand there in another language
    left = max((memory.share(edit, one) for one in edit.now), default=0.0)
    return left < STILL_SAID * grounds.best
