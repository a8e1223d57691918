"""Find where a note gives another value than a belief.

Pure. `scoring.grounding` asks it. A rival is a value of the same kind, in a statement that speaks
of what the belief speaks of, while the belief's own value stands nowhere near. A value that the
whole note does not say, however people write it, speaks against the belief by itself where the note
speaks of the rest: an honest reader repeats what a note says and adds no number, date or path.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language.lexicon import HEDGES, ORDINALS
from vaultwatch.drift.language.tokens import Token, fold
from vaultwatch.drift.language.words import (
    PREFIX,
    Rarity,
    belief_weights,
    context_of,
    holds,
    rarity_of,
    words_of,
)
from vaultwatch.drift.news.stages import other_stages
from vaultwatch.drift.passages.edits import is_past, present
from vaultwatch.drift.passages.support import ranked
from vaultwatch.drift.passages.values import (
    NoteWords,
    Value,
    beside_title,
    flat,
    is_german,
    is_german_text,
    may_stand_alone,
    typed,
    values_of,
)
from vaultwatch.drift.scoring.named_subjects import not_of_others
from vaultwatch.notes.model import Statement

MOST_CHARS: Final = 2_000
"""A longer statement is no single fact, and is not read."""
_MOST_VALUES: Final = 16
"""Of one belief; one of more is a note, and each is held against every word."""
_TOP: Final = 8
"""Statements that share most with the belief: a rival elsewhere speaks of something else."""
_REACH: Final = 4
"""Words on either side of a value that are compared one by one."""
_FROM_CONTEXT: Final = 0.6
"""What a word above a statement counts against one in it, as for supports."""
_ALIKE: Final = 0.8
"""How much must agree around two values for them to be of one thing beyond doubt."""
_ABOUT: Final = 0.4
"""Share of the belief's words in a sentence from which on it is about the same."""
_HALF: Final = 0.5
_LEAST_ALIKE: Final = 0.1
"""Least that two values' surroundings, or the two sentences, must share."""
LEAST_SPOKEN: Final = 0.1
"""Share of the belief's other words, the note's title apart, that the note must say anywhere: one
that says next to none of them speaks of another fact, whatever values stand in it."""
_MOSTLY_SPOKEN: Final = 0.55
"""From here on a value that the note does not say speaks against the belief; an identifier does so
from `_ABOUT` on, for nobody adds a path from memory."""
_MUCH_SPOKEN: Final = 0.2
"""From here on neither sentence must be like the other. All numbers of this module were chosen by
hand; see `benchmarks/grounding.py` for what they catch and cost."""


@dataclass(frozen=True, slots=True)
class Rival:
    """One value of a note against one of a belief."""

    said: Value
    """By the belief."""
    instead: str
    """By the note; empty where it says none."""
    index: int
    """Of the statement."""
    cover: float
    """Share of the belief's other words that the statement says, or stands under, 0..1."""
    agrees: float = 0.0
    """How much of what stands around the two values is the same, 0..1."""


@lru_cache(maxsize=32)
def said_by_note(now: tuple[Statement, ...]) -> NoteWords:
    """Return what a note says, for looking values up."""
    return NoteWords(now)


@lru_cache(maxsize=2_048)
def _said_by_one(statement: Statement) -> NoteWords:
    return NoteWords((statement,))


@lru_cache(maxsize=32)
def _has_capital_nouns(now: tuple[Statement, ...]) -> bool:
    return is_german(statement.plain for statement in now)


