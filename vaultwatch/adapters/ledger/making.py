"""Make a new ledger: the tables as they stand now, without a walk through every migration.

A test holds the tables made here to those that the migrations make.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sqlalchemy import insert
from sqlalchemy.schema import CreateIndex, CreateTable

from vaultwatch.adapters.ledger.connection import LedgerDialect, make_engine, translated, writing
from vaultwatch.adapters.ledger.row_digests import lay_digests
from vaultwatch.adapters.ledger.tables import FACTS, META
from vaultwatch.errors import LedgerError

_VERSION_TABLE = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)
"""
"""As Alembic makes it: the next migration goes on from there."""


def make(file: Path, version: str, facts: Mapping[str, str]) -> None:
    """Make a ledger, wholly or not at all; one that another process has just made stays.

    Args:
        file: where; its folder stands.
        version: of the tables.
        facts: what it knows from its first moment on.

    Raises:
        LedgerError: the file cannot be written.
    """
    engine = make_engine(file)
    try:
        with translated(file):
            file.touch(mode=0o600)
            with writing(engine) as connection:
                made = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
                if connection.exec_driver_sql(made).first() is not None:
                    return
                for statement in (*_tables(), _VERSION_TABLE):
                    connection.exec_driver_sql(statement)
                connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (version,))
                lay_digests(connection.exec_driver_sql)
                if facts:
                    rows = [{"name": name, "value": value} for name, value in facts.items()]
                    connection.execute(insert(FACTS), rows)
    except OSError as exc:
        raise LedgerError(
            f"The ledger {str(file)!r} cannot be made: {exc.strerror}.",
            hint="Make room, or give yourself write permission on its folder.",
        ) from exc
    finally:
        engine.dispose()


@cache
def _tables() -> tuple[str, ...]:
    """Return what makes the tables and their indexes; compiled once a process, it takes 8 ms."""
    made: list[CreateTable | CreateIndex] = []
    for table in META.sorted_tables:
        indexes = sorted(table.indexes, key=lambda index: str(index.name))
        made += [CreateTable(table), *map(CreateIndex, indexes)]
    return tuple(str(statement.compile(dialect=LedgerDialect())) for statement in made)
