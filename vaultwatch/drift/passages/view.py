"""Look at one belief and its note, then and now, aligned: what every warm measure starts from.

Pure. `view_of` makes the view once a comparison; `scoring.measure`, `news.additions`,
`news.endings` and `news.overturns` read it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language.words import (
    Rarity,
    Words,
    belief_weights,
    context_of,
    merged,
    rarity_of,
    words_of,
)
from vaultwatch.drift.model import Baseline, Support
from vaultwatch.drift.passages.align import Alignment, align
from vaultwatch.drift.passages.edits import full_text, present
from vaultwatch.drift.passages.support import lexical
from vaultwatch.drift.proofs.forms import in_old_forms
from vaultwatch.notes.model import Statement


@lru_cache(maxsize=32)
def said_by(statements: tuple[Statement, ...]) -> Words:
    """Return what any of several statements says now, or stands under, as one."""
    return merged(
        words
        for s in statements
        for words in (words_of(present(full_text(s))), words_of(context_of(s)))
    )


@dataclass(frozen=True, slots=True)
class View:
    """One belief, its note then and now, aligned: what every measure below looks at."""

    belief: Belief
    weights: Mapping[str, float]
    supports: Sequence[Support]
    """Strongest first."""
    then: Sequence[Statement]
    now: Sequence[Statement]
    """Values that it kept in the form that they had then."""
    aligned: Alignment
    rarity: Rarity

    def speaks(self, statement: Statement) -> float:
        """Return how strongly a statement speaks to the belief."""
        return lexical(self.weights, statement)


def view_of(belief: Belief, baseline: Baseline, now: Sequence[Statement]) -> View:
    """Align a note and weigh the belief's words in it."""
    then = tuple(baseline.statements)
    stands = tuple(now)
    rarity = rarity_of(then, stands)
    weights = belief_weights(belief.text, belief.note_title, rarity, belief.was_titled)
    supports = sorted(baseline.supports, key=lambda s: -s.strength)
    aligned = align(then, stands)
    told = in_old_forms(then, stands)
    return View(belief, weights, supports, then, told, aligned, rarity)