class _View:
    """A belief and a note, looked at once for all values."""

    def __init__(self, belief: Belief, now: tuple[Statement, ...], whole: str = "") -> None:
        self.belief = belief
        self.now = now
        self.weights = weights_in_note(belief, rarity_of((), now))
        self.norms = {one.norm for one in typed(whole or belief.text)}
        self.title = words_of(belief.note_title)
        self.flat_title = flat(belief.note_title)
        self.is_guess = not words_of(belief.text).folded.isdisjoint(HEDGES)
        told = values_of(belief.text, has_capital_nouns=is_german_text(belief.text))
        own = flat(belief.memory_id)  # of properties that nobody closed
        mine = (one for one in told if not own or flat(one.surface) != own)
        told = tuple(beside_title(one, belief.note_title) for one in mine)
        self.values = [one for one in told[:_MOST_VALUES] if not self.is_of_title(one)]

    @cached_property
    def whole(self) -> NoteWords:
        """What the whole note says."""
        return said_by_note(self.now)

    @cached_property
    def top(self) -> list[int]:
        """The statements that share most with the belief."""
        return [index for _, index in ranked(self.belief, self.now)[:_TOP]]

    @cached_property
    def missing(self) -> list[Value]:
        """Values that the note does not say."""
        return [one for one in self.values if not self.whole.has(one, is_guess=self.is_guess)]

    def is_of_title(self, value: Value) -> bool:
        """Tell whether the note's own name says a value: it is what is spoken of."""
        named = flat(value.surface)
        return (bool(named) and named in self.flat_title) or holds(self.title, value.norm) > 0

    def is_in(self, index: int, value: Value) -> bool:
        """Tell whether a statement says a value, of now."""
        statement = self.now[index]
        is_over = is_past(statement.plain[:MOST_CHARS], value.surface)
        return not is_over and _said_by_one(statement).has(value, is_guess=self.is_guess)

    def spoken_of(self, without: str) -> float:
        """Return the share of the belief's words, title and one value apart, that the note says."""
        others = {
            norm: weight
            for norm, weight in self.weights.items()
            if norm not in without.split() and not holds(self.title, norm)
        }
        said = sum(w * holds(self.whole.words, norm) for norm, w in others.items())
        return said / total if (total := sum(others.values())) else 1.0

    def cover(self, index: int, without: str) -> float:
        """Return the share of the belief's words, but for one value, that a statement says."""
        own = words_of(self.now[index].plain)
        around = words_of(context_of(self.now[index]))
        others = {norm: w for norm, w in self.weights.items() if norm not in without.split()}
        said = 0.0
        for norm, weight in others.items():
            share = holds(own, norm)
            if share < _FROM_CONTEXT and around.kinds:
                share = max(share, _FROM_CONTEXT * holds(around, norm))
            said += weight * share
        return said / total if (total := sum(others.values())) else 0.0

    def covers(self, least: float, without: str) -> bool:
        """Tell whether any statement says so much of the belief, without a closer look."""
        return not least or any(
            one.kind != "heading" and self.cover(index, without) >= least
            for index, one in enumerate(self.now)
        )


_HIRAGANA: Final = re.compile("[\u3040-\u309f]")


def weights_in_note(belief: Belief, rarity: Rarity) -> Mapping[str, float]:
    """Return what each word of a belief weighs, everyday words of ten languages left out."""
    weights = belief_weights(belief.text, belief.note_title, rarity)
    kept = {one.norm for one in typed(belief.text) if not _HIRAGANA.search(one.surface)}
    return {norm: weight for norm, weight in weights.items() if norm in kept}


def rivals_of(
    belief: Belief, now: tuple[Statement, ...], *, whole: str = "", least_cover: float = 0.0
) -> Iterator[Rival]:
    """Yield what a note says against the values of a belief.

    Args:
        belief: what the memory says.
        now: the note's statements as it stands.
        whole: the belief's text where this is a part of it: what the rest says is no rival.
        least_cover: rivals that cover less need not be found: most passages hold none that does.
    """
    view = _View(belief, now, whole)
    for said in view.values:
        if not view.covers(least_cover, said.norm):
            continue
        spoken = view.spoken_of(said.norm)
        if spoken < LEAST_SPOKEN:
            continue
        of_it = not_of_others(belief, now, said, view.top, view.is_in)
        covers = {index: view.cover(index, said.norm) for index in of_it}
        for rival in _others(view, said, covers):
            if max(rival.cover, rival.agrees) >= _LEAST_ALIKE or spoken >= _MUCH_SPOKEN:
                yield rival
        about = spoken if len(covers) == len(view.top) else max(covers.values(), default=0.0)
        if said in view.missing and (lack := _lack(view, said, covers, about)) is not None:
            yield lack
    for index, stage, instead in other_stages(belief, now):
        yield Rival(Value("state", stage, stage), instead, index, view.cover(index, stage), 1.0)


