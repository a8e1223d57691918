"""Tell what an edit exchanged in a sentence that stands as it stood else.

Pure. `passages.rewordings` asks. `tea over coffee` that became `coffee over tea` says the contrary
in the same words; `meets at the library` that became `meets at the town hall` names another place,
`3 €` that became `$3` another amount.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Final

from vaultwatch.drift.language.meanings import meanings_of
from vaultwatch.drift.language.tokens import Token, tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS, holds, words_of

_MOST_WORDS: Final = 60
"""A longer sentence is no single fact."""
_MOST_EXCHANGED: Final = 3
"""Words that may stand for a place. Both chosen by hand."""
_RATHER: Final = re.compile(
    r"(?P<a>[^\W_]+)\s+(?:over|rather than|instead of|before|more than|ahead of|lieber als"
    r"|eher als|statt|vor|plutôt que|avant|antes que|más que|en vez de"
    r"|piuttosto che|invece di|più che|prima di"
    r"|liever dan|in plaats van|em vez de)\s+(?:(?:the|a|der|die|das|le|la|el|il|de|het)\s+)?"
    r"(?P<b>[^\W_]+)",
    re.IGNORECASE,
)
_FROM_TO: Final = re.compile(
    r"\b(?:from|von|vom|de|du|da|dal|van) (?P<a>[^\W_]+) (?:to|nach|zu|zum|à|au|a|al|naar|para)"
    r" (?P<b>[^\W_]+)",
    re.IGNORECASE,
)


def _words(text: str) -> frozenset[str]:
    """Return the words of a table written as lines."""
    return frozenset(text.split())


_AT: Final = _words(
    """
    at in on to from with by via near behind under opposite im am bei beim mit von vom auf an zu zum
    zur à au aux dans chez avec en con de a da dal al nel nella alla presso bij met op naar van em
    no na com
    """
)
_ARTICLES: Final = _words(
    """
    the our my your der die das dem den des unser le la les un une el los las il lo i het een o os
    as um uma
    """
)


_CURRENCIES: Final = frozenset(("€", "$", "£", "¥"))


def names_another_place(belief: str, then: str, now: str) -> bool:
    """Tell whether an edit put another place, or whom it is with, for the one that a belief says.

    All else stands as it stood, and nothing that came is said by the belief or stood there before.
    """
    old, new = tokens(then), tokens(now)
    if max(len(old), len(new)) > _MOST_WORDS:
        return False
    norms = [one.norm for one in old], [one.norm for one in new]
    steps = [
        (old[i:j], new[k:m])
        for name, i, j, k, m in SequenceMatcher(None, *norms, autojunk=False).get_opcodes()
        if name != "equal" and (_weighty(old[i:j]) or _weighty(new[k:m]))
    ]
    if len(steps) != 1:
        return False
    went, came = (_weighty(side) for side in steps[0])
    if not went or not came or max(len(went), len(came)) > _MOST_EXCHANGED:
        return False
    said, was, is_ = (words_of(text) for text in (belief, then, now))
    kinds = {one.kind for one in (*went, *came)}
    meant = {one.number for part in went for one in meanings_of(part.surface)}
    return (
        kinds <= {"word", "name"}
        and all(holds(said, one.norm) and not holds(is_, one.norm) for one in went)
        and not any(holds(said, one.norm) or holds(was, one.norm) for one in came)
        and not any(one.number in meant for part in came for one in meanings_of(part.surface))
        and _stands_at(then, went[0])
        and _stands_at(now, came[0])
    )


def names_another_currency(belief: str, then: str, now: str) -> bool:
    """Tell whether a number that a belief says with its currency stands beside another one now."""
    said, was, is_ = (_amounts(text) for text in (belief, then, now))
    return any(one not in is_ and any(number == one[0] for number, _ in is_) for one in said & was)


@lru_cache(maxsize=4_096)
def _amounts(text: str) -> frozenset[tuple[str, str]]:
    """Return the numbers of a text that stand beside a currency, with that."""
    return frozenset(
        (number.norm, unit.norm)
        for one, other in pairwise(tokens(text))
        for number, unit in ((one, other), (other, one))
        if number.kind == "number" and unit.norm in _CURRENCIES
    )


def _weighty(words: Sequence[Token]) -> list[Token]:
    return [one for one in words if KIND_WEIGHTS[one.kind] and one.kind != "unit"]


def _stands_at(text: str, word: Token) -> bool:
    """Tell whether a word stands behind a word of place, articles aside."""
    words = re.findall(r"[^\W\d_]+", text[: word.start].lower())
    before = [one for one in words if one not in _ARTICLES]
    return bool(before) and before[-1] in _AT


def is_turned_round(belief: str, then: str, now: str) -> bool:
    """Tell whether two things changed places in an order that a belief says too."""
    said, was, is_ = (_orders(text) for text in (belief, then, now))
    return any((b, a) in is_ and (a, b) not in is_ for a, b in said & was)


@lru_cache(maxsize=4_096)
def _orders(text: str) -> frozenset[tuple[str, str]]:
    pairs = (found for way in (_RATHER, _FROM_TO) for found in way.finditer(text))
    return frozenset((_norm(one["a"]), _norm(one["b"])) for one in pairs)


def _norm(word: str) -> str:
    found = tokens(word)
    return found[0].norm if found else word
