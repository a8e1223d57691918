"""The part of the ledger that knows comparisons and findings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from vaultwatch.adapters.ledger.codec import time_text
from vaultwatch.adapters.ledger.connection import Connected, batches, narrowed
from vaultwatch.adapters.ledger.finding_rows import (
    case_of,
    case_values,
    comparison_of,
    comparison_values,
    finding_of,
    finding_values,
)
from vaultwatch.adapters.ledger.kept_reads import under_names
from vaultwatch.adapters.ledger.tables import (
    AUDIT,
    CASES,
    COMPARISONS,
    FINDINGS,
    MEMORIES,
)
from vaultwatch.drift.findings.labels import LabelledCase
from vaultwatch.drift.findings.lifecycle import FindingPlace
from vaultwatch.drift.model import TOLD, Comparison, Finding, FindingKind, FindingStatus, Outcome
from vaultwatch.errors import LedgerError
from vaultwatch.notes.model import NotePath

_LIVE: tuple[FindingStatus, ...] = ("open", "acknowledged")
_MOST_FOUND = 50
"""How many findings a prefix may name; a person is shown fewer."""

_WORST_FIRST = (FINDINGS.c.score.desc(), *(FINDINGS.c[n] for n in ("note", "memory_id", "id")))
_FINDINGS = select(FINDINGS).order_by(*_WORST_FIRST)
_PUT_COMPARISON = insert(COMPARISONS).prefix_with("OR REPLACE")
_PUT_CASE = insert(CASES).prefix_with("OR REPLACE")
_insert_finding = insert(FINDINGS)
_PUT_FINDING = _insert_finding.on_conflict_do_update(
    index_elements=[FINDINGS.c.id],
    set_={c.name: _insert_finding.excluded[c.name] for c in FINDINGS.c if c.name != "id"},
)


class FindingsStore(Connected):
    """The part of the ledger that knows comparisons and findings."""

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
        column = COMPARISONS.c.memory_id
        with self._read() as connection:
            return [
                (row.inputs, comparison_of(row))
                for part in narrowed(select(COMPARISONS), column, memory_ids)
                for row in connection.execute(part)
            ]

    def unopposed(self, memory_ids: Collection[str]) -> frozenset[str]:
        """Return the digests of beliefs and notes of which it is known that nothing contradicts."""
        marks = select(COMPARISONS.c.unopposed).where(COMPARISONS.c.unopposed.is_not(None))
        with self._read() as connection:
            parts = narrowed(marks, COMPARISONS.c.memory_id, memory_ids)
            return frozenset(mark for part in parts for (mark,) in connection.execute(part))

    def keep_unopposed(self, marks: Mapping[tuple[str, NotePath], str]) -> None:
        """Keep such digests with the comparisons of memories and notes, as far as there are any."""
        values = [{"owner": id_, "at": note, "mark": mark} for (id_, note), mark in marks.items()]
        pair = (
            COMPARISONS.c.memory_id == bindparam("owner"),
            COMPARISONS.c.note == bindparam("at"),
        )
        with self._write() as connection:
            connection.execute(
                update(COMPARISONS).where(*pair).values(unopposed=bindparam("mark")), values
            )

    def put_comparisons(self, made: Sequence[tuple[Comparison, str]]) -> None:
        """Keep comparisons, each with the digest of what it rests on."""
        if made:
            values = [comparison_values(comparison, inputs) for comparison, inputs in made]
            with self._write() as connection:
                connection.execute(_PUT_COMPARISON, values)

    def drop_comparisons(self, memory_id: str, note: NotePath | None = None) -> None:
        """Drop a memory's comparison with one note, or all it has."""
        gone = delete(COMPARISONS).where(COMPARISONS.c.memory_id == memory_id)
        if note is not None:
            gone = gone.where(COMPARISONS.c.note == note)
        with self._write() as connection:
            connection.execute(gone)

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
        query = _FINDINGS
        if statuses is not None:  # four at most: no list to cut
            query = query.where(FINDINGS.c.status.in_(statuses))
        if kind is not None:
            query = query.where(FINDINGS.c.kind == kind)
        if kinds is not None:
            query = query.where(FINDINGS.c.kind.in_(kinds))
        if memory_id is not None:
            query = query.where(FINDINGS.c.memory_id == memory_id)
        if note is not None:
            query = query.where(FINDINGS.c.note == note)
        if closed_since is not None:
            query = query.where(FINDINGS.c.closed_at >= time_text(closed_since))
        if outcomes is not None:
            query = query.where(FINDINGS.c.outcome.in_(outcomes))
        with self._read() as connection:
            found = [
                finding_of(row)
                for part in narrowed(query, FINDINGS.c.memory_id, memory_ids)
                for row in connection.execute(part)
            ]
        return found if memory_ids is None else sorted(found, key=lambda one: -one.score)

    def _findings_of(self, memory_ids: Collection[str]) -> dict[str, tuple[Finding, ...]]:
        with self._read() as connection:
            parts = narrowed(select(FINDINGS), FINDINGS.c.memory_id, memory_ids)
            rows = (row for part in parts for row in connection.execute(part))
            return under_names((row.memory_id, finding_of(row)) for row in rows)

    def places_of_findings(self) -> dict[str, FindingPlace]:
        """Return the place of every finding there ever was, by id."""
        columns = (FINDINGS.c.id, FINDINGS.c.memory_id, FINDINGS.c.note, FINDINGS.c.kind)
        with self._read() as connection:
            rows = connection.execute(select(*columns)).all()
        return {id_: (memory_id, note, kind) for id_, memory_id, note, kind in rows}

    def find_findings(self, prefix: str) -> list[Finding]:
        """Return the findings whose ids begin so, by id."""
        query = (
            select(FINDINGS)
            .where(FINDINGS.c.id.startswith(prefix, autoescape=True))
            .order_by(FINDINGS.c.id)
            .limit(_MOST_FOUND)
        )
        with self._read() as connection:
            return [finding_of(row) for row in connection.execute(query)]

    def save_findings(
        self,
        findings: Iterable[Finding],
        *,
        cases: Iterable[LabelledCase] = (),
        unlabelled: Collection[str] = (),
    ) -> None:
        """Insert or update by id; each change of status is audited with its reason.

        Args:
            findings: new or changed.
            cases: what a reader's word makes of findings, kept in the same transaction; each in
                place of what was kept for its finding.
            unlabelled: findings whose case is taken back.

        Raises:
            LedgerError: two would be live for one memory, note and kind; nothing is saved.
        """
        # Closed ones first: they make room for a live one of the same memory, note and kind.
        ordered = sorted(findings, key=lambda one: one.status in _LIVE)
        labelled = [case_values(case) for case in cases]
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
        connection.execute(_PUT_FINDING, [finding_values(finding) for finding in findings])
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
        with self._read() as connection:
            query = select(CASES).order_by(CASES.c.at, CASES.c.finding)
            return [case_of(row) for row in connection.execute(query)]

    def feedback(self, memory_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return how often readers called each memory's present belief true, and how often not."""
        counts: dict[str, list[int]] = {}
        query = (
            select(CASES.c.memory_id, CASES.c.label, func.count())
            .join(MEMORIES, (MEMORIES.c.id == CASES.c.memory_id))
            .where(MEMORIES.c.belief == CASES.c.belief)
            .group_by(CASES.c.memory_id, CASES.c.label)
        )
        with self._read() as connection:
            for part in narrowed(query, CASES.c.memory_id, memory_ids):
                for memory_id, label, count in connection.execute(part):
                    counts.setdefault(memory_id, [0, 0])[label == "drifted"] += count
        return {memory_id: (said[0], said[1]) for memory_id, said in counts.items()}


def _worst(one: Finding) -> tuple[float, bool, str, str, str]:
    """Return what a memory's finding is sorted by, as `_WORST_FIRST` does."""
    return -one.score, one.note is not None, one.note or "", one.memory_id or "", one.id


def _statuses(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for batch in batches(ids):
        query = select(FINDINGS.c.id, FINDINGS.c.status).where(FINDINGS.c.id.in_(batch))
        found.update((id_, status) for id_, status in connection.execute(query))
    return found
