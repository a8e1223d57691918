"""Say how sure it is that the best hit answers a question, by how near it is.

Pure. Fitted by logistic regression (Platt, 1999) to what memories answered 366 labelled questions
about three personal vaults, 24 of which nothing answers (recallbench; those in a language that the
model does not know are left out, as in answers). Fitted on two vaults and asked about the third,
the mean was .65, .63 and .71 where the first hit answered .64, .68 and .67 of the questions.
Another model's nearness means something else. Of dialogues nothing tells it: there what is asked of
the wrong person is as near, and shares as many words (a chance of .53 to tell such a question from
another, by any of ten features of the ranking).
"""

import math
from collections.abc import Iterable, Mapping
from typing import Final

FITS: Final[Mapping[str, tuple[float, float]]] = {"minilm-l6-v2-int8-1": (-2.72, 5.65)}
"""By model, the log-odds at relevance 0 and how much they rise to relevance 1. Re-fit with
benchmarks/recall.py where the fusing of scores changes."""
LEAST_SURE: Final = 0.31
"""Below it probably nothing is known: a relevance of .34. Of 24 questions that nothing answers 14
lie below, of 342 others 11, by memories alone; chosen on two vaults and asked about the third, 14
and 19."""
LEAST_SURE_OF_CONTEXT: Final = 0.33
"""The same of what is chosen from memories and notes, of which the best is nearer by chance alone:
12 and 16."""


def confidence(model_id: str, relevances: Iterable[float]) -> float | None:
    """Return the chance that the best of some hits answers, 0 to 1; 0 where there is none.

    None for a model of which nobody measured it.
    """
    if model_id not in FITS:
        return None
    at_zero, slope = FITS[model_id]
    best = max(relevances, default=None)
    return 0.0 if best is None else 1 / (1 + math.exp(-(at_zero + slope * best)))
