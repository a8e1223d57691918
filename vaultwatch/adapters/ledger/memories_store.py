"""The part of the ledger that knows memories and what each rests on."""

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    case,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import (
    facts_text,
    grounding_text,
    pack_statements,
    supports_text,
    time_text,
    to_facts,
    to_grounding,
    to_supports,
    to_time,
    unpack_statements,
)
from vaultwatch.adapters.ledger.connection import Connected, batches, narrowed
from vaultwatch.adapters.ledger.history_store import keep_wordings
from vaultwatch.adapters.ledger.rows import BaselineHead, MemoryRow
from vaultwatch.adapters.ledger.tables import (
    BASELINES,
    EARLIER_BASELINES,
    MEMORIES,
    SNAPSHOTS,
    TextColumn,
)
from vaultwatch.drift.model import Baseline
from vaultwatch.memories.claims import claim_key
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.stores.places import RECORD_ID
from vaultwatch.notes.model import NotePath, Statement

_Query = TypeVar("_Query", bound=Select[*tuple[Any, ...]])

_insert_memory = insert(MEMORIES)
_PUT_MEMORY = _insert_memory.on_conflict_do_update(
    index_elements=[MEMORIES.c.id],
    set_={
        column.name: _insert_memory.excluded[column.name]
        for column in MEMORIES.c
        if column.name not in {"id", "first_seen"}
    },
)
_insert_baseline = insert(BASELINES)
_PUT_BASELINE = _insert_baseline.on_conflict_do_update(
    index_elements=[BASELINES.c.memory_id, BASELINES.c.note],
    set_={
        column.name: _insert_baseline.excluded[column.name]
        for column in BASELINES.c
        if column.name not in {"memory_id", "note", "followed_from"}
    }
    # Of the same baseline, as where it is grounded later, it stands from where it followed.
    | {
        "followed_from": case(
            (BASELINES.c.taken_at == _insert_baseline.excluded.taken_at, BASELINES.c.followed_from)
        )
    },
)
_KEEP_EARLIER = insert(EARLIER_BASELINES).prefix_with("OR REPLACE")
_PUT_SNAPSHOT = insert(SNAPSHOTS).on_conflict_do_nothing()
_IS_ACTIVE = and_(MEMORIES.c.state == "present", MEMORIES.c.status == "active")


