"""Decide whether two beliefs say the same, so that no memory is kept twice.

Pure, and strict: a twin that slips by costs a line in the memories folder, a false one loses a
belief. Numbers, negations and every word that carries meaning must agree.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

COSINE_FLOOR = 0.95
"""From here on the same words in another order are one belief. Chosen by hand."""

_EMPTY_WORDS = frozenset({"a", "an", "the", "is", "are", "that", "our", "we", "please"})
_EDGES = " \t\n.,;:!?\"'()[]{}*_`<>|“”\u2018\u2019"
_BREAK = re.compile(r"[\s|]+")
_IS_NOT = re.compile(r"(?i)\b(\w{2,12})n['\u2019]t\b|\bcannot\b")


def near_identical(
    belief: str,
    others: Sequence[tuple[str, str]],
    *,
    cosines: Sequence[float] | None = None,
) -> str | None:
    """Return the id of the first memory that says the same; None if there is none.

    Args:
        belief: the new belief.
        others: (id, belief) of the memories that stand.
        cosines: how alike each of the others is by its embedding; lets the order of words differ.
    """
    words = _words(belief)
    counted = Counter(words)
    for position, (other_id, other) in enumerate(others):
        theirs = _words(other)
        if words == theirs:
            return other_id
        is_close = cosines is not None and cosines[position] >= COSINE_FLOOR
        if is_close and counted == Counter(theirs):
            return other_id
    return None


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFC", text).casefold()
    spelt = _IS_NOT.sub(_spell_out, folded)
    words = [word.strip(_EDGES) for word in _BREAK.split(spelt)]
    return [word for word in words if word and word not in _EMPTY_WORDS]


def _spell_out(found: re.Match[str]) -> str:
    irregular = {"wo": "will not", "ca": "can not", "sha": "shall not"}
    stem = found[1]
    return "can not" if stem is None else irregular.get(stem, f"{stem} not")
