"""The part of the ledger that knows what speaks for and against memories, from whomever it comes.

Checks of the machine, persons' confirmations, signals from outside, searches that fitted badly,
what readers said, what agents propose, and what was handed out and helped.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Connection, Row, case, delete, exists, func, select, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import from_json, record, time_text, to_json, values
from vaultwatch.adapters.ledger.connection import Connected, batches, upsert
from vaultwatch.adapters.ledger.rows import (
    AccessRow,
    CheckRow,
    ConfirmedRow,
    MissRow,
    ProposalRow,
    ReadingRow,
    SignalRow,
)
from vaultwatch.adapters.ledger.tables import (
    ACCESSES,
    CHECK_READS,
    CHECKS,
    CONFIRMED,
    MISSES,
    PROPOSALS,
    READINGS,
    SIGNALS,
)
from vaultwatch.memories.checks.model import LookOutcome, MachineCheck
from vaultwatch.notes.model import NotePath

_CHECKS, _SIGNALS = select(CHECKS), select(SIGNALS)
_SUGGESTED = _CHECKS.where(CHECKS.c.origin == "suggested")
_READINGS = select(READINGS).order_by(READINGS.c.at, READINGS.c.id)
_WHAT = tuple(one.name for one in fields(MachineCheck) if one.name not in {"origin", "words"})
MOST_MISSES = 50
"""Kept of one note and kind, the newest; older ones say nothing new. Chosen by hand."""
WAITS: Final = timedelta(days=1)
"""An answer that has not come by then comes no more."""
READINGS_KEPT: Final = timedelta(days=365)
"""How long an answer is kept. Chosen by hand: a passage that stood so long is asked of again."""
MOST_PROPOSALS: Final = 3
"""Kept of one memory and program, the newest: none floods a person. Chosen by hand."""
ACCESSES_KEPT: Final = timedelta(days=365)
"""How long an access is kept. Chosen by hand: use that is a year old counts a twentieth."""
MOST_ACCESSES_OF_ONE: Final = 100
"""Accesses of one memory that are kept, the newest. Chosen by hand."""
MOST_ACCESSES: Final = 100_000
"""Accesses that are kept of all memories, the newest: some 12 MB. Chosen by hand."""

_IS_HANDED = READINGS.c.batch != ""
"""Else it was passed over, and nobody saw it."""
_NEW_ACCESS = insert(ACCESSES)
_PUT_ACCESS = _NEW_ACCESS.on_conflict_do_update(
    index_elements=[ACCESSES.c.memory_id, ACCESSES.c.session, ACCESSES.c.query],
    set_={
        "at": case(
            (_NEW_ACCESS.excluded.at > ACCESSES.c.at, _NEW_ACCESS.excluded.at), else_=ACCESSES.c.at
        )
    },
    where=ACCESSES.c.helped.is_(None),  # a word is as old as it is, whatever is handed out since
)


class EvidenceStore(Connected):
    """The part of the ledger that knows what speaks for and against memories."""

    def put_checks(
        self,
        rows: Iterable[CheckRow],
        *,
        gone: Collection[str] = (),
        reads: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Keep what came of checks, and by memory from which words they were read, in one go."""
        held = [_check_values(row) for row in rows]
        read = [{"memory_id": id_, "digest": digest} for id_, digest in reads.items()]
        if not (held or gone or read):
            return
        with self._write() as connection:
            for batch in batches(sorted(gone)):
                connection.execute(delete(CHECKS).where(CHECKS.c.id.in_(batch)))
            if held:
                connection.execute(upsert(CHECKS), held)
            if read:
                connection.execute(upsert(CHECK_READS), read)

    def check_reads(self) -> dict[str, str]:
        """Return from which words the checks of each memory were read."""
        return dict(self._made(tuple, select(CHECK_READS.c.memory_id, CHECK_READS.c.digest)))

    def checks(
        self,
        memory_ids: Collection[str] | None = None,
        *,
        outcome: LookOutcome | None = None,
        is_suggested: bool = False,
    ) -> list[CheckRow]:
        """Return checks by memory: all, of some memories, or of an outcome.

        `is_suggested` leaves those that a rule read out of words and may be wrong.
        """
        query = _SUGGESTED if is_suggested else _CHECKS
        column, wanted = (
            (CHECKS.c.memory_id, memory_ids) if outcome is None else (CHECKS.c.outcome, [outcome])
        )
        found = self._made(_check, query, column, wanted)
        return sorted(found, key=lambda one: (one.memory_id, one.id))

    def put_confirmed(self, row: ConfirmedRow) -> None:
        """Keep that a person said that a memory is true; the newest word alone."""
        self._execute(upsert(CONFIRMED), [values(row)])

    def confirmed(self, memory_ids: Collection[str] | None = None) -> dict[str, ConfirmedRow]:
        """Return when a person said last that memories are true, by memory."""
        owner = CONFIRMED.c.memory_id
        found = self._records(ConfirmedRow, select(CONFIRMED), owner, memory_ids)
        return {one.memory_id: one for one in found}

    def drop_confirmed(self, memory_ids: Collection[str], *, since: datetime) -> None:
        """Forget such words of some memories that were said since a time."""
        with self._write() as connection:
            for batch in batches(sorted(memory_ids)):
                gone = CONFIRMED.c.memory_id.in_(batch) & (CONFIRMED.c.at >= time_text(since))
                connection.execute(delete(CONFIRMED).where(gone))

    def put_signal(self, signal: SignalRow) -> None:
        """Keep evidence from outside."""
        self._execute(insert(SIGNALS), [values(signal)])

    def signals(self, memory_ids: Collection[str] | None = None) -> list[SignalRow]:
        """Return the evidence about some memories, or about all, oldest first."""
        made = self._made(
            lambda row: (row.id, record(SignalRow, row)),
            _SIGNALS,
            SIGNALS.c.memory_id,
            memory_ids,
        )
        return [signal for _, signal in sorted(made, key=itemgetter(0))]

    def put_miss(self, miss: MissRow) -> None:
        """Keep a search that fitted badly; of one note and kind the newest 50 stay."""
        of_note = (MISSES.c.note == miss.note, MISSES.c.kind == miss.kind)
        newest = select(MISSES.c.id).where(*of_note).order_by(MISSES.c.id.desc()).limit(MOST_MISSES)
        with self._write() as connection:
            connection.execute(insert(MISSES), values(miss))
            connection.execute(delete(MISSES).where(*of_note, MISSES.c.id.not_in(newest)))

    def misses(
        self, note: NotePath | None = None, *, since: datetime | None = None
    ) -> list[MissRow]:
        """Return searches that fitted badly, oldest first."""
        query = select(MISSES).order_by(MISSES.c.id)
        if note is not None:
            query = query.where(MISSES.c.note == note)
        if since is not None:
            query = query.where(MISSES.c.at > time_text(since))
        return self._records(MissRow, query)

    def put_readings(self, rows: Iterable[ReadingRow]) -> None:
        """Keep what was handed out or answered; a row of the same id gives way."""
        self._execute(upsert(READINGS), [values(row) for row in rows])

    def readings(
        self,
        memory_ids: Collection[str] | None = None,
        *,
        ids: Collection[str] | None = None,
        batch: str | None = None,
        session: str | None = None,
        reader: str | None = None,
    ) -> list[ReadingRow]:
        """Return what was handed out, the oldest first.

        All, or of some memories, of some pairs, of one hand-out, of a session, to a reader.
        """
        query = _READINGS
        if reader is not None:
            query = query.where(READINGS.c.reader == reader)
        if session is not None:
            query = query.where(READINGS.c.batch.endswith(f"@{session}", autoescape=True))
        if batch is not None:
            query = query.where(READINGS.c.batch == batch)
        column, wanted = (
            (READINGS.c.id, ids) if ids is not None else (READINGS.c.memory_id, memory_ids)
        )
        return self._records(ReadingRow, query, column, wanted)

    def answers(
        self, *, since: datetime | None = None, limit: int | None = None
    ) -> list[ReadingRow]:
        """Return what was said of what was handed out, newest first: since a moment, so many."""
        newest = (READINGS.c.at.desc(), READINGS.c.id.desc())
        query = select(READINGS).where(_IS_HANDED, READINGS.c.said != "").order_by(*newest)
        if since is not None:
            query = query.where(READINGS.c.at >= time_text(since))
        return self._records(ReadingRow, query.limit(limit))

    def reader_counts(self) -> dict[str, dict[tuple[str, str], int]]:
        """Return of each reader how often it said what, by (said, truth), empty for none."""
        keys = (READINGS.c.reader, READINGS.c.said, READINGS.c.truth)
        query = select(*keys, func.count()).where(_IS_HANDED).group_by(*keys)
        found: dict[str, dict[tuple[str, str], int]] = {}
        for reader, said, truth, count in self._made(tuple, query):
            found.setdefault(reader, {})[said, truth] = count
        return found

    def tell_truth(self, memory_id: str, passage: str, truth: str) -> None:
        """Keep what a person said of a passage that was read; empty takes it back.

        A test by a finding too: it was taken to be outdated until they said otherwise.
        """
        its = (READINGS.c.memory_id == memory_id) & (READINGS.c.passage == passage)
        told = case((READINGS.c.is_test == 0, truth), else_=truth or "outdated")
        self._execute(update(READINGS).where(its).values(truth=told))

    def drop_readings(self, *, reader: str | None = None, batch: str | None = None) -> int:
        """Forget what a reader said, or what came of one hand-out; return how many rows went."""
        its = READINGS.c.reader == reader if batch is None else READINGS.c.batch == batch
        return self._execute(delete(READINGS).where(its))

    def put_proposal(self, proposal: ProposalRow) -> None:
        """Keep a proposal, the same again once; of a memory a program's newest three stay."""
        of_memory = (PROPOSALS.c.memory_id == proposal.memory_id) & (
            PROPOSALS.c.agent == proposal.agent
        )
        newest = (
            select(PROPOSALS.c.id)
            .where(of_memory)
            .order_by(PROPOSALS.c.at.desc(), PROPOSALS.c.id)
            .limit(MOST_PROPOSALS)
        )
        with self._write() as connection:
            connection.execute(insert(PROPOSALS).on_conflict_do_nothing(), values(proposal))
            connection.execute(delete(PROPOSALS).where(of_memory, PROPOSALS.c.id.not_in(newest)))

    def proposals(self) -> list[ProposalRow]:
        """Return every proposal, the newest first."""
        query = select(PROPOSALS).order_by(PROPOSALS.c.at.desc(), PROPOSALS.c.id)
        return self._records(ProposalRow, query)

    def put_accesses(self, accesses: Iterable[AccessRow]) -> None:
        """Keep what was handed out: for one question to one session it counts once.

        What a session said of a memory stays; of all other accesses the newest `MOST_ACCESSES`.
        """
        rows = [values(one) for one in accesses]
        if not rows:
            return
        with self._write() as connection:
            connection.execute(_PUT_ACCESS, rows)
            newest = connection.execute(select(func.max(ACCESSES.c.id))).scalar_one()
            outgrown = (ACCESSES.c.id <= newest - MOST_ACCESSES) & ACCESSES.c.helped.is_(None)
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
        """Return which memories were handed out, of each the oldest first; all, or those judged."""
        query = select(ACCESSES).order_by(ACCESSES.c.at, ACCESSES.c.id)
        if is_judged:
            query = query.where(ACCESSES.c.helped.is_not(None))
        found: dict[str, list[AccessRow]] = {}
        for one in self._records(AccessRow, query, ACCESSES.c.memory_id, memory_ids):
            found.setdefault(one.memory_id, []).append(one)
        return found

    def hand_over_accesses(self, old: str, new: str) -> None:
        """Let how a memory was used go with it to another id."""
        its, twin = ACCESSES.c.memory_id == old, ACCESSES.alias()
        is_twin = (twin.c.session == ACCESSES.c.session) & (twin.c.query == ACCESSES.c.query)
        handed = exists().where(twin.c.memory_id == old, is_twin)
        with self._write() as connection:
            connection.execute(delete(ACCESSES).where(ACCESSES.c.memory_id == new, handed))
            connection.execute(update(ACCESSES).where(its).values(memory_id=new))


