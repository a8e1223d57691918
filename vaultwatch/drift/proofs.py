"""Show that a memory drifted: find in an edit what a finger can be pointed at.

Pure. A value was replaced, one stretch of a sentence exchanged, a task ticked, a line struck, a
property set anew, it is said to be over, or its passage was taken out of a note that else stands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain
from typing import Final

from vaultwatch.drift.matters import has_words_of, is_closed, is_waiting, says_done, says_open
from vaultwatch.drift.model import Proof
from vaultwatch.drift.passages.asserted import Asserted, RestsOn, Slot
from vaultwatch.drift.passages.edit import NoteEdit, said_in
from vaultwatch.drift.passages.exchange import Exchange, abbreviates, exchanges, joined
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.values.equality import comparable, same
from vaultwatch.values.languages import languages_of
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import denies, negations, says_it_ended

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
SAYS_THE_REST: Final = 0.6
"""A new statement that says this share of what stood with a value, and the value, keeps it."""
STOOD_BESIDE: Final = 0.95
"""The same for one that stood before."""
SAME_SENTENCE: Final = 0.5
"""Likeness of a sentence in which a name or literal was replaced, not all written anew."""
HARDLY_CHANGED: Final = 0.9
"""Likeness of a sentence in which one value was replaced by another that it gives too."""
NEAR: Final = 24
"""Characters around a value whose words tell what it is a value of."""
TASK_SAID: Final = 0.55
"""Share of a ticked task's words that a memory must say for the task to be its matter."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One thing that shows drift, and where."""

    proof: Proof
    at: int
    """Index then of the statement that it turns on."""
    now: int | None
    """Index now of what stands there; None where nothing does."""
    old: str = ""
    new: str = ""
    """The words that were exchanged, as the note has them; empty where none were."""
    value: Value | None = None
    """The memory's value that was replaced."""


