"""A line before a lock, so that who waits longest has it next; without one it is a matter of luck.

Each who waits has a ticket: a file named by when it came, which its process holds locked. So the
line needs nobody to run it, and a ticket whose process was killed is told by its lock. The lock
itself stays what keeps writers apart: a line that is lost costs fairness, nothing else.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

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
    """Stand in a line, behind all who stand there.

    Args:
        folder: the line; made where it is missing.

    Yields:
        What tells how long to wait before the next look; 0 for who is first.
    """
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
