"""Keep what was read of the ledger by name, until anybody writes into it.

One answer asks for the same memories, baselines and findings three to five times, the next one for
some of them again. SQLite counts the commits of other connections (`PRAGMA data_version`, a few
microseconds); the connection that is asked here never writes, so every commit counts.
"""

import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")

MOST_KEPT: Final = 2_000
"""Names of each kind that are kept. Chosen by hand: some ten megabytes of all kinds together."""


def under_names(pairs: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Return what stands under each name, in the order given."""
    found: dict[str, tuple[T, ...]] = {}
    for name, one in pairs:
        found[name] = (*found.get(name, ()), one)
    return found


class KeptReads:
    """What was read, by kind and name."""

    def __init__(self, file: Path, *, busy_s: float) -> None:
        """Open nothing yet."""
        self._file = file
        self._busy_s = busy_s
        self._turn = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._version = -1
        self._kept: dict[str, dict[str, Any]] = {}

    def mark(self) -> object:
        """Return a thing that is the same one until somebody writes into the ledger."""
        return self._now()

    def by_name(
        self,
        kind: str,
        names: Collection[str],
        read: Callable[[Collection[str]], Mapping[str, tuple[T, ...]]],
    ) -> dict[str, tuple[T, ...]]:
        """Return what stands under each of some names.

        Args:
            kind: tells names of one kind from others.
            names: which.
            read: returns it for names that are not kept; nothing stands under those left out.
        """
        kept: dict[str, tuple[T, ...]] = self._now().setdefault(kind, {})
        missing = {*names} - kept.keys()
        if missing:
            if len(kept) + len(missing) > MOST_KEPT:
                kept.clear()
                missing = {*names}
            found = read(missing)
            kept.update((name, found.get(name, ())) for name in missing)
        return {name: kept[name] for name in sorted(names)}

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _now(self) -> dict[str, dict[str, Any]]:
        """Return what is kept: nothing where somebody wrote since."""
        with self._turn:
            if self._connection is None:
                self._connection = sqlite3.connect(
                    self._file, timeout=self._busy_s, check_same_thread=False
                )
                self._version = -1
            (version,) = self._connection.execute("PRAGMA data_version").fetchone()
            if version != self._version:
                self._version, self._kept = version, {}
            return self._kept
