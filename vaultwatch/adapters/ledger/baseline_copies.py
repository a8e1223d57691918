"""The part of the ledger that hands out a baseline as text and puts such a copy back."""

import json
from base64 import b64decode, b64encode

from sqlalchemy import and_, select
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.connection import Connected
from vaultwatch.adapters.ledger.tables import BASELINES, SNAPSHOTS
from vaultwatch.notes.model import NotePath

_PUT_BASELINE = insert(BASELINES).prefix_with("OR REPLACE")
_PUT_SNAPSHOT = insert(SNAPSHOTS).on_conflict_do_nothing()


class BaselineCopies(Connected):
    """Keeps baselines for whoever takes another in their place and may want the old one back."""

    def copy_baseline(self, memory_id: str, note: NotePath) -> str:
        """Return what a memory rests on of one note, as JSON; empty where that is nothing."""
        pair = and_(BASELINES.c.memory_id == memory_id, BASELINES.c.note == note)
        query = select(BASELINES, SNAPSHOTS.c.statements).join(SNAPSHOTS).where(pair)
        with self._read() as connection:
            row = connection.execute(query).mappings().first()
        if row is None:
            return ""
        return json.dumps({**row, "statements": b64encode(row["statements"]).decode()})

    def put_back_baseline(self, copy: str) -> None:
        """Record what `copy_baseline` gave, in place of what the pair rests on now."""
        values = json.loads(copy)
        snapshot = {"digest": values["snapshot"], "statements": b64decode(values.pop("statements"))}
        with self._write() as connection:
            connection.execute(_PUT_SNAPSHOT, [snapshot])
            connection.execute(_PUT_BASELINE, [values])
