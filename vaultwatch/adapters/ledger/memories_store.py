"""The part of the ledger that knows memories."""

from collections.abc import Collection, Iterable
from functools import lru_cache, partial
from typing import Any, Literal, TypeVar

from sqlalchemy import (
    Column,
    Row,
    Select,
    and_,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import (
    facts_text,
    time_text,
    to_facts,
    to_time,
)
from vaultwatch.adapters.ledger.connection import Connected, batches, narrowed
from vaultwatch.adapters.ledger.history_store import keep_wordings
from vaultwatch.adapters.ledger.kept_reads import under_names
from vaultwatch.adapters.ledger.rows import MemoryRow
from vaultwatch.adapters.ledger.tables import (
    MEMORIES,
    TextColumn,
)
from vaultwatch.memories.claims import claim_key
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.stores.places import RECORD_ID
from vaultwatch.notes.model import NotePath

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
_IS_ACTIVE = and_(MEMORIES.c.state == "present", MEMORIES.c.status == "active")


class MemoriesStore(Connected):
    """The part of the ledger that knows memories."""

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
        if not forgotten:
            for column, names in ((columns.id, ids), (columns.path, paths)):
                held = self._by_name(column.name, {*names} - {""}, partial(self._named, column))
                found.update((row.id, row) for named in held.values() for row in named)
            ids = paths = ()
        if not any((ids, paths, belief_digests, gists, claim_keys)):
            return [found[id_] for id_ in sorted(found)]
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

    def _named(
        self, column: Column[Any], names: Collection[str]
    ) -> dict[str, tuple[MemoryRow, ...]]:
        """Return the memories that stand under each of some names."""
        standing = _standing(select(MEMORIES), forgotten=False)
        with self._read() as connection:
            parts = narrowed(standing, column, names)
            rows = (row for part in parts for row in connection.execute(part))
            return under_names((getattr(row, column.name), _memory(row)) for row in rows)

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
        if is_pinned and not sources:  # a few, which each context asks for
            kept = self._by_name(
                "pinned", [""], lambda _: {"": (*self._facts(is_pinned=True).items(),)}
            )
            return dict(kept[""])
        return self._facts(sources=sources, is_pinned=is_pinned)

    def _facts(
        self, *, sources: Collection[str] = (), is_pinned: bool = False
    ) -> dict[NotePath, Facts]:
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


def _standing(query: _Query, *, forgotten: bool) -> _Query:
    return query if forgotten else query.where(MEMORIES.c.state == "present")


def _memory(row: Row[*tuple[Any, ...]]) -> MemoryRow:
    moments = (row.first_seen, row.created, row.updated)
    said = (row.id, row.path, row.belief_digest, row.belief, row.state, row.gist, row.facts)
    return _decoded(*said, moments)


@lru_cache(maxsize=8_192)  # a look asks six times for all: most of it where nothing changed
def _decoded(  # noqa: PLR0913, PLR0917 -- one argument a column
    id_: str,
    path: str,
    belief_digest: str,
    belief: str,
    state: Literal["present", "forgotten"],
    gist: str,
    facts: str,
    moments: tuple[str, str | None, str | None],
) -> MemoryRow:
    first_seen, created, updated = moments
    return MemoryRow(
        id=id_,
        path=NotePath(path),
        belief_digest=belief_digest,
        first_seen=to_time(first_seen),
        belief=belief,
        state=state,
        created=None if created is None else to_time(created),
        updated=None if updated is None else to_time(updated),
        gist=gist,
        facts=to_facts(facts),
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
