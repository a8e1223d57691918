"""One writer per vault: a file lock, and beside it who holds it.

The lock is the operating system's (filelock): it falls with its process, so a killed holder is no
obstacle. What stands beside it only tells a person whom to ask.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from vaultwatch.errors import BusyError


@contextmanager
def writer_lock(state: Path, *, wait_s: float = 0.0) -> Iterator[None]:
    """Hold the vault's writer lock.

    Args:
        state: the vault's state folder; must exist.
        wait_s: how long to wait for another holder.

    Raises:
        BusyError: another process holds it; the message says who.
    """
    lock = FileLock(state / "writer.lock", timeout=wait_s)
    holder = state / "writer.json"
    try:
        lock.acquire()
    except Timeout as exc:
        raise BusyError(
            f"Another vaultwatch process is writing this vault{_who(holder)}.",
            hint="Wait for it to end, or stop it, and try again.",
        ) from exc
    try:
        me = {"pid": os.getpid(), "command": _command(), "since": datetime.now(UTC).isoformat()}
        holder.write_text(json.dumps(me), encoding="utf-8")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()


def _who(holder: Path) -> str:
    try:
        held = json.loads(holder.read_text(encoding="utf-8"))
        return f": process {held['pid']} ({held['command']}), since {held['since'][:19]}"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _command() -> str:
    """Return the command's name and verb; arguments may hold what a person wrote."""
    verbs = [word for word in sys.argv[1:2] if not word.startswith("-")]
    return " ".join([Path(sys.argv[0]).name or "vaultwatch", *verbs])
