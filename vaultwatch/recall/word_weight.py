"""Say which words of a question are looked for, and what they count for beside its vector.

Pure. Read by the chunk store, which fuses both (`adapters.index.fusing`). A model of English puts
whatever is German near whatever else is, so a question in German is answered by words rather.

Where one vector each is too coarse, the best memories are held against it word by word.
"""

import math
import re
import unicodedata
from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Final

from vaultwatch.values.languages import is_everyday, languages_of, lexicon_of
from vaultwatch.values.tokens import fold

if TYPE_CHECKING:
    from vaultwatch.recall.duplicates import UnitVector

WORD_WEIGHT: Final = 0.9
"""How much cosine a passage gains that holds all words of a question. Chosen across personal sets,
headings and dialogues (0.8 to 1.0 are alike; benchmarks/recall.py): dialogues want more of it, what
is asked in other words less."""
POWER: Final = 1.3
"""By what power the part of the words that it holds counts: half of them are worth less than half.
With 1 what is asked in other words is found a little worse, what shares its words no better."""
FOREIGN_WORD_WEIGHT: Final = 2.7
"""The same for a question in a language that the model was not made for: three times as much, as
it was measured on 1,449 headings of a manual in seven languages."""
HASHED_WORD_WEIGHT: Final = 5.4
"""The same for hashed words, which find less than BM25 does."""
ENGLISH_MODELS: Final = frozenset({"minilm-l6-v2-int8-1"})
"""Models of which it was measured that they know English alone."""
TOO_FAR: Final = 0.1
"""How much cosine a model takes off what is in a language that it does not know. Without it what is
asked in another language finds .35 of what answers among its first five, with .1 .46, with .15 .54;
the rest .937, .939, .932 (benchmarks/FIGURES.md). Chosen by hand: up to there it costs nothing."""
MOST_ALONE: Final = 12
"""Words that are looked for one by one, the longest; what a longer question holds besides counts as
one. Chosen by hand: each takes 2 ms."""
OF_ABSENT: Final = 1.4
"""How much a word that stands nowhere weighs, in the log of the rows: what BM25 gives a word of one
row in a passage of middling length."""
SHORTEST_MISTYPED: Final = 4
LONG: Final = 6
"""Letters from which a word that stands nowhere may be another mistyped, by one letter or two."""


def word_weight(question: str, *, model_id: str, is_semantic: bool) -> float:
    """Return how much cosine a passage gains that holds all words of a question."""
    if not is_semantic:
        return HASHED_WORD_WEIGHT
    return FOREIGN_WORD_WEIGHT if is_foreign(question, model_id) else WORD_WEIGHT


def is_foreign(question: str, model_id: str) -> bool:
    """Tell whether a question is in a language that the model does not know."""
    if model_id not in ENGLISH_MODELS:
        return False
    return languages_of(question)[0] != "en"


def too_far(question: str, told: str, model_id: str) -> float:
    """Return by how much a model puts what is told too far from a question in its own language."""
    is_apart = is_foreign(told, model_id) and not is_foreign(question, model_id)
    return TOO_FAR if is_apart else 0.0


def words_asked(question: str) -> list[str]:
    """Return what is looked for: the words that carry meaning, behind them the rest of many."""
    function = lexicon_of(languages_of(question)).function
    found: dict[str, str] = {}
    for part in question.split():
        word = _bare(part)
        if word and word.casefold() not in function:
            found.setdefault(fold(word), word)
    words = sorted(found.values(), key=len, reverse=True)
    rest = words[MOST_ALONE:]
    return [*words[:MOST_ALONE], *([" ".join(rest)] if rest else [])]


def _bare(part: str) -> str:
    places = [at for at, sign in enumerate(part) if sign.isalnum()]
    return part[places[0] : places[-1] + 1] if places else ""


def worth_of_absent(word: str, rows: int) -> float:
    """Return what a word weighs that stands in none of so many rows; an everyday word nothing."""
    return 0.0 if is_everyday(word.lower()) else OF_ABSENT * math.log(2 * rows + 2)


OF_OTHER_LETTERS: Final = (
    "[\u0370-\u03ff\u1f00-\u1fff\u0400-\u052f\u0531-\u058f\u10a0-\u10ff\u1c90-\u1cbf]"
)
"""Greek, Cyrillic, Armenian and Georgian, each of which has a sound. Hebrew and Arabic leave vowels
out, Chinese signs are read in several ways: what they are in Latin letters is a guess."""
_OTHER = re.compile(OF_OTHER_LETTERS)
_WORD = re.compile(r"[^\W\d_]+")


def spelled_in_latin(text: str) -> str:
    """Return a text's words of other letters in small Latin ones, each once; empty for none."""
    if not _OTHER.search(text):
        return ""
    words = filter(_OTHER.search, _WORD.findall(unicodedata.normalize("NFC", text)))
    return " ".join(filter(None, dict.fromkeys(map(in_latin, words))))


def in_latin(word: str) -> str:
    """Return a word in small letters from a to z."""
    from anyascii import anyascii  # here alone: most questions need none

    return "".join(filter(str.isalpha, anyascii(word).lower()))


def letters_mistyped(word: str) -> int:
    """Return by how many letters a word that stands nowhere may be mistyped."""
    if not word.isalpha() or len(word) < SHORTEST_MISTYPED:
        return 0
    return 1 if len(word) < LONG else 2


READ_ANEW: Final = 8
"""The most relevant, which are read anew; each costs a run of the model. With 5 and 6 the first
five lose .02 of what answers, 10, 12 and 24 are alike (benchmarks/recall.py)."""


def met(question: "UnitVector", told: "UnitVector") -> float:
    """Return the mean over the question's tokens, a row each, of the cosine with the nearest.

    Late interaction (Khattab & Zaharia, "ColBERT", SIGIR 2020), by the vectors of the tokens of the
    model that is there anyway, as each reads in its place.
    """
    if not (len(question) and len(told)):
        return 0.0
    import numpy as np  # here alone: most commands need no vector

    # Not by BLAS, whose threads go on spinning behind a product.
    return float(np.einsum("ik,jk->ij", question, told).max(axis=1).mean())


def better_met(meetings: Sequence[float], are_apart: Sequence[bool]) -> list[float]:
    """Return by how much each of some texts meets a question better than its like.

    Those in a language that the model does not know are held against one another: to it none of
    their words are like the question's.
    """
    means = {
        apart: fmean(
            one for one, is_apart in zip(meetings, are_apart, strict=True) if is_apart == apart
        )
        for apart in set(are_apart)
    }
    return [one - means[apart] for one, apart in zip(meetings, are_apart, strict=True)]
