"""What the one worker can be asked to do, and the queue it takes its work from.

A kind of job waits at most once: what is asked for twice is done once, and after the last asking.
`Debounce` decides when a path that changed has come to rest, so that it is asked for at all.
"""

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

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


EVERYTHING = ""
"""The path that means: look at the whole vault."""

MOST_PATHS = 1_000
"""From here on a look at the whole vault is cheaper: 0.1 s for 10,000 notes. Source: measured."""

GONE_S = 2.5
"""A path that is gone may come back, as in an atomic save over a sync, or under another name: it
waits longer. Chosen by hand: a sync client's delete and create lie a second or two apart."""


@dataclass(frozen=True, slots=True)
class _Hinted:
    first_s: float
    last_s: float


class Debounce:
    """Paths that changed and are not at rest yet."""

    def __init__(self, *, quiet_s: float, max_wait_s: float) -> None:
        """Know of no path: each is due after `quiet_s` of rest, or `max_wait_s` after a hint."""
        self.quiet_s = quiet_s
        self.max_wait_s = max_wait_s
        self._paths: dict[str, _Hinted] = {}

    def __len__(self) -> int:
        """Return how many paths wait."""
        return len(self._paths)

    def hint(self, path: str, *, now_s: float) -> None:
        """Take note that something happened to a path."""
        if EVERYTHING in self._paths:
            path = EVERYTHING
        before = self._paths.get(path)
        self._paths[path] = _Hinted(before.first_s if before else now_s, now_s)
        if path == EVERYTHING or len(self._paths) > MOST_PATHS:
            first_s = min(one.first_s for one in self._paths.values())
            self._paths = {EVERYTHING: _Hinted(first_s, now_s)}

    def due(self, *, now_s: float, stands: Callable[[str], bool]) -> frozenset[str]:
        """Take out the paths that came to rest, by a clock that never goes back."""
        ready = []
        for path, one in self._paths.items():
            rests_s, waits_s = now_s - one.last_s, now_s - one.first_s
            is_apart = path == EVERYTHING or rests_s >= GONE_S
            is_at_rest = rests_s >= self.quiet_s and (is_apart or stands(path))
            if is_at_rest or waits_s >= self.max_wait_s:
                ready.append(path)
        for path in ready:
            del self._paths[path]
        return frozenset(ready)

    def next_due_s(self) -> float | None:
        """Return when the next path may be due; None where none waits."""
        hinted = self._paths.values()
        due = (min(one.last_s + self.quiet_s, one.first_s + self.max_wait_s) for one in hinted)
        return min(due, default=None)
