"""The ledger over SQLite: its parts put together, the audit, the facts and the upkeep.

Services name its type without loading SQLAlchemy, by an import for type checkers alone. No protocol
stands before it and no fake behind one: a new ledger on disk opens in 10 ms, so tests use it.
"""

import sys
from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.baselines_store import BaselinesStore
from vaultwatch.adapters.ledger.codec import time_text, to_time
from vaultwatch.adapters.ledger.evidence_store import EvidenceStore
from vaultwatch.adapters.ledger.findings_store import FindingsStore
from vaultwatch.adapters.ledger.kept_reads import MOST_KEPT
from vaultwatch.adapters.ledger.masking_store import MaskingStore
from vaultwatch.adapters.ledger.memories_store import MemoriesStore
from vaultwatch.adapters.ledger.notes_store import NotesStore
from vaultwatch.adapters.ledger.rows import AuditRow
from vaultwatch.adapters.ledger.tables import AUDIT, BASELINES, FINDINGS, MEMORIES
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import LedgerError, LedgerOutOfReachError


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
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
        """Return what is wrong with the file, a sentence each; empty where all is well.

        Raises:
            LedgerOutOfReachError: another process writes it, or the disk is full, so that nothing
                can be said.
        """
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
