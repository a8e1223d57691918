"""Tell whether words call a matter open or done, and whether a task's mark says the same.

Pure. A tick is news to a belief that calls its matter open, and none to one that calls it done.
The words are data (`data/matters.toml`).
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Proof
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.asserted import Asserted
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import struck_in
from vaultwatch.notes.model import CLOSED_MARKS, Statement
from vaultwatch.values.polarity import (
    denials,
    folded,
    matters,
    negations,
    pattern_for,
    says_it_ended,
    says_it_is_off,
    words_for,
)
from vaultwatch.values.reading import dates_of, values_of
from vaultwatch.values.words import content, words_in

_CANCELLED_MARK: Final = "-"
_LEAST_OWN_WORDS: Final = 2
"""A single word says nothing that a note could confirm."""
_REACH: Final = 30
"""Characters over which a denial reaches: `has not yet been signed`. Chosen by hand."""
_MAX_CHARS: Final = 4_000
"""Behind that no word is looked for."""
_PARTS: Final = late_regex(r"[.;:,!?](?=\s|$)|[\u3002\uff1b\uff1a\uff0c\u3001]")


def is_closed(statement: Statement) -> bool:
    """Tell whether a statement is a task that is done or cancelled."""
    return statement.task_mark is not None and statement.task_mark in CLOSED_MARKS


def is_waiting(belief: Belief) -> bool:
    """Tell whether a belief says that something is open, must be done, or was not done yet.

    The note's name does not count.
    """
    return says_open(belief.text.replace(belief.note_title, " "))


@lru_cache(maxsize=4_096)
def says_open(text: str) -> bool:
    """Tell whether a text says that something is unfinished."""
    text = text[:_MAX_CHARS]
    shut = {word for word in words_for("open_states") if _is_denied(text, word)}
    if (words_for("open") - shut) & set(folded(text)) or _has_sign(text, "open"):
        return True
    spots = (one.start() for one in pattern_for("must").finditer(text))
    if any(not _denied_near(text, spot) for spot in spots):
        return True
    return any(denials(one[0]) for one in pattern_for("was_done").finditer(text)) or any(
        _is_denied(text, word) for word in _done_in(text)
    )


@lru_cache(maxsize=4_096)
def says_done(text: str) -> bool:
    """Tell whether a text says that something was done, whatever else it says."""
    text = text[:_MAX_CHARS]
    if pattern_for("caused").match(text):
        return False
    shut = any(_is_denied(text, word) for word in words_for("open_states") & set(folded(text)))
    if shut or _has_sign(text, "done"):
        return True
    if any(not denials(one[0]) for one in pattern_for("was_done").finditer(text)):
        return True
    said = folded(text)
    return any(not _is_denied(text, word) and not _describes(said, word) for word in _done_in(text))


def end_of(memory: Asserted, old: Statement, new: Statement) -> Proof:
    """Return `ended` where a line says that it is over, `done` where done what was open."""
    if says_it_ended(new.plain) and not any(map(says_it_ended, (old.plain, memory.text))):
        return "ended"
    if says_it_is_off(new.plain) and not negations(new.plain):
        return "" if says_it_is_off(old.plain) or says_it_is_off(memory.text) else "ended"
    is_over = says_done(new.plain) and not says_open(new.plain)
    is_over = (is_over and says_open(old.plain)) or (
        old.key is None and calls_done(old.plain, new.plain)  # a `status` is of the note, not of it
    )
    return "done" if is_over and is_waiting(memory.belief) else ""


def calls_done(old: str, new: str) -> bool:
    """Tell whether a line got no more than that it is done: `Order paint (done on 3 May)`."""
    came = new.removeprefix(old.rstrip(" ."))
    if came == new:
        return False
    said = set(folded(came)) - set(folded(dates_of(came)))
    is_done = bool(said) and said <= _done_in(came)
    return is_done or came.strip(" .") in words_for("ticks")


def _done_in(text: str) -> frozenset[str]:
    return (words_for("done") - words_for("also_not_done")) & set(folded(text))


def _has_sign(text: str, name: str) -> bool:
    return any(sign in text for sign in matters()[f"{name}_signs"].split())


def _describes(said: tuple[str, ...], word: str) -> bool:
    """Tell whether a word only describes the next one: `the signed contract`."""
    at = said.index(word)
    return 0 < at < len(said) - 1 and said[at - 1] in words_for("articles")


def _is_denied(text: str, word: str) -> bool:
    at = text.casefold().find(word)
    spots = (spot for spot in denials(text) if at - _REACH <= spot < at)
    return at >= 0 and any(_PARTS.search(text[spot:at]) is None for spot in spots)


def _denied_near(text: str, at: int) -> bool:
    """Tell whether what must be done need not, or must not, be done."""
    return any(at - _REACH <= spot <= at + _REACH for spot in denials(text))


def says_mark(belief: Belief, task: Statement) -> bool:
    """Tell whether a belief says what a task's mark says: that it is done, or that it is open.

    Of a belief that speaks of several matters, the part decides that shares most with the task.
    """
    parts = [replace(belief, text=part) for part in _parts_about(belief, task)]
    is_open = {is_waiting(one) for one in parts if is_waiting(one) or says_done(one.text)}
    if not is_closed(task):
        return is_open == {True}
    if task.task_mark == _CANCELLED_MARK and not says_it_is_off(belief.text):
        return False
    return is_open == {False}


def _parts_about(belief: Belief, task: Statement) -> list[str]:
    """Return the parts of a belief, between its commas and stops, that share most with a task."""
    wanted = content(task.plain)
    shares = {
        part: len(content(part) & wanted) / len(content(part))
        for part in _PARTS.split(belief.text)
        if content(part)
    }
    best = max(shares.values(), default=0.0)
    return [part for part, share in shares.items() if share == best] if best else [belief.text]


def says_itself(belief: Belief, statements: Iterable[Statement]) -> bool:
    """Tell whether a note holds a belief's own words as one statement, and means the same by them.

    A task says the belief only where its mark does, and `Legal signed it` does not say `Legal must
    still sign it`.
    """
    stand = (one for one in statements if not struck_in(one.text)[1])
    return any(has_words_of(belief, one.plain) and _means(belief, one) for one in stand)


def has_words_of(belief: Belief, text: str) -> bool:
    """Tell whether a belief is a text word for word, empty words and the note's name aside."""
    titled = content(belief.note_title)

    def words(said: str) -> list[str]:
        kept = content(said) - titled
        return [one.stem for one in words_in(said) if one.stem in kept or len(one.stem) == 1]

    own = words(belief.text)
    is_same = len(own) >= _LEAST_OWN_WORDS and words(text) == own
    if not is_same or len(denials(text)) != len(denials(belief.text)):
        return False
    sides = (belief.text, text)
    bounds, its = (
        [(v.bound, v.is_negative) for v in values_of(said) if v.bound or v.is_negative]
        for said in sides
    )
    return bounds == its  # `more than 12`, and no more; `-5 °C`


def _means(belief: Belief, statement: Statement) -> bool:
    if statement.task_mark is not None:
        return says_mark(belief, statement)
    return is_waiting(belief) == is_waiting(replace(belief, text=statement.plain))


def marks_as_said(belief: Belief, baseline: Baseline, now: tuple[Statement, ...]) -> Baseline:
    """Return a baseline whose tasks were marked then as the belief says and the note says now.

    So a mark that came to agree with the belief is no change of what it rests on.
    """
    then = list(baseline.statements)
    for i, j in align(tuple(then), now).successor.items():
        old, new = then[i], now[j]
        if (
            old.task_mark is not None
            and new.task_mark is not None
            and is_closed(old) != is_closed(new)
            and says_mark(belief, new)
        ):
            digest = new.digest if new.plain == old.plain else old.digest
            then[i] = replace(old, task_mark=new.task_mark, digest=digest)
    return replace(baseline, statements=tuple(then))
