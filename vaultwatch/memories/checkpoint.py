"""Hold in short what a session is about, so that a hand-over needs no transcript any more.

Pure, and no language model: only what was said in so many words. `services.sessions` carries it on
with each part of the transcript and masks secrets before it comes here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.transcript_lines import Turn

MOST_ITEMS: Final = 12
"""Of each kind. Chosen by hand: more than a reader takes in at a glance."""
MOST_CHARS: Final = 300
"""Of each item. Chosen by hand: two sentences."""
LEAST_WORDS: Final = 3
"""A goal that says it all has as many. Of two it is one that what was asked next carries on: *fix
login* is a task, *good morning* is none, and no rule tells the two apart."""
LEAST_SIGNS: Final = 6
"""Or so many letters of scripts in which one is a syllable or a word. Chosen by hand: こんにちは
has five."""
LEAST_OF_TWO: Final = 5
"""Letters of a message of two words that begins a goal: `fix ci` does, `go on` does not. Chosen by
hand."""
MOST_GOAL_CHARS: Final = 1_000
"""Of a goal: one message, or how a long one begins. Chosen by hand."""
_DENSE = late_regex(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff]"
)
"""Letters of Thai, Lao, Burmese, Khmer, Korean, Japanese and Chinese: Unicode's blocks of them."""
_END = late_regex("(?<=[.!?\u3002\uff01\uff1f])\\s*(?<=\\s|[\u3002\uff01\uff1f])(?!$)|\n+")
_QUESTION = late_regex("[?\uff1f]\\s*$")
_CODE = late_regex(r"```.*?(?:```|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is known of a session so far, the oldest first."""

    LISTS: ClassVar = ("decisions", "questions", "todo")

    goal: str = ""
    """What the person asked for first: that message, without blocks of code; where it has but two
    words, with the next that has more."""
    decisions: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    """The person's last ones that nobody answered."""
    todo: tuple[str, ...] = ()
    """What the agent's own list leaves open, what is at work first; of a long one how many more."""

    @property
    def whole_lists(self) -> frozenset[str]:
        """The lists of a hand-over of which it holds all: none was cut."""
        held = {"next_actions": self.todo, "open_questions": self.questions}
        return frozenset(name for name, said in held.items() if len(said) < MOST_ITEMS)

    @property
    def is_worth_telling(self) -> bool:
        """Whether a hand-over would say more than what the session began with."""
        return bool(self.decisions or self.questions or self.todo)


def carried_on(
    before: Checkpoint, turns: Sequence[Turn], *, todo: Iterable[str] | None, decided: Iterable[str]
) -> Checkpoint:
    """Return the checkpoint after more of the session, whose turns come in order.

    `todo` is what the agent's list leaves open, None where it wrote none since; `decided` sentences
    of the person that decide, bind or correct.
    """
    goal = before.goal
    for turn in turns:
        if turn.role == "user" and not _says_all(goal):
            goal = _goal(goal, " ".join(sentences(turn.text)))
    decisions = _last([*before.decisions, *decided])
    questions = list(before.questions)
    for turn in turns:
        if turn.role == "assistant":
            questions = questions if turn.is_underway else []
        else:
            questions += _questions(turn.text)
    left = before.todo if todo is None else _first(todo)
    return Checkpoint(goal, decisions, _last(questions), left)


def _says_all(goal: str) -> bool:
    return len(goal.split()) >= LEAST_WORDS or len(_DENSE.findall(goal)) >= LEAST_SIGNS


def _goal(before: str, said: str) -> str:
    """Return the goal after one more message; a message of two words alone only begins one."""
    if _says_all(said):
        lead = f"{before}{'' if before.endswith(('.', '!', '?')) else '.'} " if before else ""
        return _short(f"{lead}{said}", MOST_GOAL_CHARS)
    is_begun = " " in said and sum(map(str.isalnum, said)) >= LEAST_OF_TWO
    return before or (said if is_begun else "")


def _questions(text: str) -> list[str]:
    return [one for one in sentences(text) if _QUESTION.search(one)]


def sentences(text: str) -> list[str]:
    """Return the sentences of a message, each on one line; blocks of code are left out."""
    parts = _END.split(_CODE.sub("\n", text))
    return [one for part in parts if (one := " ".join(part.split()))]


def _last(items: Iterable[str]) -> tuple[str, ...]:
    """Return the last of some items, each once and short."""
    told = dict.fromkeys(reversed([one for item in items if (one := _short(item))]))
    return tuple(list(told)[:MOST_ITEMS][::-1])


def _first(items: Iterable[str]) -> tuple[str, ...]:
    """Return the first of some items, each once and short, and how many more there are."""
    told = list(dict.fromkeys(one for item in items if (one := _short(item))))
    more = len(told) - MOST_ITEMS
    return (*told[:MOST_ITEMS], *([f"And {more} more of its list."] if more > 0 else []))


def _short(text: str, most: int = MOST_CHARS) -> str:
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    return flat[: most - 1].rsplit(" ", 1)[0] + "…"
