"""Keep what was read of the ledger by name, until anybody writes into it.

One answer asks for the same memories, baselines and findings three to five times, the next one for
some of them again. SQLite counts the commits of other connections (`PRAGMA data_version`, a few
microseconds); the connection that is asked here never writes, so every commit counts.
"""

import sqlite3
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

T = TypeVar("T")
Moment: TypeAlias = dict[str, dict[str, Any]]
"""What was read by kind and name since somebody wrote last; another one after the next write."""

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
        self._kept: Moment = {}

    def by_name(
        self,
        kind: str,
        names: Collection[str],
        read: Callable[[Collection[str]], Mapping[str, tuple[T, ...]]],
        moment: "Moment | None" = None,
    ) -> dict[str, tuple[T, ...]]:
        """Return what stands under each of some names.

        Args:
            kind: tells names of one kind from others.
            names: which.
            read: returns it for names that are not kept; nothing stands under those left out.
            moment: the one that `read` reads as of; None where it reads what stands now.
        """
        now = moment if moment is not None else self.now()
        kept: dict[str, tuple[T, ...]] = now.setdefault(kind, {})
        found = {name: one for name in names if (one := kept.get(name)) is not None}
        missing = {*names} - found.keys()
        if missing:
            read_now = read(missing)
            more = {name: read_now.get(name, ()) for name in missing}
            found |= more
            if moment is not None or self.now() is now:  # nobody wrote meanwhile
                if len(kept) + len(more) > MOST_KEPT:
                    kept.clear()
                kept.update(more)
        return {name: found[name] for name in sorted(names)}

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def now(self) -> "Moment":
        """Return what is kept: nothing where somebody wrote since; it tells moments apart."""
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