def _check_values(row: CheckRow) -> dict[str, Any]:
    held = values(row)
    check: MachineCheck = held.pop("check")
    what = to_json({name: getattr(check, name) for name in _WHAT})
    return held | {"what": what, "origin": check.origin, "words": check.words}


def _check(row: Row[Any]) -> CheckRow:
    check = MachineCheck(**from_json(row.what), origin=row.origin, words=row.words)
    return record(CheckRow, row, check=check)


def prune_readings(connection: Connection, now: datetime) -> None:
    """Drop what was never answered, and what is old."""
    late = (READINGS.c.said == "") & (READINGS.c.at < time_text(now - WAITS))
    connection.execute(
        delete(READINGS).where(late | (READINGS.c.at < time_text(now - READINGS_KEPT)))
    )


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
        connection.execute(insert(ACCESSES), values(judged))
    return not same


def prune_accesses(connection: Connection, now: datetime) -> None:
    """Drop accesses that are old, and of a memory all but the newest."""
    connection.execute(delete(ACCESSES).where(ACCESSES.c.at < time_text(now - ACCESSES_KEPT)))
    newest = func.row_number().over(
        partition_by=ACCESSES.c.memory_id,
        # What was said of it outlives what was only handed out.
        order_by=(ACCESSES.c.helped.is_(None), ACCESSES.c.at.desc(), ACCESSES.c.id.desc()),
    )
    placed = select(ACCESSES.c.id, newest.label("place")).subquery()
    outgrown = select(placed.c.id).where(placed.c.place > MOST_ACCESSES_OF_ONE)
    connection.execute(delete(ACCESSES).where(ACCESSES.c.id.in_(outgrown)))
