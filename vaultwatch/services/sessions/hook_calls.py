"""Understand what a client's hook says, note it down, and answer in the client's format.

The client waits for a hook, so nothing heavy is imported here. Work that takes longer is started in
a process of its own, which `session_work` describes.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

from vaultwatch.adapters.files.session_records import (
    HookTrouble,
    SessionRecord,
    log_trouble,
    project_of,
    read_progress,
    read_record,
    session_key,
    session_lock,
    session_records,
    write_record,
)
from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.errors import WrongUsageError
from vaultwatch.memories.projects import are_one
from vaultwatch.memories.transcript_lines import READER_MARK, is_headless
from vaultwatch.places import Places

if TYPE_CHECKING:
    from vaultwatch.services.sessions.opening import Beginning

HookKind: TypeAlias = Literal["session-start", "stop", "pre-compact", "session-end"]
KINDS: Final[tuple[HookKind, ...]] = ("session-start", "stop", "pre-compact", "session-end")
_JUST_NOW: Final = timedelta(minutes=1)
KILLED_AFTER: Final = timedelta(hours=1)
"""A session that ended its last turn so long ago is taken to have ended when another one of its
project begins: of one that was killed no hook says so. Chosen by hand; one that goes on after all
writes its hand-over anew."""
_MOST_TAKEN_UP: Final = 3
"""Sessions at a time whose work is taken up: each is a process."""
MOST_ID_CHARS: Final = 200
MOST_PATH_CHARS: Final = 4_096
_PLAIN_ID: Final = re.compile(r"[\w.:-]{1,80}", re.ASCII)
_BEGINNINGS: Final = frozenset({"startup", "resume", "clear", "compact"})
_EVENT_NAMES: Final[Mapping[str, str]] = {"session-start": "SessionStart", "stop": "Stop"}


@dataclass(frozen=True, slots=True)
class HookCall:
    """What a hook says, whichever client calls it."""

    kind: HookKind
    client: str
    session: str
    how: "Beginning" = "startup"
    project: str = ""
    """The folder that the agent works in."""
    transcript: str = ""
    is_subagents: bool = False
    """Whether it is of an agent that another agent started: its session is not the person's."""
    goes_on: bool = False
    """Whether the agent works on since a hook at its turn's end asked it to."""


def parse_call(kind: str, client: str, data: bytes) -> HookCall:
    """Return what a payload says.

    Raises:
        WrongUsageError: there is no such hook, or the payload is none or names no session.
    """
    known = next((one for one in KINDS if one == kind), None)
    if known is None:
        raise WrongUsageError(f"there is no hook {kind[:40]!r}", hint=f"One of {', '.join(KINDS)}.")
    try:
        held = json.loads(data)
    except (ValueError, RecursionError) as exc:
        raise WrongUsageError(f"the payload is no JSON ({len(data)} bytes)") from exc
    if not isinstance(held, dict):
        raise WrongUsageError("the payload is no object")
    session = _text(held, "conversation_id", MOST_ID_CHARS) or _text(
        held, "session_id", MOST_ID_CHARS
    )
    if not session:
        raise WrongUsageError("the payload names no session")
    roots = held.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    how = _text(held, "source", MOST_ID_CHARS)
    return HookCall(
        known,
        client,
        session,
        cast("Beginning", how) if how in _BEGINNINGS else "startup",
        (_text(held, "cwd", MOST_PATH_CHARS) or root)[:MOST_PATH_CHARS],
        _text(held, "transcript_path", MOST_PATH_CHARS),
        bool(held.get("agent_id") or held.get("parent_conversation_id")),
        held.get("stop_hook_active") is True,
    )


def is_nobodys(environment: Mapping[str, str]) -> bool:
    """Tell whether a hook is of a session that nobody sits at: a reader of ours or a program's."""
    origin = environment.get("CLAUDE_CODE_ENTRYPOINT")
    return environment.get(READER_MARK) == "1" or is_headless(origin)


def session_line(call: HookCall) -> str:
    """Return the line that tells an agent how its session is called: it cannot know by itself.

    Empty where the client's name for it is no plain word.
    """
    if not _PLAIN_ID.fullmatch(call.session):
        return ""
    return f"# for vault_handoff, this session is {call.session}"


