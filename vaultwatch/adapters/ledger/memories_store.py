"""Memories and what each rests on. See `api.Ledger` for what each method does."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Row, delete, select, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import (
    pack_statements,
    supports_text,
    time_text,
    to_supports,
    to_time,
    unpack_statements,
)
from vaultwatch.adapters.ledger.connection import Connected
from vaultwatch.adapters.ledger.rows import BaselineHead, MemoryRow
from vaultwatch.adapters.ledger.tables import BASELINES, COMPARISONS, MEMORIES, SNAPSHOTS
from vaultwatch.drift.model import Baseline
from vaultwatch.notes.model import NotePath, Statement

_insert_memory = insert(MEMORIES)
_PUT_MEMORY = _insert_memory.on_conflict_do_update(
    index_elements=[MEMORIES.c.id],
    set_={
        name: _insert_memory.excluded[name]
        for name in ("path", "belief_digest", "belief", "state", "created")
    },
)
_PUT_BASELINE = insert(BASELINES).prefix_with("OR REPLACE")
_PUT_SNAPSHOT = insert(SNAPSHOTS).on_conflict_do_nothing()


class MemoriesStore(Connected):
    """The part of the ledger that knows memories and their baselines."""

    def memories(self) -> list[MemoryRow]:
        """Return every memory, by id."""
        with self._read() as connection:
            rows = connection.execute(select(MEMORIES).order_by(MEMORIES.c.id)).all()
        return [
            MemoryRow(
                id=row.id,
                path=NotePath(row.path),
                belief_digest=row.belief_digest,
                first_seen=to_time(row.first_seen),
                belief=row.belief,
                state=row.state,
                created=None if row.created is None else to_time(row.created),
            )
            for row in rows
        ]

    def put_memories(self, rows: Iterable[MemoryRow]) -> None:
        """Record memories."""
        values = [
            {
                "id": row.id,
                "path": row.path,
                "belief_digest": row.belief_digest,
                "first_seen": time_text(row.first_seen),
                "belief": row.belief,
                "state": row.state,
                "created": None if row.created is None else time_text(row.created),
            }
            for row in rows
        ]
        if values:
            with self._write() as connection:
                connection.execute(_PUT_MEMORY, values)

    def forget_memory(self, memory_id: str) -> None:
        """Mark a memory forgotten."""
        with self._write() as connection:
            connection.execute(
                update(MEMORIES).where(MEMORIES.c.id == memory_id).values(state="forgotten")
            )

    def baselines(self, memory_id: str | None = None) -> list[Baseline]:
        """Return baselines with their statements."""
        query = (
            select(BASELINES, SNAPSHOTS.c.statements)
            .join(SNAPSHOTS)
            .order_by(BASELINES.c.memory_id, BASELINES.c.note)
        )
        if memory_id is not None:
            query = query.where(BASELINES.c.memory_id == memory_id)
        with self._read() as connection:
            rows = connection.execute(query).all()
        unpacked: dict[str, tuple[Statement, ...]] = {}
        for row in rows:  # shared by many memories: unpacked once
            if row.snapshot not in unpacked:
                unpacked[row.snapshot] = unpack_statements(row.statements)
        return [_baseline(row, unpacked[row.snapshot]) for row in rows]

    def baseline_heads(self) -> dict[tuple[str, NotePath], BaselineHead]:
        """Return every baseline without its statements."""
        columns = BASELINES.c
        query = select(
            columns.memory_id,
            columns.note,
            columns.origin,
            columns.taken_at,
            columns.belief_digest,
            columns.note_digest,
        )
        with self._read() as connection:
            rows = connection.execute(query).all()
        return {
            (owner, NotePath(note)): BaselineHead(origin, to_time(taken_at), belief, digest)
            for owner, note, origin, taken_at, belief, digest in rows
        }

    def put_baselines(self, baselines: Iterable[Baseline]) -> None:
        """Record baselines."""
        snapshots: dict[str, bytes] = {}
        values = []
        for baseline in baselines:
            snapshot, packed = pack_statements(baseline.statements)
            snapshots[snapshot] = packed
            values.append(
                {
                    "memory_id": baseline.memory_id,
                    "note": baseline.note,
                    "origin": baseline.origin,
                    "taken_at": time_text(baseline.taken_at),
                    "belief_digest": baseline.belief_digest,
                    "snapshot": snapshot,
                    "note_digest": baseline.note_digest,
                    "supports": supports_text(baseline.supports),
                }
            )
        if values:
            rows = [{"digest": one, "statements": packed} for one, packed in snapshots.items()]
            with self._write() as connection:
                connection.execute(_PUT_SNAPSHOT, rows)
                connection.execute(_PUT_BASELINE, values)

    def drop_baselines(self, memory_id: str, note: NotePath | None = None) -> None:
        """Drop baselines."""
        gone = delete(BASELINES).where(BASELINES.c.memory_id == memory_id)
        if note is not None:
            gone = gone.where(BASELINES.c.note == note)
        with self._write() as connection:
            connection.execute(gone)

    def prune(self) -> int:
        """Drop what belongs to memories that are gone, then statements no baseline rests on."""
        present = select(MEMORIES.c.id).where(MEMORIES.c.state == "present")
        with self._write() as connection:
            for table in (BASELINES, COMPARISONS):
                connection.execute(delete(table).where(table.c.memory_id.not_in(present)))
        return self.prune_statements()

    def prune_statements(self) -> int:
        """Drop statements that no baseline rests on."""
        unused = delete(SNAPSHOTS).where(SNAPSHOTS.c.digest.not_in(select(BASELINES.c.snapshot)))
        with self._write() as connection:
            return connection.execute(unused).rowcount


def _baseline(row: Row[*tuple[Any, ...]], statements: tuple[Statement, ...]) -> Baseline:
    return Baseline(
        memory_id=row.memory_id,
        note=NotePath(row.note),
        origin=row.origin,
        taken_at=to_time(row.taken_at),
        belief_digest=row.belief_digest,
        statements=statements,
        supports=to_supports(row.supports),
        note_digest=row.note_digest,
    )
