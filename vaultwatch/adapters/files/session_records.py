"""Keep what is known of each session of an agent's client, in the state folder.

Two files a session, each with one writer: what the client's hooks said, written at once by the hook
itself; and how far the work behind them came, written by the one worker that holds the session's
lock. A session's id comes from outside, so its digest names the files.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.own_files import parse_own, read_own
from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.memories.checkpoint import Checkpoint
from vaultwatch.memories.projects import Project, ProjectIds, last_part
from vaultwatch.memories.transcript_lines import Task, tasks_of

KEPT_FOR: Final = timedelta(days=30)
"""A session that nobody heard of for so long is forgotten. Chosen by hand."""
STEPS_KEPT_FOR: Final = timedelta(days=90)
"""So long what a session did is kept: what many repeat may become a procedure. As asked for."""
MOST_LOG_BYTES: Final = 200_000
MOST_LOG_CHARS: Final = 300


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """What a client's hooks said of a session. Times are ISO-8601 in UTC, empty for never."""

    client: str
    session: str
    project: str = ""
    """The folder that the agent works in."""
    project_name: str = ""
    project_ids: ProjectIds = ()
    """Of the project that the folder was of when the session began; see `memories.projects`."""
    transcript: str = ""
    started_at: str = ""
    stopped_at: str = ""
    """When the agent last ended a turn."""
    compacted_at: str = ""
    """When the client last said that it is about to compact."""
    ended_at: str = ""
    asked_at: str = ""
    """When the agent was asked to keep what the session decided: once."""


@dataclass(frozen=True, slots=True)
class SessionProgress:
    """How far the work behind a session's hooks came."""

    seen_at: str = ""
    """The newest moment of the record that was worked through."""
    transcript: str = ""
    """Which file `from_byte` is meant of."""
    from_byte: int = 0
    tasks: tuple[Task, ...] = ()
    """The agent's own list of things to do, secrets left out."""
    checkpoint: Checkpoint = field(default_factory=Checkpoint)
    handed_over: str = ""
    """The id of the note that was last handed over; empty for none."""
    done: tuple[str, ...] = ()
    """What the agent's list called done, in that order, secrets left out."""
    heard_to: int = 0
    """How far a reader heard what was said in that file."""


def session_key(client: str, session: str) -> str:
    """Return what names a session's files: hex digits, whatever the client called it."""
    return sha256(f"{client}\0{session}".encode("utf-8", "replace")).hexdigest()[:24]


def is_session_key(text: str) -> bool:
    """Tell whether a word is the key of a session, and no path."""
    return len(text) == 24 and set(text) <= set("0123456789abcdef")  # noqa: PLR2004 -- as above


def read_record(folder: Path, key: str) -> SessionRecord | None:
    """Return what the hooks said; None where they said nothing that can be read."""
    held = read_own(folder / f"{key}.json", SessionRecord)
    if held is None or not held.get("client") or not held.get("session"):
        return None
    ids = tuple(map(str, held.pop("project_ids", ())))
    return SessionRecord(**held, project_ids=ids)


def session_records(folder: Path) -> Iterator[tuple[str, SessionRecord]]:
    """Yield what is known of all sessions, with their keys."""
    for file in folder.glob("*.json"):
        record = read_record(folder, file.stem) if is_session_key(file.stem) else None
        if record is not None:
            yield file.stem, record


def project_of(record: SessionRecord) -> Project:
    """Return the project that a session is of."""
    return Project(record.project_name, record.project_ids, (last_part(record.project),))


def write_record(folder: Path, record: SessionRecord) -> str:
    """Write what the hooks said, and return the session's key."""
    key = session_key(record.client, record.session)
    _write(folder / f"{key}.json", record)
    return key


def read_progress(folder: Path, key: str) -> SessionProgress:
    """Return how far the work came; the beginning where nothing can be read."""
    held = read_own(folder / f"{key}.progress.json", SessionProgress) or {}
    kept, tasks = held.pop("checkpoint", {}), held.pop("tasks", [])
    done = tuple(map(str, held.pop("done", ())))
    point = Checkpoint()
    if isinstance(kept, dict):
        lists = {name: tuple(map(str, kept.get(name) or ())) for name in Checkpoint.LISTS}
        point = Checkpoint(goal=str(kept.get("goal") or ""), **lists)
    return SessionProgress(**held, tasks=tasks_of(tasks), checkpoint=point, done=done)


def write_progress(folder: Path, key: str, progress: SessionProgress) -> None:
    """Write how far the work came."""
    _write(folder / f"{key}.progress.json", progress)


def all_progress(folder: Path) -> Iterator[SessionProgress]:
    """Yield how far the work of each session came, those too of which the hooks' word is gone."""
    for file in sorted(folder.glob("*.progress.json")):
        yield read_progress(folder, file.name.partition(".")[0])


@contextmanager
def session_lock(folder: Path, key: str) -> Iterator[bool]:
    """Be a session's one worker, unless another is; tell whether it could."""
    from filelock import FileLock, Timeout

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = FileLock(folder / f"{key}.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def forget_old(folder: Path, now: datetime) -> None:
    """Delete what is kept of sessions that nobody heard of for long."""
    oldest, first = ((now - kept).timestamp() for kept in (KEPT_FOR, STEPS_KEPT_FOR))
    with suppress(OSError):
        for file in folder.iterdir():
            with suppress(OSError):
                if file.stat().st_mtime < (first if ".progress." in file.name else oldest):
                    file.unlink()


@dataclass(frozen=True, slots=True)
class HookTrouble:
    """What went wrong behind a hook; it went on as if nothing had."""

    at: str
    client: str
    event: str
    message: str


def log_trouble(file: Path, trouble: HookTrouble) -> None:
    """Put a line into the hooks' log, if the disk takes one; of a long log the older half goes."""
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        row = {**asdict(trouble), "message": trouble.message[:MOST_LOG_CHARS]}
        if file.exists() and file.stat().st_size > MOST_LOG_BYTES:
            lines = file.read_bytes().splitlines(keepends=True)
            put_file(file, b"".join(lines[len(lines) // 2 :]), is_synced=False)
        with file.open("ab") as out:
            out.write(json.dumps(row, ensure_ascii=True).encode() + b"\n")


def troubles_since(file: Path, since: datetime) -> list[HookTrouble]:
    """Return what went wrong since a moment, the newest first."""
    found = []
    with suppress(OSError):
        for line in file.read_bytes().splitlines():
            with suppress(ValueError, TypeError, KeyError):
                row = parse_own(line)
                one = HookTrouble(*(str(row[name.name]) for name in fields(HookTrouble)))
                if datetime.fromisoformat(one.at).replace(tzinfo=UTC) >= since:
                    found.append(one)
    return found[::-1]


def _write(file: Path, value: SessionRecord | SessionProgress) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Not synced: a loss of power costs a look at a transcript, and a hook must be quick.
    put_file(file, json.dumps(asdict(value)).encode(), mode=0o600, is_synced=False)
