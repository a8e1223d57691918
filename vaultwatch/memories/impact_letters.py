"""Tell which tables of `impact_words` a text may hold an entry of, all of them at once.

Pure; `memories.impact` asks before it reads a text with a table's pattern. Each of four thousand
words looked for by itself took half a millisecond of every text; now only those are that begin with
three letters which stand in the text.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from vaultwatch.memories.impact_words import entries_of, tables
from vaultwatch.memories.suspicion_folding import views, visible

_NO_ACCENT = str.maketrans("łøđı", "lodi")
_GRAM = 3
"""Letters by which words are found. Chosen by hand."""
_OTHER_SCRIPTS = "\u0250"
"""Above stand no letters of Latin words."""

_Words: TypeAlias = Sequence[tuple[str, frozenset[str]]]
"""Words with the tables that they tell of."""


def read_as(text: str) -> list[str]:
    """Return what may be read in a text, folded as the tables are."""
    return [view.translate(_NO_ACCENT) for view in views(visible(text))]


def stem_of(word: str) -> str:
    """Return what of an entry's word stands in a folded text, without its stars."""
    stem = word.strip("*")
    # What is small letters alone folding leaves alone.
    return stem if stem.isascii() and stem.isalpha() and stem.islower() else read_as(stem)[0]


@lru_cache(maxsize=64)  # each rule of a concept asks of the same text
def tables_in(text: str) -> frozenset[str]:
    """Return the tables that a folded text may hold an entry of: the letters of one stand there."""
    short, by_gram = _sieve(is_ascii=text.isascii())
    grams = {text[at : at + _GRAM] for at in range(len(text) - _GRAM + 1)}
    found: set[str] = set()
    for few in (short, *(by_gram[gram] for gram in by_gram.keys() & grams)):
        for letters, told in few:
            if letters in text:
                found |= told
    return frozenset(found)


@lru_cache(maxsize=2)
def _sieve(*, is_ascii: bool) -> tuple[_Words, Mapping[str, _Words]]:
    """Return the words too short to have a gram, and the others by their first one.

    A text of ASCII alone holds none of another script, and to fold those takes half of the time.
    """
    told_by: dict[str, set[str]] = defaultdict(set)
    for table in tables():
        for entry in entries_of(table):
            if not is_ascii or max(entry, default="") < _OTHER_SCRIPTS:
                told_by[_letters_of(entry)].add(table)
    by_gram: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    for letters, told in told_by.items():
        gram = letters[:_GRAM]
        by_gram[gram if len(gram) == _GRAM else ""].append((letters, frozenset(told)))
    return by_gram.pop("", []), by_gram


def _letters_of(entry: str) -> str:
    """Return the longest word of an entry that a match holds as it stands."""
    words = (one for word in entry.split() for one in stem_of(word).split())
    return max(words, key=len, default="")
