"""Propose the steps that sessions repeat as the draft of a procedure.

Pure; `services.upkeep.planning` asks. A step is what an agent's own list called done, in its words.
Commands are the same to the letter alone; of numbers and paths in other words it counts that one
stands there, and what differs is left out of the draft.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.ids import memory_id
from vaultwatch.upkeep.gathering import is_plain_line
from vaultwatch.upkeep.proposal import UpkeepProposal, digest_of

StepKey: TypeAlias = tuple[str, ...]
"""What a step says each time: its words, a sign for a number or path."""

LEAST_SESSIONS: Final = 3
"""Of different days, for one session may be told twice: so many make a habit. As asked for."""
LEAST_STEPS: Final = 3
MOST_STEPS: Final = 12
"""Of one procedure. Chosen by hand: of fewer nobody needs a list, of more nobody reads it."""
MOST_GOALS: Final = 3
DRAFT: Final = Facts(type="procedure", source="inference")
_FIRST: Final = "1. "
_WORD = late_regex(r"(`+)[^`].*?\1|[^\s`]+|`")
_VARIES: Final = "#/"
_ENDS: Final = ".,;:"


@dataclass(frozen=True, slots=True)
class SessionSteps:
    """What one session did."""

    day: date
    goal: str
    """What the person asked for; empty where they typed nothing."""
    steps: tuple[str, ...]
    """In the order in which they were done."""


_Did: TypeAlias = tuple[SessionSteps, Sequence[str]]


def step_key(step: str) -> StepKey:
    """Return what a step says each time that it is done; empty where it cannot stand as one."""
    is_step = is_plain_line(step) and "```" not in step and "~~~" not in step
    return tuple(map(_plain, _WORD.finditer(step))) if is_step else ()


def _plain(found: re.Match[str]) -> str:
    word = found[0]
    if found[1]:  # a command
        return word
    is_path = "/" in word or "\\" in word
    return "/" if is_path else "#" if any(map(str.isdigit, word)) else word.strip(_ENDS).casefold()


def repeated(
    sessions: Iterable[SessionSteps], said: Iterable[Collection[StepKey]]
) -> Iterator[UpkeepProposal]:
    """Yield the longest runs of steps that sessions of several days did in one order.

    `said` is the steps of each procedure, and of each draft that a person did not want: what says
    half of a run's steps is that procedure.
    """
    told = [frozenset(one) for one in said]
    found = [(session, [step_key(step) for step in session.steps]) for session in sessions]
    for run, days in sorted(_habits(found), key=lambda one: (-len(one[0]), one[0])):
        if not any(2 * len(one & {*run}) >= len(run) for one in told):
            told.append(frozenset(run))
            yield _draft([days[day] for day in sorted(days, reverse=True)])


def _habits(
    found: Sequence[tuple[SessionSteps, Sequence[StepKey]]],
) -> Iterator[tuple[tuple[StepKey, ...], dict[date, _Did]]]:
    """Yield each run of different steps that sessions of enough days did, with who did it."""
    starts = [(n, at) for n, (_, keys) in enumerate(found) for at in range(len(keys))]
    for length in range(LEAST_STEPS, MOST_STEPS + 1):
        runs: dict[tuple[StepKey, ...], dict[date, _Did]] = defaultdict(dict)
        known: list[tuple[int, int, tuple[StepKey, ...]]] = []
        for n, at in starts:
            session, keys = found[n]
            run = tuple(keys[at : at + length])
            if len(run) == length == len({*run}) and all(run):
                runs[run][session.day] = session, session.steps[at : at + length]
                known.append((n, at, run))
        habits = {run: days for run, days in runs.items() if len(days) >= LEAST_SESSIONS}
        yield from habits.items()
        starts = [(n, at) for n, at, run in known if run in habits]  # only these may go on


def _draft(done: Sequence[_Did]) -> UpkeepProposal:
    """Return the proposal of one run, the newest session first."""
    goals = [session.goal for session, _ in done if is_plain_line(session.goal)]
    lines = [f"- {goal}" for goal in list(dict.fromkeys(goals))[:MOST_GOALS]]
    trigger = ["## Trigger", "", *lines, ""] if lines else []
    steps = [_common(texts) for texts in zip(*(steps for _, steps in done), strict=True)]
    listed = (f"{number}. {step}" for number, step in enumerate(steps, 1))
    text = "\n".join((*trigger, "## Steps", "", *listed))
    return UpkeepProposal(
        "distil",
        ((memory_id(text), digest_of("", DRAFT)),),
        text,
        f"sessions of {len(done)} days did these {len(steps)} steps in this order, by their lists",
        tuple(f"{session.day}: {'; '.join(steps)}" for session, steps in done),
    )


def _common(texts: Sequence[str]) -> str:
    """Return a step as the newest session put it, without the numbers and paths that differ."""
    parts, at = [], 0
    for newest, *others in zip(*(_WORD.finditer(text) for text in texts), strict=True):
        is_same = _plain(newest) not in _VARIES or all(one[0] == newest[0] for one in others)
        behind = newest[0][len(newest[0].rstrip(_ENDS)) :]
        parts += [texts[0][at : newest.start()], newest[0] if is_same else f"…{behind}"]
        at = newest.end()
    return "".join((*parts, texts[0][at:]))


def name_of_draft(text: str) -> str:
    """Return what a draft is called: its first step."""
    return next(line[len(_FIRST) :] for line in text.split("\n") if line.startswith(_FIRST))
