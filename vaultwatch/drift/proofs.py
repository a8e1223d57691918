"""Show that a memory drifted: find in an edit what a finger can be pointed at.

Pure. A value was replaced, one stretch of a sentence exchanged, a task ticked, a line struck, a
property set anew, it is said to be over, or its passage was taken out of a note that else stands.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Final

from vaultwatch.drift.matters import (
    end_of,
    has_words_of,
    is_closed,
    is_waiting,
    says_done,
    says_itself,
    says_open,
)
from vaultwatch.drift.model import Proof
from vaultwatch.drift.passages.asserted import Asserted, RestsOn, Slot, are_listed, label_of
from vaultwatch.drift.passages.edit import NoteEdit, said_in
from vaultwatch.drift.passages.exchange import (
    Exchange,
    abbreviates,
    exchanges,
    in_its_place,
    is_form,
    is_no_word,
    joined,
)
from vaultwatch.drift.places import places_in, told_by_place
from vaultwatch.drift.switches import agrees
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import struck_in
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences
from vaultwatch.values.equality import comparable, same, says_all_of
from vaultwatch.values.languages import is_everyday, languages_of, lexicon_of
from vaultwatch.values.line import NO_PIECE
from vaultwatch.values.model import TYPED, Value
from vaultwatch.values.polarity import (
    denies,
    folded,
    has_word,
    is_turned,
    meant_in,
    negations,
)
from vaultwatch.values.reading import dates_of, values_of
from vaultwatch.values.tokens import pieces

WELL_GROUNDED: Final = 0.35
"""Least share of a memory that its best statement says, for it to be called still true."""
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
SAME_TASK: Final = 0.5
SAME_LINE: Final = 0.8
"""Likeness of a task's words to those of the same task later, ticked or marked otherwise."""
NOTE_STANDS: Final = 0.6
"""Share of a note's statements that stand untouched around one that was taken out."""
STILL_SAID: Final = 0.4
"""Of what the statement that was taken out said, so much is said by none that came: it may say the
same in other words."""
LIKE_IT: Final = 0.65
"""The same for those that stood beside it: they say now what they said then, each of its own matter
in the words of the note."""
SAYS_THE_REST: Final = 0.6
"""A new statement that says this share of what stood with a value, and the value, keeps it."""
STOOD_BESIDE: Final = 0.95
"""The same for one that stood before."""
SAME_SENTENCE: Final = 0.5
"""Likeness of a sentence in which a name or literal was replaced, not all written anew."""
HARDLY_CHANGED: Final = 0.9
"""Likeness of a sentence in which one value was replaced by another that it gives too."""
_PART: Final = late_regex(r"[,;|·](?=\s)|[\u3001\u3002\uff0c\uff1b]")
"""The marks that part one thing and its value from the next."""
KEPT: Final = 0.85
"""Share of the words of a line and its contrary that are the same. Chosen by hand."""
TOPIC: Final = 0.4
"""How much a new line must say of what the memory waits for, or of its line. Chosen by hand."""
TASK_SAID: Final = 0.55
"""Share of the words of a line ticked or struck that a memory says where it is its matter."""
_WHEN: Final = frozenset({"date", "time"})
"""Kinds of values that tell when, and not what: `10:00` of the hours of opening, and of a stamp."""


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
    """Yield what an edit shows of a memory, surest kind first."""
    for slot in (one for one in grounds.slots if one.at in grounds.meant):
        if (exchanged := _replacement(memory, edit, slot)) is not None:
            yield Exhibit("value", slot.at, edit.heirs[slot.at][0], *exchanged, slot.value)
    least = max(RESTS * grounds.best, LEAST)
    rests = [at for at in grounds.meant[:LOOKED_AT] if grounds.shares[at] >= least]
    turned = (
        i
        for i, to in edit.heirs.items()
        if i not in edit.untouched and agrees(memory, edit.now[to[0]], edit.words) is False
    )
    yield from chain.from_iterable(
        _of_statement(memory, edit, at, grounds)
        for at in dict.fromkeys((*rests, *grounds.labelled, *turned))
        if edit.heirs.get(at)
    )
    yield from _moved_items(memory, edit)
    # What stands word for word no other line's mark settles.
    is_whole = says_itself(memory.belief, (edit.then[i] for i in edit.untouched))
    if not is_whole:
        yield from _own_task(memory, edit)
    if is_waiting(memory.belief):
        yield from _settled_elsewhere(memory, edit, grounds, is_whole=is_whole)
    if not edit.heirs.get(grounds.top) and _is_taken_out(memory, edit, grounds):
        yield Exhibit("gone", grounds.top, None)


