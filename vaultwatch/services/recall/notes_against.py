"""Find what notes say against memories about to be shown, and what memories say beside a new one.

A weak memory is held against the notes it cites and the passages found beside it; of one that
drifted the finding says what its note says now. `services.recall.contexts` shows both together.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.model import Finding
from vaultwatch.drift.scoring.compare import quote_of
from vaultwatch.drift.scoring.grounding import (
    belief_of_text,
    contradicted_elsewhere,
    ground,
    may_contradict,
)
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError, StoreError
from vaultwatch.memories.facts import STOOD_BACK
from vaultwatch.memories.items import is_item, is_wish
from vaultwatch.memories.stores.mentions import NoteNames
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.titles import folded, title_key, title_of
from vaultwatch.reader.worth import judged_by
from vaultwatch.recall.duplicates import agree_exactly, gist_of, says_nearly
from vaultwatch.recall.signals import status_at
from vaultwatch.report.escape import flat
from vaultwatch.services.indexing.reading import digest_of, read_again, sparing_others
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.memories.cited import MOST_CHARS, MOST_NOTES, cited_notes, quoted
from vaultwatch.services.recall.note_reading import marked, misguides
from vaultwatch.services.recall.recalling import Recalled
from vaultwatch.services.recall.search import MAX_QUERY_CHARS, passages
from vaultwatch.services.scanning.citing import cited_by
from vaultwatch.services.scanning.meeting import share_scope
from vaultwatch.services.scanning.opposing import STRONG, held_against, mark_of, sentences_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.meeting import meet

MOST_PASSAGES = 12
"""That one sentence is held against; as many as a context shows."""
LOOKED_AT: Final = 8
MOST_NAMED: Final = 2
NEAR_COSINE: Final = 0.85
"""Of MiniLM, where numbers, names of things and negations agree too. Chosen by hand."""
MOST_BESIDE_CHARS: Final = 120


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What a note says instead."""

    note: NotePath
    line: int
    """1-based."""
    text: str
    is_judged: bool = True
    """Whether it is known to speak against the memory; else the memory is in doubt."""
    is_added: bool = False
    """Whether what the memory rests on still stands, and this came beside it."""
    by: str = ""
    """Who says so, where a reader does and nothing shows it: `judged by claude`."""

    @property
    def told(self) -> str:
        """Where it stands and what it says, on one line."""
        text, note = flat(self.text), flat(self.note)
        cut = text if len(text) <= MOST_CHARS else f"{text[:MOST_CHARS]}…"
        if text and not self.line:  # of a memory, which is one belief
            return f"note {note} says{'' if self.is_judged else ', nobody has judged it'}: {cut}"
        if self.is_judged:
            by = f", {flat(self.by)}" if self.by else ""
            return f"note {note} says, line {self.line}{by}: {cut}"
        if not text:
            return f"note {note} no longer holds what this rests on, nobody has judged it"
        came = "was added since" if self.is_added else "now says"
        return f"note {note} line {self.line} {came}, nobody has judged it: {cut}"


def against_of(ws: Workspace, query: str, some: Sequence[Recalled]) -> Mapping[str, NoteLine]:
    """Return by id what a note says against memories that a question brought up.

    A note that they cite, or one whose passages the same question finds: as in a context.
    """
    is_asked = bool(query.strip()) and any(map(_is_weak, some))
    near = passages(ws, query, limit=MOST_PASSAGES, memories=False) if is_asked else ()
    return NotesAgainst(ws, near).told(some)


def rival_in(finding: Finding) -> NoteLine | None:
    """Return what the memory says that stands before one which contradicts it."""
    if finding.kind != "contradiction" or finding.before is None or finding.note is None:
        return None
    return NoteLine(
        finding.note, 0, finding.before.text, is_judged=finding.outcome != "likely"
    )  # both may be so


def settled_lines(ws: Workspace, memory_id: str) -> frozenset[tuple[NotePath, str]]:
    """Return the lines of notes that by somebody's word speak against a memory no more.

    They were called a false alarm, or it still true beside them; one that changes is another.
    """
    dismissed = ws.ledger.findings(
        statuses={"dismissed"}, kinds={"memory_drift"}, memory_ids=[memory_id], outcomes=None
    )
    told = {(one.after.note or one.note, one.after.text) for one in dismissed if one.after}
    heads = ws.ledger.baseline_heads([memory_id])
    by_word = {
        note for (_, note), one in heads.items() if one.grounding and one.grounding.is_by_word
    }
    kept = ws.ledger.baselines(memory_id) if by_word else ()
    told |= {
        (one.note, quote_of(said).text)
        for one in kept
        if one.note in by_word
        for said in one.statements
    }
    return frozenset((note, text) for note, text in told if note is not None)


