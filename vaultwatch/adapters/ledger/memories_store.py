"""The part of the ledger that knows memories, and what they said before."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from functools import cache, partial
from operator import itemgetter
from typing import Any, Final, Literal

from sqlalchemy import Column, Connection, Select, and_, delete, func, or_, select, union, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text, to_facts, to_time, values
from vaultwatch.adapters.ledger.connection import Connected, batches, under_names, upsert
from vaultwatch.adapters.ledger.evidence_store import prune_accesses, prune_readings
from vaultwatch.adapters.ledger.rows import EarlierWording, MemoryRow
from vaultwatch.adapters.ledger.tables import (
    ACCESSES,
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
    said,
)
from vaultwatch.memories.claims import claim_key
from vaultwatch.memories.facts import STOOD_BACK, Facts
from vaultwatch.memories.stores.places import RECORD_ID
from vaultwatch.notes.model import NotePath

_PUT_MEMORY = upsert(MEMORIES, "first_seen")
_IS_OWN = MEMORIES.c.id.not_like(f"{RECORD_ID}\\_%", escape="\\")
_EVERY = select(MEMORIES)
_STANDING = _EVERY.where(MEMORIES.c.state == "present")
_OWN, _OWN_STANDING = _EVERY.where(_IS_OWN), _STANDING.where(_IS_OWN)
_EVERY_BY_ID, _STANDING_BY_ID = _EVERY.order_by(MEMORIES.c.id), _STANDING.order_by(MEMORIES.c.id)
_IS_ACTIVE = and_(MEMORIES.c.state == "present", MEMORIES.c.status == "active")
KEPT: Final = timedelta(days=2 * 365)
"""How long an earlier wording is kept. Chosen by hand: who asks for a March means this or the last
one."""
MOST_OF_ONE: Final = 50
"""Earlier wordings of one memory that are kept, the newest. Chosen by hand."""


class MemoriesStore(Connected):
    """The part of the ledger that knows memories."""

    def memories(self, *, forgotten: bool = False) -> list[MemoryRow]:
        """Return the memories that stand, and those forgotten where they are asked for, by id."""
        return self._records(MemoryRow, _EVERY_BY_ID if forgotten else _STANDING_BY_ID)

    def find_memories(  # noqa: PLR0913 - one argument a name, all by name
        self,
        *,
        ids: Collection[str] = (),
        paths: Collection[str] = (),
        belief_digests: Collection[str] = (),
        gists: Collection[str] = (),
        claim_keys: Collection[str] = (),
        forgotten: bool = False,
    ) -> list[MemoryRow]:
        """Return the memories that one of these names, by id; forgotten ones where asked for.

        By what they say only the vault's own are found: a store's record stands in for none.
        """
        if not (ids or paths or belief_digests or gists or claim_keys):
            return []  # a look asks five times for nobody
        columns = MEMORIES.c
        found: dict[str, MemoryRow] = {}
        if not forgotten:
            for column, names in ((columns.id, ids), (columns.path, paths)):
                held = self._by_name(column.name, {*names} - {""}, partial(self._named, column))
                found.update((row.id, row) for named in held.values() for row in named)
            ids = paths = ()
        if not any((ids, paths, belief_digests, gists, claim_keys)):
            return [found[id_] for id_ in sorted(found)]
        every, own = (_EVERY, _OWN) if forgotten else (_STANDING, _OWN_STANDING)
        for column, wanted, query in (
            (columns.id, ids, every),
            (columns.path, paths, every),
            (columns.belief_digest, belief_digests, own),
            (columns.gist, gists, own),
            (columns.claim_key, claim_keys, own),
        ):
            rows = self._records(MemoryRow, query, column, {*wanted} - {""})
            found.update((row.id, row) for row in rows)
        return [found[id_] for id_ in sorted(found)]

    def _named(
        self, column: Column[Any], names: Collection[str]
    ) -> dict[str, tuple[MemoryRow, ...]]:
        """Return the memories that stand under each of some names."""
        rows = self._records(MemoryRow, _STANDING_BY_ID, column, names)
        return under_names((getattr(row, column.name), row) for row in rows)

    def replaced_by(self, memory_ids: Collection[str]) -> list[MemoryRow]:
        """Return the memories, archived or not, whose place one of these has taken, by id."""
        place_taken_by = said(MEMORIES.c.facts, "superseded_by")
        set_aside = (MEMORIES.c.state == "present", MEMORIES.c.status.in_(STOOD_BACK))
        query = select(MEMORIES).where(*set_aside, place_taken_by.in_([*memory_ids]))
        return self._records(MemoryRow, query.order_by(MEMORIES.c.id))

    def newest_memories(self, count: int, *, after: int = 0) -> list[MemoryRow]:
        """Return so many memories that stand, newest first, from the one after so many on."""
        query = (
            select(MEMORIES)
            .where(MEMORIES.c.state == "present")
            .order_by(func.coalesce(MEMORIES.c.created, MEMORIES.c.first_seen).desc(), "id")
            .limit(count)
            .offset(after)
        )
        return self._records(MemoryRow, query)

    def memory_facts(
        self, *, sources: Collection[str] = (), having: Literal["", "pinned", "triggers"] = ""
    ) -> dict[NotePath, Facts]:
        """Return what memories that stand say of themselves, by note; of some alone if asked."""
        if having and not sources:  # a few, which each context asks for
            kept = self._by_name(
                having, [""], lambda _: {"": (*self._facts(having=having).items(),)}
            )
            return dict(kept[""])
        return self._facts(sources=sources, having=having)

    def _facts(self, *, sources: Collection[str] = (), having: str = "") -> dict[NotePath, Facts]:
        query = select(MEMORIES.c.path, MEMORIES.c.facts).where(MEMORIES.c.state == "present")
        if having:
            query = query.where(said(MEMORIES.c.facts, having).is_not(None))
        if sources:
            named = said(MEMORIES.c.facts, "source")
            query = query.where(func.coalesce(named, Facts().source).in_([*sources]))
        return dict(self._made(lambda row: (NotePath(row.path), to_facts(row.facts)), query))

    def unsettled_memories(self) -> list[MemoryRow]:
        """Return what waits: quarantined, replaced by what is gone, active and sharing a claim."""
        return self._records(MemoryRow, _unsettled())

    def claiming_memories(self) -> list[MemoryRow]:
        """Return the active ones whose file says that a person said it, unconfirmed, by path."""
        return self._records(MemoryRow, _CLAIMING)

    def memories_saying(self, names: tuple[str, ...]) -> list[MemoryRow]:
        """Return the active memories of which one of these facts is told, by id."""
        return self._records(MemoryRow, _saying(names))

    def count_memories(self) -> dict[str, int]:
        """Return how many memories that stand are active, quarantined and superseded."""
        # Empty from before there were statuses, until the memory's note is read again.
        status = func.coalesce(func.nullif(MEMORIES.c.status, ""), "active")
        query = select(status, func.count()).where(MEMORIES.c.state == "present").group_by(status)
        return dict(self._made(tuple, query))

    def put_memories(self, rows: Iterable[MemoryRow]) -> None:
        """Record memories, new or seen before, in one go; `first_seen` stays as it was.

        What a memory said until now is kept: see `keep_wordings`.
        """
        held = [_memory_values(row) for row in rows]
        if held:
            with self._write() as connection:
                keep_wordings(connection, held, self._clock.now())
                connection.execute(_PUT_MEMORY, held)

    def forget_memory(self, memory_id: str) -> None:
        """Mark a memory forgotten; its baselines and comparisons stay until `prune`."""
        self._execute(update(MEMORIES).where(MEMORIES.c.id == memory_id).values(state="forgotten"))

    def earlier_wordings(
        self, memory_ids: Collection[str] | None = None
    ) -> dict[str, list[EarlierWording]]:
        """Return what memories that stand said before, by age."""
        columns = EARLIER_WORDINGS.c
        present = select(MEMORIES.c.id).where(MEMORIES.c.state == "present")
        query = select(EARLIER_WORDINGS).where(columns.memory_id.in_(present))
        query = query.order_by(columns.memory_id, columns.until, columns.id)
        found: dict[str, list[EarlierWording]] = {}
        for one in self._records(EarlierWording, query, columns.memory_id, memory_ids):
            found.setdefault(one.memory_id, []).append(one)
        return found

    def reworded_since(self, moment: datetime) -> set[str]:
        """Return the memories that said something else, or stood otherwise, at a moment."""
        later = select(EARLIER_WORDINGS.c.memory_id).where(
            EARLIER_WORDINGS.c.until > time_text(moment)
        )
        return set(self._made(itemgetter(0), later.distinct()))

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
        self._execute(its.values(memory_id=new))

    def baselines_at(
        self, notes: Collection[NotePath], moment: datetime
    ) -> dict[NotePath, tuple[str, datetime]]:
        """Return by note whose baseline is the newest of those taken by then, and when.

        All at once: no index knows notes, so every baseline is looked at.
        """
        newest: dict[NotePath, tuple[str, datetime]] = {}
        for table in (BASELINES, EARLIER_BASELINES):
            columns = table.c
            place = func.row_number().over(
                partition_by=columns.note, order_by=(columns.taken_at.desc(), columns.memory_id)
            )
            by_then = select(
                columns.note, columns.memory_id, columns.taken_at, place.label("place")
            )
            dated = by_then.where(columns.taken_at <= time_text(moment)).subquery()
            query = select(dated.c.note, dated.c.memory_id, dated.c.taken_at)
            query = query.where(dated.c.place == 1)
            made = self._made(
                lambda row: (NotePath(row[0]), row[1], to_time(row[2])), query, dated.c.note, notes
            )
            for note, owner, taken_at in made:
                if note not in newest or taken_at > newest[note][1]:
                    newest[note] = owner, taken_at
        return newest

    def often_changed(self, least: int) -> dict[str, tuple[datetime, ...]]:
        """Return when what memories rest on changed, where that was so often, oldest first.

        By findings of drift, or by their own words, whichever tell of more changes.
        """
        found: dict[str, tuple[datetime, ...]] = {}
        for query in _often_changed(least):
            times = under_names(self._made(lambda row: (row[0], to_time(row[1])), query))
            for memory_id, seen in times.items():
                if len(seen) >= max(least, len(found.get(memory_id, ()))):
                    found[memory_id] = tuple(sorted(seen))
        return found

    def prune(self) -> int:
        """Drop what belongs to memories that are gone, and statements that no baseline rests on.

        One that is away for a moment, by a sync or a checkout, loses its baselines too, and what it
        said before: to be called seldom. Returns how many sets of statements went.
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
        return self._execute(unused)