def _of_statement(memory: Asserted, edit: NoteEdit, at: int, grounds: RestsOn) -> Iterator[Exhibit]:
    j = edit.heirs[at][0]
    old, new = edit.then[at], edit.now[j]
    yield from _marks_of(memory, edit, at, grounds)
    if at in edit.untouched:
        return
    proof = end_of(memory, old, new)
    # `Does not wait` says that it is done, or that it is not: in else the same words the latter.
    is_open = not proof or (proof == "done" and negations(new.plain))
    if is_open and (_is_contrary(memory, edit, at) or _is_turned(memory, old.plain, new.plain)):
        proof = "denied"
    if proof:
        yield Exhibit(proof, at, j)
    if [agrees(memory, one, edit.words) for one in (old, new)] == [True, False]:
        yield Exhibit("mark", at, j, label_of(old)[1].strip(), label_of(new)[1].strip())
    if (exchanged := _labelled_otherwise(memory, edit, old, new)) is not None:
        said, was, now = exchanged
        stood = at in grounds.labelled  # whatever else stood then was looked at
        if not _says_elsewhere(memory, edit, at, said, edit.fresh if stood else None):
            yield Exhibit("mark", at, j, was, now)
    if struck_anew(memory, edit, old, new) and not struck_in(new.text)[1]:
        yield Exhibit("mark", at, j)
    one = _one_stretch(memory, edit, old, new)
    if one is not None and not _says_elsewhere(memory, edit, at, one.took & memory.words):
        olds, news = (said_in(side, memory.language) for side in (old, new))
        words = one.whole(olds, news, old.plain, new.plain)
        yield Exhibit("stretch", at, j, *words)


# ------------------------------------------------------------------------------- marks and ends


def _marks_of(memory: Asserted, edit: NoteEdit, at: int, grounds: RestsOn) -> Iterator[Exhibit]:
    """Yield what became of a line as a whole: struck, moved under a title, ticked or opened."""
    j = edit.heirs[at][0]
    old, new = edit.then[at], edit.now[j]
    is_gone = struck_in(new.text)[1] and struck_anew(memory, edit, old, new)
    if is_gone and (at == grounds.top or _is_matter(memory, edit, old)):
        yield Exhibit("mark", at, j)
    told_by, where, was, now = told_by_place(memory, edit, at)
    if told_by:
        yield Exhibit(told_by, at, where, was, now)
    is_other = at not in edit.untouched and _is_marked_otherwise(old, new, edit.likeness(at, j))
    if is_other and (is_closed(old) or not _gives_only_a_value(memory, edit, old)):
        yield Exhibit("mark", at, j)


def _gives_only_a_value(memory: Asserted, edit: NoteEdit, task: Statement) -> bool:
    """Tell whether a memory gives a value of a task, and neither waits for it nor repeats it."""
    if is_waiting(memory.belief) or edit.words(task.plain) <= memory.words:
        return False
    told = [one for one in said_in(task, memory.language) if one.kind in TYPED]
    return any(same(one, mine) for one in told for mine in memory.values)


def _is_marked_otherwise(old: Statement, new: Statement, likeness: float) -> bool:
    if None in (old.task_mark, new.task_mark) or is_closed(old) == is_closed(new):
        return False
    is_same = old.plain.casefold() == new.plain.casefold() or likeness >= SAME_LINE
    return is_same or (is_closed(new) and likeness >= SAME_TASK)


def struck_anew(memory: Asserted, edit: NoteEdit, old: Statement, new: Statement) -> bool:
    """Tell whether a line was struck, or words of it that the memory says and it says no more."""
    (was, is_old), (words, is_whole) = struck_in(old.text), struck_in(new.text)
    if is_whole or is_old:
        return is_whole and not (is_old or (is_closed(old) and is_closed(new)))
    went = edit.words(words) - edit.words(was) - edit.words(new.plain)
    return bool(went & edit.words(old.plain) & memory.words - memory.title)