def note_call(places: Places, call: HookCall, now: datetime) -> str:
    """Note in the session's record what a hook says, and return the session's key."""
    key = session_key(call.client, call.session)
    record = read_record(places.sessions, key) or SessionRecord(call.client, call.session)
    at = now.isoformat()
    newest = max(record.stopped_at, record.compacted_at, record.ended_at)
    if newest >= at:  # the clock was set back: what comes now is newer all the same
        at = (datetime.fromisoformat(newest) + timedelta(microseconds=1)).isoformat()
    record = replace(record, transcript=call.transcript or record.transcript)
    # Later the agent may stand in a folder below: the session is still of the first.
    if call.project and (call.kind == "session-start" or not record.project):
        project = project_at(call.project)
        record = replace(
            record, project=call.project, project_name=project.name, project_ids=project.ids
        )
    match call.kind:
        case "session-start":
            record = replace(record, started_at=record.started_at or at)
        case "stop":
            record = replace(record, stopped_at=at)
        case "pre-compact":
            record = replace(record, compacted_at=at)
        case "session-end":
            record = replace(record, ended_at=at)
    return write_record(places.sessions, record)


def is_work_left(places: Places, key: str) -> bool:
    """Tell whether a session's end or compaction was not worked through, as of a vault away."""
    record = read_record(places.sessions, key)
    seen_at = read_progress(places.sessions, key).seen_at
    return record is not None and max(record.ended_at, record.compacted_at) > seen_at


def left_undone(places: Places, call: HookCall, now: datetime) -> list[str]:
    """Return sessions of the project whose work nobody did, and note that killed ones have ended.

    A vault was away, a machine went down, a client was killed: no hook of theirs comes any more.
    """
    found = []
    for key, record in _of_project(places, call):
        turn_ended = record.stopped_at > max(record.ended_at, record.compacted_at)
        if turn_ended and now - datetime.fromisoformat(record.stopped_at) >= KILLED_AFTER:
            write_record(places.sessions, replace(record, ended_at=now.isoformat()))
            found.append(key)
        elif is_work_left(places, key):
            found.append(key)
    return found[:_MOST_TAKEN_UP]


def being_written(places: Places, call: HookCall, now: datetime) -> bool:
    """Tell whether the work of a session of the project that just ended goes on."""
    since = (now - _JUST_NOW).timestamp()
    own = session_key(call.client, call.session)
    for key, _ in _of_project(places, call):
        is_young = (places.sessions / f"{key}.json").stat().st_mtime >= since
        if is_young and (key == own or call.how != "compact") and is_work_left(places, key):
            return True
    return False


def _of_project(places: Places, call: HookCall) -> Iterator[tuple[str, SessionRecord]]:
    """Yield what is known of the sessions of a project, with their keys."""
    project = project_at(call.project)
    for key, record in session_records(places.sessions):
        own = project_of(record)
        is_its = are_one(own.ids, project.ids)
        if is_its or (is_its is None and own.keys == project.keys):
            yield key, record


def start_work(places: Places, key: str, program: Sequence[str]) -> bool:
    """Start the work behind a session's hooks, unless its worker is at it; tell whether it was.

    The worker outlives the hook, and the client need not wait for it: it is of a session of its own
    and holds none of our streams.
    """
    with session_lock(places.sessions, key) as is_ours:
        if not is_ours:
            return False
    words = [*program, "hook", "work", key, "--vault", str(places.vault)]
    apart = getattr(subprocess, "DETACHED_PROCESS", 0) | getattr(
        subprocess, "CREATE_NEW_PROCESS_GROUP", 0
    )
    subprocess.Popen(  # noqa: S603 -- our own program; the key is digits
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=places.state,
        start_new_session=os.name != "nt",
        creationflags=apart if os.name == "nt" else 0,
    )
    return True


def rendered(call: HookCall, text: str) -> str:
    """Return what a client takes from a hook's output; empty where there is nothing to say."""
    if not text:
        return ""
    if call.client == "cursor":
        return json.dumps({"additional_context": text})
    name = _EVENT_NAMES[call.kind]
    return json.dumps({"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}})


def note_trouble(places: Places, client: str, kind: str, message: str, now: datetime) -> None:
    """Log what went wrong behind a hook; `doctor` tells of it."""
    log_trouble(places.hook_log, HookTrouble(now.isoformat(), client, kind, message))


def _text(held: Mapping[str, object], name: str, most: int) -> str:
    said = held.get(name)
    return said if isinstance(said, str) and len(said) <= most else ""
