"""Say how sure it is that the best hit answers a question, by how near it is.

Pure. Fitted by logistic regression (Platt, 1999) to what memories answered 368 labelled questions
about three personal vaults, 24 of which nothing answers (recallbench; those in a language that the
model does not know are left out, as in answers). Fitted on two vaults and asked about the third,
the mean was .70, .60 and .70 where the first hit answered .62, .69 and .66 of the questions.
Another model's nearness means something else.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Final

FITS: Final[Mapping[str, tuple[float, float]]] = {"minilm-l6-v2-int8-1": (-2.55, 5.72)}
"""By model, the log-odds at relevance 0 and how much they rise to relevance 1. Re-fit with
benchmarks/recall.py where the fusing of scores changes."""
LEAST_SURE: Final = 0.29
"""Below it probably nothing is known: a relevance of .29. Of 24 questions that nothing answers 12
lie below, of 344 others 8, by memories alone."""


def confidence(model_id: str, relevances: Iterable[float]) -> float | None:
    """Return the chance that the best of some hits answers, 0 to 1; 0 where there is none.

    None for a model of which nobody measured it.
    """
    if model_id not in FITS:
        return None
    at_zero, slope = FITS[model_id]
    best = max(relevances, default=None)
    return 0.0 if best is None else 1 / (1 + math.exp(-(at_zero + slope * best)))
