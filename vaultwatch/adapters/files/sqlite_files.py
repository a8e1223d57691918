"""Open a file of SQLite, ready to use or not at all."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Literal


def open_sqlite(
    file: Path,
    prepare: Callable[[sqlite3.Connection], object],
    *,
    busy_s: float,
    isolation_level: Literal["DEFERRED"] | None = "DEFERRED",
) -> sqlite3.Connection:
    """Return a connection that any thread may use, one at a time; closed again where it fails.

    Args:
        file: the database.
        prepare: sets it up; what it raises is raised here.
        busy_s: seconds to wait for another process that writes.
        isolation_level: as `sqlite3.connect` takes it; None leaves transactions to the caller.

    Raises:
        sqlite3.Error: it cannot be opened, or `prepare` failed.
    """
    link = sqlite3.connect(
        file, timeout=busy_s, isolation_level=isolation_level, check_same_thread=False
    )
    try:
        prepare(link)
    except BaseException:
        link.close()
        raise
    return link
