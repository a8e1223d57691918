"""Find the statements that a belief rests on, by the words that both say. Pure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.language.words import (
    Rarity,
    belief_weights,
    context_of,
    holds,
    words_of,
)
from vaultwatch.drift.model import Support
from vaultwatch.notes.model import SectionPath, Statement

MAX_SUPPORTS: Final = 4
MIN_STRENGTH: Final = 0.18
"""Below this a statement shares next to nothing with the belief. Chosen by hand."""
_FAINT: Final = 0.08
"""A single statement at least this strong is held on to where none is stronger: a memory in one
language about a note in another shares a name or a number with it. Chosen by hand."""
NEAR_BEST: Final = 0.72
"""A further support is at least this near to the best one. Chosen by hand."""
_CONTEXT_SHARE: Final = 0.6
"""What a word in a heading or parent counts against one in the statement. Chosen by hand."""
_NARROW_BONUS: Final = 0.12
_BLOCK_BONUS: Final = 0.4


def lexical(weights: Mapping[str, float], statement: Statement) -> float:
    """Return the weighted share of the belief's words that a statement says, 0..1."""
    total = sum(weights.values())
    if not total:
        return 0.0
    shares = _shares(tuple(weights), statement.plain, context_of(statement))
    said = 0.0
    for weight, share in zip(weights.values(), shares, strict=True):
        said += weight * share
    return said / total


@lru_cache(maxsize=16_384)  # 50 memories that cite a note of 300 statements; some 10 MB
def _shares(norms: tuple[str, ...], plain: str, context: str) -> tuple[float, ...]:
    """Return how far a statement says each norm, itself or by what it stands under."""
    own, around = words_of(plain), words_of(context)
    return tuple(holds(own, n) or _CONTEXT_SHARE * holds(around, n) for n in norms)


def _is_in(section: SectionPath, narrow: SectionPath) -> bool:
    return bool(narrow) and any(
        section[i : i + len(narrow)] == narrow for i in range(len(section) - len(narrow) + 1)
    )


def place_bonus(belief: Belief, statement: Statement) -> float:
    """Return what a statement gains by standing where the belief's link points."""
    if belief.block is not None and statement.block_id == belief.block:
        return _BLOCK_BONUS
    return _NARROW_BONUS if _is_in(statement.section, belief.narrow) else 0.0


def ranked(belief: Belief, statements: Sequence[Statement]) -> list[tuple[float, int]]:
    """Return (lexical score with place bonus, index), best first."""
    weights = belief_weights(belief.text, belief.note_title, Rarity(statements), belief.was_titled)
    scored = [
        (lexical(weights, statement) + place_bonus(belief, statement), index)
        for index, statement in enumerate(statements)
        if statement.kind != "heading"
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return scored


def find_supports(belief: Belief, statements: Sequence[Statement]) -> tuple[Support, ...]:
    """Return the statements the belief rests on, strongest first; () for a pointer to the note.

    Args:
        belief: what the memory says.
        statements: the note's, as it stood.
    """
    scored = ranked(belief, statements) if not is_pointer(belief) else []
    if not scored or scored[0][0] < _FAINT:
        return ()
    if scored[0][0] < MIN_STRENGTH:
        return (Support(scored[0][1], round(scored[0][0], 4)),)
    floor = max(MIN_STRENGTH, NEAR_BEST * scored[0][0])
    return tuple(
        Support(index, round(min(1.0, score), 4))
        for score, index in scored[:MAX_SUPPORTS]
        if score >= floor
    )