class NotesAgainst:
    """Answers for one question, each note read once."""

    def __init__(self, ws: Workspace, passages: Sequence[Hit] = ()) -> None:
        """Read nothing yet.

        Passages are what was found of notes beside the memories, best first.
        """
        self._ws = ws
        self._passages = passages
        self._bytes: dict[NotePath, bytes | None] = {}
        self._read: dict[NotePath, Sequence[Statement]] = {}
        self._in: dict[tuple[NotePath, int, int], tuple[Statement, ...]] = {}
        self._grounds: dict[tuple[str, NotePath], tuple[Statement | None, bool]] = {}

    def told(self, some: Sequence[Recalled]) -> Mapping[str, NoteLine]:
        """Return by id what a note says against each memory that drifted or contradicts one.

        Of one in doubt what its note says by now.
        """
        drifted = {one.row.id: self.what_drifted(one) for one in some}
        found = {id_: line for id_, line in drifted.items() if line is not None}
        judged = {id_ for id_, line in found.items() if line.is_judged}
        return {**found, **self.lines_against([one for one in some if one.row.id not in judged])}

    def what_drifted(self, one: Recalled) -> NoteLine | None:
        """Return what the note says now from which a memory drifted; None where it did not.

        Of a memory in doubt what it says where that stood on which the memory rests.
        """
        for finding in sorted(one.findings, key=lambda found: found.outcome == "judged"):
            if finding.kind == "memory_drift" and finding.after and finding.note:
                note = finding.after.note or finding.note
                if (line := self._sound(note, finding.after.line, finding.after.text)) is not None:
                    return replace(line, by=judged_by(finding))
            if (other := rival_in(finding)) is not None and self._holds(other):
                return replace(other, is_judged=other.is_judged and not one.is_backed)
        for finding in one.doubts:
            if finding.note is None:
                continue
            if finding.after is None:
                return NoteLine(finding.note, 0, "", is_judged=False)
            note = finding.after.note or finding.note
            if (line := self._sound(note, finding.after.line, finding.after.text)) is not None:
                return replace(line, is_judged=False, is_added=finding.is_added)
        return None

    def _holds(self, rival: NoteLine) -> bool:
        """Tell whether a memory holds by now that contradicted another, and orders nobody about."""
        rows = self._ws.ledger.find_memories(paths=[rival.note])
        now = self._ws.clock.now()
        is_active = any(status_at(row.facts, now) == "active" for row in rows)
        return is_active and self._sound(rival.note, 0, rival.text) is not None

    def lines_against(self, some: Sequence[Recalled]) -> Mapping[str, NoteLine]:
        """Return by id what a note says against each memory that is weak and contradicts one."""
        weak = [one.row for one in some if _is_weak(one)]
        if not weak:
            return {}
        self._ws.known.refresh(self._ws.ledger)
        known = self._ws.ledger.unopposed([row.id for row in weak])
        found, new = {}, dict[tuple[str, NotePath], str]()
        for row in weak:
            marks = {note: self._marks(row, note) for note in self._cited(row)}
            asked = [note for note, both in marks.items() if known.isdisjoint(both)]
            is_said = any(both and both[True] in known for both in marks.values())
            line, is_opposed = self._against(row.belief, asked, marks, row.id, is_said=is_said)
            if line is not None:
                found[row.id] = line
            elif not is_opposed:
                said = sentences_of(row.belief) if asked else ()
                new |= {
                    (row.id, note): marks[note][all(self._held(text, note)[1] for text in said)]
                    for note in asked
                    if marks[note]
                }
        if new:
            with self._ws.writing() as is_ours:
                if is_ours:
                    self._ws.ledger.keep_unopposed(new)
        return found

    def line_beside(self, belief: str) -> NoteLine | None:
        """Return what a passage says against a belief that does not cite its note; or None.

        None where a note that it cites says all of it.
        """
        cited, plain = cited_notes(self._ws, belief)[:MOST_NOTES], belief_of_text(belief)
        worths = (
            ground(replace(plain, note_title=title_of(note)), self._said_by(note)) for note in cited
        )
        is_said = any(one.outcome == "supported" and not one.unspoken for one in worths)
        return self._against(belief, (), cited, is_said=is_said)[0]

    def _marks(self, row: MemoryRow, note: NotePath) -> tuple[str, ...]:
        """Return the marks of a memory and a note as it stands: it is silent, or says all of it.

        Nothing where it cannot be read.
        """
        if (data := self._bytes_of(note)) is None:
            return ()
        digest = digest_of(data)
        return tuple(mark_of(row.belief, note, digest, is_said=says) for says in (False, True))

    def _cited(self, row: MemoryRow) -> list[NotePath]:
        """Return the first notes that a memory's links lead to."""
        cited: list[NotePath] = []
        if row.facts.status not in STOOD_BACK:
            with sparing_others(row.path):
                paths = [to.path for _, to in cited_by(row, self._ws.known.links)]
                cited = [one for one in paths if one is not None and not self._ws.is_memory(one)]
        return list(dict.fromkeys(cited))[:MOST_NOTES]

    def _against(
        self,
        belief: str,
        asked: Sequence[NotePath],
        cited: Collection[NotePath],
        memory_id: str = "",
        *,
        is_said: bool = False,
    ) -> tuple[NoteLine | None, bool]:
        """Return what is said against a belief, and whether a cited note says anything so.

        It is held against the notes that are `asked`; what one of those `cited` says, no other note
        denies. `is_said`: one of these is known to say all of it.
        """
        is_opposed = False
        beside = () if is_said else self._passages
        for text in sentences_of(belief) if asked or beside else ():
            for note in asked:
                other, _ = self._held(text, note)
                is_opposed = is_opposed or other is not None
                if other and (line := self._unsettled(memory_id, note, other)):
                    return line, is_opposed
            for hit in self._nearest(text) if beside else ():
                if not may_contradict(text, hit.text):
                    continue  # most share too few words for their notes to be read
                if self._is_said(text, cited):
                    break
                if (other := self._against_by(text, hit)) is None:
                    continue
                if marked([hit])[0].suspicious:
                    continue  # it gives its reader orders
                if (line := self._unsettled(memory_id, hit.note, other)) is not None:
                    return line, is_opposed
        return None, is_opposed

    def _nearest(self, text: str) -> Sequence[Hit]:
        """Return the passages that a sentence is held against, of notes that it names first."""
        said = folded(text)
        return sorted(self._passages, key=lambda hit: title_key(hit.note) not in said)[
            :MOST_PASSAGES
        ]

    def _against_by(self, text: str, hit: Hit) -> Statement | None:
        """Return what a passage that a sentence does not cite says against it; None for nothing.

        A sentence that names a note by its title speaks of that one's matter.
        """
        other = contradicted_elsewhere(text, title_of(hit.note), self._said_in(hit))
        if other is None:
            return None
        named = self._named(text)
        there = {hit.note, *self._named(other.plain)}
        return None if named and there.isdisjoint(named) else other

    def _named(self, text: str) -> Collection[NotePath]:
        return [path for one in self._names.mentions(text) for path in one.notes]

    @cached_property
    def _names(self) -> NoteNames:
        known = self._ws.known.names
        return NoteNames((name, path) for name, path in known if not self._ws.is_memory(path))

    def _is_said(self, text: str, cited: Collection[NotePath]) -> bool:
        """Tell whether a note that a memory cites says a sentence of it: no other denies it."""
        return any(self._held(text, note)[1] for note in cited)

    def _held(self, text: str, note: NotePath) -> tuple[Statement | None, bool]:
        """Return what of a cited note denies a sentence, and whether the note says it."""
        if (text, note) not in self._grounds:
            self._grounds[text, note] = held_against(text, tuple(self._said_by(note)))
        return self._grounds[text, note]

    def _sound(self, note: NotePath, line: int, text: str) -> NoteLine | None:
        """Return a line of a note; None for one that gives its reader orders: it may be planted."""
        return None if misguides(text) else NoteLine(note, line, text)

    def _unsettled(self, memory_id: str, note: NotePath, said: Statement) -> NoteLine | None:
        """Return a sound line of a note; None for one that a word was said of beside a memory."""
        if memory_id and (note, quote_of(said).text) in settled_lines(self._ws, memory_id):
            return None
        return self._sound(note, said.first_line, said.text)

    def _said_by(self, note: NotePath) -> Sequence[Statement]:
        """Return what a note says; nothing where it cannot be read."""
        if note not in self._read:
            self._read[note] = ()
            with sparing_others(note):
                if (data := self._bytes_of(note)) is not None:
                    self._read[note] = read_again(note, data).note.statements
        return self._read[note]

    def _bytes_of(self, note: NotePath) -> bytes | None:
        """Return a note's bytes, read once; None where it cannot be read."""
        if note not in self._bytes:
            self._bytes[note] = None
            with suppress(NoteUnreadableError, OutsideVaultError):
                self._bytes[note] = self._ws.files.read(note)
        return self._bytes[note]

    def _said_in(self, hit: Hit) -> tuple[Statement, ...]:
        """Return what a passage says."""
        place = hit.note, hit.first_line, hit.last_line
        if place not in self._in:
            lines = range(hit.first_line, hit.last_line + 1)
            said = self._said_by(hit.note)
            self._in[place] = tuple(one for one in said if one.first_line in lines)
        return self._in[place]


