"""How far a reader is heard: by how often it was right, and no further.

Pure. An answer that is right r times of the others' 1 - r is evidence of odds r / (1 - r) (Bayes'
rule). r is a lower bound, so that nobody is believed before they have shown what they are worth.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.model import Comparison, Finding, Quote
from vaultwatch.drift.scoring.reasons import MAX_REASONS, shorten
from vaultwatch.reader.batch import PairAnswer

PRIOR_RIGHT: Final = 17
PRIOR_WRONG: Final = 3
"""A reader of whom nothing is known counts as one that was right 17 times of 20: what a careful
model's answers to such questions come to. Chosen by hand."""
BOUND: Final = 0.3
"""So surely a reader is no worse than it is taken for: the quantile of the Beta distribution of its
reliability. Chosen with whole sets held out (`benchmarks/reader.py`)."""
MOST: Final = 0.97
"""Nobody is taken to be right more often."""
RULES_PRECISION: Final = 0.8
"""How often what the rules call likely is right on sets held out; a reader that is surely worse is
set aside."""
SURELY: Final = 0.85
"""A reader is set aside where its reliability lies below that of the rules with this chance. With
.9 a stand-in that is right by half is heard longer, with .8 one that is right 85 times of 100 is
set aside in 3 of 100 vaults; those of 95 are not touched (`benchmarks/reader.py`)."""
FLAGS_FROM: Final = 0.9
"""What a reader of such reliability calls outdated is flagged like what a proof shows."""
LEAST_DOUBT: Final = 0.15
"""What is in doubt is moved from this score at least: of 272 pairs in doubt that scored less, on
sets held out, 37 had drifted, of 68 plain everyday edits 18 (`benchmarks/reader.py`)."""
BORN_WRONG: Final = 0.03
"""What words alone found a note to support when the memory was written was wrong about so often:
.135 of what is false is called supported, .55 of what is true (`benchmarks/grounding.py`), and of
ten memories some nine are true. One reader's word puts such a memory in doubt, and settles nothing.
"""
HIGHEST: Final = 0.99
JUDGED: Final = "judged by "
"""How a reason begins that a reader gave."""


@dataclass(frozen=True, slots=True)
class Record:
    """How often one reader was right and wrong where the truth is known."""

    right: int = 0
    wrong: int = 0

    @property
    def reliability(self) -> float:
        """How often it is right at least, 0..1."""
        return min(quantile(PRIOR_RIGHT + self.right, PRIOR_WRONG + self.wrong, BOUND), MOST)

    @property
    def is_set_aside(self) -> bool:
        """Whether it is surely worse than the rules by themselves."""
        best = quantile(PRIOR_RIGHT + self.right, PRIOR_WRONG + self.wrong, SURELY)
        return best < RULES_PRECISION


@dataclass(frozen=True, slots=True)
class Track:
    """A reader's record, apart for what it calls true and what it calls outdated."""

    holds: Record = Record()
    outdated: Record = Record()

    @property
    def both(self) -> Record:
        """All of it."""
        return Record(
            self.holds.right + self.outdated.right, self.holds.wrong + self.outdated.wrong
        )

    @property
    def is_set_aside(self) -> bool:
        """Whether nothing that it says counts any more."""
        return self.both.is_set_aside or self.outdated.is_set_aside


@dataclass(frozen=True, slots=True)
class Opinion:
    """One reader's answer to a pair."""

    reader: str
    """As a person knows it."""
    reading: PairAnswer
    reliability: float
    is_own: bool = False
    """Whether the memory is its own: then its word counts half."""

    @property
    def log_odds(self) -> float:
        """What it moves the log of the odds by; above 0 towards outdated."""
        if self.reading.verdict == "unsure":
            return 0.0
        size = max(math.log(self.reliability / (1.0 - self.reliability)), 0.0)
        size = size / 2 if self.is_own else size
        return size if self.reading.verdict == "outdated" else -size


