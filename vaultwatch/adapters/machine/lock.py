"""One writer per vault, one daemon per vault: file locks, and beside each who holds it.

The locks are the operating system's (filelock): they fall with their process, so a killed holder
is no obstacle. What stands beside them only tells a person whom to ask.
"""

import errno
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from vaultwatch.adapters.files.own_files import parse_own
from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.errors import BusyError, RefusedError

if TYPE_CHECKING:
    from filelock import FileLock

LOOK_AGAIN_S = 1.0
"""So long who is first in line tries before they look whether they still are. Chosen by hand."""
PROBE_S = 1.0
"""Who asks whether a daemon runs holds its lock for an instant: no reason not to start."""


@contextmanager
def writer_lock(state: Path, *, wait_s: float = 0.0) -> Iterator[None]:
    """Hold the vault's writer lock, in its state folder, which stands.

    Raises:
        BusyError: another process holds it; the message says who.
        RefusedError: the lock is not ours to take.
    """
    with _held(state, "writer", wait_s, "Another vaultwatch process is writing this vault"):
        yield


@contextmanager
def stores_lock(state: Path, *, wait_s: float = 0.0) -> Iterator[None]:
    """Hold the lock of who writes into stores, one for a user; raises as `writer_lock`."""
    with _held(state, "stores", wait_s, "Another vaultwatch process is writing into a store"):
        yield


@contextmanager
def try_lock(state: Path, wait_s: float) -> Iterator[bool]:
    """Hold the vault's writer lock if it can be had in time; tell whether it is held."""
    with ExitStack() as held:
        try:
            held.enter_context(writer_lock(state, wait_s=wait_s))
        except BusyError:
            yield False
            return
        yield True


@contextmanager
def daemon_lock(state: Path) -> Iterator[None]:
    """Hold the lock that says: a daemon watches this vault; raises as `writer_lock`."""
    with _held(state, "watcher", PROBE_S, "Another vaultwatch is watching this vault already"):
        yield


def daemon_lock_file(state: Path) -> int:
    """Return which file the lock of the daemons is now, by its inode; 0 where it is gone."""
    try:
        return (state / "watcher.lock").stat().st_ino
    except OSError:
        return 0


def is_watched(state: Path) -> bool:
    """Tell whether a daemon watches the vault of this state folder.

    Raises:
        RefusedError: the lock is not ours to try.
    """
    if not (state / "watcher.lock").exists():
        return False
    from filelock import FileLock, Timeout

    lock = FileLock(state / "watcher.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return True
    except OSError as exc:
        raise _untakeable(lock.lock_file, exc) from exc
    lock.release()
    return False


@contextmanager
def _held(state: Path, name: str, wait_s: float, refusal: str) -> Iterator[None]:
    from filelock import FileLock, Timeout

    lock = FileLock(state / f"{name}.lock")
    holder = state / f"{name}.json"
    try:
        _acquire_in_turn(lock, state / f"{name}.line", wait_s)
    except Timeout as exc:
        raise BusyError(
            f"{refusal}{_who(holder)}.", hint="Wait for it to end, or stop it, and try again."
        ) from exc
    except OSError as exc:
        raise _untakeable(lock.lock_file, exc) from exc
    try:
        me = {"pid": os.getpid(), "command": _command(), "since": datetime.now(UTC).isoformat()}
        with suppress(OSError):  # a full disk: the lock holds all the same
            put_file(holder, json.dumps(me).encode(), is_synced=False)
        yield
    finally:
        with suppress(OSError):
            holder.unlink(missing_ok=True)
        lock.release()


def _acquire_in_turn(lock: "FileLock", line: Path, wait_s: float) -> None:
    """Take a lock, behind all who wait for it."""
    from filelock import Timeout

    if not is_anyone_waiting(line):
        with suppress(Timeout):
            lock.acquire(timeout=0)
            return
    if wait_s <= 0:
        raise Timeout(lock.lock_file)
    end_s = time.monotonic() + wait_s
    with stand_in_line(line) as pause_s:
        while (left_s := end_s - time.monotonic()) > 0:
            pause = pause_s()
            if pause:
                time.sleep(min(pause, left_s))
                continue
            with suppress(Timeout):
                lock.acquire(timeout=min(left_s, LOOK_AGAIN_S), poll_interval=POLL_S)
                return
    raise Timeout(lock.lock_file)


def _untakeable(file: str, exc: OSError) -> RefusedError:
    """Return what to tell of a lock that the system does not let us open."""
    folder = str(Path(file).parent)
    hint = f"Give yourself all that stands in {folder!r}: was vaultwatch run as another user?"
    if exc.errno in {errno.ENOSPC, errno.EDQUOT}:
        hint = "Make room on the disk and try again."
    return RefusedError(f"The lock {file!r} cannot be taken: {exc.strerror}.", hint=hint)


def _who(holder: Path) -> str:
    try:
        held = parse_own(holder.read_bytes())
        return f": process {held['pid']} ({held['command']}), since {held['since'][:19]}"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _command() -> str:
    """Return the command's name and verb; arguments may hold what a person wrote."""
    verbs = [word for word in sys.argv[1:2] if not word.startswith("-")]
    return " ".join([Path(sys.argv[0]).name or "vaultwatch", *verbs])


# A line before a lock, so that who waits longest has it next; without one it is a matter of luck.

POLL_S = 0.01
"""Between two looks of the first in line; the second looks half as often, and so on. Chosen by
hand: a look takes 0.1 ms."""
MOST_POLL_S = 0.1
_NUMBERS = count()


def is_anyone_waiting(folder: Path) -> bool:
    """Tell whether anybody alive stands in a line."""
    return _first_alive(folder, before=None) is not None


@contextmanager
def stand_in_line(folder: Path) -> Iterator[Callable[[], float]]:
    """Stand in a line; yield what tells how long to wait before the next look, 0 if first."""
    from filelock import FileLock

    folder.mkdir(exist_ok=True)
    # The same clock for all processes of a machine; who came before a restart is dead.
    mine = f"{time.monotonic_ns():020d}-{os.getpid()}-{next(_NUMBERS)}"
    ticket = FileLock(folder / mine)
    ticket.acquire(timeout=0)
    try:
        yield lambda: _pause_s(folder, mine)
    finally:
        ticket.release()
        with suppress(OSError):
            (folder / mine).unlink(missing_ok=True)


def _pause_s(folder: Path, mine: str) -> float:
    if _first_alive(folder, before=mine) is None:
        return 0.0
    ahead = sum(name < mine for name in _tickets(folder))
    return min(POLL_S * max(1, ahead), MOST_POLL_S)


def _first_alive(folder: Path, *, before: str | None) -> str | None:
    """Return the first ticket of a line whose process lives; take away those before it."""
    from filelock import FileLock, Timeout

    for name in _tickets(folder):
        if before is not None and name >= before:
            break
        probe = FileLock(folder / name)
        try:
            probe.acquire(timeout=0)
        except (Timeout, OSError):
            return name
        with suppress(OSError):
            (folder / name).unlink(missing_ok=True)
        probe.release()
    return None


def _tickets(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208 -- names are what is compared
    except OSError:
        return []