def exhibits(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> Iterator[Exhibit]:
    """Yield what an edit shows of a memory, surest kind first.

    Args:
        memory: what is asserted.
        edit: of the cited note.
        grounds: what the memory rests on there.
    """
    for slot in grounds.slots:
        if (exchanged := _replacement(memory, edit, slot)) is not None:
            yield Exhibit("value", slot.at, edit.heirs[slot.at][0], *exchanged, slot.value)
    least = max(RESTS * grounds.best, LEAST)
    rests = [at for at in grounds.rests_on[:LOOKED_AT] if grounds.shares[at] >= least]
    yield from chain.from_iterable(
        _of_statement(memory, edit, at) for at in rests if edit.heirs.get(at)
    )
    yield from _own_task(memory, edit)
    if not edit.heirs.get(grounds.top) and _is_taken_out(memory, edit, grounds):
        yield Exhibit("gone", grounds.top, None)


def _of_statement(memory: Asserted, edit: NoteEdit, at: int) -> Iterator[Exhibit]:
    j = edit.heirs[at][0]
    old, new = edit.then[at], edit.now[j]
    if "~~" in new.text and "~~" not in old.text:
        yield Exhibit("mark", at, j)
    if at in edit.untouched:
        return
    if _is_marked_otherwise(old, new, edit.likeness(at, j)):
        yield Exhibit("mark", at, j)
    if _has_ended(memory, old, new):
        yield Exhibit("ended", at, j)
    if (exchanged := _labelled_otherwise(memory, edit, old, new)) is not None:
        said, was, now = exchanged
        if not _says_elsewhere(memory, edit, at, said):
            yield Exhibit("mark", at, j, was, now)
    one = _one_stretch(memory, edit, old, new)
    if one is not None and not _says_elsewhere(memory, edit, at, one.took & memory.words):
        yield Exhibit("stretch", at, j, one.old, one.new)


# ------------------------------------------------------------------------------- marks and ends


def _is_marked_otherwise(old: Statement, new: Statement, likeness: float) -> bool:
    if None in (old.task_mark, new.task_mark) or is_closed(old) == is_closed(new):
        return False
    is_same = old.plain.casefold() == new.plain.casefold() or likeness >= SAME_LINE
    return is_same or (is_closed(new) and likeness >= SAME_TASK)


def _has_ended(memory: Asserted, old: Statement, new: Statement) -> bool:
    """Tell whether a line says that it is over, or calls done what it and the memory left open."""
    if says_it_ended(new.plain) and not any(map(says_it_ended, (old.plain, memory.text))):
        return True
    is_over = says_done(new.plain) and not says_open(new.plain) and not says_done(old.plain)
    return is_over and says_open(old.plain) and is_waiting(memory.belief)


def _own_task(memory: Asserted, edit: NoteEdit) -> Iterator[Exhibit]:
    """Yield the task that was open, is closed, and is what the memory waits for or repeats."""
    belief = memory.belief
    sentences = [belief.text[a:b] for a, b in split_sentences(belief.text)]
    said = [belief, *(replace(belief, text=one) for one in sentences)]
    for i, heirs in sorted(edit.heirs.items()):
        old, new = edit.then[i], edit.now[heirs[0]]
        if old.task_mark is None or is_closed(old) or not is_closed(new):
            continue
        words = edit.words(old.plain) - memory.title
        shared = words & memory.words
        is_said = len(shared) >= 2 and edit.weigh(shared) >= TASK_SAID * edit.weigh(words)  # noqa: PLR2004
        if (is_said and is_waiting(belief)) or any(has_words_of(one, old.plain) for one in said):
            yield Exhibit("mark", i, heirs[0])


def _labelled_otherwise(
    memory: Asserted, edit: NoteEdit, old: Statement, new: Statement
) -> tuple[frozenset[str], str, str] | None:
    """Return the memory's words that a `Status: open` or a property lost, with both its values."""
    (label, was), (label_now, now) = _labelled(old), _labelled(new)
    if not label or label != label_now:
        return None
    said = edit.words(was) & memory.words - _words_kept(edit, old, new)
    went = edit.words(was) - edit.words(now)
    if not said or said & edit.words(now) or edit.weigh(said) < SAID * edit.weigh(went):
        return None
    return said, was.strip(), now.strip()


def _labelled(statement: Statement) -> tuple[str, str]:
    """Return the label of a `Status: open` and what it says; a property's key is its label."""
    label, colon, rest = statement.plain.partition(":")
    is_label = bool(colon) and len(label.split()) <= LONGEST_LABEL and rest.startswith(" ")
    return (label.casefold(), rest) if is_label or statement.key else ("", statement.plain)


def _words_kept(edit: NoteEdit, old: Statement, new: Statement) -> frozenset[str]:
    """Return the words of values that stand in another form."""
    news = said_in(new)
    kept = (one for one in said_in(old) if any(same(one, other) for other in news))
    return frozenset().union(*(edit.words(old.plain[one.start : one.end]) for one in kept))


def _is_taken_out(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> bool:
    """Tell whether the best statement was taken out of a note that else stands, and its words."""
    if len(edit.untouched) < NOTE_STANDS * len(edit.then):
        return False
    told = " ".join(edit.now[j].text for j in edit.fresh)
    if told and set(languages_of(edit.then[grounds.top].text)).isdisjoint(languages_of(told)):
        return False  # it may stand there in another language
    left = max((memory.share(edit, one) for one in edit.now), default=0.0)
    return left < STILL_SAID * grounds.best


# ------------------------------------------------------------------------------------ one stretch


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
            for one in exchanges(old.plain, new.plain, memory.language)
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
    if one.took <= edit.words(new.plain) or edit.weigh(said) < SAID * edit.weigh(one.took):
        return None
    is_told_already = 2 * len(one.brought & memory.words) >= len(one.brought)
    whole = edit.words(old.plain)
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


# ------------------------------------------------------------------------- what became of a slot


def _replacement(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return a slot's words and those that took their place; None where nothing plainly did."""
    heirs = edit.heirs.get(slot.at, ())
    if slot.at in edit.untouched or not heirs:
        return None
    if stands_in(slot.there, heirs, edit):
        return _traded_place(memory, edit, slot) if slot.value.kind in TYPED else None
    if is_elsewhere(memory, edit, slot):
        return None
    old, new = edit.then[slot.at], edit.now[heirs[0]]
    said = said_in(old), said_in(new)
    taken = in_its_place(slot.there, (old.plain, new.plain), said, memory.language)
    if taken is None:
        return None
    there = slot.there
    was, now = old.plain[there.start : there.end], new.plain[taken.start : taken.end]
    if any(same(taken, one) for one in memory.values):
        return None
    is_word = there.kind not in TYPED
    is_anew = is_word and edit.likeness(slot.at, heirs[0]) < SAME_SENTENCE
    return None if is_anew or (is_word and abbreviates(was, now)) else (was, now)


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
    """Tell whether another statement of now gives a slot's value for the same thing.

    It says the rest of what stood with it, or, as a row of a table does, nothing else.
    """
    own = edit.words(memory.text[slot.value.start : slot.value.end])
    needed = memory.share(edit, edit.then[slot.at], own)
    about = memory.words | edit.words(edit.then[slot.at].plain)
    for j, one in enumerate(edit.now):
        if any(same(slot.value, other) for other in said_in(one)):
            share = memory.share(edit, one, own)
            is_bare = j in edit.fresh and share > 0 and edit.words(one.plain) <= about
            if is_bare or share >= _needed(edit, j) * needed:
                return True
    return False


def _says_elsewhere(memory: Asserted, edit: NoteEdit, at: int, own: frozenset[str]) -> bool:
    """Tell whether another statement of now says some words, and the rest too."""
    needed = memory.share(edit, edit.then[at], own)
    heir = edit.heirs[at][0]
    return any(
        memory.share(edit, one, own) >= _needed(edit, j) * needed
        for j, one in enumerate(edit.now)
        if j != heir and own <= edit.words(one.plain)
    )


def _needed(edit: NoteEdit, j: int) -> float:
    return SAYS_THE_REST if j in edit.fresh else STOOD_BESIDE


def in_its_place(
    there: Value,
    texts: tuple[str, str],
    values: tuple[Sequence[Value], Sequence[Value]],
    language: str = "",
) -> Value | None:
    """Return the new value that stands in a value's place, or is the one of its kind that came.

    Args:
        there: the value, as the old text gives it.
        texts: of then and of now.
        values: of each.
        language: by which their words are stemmed.
    """
    olds, news = values
    fresh = [
        one
        for one in news
        if comparable(there, one) and not any(same(one, other) for other in olds)
    ]
    spots = [one for one in exchanges(*texts, language) if one.covers(there.start, there.end)]
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


def _traded_place(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return what was exchanged where a sentence gives a value still, but for another thing.

    Of two equal values the one meant was replaced, or two values changed places.
    """
    j = edit.heirs[slot.at][0]
    old, new = edit.then[slot.at].plain, edit.now[j].plain
    if edit.likeness(slot.at, j) < HARDLY_CHANGED:
        return None
    olds, news = said_in(edit.then[slot.at]), said_in(edit.now[j])
    twins = [one for one in olds if same(slot.there, one)]
    said = [_said_beside(memory, edit, old, one) for one in twins]
    if not any(said) or said.count(max(said)) > 1:
        return None
    meant = twins[said.index(max(said))]
    for one in exchanges(old, new, memory.language):
        for value in news if one.covers(meant.start, meant.end) else ():
            is_other = comparable(meant, value) and not same(meant, value)
            is_pure = one.took <= edit.words(old[meant.start : meant.end])
            if is_other and is_pure and one.brings(value.start, value.end):
                return one.old, one.new
    return None


def _said_beside(memory: Asserted, edit: NoteEdit, text: str, value: Value) -> int:
    """Return how many words of the memory stand near a value."""
    around = (
        f"{text[max(0, value.start - NEAR) : value.start]} {text[value.end : value.end + NEAR]}"
    )
    return len(edit.words(around) & memory.words)


def is_denied_anew(memory: Asserted, edit: NoteEdit, at: int) -> bool:
    """Tell whether what stands in a statement's place denies what it and the memory affirmed.

    Or affirms what they denied; each by the clause that speaks of the memory's matter.
    """
    old, whole = edit.then[at].plain, edit.whole(at)
    was, now = (denies(text, memory.words, memory.language) for text in (old, whole))
    return was != now and was == denies(memory.text, memory.words, memory.language)
