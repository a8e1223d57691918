"""Tell of whom a statement speaks by name: one person's value says nothing against another's.

Pure. `scoring.rivals` and `scoring.grounding` ask. `Lena: 40 hours` says nothing against `Tomasz
works 32 hours` in a note that names Tomasz too; nor does it in a note of Lena's own.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language.tokens import Token, TokenKind, fold
from vaultwatch.drift.language.words import KIND_WEIGHTS, context_of, holds, words_of
from vaultwatch.drift.passages.values import Value, ValueKind, is_german_text, typed, values_of
from vaultwatch.drift.passages.view import said_by
from vaultwatch.notes.model import Statement

_MEASURED: Final[frozenset[ValueKind]] = frozenset({"number", "date", "time", "weekday", "name"})
"""Kinds of values that one person or thing has and another has too."""
_PLAIN: Final[frozenset[TokenKind]] = frozenset({"word", "cjk"})
"""Kinds of words that name nothing where they are written small."""


def not_of_others(
    belief: Belief,
    now: tuple[Statement, ...],
    said: Value,
    indices: Sequence[int],
    says: Callable[[int, Value], bool],
) -> list[int]:
    """Return those of some statements that do not speak of others than a belief does by name.

    Args:
        belief: what the memory says.
        now: the note's statements.
        said: its value that is looked for; whose it is stands before it.
        indices: of the statements.
        says: tells whether one of them says that value: then it is of the belief.
    """
    subjects = _subjects_of(belief, said.surface, now) if said.kind in _MEASURED else frozenset()
    return [i for i in indices if not _is_of_another(subjects, now, i) or says(i, said)]


def is_of_one_thing(text: str, said: str, title: str, statement: Statement, instead: str) -> bool:
    """Tell whether a statement of a note that nobody cites speaks of the very thing a belief does.

    `The fee of Elm is 44 euros` is not about the fee of Alder: the belief says what stands neither
    there nor above it, and there stands what the belief does not say, in a title or as a name or
    value.

    Args:
        text: the belief's.
        said: its value that is looked for.
        title: of the note.
        statement: of the note.
        instead: its value; one that stands in a title is what is spoken of.
    """
    above = _telling(" · ".join([title, *statement.section, statement.context]))
    ours, theirs = _telling(text, said), _telling(statement.plain, instead)
    named = [one for one in theirs if one.kind not in _PLAIN or one.surface[0].isupper()]
    is_other = _without(ours, (*above, *theirs)) and _without((*above, *named), ours)
    return not is_other and bool(_without(_telling(instead), above))


def _telling(text: str, apart: str = "") -> Sequence[Token]:
    value = (apart, *apart.split())
    return [one for one in typed(text) if KIND_WEIGHTS[one.kind] and one.surface not in value]


def _without(some: Sequence[Token], others: Sequence[Token]) -> Sequence[Token]:
    """Return the words that none of the others is a form of: `green` and `grey` share a stem."""
    return [one for one in some if not any(_is_form(one, other) for other in others)]


def _is_form(one: Token, other: Token) -> bool:
    if one.norm != other.norm or one.kind not in ("word", "name"):
        return one.norm == other.norm
    left, right = fold(one.surface), fold(other.surface)
    return left.startswith(right) or right.startswith(left)


@lru_cache(maxsize=256)
def _subjects_of(belief: Belief, value: str, now: tuple[Statement, ...]) -> frozenset[str]:
    """Return those before a value whom a belief names and the note too, its title apart.

    In German, where every noun has a capital, those of several words alone: `Kunde Meier`.
    """
    whole, title, small = said_by(now), words_of(belief.note_title), _written_small(now)
    if is_german_text(belief.text):
        names = values_of(belief.text.partition(value)[0], has_capital_nouns=True)
        parts = [part for one in names if one.kind == "name" for part in one.norm.split()]
        return frozenset(one for one in parts if holds(whole, one) and not holds(title, one))
    return frozenset(
        one.norm
        for one in typed(belief.text.partition(value)[0])
        if one.kind in ("name", "word")
        and one.surface[0].isupper()
        and one.norm not in small
        and holds(whole, one.norm)
        and not holds(title, one.norm)
    )


@lru_cache(maxsize=32)
def _written_small(now: tuple[Statement, ...]) -> frozenset[str]:
    """Return the words that a note writes small: no names."""
    return frozenset(
        one.norm for statement in now for one in typed(statement.plain) if one.surface.islower()
    )


def _is_of_another(subjects: Collection[str], now: Sequence[Statement], index: int) -> bool:
    """Tell whether a statement names none of some people or things, and speaks of others.

    What follows right behind one that names them speaks of them still, where it names nobody.
    """
    if not subjects or _names(now[index], subjects):
        return False
    one = now[index]
    before = now[index - 1] if index > 0 and now[index - 1].section == one.section else None
    if one.kind != "sentence" or before is None or not _names(before, subjects):
        return True
    return any(token.kind == "name" for token in typed(one.plain)[1:])


def _names(statement: Statement, subjects: Collection[str]) -> bool:
    said, around = words_of(statement.plain), words_of(context_of(statement))
    return any(holds(said, norm) or holds(around, norm) for norm in subjects)
