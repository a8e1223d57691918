"""The part of the ledger that knows evidence from outside, and searches that fitted badly."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text, to_time
from vaultwatch.adapters.ledger.connection import Connected, narrowed
from vaultwatch.adapters.ledger.rows import MissRow, SignalRow
from vaultwatch.adapters.ledger.tables import MISSES, SIGNALS
from vaultwatch.notes.model import NotePath

MOST_MISSES = 50
"""Kept of one note and kind, the newest; older ones say nothing new. Chosen by hand."""


class SignalsStore(Connected):
    """The part of the ledger that knows what others observed."""

    def put_signal(self, signal: SignalRow) -> None:
        """Keep evidence from outside."""
        values = {
            "memory_id": signal.memory_id,
            "belief_digest": signal.belief_digest,
            "source": signal.source,
            "evidence": signal.evidence,
            "weight": float(signal.weight),
            "at": time_text(signal.at),
        }
        with self._write() as connection:
            connection.execute(insert(SIGNALS), values)

    def signals(self, memory_ids: Collection[str] | None = None) -> list[SignalRow]:
        """Return the evidence about some memories, or about all, oldest first."""
        with self._read() as connection:
            rows = [
                row
                for part in narrowed(select(SIGNALS), SIGNALS.c.memory_id, memory_ids)
                for row in connection.execute(part)
            ]
            return [
                SignalRow(
                    row.memory_id,
                    row.belief_digest,
                    row.source,
                    row.evidence,
                    row.weight,
                    to_time(row.at),
                )
                for row in sorted(rows, key=lambda row: row.id)
            ]

    def put_miss(self, miss: MissRow) -> None:
        """Keep a search that fitted badly; of one note and kind the newest 50 stay."""
        values = {
            "note": miss.note,
            "kind": miss.kind,
            "query": miss.query,
            "context": miss.context,
            "distance": float(miss.distance),
            "at": time_text(miss.at),
        }
        of_note = (MISSES.c.note == miss.note, MISSES.c.kind == miss.kind)
        newest = select(MISSES.c.id).where(*of_note).order_by(MISSES.c.id.desc()).limit(MOST_MISSES)
        with self._write() as connection:
            connection.execute(insert(MISSES), values)
            connection.execute(delete(MISSES).where(*of_note, MISSES.c.id.not_in(newest)))

    def misses(
        self, note: NotePath | None = None, *, since: datetime | None = None
    ) -> list[MissRow]:
        """Return searches that fitted badly, oldest first."""
        query = select(MISSES).order_by(MISSES.c.id)
        if note is not None:
            query = query.where(MISSES.c.note == note)
        if since is not None:
            query = query.where(MISSES.c.at > time_text(since))
        with self._read() as connection:
            return [
                MissRow(
                    NotePath(row.note),
                    row.kind,
                    row.query,
                    row.context,
                    row.distance,
                    to_time(row.at),
                )
                for row in connection.execute(query)
            ]