@cache
def _unsettled() -> Select[*tuple[Any, ...]]:
    columns = MEMORIES.c
    standing = columns.state == "present"
    claimed = (standing, columns.status == "active", columns.claim_key != "")
    shared = (select(columns.claim_key).where(*claimed).group_by(columns.claim_key)).having(
        func.count() > 1
    )
    present = select(columns.id).where(standing)
    instead = said(columns.facts, "superseded_by")
    waits = or_(
        and_(standing, columns.status == "quarantined"),
        and_(standing, columns.status == "superseded", instead.not_in(present)),
        and_(*claimed, columns.claim_key.in_(shared)),
    )
    return select(MEMORIES).where(waits).order_by(columns.id)


_CLAIMING = (
    select(MEMORIES)
    .where(_IS_ACTIVE, said(MEMORIES.c.facts, "is_claim").is_not(None))  # only what is true is kept
    .order_by(MEMORIES.c.path)
)


@cache
def _saying(names: tuple[str, ...]) -> Select[*tuple[Any, ...]]:
    told = or_(*(said(MEMORIES.c.facts, name).is_not(None) for name in names))
    return select(MEMORIES).where(_IS_ACTIVE, told).order_by(MEMORIES.c.id)


@cache
def _often_changed(least: int) -> tuple[Select[*tuple[Any, ...]], ...]:
    drifted = (FINDINGS.c.memory_id, FINDINGS.c.first_seen)
    said = (EARLIER_WORDINGS.c.memory_id, func.max(EARLIER_WORDINGS.c.until))
    of_drift = select(*drifted).where(FINDINGS.c.kind == "memory_drift")
    often = of_drift.with_only_columns(FINDINGS.c.memory_id).group_by(FINDINGS.c.memory_id)
    often = often.having(func.count() >= least)
    # Not each state, as after a change of tags, but the last of each wording.
    of_words = select(*said).group_by(
        EARLIER_WORDINGS.c.memory_id, EARLIER_WORDINGS.c.belief_digest
    )
    return of_drift.where(FINDINGS.c.memory_id.in_(often)), of_words


def _memory_values(row: MemoryRow) -> dict[str, Any]:
    claim = row.facts.claim
    key = "" if claim is None else claim_key(claim)
    return values(row) | {"claim_key": key, "status": row.facts.status}


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
            if (row["facts"], row["belief"]) != (new["facts"], new["belief"]):
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