_TEMPORAL: Final = frozenset({"date", "time", "weekday"})


def _lack(view: _View, said: Value, covers: Mapping[int, float], spoken: float) -> Rival | None:
    """Return the statement that speaks of a value's matter and does not say it; None without one.

    Other values of the kind beside it make it an addition: `from 7:30, and from 9:00 on Sundays`.
    """
    least = _ABOUT if said.kind == "ident" else _MOSTLY_SPOKEN
    if not covers or spoken < least or not may_stand_alone(said):
        return None
    best = max(covers, key=lambda index: covers[index])
    kinds = _TEMPORAL if said.kind in _TEMPORAL else {said.kind}
    others = (one for one in view.values if one != said and one.kind in kinds)
    is_more = any(view.is_in(best, one) for one in others)
    return None if covers[best] < _LEAST_ALIKE or is_more else Rival(said, "", best, covers[best])


def lacks_value(belief: Belief, now: tuple[Statement, ...]) -> bool:
    """Tell whether a belief gives a value that its note does not: what it says is not all there."""
    return any(may_stand_alone(one) or one.is_guessed for one in _View(belief, now).missing)


def _others(view: _View, said: Value, covers: Mapping[int, float]) -> Iterator[Rival]:
    """Yield the values that stand where the belief says its own."""
    at_home = [index for index in covers if view.is_in(index, said)]
    home = max((covers[index] for index in at_home), default=0.0)
    for index, cover in covers.items():
        statement = view.now[index]
        is_keyed = _is_keyed(statement, said) and cover > home
        if index in at_home or (at_home and not is_keyed) or len(statement.plain) > MOST_CHARS:
            continue
        nouns = _has_capital_nouns(view.now)
        for instead in values_of(present(statement.plain), has_capital_nouns=nouns):
            if not _may_stand_for(view, said, instead):
                continue
            agrees = 1.0 if is_keyed else _agrees(view, statement, said, instead)
            rival = Rival(said, instead.surface, index, cover, agrees)
            if is_keyed or _is_of_the_same(view, statement, instead, rival):
                yield rival


def _may_stand_for(view: _View, said: Value, instead: Value) -> bool:
    """Tell whether two values are of one kind, and the belief does not say the other one too."""
    if said.kind != instead.kind or instead.norm in view.norms or view.is_of_title(instead):
        return False
    is_like = True
    match said.kind:
        case "state":
            groups = said.norm.split(":")[0], instead.norm.split(":")[0]
            is_like = groups[0] == groups[1] and said.norm != instead.norm
        case "number":
            is_counting = ORDINALS.isdisjoint((fold(said.surface), fold(instead.surface)))
            is_like = is_counting and said.unit in (instead.unit, "" if instead.unit else said.unit)
        case "date":
            is_like = len(said.norm) == len(instead.norm)
        case "ident":
            is_like = _is_built_alike(said, instead)
        case "name":
            is_full = " " in said.norm, " " in instead.norm
            is_like = is_full[0] == is_full[1] and said.is_acronym == instead.is_acronym
    return is_like


def _is_of_the_same(view: _View, statement: Statement, instead: Value, rival: Rival) -> bool:
    """Tell whether enough agrees for two values to be of one thing.

    A value that the note says elsewhere is rather that other thing's: more must agree.
    """
    said = rival.said
    is_alike, is_about = rival.agrees >= _ALIKE, rival.cover >= _ABOUT
    if said not in view.missing and not (is_alike and is_about and said.kind != "name"):
        return False
    match said.kind:
        case "name" if " " not in said.norm:
            frame = _frame(view, statement, said, instead)
            return frame >= _HALF or (is_about and not said.is_acronym)
        case "state":
            return rival.agrees > 0 and _precision(view, statement, instead) >= _HALF
        case "number" if said.is_counted:
            return is_alike and rival.cover >= _HALF * _ABOUT
        case "number":
            return is_alike or _are_as_long(said, instead)
        case _:
            return True


