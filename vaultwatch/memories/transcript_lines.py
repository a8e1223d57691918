"""Read what was said out of the lines of a client's transcript.

Pure. `adapters.files.transcripts` reads the file, this knows the formats: Claude Code's sessions,
Codex's rollouts and Cursor's agent transcripts. Only what a person typed and what the agent wrote
as text is a turn; results of tools, context that a hook or the client put in, wrappers of commands
and summaries of a compaction are none: what was recalled would else be remembered again.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.days import from_clock

TaskState: TypeAlias = Literal["open", "begun", "unsure"]
"""`unsure`: lines were left out behind it, in which it may have been done."""

_WHOLE: Final = frozenset(
    {"TodoWrite", "todo_write", "update_plan", "UpdateTodos", "CreatePlan", "create_plan"}
)
_KNOWN: Final = _WHOLE | {"TaskCreate", "TaskUpdate"}
_DID: Final = "completed"
_DONE: Final = frozenset({_DID, "cancelled", "deleted"})
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
        if isinstance(one, dict) and one.get("text")
    )


class AgentList:
    """Goes through what an agent's tools were called with, and what they answered."""

    def __init__(self, tasks: Iterable[Task] = ()) -> None:
        """Begin with the list as it was known before."""
        self._tasks = {one.key: one for one in tasks}
        self._before = frozenset(self._tasks)
        self._listings: set[str] = set()
        self._is_written = False
        self._done: dict[str, None] = {}

    @property
    def done(self) -> tuple[str, ...]:
        """What was done since, in that order; what was given up is not."""
        return tuple(self._done)

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
        """Take what a tool was called with."""
        if name == "TaskList":
            self._listings.add(str(call))
        if not isinstance(name, str) or name not in _KNOWN:
            return
        held = _parsed(told)
        if not isinstance(held, dict):
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
        if not isinstance(told, dict):
            self._tasks.pop(key, None)  # it was refused
        elif is_listing:
            self.listed(told.get("tasks"))
        elif key in self._tasks and isinstance(made := told.get("task"), dict):
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
            if isinstance(item, dict):
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
        if status == _DID and text:
            self._done.setdefault(text)
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


Role: TypeAlias = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message that a person typed or an agent wrote; never what a tool printed."""

    role: Role
    text: str
    at: datetime | None
    """UTC-aware; None where the transcript does not say."""
    is_underway: bool = False
    """Whether the agent went on to a tool with it: it ends no turn, and answers no question."""


READER_MARK: Final = "VAULTWATCH_READER"
"""Set to 1 inside a reader's run that we began: our own hooks end at once where they see it."""
MOST_CHARS: Final = 20_000
"""Of one turn. Chosen by hand: far more than a person types; what is longer was pasted."""

Row: TypeAlias = Mapping[str, object]
"""One line of a transcript, parsed."""

