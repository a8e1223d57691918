"""Decide which checks are looked at now, and which few memories a person is asked about.

Pure; `services.scanning.checking` gathers and carries out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.memories.checks.model import CheckKind

Impact: TypeAlias = Literal[1, 5, 10]

TTL_DAYS: Final[dict[CheckKind, float]] = {
    "host": 30.0,
    "os": 30.0,
    "command": 7.0,
    "package": 7.0,
    "url": 30.0,
    "port": 1.0,
    "env": 1.0,
}
USUAL_TTL_DAYS: Final = 1.0
"""For so long an answer is believed. Chosen by hand: what is asked of files costs next to nothing,
and changes within a day."""
OLD_DAYS: Final = 180.0
"""From so many days on a memory that matters is asked about unasked. Chosen by hand."""
MOST_ASKED: Final = 3
"""Memories that a person is asked about at a time."""


def ttl_days(kind: CheckKind) -> float:
    """Return for how many days an answer is believed."""
    return TTL_DAYS.get(kind, USUAL_TTL_DAYS)


@dataclass(frozen=True, slots=True)
class Due:
    """A check that may be looked at."""

    id: str
    impact: Impact
    age_days: float | None
    """Since it was looked at last; None where it never was."""
    ttl_days: float
    contradictions: int
    cost: float

    @property
    def is_due(self) -> bool:
        """Whether its last answer is too old to be believed."""
        return self.age_days is None or self.age_days >= self.ttl_days

    @property
    def priority(self) -> float:
        """Impact, how far it is overdue and how often it was wrong, against what it costs."""
        late = 1.0 + self.ttl_days if self.age_days is None else self.age_days / self.ttl_days
        return self.impact * late * (1 + self.contradictions) / (1 + self.cost)


def plan_looks(checks: Sequence[Due], budget: float) -> list[str]:
    """Return the checks that are looked at, the most urgent first; what is too dear is passed over.

    Args:
        checks: all there are.
        budget: what may be spent.
    """
    chosen = []
    due = [one for one in checks if one.is_due]
    for one in sorted(due, key=lambda one: (-one.priority, one.id)):
        if one.cost <= budget:
            budget -= one.cost
            chosen.append(one.id)
    return chosen


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A memory that neither a check nor a note speaks for."""

    memory_id: str
    impact: Impact
    age_days: float
    """Since anybody confirmed it."""
    is_in_use: bool
    """Whether it was recalled since then."""
    against: float
    """0..1, what others observed against it."""

    @property
    def reason(self) -> str:
        """Why a person is asked; empty where nobody is to be troubled."""
        if self.against >= STRONG:
            return "what was observed speaks against it"
        if self.impact == HIGH and self.is_in_use:
            return "it matters much, and agents were given it"
        if self.impact == HIGH and self.age_days >= OLD_DAYS:
            return f"it matters much, and nobody confirmed it for {int(self.age_days)} days"
        return ""


HIGH: Final[Impact] = 10
STRONG: Final = 0.7
"""Evidence from which on a person is asked, whatever it is about. Chosen by hand."""


def queue_for_person(memories: Sequence[Unconfirmed]) -> list[Unconfirmed]:
    """Return the few memories that a person is asked about, those that matter most first."""
    asked = [one for one in memories if one.reason]
    asked.sort(key=lambda one: (-one.against, -one.impact, -one.age_days, one.memory_id))
    return asked[:MOST_ASKED]
