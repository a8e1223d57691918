"""Run vaultwatch so that it kills itself at a chosen moment; the product knows nothing of it.

    python tests/system/killing.py ARMS run ...

`ARMS` is a file that need not be there. Once it is, it is read, deleted and heeded: it holds the
JSON of an `Arms`. With `point`, the process ends by SIGKILL, or gets a SIGINT, at the n-th call of
that kind from now on, before it, after it or in the midst of it; with `put`, a job is put into the
daemon's queue. `CHAOS_TICK_S` is how coarsely it sees file times.
"""

import json
import os
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

POLL_S = 0.01

Point: TypeAlias = Literal[
    "", "swap", "sync", "commit", "statement", "lance", "optimise", "backup", "migrate"
]
When: TypeAlias = Literal["before", "after", "midst"]


@dataclass(frozen=True)
class Arms:
    """When to end, and what to do first."""

    point: Point = ""
    nth: int = 1
    when: When = "before"
    midst_s: float = 0.0
    """For `midst`: so long after the call began."""
    is_ctrl_c: bool = False
    """Interrupted as by Ctrl-C, where it would else be killed."""
    put: str = ""
    """A kind of job."""


class Fuse:
    """Counts calls and ends the process at the one that was asked for."""

    def __init__(self, file: Path) -> None:
        """Wait for the file, from now on."""
        self._file = file
        self._arms = Arms()
        self._left = 0
        self._lock = threading.Lock()
        self.put: Callable[[str], None] | None = None
        self.look()
        threading.Thread(target=self._watch, name="fuse", daemon=True).start()

    def look(self) -> None:
        """Take the file if it is there."""
        try:
            arms = Arms(**json.loads(self._file.read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError):
            return
        self._file.unlink(missing_ok=True)
        with self._lock:
            self._arms, self._left = arms, arms.nth
        if arms.put and self.put is not None:
            self.put(arms.put)

    def waits_for(self, point: Point) -> bool:
        """Tell whether a kind of call was asked for when the process began."""
        return self._arms.point == point

    def _watch(self) -> None:
        while True:
            time.sleep(POLL_S)
            self.look()

    def _is_due(self, point: Point) -> bool:
        with self._lock:
            if self._arms.point != point:
                return False
            self._left -= 1
            return self._left == 0

    def over(self, point: Point, act: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that counts, and then acts or ends."""

        def fused(*args: Any, **named: Any) -> Any:  # noqa: ANN401 -- whatever it stands for
            if not self._is_due(point):
                return act(*args, **named)
            if self._arms.is_ctrl_c:
                os.kill(os.getpid(), signal.SIGINT)
            elif self._arms.when == "before":
                end()
            if self._arms.when == "midst":
                threading.Timer(self._arms.midst_s, end).start()
            done = act(*args, **named)
            if not self._arms.is_ctrl_c:
                end()
            return done

        return fused


def end() -> None:
    """Die as in a power cut: no handler, no `finally`."""
    os.kill(os.getpid(), signal.SIGKILL)
    signal.pause()  # nothing more happens on this thread


def arm(fuse: Fuse) -> None:
    """Put the fuse under every call that leaves something on the disk."""
    from vaultwatch.adapters.files import safe_write
    from vaultwatch.settings import load_settings

    safe_write.rename = fuse.over("swap", safe_write.rename)
    for name in ("replace", "rename", "link"):
        setattr(os, name, _but_heartbeat(getattr(os, name), fuse))
    os.fsync = fuse.over("sync", os.fsync)
    _arm_sqlite(fuse)
    if load_settings(None).ledger.url:
        _arm_postgres(fuse)
    _arm_lance(fuse)
    if not fuse.waits_for("migrate"):
        return  # importing what upgrades costs a tenth of a second of CPU at every start
    from vaultwatch.adapters.ledger import making

    making.copy_tables = fuse.over("migrate", making.copy_tables)


def _but_heartbeat(act: Callable[..., Any], fuse: Fuse) -> Callable[..., Any]:
    """Leave the heartbeat alone: it is written all the time and holds nothing of worth."""
    counted = fuse.over("swap", act)

    def chosen(source: Any, *args: Any, **named: Any) -> Any:  # noqa: ANN401
        is_heartbeat = ".daemon.json" in os.fsdecode(source)
        return (act if is_heartbeat else counted)(source, *args, **named)

    return chosen


def _arm_sqlite(fuse: Fuse) -> None:
    class Cursor(sqlite3.Cursor):
        """A cursor whose statements count."""

        execute = fuse.over("statement", sqlite3.Cursor.execute)
        executemany = fuse.over("statement", sqlite3.Cursor.executemany)

    class Connection(sqlite3.Connection):
        """A connection whose statements, commits and backups count."""

        commit = fuse.over("commit", sqlite3.Connection.commit)
        backup = fuse.over("backup", sqlite3.Connection.backup)

        def cursor(self, factory: Any = Cursor) -> Any:  # noqa: ANN401
            return super().cursor(factory)

    plain = sqlite3.connect

    def connect(*args: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401
        named.setdefault("factory", Connection)
        made: sqlite3.Connection = plain(*args, **named)
        return made

    sqlite3.connect = connect  # type: ignore[assignment]


def _arm_postgres(fuse: Fuse) -> None:
    from psycopg import Connection, Cursor

    for name in ("execute", "executemany"):
        setattr(Cursor, name, fuse.over("statement", getattr(Cursor, name)))
    Connection.commit = fuse.over("commit", Connection.commit)  # type: ignore[method-assign]


def _arm_lance(fuse: Fuse) -> None:
    from vaultwatch.adapters.index import lance_import  # noqa: F401, I001  first: it leaves out what is slow
    from lancedb.merge import LanceMergeInsertBuilder
    from lancedb.table import LanceTable

    for name in ("add", "delete", "create_index"):
        setattr(LanceTable, name, fuse.over("lance", getattr(LanceTable, name)))
    execute = fuse.over("lance", LanceMergeInsertBuilder.execute)
    LanceTable.optimize = fuse.over("optimise", LanceTable.optimize)  # type: ignore[method-assign]
    LanceMergeInsertBuilder.execute = execute  # type: ignore[method-assign]


def coarsen(tick_s: float) -> None:
    """See file times as a disk keeps them that knows no finer ones."""
    from vaultwatch.adapters.files import vault_files, vault_survey

    fine, tick_ns = vault_survey.stat_of, int(tick_s * 1e9)

    def coarse(found: os.stat_result) -> vault_survey.FileStat:
        stat = fine(found)
        mtime_ns, changed_ns = (
            one // tick_ns * tick_ns for one in (stat.mtime_ns, stat.changed_ns)
        )
        return stat._replace(mtime_ns=mtime_ns, changed_ns=changed_ns)

    vault_survey.stat_of = vault_files.stat_of = coarse  # type: ignore[attr-defined]


def hurry(fuse: Fuse) -> None:
    """Let the fuse put jobs into the daemon's queue."""
    from vaultwatch.daemon.work import WorkQueue

    begin = WorkQueue.__init__

    def begun(queue: Any) -> None:  # noqa: ANN401
        begin(queue)
        fuse.put = queue.put

    WorkQueue.__init__ = begun  # type: ignore[method-assign,assignment]


def main() -> None:
    """Run the command line with a fuse under it."""
    file, *arguments = sys.argv[1:]
    fuse = Fuse(Path(file))
    arm(fuse)
    hurry(fuse)
    if tick_s := float(os.environ.get("CHAOS_TICK_S") or 0):
        coarsen(tick_s)
    sys.argv = ["vaultwatch", *arguments]
    from vaultwatch.doors.cli.main import main as run

    sys.exit(run())


if __name__ == "__main__":
    main()
