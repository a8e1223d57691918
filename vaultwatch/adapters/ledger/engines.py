"""How a connection to a ledger's file is made."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

from vaultwatch.adapters.files.own_files import open_sqlite
from vaultwatch.adapters.ledger.row_digests import know_digests

BUSY_S = 5.0
"""How long to wait for another writer. Chosen by hand: our longest transaction takes well under
a second."""


class LedgerDialect(SQLiteDialect_pysqlite):
    """SQLite as SQLAlchemy speaks it, the same for every ledger: they share compiled statements.

    SQLAlchemy compiles a statement once an engine. Where one process opens ledger after ledger, as
    the demo does and the tests, that was a fifth of its work.
    """

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        """Tell whether the other speaks to a ledger too."""
        return isinstance(other, LedgerDialect)

    def __hash__(self) -> int:
        """Return the same for all that are equal."""
        return hash(LedgerDialect)


registry.register("sqlite.ledger", __name__, LedgerDialect.__name__)
_COMPILED = LRUCache[Any, Any](500)
"""As many statements as SQLAlchemy keeps for one engine by default."""


def connected(address: Path | str) -> sqlite3.Connection:
    """Return a connection of the driver's.

    Without transactions of its own making: it would begin them too late and end them before a
    table is made.
    """
    return open_sqlite(address, _set_up, busy_s=BUSY_S, isolation_level=None)


def make_engine(address: Path | str) -> Engine:
    """Return an engine for a ledger; nothing is opened yet."""
    engine = create_engine(
        "sqlite+ledger://",
        creator=lambda: connected(address),
        poolclass=QueuePool,
        execution_options={"compiled_cache": _COMPILED},
    )
    event.listen(engine, "begin", _begin)
    return engine


def _set_up(connection: sqlite3.Connection) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute("PRAGMA " + pragma)
    know_digests(connection)


def _begin(connection: Connection) -> None:
    if not driver_of(connection).in_transaction:  # `writing` has begun its own
        driver_of(connection).cursor().execute("BEGIN")


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection: by SQLAlchemy's a BEGIN takes four times as long."""
    driver: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    return driver
