"""Find the meanings that a sentence names, whatever its wording, and their opposites.

Pure. `passages.rewordings` asks. `signs off` and `approves` are one meaning, `turns down` is its
opposite.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language.synonym_words import IRREGULAR, MEANINGS
from vaultwatch.drift.language.tokens import fold

_APART: Final = 3
"""Words that may stand between a verb and its particle: `picks the kids up`."""
_LIKE: Final = 6
"""Letters from the front in which two long words of one meaning agree: `register` and
`registration`."""
_SHORT: Final = 3
"""A shorter word has no ending."""
_PARTICLES: Final = frozenset(
    (
        "off",
        "up",
        "down",
        "out",
        "on",
        "over",
        "back",
        "in",
        "away",
        "ab",
        "an",
        "auf",
        "aus",
        "ein",
    )
)
_ENDINGS: Final = (
    *(("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("d", ""), ("ied", "y"), ("ing", "")),
    *(("ing", "e"), ("t", "en"), ("e", "en"), ("et", "en"), ("te", "en"), ("st", "en"), ("n", "")),
    *(("e", "er"), ("es", "er"), ("ee", "er"), ("ees", "er"), ("ent", "er"), ("ons", "er")),
    *(("ez", "er"), ("a", "ar"), ("an", "ar"), ("amos", "ar"), ("ado", "ar"), ("ada", "ar")),
    *(("a", "are"), ("ano", "are"), ("ato", "are"), ("ata", "are"), ("iamo", "are"), ("e", "ere")),
    *(("ono", "ere"), ("e", "er"), ("en", "er"), ("ido", "ir"), ("t", "ten"), ("t", "")),
)
"""How English, German, French, Spanish, Italian and Dutch verbs and nouns end, and what stands
there in the plain form. Most forms that come of it are no words, and stand in no table."""
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class NamedMeaning:
    """One meaning named by one sentence."""

    number: int
    """Of the line in the table; its opposite has the same, negative."""
    spans: tuple[tuple[int, int], ...]
    """Where its words stand."""
    is_plain: bool
    """Whether its words have no other meaning in the table."""


@lru_cache(maxsize=8_192)
def meanings_of(text: str) -> tuple[NamedMeaning, ...]:
    """Return the meanings that a text names, in order.

    Args:
        text: a sentence, in Unicode's composed form as `language.tokens` reads it.
    """
    told = unicodedata.normalize("NFC", text)
    words = [(one.start(), one.end(), plain_forms(fold(one[0]))) for one in _WORD.finditer(told)]
    found: dict[tuple[tuple[int, int], ...], set[int]] = defaultdict(set)
    for at, (_, _, forms) in enumerate(words):
        for number, rest in _openings(forms):
            if (places := _matched(words, at, rest)) is not None:
                found[tuple((words[k][0], words[k][1]) for k in places)].add(number)
    longest: dict[tuple[int, int], int] = defaultdict(int)
    for spans in found:
        for span in spans:
            longest[span] = max(longest[span], len(spans))
    return tuple(
        NamedMeaning(number, spans, is_plain=len(numbers) == 1)
        for spans, numbers in found.items()
        # `not allowed` is no `allowed`.
        if all(longest[span] <= len(spans) for span in spans)
        for number in sorted(numbers)
    )


def _matched(
    words: list[tuple[int, int, frozenset[str]]], at: int, rest: tuple[str, ...]
) -> list[int] | None:
    """Return where the words of a wording stand that begins at one; None where they do not."""
    places = [at]
    for form in rest:
        reach = _APART if form in _PARTICLES else 0
        following = range(places[-1] + 1, min(places[-1] + 2 + reach, len(words)))
        place = next((k for k in following if form in words[k][2]), None)
        if place is None:
            return None
        places.append(place)
    return places


def _openings(forms: frozenset[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield number and further words of each wording that begins with a word."""
    for form in forms:
        yield from _WORDINGS.get(form, ())


@lru_cache(maxsize=16_384)
def plain_forms(word: str) -> frozenset[str]:
    """Return the plain forms that a word may be of, and its beginning where it is long.

    Args:
        word: folded as `language.tokens.fold` folds.
    """
    bare = word.replace("\u2019", "'").removesuffix("'s")
    bare = IRREGULAR.get(bare, bare)
    forms = {bare}
    for ending, plain in _ENDINGS:
        root = bare.removesuffix(ending)
        if root != bare and len(root) >= _SHORT:
            forms.add(root + plain)
            if root[-1] == root[-2]:
                forms.add(root[:-1] + plain)  # `cancelled`
    if len(bare) >= _LIKE:
        forms.add(bare[:_LIKE] + "*")
    return frozenset(forms)


def _table() -> Mapping[str, list[tuple[int, tuple[str, ...]]]]:
    """Return each wording by its first word: the number of its meaning, and its further words."""
    table: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for number, line in enumerate(MEANINGS.strip().splitlines(), 1):
        for sign, side in zip((1, -1), line.split(" | "), strict=False):
            for wording in dict.fromkeys(part.strip() for part in side.split(",")):
                first, *rest = (IRREGULAR.get(word, word) for word in wording.split(" "))
                table[first].append((sign * number, tuple(rest)))
                if len(first) >= _LIKE and not rest:
                    table[first[:_LIKE] + "*"].append((sign * number, ()))
    return dict(table)


_WORDINGS: Final = _table()