def _agrees(view: _View, statement: Statement, said: Value, instead: Value) -> float:
    """Return how much of what stands around two values is the same, or names the property."""
    best = _frame(view, statement, said, instead)
    for ours, theirs in ((said.before, instead.before), (said.after, instead.after)):
        if ours and theirs:
            near = max(_same_word(a, b) for a in ours for b in theirs)
            best = max(best, _same_word(ours[0], theirs[0]), 0.6 * near)
    named = _key_words(statement)
    return 1.0 if any(_same_word(norm, key) for norm in view.weights for key in named) else best


def _frame(view: _View, statement: Statement, said: Value, instead: Value) -> float:
    """Return the share of the words around one value that stand in the same places at the other."""
    ours, theirs = typed(view.belief.text), typed(present(statement.plain))
    same = possible = 0.0
    for step in (-1, 1):
        left, right = _around(ours, said, step), _around(theirs, instead, step)
        for k, (a, b) in enumerate(zip(left, right, strict=False)):
            same += _same_word(a, b) / (1 + k)
            possible += 1 / (1 + k)
        possible += 0.3 * abs(len(left) - len(right))
    return same / possible if possible else 0.0


def _around(text: Sequence[Token], value: Value, step: int) -> list[str]:
    parts = value.surface.split()
    edge = parts[0] if step < 0 else parts[-1]
    at = next((i for i, one in enumerate(text) if one.surface in (edge, value.surface)), 0) + step
    near: list[str] = []
    while 0 <= at < len(text) and len(near) < _REACH:
        if text[at].kind != "stop":
            near.append(text[at].norm)
        at += step
    return near


def _same_word(left: str, right: str) -> float:
    """Return how far two norms are one word: 1 outright, 0.8 as two forms of it, else 0."""
    if left == right:
        return 1.0
    is_word = left[0] not in "@#=" and right[0] not in "@#="
    is_long = min(len(left), len(right)) >= PREFIX
    return 0.8 if is_word and is_long and left[:PREFIX] == right[:PREFIX] else 0.0


def _key_words(statement: Statement) -> Sequence[str]:
    return list(words_of(re.sub(r"[_\-.]", " ", statement.key or "")).kinds)


def _is_keyed(statement: Statement, said: Value) -> bool:
    """Tell whether a property or field is named by the very word beside a value."""
    beside = (*said.before[:1], *said.after[:1])
    return any(_same_word(near, key) for near in beside for key in _key_words(statement))


def _precision(view: _View, statement: Statement, instead: Value) -> float:
    """Return the share of a statement's other words that the belief says."""
    said = words_of(view.belief.text)
    others = [norm for norm in words_of(statement.plain).kinds if norm != instead.norm]
    return sum(holds(said, norm) > 0 for norm in others) / len(others) if others else 1.0


def _are_as_long(said: Value, instead: Value) -> bool:
    """Tell whether two numbers have about as many digits, and fractions or none."""
    ours, theirs = said.norm[1:].split("."), instead.norm[1:].split(".")
    return len(ours) == len(theirs) and abs(len(ours[0]) - len(theirs[0])) <= 1


def _is_built_alike(said: Value, instead: Value) -> bool:
    a, b = said.norm, instead.norm
    half = max(4, len(a) * 3 // 5)
    if a[:half] == b[:half] or a[-half:] == b[-half:]:
        return True
    return _pattern(said.surface) == _pattern(instead.surface)


def _pattern(surface: str) -> str:
    """Return what an identifier is: a path, a flag, a channel, words with a number."""
    for mark in ("#", "@", "-"):
        if surface.startswith(mark):
            return mark
    for mark in ("/", ".", "_"):
        if mark in surface:
            return mark
    if any(letter.isdigit() for letter in surface):
        return "0-" if "-" in surface else "0"
    return "Aa"
