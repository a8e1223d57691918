"""Part a belief into clauses, so that each is held against what supports it.

Pure. A memory is outdated when one of its clauses is; held against the note as a whole, the clauses
that still stand would outvote the one that fell.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language.words import words_of
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.passages.support import Vectors, find_supports
from vaultwatch.notes.sentences import split_sentences

MAX_CLAUSES = 6
"""A belief of more sentences is a note; its first ones count. Chosen by hand."""
MIN_STRENGTH_APART = 0.5
"""How strongly each part of a joined belief must be supported to be a fact of its own. Chosen by
hand."""
_JOINED: Final = re.compile(r",? (?:and|und|et|y|e|en|ed) |, ", re.IGNORECASE)
MIN_WORDS = 2
"""A part of fewer weighty words says nothing that could be held against a note."""
_PARTED: Final = re.compile(
    r"(?<!-),? (?:and|und|et|y|e|en|ed|i|\u0438) |[,;] |[\uff0c\uff1b]",
    re.IGNORECASE,
)
LEAST_OWN: Final = 3
"""Weighty words of a part that may stand for itself; a shorter one goes with the one before it:
`on Monday, at nine` says nothing alone. Chosen by hand."""


def clauses_of(belief: Belief) -> tuple[Belief, ...]:
    """Return a belief for each sentence or part behind a semicolon; () for a single one."""
    texts = [
        clause.strip()
        for start, end in split_sentences(belief.text)
        for clause in belief.text[start:end].split("; ")
    ]
    told = [text for text in texts if len(words_of(text).kinds) >= MIN_WORDS]
    if len(told) < 2:  # noqa: PLR2004 -- a single one is the belief itself
        return ()
    return tuple(replace(belief, text=text) for text in told[:MAX_CLAUSES])


def joined_facts(belief: Belief) -> tuple[Belief, ...]:
    """Return a belief for each part between commas and `and`s; () where one is too short.

    They are facts of their own only where each rests on a statement of its own: `supported_facts`
    asks for that.
    """
    parts = [part.strip(" .") for part in _JOINED.split(belief.text)]
    if not 1 < len(parts) <= MAX_CLAUSES:
        return ()
    if any(len(words_of(part).kinds) < MIN_WORDS for part in parts):
        return ()
    return tuple(replace(belief, text=part) for part in parts)


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


def supported_clauses(
    belief: Belief, baseline: Baseline, vectors: Vectors
) -> Iterator[tuple[Belief, Baseline]]:
    """Yield each clause with a baseline of what supports it alone; leave out those without."""
    for clause in clauses_of(belief):
        supports = find_supports(clause, baseline.statements, vectors)
        if supports:
            yield clause, replace(baseline, supports=supports)


def supported_facts(
    belief: Belief, baseline: Baseline, vectors: Vectors
) -> list[tuple[Belief, Baseline]]:
    """Return each fact of a joined belief with what supports it alone.

    None unless each is well supported, by a statement of its own: `Ann and Bo bake` is one fact.
    """
    facts = joined_facts(belief)
    found = [find_supports(fact, baseline.statements, vectors) for fact in facts]
    strong = [s for s in found if s and s[0].strength >= MIN_STRENGTH_APART]
    if len({supports[0].index for supports in strong}) < len(facts):
        return []
    return [(f, replace(baseline, supports=s)) for f, s in zip(facts, found, strict=True)]
