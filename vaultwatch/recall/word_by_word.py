"""Hold a question against the best memories word by word, where one vector each is too coarse.

Pure. For each word of the question, as it reads in its place, the nearest one of the memory: late
interaction (Khattab & Zaharia, "ColBERT", SIGIR 2020), by the vectors of the tokens of the model
that is there anyway. Called by `services.recall.recalling`, whose best alone are read anew.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vaultwatch.recall.duplicates import UnitVector

READ_ANEW: Final = 8
"""The most relevant, which are read anew; each costs a run of the model. With 5 and 6 the first
five lose .02 of what answers, 10, 12 and 24 are alike (benchmarks/recall.py)."""


def met(question: "UnitVector", told: "UnitVector") -> float:
    """Return the mean over the question's tokens, a row each, of the cosine with the nearest."""
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