def _is_contrary(memory: Asserted, edit: NoteEdit, at: int) -> bool:
    """Tell whether a line's clause on the memory's matter says the contrary in else its words."""
    old, new = edit.then[at].plain, edit.whole(at)
    before, after = (
        frozenset(word for word in edit.words(clause) if not negations(word))
        for text in (old, new)
        for clause in [meant_in(text, memory.words, memory.language)]
    )
    after -= edit.words(dates_of(new)) - before  # since when it is so
    before -= edit.words(dates_of("" if negations(old) else old)) - after  # it was so at no time
    small = edit.words(" ".join(filter(is_everyday, (*folded(old), *folded(new)))))
    before, after = before - (small - after), after - (small - before)  # `now`, `since May`
    is_kept = edit.weigh(before & after) >= KEPT * max(edit.weigh(before), edit.weigh(after))
    is_label = len(before) == 1 and before != edit.words(new)  # `Cars: too loud` allows none
    return is_kept and not is_label and is_denied_anew(memory, edit, at)


def _is_turned(memory: Asserted, old: str, new: str) -> bool:
    """Tell whether all that was exchanged is a word for its opposite: `on` for `off`.

    The memory says it before the same word as the line does, or at an end: `on`, not `on Sundays`.
    """
    spots = exchanges(old, new, memory.language)
    if len(spots) != 1 or not is_turned(spots[0].old.casefold(), spots[0].new.casefold()):
        return False
    if negations(memory.text) % 2 != negations(old) % 2:
        return False  # `is never off`
    was, came = (_word_and_next(text, spots[0].old) for text in (memory.text, old))
    return bool(was & came) and not _word_and_next(memory.text, spots[0].new)


def _word_and_next(text: str, word: str) -> set[str]:
    """Return what follows a word wherever it stands in a text: the next one, or nothing."""
    parts = [*pieces(text.casefold()), NO_PIECE]
    return {
        after.lower if after.kind == "word" else ""
        for one, after in pairwise(parts)
        if one.lower == word.casefold()
    }


def _settled_elsewhere(
    memory: Asserted, edit: NoteEdit, grounds: RestsOn, *, is_whole: bool
) -> Iterator[Exhibit]:
    """Yield the new line that calls done what the memory waits for.

    Or the property, where the memory speaks of a state and not of tasks, which have marks, or no
    statement says much of it: it is about the note as a whole.
    """
    top = edit.then[grounds.top]
    is_task = all(edit.then[i].task_mark is not None for i in grounds.rests_on)
    is_state = not is_task and has_word(memory.text, "open")
    is_meant = (is_state or grounds.best < WELL_GROUNDED) and not is_whole
    for i, heirs in edit.heirs.items() if is_meant else ():
        old, new = edit.then[i], edit.now[heirs[0]]
        if old.key is not None and (proof := end_of(memory, old, new)):
            yield Exhibit(proof, i, heirs[0])
    known = f"{memory.text} {top.plain}"
    hours = (one for one in values_of(known, memory.language) if one.kind in _WHEN)
    matter = edit.words(known) - edit.words(" ".join(known[a.start : a.end] for a in hours))
    for j in edit.added:
        one = edit.now[j]
        is_line = one.kind not in {"heading", "code", "table_row"}
        is_line = is_line and (one.task_mark is None or is_closed(one))
        near = max(memory.share(edit, one), edit.alike(top.plain, one.plain))
        is_done = says_done(one.plain) and not says_open(one.plain) and not negations(one.plain)
        if is_line and near >= TOPIC and is_done and matter & edit.words(one.plain):
            yield Exhibit("done", grounds.top, j)


def _moved_items(memory: Asserted, edit: NoteEdit) -> Iterator[Exhibit]:
    """Yield the item that a memory is about and that stands below another than the memory says.

    However little it says beside the line that it stood under: `Tent` below `Box 4`.
    """
    places, places_now = places_in(edit.then), places_in(edit.now)
    for i, heirs in edit.heirs.items():
        old, new = edit.then[i], edit.now[heirs[0]]
        if places[i] == places_now[heirs[0]] or not (old.context and new.context):
            continue
        words = edit.words(old.plain)
        shared = words & memory.words - memory.title
        if shared and edit.weigh(shared) >= TASK_SAID * edit.weigh(words):
            proof, j, was, now = told_by_place(memory, edit, i)
            if proof == "mark":
                yield Exhibit(proof, i, j, was, now)


def _own_task(memory: Asserted, edit: NoteEdit) -> Iterator[Exhibit]:
    """Yield the task that was open, is closed, and is what the memory waits for or repeats."""
    belief = memory.belief
    sentences = [belief.text[a:b] for a, b in split_sentences(belief.text)]
    said = [belief, *(replace(belief, text=one) for one in sentences)]
    for i, heirs in sorted(edit.heirs.items()):
        old, new = edit.then[i], edit.now[heirs[0]]
        if old.task_mark is None or is_closed(old) or not is_closed(new):
            continue
        is_said = _is_matter(memory, edit, old) and is_waiting(belief)
        if is_said or any(has_words_of(one, old.plain) for one in said):
            yield Exhibit("mark", i, heirs[0])


