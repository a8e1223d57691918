"""Say how fresh a memory is to who uses it: its age, less what use takes off it.

Pure; `recall.rank` weighs it as recency. Being handed out alone strengthens nothing: what comes
first would come first ever after.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from vaultwatch.recall.signals import HALF_LIFE_DAYS, recency

LEAST_STRENGTH: Final = 0.05
"""However old and unused a memory is: what was true stays findable. Chosen by hand: recency weighs
.06, so that it is the last .003 of a score."""

DECAY: Final = 0.5
"""Power by which what a use is worth falls with the days. Source: Anderson & Schooler, "Reflections
of the environment in memory", Psychological Science 1991; ACT-R's d."""

DAYS_A_FOLD: Final = 60.0
"""Days of age that use takes off, times ln(1 + practice). Chosen by hand, with an eye on what
comes of it for questions that were never asked before (benchmarks/use.py)."""

AGAINST_HERE: Final = 4.0
"""How much a word against a memory weighs, for the very question that it was said of, beside a word
for it. Chosen by hand: one is enough to try the next memory."""

MOST_DAYS_AGAINST: Final = HALF_LIFE_DAYS
"""By so much at most words against a memory let it look older: half its recency, .03 of a score."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one session said of a memory that it was handed."""

    days_ago: float
    helped: bool
    is_of_this_question: bool
    """Whether it was handed out for the very question that is asked now."""


def practice(judged: Iterable[Judged]) -> float:
    """Return what use speaks for a memory, less what speaks against it for this question.

    The base-level learning of ACT-R (Anderson & Schooler 1991): sum of t^-d over the uses, t in
    days and at least 1, d = `DECAY`. A day counts once, however many sessions spoke: so nobody
    lifts a memory by saying much. Helped today and 16 days ago: 1 + 1/4 = 1.25.

    A word against it counts where the same was asked alone: that it was no answer there says
    nothing of other questions.
    """
    helped: dict[int, float] = {}
    against: dict[int, float] = {}
    for one in judged:
        if one.helped or one.is_of_this_question:
            days = helped if one.helped else against
            age = max(1.0, one.days_ago)
            days[int(age)] = min(age, days.get(int(age), math.inf))
    return _worth(helped.values()) - AGAINST_HERE * _worth(against.values())


def _worth(ages: Iterable[float]) -> float:
    return math.fsum(math.pow(age, -DECAY) for age in sorted(ages))


def days_off(practised: float, *, is_persons: bool = False) -> float:
    """Return how many days younger a memory counts for its use; negative for older.

    `DAYS_A_FOLD` x ln(1 + practice), the logarithm of ACT-R's activation: helped once today takes
    42 days off, on each of the last five days 87. Against it likewise, down to
    `MOST_DAYS_AGAINST`.

    Args:
        practised: of `practice`.
        is_persons: whether a person stands behind the memory: then no word lets it look older.
    """
    if practised >= 0:
        return DAYS_A_FOLD * math.log1p(practised)
    if is_persons:
        return 0.0
    return -min(MOST_DAYS_AGAINST, DAYS_A_FOLD * math.log1p(-practised))


def strength(age_days: float, days_off: float = 0.0) -> float:
    """Return how fresh a memory is with its use, `LEAST_STRENGTH` to 1; unused it is its recency.

    2^(-(age - days off) / half-life), the curve of `signals.recency`. At 90 days: .50 unused, .69
    where it helped today; at 500 days .05 unused.

    Args:
        age_days: days since the memory was last written.
        days_off: of `days_off`.
    """
    return max(LEAST_STRENGTH, recency(age_days - days_off))
