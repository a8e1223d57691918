"""Part a belief into clauses, so that each is held against what supports it.

Pure. A memory is outdated when one of its clauses is; held against the note as a whole, the clauses
that still stand would outvote the one that fell.
"""

from collections.abc import Iterator
from dataclasses import replace

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.support import Vectors, find_supports
from vaultwatch.drift.words import words_of
from vaultwatch.notes.sentences import split_sentences

MAX_CLAUSES = 6
"""A belief of more sentences is a note; its first ones count. Chosen by hand."""
MIN_WORDS = 2
"""A part of fewer weighty words says nothing that could be held against a note."""


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


def supported_clauses(
    belief: Belief, baseline: Baseline, vectors: Vectors
) -> Iterator[tuple[Belief, Baseline]]:
    """Yield each clause with a baseline of what supports it alone; leave out those without."""
    for clause in clauses_of(belief):
        supports = find_supports(clause, baseline.statements, vectors)
        if supports:
            yield clause, replace(baseline, supports=supports)
