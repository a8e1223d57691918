"""The part of the ledger that follows notes from place to place, and back."""

from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, literal, select, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text
from vaultwatch.adapters.ledger.finding_rows import finding_of
from vaultwatch.adapters.ledger.findings_store import FindingsStore
from vaultwatch.adapters.ledger.history_store import MOVED, MOVED_TO
from vaultwatch.adapters.ledger.tables import (
    AUDIT,
    BASELINES,
    CASES,
    COMPARISONS,
    EARLIER_BASELINES,
    FINDINGS,
    TextColumn,
)
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath


class MovesStore(FindingsStore):
    """The part of the ledger that follows notes from place to place, and back."""

    def move_note(self, old: NotePath, new: NotePath, memory_id: str | None = None) -> None:
        """Follow a renamed note: baselines, comparisons and findings go along, all or a memory's.

        Where the new place has its own baseline or comparison already, the moved one takes its
        place. Of two live findings of one memory and kind the one with the higher score stays, the
        other is resolved. Baselines remember from where they came until they are back.
        """
        if old == new:
            return
        with self._write() as connection:
            for table in (BASELINES, EARLIER_BASELINES, COMPARISONS):
                _move_rows(connection, table, old, new, memory_id)
            self._save(connection, self._weaker_twins(connection, old, new, memory_id))
            for table in (FINDINGS, CASES):
                there = _at(table, old, memory_id)
                connection.execute(update(table).where(there).values(note=new))
            line = {"verb": MOVED, "subject": old, "why": MOVED_TO + new}
            connection.execute(insert(AUDIT), {"at": time_text(self._clock.now()), **line})

    def _weaker_twins(
        self, connection: Connection, old: NotePath, new: NotePath, memory_id: str | None
    ) -> list[Finding]:
        """Return, resolved, the weaker of each two live findings that would share a place."""
        live = select(FINDINGS).where(FINDINGS.c.status.in_(LIVE))
        there = live.where(FINDINGS.c.note == new)
        here = live.where(_at(FINDINGS, old, memory_id))
        moving = [finding_of(row) for row in connection.execute(here)]
        standing = {(row.memory_id, row.kind): finding_of(row) for row in connection.execute(there)}
        now, why = self._clock.now(), "the note was renamed"
        weaker = [
            other if moved.score >= other.score else moved
            for moved in moving
            if (other := standing.get((moved.memory_id, moved.kind))) is not None
        ]
        return [replace(one, status="resolved", closed_at=now, why=why) for one in weaker]


def _at(table: Table, note: NotePath, memory_id: str | None) -> ColumnElement[bool]:
    of_note = table.c.note == note
    return of_note if memory_id is None else and_(of_note, table.c.memory_id == memory_id)


def _move_rows(
    connection: Connection, table: Table, old: NotePath, new: NotePath, memory_id: str | None
) -> None:
    going = _at(table, old, memory_id)
    moving = select(table.c.memory_id).where(going)
    connection.execute(delete(table).where(table.c.note == new, table.c.memory_id.in_(moving)))
    values: dict[str, Any] = {"note": new}
    if table is BASELINES:
        here, there = literal(old, TextColumn), literal(new, TextColumn)
        values["followed_from"] = func.nullif(func.coalesce(table.c.followed_from, here), there)
    connection.execute(update(table).where(going).values(values))
