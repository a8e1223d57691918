"""The part of the ledger that knows comparisons and findings, and follows notes that move."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    false,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from vaultwatch.adapters.ledger.codec import record, time_text, to_time, values
from vaultwatch.adapters.ledger.connection import Connected, batches, under_names, upsert
from vaultwatch.adapters.ledger.tables import (
    AUDIT,
    BASELINES,
    CASES,
    COMPARISONS,
    EARLIER_BASELINES,
    FINDINGS,
    MEMORIES,
    TextColumn,
)
from vaultwatch.drift.findings.labels import LabelledCase
from vaultwatch.drift.findings.lifecycle import LIVE, FindingPlace
from vaultwatch.drift.model import TOLD, Comparison, Finding, FindingKind, FindingStatus, Outcome
from vaultwatch.errors import LedgerError
from vaultwatch.notes.model import NotePath

_LIVE: tuple[FindingStatus, ...] = ("open", "acknowledged")
MOVED: Final = "note moved"
"""The audit's verb for a note that was followed to where it stands now."""
MOVED_TO: Final = "to "
_MOST_FOUND = 50
"""How many findings a prefix may name; a person is shown fewer."""

_WORST_FIRST = (
    FINDINGS.c.score.desc(),
    *(FINDINGS.c[name].nulls_first() for name in ("note", "memory_id", "id")),
)
_FINDINGS = select(FINDINGS).order_by(*_WORST_FIRST)
_UNORDERED, _COMPARISONS = select(FINDINGS), select(COMPARISONS)
_PLACES = select(*(FINDINGS.c[name] for name in ("id", "memory_id", "note", "kind")))
_PUT_COMPARISON = upsert(COMPARISONS)
_PUT_CASE = upsert(CASES)
_PUT_FINDING = upsert(FINDINGS)


@lru_cache(maxsize=128)
def _of(  # noqa: PLR0913, PLR0917 -- what narrows findings
    statuses: frozenset[FindingStatus] | None,
    kinds: frozenset[FindingKind] | None,
    outcomes: frozenset[Outcome] | None,
    kind: FindingKind | None,
    memory_id: str | None,
    note: NotePath | None,
    closed_since: datetime | None,
) -> Select[*tuple[Any, ...]]:
    """Return the query for such findings: to make it took as long as to ask it, a dozen a look."""
    query = _FINDINGS
    for column, some in (
        (FINDINGS.c.status, statuses),
        (FINDINGS.c.kind, kinds),
        (FINDINGS.c.outcome, outcomes),
    ):
        if some is not None:  # four at most; a list would be written out anew for each asking
            query = query.where(or_(false(), *(column == one for one in sorted(some))))
    for column, one in (
        (FINDINGS.c.kind, kind),
        (FINDINGS.c.memory_id, memory_id),
        (FINDINGS.c.note, note),
    ):
        if one is not None:
            query = query.where(column == one)
    if closed_since is not None:
        query = query.where(FINDINGS.c.closed_at >= time_text(closed_since))
    return query


