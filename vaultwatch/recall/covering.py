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
from vaultwatch.drift.language.words import Rarity, Words, context_of, holds, words_of
from vaultwatch.drift.passages.values import is_german_text, values_of
from vaultwatch.drift.scoring.grounding import LEAST_OURS, belief_of_text
from vaultwatch.drift.scoring.rivals import MOST_CHARS, weights_in_note
from vaultwatch.notes.model import Statement

_ROUNDING: Final = 1e-9
_KEPT_SENTENCES: Final = 2_048
"""Chosen by hand: some megabytes."""


@dataclass(frozen=True, slots=True)
class Passage:
    """What a passage says, for one sentence after the other."""

    statements: tuple[Statement, ...]
    rarity: Rarity
    words: tuple[tuple[Words, Words], ...]
    """Of each statement its own, and those that it stands under."""


def passage_of(statements: Iterable[Statement]) -> Passage:
    """Return a passage as it is looked at; statements that are longer are none of it."""
    now = tuple(one for one in statements if len(one.plain) <= MOST_CHARS)
    words = tuple((words_of(one.plain), words_of(context_of(one))) for one in now)
    return Passage(now, Rarity(now), words)


@dataclass(frozen=True, slots=True)
class _Sentence:
    kinds: Mapping[str, TokenKind]
    """Of the words that weigh anything, by norm."""
    values: tuple[frozenset[str], ...]
    """The words of each value: what stands in its place is not asked to say it."""


@lru_cache(maxsize=_KEPT_SENTENCES)
def _sentence(text: str) -> _Sentence:
    belief = belief_of_text(text)
    kept = weights_in_note(belief, Rarity(()))
    kinds = {norm: kind for norm, kind in words_of(belief.text).kinds.items() if norm in kept}
    said = values_of(belief.text, has_capital_nouns=is_german_text(belief.text))
    return _Sentence(kinds, tuple({frozenset(one.norm.split()) for one in said}))


def may_be_against(text: str, passage: Passage) -> bool:
    """Tell whether any statement says so much of a sentence, one value apart, as a rival must."""
    sentence = _sentence(text)
    weights = {norm: passage.rarity.weight(norm, kind) for norm, kind in sentence.kinds.items()}
    return any(_is_covered(sentence, weights, own, around) for own, around in passage.words)


def _is_covered(
    sentence: _Sentence, weights: Mapping[str, float], own: Words, around: Words
) -> bool:
    beyond = {  # what each word adds to the share that is asked for, or takes from it
        norm: weight * (max(holds(own, norm), holds(around, norm)) - LEAST_OURS)
        for norm, weight in weights.items()
    }
    whole = sum(beyond.values())
    # Of a stage that it has reached, any one word may be left out.
    without = [min(beyond.values(), default=0.0), 0.0]
    without += [sum(beyond.get(norm, 0.0) for norm in value) for value in sentence.values]
    return whole - min(without) >= -_ROUNDING
