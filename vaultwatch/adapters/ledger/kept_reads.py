"""Keep what was read of a ledger until somebody writes."""

import sqlite3
import threading
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from sqlalchemy import Connection, Table

from vaultwatch.adapters.ledger.engines import BUSY_S

T = TypeVar("T")

Moment: TypeAlias = dict[str, dict[str, Any]]
"""What was read by kind and name since somebody wrote last; another one after the next write."""

MOST_KEPT: Final = 2_000
"""Names of each kind that are kept. Chosen by hand: some ten megabytes of all kinds together."""


class KeptReads:
    """What was read, by kind and name."""

    def __init__(self, address: Path | str) -> None:
        """Open nothing yet."""
        self._address = address
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
        *,
        is_kept: bool = True,
    ) -> dict[str, tuple[T, ...]]:
        """Return what stands under each of some names, read for those that are not kept.

        Nothing stands under names that `read` leaves out; it reads as of `moment`, or what stands
        now. Without `is_kept` what it reads is forgotten.
        """
        now = moment if moment is not None else self.now()
        kept: dict[str, tuple[T, ...]] = now.setdefault(kind, {})
        found = {name: one for name in names if (one := kept.get(name)) is not None}
        missing = {*names} - found.keys()
        if missing:
            read_now = read(missing)
            more = {name: read_now.get(name, ()) for name in missing}
            found |= more
            if is_kept and (moment is not None or self.now() is now):  # nobody wrote meanwhile
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
            version = self._newest()
            if version != self._version:
                self._version, self._kept = version, {}
            return self._kept

    def outdate(self) -> None:
        """Know that somebody may have written: by itself SQLite tells."""

    def wrote(self, connection: Connection, alone: Table | None = None) -> None:
        """Know that what a connection wrote stands, into which table alone: SQLite tells itself."""

    def _newest(self) -> int:
        if self._connection is None:
            self._connection = sqlite3.connect(
                self._address,
                timeout=BUSY_S,
                check_same_thread=False,
                uri=isinstance(self._address, str),
            )
            self._version = -1
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(version)