class FindingsStore(Connected):
    """The part of the ledger that knows comparisons and findings, and follows moved notes."""

    def comparisons(
        self, memory_ids: Collection[str] | None = None
    ) -> dict[tuple[str, NotePath], tuple[str, Comparison]]:
        """Return the kept comparisons of some memories, or of all, each with its inputs' digest."""
        if memory_ids is None:
            made = self._comparisons(None)
        else:
            kept = self._by_name("comparisons", memory_ids, self._comparisons_of)
            made = [one for held in kept.values() for one in held]
        return {(one.memory_id, one.note): (inputs, one) for inputs, one in made}

    def _comparisons_of(
        self, memory_ids: Collection[str]
    ) -> dict[str, tuple[tuple[str, Comparison], ...]]:
        return under_names((one[1].memory_id, one) for one in self._comparisons(memory_ids))

    def _comparisons(self, memory_ids: Collection[str] | None) -> list[tuple[str, Comparison]]:
        return self._made(
            lambda row: (row.inputs, record(Comparison, row)),
            _COMPARISONS,
            COMPARISONS.c.memory_id,
            memory_ids,
        )

    def unopposed(self, memory_ids: Collection[str]) -> frozenset[str]:
        """Return the digests of beliefs and notes of which it is known that nothing contradicts."""
        marks = select(COMPARISONS.c.unopposed).where(COMPARISONS.c.unopposed.is_not(None))
        column = COMPARISONS.c.memory_id
        return frozenset(self._made(itemgetter(0), marks, column, memory_ids))

    def keep_unopposed(self, marks: Mapping[tuple[str, NotePath], str]) -> None:
        """Keep such digests with the comparisons of memories and notes, as far as there are any."""
        told = [{"owner": id_, "at": note, "mark": mark} for (id_, note), mark in marks.items()]
        pair = (
            COMPARISONS.c.memory_id == bindparam("owner"),
            COMPARISONS.c.note == bindparam("at"),
        )
        self._execute(update(COMPARISONS).where(*pair).values(unopposed=bindparam("mark")), told)

    def put_comparisons(self, made: Sequence[tuple[Comparison, str]]) -> None:
        """Keep comparisons, each with the digest of what it rests on."""
        rows = [{"inputs": inputs} | values(comparison) for comparison, inputs in made]
        self._execute(_PUT_COMPARISON, rows)

    def drop_comparisons(self, memory_id: str, note: NotePath | None = None) -> None:
        """Drop a memory's comparison with one note, or all it has."""
        gone = delete(COMPARISONS).where(COMPARISONS.c.memory_id == memory_id)
        if note is not None:
            gone = gone.where(COMPARISONS.c.note == note)
        self._execute(gone)

    def findings(  # noqa: PLR0913 - one argument a filter, all by name
        self,
        *,
        statuses: Collection[FindingStatus] | None = None,
        kind: FindingKind | None = None,
        kinds: Collection[FindingKind] | None = None,
        memory_id: str | None = None,
        memory_ids: Collection[str] | None = None,
        note: NotePath | None = None,
        closed_since: datetime | None = None,
        outcomes: Collection[Outcome] | None = TOLD,
    ) -> list[Finding]:
        """Return findings, worst first: by score, then note, memory, id. None means any.

        What is in doubt is told of nobody who does not ask for it.
        """
        rest = (kind, kinds, memory_id, note, closed_since)
        if memory_ids is not None and rest == (None,) * 5:
            kept = self._by_name("findings", memory_ids, self._findings_of).values()
            every = (
                one for held in kept for one in held if outcomes is None or one.outcome in outcomes
            )
            return sorted(
                (x for x in every if statuses is None or x.status in statuses), key=_worst
            )
        few = (None if some is None else frozenset(some) for some in (statuses, kinds, outcomes))
        query = _of(*few, kind, memory_id, note, closed_since)
        found = self._records(Finding, query, FINDINGS.c.memory_id, memory_ids)
        return found if memory_ids is None else sorted(found, key=lambda one: -one.score)

    def _findings_of(self, memory_ids: Collection[str]) -> dict[str, tuple[Finding, ...]]:
        found = self._records(Finding, _UNORDERED, FINDINGS.c.memory_id, memory_ids)
        return under_names((one.memory_id or "", one) for one in found)

    def places_of_findings(self) -> dict[str, FindingPlace]:
        """Return the place of every finding there ever was, by id."""
        rows = self._made(tuple, _PLACES)
        return {id_: (memory_id, note, kind) for id_, memory_id, note, kind in rows}

    def times_of_findings(self) -> list[tuple[datetime, datetime | None]]:
        """Return when each finding that was told was first seen, and when it closed."""
        query = select(FINDINGS.c.first_seen, FINDINGS.c.closed_at)
        return self._made(
            lambda row: (to_time(row[0]), None if row[1] is None else to_time(row[1])),
            query.where(FINDINGS.c.outcome.in_(TOLD)),
        )

    def find_findings(self, prefix: str) -> list[Finding]:
        """Return the findings whose ids begin so, by id."""
        query = (
            select(FINDINGS)
            .where(FINDINGS.c.id.istartswith(prefix, autoescape=True))
            .order_by(FINDINGS.c.id)
            .limit(_MOST_FOUND)
        )
        return self._records(Finding, query)

    def save_findings(
        self,
        findings: Iterable[Finding],
        *,
        cases: Iterable[LabelledCase] = (),
        unlabelled: Collection[str] = (),
    ) -> None:
        """Insert or update by id; each change of status is audited with its reason.

        In the same transaction `cases` are kept, each in place of its finding's, and `unlabelled`
        findings lose theirs.

        Raises:
            LedgerError: two would be live for one memory, note and kind; nothing is saved.
        """
        # Closed ones first: they make room for a live one of the same memory, note and kind.
        ordered = sorted(findings, key=lambda one: one.status in _LIVE)
        labelled = [values(case) for case in cases]
        if not (ordered or labelled or unlabelled):
            return
        try:
            with self._write() as connection:
                self._save(connection, ordered)
                for id_ in unlabelled:
                    connection.execute(delete(CASES).where(CASES.c.finding == id_))
                if labelled:
                    connection.execute(_PUT_CASE, labelled)
        except LedgerError as exc:
            if isinstance(exc.__cause__, IntegrityError):
                raise LedgerError(
                    "Two findings would be open for one memory, note and kind; none was saved.",
                    hint="Run `vaultwatch scan` again; if it stays, run `vaultwatch doctor`.",
                ) from exc
            raise

    def _save(self, connection: Connection, findings: Sequence[Finding]) -> None:
        if not findings:
            return
        before = _statuses(connection, [finding.id for finding in findings])
        connection.execute(_PUT_FINDING, [values(finding) for finding in findings])
        now = time_text(self._clock.now())
        lines = [
            {"at": now, "verb": f"finding {one.status}", "subject": one.id, "why": one.why}
            for one in findings
            if before.get(one.id) != one.status
        ]
        if lines:
            connection.execute(insert(AUDIT), lines)

    def cases(self) -> list[LabelledCase]:
        """Return every labelled case, oldest word first."""
        return self._records(LabelledCase, select(CASES).order_by(CASES.c.at, CASES.c.finding))

    def feedback(self, memory_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return how often readers called each memory's present belief true, and how often not."""
        counts: dict[str, list[int]] = {}
        query = (
            select(CASES.c.memory_id, CASES.c.label, func.count())
            .join(MEMORIES, (MEMORIES.c.id == CASES.c.memory_id))
            .where(MEMORIES.c.belief == CASES.c.belief)
            .group_by(CASES.c.memory_id, CASES.c.label)
        )
        found = self._made(tuple, query, CASES.c.memory_id, memory_ids)
        for memory_id, label, count in found:
            counts.setdefault(memory_id, [0, 0])[label == "drifted"] += count
        return {memory_id: (said[0], said[1]) for memory_id, said in counts.items()}

    def move_note(self, old: NotePath, new: NotePath, memory_id: str | None = None) -> None:
        """Follow a renamed note: baselines, comparisons and findings go along, all or a memory's.

        Where the new place has its own baseline or comparison already, the moved one takes its
        place. Of two live findings of one memory and kind the one with the higher score stays, the
        other is resolved. Baselines remember from where they came until they are back.
        """
        if old == new:
            return
        with self._write() as connection:
            for table in (BASELINES, EARLIER_BASELINES, COMPARISONS):
                _move_rows(connection, table, old, new, memory_id)
            self._save(connection, self._weaker_twins(connection, old, new, memory_id))
            for table in (FINDINGS, CASES):
                there = _at(table, old, memory_id)
                connection.execute(update(table).where(there).values(note=new))
            line = {"verb": MOVED, "subject": old, "why": MOVED_TO + new}
            connection.execute(insert(AUDIT), {"at": time_text(self._clock.now()), **line})

    def moves_since(self, moment: datetime) -> list[tuple[datetime, NotePath, NotePath]]:
        """Return what notes were followed after a moment: when, from where and to where."""
        query = select(AUDIT.c.at, AUDIT.c.subject, AUDIT.c.why)
        query = query.where(AUDIT.c.verb == MOVED, AUDIT.c.at > time_text(moment))
        return self._made(
            lambda row: (
                to_time(row[0]),
                NotePath(row[1]),
                NotePath(row[2].removeprefix(MOVED_TO)),
            ),
            query.order_by(AUDIT.c.id),
        )

    def _weaker_twins(
        self, connection: Connection, old: NotePath, new: NotePath, memory_id: str | None
    ) -> list[Finding]:
        """Return, resolved, the weaker of each two live findings that would share a place."""
        live = select(FINDINGS).where(FINDINGS.c.status.in_(LIVE))
        there = live.where(FINDINGS.c.note == new)
        here = live.where(_at(FINDINGS, old, memory_id))
        moving = [record(Finding, row) for row in connection.execute(here)]
        standing = {
            (row.memory_id, row.kind): record(Finding, row) for row in connection.execute(there)
        }
        now, why = self._clock.now(), "the note was renamed"
        weaker = [
            other if moved.score >= other.score else moved
            for moved in moving
            if (other := standing.get((moved.memory_id, moved.kind))) is not None
        ]
        return [replace(one, status="resolved", closed_at=now, why=why) for one in weaker]


def _worst(one: Finding) -> tuple[float, bool, str, str, str]:
    """Return what a memory's finding is sorted by, as `_WORST_FIRST` does."""
    return -one.score, one.note is not None, one.note or "", one.memory_id or "", one.id


def _statuses(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for batch in batches(ids):
        query = select(FINDINGS.c.id, FINDINGS.c.status).where(FINDINGS.c.id.in_(batch))
        found.update((id_, status) for id_, status in connection.execute(query))
    return found


def _at(table: Table, note: NotePath, memory_id: str | None) -> ColumnElement[bool]:
    of_note = table.c.note == note
    return of_note if memory_id is None else and_(of_note, table.c.memory_id == memory_id)


def _move_rows(
    connection: Connection, table: Table, old: NotePath, new: NotePath, memory_id: str | None
) -> None:
    going = _at(table, old, memory_id)
    moving = select(table.c.memory_id).where(going)
    connection.execute(delete(table).where(table.c.note == new, table.c.memory_id.in_(moving)))
    new_values: dict[str, Any] = {"note": new}
    if table is BASELINES:
        here, there = literal(old, TextColumn), literal(new, TextColumn)
        new_values["followed_from"] = func.nullif(func.coalesce(table.c.followed_from, here), there)
    connection.execute(update(table).where(going).values(new_values))