class MemoriesStore(Connected):
    """The part of the ledger that knows memories and their baselines."""

    def memories(self, *, forgotten: bool = False) -> list[MemoryRow]:
        """Return the memories that stand, and those forgotten where they are asked for, by id."""
        query = _standing(select(MEMORIES), forgotten=forgotten).order_by(MEMORIES.c.id)
        with self._read() as connection:
            return [_memory(row) for row in connection.execute(query)]

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
        is_own = columns.id.not_like(f"{RECORD_ID}\\_%", escape="\\")
        found: dict[str, MemoryRow] = {}
        with self._read() as connection:
            for column, wanted in (
                (columns.id, ids),
                (columns.path, paths),
                (columns.belief_digest, belief_digests),
                (columns.gist, gists),
                (columns.claim_key, claim_keys),
            ):
                for batch in batches(sorted({*wanted} - {""})):
                    own = () if column in {columns.id, columns.path} else (is_own,)
                    query = select(MEMORIES).where(column.in_(batch), *own)
                    rows = connection.execute(_standing(query, forgotten=forgotten))
                    found.update((row.id, _memory(row)) for row in rows)
        return [found[id_] for id_ in sorted(found)]

    def replaced_by(self, memory_ids: Collection[str]) -> list[MemoryRow]:
        """Return the superseded memories whose place one of these has taken, by id."""
        facts = func.nullif(MEMORIES.c.facts, "")
        place_taken_by = func.json_extract(facts, "$.superseded_by", type_=TextColumn())
        set_aside = (MEMORIES.c.state == "present", MEMORIES.c.status == "superseded")
        query = select(MEMORIES).where(*set_aside, place_taken_by.in_([*memory_ids]))
        with self._read() as connection:
            return [_memory(row) for row in connection.execute(query.order_by(MEMORIES.c.id))]

    def newest_memories(self, count: int, *, after: int = 0) -> list[MemoryRow]:
        """Return so many memories that stand, newest first, from the one after so many on."""
        query = (
            select(MEMORIES)
            .where(MEMORIES.c.state == "present")
            .order_by(func.coalesce(MEMORIES.c.created, MEMORIES.c.first_seen).desc(), "id")
            .limit(count)
            .offset(after)
        )
        with self._read() as connection:
            return [_memory(row) for row in connection.execute(query)]

    def memory_facts(
        self, *, sources: Collection[str] = (), is_pinned: bool = False
    ) -> dict[NotePath, Facts]:
        """Return what memories that stand say of themselves, by note; of some alone if asked."""
        query = select(MEMORIES.c.path, MEMORIES.c.facts).where(MEMORIES.c.state == "present")
        facts = func.nullif(MEMORIES.c.facts, "")
        if is_pinned:
            query = query.where(func.json_extract(facts, "$.pinned").is_not(None))
        if sources:
            named = func.json_extract(facts, "$.source")
            query = query.where(func.coalesce(named, Facts().source).in_([*sources]))
        with self._read() as connection:
            return {NotePath(path): to_facts(facts) for path, facts in connection.execute(query)}

    def unsettled_memories(self) -> list[MemoryRow]:
        """Return what waits: quarantined, replaced by what is gone, active and sharing a claim."""
        columns = MEMORIES.c
        standing = columns.state == "present"
        claimed = (standing, columns.status == "active", columns.claim_key != "")
        shared = (
            select(columns.claim_key)
            .where(*claimed)
            .group_by(columns.claim_key)
            .having(func.count() > 1)
        )
        present = select(columns.id).where(standing)
        instead = func.json_extract(func.nullif(columns.facts, ""), "$.superseded_by")
        query = select(MEMORIES).where(
            or_(
                and_(standing, columns.status == "quarantined"),
                and_(standing, columns.status == "superseded", instead.not_in(present)),
                and_(*claimed, columns.claim_key.in_(shared)),
            )
        )
        with self._read() as connection:
            return [_memory(row) for row in connection.execute(query.order_by(columns.id))]

    def claiming_memories(self) -> list[MemoryRow]:
        """Return the active ones whose file says that a person said it, unconfirmed, by path."""
        columns = MEMORIES.c
        says = func.json_extract(func.nullif(columns.facts, ""), "$.is_claim")
        query = select(MEMORIES).where(_IS_ACTIVE, says).order_by(columns.path)
        with self._read() as connection:
            return [_memory(row) for row in connection.execute(query)]

    def memories_saying(self, names: Collection[str]) -> list[MemoryRow]:
        """Return the active memories of which one of these facts is told, by id."""
        facts = func.nullif(MEMORIES.c.facts, "")
        told = or_(*(func.json_extract(facts, f"$.{name}").is_not(None) for name in names))
        query = select(MEMORIES).where(_IS_ACTIVE, told).order_by(MEMORIES.c.id)
        with self._read() as connection:
            return [_memory(row) for row in connection.execute(query)]

    def count_memories(self) -> dict[str, int]:
        """Return how many memories that stand are active, quarantined and superseded."""
        # Empty from before there were statuses, until the memory's note is read again.
        status = func.coalesce(func.nullif(MEMORIES.c.status, ""), "active")
        query = select(status, func.count()).where(MEMORIES.c.state == "present").group_by(status)
        with self._read() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def put_memories(self, rows: Iterable[MemoryRow]) -> None:
        """Record memories, new or seen before, in one go; `first_seen` stays as it was.

        What a memory said until now is kept: see `history_store`.
        """
        values = [_memory_values(row) for row in rows]
        if values:
            with self._write() as connection:
                keep_wordings(connection, values, self._clock.now())
                connection.execute(_PUT_MEMORY, values)

    def forget_memory(self, memory_id: str) -> None:
        """Mark a memory forgotten; its baselines and comparisons stay until `prune`."""
        with self._write() as connection:
            connection.execute(
                update(MEMORIES).where(MEMORIES.c.id == memory_id).values(state="forgotten")
            )

    def baselines(self, memory_id: str | None = None) -> list[Baseline]:
        """Return the baselines of one memory, or of all, with their statements."""
        return self._baselines_in(BASELINES, memory_id)

    def earlier_baselines(self, memory_id: str | None = None) -> list[Baseline]:
        """Return what one memory, or each, rested on before its belief changed."""
        return self._baselines_in(EARLIER_BASELINES, memory_id)

    def earlier_beliefs(self) -> set[tuple[str, NotePath, str]]:
        """Return (memory, note, belief digest) of every earlier baseline."""
        columns = EARLIER_BASELINES.c
        query = select(columns.memory_id, columns.note, columns.belief_digest)
        with self._read() as connection:
            return {
                (one, NotePath(note), belief) for one, note, belief in connection.execute(query)
            }

    def _baselines_in(self, table: Table, memory_id: str | None) -> list[Baseline]:
        query = (
            select(table, SNAPSHOTS.c.statements)
            .join(SNAPSHOTS)
            .order_by(table.c.memory_id, table.c.note)
        )
        if memory_id is not None:
            query = query.where(table.c.memory_id == memory_id)
        with self._read() as connection:
            rows = connection.execute(query).all()
            unpacked: dict[str, tuple[Statement, ...]] = {}
            for row in rows:  # shared by many memories: unpacked once
                if row.snapshot not in unpacked:
                    unpacked[row.snapshot] = unpack_statements(row.statements)
            return [_baseline(row, unpacked[row.snapshot]) for row in rows]

    def baseline_heads(
        self, memory_ids: Collection[str] | None = None
    ) -> dict[tuple[str, NotePath], BaselineHead]:
        """Return the baselines of some memories, or of all, without statements and supports."""
        columns = BASELINES.c
        query = select(
            columns.memory_id,
            columns.note,
            columns.origin,
            columns.taken_at,
            columns.belief_digest,
            columns.note_digest,
            columns.followed_from,
            columns.grounding,
        )
        with self._read() as connection:
            rows = [
                row
                for part in narrowed(query, columns.memory_id, memory_ids)
                for row in connection.execute(part)
            ]
            return {
                (owner, NotePath(note)): BaselineHead(
                    origin,
                    to_time(taken_at),
                    belief,
                    digest,
                    NotePath(was) if was else None,
                    to_grounding(grounding),
                )
                for owner, note, origin, taken_at, belief, digest, was, grounding in rows
            }

    def put_baselines(self, baselines: Iterable[Baseline]) -> None:
        """Record baselines in one go, each in place of its pair's old one.

        One of another belief is kept as the earlier one.
        """
        snapshots: dict[str, bytes] = {}
        values: list[dict[str, Any]] = []
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
                    "grounding": grounding_text(baseline.grounding),
                }
            )
        if values:
            rows = [{"digest": one, "statements": packed} for one, packed in snapshots.items()]
            with self._write() as connection:
                connection.execute(_PUT_SNAPSHOT, rows)
                for value in values:
                    of_pair = _pair(value["memory_id"], value["note"])
                    other = BASELINES.c.belief_digest != value["belief_digest"]
                    _keep_earlier(connection, and_(of_pair, other))
                connection.execute(_PUT_BASELINE, values)

    def drop_baselines(self, memory_id: str, note: NotePath, *, is_outgrown: bool = False) -> None:
        """Drop a memory's baseline for one note.

        Args:
            memory_id: the memory.
            note: the note.
            is_outgrown: whether the belief changed: the baseline is kept as the earlier one.
        """
        with self._write() as connection:
            if is_outgrown:
                _keep_earlier(connection, _pair(memory_id, note))
            connection.execute(delete(BASELINES).where(_pair(memory_id, note)))


