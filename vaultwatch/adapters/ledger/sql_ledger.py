"""The ledger over SQLite: its parts put together, the audit, the facts and the upkeep.

Services name its type without loading SQLAlchemy, by an import for type checkers alone. No protocol
stands before it and no fake behind one: a new ledger on disk opens in 10 ms, so tests use it.
"""

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable
from dataclasses import fields
from datetime import datetime
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Self, TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.sqlite import Insert, insert

from vaultwatch.adapters.ledger.codec import (
    pack_statements,
    record,
    time_text,
    to_time,
    unpack_statements,
    values,
)
from vaultwatch.adapters.ledger.connection import Connected, under_names, upsert
from vaultwatch.adapters.ledger.evidence_store import EvidenceStore
from vaultwatch.adapters.ledger.findings_store import FindingsStore
from vaultwatch.adapters.ledger.kept_reads import MOST_KEPT
from vaultwatch.adapters.ledger.masking_store import MaskingStore
from vaultwatch.adapters.ledger.memories_store import MemoriesStore
from vaultwatch.adapters.ledger.notes_store import NotesStore
from vaultwatch.adapters.ledger.rows import AuditRow, BaselineHead
from vaultwatch.adapters.ledger.tables import (
    AUDIT,
    BASELINES,
    EARLIER_BASELINES,
    FINDINGS,
    MEMORIES,
    NOTES,
    SNAPSHOTS,
)
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Baseline
from vaultwatch.errors import LedgerError, LedgerOutOfReachError
from vaultwatch.notes.model import NotePath, Statement

_Told: TypeAlias = str | BindParameter[str]

_PUT_BASELINE = upsert(BASELINES)
_HEAD = ("memory_id", "note", *(one.name for one in fields(BaselineHead)))
_HEADS = select(*(BASELINES.c[name] for name in _HEAD))
_PUT_SNAPSHOT = insert(SNAPSHOTS).on_conflict_do_nothing()


def _pair(memory_id: _Told, note: _Told) -> ColumnElement[bool]:
    return and_(BASELINES.c.memory_id == memory_id, BASELINES.c.note == note)


@cache
def _whole(table: Table) -> Select[*tuple[Any, ...]]:
    """Return what reads baselines of a table with their statements."""
    whole = select(table, SNAPSHOTS.c.statements).join(SNAPSHOTS)
    return whole.order_by(table.c.memory_id, table.c.note)


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
        more = {} if table is BASELINES else {"grounding": None, "followed_from": None}
        unpacked: dict[str, tuple[Statement, ...]] = {}

        def made(row: Row[Any]) -> Baseline:
            if row.snapshot not in unpacked:  # shared by many memories: unpacked once
                unpacked[row.snapshot] = unpack_statements(row.statements)
            return record(Baseline, row, statements=unpacked[row.snapshot], **more)

        return self._made(made, _whole(table), table.c.memory_id, memory_ids)

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
        def made(row: Row[Any]) -> tuple[tuple[str, NotePath], BaselineHead]:
            return (row.memory_id, NotePath(row.note)), record(BaselineHead, row)

        return dict(self._made(made, _HEADS, BASELINES.c.memory_id, memory_ids))

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
            connection.execute(_PUT_BASELINE, [back])