_WRAPPERS: Final = (
    "attached_files", "bash-input", "bash-stderr", "bash-stdout", "collaboration_mode",
    "command-args", "command-contents", "command-message", "command-name",
    "environment_context", "external_links", "git_status", "hook_prompt", "ide_context",
    "ide_opened_file", "ide_selection", "image_files", "instructions", "local-command-caveat",
    "local-command-stderr", "local-command-stdout", "manually_attached_skills", "new-diagnostics",
    "open_and_recently_viewed_files", "permissions", "project_layout", "skill",
    "subagent_notification", "system-reminder", "system_reminder", "task-notification",
    "teammate-message", "tool_result", "turn_aborted", "user-memory-input",
    "user-prompt-submit-hook", "user_info", "user_instructions", "user_shell_command",
)  # fmt: skip
"""Tags that clients put round what nobody typed. Sources: their documentation, their open code and
formats that others read off their files."""
_NAMES = "|".join(map(re.escape, _WRAPPERS))
_WRAPPED = late_regex(rf"<({_NAMES})(?:\s[^<>\n]*)?>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
"""One that never closes takes all that follows it."""
_QUERY = late_regex(r"<user_query>(.*?)(?:</user_query>|\Z)", re.DOTALL)
_OF_IDE = late_regex(
    r"\A# Context from my IDE setup:.*?^## My request for Codex:\s*$", re.MULTILINE | re.DOTALL
)
_NOT_TYPED = (
    "Caveat: The messages below were generated by the user while running local commands",
    "This session is being continued from a previous conversation",
    "[Request interrupted by user",
    "Stop hook feedback:",
    "# AGENTS.md instructions for ",
    "Another language model started to solve this problem",
)
"""How messages begin that a client wrote in the person's name."""
_REMINDERS: Final = frozenset({"task_reminder", "todo_reminder"})
"""In which Claude Code shows its agent the list as it stands."""


@dataclass(frozen=True, slots=True)
class SaidInSession:
    """What some lines of a transcript say."""

    turns: tuple[Turn, ...] = ()
    todo: tuple[str, ...] | None = None
    """What the agent's own last list of things to do leaves open; None where it wrote no list."""
    context_used: float | None = None
    """Of the model's window, 0 to 1; None where the client does not say."""
    tasks: tuple[Task, ...] = ()
    """That list itself, for the next look."""
    tools: tuple[str, ...] = ()
    """The names of the tools that the agent called, where the client is Claude Code or Cursor."""
    done: tuple[str, ...] = ()
    """What the agent's list says was done, in that order."""


def said_in(rows: Iterable[Row | None], tasks: Iterable[Task] = ()) -> SaidInSession:
    """Return the turns of a transcript's lines, in order, whichever client wrote them.

    None stands for lines left out; `tasks` is the agent's list as the last look left it.
    """
    read = _Reader(tasks)
    for row in rows:
        if row is None:
            read.agent_list.left_out()
        else:
            read.take(row)
    return read.said()


class _Reader:
    """Goes through the lines once.

    Codex writes most turns twice: as a message to the model and as an event for the screen. Of a
    person the event counts, which holds no more than they typed; of the agent the message.
    """

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._turns: list[tuple[str, Turn]] = []
        self.agent_list = AgentList(tasks)
        self._used: float | None = None
        self._tools: list[str] = []
        self._is_headless = False

    def take(self, row: Row) -> None:
        """Take one line; one of a kind that is not known says nothing."""
        payload = row.get("payload")
        kind = str(row.get("type"))  # a file of another program's holds anything
        if isinstance(payload, dict):
            self._codex(kind, payload, row.get("timestamp"))
        elif kind in {"user", "assistant"} and isinstance(row.get("message"), dict):
            self._claude(row)
        elif kind == "attachment" and isinstance(shown := row.get("attachment"), dict):
            if str(shown.get("type")) in _REMINDERS:
                self.agent_list.listed(shown.get("content"))
        elif kind == "message":
            self._codex("response_item", row, row.get("timestamp"))
        elif "type" not in row and isinstance(row.get("message"), dict):
            self._message(row.get("role"), row["message"], row.get("timestamp"))

    def said(self) -> SaidInSession:
        """Return all that was taken in."""
        origins = {origin for origin, _ in self._turns}
        unwanted = set()
        if "user event" in origins:
            unwanted.add("user item")
        if "assistant item" in origins:
            unwanted.add("assistant event")
        turns = tuple(turn for origin, turn in self._turns if origin not in unwanted)
        listed = self.agent_list
        tools = tuple(self._tools)
        return SaidInSession(turns, listed.todo, self._used, listed.tasks, tools, listed.done)

    def _claude(self, row: Row) -> None:
        origin = row.get("origin")
        by = origin.get("kind") if isinstance(origin, dict) else "human"
        marks = ("isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage", "toolUseResult")
        if "toolUseResult" in row and not row.get("isSidechain"):
            self._answers(row["message"], row["toolUseResult"])
        if by != "human" or any(row.get(mark) for mark in marks):
            return
        self._is_headless = is_headless(row.get("entrypoint"))
        self._message(row.get("type"), row["message"], row.get("timestamp"))

    def _answers(self, message: object, told: object) -> None:
        content = message.get("content") if isinstance(message, dict) else None
        for one in _blocks(content):
            if one.get("type") == "tool_result":
                self.agent_list.answer(one.get("tool_use_id"), told)

    def _message(self, role: object, message: object, at: object) -> None:
        if not isinstance(message, dict) or message.get("model") == "<synthetic>":
            return
        blocks = _blocks(message.get("content"))
        if any(one.get("type") == "tool_result" for one in blocks):
            return
        if role == "assistant":
            for one in blocks:
                if one.get("type") == "tool_use":
                    self._tools.append(str(one.get("name")))
                    self.agent_list.call(one.get("name"), one.get("input"), one.get("id"))
        is_underway = role == "assistant" and message.get("stop_reason") == "tool_use"
        self._add(role, _text(blocks), at, is_underway=is_underway)

    def _codex(self, kind: str, payload: Row, at: object) -> None:
        match kind, payload.get("type"):
            case "session_meta", _:
                self._is_headless = is_headless(payload.get("originator"))
            case "event_msg", "user_message":
                self._add("user", payload.get("message"), at, "user event")
            case "event_msg", "agent_message":
                self._add("assistant", payload.get("message"), at, "assistant event")
            case "event_msg", "token_count":
                self._count(payload.get("info"))
            case "response_item", "message":
                role = payload.get("role")
                text = _text(_blocks(payload.get("content")))
                self._add(role, text, at, f"{role} item")
            case "response_item", "function_call":
                call = payload.get("call_id")
                self.agent_list.call(payload.get("name"), payload.get("arguments"), call)

    def _add(
        self, role: object, text: object, at: object, origin: str = "", *, is_underway: bool = False
    ) -> None:
        if str(role) not in {"user", "assistant"} or not isinstance(text, str):
            return
        who: Role = "user" if role == "user" else "assistant"
        said = _typed(text) if who == "user" else text.strip()
        if said and not (who == "user" and self._is_headless):
            self._turns.append((origin, Turn(who, said[:MOST_CHARS], _moment(at), is_underway)))

    def _count(self, info: object) -> None:
        if not isinstance(info, dict):
            return
        last, window = info.get("last_token_usage"), info.get("model_context_window")
        used = last.get("total_tokens") if isinstance(last, dict) else None
        if isinstance(used, int) and isinstance(window, int) and window > 0:
            self._used = min(1.0, max(0.0, used / window))


def is_headless(origin: object) -> bool:
    """Tell whether a client says of a session that a program began it: nobody types there.

    Claude Code's word for print mode and its SDKs (`sdk-cli`, `sdk-ts`, `sdk-py`), as its
    transcript and the environment of its hooks have it; Codex's word for `codex exec`.
    """
    return isinstance(origin, str) and (origin.startswith("sdk-") or origin == "codex_exec")


def _blocks(content: object) -> list[Row]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _text(blocks: Iterable[Row]) -> str:
    kinds = {"text", "input_text", "output_text"}
    said = (one.get("text") for one in blocks if str(one.get("type")) in kinds)
    return "\n".join(one for one in said if isinstance(one, str))


def _typed(text: str) -> str:
    """Return what a person typed of a message in their name."""
    queries = _QUERY.findall(text)
    own = "\n".join(queries) if queries else _OF_IDE.sub("", text)
    own = _WRAPPED.sub("", own).strip()
    return "" if own.startswith(_NOT_TYPED) else own


def _moment(told: object) -> datetime | None:
    if not isinstance(told, str):
        return None
    try:
        return from_clock(datetime.fromisoformat(told))
    except ValueError:
        return None
