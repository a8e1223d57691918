"""A ledger's file, written past our own code."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from vaultwatch.adapters.ledger.row_digests import know_digests


@contextmanager
def raw_ledger(file: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that writes as we do; all of it stands at the end."""
    with closing(sqlite3.connect(file)) as connection, connection:
        know_digests(connection)
        yield connection


@contextmanager
def harmed_ledger(file: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection whose writes nobody notices, as a bit that flips on the disk."""
    with closing(sqlite3.connect(file)) as connection, connection:
        triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        kept = connection.execute(triggers).fetchall()
        for name, _ in kept:
            connection.execute(f'DROP TRIGGER "{name}"')
        yield connection
        for _, made in kept:
            connection.execute(made)
