"""The part of the ledger that knows what memories say of the machine, and what was seen of it.

Beside it, which memories a person confirmed.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from types import MappingProxyType
from typing import Any

from sqlalchemy import Row, delete, select
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import from_json, time_text, to_json, to_time
from vaultwatch.adapters.ledger.connection import Connected, batches, narrowed
from vaultwatch.adapters.ledger.rows import CheckRow, ConfirmedRow
from vaultwatch.adapters.ledger.tables import CHECK_READS, CHECKS, CONFIRMED
from vaultwatch.memories.checks.model import LookOutcome, MachineCheck

_WHAT = tuple(one.name for one in fields(MachineCheck) if one.name not in {"origin", "words"})
_insert = insert(CHECKS)
_PUT = _insert.on_conflict_do_update(
    index_elements=[CHECKS.c.id],
    set_={column.name: _insert.excluded[column.name] for column in CHECKS.c if column.name != "id"},
)
_insert_read = insert(CHECK_READS)
_PUT_READ = _insert_read.on_conflict_do_update(
    index_elements=[CHECK_READS.c.memory_id], set_={"digest": _insert_read.excluded.digest}
)


class ChecksStore(Connected):
    """The part of the ledger that knows checks and confirmations."""

    def put_checks(
        self,
        rows: Iterable[CheckRow],
        *,
        gone: Collection[str] = (),
        reads: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Keep what came of checks, in one go.

        Args:
            rows: new ones, and those that changed.
            gone: ids of those that are dropped.
            reads: by memory, from which words its checks were read.
        """
        values = [_values(row) for row in rows]
        read = [{"memory_id": id_, "digest": digest} for id_, digest in reads.items()]
        if not (values or gone or read):
            return
        with self._write() as connection:
            for batch in batches(sorted(gone)):
                connection.execute(delete(CHECKS).where(CHECKS.c.id.in_(batch)))
            if values:
                connection.execute(_PUT, values)
            if read:
                connection.execute(_PUT_READ, read)

    def check_reads(self) -> dict[str, str]:
        """Return from which words the checks of each memory were read."""
        with self._read() as connection:
            query = select(CHECK_READS.c.memory_id, CHECK_READS.c.digest)
            return {row.memory_id: row.digest for row in connection.execute(query)}

    def checks(
        self,
        memory_ids: Collection[str] | None = None,
        *,
        outcome: LookOutcome | None = None,
        is_suggested: bool = False,
    ) -> list[CheckRow]:
        """Return checks by memory.

        Args:
            memory_ids: those of some alone.
            outcome: those that came to it when they were looked at last.
            is_suggested: those alone that a rule read out of words and may be wrong.
        """
        query = select(CHECKS)
        if outcome is not None:
            query = query.where(CHECKS.c.outcome == outcome)
        if is_suggested:
            query = query.where(CHECKS.c.origin == "suggested")
        with self._read() as connection:
            found = [
                _row(row)
                for part in narrowed(query, CHECKS.c.memory_id, memory_ids)
                for row in connection.execute(part)
            ]
        return sorted(found, key=lambda one: (one.memory_id, one.id))

    def put_confirmed(self, row: ConfirmedRow) -> None:
        """Keep that a person said that a memory is true; the newest word alone."""
        put = insert(CONFIRMED).on_conflict_do_update(
            index_elements=[CONFIRMED.c.memory_id],
            set_={"belief_digest": row.belief_digest, "at": time_text(row.at)},
        )
        with self._write() as connection:
            connection.execute(
                put,
                {
                    "memory_id": row.memory_id,
                    "belief_digest": row.belief_digest,
                    "at": time_text(row.at),
                },
            )

    def confirmed(self, memory_ids: Collection[str] | None = None) -> dict[str, ConfirmedRow]:
        """Return when a person said last that memories are true, by memory."""
        with self._read() as connection:
            return {
                row.memory_id: ConfirmedRow(row.memory_id, row.belief_digest, to_time(row.at))
                for part in narrowed(select(CONFIRMED), CONFIRMED.c.memory_id, memory_ids)
                for row in connection.execute(part)
            }

    def drop_confirmed(self, memory_ids: Collection[str], *, since: datetime) -> None:
        """Forget such words of some memories that were said since a time."""
        with self._write() as connection:
            for batch in batches(sorted(memory_ids)):
                gone = CONFIRMED.c.memory_id.in_(batch) & (CONFIRMED.c.at >= time_text(since))
                connection.execute(delete(CONFIRMED).where(gone))


def _values(row: CheckRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "memory_id": row.memory_id,
        "belief_digest": row.belief_digest,
        "what": to_json({name: getattr(row.check, name) for name in _WHAT}),
        "origin": row.check.origin,
        "words": row.check.words,
        "is_accepted": int(row.is_accepted),
        "outcome": row.outcome,
        "said": row.said,
        "found": row.found,
        "looked_at": time_text(row.looked_at),
        "verified_at": None if row.verified_at is None else time_text(row.verified_at),
        "verified_by": row.verified_by,
        "contradictions": row.contradictions,
        "refused_at": None if row.refused_at is None else time_text(row.refused_at),
    }


def _row(row: Row[Any]) -> CheckRow:
    return CheckRow(
        id=row.id,
        memory_id=row.memory_id,
        belief_digest=row.belief_digest,
        check=MachineCheck(**from_json(row.what), origin=row.origin, words=row.words),
        is_accepted=bool(row.is_accepted),
        outcome=row.outcome,
        said=row.said,
        found=row.found,
        looked_at=to_time(row.looked_at),
        verified_at=None if row.verified_at is None else to_time(row.verified_at),
        verified_by=row.verified_by,
        contradictions=row.contradictions,
        refused_at=None if row.refused_at is None else to_time(row.refused_at),
    )
