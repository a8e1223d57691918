"""Decide whether the trigger of a procedure, or of a memory, fits what an agent is about to do.

Pure; called by `services.recall.context_answer` and `recalling`. A procedure's fit is told with the
trigger, so that the agent can see what it rests on: two deeds on one matter (to pay an invoice, to
send one) lie close together.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vaultwatch.late_regex import Patterns
from vaultwatch.values.polarity import negations
from vaultwatch.values.words import content, stemming_of

FIT_BAR: Final = 0.52
"""Least cosine of MiniLM. Source: measured, `python benchmarks/procedures.py`; to be run again
where the model moves."""
WORDS_BAR: Final = 0.3
"""Least share of words in common where no model knows meanings. Source: as above."""
LEAST_SHARED: Final = 2
"""Words, below which a share says nothing."""
_EXCLUDED: Final = 0.6
"""Share of an exclusion's words that a task says. Chosen by hand: most of a few."""
_SENTENCE_END = re.compile(r"(?<=[.;!?])\s+")
_SAID = Patterns("triggers")

Vectors = Mapping[str, npt.NDArray[np.float32]]


def trigger_texts(name: str, trigger: Sequence[str]) -> list[str]:
    """Return the texts whose vectors `trigger_fit` wants beside that of what is asked."""
    texts = [f"{name}: {one}" if name else one for one in _told_apart(trigger)[0]]
    return texts or ([name] if name else [])


def trigger_fit(name: str, trigger: Sequence[str], asked: str, vectors: Vectors) -> float:
    """Return how well a trigger fits, 1 and above for a fit.

    A question for a fact fits none, nor does what must not be done where the trigger denies
    nothing, nor what one of the trigger's sentences excludes (`Not for documentation.`).
    """
    fitting, excluded = _told_apart(trigger)
    language = stemming_of(asked)
    words = content(asked, language)
    if _SAID.asks.fullmatch(asked.strip()):
        return 0.0
    if negations(asked) and not any(map(negations, fitting)):
        return 0.0
    if any(_share(one, asked) >= _EXCLUDED for one in excluded):
        return 0.0
    texts = trigger_texts(name, trigger)
    if asked in vectors and all(text in vectors for text in texts):
        cosine = max(float(vectors[text] @ vectors[asked]) for text in texts)
        return cosine / FIT_BAR
    said = content(" ".join([name, *fitting]), language)
    shared = len(said & words)
    fewer = min(len(said), len(words))
    if shared < min(LEAST_SHARED, fewer) or not fewer:
        return 0.0
    return shared / fewer / WORDS_BAR


def comes_to_mind(trigger: Sequence[str], asked: str, vectors: Vectors) -> float:
    """Return how relevant a memory is by its trigger alone, 0 to 1; 0 where that does not fit.

    A trigger may be a question, and so may what is asked: unlike a procedure's, whose steps answer
    none. By the cosine, as if the trigger were the memory's words; by words, their share.
    """
    if asked in vectors:  # most are far: nothing else is asked of them
        near = [vectors[one] @ vectors[asked] for one in trigger if one in vectors]
        if near and len(near) == len(trigger) and max(near) < FIT_BAR:
            return 0.0
    bare = asked.strip().rstrip("?") if _SAID.asks.fullmatch(asked.strip()) else asked
    known = {**vectors, bare: vectors[asked]} if asked in vectors else vectors
    fits = trigger_fit("", trigger, bare, known)
    bar = FIT_BAR if asked in vectors else WORDS_BAR
    return min(1.0, fits * bar) if fits >= 1.0 else 0.0


def _told_apart(trigger: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the sentences of a trigger, and those that say when it does not fit, bare."""
    said = [part for one in trigger for part in _SENTENCE_END.split(one) if part.strip()]
    excluded = [one for one in said if _SAID.exclusion.match(one)]
    return [one for one in said if one not in excluded], [
        _SAID.exclusion.sub("", x) for x in excluded
    ]


def _share(said: str, asked: str) -> float:
    language = stemming_of(asked)
    wanted = content(said, language)
    return len(wanted & content(asked, language)) / len(wanted) if wanted else 0.0
