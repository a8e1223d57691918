"""Decide whether a memory that is meant for one machine or repository is used elsewhere.

Pure; `services.scanning.scoping` gathers where memories were handed out.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LEAST_USES: Final = 2
"""Questions for which it was handed out there. Chosen by hand: one answer hands out several
memories, and not all of them are meant."""
MANY_USES: Final = 5
"""From so many on they are not counted, so that each new one does not change what is told."""


@dataclass(frozen=True, slots=True)
class OutsideUse:
    """One time that a memory was handed out where it is not meant for."""

    place: str
    """Where, in words."""
    helped: bool | None
    """What the session said of it; None where it said nothing."""


@dataclass(frozen=True, slots=True)
class ScopeBreak:
    """Where a memory is used beside its scope."""

    place: str
    times: int

    @property
    def told(self) -> str:
        """In words: `on oven, for 3 questions`."""
        many = self.times >= MANY_USES
        times = f"{MANY_USES} questions or more" if many else f"{self.times} questions"
        return f"{self.place}, for {'1 question' if self.times == 1 else times}"


def scope_break(uses: Sequence[OutsideUse]) -> ScopeBreak | None:
    """Return where a memory is used out of its scope most; None where that is chance.

    Args:
        uses: all that are outside, one a question and session.
    """
    counts = Counter(one.place for one in uses if one.helped is not False)
    if not counts:
        return None
    place, times = min(counts.items(), key=lambda one: (-one[1], one[0]))
    has_helped = any(one.helped for one in uses if one.place == place)
    return ScopeBreak(place, times) if has_helped or times >= LEAST_USES else None
