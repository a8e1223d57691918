"""What the one worker can be asked to do, and the queue it takes its work from.

A kind of job waits at most once: what is asked for twice is done once, and after the last asking.
"""

import threading
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from vaultwatch.daemon.debounce import EVERYTHING

JobKind: TypeAlias = Literal[
    "reload",
    "look",
    "answer",
    "warm",
    "reconcile",
    "report",
    "scan",
    "backup",
    "optimise",
    "read",
    "save",
    "embed",
]
"""In the order they are taken: a person waits for the first ones. Notes come before requests, of
which anybody may leave thousands; but behind a look it is the requests' turn."""

_ORDER: tuple[JobKind, ...] = get_args(JobKind)

BY_THE_CLOCK: tuple[JobKind, ...] = (
    *("reconcile", "scan", "optimise", "backup", "report", "read", "save"),
)
"""What `schedule` queues."""

LOOKS_EVERYWHERE: frozenset[JobKind] = frozenset({"reconcile", "scan"})
"""Each makes a waiting look needless, and either is a catch-up."""


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to do."""

    kind: JobKind
    paths: frozenset[str] = frozenset()
    """For `look`: where."""


class WorkQueue:
    """The jobs that wait; any thread may put, one takes."""

    def __init__(self) -> None:
        """Begin empty and open."""
        self._waiting: dict[JobKind, frozenset[str]] = {}
        self._changed = threading.Condition()
        self._is_closed = False
        self._last: JobKind | None = None

    def __len__(self) -> int:
        """Return how many jobs and paths wait."""
        with self._changed:
            return sum(max(1, len(paths)) for paths in self._waiting.values())

    def put(self, kind: JobKind, paths: Collection[str] = ()) -> None:
        """Ask for a job."""
        with self._changed:
            if kind == "look" and EVERYTHING in paths:
                kind, paths = "reconcile", ()
            if kind == "look" and self._waiting.keys() & LOOKS_EVERYWHERE:
                return  # those look everywhere, and have not begun
            if kind in LOOKS_EVERYWHERE:
                self._waiting.pop("look", None)
            self._waiting[kind] = self._waiting.get(kind, frozenset()) | frozenset(paths)
            self._changed.notify()

    def take(self, *, timeout_s: float | None = None) -> Job | None:
        """Return the next job; None when the queue is closed or none came in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed, timeout_s)
            if self._is_closed:
                return None
            kind = self._next()
            self._last = kind
            return None if kind is None else Job(kind, self._waiting.pop(kind))

    def _next(self) -> JobKind | None:
        if self._last == "look" and "answer" in self._waiting:
            return "answer"
        return next((kind for kind in _ORDER if kind in self._waiting), None)

    def close(self) -> None:
        """Give out no job any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
