"""Say how sure it is that the best hit answers a question, by how near it is.

Pure. Fitted by logistic regression (Platt, 1999) to what memories answered 366 labelled questions
about three personal vaults, 24 of which nothing answers (recallbench, without languages that the
model does not know). Fitted on two and asked about the third the mean was .65, .63 and .71 where
the first hit answered .64, .68 and .67. Of dialogues nearness does not tell it, where what is asked
of the wrong person is as near: there whose words answer does (`speakers.part_of`), fitted likewise
to 456 questions about three of two speakers: .36, .34 and .38 where .31, .42 and .38 answered.
"""

import math
from collections.abc import Iterable, Mapping
from typing import Final

FITS: Final[Mapping[str, tuple[float, float]]] = {
    "minilm-l6-v2-int8-1": (-2.72, 5.65),
    "multilingual-e5-small-int8-1": (-3.28, 6.78),
}
"""By model, the log-odds at relevance 0 and how much they rise to relevance 1. Re-fit with
benchmarks/recall.py where the fusing of scores changes."""
FITS_OF_ASKED: Final[Mapping[str, tuple[float, float]]] = {
    "minilm-l6-v2-int8-1": (-3.86, 5.21),
    "multilingual-e5-small-int8-1": (-3.61, 5.05),
}
"""The same by whose words answer: at no part and at all of them."""
LEAST_SURE_OF_ASKED: Final = 0.145
"""The same of those: a part of .40. Of 112 questions that nothing answers 57 lie below, of 383
others 18; chosen on two dialogues and asked about the third, 57 and 13."""
LEAST_SURE: Final = 0.31
"""Below it probably nothing is known: a relevance of .34. Of 24 questions that nothing answers 14
lie below, of 342 others 14, by memories alone; chosen on two vaults and asked about the third, 14
and 19."""
LEAST_SURE_OF_CONTEXT: Final = 0.33
"""The same of what is chosen from memories and notes, of which the best is nearer by chance alone:
12 and 16."""


def confidence(
    model_id: str, relevances: Iterable[float], of_asked: float | None = None
) -> float | None:
    """Return the chance that the best of some hits answers, 0 to 1; 0 where there is none.

    None for a model of which nobody measured it. Where one who speaks is asked about, by the part
    of what answers best that they said (`speakers.part_of`).
    """
    if model_id not in FITS:
        return None
    best = max(relevances, default=None)
    if best is None:
        return 0.0
    at_zero, slope = FITS[model_id] if of_asked is None else FITS_OF_ASKED[model_id]
    return 1 / (1 + math.exp(-(at_zero + slope * (best if of_asked is None else of_asked))))


def least_sure(of_asked: float | None, otherwise: float = LEAST_SURE) -> float:
    """Return the confidence below which probably nothing is known."""
    return otherwise if of_asked is None else LEAST_SURE_OF_ASKED
