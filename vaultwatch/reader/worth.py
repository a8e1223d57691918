"""How far a reader is heard: by how often it was right, and no further.

Pure. An answer that is right r times of the others' 1 - r is evidence of odds r / (1 - r) (Bayes'
rule). r is that of somebody who reads, or guesses, by what it was right and wrong where the truth
is known.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from vaultwatch.drift.model import Comparison, Finding, Quote
from vaultwatch.drift.scoring.reasons import MAX_REASONS, shorten
from vaultwatch.reader.batch import PairAnswer

RIGHT: Final = 0.95
"""How often somebody who reads is right. A language model that read 160 such pairs as an agent
would was right 144 times of the 145 that it settled (`benchmarks/FIGURES.md`)."""
GUESSED: Final = 0.5
"""How often one is who does not."""
READS: Final = 0.95
"""How likely one reads of whom nothing is known. Chosen by hand: agents at work do."""
LEAST_READS: Final = 0.3
"""Who reads less likely is set aside: two wrong of the first three. One right by half was always,
behind 17 known answers at most, one of 95 of 100 in a vault of a hundred (`benchmarks/reader.py`).
"""
FLAGS_FROM: Final = 0.949
"""What a reader of such reliability calls outdated is flagged like what a proof shows: one that was
right five times, and never wrong, where the truth is known."""
LEAST_DOUBT: Final = 0.15
"""What is in doubt is moved from this score at least: of 272 pairs in doubt that scored less, on
sets held out, 37 had drifted, of 68 plain everyday edits 18 (`benchmarks/reader.py`). So is what is
unverified: of ten memories some nine are true, and .45 of those, .865 of what is false, are so."""
BORN_WRONG: Final = 0.03
"""What words alone found a note to support when the memory was written was wrong about so often:
.135 of what is false is called supported, .55 of what is true (`benchmarks/grounding.py`), and of
ten memories some nine are true. One reader's word puts such a memory in doubt, and settles nothing.
"""
SHOWN_RIGHT: Final = 0.9
"""What is shown was right nine times of ten on sets that nobody had read (docs/drift.md). So one
who is right more often than that, and quotes what bears it out, has it in doubt."""
HIGHEST: Final = 0.99
JUDGED: Final = "judged by "
"""How a reason begins that a reader gave."""
RULES: Final = "rules: "
"""How that begins which rules show, where it stands beside a reader's."""


@dataclass(frozen=True, slots=True)
class Record:
    """How often one reader was right and wrong where the truth is known."""

    right: int = 0
    wrong: int = 0

    @property
    def reads(self) -> float:
        """How likely it reads, 0..1, by Bayes' rule."""
        odds = math.log(READS / (1.0 - READS))
        odds += self.right * math.log(RIGHT / GUESSED)
        odds += self.wrong * math.log((1.0 - RIGHT) / (1.0 - GUESSED))
        return (1.0 + math.tanh(odds / 2)) / 2

    @property
    def reliability(self) -> float:
        """How often it is right, 0..1."""
        return self.reads * RIGHT + (1.0 - self.reads) * GUESSED

    @property
    def is_set_aside(self) -> bool:
        """Whether it hardly reads."""
        return self.reads < LEAST_READS


@dataclass(frozen=True, slots=True)
class Track:
    """A reader's record, apart for what it calls true and what it calls outdated."""

    holds: Record = Record()
    outdated: Record = Record()
    passed: int = field(default=0, kw_only=True)
    """How often it called unsure what is known."""

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

    @property
    def is_heard(self) -> bool:
        """Whether what it says counts: not of one that calls all that is known unsure."""
        return not self.is_set_aside and (self.both.right > 0 or self.passed == 0)


@dataclass(frozen=True, slots=True)
class Opinion:
    """One reader's answer to a pair."""

    reader: str
    """As a person knows it."""
    reading: PairAnswer
    reliability: float
    is_own: bool = False
    """Whether the memory is its own: then it counts half that calls it true."""
    is_news: bool = False
    """Whether it quotes what came since the memory was written."""
    is_borne_out: bool = False
    """Whether the line that it quotes gives all that the memory says: see `pairs.bears_out`."""

    @property
    def log_odds(self) -> float:
        """What it moves the log of the odds by; above 0 towards outdated."""
        if self.reading.verdict == "unsure":
            return 0.0
        size = max(math.log(self.reliability / (1.0 - self.reliability)), 0.0)
        if self.reading.verdict == "outdated":
            return size
        return -size / 2 if self.is_own else -size