def telling(ws: Workspace, done: MemoryWrite, belief: str) -> MemoryWrite:
    """Return what was done with a new memory, told what notes and other memories say beside it."""
    if done.outcome == "quarantined":
        return done
    near = passages(ws, belief[:MAX_QUERY_CHARS], limit=MOST_PASSAGES, memories=False)
    line = NotesAgainst(ws, near).line_beside(belief)
    told = [f"{quoted(line.note, line.line, line.text)}."] if line is not None else []
    told += said_beside(ws, done.id, belief) if done.outcome == "stored" else ()
    # A note that it cites is among the passages too.
    return replace(done, warnings=tuple(dict.fromkeys((*done.warnings, *told))))


def _is_weak(one: Recalled) -> bool:
    if is_wish(one.row.id):
        return False
    return one.row.facts.source not in STRONG and not one.grounds.is_signed


def said_beside(ws: Workspace, id_: str, belief: str) -> tuple[str, ...]:
    """Return a sentence for each active memory that contradicts one just stored, or is close to it.

    Those that contradict it first; `upkeep.meeting` tells.
    """
    own = ws.ledger.find_memories(ids=[id_])
    beside = {row: near for row, near in lying_near(ws, belief).items() if row.id != id_}
    met = {row: meet(belief, row.belief) for row in beside if all(share_scope(row, o) for o in own)}
    against = [(row, one.kind) for row, one in met.items() if one and one.kind != "same"]
    named = {row for row, _ in against}
    close = [row for row in _near(ws, belief, beside) if row not in named]
    return (
        *(
            f"Memory {row.id} ({row.facts.source}, {day_at(row.known_since)}) says"
            f"{' another, both may be so' if kind == 'beside' else ' otherwise'}: "
            f"{flat(row.belief)[:MOST_BESIDE_CHARS]}"
            for row, kind in against[:MOST_NAMED]
        ),
        *(
            f"Close to {row.id}: {flat(row.belief)[:MOST_BESIDE_CHARS]}"
            for row in close[:MOST_NAMED]
        ),
    )


