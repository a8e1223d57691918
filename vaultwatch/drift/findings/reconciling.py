"""Tell whether a new wording of a belief does nothing but follow its note.

Pure. `services.memories.proposing` lets an agent write such a wording even where a person stands
behind the belief: the note is theirs too. Strict, since all else can wait for them.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from vaultwatch.values.polarity import negations
from vaultwatch.values.words import content, stemming_of, words_in

MAX_WORDS: Final = 200
"""A longer belief is no single fact, and comparing takes the square of it."""


def only_follows(belief: str, wording: str, *, then: str, now: str) -> bool:
    """Tell whether a wording of a belief only takes over what became of a passage."""
    language = stemming_of(now)
    old, new, passage = (_said(text, language) for text in (belief, wording, now))
    before, after = content(then, language), content(now, language)
    if max(len(old), len(new)) > MAX_WORDS:
        return False
    beside, telling = _pairs(passage), content(f"{belief} {wording}", language)
    is_news = False
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        gone, came = telling & {*old[i1:i2]}, telling & {*new[j1:j2]}
        if not (gone <= before - after and came <= after):
            return False
        within = _pairs(new[j1:j2])
        outer = _pairs(new[max(0, j1 - 1) : j2 + 1]) - within
        if not within <= beside or (outer and not outer & beside):
            return False
        is_news = is_news or bool(came - before) or bool(gone)
    turned, followed = (
        negations(one) - negations(other) for one, other in ((wording, belief), (now, then))
    )
    return turned in {0, followed} and (is_news or turned != 0)


def _said(text: str, language: str) -> list[str]:
    return [one.stem for one in words_in(text, language)]


def _pairs(said: Sequence[str]) -> set[frozenset[str]]:
    """Return which words stand beside each other, in either order: `Lead: Ana`, `Ana leads`."""
    return {frozenset((one, other)) for one, other in pairwise(said)}
