"""Find what a note says of a belief that is in another language than it.

Pure. `scoring.grounding` asks where the words of the two share too little: `nach 30 Tagen gelöscht`
and `kept for 30 days` have only the number in common. What decides is what a translation keeps:
numbers, dates, times, weekdays and identifiers, and words that sound alike.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language.languages import are_apart, languages_of
from vaultwatch.drift.language.measures import are_alike
from vaultwatch.drift.language.tokens import fold
from vaultwatch.drift.language.words import words_of
from vaultwatch.drift.passages.edits import is_past
from vaultwatch.drift.passages.values import NoteWords, Value, ValueKind, is_german_text, values_of
from vaultwatch.notes.model import Statement

_EXACT: Final[frozenset[ValueKind]] = frozenset({"number", "date", "time", "weekday", "ident"})
_SEVERAL: Final = 2
"""Values that stand together by no chance."""
_HEARD: Final = 3
"""Letters from the front in which words of two languages are heard alike: `Daten` and `data`."""
_LEAST_LETTERS: Final = 3
"""A shorter word sounds like any other. Both chosen by hand."""


def is_in_another_language(belief: Belief, now: tuple[Statement, ...]) -> bool:
    """Tell whether a belief is in another language than its note beyond doubt."""
    return are_apart(languages_of(_without_title(belief)), _languages_of_note(now))


def said_in_another_language(belief: Belief, now: tuple[Statement, ...]) -> int | None:
    """Return the statement that gives all values of a belief in another language; None without one.

    No other value of their kind may stand beside them, nor in a statement that sounds as much like
    the belief: numbers alone say nothing of which of two is meant.

    Args:
        belief: what the memory says.
        now: the note's statements as it stands.
    """
    values = _exact_values(belief)
    if all(one.is_counted for one in values) or not is_in_another_language(belief, now):
        return None
    heard = _heard([_without_title(belief)])
    alike = {
        index: len(heard & _heard([one.plain, *one.section[-1:]]))
        for index, one in enumerate(now)
        if one.kind != "heading"
    }
    saying = [index for index in alike if all(_says(now[index], value) for value in values)]
    best = max(saying, key=lambda index: alike[index], default=None)
    if best is None or _is_rivalled(values, now[best]):
        return None
    if not alike[best] and len(values) < _SEVERAL:
        return None  # one number is met by chance
    others = (index for index in alike if index not in saying and _is_rivalled(values, now[index]))
    return best if all(alike[index] < alike[best] for index in others) else None


def _exact_values(belief: Belief) -> list[Value]:
    """Return the values of a belief that every language writes alike, its note's title apart."""
    text = _without_title(belief)
    told = values_of(text, has_capital_nouns=is_german_text(text))
    return [one for one in told if one.kind in _EXACT and one.surface[0] not in "/."]


def _without_title(belief: Belief) -> str:
    if not belief.note_title:
        return belief.text
    return re.sub(re.escape(belief.note_title), " ", belief.text, flags=re.IGNORECASE)


@lru_cache(maxsize=32)
def _languages_of_note(now: tuple[Statement, ...]) -> frozenset[str]:
    prose = (one.plain for one in now if one.kind != "property")
    return languages_of("\n".join(prose))


def _says(statement: Statement, value: Value) -> bool:
    is_over = is_past(statement.plain, value.surface)
    return not is_over and _words_of_one(statement).has(value)


@lru_cache(maxsize=2_048)
def _words_of_one(statement: Statement) -> NoteWords:
    return NoteWords((statement,))


def _is_rivalled(values: Iterable[Value], statement: Statement) -> bool:
    """Tell whether a statement gives another value of the kind and size of one of these."""
    said = list(values)
    norms = {one.norm for one in said}
    theirs = values_of(statement.plain, has_capital_nouns=is_german_text(statement.plain))
    return any(
        one.norm not in norms
        and one.kind in _EXACT
        and one.kind != "ident"
        and any(map(str.isdigit, one.surface + one.norm))
        and any(map(_may_be_meant, said, repeat(one)))
        for one in theirs
    )


def _may_be_meant(value: Value, other: Value) -> bool:
    """Tell whether two values may be of one thing: 5 minutes and 7 days are of two."""
    if value.kind != other.kind:
        return False
    return value.kind != "number" or (
        value.unit == other.unit and are_alike(value.norm, other.norm)
    )


def _heard(texts: Iterable[str]) -> frozenset[str]:
    """Return the beginnings of the longer words of some texts, as they are heard."""
    return frozenset(
        fold(norm).replace("ph", "f").replace("c", "k").replace("y", "i")[:_HEARD]
        for text in texts
        for norm, kind in words_of(text).kinds.items()
        if kind in ("word", "name") and len(norm) >= _LEAST_LETTERS
    )