class Ledger(NotesStore, MemoriesStore, BaselinesStore, FindingsStore, EvidenceStore, MaskingStore):
    """What happened, in one SQLite file.

    Every method that writes is one transaction, but for what is written `together`; every method
    raises LedgerError where the file cannot be read or written.
    """

    def close(self) -> None:
        """Let go of the file."""
        self._kept.close()
        self._engine.dispose()

    def fetch_found(self, paths: Collection[str]) -> None:
        """Fetch by one statement what recall asks of what it found, where each is a way."""
        self._ask_at_once(
            lambda: self.find_memories(paths=paths), lambda: self.memory_facts(having="triggers")
        )

    def fetch_about(self, memory_ids: Collection[str]) -> None:
        """Fetch by one statement what recall asks of memories, where each is a way to a server."""
        ids = sorted(memory_ids)
        self._ask_at_once(
            lambda: self.find_memories(ids=ids),
            lambda: self.baseline_heads(ids),
            lambda: self.accesses(ids, is_judged=True),
            lambda: self.findings(memory_ids=ids, outcomes=None),
            lambda: self.feedback(ids),
            lambda: self.signals(ids),
            lambda: self.comparisons(ids),
        )

    def fetch_for_look(self) -> None:
        """Fetch by one statement what a look asks of the whole vault, where that is kept."""
        if not self.site.is_far or self.count_notes() > MOST_KEPT:
            return
        self._ask_at_once(
            self.memories,
            self.baseline_heads,
            self.comparisons,
            self.places_of_findings,
            lambda: self.findings(statuses=LIVE),
            lambda: self.findings(statuses=LIVE, outcomes={"in_doubt"}),
            lambda: self.findings(statuses=(*LIVE, "dismissed"), outcomes=None),
            lambda: self.findings(outcomes=None),
            self.times_of_findings,
            self.check_reads,
            self.checks,
            lambda: self.checks(outcome="passes", is_suggested=True),
            self.signals,
            self.misses,
            self.proposals,
            self.readings,
            self.unsettled_memories,
            self.claiming_memories,
            self.confirmed,
        )

    def mark(self) -> object:
        """Return a thing that is the same one until somebody writes into the ledger."""
        with self.site.translated():
            # What this thread wrote and does not stand yet nobody has taken in.
            if self._unsettled is not None:
                return object()
            self._ask_anew()
            return view.moment if (view := self._view()) is not None else self._kept.now()

    def __enter__(self) -> Self:
        """Return the ledger itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def record(self, verb: str, subject: str, why: str = "") -> None:
        """Add a line to the audit."""
        self.record_all([(verb, subject, why)])

    def audit(
        self, subject: str | None = None, limit: int = 100, *, verbs: Collection[str] = ()
    ) -> list[AuditRow]:
        """Return the newest lines of the audit, of all verbs or some, newest first."""
        query = select(AUDIT).order_by(AUDIT.c.id.desc()).limit(limit)
        if subject is not None:
            query = query.where(AUDIT.c.subject == subject)
        if verbs:
            query = query.where(AUDIT.c.verb.in_(verbs))
        return self._records(AuditRow, query)

    def record_all(self, lines: Iterable[tuple[str, str, str]]) -> None:
        """Add lines to the audit at once: verb, subject and why of each."""
        at = time_text(self._clock.now())
        rows = [{"at": at, "verb": verb, "subject": who, "why": why} for verb, who, why in lines]
        self._execute(insert(AUDIT), rows)

    def audit_since(self, moment: datetime, limit: int = 5_000) -> list[AuditRow]:
        """Return the lines of the audit after a moment, newest first."""
        query = select(AUDIT).where(AUDIT.c.at > time_text(moment))
        return self._records(AuditRow, query.order_by(AUDIT.c.id.desc()).limit(limit))

    def newest_moment(self) -> datetime | None:
        """Return the latest time that anything was recorded; None in a new ledger.

        By the columns that our own clock fills, whatever it says now.
        """
        columns = (AUDIT.c.at, FINDINGS.c.last_seen, BASELINES.c.taken_at, MEMORIES.c.first_seen)
        with self._read() as connection:
            latest = [connection.execute(select(func.max(one))).scalar() for one in columns]
            return max((to_time(one) for one in latest if one), default=None)

    def count_audit(self, since: datetime) -> dict[str, int]:
        """Return how many lines of the audit each verb has since a moment."""
        query = select(AUDIT.c.verb, func.count()).where(AUDIT.c.at >= time_text(since))
        with self._read() as connection:
            return {str(row[0]): row[1] for row in connection.execute(query.group_by(AUDIT.c.verb))}

    def drop_audit(self, verbs: Collection[str], before: datetime) -> None:
        """Drop the lines of some verbs from before a moment."""
        told = AUDIT.c.verb.in_(verbs) & (AUDIT.c.at < time_text(before))
        self._execute(delete(AUDIT).where(told))

    def check(self) -> list[str]:
        """Return what is wrong with the file, a sentence each; empty where all is well."""
        return self.site.check() or self._garbled() or self._unlike_written()

    def _unlike_written(self) -> list[str]:
        """Hold every row against what was written: a flipped bit may make another sound text."""
        return [
            f"Rows of {table!r} in the ledger are not those that were written."
            for table in self.site.unlike_written()
        ]

    def _garbled(self) -> list[str]:
        """Read every row: what SQLite takes for sound may say what none was ever written to say."""
        try:
            self.note_stats()
            self.outlines_since(sys.maxsize)
            for _ in self.outlines():
                pass
            self.memories(forgotten=True)
            self.baselines()
            self.earlier_baselines()
            self.earlier_wordings()
            self.comparisons()
            self.findings()
            self.cases()
            self.signals()
            self.misses()
            self.accesses()
            self.proposals()
            self.checks()
            self.readings()
            self.confirmed()
            self.audit(limit=sys.maxsize)
        except LedgerOutOfReachError:
            raise
        except LedgerError as error:
            return [error.message]
        return []

    def backup(self, to: Path) -> None:
        """Copy the ledger as it stands into a file, replacing it in one step."""
        self.site.backup(to)

    def size_bytes(self) -> int:
        """Return what the ledger takes on disk, its write-ahead log included."""
        return self.site.size_bytes()
