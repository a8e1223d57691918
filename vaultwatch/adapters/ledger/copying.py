"""Copy one ledger into another, whatever each lies in: counted and digested, or not at all."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Table, func, insert, select

from vaultwatch.adapters.ledger.bare import swapping_in
from vaultwatch.adapters.ledger.connection import LedgerSite, writing
from vaultwatch.adapters.ledger.making import make
from vaultwatch.adapters.ledger.row_digests import with_row
from vaultwatch.adapters.ledger.tables import META, ROW_DIGESTS
from vaultwatch.errors import LedgerError, RefusedError

TABLES: Final = tuple(table for table in META.sorted_tables if table is not ROW_DIGESTS)
"""All that a ledger says, the tables that others point to first."""
_AT_ONCE: Final = 500
"""Rows of one statement."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a table holds."""

    table: str
    rows: int
    digest: int
    """Of all rows, whatever their order."""


def counted(site: LedgerSite) -> list[Counted]:
    """Return what each table holds, as of one moment."""
    with _steady(site) as connection:
        return [_count(connection, table) for table in TABLES]


def copy_ledger(source: LedgerSite, target: LedgerSite) -> list[Counted]:
    """Copy all rows into a ledger that holds none; one that holds the same rows stays as it is.

    Raises:
        RefusedError: the target holds other rows.
        LedgerError: a ledger cannot be read or written; the target stands as it stood.
    """
    with _steady(source) as old, target.translated(), writing(target.engine) as new:
        held = [_count(new, table) for table in TABLES]
        wanted = [_count(old, table) for table in TABLES]
        if held == wanted:
            return held
        if any(one.rows for one in held):
            raise RefusedError(
                f"The ledger {target.name} holds other rows already; nothing was copied.",
                hint=f"Put it away first ({target.putting_away}), then run it again.",
            )
        for table in TABLES:
            for rows in _rows(old, table):
                new.execute(insert(table), rows)
            target.number_on(new, table)
        if [_count(new, table) for table in TABLES] != wanted:
            raise LedgerError(
                f"What stands in {target.name} is not what was copied; nothing of it was kept.",
                hint="Run it again; if it stays, report it.",
            )
    return wanted


def copy_into_file(source: LedgerSite, file: Path) -> None:
    """Copy a ledger into a file of its own, replacing it in one step."""
    with swapping_in(file) as draft:
        make(draft, {})
        target = LedgerSite(draft)
        try:
            copy_ledger(source, target)
        finally:
            target.engine.dispose()  # folds its log into it


@contextmanager
def _steady(site: LedgerSite) -> Iterator[Connection]:
    with site.translated(), closing(site.kept_reads()) as kept, site.engine.connect() as connection:
        site.view(connection, kept)
        yield connection


def _rows(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    for part in connection.execute(select(table)).mappings().partitions(_AT_ONCE):
        yield [dict(row) for row in part]


def _count(connection: Connection, table: Table) -> Counted:
    rows = connection.scalar(select(func.count()).select_from(table)) or 0
    digest = 0
    for part in connection.execute(select(table)).partitions(_AT_ONCE):
        for row in part:
            digest = with_row(digest, *row)
    return Counted(table.name, rows, digest)