def _pair(memory_id: str, note: str) -> ColumnElement[bool]:
    return and_(BASELINES.c.memory_id == memory_id, BASELINES.c.note == note)


def _keep_earlier(connection: Connection, which: ColumnElement[bool]) -> None:
    names = [column.name for column in EARLIER_BASELINES.c]
    chosen = select(*(BASELINES.c[name] for name in names)).where(which)
    connection.execute(_KEEP_EARLIER.from_select(names, chosen))


def _standing(query: _Query, *, forgotten: bool) -> _Query:
    return query if forgotten else query.where(MEMORIES.c.state == "present")


def _memory(row: Row[*tuple[Any, ...]]) -> MemoryRow:
    return MemoryRow(
        id=row.id,
        path=NotePath(row.path),
        belief_digest=row.belief_digest,
        first_seen=to_time(row.first_seen),
        belief=row.belief,
        state=row.state,
        created=None if row.created is None else to_time(row.created),
        updated=None if row.updated is None else to_time(row.updated),
        gist=row.gist,
        facts=to_facts(row.facts),
    )


def _memory_values(row: MemoryRow) -> dict[str, object]:
    claim = row.facts.claim
    return {
        "id": row.id,
        "path": row.path,
        "belief_digest": row.belief_digest,
        "first_seen": time_text(row.first_seen),
        "belief": row.belief,
        "state": row.state,
        "created": None if row.created is None else time_text(row.created),
        "updated": None if row.updated is None else time_text(row.updated),
        "gist": row.gist,
        "claim_key": "" if claim is None else claim_key(claim),
        "status": row.facts.status,
        "facts": facts_text(row.facts),
    }


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
        grounding=to_grounding(getattr(row, "grounding", None)),
    )
