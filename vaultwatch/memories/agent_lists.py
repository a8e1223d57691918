"""Keep an agent's own list of things to do, as the lines of its client's transcript tell it.

Pure. Clients write the list whole (Codex's plan, Claude Code's older to-dos), merge into it
(Cursor) or name one task at a time (Claude Code): what those lines say counts on what was said
before, so that the list is carried from one look at a transcript to the next.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

TaskState: TypeAlias = Literal["open", "begun", "unsure"]
"""`unsure`: lines were left out behind it, in which it may have been done."""

_WHOLE: Final = frozenset(
    {"TodoWrite", "todo_write", "update_plan", "UpdateTodos", "CreatePlan", "create_plan"}
)
_KNOWN: Final = _WHOLE | {"TaskCreate", "TaskUpdate"}
_DONE: Final = frozenset({"completed", "cancelled", "deleted"})
_STATES: Final[Mapping[str, TaskState]] = {one: one for one in get_args(TaskState)}
_TEXTS: Final = ("content", "step", "subject")
MOST_TASKS: Final = 200
"""Of a list that are looked at. Chosen by hand."""
MOST_TASK_CHARS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do that is not known to be done."""

    key: str
    """What the client calls it, or its place; of a task without a name yet, of the call."""
    text: str
    state: TaskState = "open"


def tasks_of(kept: object) -> tuple[Task, ...]:
    """Return a list as it was kept, a row a task; what cannot be read is left out."""
    rows = kept if isinstance(kept, list) else []
    return tuple(
        Task(str(one.get("key")), str(one["text"]), _STATES.get(str(one.get("state")), "unsure"))
        for one in rows
        if isinstance(one, Mapping) and one.get("text")
    )


class AgentList:
    """Goes through what an agent's tools were called with, and what they answered."""

    def __init__(self, tasks: Iterable[Task] = ()) -> None:
        """Begin with the list as it was known before."""
        self._tasks = {one.key: one for one in tasks}
        self._before = frozenset(self._tasks)
        self._listings: set[str] = set()
        self._is_written = False

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All of the list that may be open."""
        return tuple(self._tasks.values())

    @property
    def todo(self) -> tuple[str, ...] | None:
        """What is open, what is at work first; None where nothing was said of the list."""
        known = [one for one in self.tasks if one.state != "unsure"]
        known.sort(key=lambda one: one.state != "begun")
        return tuple(one.text for one in known) if self._is_written else None

    def left_out(self) -> None:
        """Take it that lines were left out, in which what came just before may have been done.

        What an earlier look knew as open stays so: nothing says that it is done.
        """
        for key in self._tasks.keys() - self._before:
            self._tasks[key] = replace(self._tasks[key], state="unsure")

    def call(self, name: object, told: object, call: object) -> None:
        """Take what a tool was called with.

        Args:
            name: of the tool; most are none of ours.
            told: its arguments, as JSON where the client keeps them so.
            call: the call's own id.
        """
        if name == "TaskList":
            self._listings.add(str(call))
        if not isinstance(name, str) or name not in _KNOWN:
            return
        held = _parsed(told)
        if not isinstance(held, Mapping):
            return
        if name in _WHOLE:
            items = _parsed(held.get("todos", held.get("plan")))
            self._list(items, is_merged=held.get("merge") is True)
        else:
            self._put(str(call) if name == "TaskCreate" else str(held.get("taskId")), held)

    def answer(self, call: object, told: object) -> None:
        """Take what a tool answered to a call: there stands what a new task is called."""
        key = str(call)
        is_listing = key in self._listings
        if not isinstance(told, Mapping):
            self._tasks.pop(key, None)  # it was refused
        elif is_listing:
            self.listed(told.get("tasks"))
        elif key in self._tasks and isinstance(made := told.get("task"), Mapping):
            one = self._tasks.pop(key)
            self._tasks[str(made.get("id"))] = replace(one, key=str(made.get("id")))

    def listed(self, items: object) -> None:
        """Take the list as the client shows it to the agent."""
        self._list(items, is_merged=False)

    def _list(self, items: object, *, is_merged: bool) -> None:
        if not isinstance(items, list):
            return
        self._is_written = True
        if not is_merged:
            self._tasks = {}
        for place, item in enumerate(items[:MOST_TASKS]):
            if isinstance(item, Mapping):
                self._put(str(item.get("id", place)), item)

    def _put(self, key: str, item: Mapping[str, object]) -> None:
        """Take what is said of one task; what leaves out its text means it as it was."""
        self._is_written = True
        before, status = self._tasks.get(key), str(item.get("status"))
        text = next((one for name in _TEXTS if isinstance(one := item.get(name), str)), "").strip()
        text = text[:MOST_TASK_CHARS] or (before.text if before is not None else "")
        state: TaskState = "begun" if status == "in_progress" else "open"
        if status == "None" and before is not None and before.state == "begun":
            state = "begun"
        if status in _DONE:
            self._tasks.pop(key, None)
        elif text and (before is not None or len(self._tasks) < MOST_TASKS):
            self._tasks[key] = Task(key, text, state)


def _parsed(told: object) -> object:
    if not isinstance(told, str):
        return told
    try:
        return json.loads(told)
    except (ValueError, RecursionError):
        return None
