"""The part of the ledger that knows what each memory rests on."""

import json
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable
from dataclasses import fields
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    Table,
    and_,
    bindparam,
    case,
    delete,
    or_,
    select,
)
from sqlalchemy.dialects.sqlite import Insert, insert

from vaultwatch.adapters.ledger.codec import pack_statements, record, unpack_statements, values
from vaultwatch.adapters.ledger.connection import Connected, under_names, upsert
from vaultwatch.adapters.ledger.rows import BaselineHead
from vaultwatch.adapters.ledger.tables import (
    BASELINES,
    EARLIER_BASELINES,
    NOTES,
    SNAPSHOTS,
)
from vaultwatch.drift.model import Baseline
from vaultwatch.notes.model import NotePath, Statement

_Told: TypeAlias = str | BindParameter[str]

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
_PUT_BACK = upsert(BASELINES)
_PUT_SNAPSHOT = insert(SNAPSHOTS).on_conflict_do_nothing()


def _pair(memory_id: _Told, note: _Told) -> ColumnElement[bool]:
    return and_(BASELINES.c.memory_id == memory_id, BASELINES.c.note == note)


def _earlier(which: ColumnElement[bool]) -> Insert:
    """Return what keeps some baselines as earlier ones."""
    names = [column.name for column in EARLIER_BASELINES.c]
    chosen = select(*(BASELINES.c[name] for name in names)).where(which)
    return upsert(EARLIER_BASELINES, chosen=chosen)


_OTHER = BASELINES.c.belief_digest != bindparam("its_belief_digest")
_KEEP_OTHERS = _earlier(and_(_pair(bindparam("its_memory_id"), bindparam("its_note")), _OTHER))


class BaselinesStore(Connected):
    """The part of the ledger that knows memories' baselines."""

    def baselines(self, memory_id: str | None = None) -> list[Baseline]:
        """Return the baselines of one memory, or of all, with their statements."""
        return self._baselines_in(BASELINES, None if memory_id is None else [memory_id])

    def all_baselines(
        self, memory_ids: Collection[str]
    ) -> dict[str, tuple[list[Baseline], list[Baseline]]]:
        """Return by id what some memories rest on, and what each rested on before."""
        found: dict[str, tuple[list[Baseline], list[Baseline]]] = {
            id_: ([], []) for id_ in memory_ids
        }
        for place, table in enumerate((BASELINES, EARLIER_BASELINES)):
            for one in self._baselines_in(table, memory_ids):
                found[one.memory_id][place].append(one)
        return found

    def earlier_baselines(self, memory_id: str | None = None) -> list[Baseline]:
        """Return what one memory, or each, rested on before its belief changed."""
        return self._baselines_in(EARLIER_BASELINES, None if memory_id is None else [memory_id])

    def earlier_beliefs(self) -> set[tuple[str, NotePath, str]]:
        """Return (memory, note, belief digest) of every earlier baseline."""
        columns = EARLIER_BASELINES.c
        query = select(columns.memory_id, columns.note, columns.belief_digest)
        return set(self._made(lambda row: (row[0], NotePath(row[1]), row[2]), query))

    def _baselines_in(self, table: Table, memory_ids: Collection[str] | None) -> list[Baseline]:
        query = (
            select(table, SNAPSHOTS.c.statements)
            .join(SNAPSHOTS)
            .order_by(table.c.memory_id, table.c.note)
        )
        more = {} if table is BASELINES else {"grounding": None}
        unpacked: dict[str, tuple[Statement, ...]] = {}

        def made(row: Row[Any]) -> Baseline:
            if row.snapshot not in unpacked:  # shared by many memories: unpacked once
                unpacked[row.snapshot] = unpack_statements(row.statements)
            return record(Baseline, row, statements=unpacked[row.snapshot], **more)

        return self._made(made, query, table.c.memory_id, memory_ids)

    def baseline_heads(
        self, memory_ids: Collection[str] | None = None
    ) -> dict[tuple[str, NotePath], BaselineHead]:
        """Return the baselines of some memories, or of all, without statements and supports."""
        if memory_ids is not None:
            kept = self._by_name("baseline_heads", memory_ids, self._heads_of)
            return {(owner, note): head for owner in kept for note, head in kept[owner]}
        return self._heads(None)

    def _heads_of(
        self, memory_ids: Collection[str]
    ) -> dict[str, tuple[tuple[NotePath, BaselineHead], ...]]:
        heads = self._heads(memory_ids).items()
        return under_names((owner, (note, head)) for (owner, note), head in heads)

    def _heads(
        self, memory_ids: Collection[str] | None
    ) -> dict[tuple[str, NotePath], BaselineHead]:
        columns = BASELINES.c
        names = ("memory_id", "note", *(one.name for one in fields(BaselineHead)))
        query = select(*(columns[name] for name in names))

        def made(row: Row[Any]) -> tuple[tuple[str, NotePath], BaselineHead]:
            return (row.memory_id, NotePath(row.note)), record(BaselineHead, row)

        return dict(self._made(made, query, columns.memory_id, memory_ids))

    def outgrown(self) -> set[str]:
        """Return the memories whose baseline is of other bytes than a note holds, or of no note."""
        columns = BASELINES.c
        query = (
            select(columns.memory_id)
            .outerjoin(NOTES, NOTES.c.path == columns.note)
            .where(or_(NOTES.c.path.is_(None), NOTES.c.digest != columns.note_digest))
        )
        return set(self._made(itemgetter(0), query.distinct()))

    def put_baselines(self, baselines: Iterable[Baseline]) -> None:
        """Record baselines in one go, each in place of its pair's old one.

        One of another belief is kept as the earlier one.
        """
        snapshots: dict[str, bytes] = {}
        held: list[dict[str, Any]] = []
        for baseline in baselines:
            snapshot, packed = pack_statements(baseline.statements)
            snapshots[snapshot] = packed
            row = values(baseline)
            del row["statements"]
            held.append(row | {"snapshot": snapshot})
        if held:
            rows = [{"digest": one, "statements": packed} for one, packed in snapshots.items()]
            with self._write() as connection:
                connection.execute(_PUT_SNAPSHOT, rows)
                told = ("memory_id", "note", "belief_digest")
                others = [{f"its_{name}": value[name] for name in told} for value in held]
                connection.execute(_KEEP_OTHERS, others)
                connection.execute(_PUT_BASELINE, held)

    def drop_baselines(self, memory_id: str, note: NotePath, *, is_outgrown: bool = False) -> None:
        """Drop a memory's baseline for one note; one that is outgrown stays as the earlier one."""
        with self._write() as connection:
            if is_outgrown:
                connection.execute(_earlier(_pair(memory_id, note)))
            connection.execute(delete(BASELINES).where(_pair(memory_id, note)))

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
        back = json.loads(copy)
        snapshot = {"digest": back["snapshot"], "statements": b64decode(back.pop("statements"))}
        with self._write() as connection:
            connection.execute(_PUT_SNAPSHOT, [snapshot])
            connection.execute(_PUT_BACK, [back])
