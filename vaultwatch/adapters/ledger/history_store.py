"""The part of the ledger that keeps what memories said before, and drops what nobody needs."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, delete, func, select, union, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text, to_facts, to_time
from vaultwatch.adapters.ledger.connection import Connected, batches, narrowed
from vaultwatch.adapters.ledger.readings_store import prune_readings
from vaultwatch.adapters.ledger.rows import EarlierWording
from vaultwatch.adapters.ledger.tables import (
    ACCESSES,
    AUDIT,
    BASELINES,
    CHECK_READS,
    CHECKS,
    COMPARISONS,
    CONFIRMED,
    EARLIER_BASELINES,
    EARLIER_WORDINGS,
    FINDINGS,
    MEMORIES,
    PROPOSALS,
    SIGNALS,
    SNAPSHOTS,
)
from vaultwatch.adapters.ledger.use_store import prune_accesses
from vaultwatch.notes.model import NotePath

KEPT: Final = timedelta(days=2 * 365)
"""How long an earlier wording is kept. Chosen by hand: who asks for a March means this or the last
one."""
MOVED: Final = "note moved"
"""The audit's verb for a note that was followed to where it stands now."""
MOVED_TO: Final = "to "
MOST_OF_ONE: Final = 50
"""Earlier wordings of one memory that are kept, the newest. Chosen by hand."""


class HistoryStore(Connected):
    """The part of the ledger that knows what memories said before."""

    def earlier_wordings(
        self, memory_ids: Collection[str] | None = None, *, after: datetime | None = None
    ) -> dict[str, list[EarlierWording]]:
        """Return what memories that stand said before, of each the oldest first.

        Args:
            memory_ids: those of some alone.
            after: only those that held until later than this.
        """
        columns = EARLIER_WORDINGS.c
        present = select(MEMORIES.c.id).where(MEMORIES.c.state == "present")
        query = select(EARLIER_WORDINGS).where(columns.memory_id.in_(present))
        if after is not None:
            query = query.where(columns.until > time_text(after))
        query = query.order_by(columns.memory_id, columns.until, columns.id)
        found: dict[str, list[EarlierWording]] = {}
        with self._read() as connection:
            for part in narrowed(query, columns.memory_id, memory_ids):
                for row in connection.execute(part):
                    wording = EarlierWording(
                        memory_id=row.memory_id,
                        until=to_time(row.until),
                        belief_digest=row.belief_digest,
                        belief=row.belief,
                        facts=to_facts(row.facts),
                        updated=None if row.updated is None else to_time(row.updated),
                    )
                    found.setdefault(row.memory_id, []).append(wording)
        return found

    def reworded_since(self, moment: datetime) -> set[str]:
        """Return the memories that said something else, or stood otherwise, at a moment."""
        later = select(EARLIER_WORDINGS.c.memory_id).where(
            EARLIER_WORDINGS.c.until > time_text(moment)
        )
        with self._read() as connection:
            return set(connection.scalars(later.distinct()))

    def begin_anew(self, memory_ids: Collection[str]) -> None:
        """Let memories that came back say what they say from now on alone, and nothing before."""
        if not memory_ids:
            return
        now = time_text(self._clock.now())
        with self._write() as connection:
            for batch in batches(sorted(memory_ids)):
                its = EARLIER_WORDINGS.c.memory_id.in_(batch)
                connection.execute(delete(EARLIER_WORDINGS).where(its))
                again = update(MEMORIES).where(MEMORIES.c.id.in_(batch))
                connection.execute(again.values(first_seen=now))

    def hand_over_wordings(self, old: str, new: str) -> None:
        """Let what a memory said before go with it to another id."""
        its = update(EARLIER_WORDINGS).where(EARLIER_WORDINGS.c.memory_id == old)
        with self._write() as connection:
            connection.execute(its.values(memory_id=new))

    def baselines_at(
        self, notes: Collection[NotePath], moment: datetime
    ) -> dict[NotePath, tuple[str, datetime]]:
        """Return by note whose baseline is the newest of those taken by then, and when.

        All at once: no index knows notes, so every baseline is looked at.
        """
        newest: dict[NotePath, tuple[str, datetime]] = {}
        with self._read() as connection:
            for table in (BASELINES, EARLIER_BASELINES):
                columns = table.c
                # Of the row with the greatest time, as SQLite has it beside a lone max().
                query = select(columns.note, columns.memory_id, func.max(columns.taken_at))
                query = query.where(columns.taken_at <= time_text(moment)).group_by(columns.note)
                for part in narrowed(query, columns.note, notes):
                    for path, owner, at in connection.execute(part):
                        note, taken_at = NotePath(path), to_time(at)
                        if note not in newest or taken_at > newest[note][1]:
                            newest[note] = owner, taken_at
        return newest

    def moves_since(self, moment: datetime) -> list[tuple[datetime, NotePath, NotePath]]:
        """Return what notes were followed after a moment: when, from where and to where."""
        query = select(AUDIT.c.at, AUDIT.c.subject, AUDIT.c.why)
        query = query.where(AUDIT.c.verb == MOVED, AUDIT.c.at > time_text(moment))
        with self._read() as connection:
            rows = connection.execute(query.order_by(AUDIT.c.id)).all()
        return [
            (to_time(at), NotePath(old), NotePath(why.removeprefix(MOVED_TO)))
            for at, old, why in rows
        ]

    def often_changed(self, least: int) -> dict[str, tuple[datetime, ...]]:
        """Return when what memories rest on changed, where that was so often, oldest first.

        By findings of drift, or by their own words, whichever tell of more changes.
        """
        drifted = (FINDINGS.c.memory_id, FINDINGS.c.first_seen)
        said = (EARLIER_WORDINGS.c.memory_id, func.max(EARLIER_WORDINGS.c.until))
        of_drift = select(*drifted).where(FINDINGS.c.kind == "memory_drift")
        often = of_drift.with_only_columns(FINDINGS.c.memory_id).group_by(FINDINGS.c.memory_id)
        often = often.having(func.count() >= least)
        # Not each state, as after a change of tags, but the last of each wording.
        of_words = select(*said).group_by(
            EARLIER_WORDINGS.c.memory_id, EARLIER_WORDINGS.c.belief_digest
        )
        found: dict[str, tuple[datetime, ...]] = {}
        with self._read() as connection:
            for query in (of_drift.where(FINDINGS.c.memory_id.in_(often)), of_words):
                times: dict[str, list[datetime]] = {}
                for memory_id, at in connection.execute(query):
                    times.setdefault(memory_id, []).append(to_time(at))
                for memory_id, seen in times.items():
                    if len(seen) >= max(least, len(found.get(memory_id, ()))):
                        found[memory_id] = tuple(sorted(seen))
        return found

    def prune(self) -> int:
        """Drop what belongs to memories that are gone, and statements that no baseline rests on.

        One that is away for a moment, by a sync or a checkout, loses its baselines too, and what
        it said before: to be called seldom.

        Returns:
            How many sets of statements went.
        """
        present = select(MEMORIES.c.id).where(MEMORIES.c.state == "present")
        compared = (BASELINES, EARLIER_BASELINES, COMPARISONS)
        told = (SIGNALS, PROPOSALS, CHECKS, CHECK_READS, CONFIRMED)
        owned = (*compared, *told, EARLIER_WORDINGS, ACCESSES)
        too_old = EARLIER_WORDINGS.c.until < time_text(self._clock.now() - KEPT)
        with self._write() as connection:
            for table in owned:
                connection.execute(delete(table).where(table.c.memory_id.not_in(present)))
            connection.execute(delete(EARLIER_WORDINGS).where(too_old))
            prune_accesses(connection, self._clock.now())
            prune_readings(connection, self._clock.now())
        return self.prune_statements()

    def prune_statements(self) -> int:
        """Drop statements that no baseline rests on; return how many sets of them went."""
        used = union(select(BASELINES.c.snapshot), select(EARLIER_BASELINES.c.snapshot))
        unused = delete(SNAPSHOTS).where(SNAPSHOTS.c.digest.not_in(used))
        with self._write() as connection:
            return connection.execute(unused).rowcount


