"""The part of the ledger that knows what readers were handed and what they said."""

from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, case, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text, to_time
from vaultwatch.adapters.ledger.connection import Connected, narrowed
from vaultwatch.adapters.ledger.rows import ReadingRow
from vaultwatch.adapters.ledger.tables import READINGS
from vaultwatch.notes.model import NotePath

WAITS: Final = timedelta(days=1)
"""An answer that has not come by then comes no more."""
KEPT: Final = timedelta(days=365)
"""How long an answer is kept. Chosen by hand: a passage that stood so long is asked of again."""


class ReadingsStore(Connected):
    """The part of the ledger that knows what readers said."""

    def put_readings(self, rows: Iterable[ReadingRow]) -> None:
        """Keep what was handed out or answered; a row of the same id gives way."""
        values = [asdict(row) | {"at": time_text(row.at)} for row in rows]
        if values:
            with self._write() as connection:
                connection.execute(insert(READINGS).prefix_with("OR REPLACE"), values)

    def readings(
        self,
        memory_ids: Collection[str] | None = None,
        *,
        ids: Collection[str] | None = None,
        batch: str | None = None,
    ) -> list[ReadingRow]:
        """Return what was handed out, the oldest first; of some memories, pairs or one hand-out."""
        query = select(READINGS).order_by(READINGS.c.at, READINGS.c.id)
        if batch is not None:
            query = query.where(READINGS.c.batch == batch)
        column, wanted = (
            (READINGS.c.id, ids) if ids is not None else (READINGS.c.memory_id, memory_ids)
        )
        with self._read() as connection:
            return [
                _reading(row)
                for part in narrowed(query, column, wanted)
                for row in connection.execute(part)
            ]

    def reader_counts(self) -> dict[str, dict[tuple[str, str], int]]:
        """Return of each reader how often it said what where the truth is known: (said, truth)."""
        known = (READINGS.c.truth != "") & READINGS.c.said.in_(("holds", "outdated"))
        keys = (READINGS.c.reader, READINGS.c.said, READINGS.c.truth)
        query = select(*keys, func.count()).where(known).group_by(*keys)
        found: dict[str, dict[tuple[str, str], int]] = {}
        with self._read() as connection:
            for reader, said, truth, count in connection.execute(query):
                found.setdefault(reader, {})[said, truth] = count
        return found

    def tell_truth(self, memory_id: str, passage: str, truth: str) -> None:
        """Keep what a person said of a passage that was read; empty takes it back.

        A test by a finding too: it was taken to be outdated until they said otherwise.
        """
        its = (READINGS.c.memory_id == memory_id) & (READINGS.c.passage == passage)
        told = case((READINGS.c.is_test == 0, truth), else_=truth or "outdated")
        with self._write() as connection:
            connection.execute(update(READINGS).where(its).values(truth=told))

    def drop_readings(self, *, reader: str | None = None, batch: str | None = None) -> int:
        """Forget what a reader said, or what came of one hand-out; return how many rows went."""
        its = READINGS.c.reader == reader if batch is None else READINGS.c.batch == batch
        with self._write() as connection:
            return connection.execute(delete(READINGS).where(its)).rowcount


def prune_readings(connection: Connection, now: datetime) -> None:
    """Drop what was never answered, and what is old."""
    late = (READINGS.c.said == "") & (READINGS.c.at < time_text(now - WAITS))
    connection.execute(delete(READINGS).where(late | (READINGS.c.at < time_text(now - KEPT))))


def _reading(row: Row[Any]) -> ReadingRow:
    held = dict(row._mapping)  # noqa: SLF001 -- how SQLAlchemy gives a row by names
    held |= {"at": to_time(row.at), "note": NotePath(row.note)}
    return ReadingRow(**held | {"is_test": bool(row.is_test), "is_own": bool(row.is_own)})
