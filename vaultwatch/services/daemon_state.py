"""What the daemon tells of itself in the state folder, written by it and read by every door."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path

from vaultwatch.adapters.files.own_files import read_own
from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.adapters.machine.lock import is_watched
from vaultwatch.places import Places
from vaultwatch.settings import load_settings

BEAT_S = 10.0
"""The daemon says at least this often that it lives. Chosen by hand."""
STALE_AFTER_S = 90.0
"""A daemon that says nothing for so long hangs: nine beats. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class DaemonState:
    """One heartbeat. Times are ISO-8601 in UTC, empty where the thing has not happened."""

    pid: int
    version: str
    started_at: str
    beat_at: str
    way: str = ""
    """`native` or `polling`."""
    ready_at: str = ""
    """When everything that changed while it was down had been looked at."""
    stopped_at: str = ""
    """When it ended in good order."""
    doing: str = ""
    """The job in hand."""
    doing_since: str = ""
    queue: int = 0
    """Jobs and paths that wait."""
    last_event_at: str = ""
    last_job: str = ""
    last_job_at: str = ""
    last_reconcile_at: str = ""
    last_error: str = ""
    last_error_at: str = ""
    gone: str = ""
    """Why the vault cannot be watched now; empty where it is."""
    failing: str = ""
    """What does not work now, in sentences; empty where all does."""


_TIMES = {one.name for one in fields(DaemonState) if one.name.endswith(("_at", "_since"))}


def is_running(places: Places) -> bool:
    """Tell whether a daemon watches this vault."""
    return is_watched(places.state)


def read_state(places: Places) -> DaemonState | None:
    """Return the last heartbeat; None where there never was one or it cannot be read."""
    held = read_own(places.heartbeat, DaemonState) or {}
    told = {name: value for name, value in held.items() if name not in _TIMES or _is_time(value)}
    try:
        return DaemonState(**told)
    except TypeError:  # something is missing that it always says
        return None


def _is_time(text: str) -> bool:
    """Tell whether a text is a moment of some time zone, or none."""
    try:
        return not text or datetime.fromisoformat(text).astimezone().tzinfo is not None
    except (ValueError, OverflowError):
        return False


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """How a daemon would watch a vault."""

    vault: str
    way: str
    reason: str
    schedule: dict[str, str]


def plan_watch(vault: Path) -> WatchPlan:
    """Return how the settings and the disk have a vault watched."""
    from vaultwatch.adapters.machine.mounts import watching_way

    settings = load_settings(vault)
    way, reason = watching_way(vault, settings.watch.way)
    clock = settings.schedule.model_dump(
        include={"reconcile", "scan", "optimise", "backup", "report"}
    )
    return WatchPlan(str(vault), way, reason, clock)


def keep_state(file: Path, state: DaemonState) -> None:
    """Write a heartbeat in one step; a disk that takes none is no reason to stop."""
    with suppress(OSError):
        put_file(file, json.dumps(asdict(state)).encode(), is_synced=False)


def trouble_of(state: DaemonState | None, *, runs: bool, now: datetime) -> str:
    """Return what is wrong with the daemon in a sentence; empty where nothing is.

    A vault that no daemon ever watched, or whose daemon ended in good order, is in order too.
    """
    if state is None:
        return ""
    if not runs:
        ended = f"The daemon ended without saying why, last seen {state.beat_at[:19]}."
        return "" if state.stopped_at else ended
    silent_s = (now - datetime.fromisoformat(state.beat_at)).total_seconds()
    if silent_s > STALE_AFTER_S:
        return f"The daemon has said nothing for {silent_s:.0f} s; it may hang."
    failing = f"Not all of its work succeeds: {state.failing}" if state.failing else ""
    return state.gone or failing
