"""Part a belief into what different statements of a note may say.

Pure. `scoring.grounding` asks of each part whether its note speaks of it.
"""

import re
from collections.abc import Iterator
from typing import Final

from vaultwatch.drift.language.words import words_of
from vaultwatch.notes.sentences import split_sentences

MAX_CLAUSES = 6
"""A belief of more sentences is a note; its first ones count. Chosen by hand."""
_PARTED: Final = re.compile(
    r"(?<!-),? (?:and|und|et|y|e|en|ed|i|\u0438) |[,;] |[\uff0c\uff1b]",
    re.IGNORECASE,
)
LEAST_OWN: Final = 3
"""Weighty words of a part that may stand for itself; a shorter one goes with the one before it:
`on Monday, at nine` says nothing alone. Chosen by hand."""


def parts_of(text: str, title: str = "") -> tuple[str, ...]:
    """Return a belief's text cut into what different statements may say; () where it is one.

    Sentences, and parts between commas and `and`s, as they stand: joined they are the text.

    Args:
        text: of the belief.
        title: of the note it cites, which is never cut: `Terms and conditions` is one thing.
    """
    parts: list[str] = []
    told: set[str] = set()
    """Weighty words of the last part, kept: to read it anew with each piece takes the square."""
    for start, end in _pieces(text, title):
        piece = text[start:end]
        own = set(words_of(piece).kinds)
        if parts and min(len(told), len(own)) < LEAST_OWN:
            parts[-1] += piece
            told |= own
        else:
            parts.append(piece)
            told = own
    return tuple(parts) if 1 < len(parts) <= MAX_CLAUSES else ()


def _pieces(text: str, title: str) -> Iterator[tuple[int, int]]:
    ends = {end for _, end in split_sentences(text)} | {m.end() for m in _PARTED.finditer(text)}
    for name in re.finditer(re.escape(title), text, re.IGNORECASE) if title else ():
        ends -= set(range(name.start() + 1, name.end()))
    start = 0
    for end in sorted({*ends, len(text)}):
        if text[start:end].strip():
            yield start, end
            start = end


def bare_part(part: str) -> str:
    """Return a part without what joins it to the next."""
    ends = (found.start() for found in _PARTED.finditer(part) if found.end() == len(part))
    return part[: next(ends, None)].strip(" .,;\u3002\uff0c\uff1b")
