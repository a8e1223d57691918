"""Tell at a glance whether a passage says so much of a sentence that it may speak against it.

Pure; called by `services.recall.notes_against`, which holds each memory of a context against a
dozen passages: next to none of them says enough, and `contradicted_elsewhere` finds that out word
by word. The answer is never no where that one finds anything.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language.tokens import TokenKind
from vaultwatch.drift.language.words import PREFIX, Rarity, Words, context_of, holds, words_of
from vaultwatch.drift.passages.values import is_german_text, values_of
from vaultwatch.drift.scoring.grounding import LEAST_OURS, belief_of_text
from vaultwatch.drift.scoring.rivals import MOST_CHARS, weights_in_note
from vaultwatch.notes.model import Statement

_ROUNDING: Final = 1e-9
_KEPT_SENTENCES: Final = 2_048
"""Chosen by hand: some megabytes."""


@dataclass(frozen=True, slots=True)
class SaidThere:
    """What a passage says, for one sentence after the other."""

    statements: tuple[Statement, ...]
    rarity: Rarity
    words: tuple[tuple[Words, Words], ...]
    """Of each statement its own, and those that it stands under."""


def passage_of(statements: Iterable[Statement]) -> SaidThere:
    """Return a passage as it is looked at; statements that are longer are none of it."""
    now = tuple(one for one in statements if len(one.plain) <= MOST_CHARS)
    words = tuple((words_of(one.plain), words_of(context_of(one))) for one in now)
    return SaidThere(now, Rarity(now), words)


@dataclass(frozen=True, slots=True)
class _Sentence:
    kinds: Mapping[str, TokenKind]
    """Of the words that weigh anything, by norm."""
    forms: Mapping[str, tuple[str, ...]]
    """By how a word begins those that begin so: another form of it counts."""
    marked: tuple[str, ...]
    """Dates, numbers and identifiers, which parts of others may say."""
    values: tuple[frozenset[str], ...]
    """The words of each value: what stands in its place is not asked to say it."""


@lru_cache(maxsize=_KEPT_SENTENCES)
def _sentence(text: str) -> _Sentence:
    belief = belief_of_text(text)
    kept = weights_in_note(belief, Rarity(()))
    kinds = {norm: kind for norm, kind in words_of(belief.text).kinds.items() if norm in kept}
    said = values_of(belief.text, has_capital_nouns=is_german_text(belief.text))
    forms: dict[str, tuple[str, ...]] = {}
    for norm in kinds:
        if len(norm) >= PREFIX:
            forms[norm[:PREFIX]] = (*forms.get(norm[:PREFIX], ()), norm)
    marked = tuple(norm for norm in kinds if norm[0] in "@#=")
    return _Sentence(kinds, forms, marked, tuple({frozenset(one.norm.split()) for one in said}))


def may_be_against(text: str, passage: SaidThere) -> bool:
    """Tell whether any statement says so much of a sentence, one value apart, as a rival must.

    A word that stands above a statement, or in another form, is taken for one that it says.
    """
    sentence = _sentence(text)
    weights = {norm: passage.rarity.weight(norm, kind) for norm, kind in sentence.kinds.items()}
    whole = sum(weights.values())
    # Of a stage that a matter has reached any one word may be left out, of values one.
    apart = [*(frozenset({norm}) for norm in weights), *sentence.values, frozenset[str]()]
    asked = [(words, LEAST_OURS * (whole - _sum(weights, words)) - _ROUNDING) for words in apart]
    least = min(share for _, share in asked)
    for both in passage.words:
        said = _said(sentence, both)
        if _sum(weights, said) >= least and any(
            _sum(weights, said - words) >= share for words, share in asked
        ):
            return True
    return False


def _sum(weights: Mapping[str, float], norms: Iterable[str]) -> float:
    return sum(weights.get(norm, 0.0) for norm in norms)


def _said(sentence: _Sentence, both: tuple[Words, Words]) -> set[str]:
    """Return the words of a sentence that a statement says, or stands under, in some form."""
    said: set[str] = set()
    for words in both:
        said |= sentence.kinds.keys() & words.kinds.keys()
        for begin in sentence.forms.keys() & words.prefixes:
            said.update(sentence.forms[begin])
        said.update(norm for norm in sentence.marked if holds(words, norm))
    return said
