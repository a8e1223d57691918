"""Make a ledger, or bring one of an older version to what `tables` says: wholly or not at all.

`carry_over` is what a version changes, written once for a file and for PostgreSQL.
"""

# ruff: noqa: S608 -- names of our own tables and columns

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy.schema import CreateIndex, CreateTable

from vaultwatch.adapters.ledger.bare import VERSION, back_up, read_version
from vaultwatch.adapters.ledger.codec import fit
from vaultwatch.adapters.ledger.connection import translated
from vaultwatch.adapters.ledger.engines import LedgerDialect, connected
from vaultwatch.adapters.ledger.row_digests import lay_digests, lift_digests
from vaultwatch.adapters.ledger.tables import META
from vaultwatch.errors import LedgerError, told_as

Execute: TypeAlias = Callable[..., Any]
"""Takes a statement and the values of its `?`; returns the driver's cursor."""


def make(file: Path, facts: Mapping[str, str]) -> None:
    """Make a ledger that knows these facts; one that another process has just made stays."""
    hint = "Make room, or give yourself write permission on its folder."
    with _told(file, "made", hint):
        file.touch(mode=0o600)
        with _writing(file) as cursor:
            if cursor.execute("PRAGMA user_version").fetchone()[0]:
                return
            _make_tables(cursor)
            lay_digests(cursor.execute)
            rows = [(fit(name), fit(value)) for name, value in facts.items()]
            cursor.executemany("INSERT INTO facts VALUES (?, ?)", rows)


def upgrade(file: Path, version: int) -> None:
    """Bring a ledger to the present version, after backing it up.

    Raises:
        LedgerError: it cannot be upgraded; it stands as it stood.
    """
    hint = "It stands as it stood; a backup stands beside it."
    with _told(file, "upgraded", hint), _writing(file) as cursor:
        # Under the lock: another process may have upgraded it since its version was read, and what
        # it backed up must not be written over.
        if read_version(file) != version:
            return
        back_up(file, file.with_name(f"{file.name}.before-upgrade-from-{version:04}"))
        lift_digests(cursor.execute)
        copy_tables(cursor)
        lay_digests(cursor.execute)


def copy_tables(cursor: sqlite3.Cursor) -> None:
    """Make all tables of a file anew, with the rows of the old ones."""
    execute = cursor.execute
    listed = execute("SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    for kind, name in listed:
        execute(
            f'DROP INDEX "{name}"'
            if kind == "index"
            else f'ALTER TABLE "{name}" RENAME TO "old_{name}"'
        )
    _make_tables(cursor)
    carry_over(execute, {name for kind, name in listed if kind == "table"})


def carry_over(execute: Execute, old: Collection[str]) -> None:
    """Fill new tables with the rows of an older version's, which are called `old_` and go.

    What a version means by its columns otherwise than the one before is done here to the rows, in
    a transaction of the caller's.
    """
    known = [table for table in META.sorted_tables if table.name in old]
    for table in known:
        name = table.name
        had = {row[0] for row in execute(f'SELECT * FROM "old_{name}" LIMIT 0').description}
        kept = ", ".join(f'"{one.name}"' for one in table.columns if one.name in had)
        execute(f'INSERT INTO "{name}" ({kept}) SELECT {kept} FROM "old_{name}"')
    ours = [table.name for table in reversed(known)]  # first those that point to others
    for name in [*ours, *({*old} - {*ours})]:
        execute(f'DROP TABLE "old_{name}"')


def _make_tables(cursor: sqlite3.Cursor) -> None:
    for statement in _statements():
        cursor.execute(statement)
    cursor.execute(f"PRAGMA user_version = {VERSION}")


@cache
def _statements() -> tuple[str, ...]:
    """Return what makes the tables and their indexes; compiled once a process, it takes 8 ms."""
    made: list[CreateTable | CreateIndex] = []
    for table in META.sorted_tables:
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        made += [CreateTable(table), *map(CreateIndex, indexes)]
    return tuple(str(statement.compile(dialect=LedgerDialect())) for statement in made)


@contextmanager
def _writing(file: Path) -> Iterator[sqlite3.Cursor]:
    with closing(connected(file)) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute("PRAGMA legacy_alter_table = ON")  # a table's references stay by name
        cursor.execute("BEGIN IMMEDIATE")
        yield cursor  # closed before it is committed, it is rolled back
        connection.commit()


@contextmanager
def _told(file: Path, what: str, hint: str) -> Iterator[None]:
    said = f"The ledger {str(file)!r} cannot be {what}"
    with told_as(LedgerError, said, hint), translated(file):
        yield