def _is_matter(memory: Asserted, edit: NoteEdit, line: Statement) -> bool:
    """Tell whether a memory says so much of a line that what becomes of the line is its matter."""
    words = edit.words(line.plain) - memory.title
    shared = words & memory.words
    return len(shared) >= 2 and edit.weigh(shared) >= TASK_SAID * edit.weigh(words)  # noqa: PLR2004


def _labelled_otherwise(
    memory: Asserted, edit: NoteEdit, old: Statement, new: Statement
) -> tuple[frozenset[str], str, str] | None:
    """Return the memory's words that a `Status: open` or a property lost, with both its values."""
    (label, was), (label_now, now) = label_of(old), label_of(new)
    lines = (one.last_line - one.first_line for one in (old, new) if one.kind == "sentence")
    if not label or label != label_now or any(lines):  # of several lines it labels the first
        return None
    said = edit.words(was) & memory.words - _words_kept(edit, old, new) - memory.measured
    went = edit.words(was) - edit.words(now)
    if not said or said & edit.words(now) or edit.weigh(said) < SAID * edit.weigh(went):
        return None
    return said, was.strip(), now.strip()


def _words_kept(edit: NoteEdit, old: Statement, new: Statement) -> frozenset[str]:
    """Return the words of values that stand in another form: `above 45 %`, `more than 45 %`."""
    olds, news = (said_in(one, edit.weights.language) for one in (old, new))
    kept = (one for one in olds if any(same(one, other) for other in news))
    return frozenset().union(*(edit.words(one.whole_in(old.plain)) for one in kept))


def _is_taken_out(memory: Asserted, edit: NoteEdit, grounds: RestsOn) -> bool:
    """Tell whether the best statement was taken out of a note that else stands, and its words."""
    if len(edit.untouched) < NOTE_STANDS * len(edit.then):
        return False
    told = " ".join(edit.now[j].text for j in edit.fresh)
    if told and set(languages_of(edit.then[grounds.top].text)).isdisjoint(languages_of(told)):
        return False  # it may stand there in another language
    left = ((j, memory.share(edit, one) / grounds.best) for j, one in enumerate(edit.now))
    return all(said < (STILL_SAID if j in edit.fresh else LIKE_IT) for j, said in left)


# ------------------------------------------------------------------------------------ one stretch


def _one_stretch(
    memory: Asserted, edit: NoteEdit, old: Statement, new: Statement
) -> Exchange | None:
    """Return the one exchange of words of meaning, where the memory has the old ones alone.

    None where a denial went or came, for `only` and `nobody but` say the same, or the language.
    """
    if set(languages_of(old.text)).isdisjoint(languages_of(new.text)):
        return None
    olds, news = (said_in(one, memory.language) for one in (old, new))
    real = joined(
        [
            one
            for one in exchanges(old.plain, new.plain, memory.language)
            if (one.took or one.brought) and not is_form(one, olds, news)
        ],
        old.plain,
        new.plain,
    )
    if len({(one.took, one.brought) for one in real}) != 1:
        return None
    one = real[0]
    if negations(one.old) != negations(one.new) or has_word(one.new, "continues"):
        return None
    said = one.took & (memory.words - memory.title - memory.measured)
    if one.took <= edit.words(new.plain) or edit.weigh(said) < SAID * edit.weigh(one.took):
        return None
    is_told_already = 2 * len(one.brought & memory.words) >= len(one.brought)
    whole = edit.words(old.plain)
    if not said or is_told_already or edit.weigh(whole - one.took) < LEFT * edit.weigh(whole):
        return None
    return None if is_no_word(one, olds, news, old.plain, new.plain) else one


# ------------------------------------------------------------------------- what became of a slot