def heard(
    made: Comparison, opinions: Sequence[Opinion], bar: float, flags_from: float = FLAGS_FROM
) -> Comparison:
    """Return a comparison with those heard who read it.

    What the rules call true is in doubt at most by the word of one, unless words that came since
    are quoted: then it was in doubt, and no rule saw it.
    """
    if made.outcome == "shown":
        return _heard_of_shown(made, opinions)
    spoken = [one for one in opinions if one.reading.verdict != "unsure"]
    moved = moved_by(spoken)
    stood = made.outcome in {"holds", "unverified"}
    is_settled = made.outcome == "holds" and (made.kind or moved <= 0)
    if is_settled or made.outcome == "judged" or not spoken:
        return made
    was_so = made.outcome == "holds" and not any(one.is_news for one in spoken)
    score = moved_score(made.score, moved, BORN_WRONG if was_so else LEAST_DOUBT)
    if moved > 0 and (stood or score >= bar):
        first = next(one for one in spoken if one.reading.verdict == "outdated")
        is_over = score >= bar
        return replace(
            made,
            score=score,
            outcome="judged" if is_over else "in_doubt",
            proof="reader" if is_over and is_trusted(spoken, flags_from) else "",
            kind="memory_drift",
            change=made.change or ("reversed" if first.reading.line else "removed"),
            after=_quoted(made, first.reading),
            reasons=_reasons(made, spoken),
        )
    if moved < 0 and score < bar:
        nothing = replace(made, outcome="holds", kind=None, change=None, proof="reader")
        return replace(nothing, score=score, reasons=_reasons(made, spoken))
    return replace(made, score=score, reasons=_reasons(made, spoken))


def _heard_of_shown(made: Comparison, opinions: Sequence[Opinion]) -> Comparison:
    """Return what is shown: in doubt at most, by who quotes a line that bears the memory out."""
    against = [one for one in opinions if one.reading.verdict == "outdated"]
    bears = [one for one in opinions if one.reading.verdict == "holds" and one.is_borne_out]
    moved = moved_by((*against, *bears))
    score = moved_score(SHOWN_RIGHT, moved, 0.0)
    if score >= 0.5:  # noqa: PLR2004 -- rather outdated than not
        return replace(made, reasons=(*made.reasons, *map(said_by, against))[:MAX_REASONS])
    said = [*map(said_by, (*bears, *against))][: MAX_REASONS - 1]
    kept = (*said, *(f"{RULES}{one}" for one in made.reasons[:1]))
    return replace(made, outcome="in_doubt", score=score, reasons=kept)


def moved_by(spoken: Iterable[Opinion]) -> float:
    """Return what opinions move the log of the odds by together.

    Those that call a memory true count as the surest of them: one program may come by many names,
    and what closes a finding is no matter of their number.
    """
    sizes = [one.log_odds for one in spoken]
    return math.fsum(size for size in sizes if size > 0) + min([0.0, *sizes])


def is_trusted(spoken: Iterable[Opinion], flags_from: float) -> bool:
    """Tell whether what is called outdated is flagged."""
    against = (one.reliability for one in spoken if one.log_odds > 0)
    return max(against, default=-1.0) >= flags_from


def said_by(opinion: Opinion) -> str:
    """Return an opinion in words."""
    is_gone = "no longer true" if opinion.reading.line else "no longer said"
    said = "still true" if opinion.reading.verdict == "holds" else is_gone
    return f"{JUDGED}{opinion.reader}: {said}: “{shorten(opinion.reading.quote)}”"


def judged_by(finding: Finding) -> str:
    """Return by whom alone a memory is called outdated, in words; empty where it is not so."""
    if finding.outcome != "judged":
        return ""
    return next((one.split(": ", 1)[0] for one in finding.reasons if one.startswith(JUDGED)), "")


def _reasons(made: Comparison, spoken: Iterable[Opinion]) -> tuple[str, ...]:
    judged = [said_by(one) for one in spoken]
    return (*judged, *made.reasons)[:MAX_REASONS]


def _quoted(made: Comparison, reading: PairAnswer) -> Quote | None:
    """Return the note's words that settle it, within the passage that is shown if they are."""
    if not reading.line or (made.after is not None and reading.quote in made.after.text):
        return made.after
    return Quote(reading.quote, reading.line, made.section)


def moved_score(score: float, by: float, least: float) -> float:
    """Return a score, or the least there is to begin with, with its log odds moved."""
    bounded = min(max(score, least), HIGHEST)
    odds = bounded / (1.0 - bounded) * math.exp(by)
    return round(min(odds / (1.0 + odds), HIGHEST), 4)