@lru_cache(maxsize=4_096)
def quantile(a: int, b: int, chance: float) -> float:
    """Return the value below which a Beta(a, b) lies with some chance; a and b are whole.

    By bisection of its distribution function, which for whole parameters is a sum of binomial
    terms (NIST Handbook of Mathematical Functions, 8.17.5).
    """
    low, high = 0.0, 1.0
    while high - low > 1e-6:  # noqa: PLR2004 -- far below what is shown
        middle = (low + high) / 2
        low, high = (middle, high) if _below(middle, a, b) < chance else (low, middle)
    return low


def _below(x: float, a: int, b: int) -> float:
    n, logs = a + b - 1, (math.log(x), math.log1p(-x))
    return math.fsum(
        math.exp(
            math.lgamma(n + 1)
            - math.lgamma(j + 1)
            - math.lgamma(n - j + 1)
            + j * logs[0]
            + (n - j) * logs[1]
        )
        for j in range(a, n + 1)
    )


def heard(
    made: Comparison, opinions: Sequence[Opinion], bar: float, flags_from: float = FLAGS_FROM
) -> Comparison:
    """Return a comparison with those heard who read it.

    What is shown stands whatever anybody says. What the rules call true is in doubt at most by the
    word of one.
    """
    spoken = [one for one in opinions if one.reading.verdict != "unsure"]
    moved = math.fsum(one.log_odds for one in spoken)
    stood = made.outcome == "holds"
    is_settled = made.kind or moved <= 0 if stood else made.outcome not in {"in_doubt", "likely"}
    if is_settled or not spoken:
        return made
    score = moved_score(made.score, moved, BORN_WRONG if stood else LEAST_DOUBT)
    if moved > 0 and (stood or score >= bar):
        first = next(one for one in spoken if one.reading.verdict == "outdated")
        is_over = score >= bar
        return replace(
            made,
            score=score,
            outcome="judged" if is_over else "in_doubt",
            proof="reader" if is_over and is_trusted(spoken, flags_from) else "",
            kind="memory_drift",
            change=made.change or "reversed",
            after=_quoted(made, first.reading),
            reasons=_reasons(made, spoken),
        )
    if moved < 0 and score < bar:
        nothing = replace(made, outcome="holds", kind=None, change=None, proof="reader")
        return replace(nothing, score=score, reasons=_reasons(made, spoken))
    return replace(made, score=score, reasons=_reasons(made, spoken))


def is_trusted(spoken: Iterable[Opinion], flags_from: float) -> bool:
    """Tell whether what is called outdated is flagged: by the word of one who did not write it."""
    others = (one for one in spoken if one.log_odds > 0 and not one.is_own)
    return max((one.reliability for one in others), default=-1.0) >= flags_from


def said_by(opinion: Opinion) -> str:
    """Return an opinion in words."""
    said = "still true" if opinion.reading.verdict == "holds" else "no longer true"
    return f"{JUDGED}{opinion.reader}: {said}: “{shorten(opinion.reading.quote)}”"


def judged_by(finding: Finding) -> str:
    """Return by whom alone a memory is called outdated, in words; empty where it is not so."""
    if finding.outcome != "judged":
        return ""
    return next((one.split(": ", 1)[0] for one in finding.reasons if one.startswith(JUDGED)), "")


def _reasons(made: Comparison, spoken: Iterable[Opinion]) -> tuple[str, ...]:
    judged = [said_by(one) for one in spoken]
    return (*judged, *made.reasons)[:MAX_REASONS]


def _quoted(made: Comparison, reading: PairAnswer) -> Quote:
    """Return the note's words that settle it, within the passage that is shown if they are."""
    if made.after is not None and reading.quote in made.after.text:
        return made.after
    return Quote(reading.quote, reading.line, made.section)


def moved_score(score: float, by: float, least: float) -> float:
    """Return a score, or the least there is to begin with, with its log odds moved."""
    bounded = min(max(score, least), HIGHEST)
    odds = bounded / (1.0 - bounded) * math.exp(by)
    return round(min(odds / (1.0 + odds), HIGHEST), 4)