def _replacement(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return a slot's words and those that took their place; None where nothing plainly did."""
    heirs = edit.heirs.get(slot.at, ())
    if slot.at in edit.untouched or not heirs:
        return None
    old, new = edit.then[slot.at], edit.now[heirs[0]]
    if (sole := _sole_exchange(memory, edit, slot)) is not None:
        return None if is_elsewhere(memory, edit, slot, heirs) else sole
    there, language = slot.there, memory.language
    if stands_in(there, heirs, edit):
        turned = _turned_about(memory, edit, slot)
        return turned or (_traded_place(memory, edit, slot) if there.end else None)
    said = said_in(old, language), said_in(new, language)
    taken = in_its_place(there, (old.plain, new.plain), said, language)
    if taken is None or any(same(taken, one) for one in memory.values):
        return None
    if is_elsewhere(memory, edit, slot):
        return None
    was, now = _words_of(old.plain, there, new.plain, taken)
    is_word = there.kind not in TYPED
    is_anew = is_word and edit.likeness(slot.at, heirs[0]) < SAME_SENTENCE
    is_inflected = there.kind == "name" and edit.words(was) == edit.words(now)
    is_form = is_inflected or (is_word and abbreviates(was, now))
    return None if is_anew or is_form else (was, now)


def _sole_exchange(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return the value of then and that of now which are all in which a sentence differs.

    It may stand there twice, or be one that the memory gives too: the memory says what went as
    often as the sentence did, and what came no oftener.
    """
    old, new = edit.then[slot.at], edit.now[edit.heirs[slot.at][0]]
    olds, news = (said_in(one, memory.language) for one in (old, new))
    spots = exchanges(old.plain, new.plain, memory.language)
    was = [v for v in olds for one in spots[:2] if v.end and one.covers(v.start, v.end)]
    if not len(spots) == len(was) == 1:
        return None
    came = [v for v in news if v.end and spots[0].brings(v.start, v.end)]
    came = [v for v in came if not same(v, was[0])]  # of 40 May the month
    if len(came) != 1:
        return None
    (went,), (instead,) = was, came
    is_other = comparable(went, instead) or instead.kind == "number"
    if went.kind not in TYPED or not is_other or not same(slot.value, went):
        return None
    said = [sum(same(one, v) for v in memory.values) for one in (went, instead)]
    told = [sum(same(one, v) for v in olds) for one in (went, instead)]
    is_meant = said[0] >= told[0] and said[1] <= told[1]
    return _words_of(old.plain, went, new.plain, instead) if is_meant else None


def _words_of(old: str, went: Value, new: str, came: Value) -> tuple[str, str]:
    """Return two values as their sentences write them, with their bounds where all else is one."""
    was, now = old[went.start : went.end], new[came.start : came.end]
    return (was, now) if was != now else (went.whole_in(old), came.whole_in(new))


def stands_in(value: Value, heirs: Sequence[int], edit: NoteEdit) -> bool:
    """Tell whether a value still stands in what took its statement's place."""
    now = [other for j in heirs for other in said_in(edit.now[j], edit.weights.language)]
    if any(says_all_of(one, value) and one.is_denied == value.is_denied for one in now):
        return True
    if value.kind in TYPED:
        return False
    said = re.compile(
        rf"(?<!\S){re.escape(str(value.key[0]))}(?=[,;:.!?)]?(?:\s|$))", re.IGNORECASE
    )
    return any(said.search(edit.now[j].plain) for j in heirs)


def is_kept_in_place(slot: Slot, edit: NoteEdit) -> bool:
    """Tell whether a slot's value stands in its statement's place as often as it stood there."""
    heirs = edit.heirs.get(slot.at, ())
    language = edit.weights.language
    stood = sum(same(slot.there, one) for one in said_in(edit.then[slot.at], language))
    stands = sum(same(slot.there, one) for j in heirs for one in said_in(edit.now[j], language))
    return stands_in(slot.there, heirs, edit) and stands >= stood


def is_elsewhere(
    memory: Asserted, edit: NoteEdit, slot: Slot, without: Collection[int] = ()
) -> bool:
    """Tell whether another statement of now gives a slot's value for the same thing.

    It says the rest of what stood with it, or, as a row of a table does, nothing else.
    """
    own = edit.words(memory.text[slot.value.start : slot.value.end])
    needed = slot.of.share(edit, edit.then[slot.at], own)
    about = memory.words | edit.words(edit.then[slot.at].plain)
    for j, one in enumerate(edit.now):
        said = () if j in without else said_in(one, memory.language)
        if any(same(slot.value, other) for other in said):
            share = slot.of.share(edit, one, own)
            is_bare = j in edit.fresh and share > 0 and edit.words(one.plain) <= about
            if is_bare or share >= _needed(edit, j) * needed:
                return True
    return False


def _says_elsewhere(
    memory: Asserted,
    edit: NoteEdit,
    at: int,
    own: frozenset[str],
    among: Collection[int] | None = None,
) -> bool:
    """Tell whether another statement of now, or of some of them, says some words, and the rest."""
    needed = memory.share(edit, edit.then[at], own)
    heir = edit.heirs[at][0]
    return any(
        memory.share(edit, edit.now[j], own) >= _needed(edit, j) * needed
        for j in (range(len(edit.now)) if among is None else among)
        if j != heir and own <= edit.words(edit.now[j].plain)
    )


def _needed(edit: NoteEdit, j: int) -> float:
    return SAYS_THE_REST if j in edit.fresh else STOOD_BESIDE


def _traded_place(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return what was exchanged where a sentence gives a value still, but for another thing.

    Of two equal values the one meant was replaced, two changed places, or the value is named in
    another clause: the part of the sentence that names the memory's thing gives another one.
    """
    j = edit.heirs[slot.at][0]
    old, new = edit.then[slot.at].plain, edit.now[j].plain
    own = edit.words(memory.text[slot.value.start : slot.value.end]) | memory.title
    olds = [one for one in said_in(edit.then[slot.at], memory.language) if same(slot.there, one)]
    told = [(_named_beside(edit, old, one, memory.words - own), one) for one in olds]
    most = max((len(names) for names, _ in told), default=0)
    meant = [(names, one) for names, one in told if len(names) == most]
    if not most or len(meant) != 1:
        return None
    (names, there), others = meant[0], list(said_in(edit.now[j], memory.language))
    others = [one for one in others if names == _named_beside(edit, new, one, names)]
    beside = [one for one in others if one.end and comparable(there, one)]
    if any(same(one, there) for one in others) or len(beside) != 1:
        return None
    if are_listed(memory, edit, slot.at, (there, beside[0])):
        return None
    is_same = _said_beside(old, there) == _said_beside(new, beside[0])
    if not is_same and edit.likeness(slot.at, j) < HARDLY_CHANGED:
        return None
    return old[there.start : there.end], new[beside[0].start : beside[0].end]


def _turned_about(memory: Asserted, edit: NoteEdit, slot: Slot) -> tuple[str, str] | None:
    """Return a value and the one that it changed places with: `from Bern to Ulm`, nothing else."""
    line, new = edit.then[slot.at], edit.now[edit.heirs[slot.at][0]].plain
    old, values = line.plain, said_in(line, memory.language)
    for other in values if line.kind != "table_row" else ():  # columns may have changed places
        first, last = sorted((slot.there, other), key=lambda one: one.start)
        said = edit.words(old[other.start : other.end])
        is_meant = comparable(first, last) and said <= memory.words
        if is_meant and 0 < first.end <= last.start:
            was, came = old[first.start : first.end], old[last.start : last.end]
            turned = (old[: first.start], came, old[first.end : last.start], was, old[last.end :])
            both = slot.there, other
            if "".join(turned) == new and not are_listed(memory, edit, slot.at, both):
                return old[slot.there.start : slot.there.end], old[other.start : other.end]
    return None


def _named_beside(edit: NoteEdit, text: str, value: Value, names: frozenset[str]) -> frozenset[str]:
    """Return those of some words that stand in the part of a sentence that gives a value."""
    start, end = _part_of(text, value)
    return names & edit.words(text[start:end])


def _said_beside(text: str, value: Value) -> list[str]:
    """Return what stands around a value in its part of a sentence: `now` is nothing."""
    start, end = _part_of(text, value)
    around = f"{text[start : value.start]} {text[value.end : end]}"
    return [one for one in folded(around) if not is_everyday(one)]


def _part_of(text: str, value: Value) -> tuple[int, int]:
    """Return where the part of a sentence begins and ends that gives a value."""
    joins = lexicon_of(languages_of(text)).ands
    spots = [one.span() for one in _PART.finditer(text)]
    spots += [(one.start, one.end) for one in pieces(text) if one.lower in joins]
    start = max((end for _, end in spots if end <= value.start), default=0)
    return start, min((begin for begin, _ in spots if begin >= value.end), default=len(text))


def is_denied_anew(memory: Asserted, edit: NoteEdit, at: int) -> bool:
    """Tell whether what stands in a statement's place denies what it and the memory affirmed.

    Or affirms what they denied; each by the clause of the memory's matter.
    """
    old, whole = edit.then[at].plain, edit.whole(at)
    was, now = (denies(text, memory.words, memory.language) for text in (old, whole))
    return was != now and was == denies(memory.text, memory.words, memory.language)
