"""The part of the ledger that knows which memories were handed to whom, and whether they helped."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text, to_time
from vaultwatch.adapters.ledger.connection import Connected, narrowed
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.ledger.tables import ACCESSES

KEPT: Final = timedelta(days=365)
"""How long an access is kept. Chosen by hand: use that is a year old counts a twentieth."""
MOST_OF_ONE: Final = 100
"""Accesses of one memory that are kept, the newest. Chosen by hand."""
MOST: Final = 100_000
"""Accesses that are kept of all memories, the newest: some 12 MB. Chosen by hand."""

_NEW = insert(ACCESSES)
_PUT = _NEW.on_conflict_do_update(
    index_elements=[ACCESSES.c.memory_id, ACCESSES.c.session, ACCESSES.c.query],
    set_={"at": func.max(ACCESSES.c.at, _NEW.excluded.at)},
    where=ACCESSES.c.helped.is_(None),  # a word is as old as it is, whatever is handed out since
)


class UseStore(Connected):
    """The part of the ledger that knows how memories are used."""

    def put_accesses(self, accesses: Iterable[AccessRow]) -> None:
        """Keep what was handed out: for one question to one session it counts once.

        What a session said of a memory stays; of all other accesses the newest `MOST`.
        """
        rows = [_values(one) for one in accesses]
        if not rows:
            return
        with self._write() as connection:
            connection.execute(_PUT, rows)
            newest = connection.execute(select(func.max(ACCESSES.c.id))).scalar_one()
            outgrown = (ACCESSES.c.id <= newest - MOST) & ACCESSES.c.helped.is_(None)
            connection.execute(delete(ACCESSES).where(outgrown))

    def judge_accesses(self, judged: Iterable[AccessRow]) -> frozenset[str]:
        """Keep what a session says of memories; return the ids of those of which it is news.

        It is said of the question that the memory was handed to the session for last, or of none.
        """
        with self._write() as connection:
            return frozenset(one.memory_id for one in judged if _judge(connection, one))

    def accesses(
        self, memory_ids: Collection[str] | None = None, *, is_judged: bool = False
    ) -> dict[str, list[AccessRow]]:
        """Return which memories were handed out, of each the oldest first.

        Args:
            memory_ids: those of some alone.
            is_judged: only those that a session said something of.
        """
        query = select(ACCESSES).order_by(ACCESSES.c.at, ACCESSES.c.id)
        if is_judged:
            query = query.where(ACCESSES.c.helped.is_not(None))
        found: dict[str, list[AccessRow]] = {}
        with self._read() as connection:
            for part in narrowed(query, ACCESSES.c.memory_id, memory_ids):
                for row in connection.execute(part):
                    found.setdefault(row.memory_id, []).append(_access(row))
        return found

    def hand_over_accesses(self, old: str, new: str) -> None:
        """Let how a memory was used go with it to another id."""
        its = update(ACCESSES).where(ACCESSES.c.memory_id == old).prefix_with("OR REPLACE")
        with self._write() as connection:
            connection.execute(its.values(memory_id=new))


def _judge(connection: Connection, judged: AccessRow) -> bool:
    """Keep one word in place of the session's last; tell whether it is another."""
    its = (ACCESSES.c.memory_id == judged.memory_id, ACCESSES.c.session == judged.session)
    newest = select(ACCESSES).where(*its).order_by(ACCESSES.c.at.desc(), ACCESSES.c.id.desc())
    rows = connection.execute(newest).all()
    same = [row for row in rows if row.helped == judged.helped]
    connection.execute(update(ACCESSES).where(*its).values(helped=None))
    if rows:
        spoken = update(ACCESSES).where(ACCESSES.c.id == (same or rows)[0].id)
        connection.execute(spoken.values(helped=judged.helped, at=time_text(judged.at)))
    else:
        connection.execute(insert(ACCESSES), _values(judged))
    return not same


def prune_accesses(connection: Connection, now: datetime) -> None:
    """Drop accesses that are old, and of a memory all but the newest."""
    connection.execute(delete(ACCESSES).where(ACCESSES.c.at < time_text(now - KEPT)))
    newest = func.row_number().over(
        partition_by=ACCESSES.c.memory_id,
        # What was said of it outlives what was only handed out.
        order_by=(ACCESSES.c.helped.is_(None), ACCESSES.c.at.desc(), ACCESSES.c.id.desc()),
    )
    placed = select(ACCESSES.c.id, newest.label("place")).subquery()
    outgrown = select(placed.c.id).where(placed.c.place > MOST_OF_ONE)
    connection.execute(delete(ACCESSES).where(ACCESSES.c.id.in_(outgrown)))


def _values(access: AccessRow) -> dict[str, Any]:
    return {
        "memory_id": access.memory_id,
        "session": access.session,
        "query": access.query,
        "at": time_text(access.at),
        "helped": access.helped,
        "place": access.place or None,
    }


def _access(row: Row[Any]) -> AccessRow:
    helped = None if row.helped is None else bool(row.helped)
    return AccessRow(
        row.memory_id, row.session, row.query, to_time(row.at), helped, row.place or ""
    )
