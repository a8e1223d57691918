"""Say how much speaks for remembering a memory now: one pure function a signal, each 0 to 1.

Pure; `recall.rank` sums them. The form, a weighted sum of relevance, recency and importance, is
that of Park et al., "Generative Agents", UIST 2023. Trust is ours; it comes in as a number. Behind
them stands how sure it is that the best hit answers at all.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from vaultwatch.memories.facts import Facts
from vaultwatch.notes.days import day_at

RecallStatus: TypeAlias = Literal[
    "active", "quarantined", "superseded", "expired", "not_yet", "faded", "archived"
]
"""What a memory is at the moment; `not_yet`: what it says begins to hold later."""

HALF_LIFE_DAYS: Final = 90.0
"""Days after which recency is a half. Chosen by hand: what was so last quarter may still be so.
Changing it moves every rank: re-run the benchmark of recall."""

UNSAID_IMPORTANCE: Final = 0.5
"""Where nobody says how important a memory is: the middle, chosen by hand."""

OPEN_FINDING: Final = 0.85
"""Factor of a memory that a note disagrees with. Chosen by hand: drift is a caveat, never a filter,
so it must not push a fitting memory below one that does not fit."""

SAME_TOPIC: Final = 1.35
"""Factor of a memory of the topic that the asker works on: the best of seven for both a right topic
and another one, on three vaults, whichever of them is held out. Where memories are named after the
note they rest on, the right topic lifts the share of first hits that answer from .675 to .733, and
another one lowers it to .667; with 1.15, .711 and .672 (benchmarks/recall.py)."""

STATUS_FACTORS: Final[Mapping[RecallStatus, float]] = {
    "active": 1.0,
    "faded": 0.6,
    "superseded": 0.4,
    "archived": 0.4,
    "expired": 0.4,
    "not_yet": 0.4,
    "quarantined": 0.2,
}
"""Chosen by hand. Most callers leave all but `active` out; who asks for more sees them below."""

_SUM_TOLERANCE: Final = 1e-6

NOTE_TRUST: Final = 0.9
"""Of a passage: the vault is the truth, and somebody may have written an error into it."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts; together 1, so that a score stays between 0 and 1.

    Relevance is by far the most: it is what was asked for. Park et al. weigh their three signals
    alike; with .40, .25, .20 and .15 fewer first hits answer than by relevance alone (.610 instead
    of .652). The others decide among the nearly equal: with .06 for recency the first five of a
    dialogue of months hold .01 less (benchmarks/recall.py).

    Raises:
        ValueError: a weight is negative or no number, or they do not sum to 1 within 1e-6.
    """

    relevance: float = 0.83
    trust: float = 0.08
    recency: float = 0.03
    importance: float = 0.06

    def __post_init__(self) -> None:
        """Check them as a whole."""
        values: tuple[float, ...] = astuple(self)
        if not all(value >= 0 for value in values):
            raise ValueError(f"a weight must not be negative: {values}")
        if not abs(math.fsum(values) - 1) <= _SUM_TOLERANCE:
            raise ValueError(f"the weights must sum to 1, not {math.fsum(values):.6g}")


def clamped(value: float) -> float:
    """Return a value as one between 0 and 1; 0 for what is no number."""
    return min(1.0, max(0.0, value))


EVEN: Final = 0.65
"""Up to here relevance is the sum of what speaks for it; above it comes ever slower to 1, so that
no two are alike. Chosen by hand; 0.5 to 0.8 are alike."""
_NEARLY_ONE: Final = 1 - 1e-9


def settled(total: float) -> float:
    """Return a sum of what speaks for a passage as its relevance, 0 to 1."""
    above = max(0.0, total - EVEN)
    return max(0.0, min(total, EVEN)) + (1 - EVEN) * math.tanh(above / (1 - EVEN))


def lifted(relevance: float, more: float) -> float:
    """Return a relevance with more that speaks for it, be it near 1 already."""
    return settled(total_of(relevance) + more)


def total_of(relevance: float) -> float:
    """Return the sum of what speaks for a passage, of which `settled` made its relevance."""
    if relevance <= EVEN:
        return relevance
    return EVEN + (1 - EVEN) * math.atanh(min(_NEARLY_ONE, (relevance - EVEN) / (1 - EVEN)))


def recency(age_days: float) -> float:
    """Return how fresh a memory is so long after it was written: 1 today, a half after a half-life.

    Exponential decay, the simplest curve of forgetting (Ebbinghaus, "Über das Gedächtnis", 1885);
    in a ranking sum: Park et al., UIST 2023, who decay by 0.995 an hour since the last use.
    """
    return math.pow(0.5, max(0.0, age_days) / HALF_LIFE_DAYS)


def importance(given: float | None, *, is_confirmed: bool = True) -> float:
    """Return how much a memory matters by its writer's word, 0 to 1; None where nothing is said.

    Source: Park et al., UIST 2023, who let a model give 1 to 10. An agent's own number lifts
    nothing above the middle unless a person confirmed the memory.
    """
    if given is None:
        return UNSAID_IMPORTANCE
    return clamped(given) if is_confirmed else min(clamped(given), UNSAID_IMPORTANCE)


def status_at(facts: Facts, now: datetime) -> RecallStatus:
    """Return what a memory is at a moment: by its note, then by the clock."""
    if facts.status not in {"active", "faded"}:
        return facts.status
    if facts.ends is not None and facts.ends <= now:
        return "expired"
    return "not_yet" if facts.begins is not None and facts.begins > now else facts.status


def statuses_asked(status: RecallStatus | Literal["any"], *, query: str) -> frozenset[RecallStatus]:
    """Return what a search for memories of one status finds; all, as an empty set, for `any`.

    What faded is found too where something is asked for: a list of the newest has no query.
    """
    if status == "any":
        return frozenset()
    return frozenset({status, "faded"} if status == "active" and query.strip() else {status})


def why_ended(facts: Facts) -> str:
    """Return until when an expired memory held, and by which words, as a fragment.

    `it held until 2026-11-27 (until Friday, said on 2026-11-23)`.
    """
    if facts.ends is None:
        return ""
    # An end is the first moment after: of a whole day, the one before is meant.
    last = day_at(facts.ends - timedelta.resolution).isoformat()
    read = facts.valid_as_said and facts.ends != facts.expires
    return f"it held until {last}" + (f" ({facts.valid_as_said})" if read else "")


def status_factor(status: RecallStatus, *, has_open_finding: bool) -> float:
    """Return what the sum of the signals is multiplied by: 1 for a memory nothing speaks against.

    A finding counts whatever the status: of two superseded memories the doubted one comes later.
    Chosen by hand, see `STATUS_FACTORS` and `OPEN_FINDING`.
    """
    return STATUS_FACTORS[status] * (OPEN_FINDING if has_open_finding else 1.0)


FITS: Final[Mapping[str, tuple[float, float]]] = {
    "minilm-l6-v2-int8-1": (-2.72, 5.65),
    "multilingual-e5-small-int8-1": (-3.28, 6.78),
}
"""By model, the log-odds at relevance 0 and how much they rise to relevance 1. Fitted by logistic
regression (Platt, 1999) to what memories answered 366 labelled questions about three personal
vaults, 24 of which nothing answers (recallbench, without languages that the model does not know):
fitted on two and asked about the third the mean was .65, .63 and .71 where the first hit answered
.64, .68 and .67. Re-fit with benchmarks/recall.py where the fusing of scores changes."""
FITS_OF_ASKED: Final[Mapping[str, tuple[float, float]]] = {
    "minilm-l6-v2-int8-1": (-3.86, 5.21),
    "multilingual-e5-small-int8-1": (-3.61, 5.05),
}
"""The same by whose words answer, at no part and at all of them: in dialogues what is asked of the
wrong person is as near. Fitted to 456 questions about three of two speakers: .36, .34 and .38 where
.31, .42 and .38 answered."""
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
