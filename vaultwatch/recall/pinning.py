"""Decide which pinned lines an agent is handed: each thing once, the newest, the profile short.

Pure; called by `services.recall.context_answer`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.recall.duplicates import gist_of, says_nearly

PROFILE: Final = "profile"
"""The section, whatever its case, of which only so many lines are kept."""
GOAL: Final = "goal"
"""The section whose lines give way to a goal that a call names."""
MOST_PROFILE: Final = 12
PARTS: Final = 4
"""A quarter of a context is for what is pinned, where no setting says otherwise."""


@dataclass(frozen=True, slots=True)
class PinnedLine:
    """One thing that is pinned."""

    section: str
    """The heading it stands under; empty for a memory that is pinned by its own note."""
    gist: str
    """What it says."""
    text: str
    """The line that an agent reads, with what a note says against it."""
    memory: str = ""
    """The id of the memory that it is; empty for a line of the person's own."""


def worth_telling(lines: Sequence[PinnedLine], *, has_goal: bool) -> list[PinnedLine]:
    """Return what is told, in the order given: of what says nearly the same the last one.

    Args:
        lines: what stands further down was written later.
        has_goal: whether the call names a goal of its own.
    """
    asked = [one for one in lines if not (has_goal and _is(one, GOAL))]
    kept: list[PinnedLine] = []
    counts: Counter[str] = Counter()
    for line in reversed(asked):
        gist = gist_of(line.gist)
        if any(says_nearly(gist, gist_of(other.gist)) for other in kept):
            continue
        counts[line.section.casefold()] += 1
        if _is(line, PROFILE) and counts[line.section.casefold()] > MOST_PROFILE:
            continue
        kept.append(line)
    return kept[::-1]


def pinned_share(room: int, wanted: int) -> int:
    """Return the tokens of a context for what is pinned: never more than half of it.

    Args:
        room: of the context.
        wanted: by the settings; 0 for a quarter.
    """
    return min(wanted or room // PARTS, room // 2)


def _is(line: PinnedLine, section: str) -> bool:
    return line.section.strip().casefold() == section