def nearest(ws: Workspace, belief: str) -> list[MemoryRow]:
    """Return the active memories that say nearly the same, the nearest first."""
    return _near(ws, belief, lying_near(ws, belief))


def _near(ws: Workspace, belief: str, beside: Mapping[MemoryRow, float]) -> list[MemoryRow]:
    gist = gist_of(belief)
    return [
        row
        for row, similar in beside.items()
        if says_nearly(gist, gist_of(row.belief))
        or (
            ws.knows_meaning and similar >= NEAR_COSINE and agree_exactly(gist, gist_of(row.belief))
        )
    ]


def lying_near(ws: Workspace, belief: str) -> dict[MemoryRow, float]:
    """Return the active memories of the vault's own that lie nearest to a belief, and how near."""
    hits = _nearest(ws, belief[:MAX_QUERY_CHARS])
    similar = {hit.note: hit.similarity or 0.0 for hit in reversed(hits)}
    now = ws.clock.now()
    rows = [
        row
        for row in ws.ledger.find_memories(paths=similar)
        if not (is_item(row.id) or is_record(row.id)) and status_at(row.facts, now) == "active"
    ]
    rows.sort(key=lambda row: (-similar[row.path], row.id))
    return {row: similar[row.path] for row in rows}


def _nearest(ws: Workspace, text: str) -> list[Hit]:
    """Return the passages of memories that lie nearest: by meaning alone where a model knows it.

    What shares nearly all its words lies near too, and a search for words costs as much again.
    """
    made = ws.embed([text]) if ws.knows_meaning else None
    if made is not None:
        with suppress(StoreError):  # `passages` makes an index anew that does not read
            return ws.chunks.search("", made[0], limit=LOOKED_AT, memories=True, has_text=False)
    return passages(ws, text, limit=LOOKED_AT, memories=True, has_text=False)
