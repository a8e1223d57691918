"""Tell whether a new wording of a belief does nothing but follow its note.

Pure. `services.memories.proposing` lets an agent write such a wording even where a person stands
behind the belief: the note is theirs too. Strict, since all else can wait for them: what the
wording adds stands in the note's new passage, beside the same neighbour, and what it drops the
passage has dropped.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from vaultwatch.drift.language.tokens import Token, tokens

MOST_TOKENS = 200
"""A longer belief is no single fact, and comparing takes the square of it."""


def only_follows(belief: str, wording: str, *, then: str, now: str) -> bool:
    """Tell whether a wording only takes over what became of a passage.

    Args:
        belief: as it stands.
        wording: as it would stand.
        then: the passage that the belief rested on.
        now: the passage as it reads now.
    """
    old, new = tokens(belief), tokens(wording)
    before, after = _said(then), _said(now)
    if max(len(old), len(new)) > MOST_TOKENS:
        return False
    norms = [token.norm for token in old], [token.norm for token in new]
    beside = _pairs(tokens(now))
    is_news = False
    for kind, i1, i2, j1, j2 in SequenceMatcher(None, *norms, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        gone, came = _words(old[i1:i2]), _words(new[j1:j2])
        if not (gone <= before - after and came <= after):
            return False
        within = _pairs(new[j1:j2])
        outer = _pairs(new[max(0, j1 - 1) : j2 + 1]) - within
        if not within <= beside or (outer and not outer & beside):
            return False
        is_news = is_news or bool(came - before) or bool(gone)
    return is_news


def _words(said: Sequence[Token]) -> set[str]:
    return {token.norm for token in said if token.kind != "stop"}


def _said(text: str) -> set[str]:
    return _words(tokens(text))


def _pairs(said: Sequence[Token]) -> set[frozenset[str]]:
    """Return which words stand beside each other, in either order: `Lead: Ana`, `Ana leads`."""
    return {frozenset((one.norm, other.norm)) for one, other in pairwise(said)}
