"""What a ledger can be asked; `sql_ledger` answers.

A protocol, so that services name the type without loading SQLAlchemy. Every method that writes is
one transaction, and every method raises LedgerError where the file cannot be read or written.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from vaultwatch.adapters.ledger.rows import (
    AuditRow,
    BaselineHead,
    MemoryRow,
    MissRow,
    NoteRow,
    NoteStat,
    SignalRow,
)
from vaultwatch.drift.labels import LabelledCase
from vaultwatch.drift.lifecycle import FindingPlace
from vaultwatch.drift.model import Baseline, Comparison, Finding, FindingKind, FindingStatus
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NoteOutline, NotePath


class Ledger(Protocol):
    """What happened."""

    def close(self) -> None:
        """Let go of the file."""

    def __enter__(self) -> Self:
        """Return the ledger itself."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""

    def note_stats(self, paths: Collection[str] | None = None) -> dict[NotePath, NoteStat]:
        """Return some notes, or all, without their outlines; 10,000 in well under 100 ms."""

    def note_paths(self) -> frozenset[NotePath]:
        """Return the path of every note."""

    def count_notes(self) -> int:
        """Return how many notes are on record."""

    def outlines(self) -> Iterator[NoteOutline]:
        """Yield every note's outline, decoded as it is asked for."""

    def outlines_since(self, serial: int) -> tuple[int, tuple[NoteOutline, ...]]:
        """Return the newest serial on record and the outlines put after another, oldest first.

        Outlines put in one go share a serial, greater than any before; none is ever given twice.
        Removed notes are not told of.

        Args:
            serial: the newest one that the caller knows; 0 gives every outline.
        """

    def put_notes(self, rows: Iterable[NoteRow]) -> None:
        """Record notes, new or seen before."""

    def remove_notes(self, paths: Iterable[NotePath]) -> None:
        """Forget that notes stood; what was found about them stays."""

    def set_indexed(self, digests: Mapping[NotePath, str], model_id: str) -> None:
        """Record which bytes of which notes the index holds, and by which model."""

    def touch_notes(self, times: Mapping[NotePath, tuple[int, int]], seen_ns: int) -> None:
        """Record new (size_bytes, mtime_ns) of notes with the bytes they had, and when seen."""

    def keep_echo(self, path: NotePath, digest: str, size_bytes: int, mtime_ns: int) -> None:
        """Record bytes that we wrote just now: they count as indexed, their time is not trusted."""

    def memories(self, *, forgotten: bool = False) -> list[MemoryRow]:
        """Return the memories that stand, and those forgotten where they are asked for, by id."""

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
        """Return the memories that one of these names, by id; forgotten ones where asked for."""

    def replaced_by(self, memory_ids: Collection[str]) -> list[MemoryRow]:
        """Return the superseded memories whose place one of these has taken, by id."""

    def newest_memories(self, count: int, *, after: int = 0) -> list[MemoryRow]:
        """Return so many memories that stand, newest first, from the one after so many on."""

    def memory_facts(self) -> dict[NotePath, Facts]:
        """Return what the properties of every memory that stands say, by its note."""

    def unsettled_memories(self) -> list[MemoryRow]:
        """Return what waits: quarantined, replaced by what is gone, active and sharing a claim."""

    def count_memories(self) -> dict[str, int]:
        """Return how many memories that stand are active, quarantined and superseded."""

    def put_memories(self, rows: Iterable[MemoryRow]) -> None:
        """Record memories, new or seen before, in one go; `first_seen` stays as it was."""

    def forget_memory(self, memory_id: str) -> None:
        """Mark a memory forgotten; its baselines and comparisons stay until `prune`."""

    def baselines(self, memory_id: str | None = None) -> list[Baseline]:
        """Return the baselines of one memory, or of all, with their statements."""

    def baseline_heads(
        self, memory_ids: Collection[str] | None = None
    ) -> dict[tuple[str, NotePath], BaselineHead]:
        """Return the baselines of some memories, or of all, without statements and supports."""

    def put_baselines(self, baselines: Iterable[Baseline]) -> None:
        """Record baselines in one go, each in place of its pair's old one."""

    def drop_baselines(self, memory_id: str, note: NotePath | None = None) -> None:
        """Drop a memory's baseline for one note, or all it has."""

    def move_note(self, old: NotePath, new: NotePath) -> None:
        """Follow a renamed note: baselines, comparisons and findings go along.

        Where the new place has its own baseline or comparison already, the moved one takes its
        place. Of two live findings of one memory and kind the one with the higher score stays, the
        other is resolved.
        """

    def comparisons(
        self, memory_ids: Collection[str] | None = None
    ) -> dict[tuple[str, NotePath], tuple[str, Comparison]]:
        """Return the kept comparisons of some memories, or of all, each with its inputs' digest."""

    def put_comparisons(self, made: Sequence[tuple[Comparison, str]]) -> None:
        """Keep comparisons, each with the digest of what it rests on."""

    def drop_comparisons(self, memory_id: str, note: NotePath | None = None) -> None:
        """Drop a memory's comparison with one note, or all it has."""

    def findings(  # noqa: PLR0913 - one argument a filter, all by name
        self,
        *,
        statuses: Collection[FindingStatus] | None = None,
        kind: FindingKind | None = None,
        memory_id: str | None = None,
        memory_ids: Collection[str] | None = None,
        note: NotePath | None = None,
        closed_since: datetime | None = None,
    ) -> list[Finding]:
        """Return findings, worst first: by score, then note, memory, id. None means any."""

    def places_of_findings(self) -> dict[str, FindingPlace]:
        """Return the place of every finding there ever was, by id."""

    def find_findings(self, prefix: str) -> list[Finding]:
        """Return the findings whose ids begin so, by id."""

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

    def cases(self) -> list[LabelledCase]:
        """Return every labelled case, oldest word first."""

    def feedback(self, memory_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return how often readers called each memory's present belief true, and how often not."""

    def put_signal(self, signal: SignalRow) -> None:
        """Keep evidence from outside."""

    def signals(self, memory_ids: Collection[str] | None = None) -> list[SignalRow]:
        """Return the evidence about some memories, or about all, oldest first."""

    def put_miss(self, miss: MissRow) -> None:
        """Keep a search that fitted badly; of one note and kind the newest 50 stay."""

    def misses(
        self, note: NotePath | None = None, *, since: datetime | None = None
    ) -> list[MissRow]:
        """Return searches that fitted badly, oldest first."""

    def record(self, verb: str, subject: str, why: str = "") -> None:
        """Add a line to the audit."""

    def audit(self, subject: str | None = None, limit: int = 100) -> list[AuditRow]:
        """Return the newest lines of the audit, newest first."""

    def get_fact(self, name: str) -> str | None:
        """Return a fact about the whole vault."""

    def set_fact(self, name: str, value: str) -> None:
        """Set a fact about the whole vault."""

    def check(self) -> list[str]:
        """Return what is wrong with the file, a sentence each; empty where all is well."""

    def prune(self) -> int:
        """Drop what belongs to memories that are gone, and statements that no baseline rests on.

        One that is away for a moment, by a sync or a checkout, loses its baselines too: to be
        called seldom.

        Returns:
            How many sets of statements went.
        """

    def prune_statements(self) -> int:
        """Drop statements that no baseline rests on; return how many sets of them went."""

    def backup(self, to: Path) -> None:
        """Copy the ledger as it stands into a file, replacing it in one step."""

    def size_bytes(self) -> int:
        """Return what the ledger takes on disk, its write-ahead log included."""
