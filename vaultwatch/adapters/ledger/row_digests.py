"""Know that the ledger's rows are those that were written: a flipped bit is no error to SQLite.

Beside the tables stands one number a table, of all its rows: each row's digest goes into it when it
is written and out of it when it goes, by triggers, in the same transaction. So no kill and no other
writer parts the two. Who writes without knowing how, an older vaultwatch, is refused.
"""

# ruff: noqa: S608 -- names of our own tables and columns, as the file itself says them

import json
import sqlite3
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, Final

_FUNCTION: Final = "row_digest"
_KEPT: Final = "row_digests"
_DIGEST_BYTES: Final = 8
"""As many as SQLite's integers have."""

_said: Final = json.JSONEncoder(default=bytes.hex).encode
"""What a row says, the same in every version of Python."""

Execute = Callable[[str], Any]


def know_digests(connection: sqlite3.Connection) -> None:
    """Let a connection write: its triggers call what is made here."""
    connection.create_function(_FUNCTION, -1, with_row, deterministic=True)
    connection.execute("PRAGMA recursive_triggers = ON")  # a row that is replaced goes, too


def with_row(digest: int, *values: object) -> int:
    """Return a table's digest after a row came, or after it went: each undoes the other."""
    row = blake2b(_said(values).encode(), digest_size=_DIGEST_BYTES).digest()
    return digest ^ int.from_bytes(row, "big", signed=True)


def lay_digests(execute: Execute) -> None:
    """Take the digests of all tables as they stand, and have them kept from now on."""
    lift_digests(execute)
    execute(f"DELETE FROM {_KEPT}")
    for table, columns in _tables(execute):
        old, new = (", ".join(f'{row}."{one}"' for one in columns) for row in ("OLD", "NEW"))
        for event, digest in (
            ("INSERT", f"{_FUNCTION}(digest, {new})"),
            ("DELETE", f"{_FUNCTION}(digest, {old})"),
            ("UPDATE", f"{_FUNCTION}({_FUNCTION}(digest, {old}), {new})"),
        ):
            execute(
                f'CREATE TRIGGER "{_KEPT}_{table}_{event}" AFTER {event} ON "{table}" BEGIN '
                f"UPDATE {_KEPT} SET digest = {digest} WHERE name = '{table}'; END"
            )
        execute(f"INSERT INTO {_KEPT} VALUES ('{table}', {_digest_of(execute, table, columns)})")


def lift_digests(execute: Execute) -> None:
    """Keep no digests until they are laid anew: no column goes while a trigger names it."""
    for (name,) in execute(
        f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '{_KEPT}%'"
    ).fetchall():
        execute(f'DROP TRIGGER "{name}"')


def unlike_written(connection: sqlite3.Connection) -> list[str]:
    """Return the tables whose rows are not those that were written; all are read once."""
    execute = connection.execute
    with connection:
        execute("BEGIN")  # rows and digests of one moment
        kept = dict(execute(f"SELECT name, digest FROM {_KEPT}").fetchall())
        return [
            table
            for table, columns in _tables(execute)
            if kept.get(table) != _digest_of(execute, table, columns)
        ]


def _tables(execute: Execute) -> Iterator[tuple[str, list[str]]]:
    for (table,) in execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        f"AND name != '{_KEPT}' ORDER BY name"
    ).fetchall():
        columns = execute(f"SELECT name FROM pragma_table_info('{table}')").fetchall()
        yield table, [str(name) for (name,) in columns]


def _digest_of(execute: Execute, table: str, columns: list[str]) -> int:
    digest = 0
    for row in execute(f'SELECT {", ".join(columns)} FROM "{table}"'):
        digest = with_row(digest, *row)
    return digest
