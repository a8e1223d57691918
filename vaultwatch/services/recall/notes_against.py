"""Find what the notes say against memories that somebody is about to be shown, at every door.

A weak memory is held against the notes it cites and the passages found beside it; of one that
drifted the finding says what its note says now. `services.recall.contexts` shows both together.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from vaultwatch.adapters.chunk_store import Hit
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.scoring.grounding import contradicting_statement, may_contradict
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.items import is_wish
from vaultwatch.memories.provenance import MemorySource
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.report.escape import flat
from vaultwatch.services.indexing.reading import read_bytes, sparing_others
from vaultwatch.services.memories.cited import MOST_CHARS, MOST_NOTES, sentences_of
from vaultwatch.services.recall.note_reading import marked, misguides
from vaultwatch.services.recall.recalling import Recalled
from vaultwatch.services.scanning.citing import cited_by
from vaultwatch.services.workspace import Workspace

STRONG: frozenset[MemorySource] = frozenset({"user_explicit", "system"})
"""Sources that may know better than a note."""
MOST_PASSAGES = 12
"""As many as a context shows."""
_KEPT_NOTES = 256
"""Chosen by hand: some ten megabytes."""


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What a note says instead."""

    note: NotePath
    line: int
    """1-based."""
    text: str

    @property
    def told(self) -> str:
        """Where it stands and what it says, on one line."""
        text = flat(self.text)
        cut = text if len(text) <= MOST_CHARS else f"{text[:MOST_CHARS]}…"
        return f"note {flat(self.note)} says, line {self.line}: {cut}"


class NotesAgainst:
    """Answers for one question, each note read once."""

    def __init__(self, ws: Workspace, passages: Sequence[Hit] = ()) -> None:
        """Read nothing yet.

        Args:
            ws: the vault.
            passages: what was found of notes beside the memories, best first.
        """
        self._ws = ws
        self._passages = passages
        self._read: dict[NotePath, Sequence[Statement]] = {}
        self._in: dict[tuple[NotePath, int, int], Sequence[Statement]] = {}

    def told(self, some: Sequence[Recalled]) -> Mapping[str, NoteLine]:
        """Return by id what a note says against each memory that drifted or contradicts one."""
        drifted = {one.row.id: self.what_drifted(one) for one in some}
        found = {id_: line for id_, line in drifted.items() if line is not None}
        rest = [one for one in some if one.row.id not in found]
        return {**found, **self.lines_against(rest)}

    def what_drifted(self, one: Recalled) -> NoteLine | None:
        """Return what the note says now from which a memory drifted; None where it did not."""
        for finding in one.findings:
            if finding.kind == "memory_drift" and finding.after and finding.note:
                note = finding.after.note or finding.note
                if (line := self._sound(note, finding.after.line, finding.after.text)) is not None:
                    return line
        return None

    def lines_against(self, some: Sequence[Recalled]) -> Mapping[str, NoteLine]:
        """Return by id what a note says against each memory that is weak and contradicts one."""
        weak = [one.row for one in some if _is_weak(one)]
        if not weak:
            return {}
        self._ws.known.refresh(self._ws.ledger)
        found = {}
        for row in weak:
            if (line := self._against(row, self._cited(row))) is not None:
                found[row.id] = line
        return found

    def _cited(self, row: MemoryRow) -> list[NotePath]:
        """Return the first notes that a memory's links lead to."""
        cited: list[NotePath] = []
        if row.facts.status != "superseded":
            with sparing_others(row.path):
                paths = [to.path for _, to in cited_by(row, self._ws.known.links)]
                cited = [one for one in paths if one is not None and not self._ws.is_memory(one)]
        return list(dict.fromkeys(cited))[:MOST_NOTES]

    def _against(self, row: MemoryRow, cited: Sequence[NotePath]) -> NoteLine | None:
        for text in sentences_of(row.belief):
            for note, statements in ((note, self._said_by(note)) for note in cited):
                other = contradicting_statement(text, statements)
                if other and (line := self._sound(note, other.first_line, other.text)):
                    return line
            for hit in self._passages[:MOST_PASSAGES]:
                if not may_contradict(text, hit.text):
                    continue  # most share too few words for their notes to be read
                other = contradicting_statement(text, self._said_in(hit), is_cited=False)
                if other is None or marked(self._ws, [hit])[0].suspicious:
                    continue  # it gives its reader orders
                if (line := self._sound(hit.note, other.first_line, other.text)) is not None:
                    return line
        return None

    def _sound(self, note: NotePath, line: int, text: str) -> NoteLine | None:
        """Return a line of a note; None for one that gives its reader orders: it may be planted."""
        return None if misguides(self._ws, text) else NoteLine(note, line, text)

    def _said_by(self, note: NotePath) -> Sequence[Statement]:
        """Return what a note says; nothing where it cannot be read."""
        if note not in self._read:
            self._read[note] = ()
            with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(note):
                self._read[note] = _statements_of(note, self._ws.files.read(note))
        return self._read[note]

    def _said_in(self, hit: Hit) -> Sequence[Statement]:
        """Return what a passage says."""
        place = hit.note, hit.first_line, hit.last_line
        if place not in self._in:
            lines = range(hit.first_line, hit.last_line + 1)
            self._in[place] = [one for one in self._said_by(hit.note) if one.first_line in lines]
        return self._in[place]


@lru_cache(maxsize=_KEPT_NOTES)  # one question after the other is about the same notes
def _statements_of(note: NotePath, data: bytes) -> tuple[Statement, ...]:
    return read_bytes(note, data).note.statements


def _is_weak(one: Recalled) -> bool:
    if is_wish(one.row.id):
        return False
    return one.row.facts.source not in STRONG and not one.grounds.is_signed
