"""Debounce file events: decide when a path that changed has come to rest.

Pure: times are handed in. `daemon.run` hands over every hint of the watcher and takes out what is
due; each path comes out once, however often it was hinted.
"""

from collections.abc import Callable
from dataclasses import dataclass

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
            if now_s - one.first_s >= self.max_wait_s:
                ready.append(path)
            elif now_s - one.last_s >= self.quiet_s:
                is_there = path == EVERYTHING or now_s - one.last_s >= GONE_S or stands(path)
                if is_there:
                    ready.append(path)
        for path in ready:
            del self._paths[path]
        return frozenset(ready)

    def next_due_s(self) -> float | None:
        """Return when the next path may be due; None where none waits."""
        if not self._paths:
            return None
        return min(
            min(one.last_s + self.quiet_s, one.first_s + self.max_wait_s)
            for one in self._paths.values()
        )