def keep_wordings(
    connection: Connection, coming: Iterable[Mapping[str, Any]], now: datetime
) -> None:
    """Keep what memories said until now that are about to say otherwise or stand otherwise.

    One that was forgotten had said its last: what it says when it comes back is new.
    """
    said = {row["id"]: row for row in coming}
    names = ("belief_digest", "belief", "facts", "updated")
    columns = (MEMORIES.c.id, *(MEMORIES.c[name] for name in names))
    outgrown: list[dict[str, Any]] = []
    for batch in batches(sorted(said)):
        query = select(*columns).where(MEMORIES.c.id.in_(batch), MEMORIES.c.state == "present")
        for row in connection.execute(query).mappings():
            new = said[row["id"]]
            is_other = row["facts"] and row["facts"] != new["facts"]  # empty: of an older ledger
            if is_other or row["belief"] != new["belief"]:
                kept = {name: row[name] for name in names}
                outgrown.append({"memory_id": row["id"], "until": time_text(now), **kept})
    if not outgrown:
        return
    connection.execute(insert(EARLIER_WORDINGS), outgrown)
    columns_of = EARLIER_WORDINGS.c
    for one in outgrown:
        its = columns_of.memory_id == one["memory_id"]
        kept_ids = select(columns_of.id).where(its).order_by(columns_of.id.desc())
        newest = kept_ids.limit(MOST_OF_ONE).scalar_subquery()
        connection.execute(delete(EARLIER_WORDINGS).where(its, columns_of.id.not_in(newest)))
