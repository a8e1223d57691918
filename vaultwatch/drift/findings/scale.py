"""Read a score on a vault's scale: the bar, and what the reader's own verdicts add by kind.

Pure. `scoring.deciding` reads every score so; `findings.offsets` fits what is added,
`services.records.scale` knows the scale in force.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.model import Change, Mode, Proof

MIN_SCORE: Final = 0.6
"""From here on what no proof showed was right in 232 of 295 cases (.79), on whole sets held out;
from one half in .73, from .7 in .84 (`benchmarks/train_verdict.py`)."""
_LEAST, _MOST = 0.0001, 0.9999
"""No score is so sure that nothing could be added to it."""

ScoreKind: TypeAlias = Literal[Change, "cold"]
"""What a comparison was decided as; the cold ones are few, and one kind."""

KINDS: Final[Mapping[ScoreKind, str]] = {
    "value": "a value changed",
    "exchanged": "words were exchanged",
    "status": "the status changed",
    "ended": "the note says that it is over",
    "done": "what was open is done",
    "reversed": "the note says the opposite",
    "superseded": "a line was added",
    "removed": "the passage is gone",
    "renamed": "the name changed",
    "broken_link": "the link leads nowhere",
    "never_agreed": "the note never agreed",
    "moved": "the passage stands elsewhere",
    "cold": "no earlier state of the note is known",
}
"""Each in words."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How one vault reads scores."""

    bar: float = MIN_SCORE
    """The score from which a memory is called drifted."""
    offsets: Mapping[ScoreKind, float] = field(default_factory=dict)
    """What is added to the log-odds of a score, by kind; none where nothing is."""

    def of(self, kind: ScoreKind | None) -> float:
        """Return what is added to the log-odds of a kind; 0 to those of none."""
        return self.offsets.get(kind, 0.0) if kind is not None else 0.0

    def read(self, score: float, kind: ScoreKind | None) -> float:
        """Return a score with what this vault's own verdicts add to it."""
        offset = self.of(kind)
        return round(chance(log_odds(score) + offset), 4) if offset else score

    def unread(self, score: float, kind: ScoreKind | None) -> float:
        """Return the score that was read as this one."""
        offset = self.of(kind)
        return round(chance(log_odds(score) - offset), 4) if offset else score


SHIPPED: Final = Scale()
"""Of a vault whose reader fitted nothing."""


def kind_of(change: Change | None, mode: Mode, proof: Proof = "") -> ScoreKind | None:
    """Return the kind of a comparison or finding; None where nothing is added to its score.

    That is where no change was decided, and where a proof stands for it. What a note denied from
    the first has its score from elsewhere, proof or no.
    """
    if proof and change != "never_agreed":
        return None
    is_cold = mode == "cold" and change not in (None, "never_agreed")
    return "cold" if is_cold else change


def log_odds(score: float) -> float:
    """Return the log-odds of a chance, 0 and 1 held a little apart from themselves."""
    held = min(max(score, _LEAST), _MOST)
    return math.log(held / (1.0 - held))


def chance(odds: float) -> float:
    """Return the chance of log-odds."""
    return 1.0 / (1.0 + math.exp(-odds))
