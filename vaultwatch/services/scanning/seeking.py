"""Look in the whole vault for what a note no longer says, before a memory is told that it is gone.

Called by `services.scanning.comparing` for the comparisons that came to that, and for those of
before where a note was changed since that may hold it: a cut is often saved before its paste.
`drift.scoring.moved` decides; here the notes are found and read.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.citations import Citation, why_doubted
from vaultwatch.drift.model import Baseline, Comparison, Finding
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.drift.scoring.moved import (
    STAYS,
    OtherNote,
    lost_supports,
    may_say,
    seen_together,
    share_written,
    told_of,
    where_it_went,
)
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError, StoreError
from vaultwatch.memories.record import Memory
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import SOUGHT_UP_TO
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.pairs import belief_about
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

MOST_SOUGHT = 100
"""Comparisons that one look seeks a passage for; the rest wait for the next.

Chosen by hand: asking the index takes 55 ms of CPU while none of its rows is indexed (measured at
172 notes).
"""
MOST_CHANGED = 50
"""Changed notes that are read whatever the index says of them. Chosen by hand: more were synced,
and the index knows them."""
MOST_SUPPORTS = 2
"""Lost statements that the index is asked for, strongest first."""
MOST_CHARS = 400
"""Of a statement, as the index is asked: the first words of a long one tell it. Chosen by hand."""
MOST_HITS = 200
"""A line that was pasted into a long passage stands far down: 60th in a vault of 172 notes. Chosen
by hand: 500 take the index 11 ms."""
MOST_NOTES = 8
"""Notes that the index names and that are read for one passage. Chosen by hand: enough to tell
what many notes say."""
_AFTER_ALL = 2**62
NOT_SOUGHT = ":not sought"
"""Marks a comparison that nothing was sought for yet, though it should have been."""


class Seeker:
    """One look's search: what is read stays read, and no more is sought than `MOST_SOUGHT`."""

    def __init__(self, ws: Workspace, cited: Cited) -> None:
        """Seek nothing yet."""
        self._ws = ws
        self._cited = cited
        self._left = MOST_SOUGHT
        self._read: dict[NotePath, tuple[Statement, ...]] = {}
        self._newest, self._changed = self._changed_since()

    def _changed_since(self) -> tuple[int, tuple[NotePath, ...] | None]:
        """Return the newest outline's number and the notes changed since; None if nobody knows."""
        since = SOUGHT_UP_TO.get(self._ws.ledger)
        newest, outlines = self._ws.ledger.outlines_since(since if since >= 0 else _AFTER_ALL)
        if since < 0 or newest < since:
            return newest, None
        return newest, tuple(one.path for one in outlines if not self._ws.is_memory(one.path))

    def close(self) -> None:
        """Call every note of now looked through, if every memory was looked at."""
        if not self._cited.is_part:
            SOUGHT_UP_TO.set(self._ws.ledger, self._newest)

    def place_mark(self, comparison: Comparison | None) -> str:
        """Return the digest of the other note that a comparison rests on; empty for none."""
        note = comparison.after.note if comparison is not None and comparison.after else None
        if note is None:
            return ""
        stat = self._cited.stats.get(note) or self._ws.ledger.note_stats([note]).get(note)
        return f"@{stat.digest if stat is not None else 'gone'}"

    def stands(self, kept: Comparison, rested_on: str, inputs: str) -> bool:
        """Tell whether a kept comparison need not be made again."""
        return rested_on == inputs + self.place_mark(kept) and not self.must_seek_again(kept)

    def must_seek_again(self, kept: Comparison) -> bool:
        """Tell whether a note was changed since that may hold what a comparison missed."""
        then, now = kept.before, kept.after
        if kept.outcome == "holds" or kept.mode != "warm" or then is None:
            return False
        if now is not None and may_say(then.text, [now.text]):  # edited where it stands
            return False
        if self._changed is None or len(self._changed) > MOST_CHANGED:
            return True
        return any(
            may_say(then.text, (one.plain for one in self._statements(path)))
            for path in self._changed
            if path != kept.note
        )

    def seek(
        self, made: Comparison, belief: Belief, baseline: Baseline, now: tuple[Statement, ...]
    ) -> tuple[Comparison, str]:
        """Return a comparison told with where its passage went, and its mark; `now` is its note."""
        may_lack = made.outcome != "holds"
        lost = lost_supports(baseline, now) if may_lack and made.mode == "warm" else ()
        if not lost:
            return made, ""
        if not self._left:
            return made, NOT_SOUGHT
        self._left -= 1
        told = made
        with sparing_others(made.note, self._cited.failures):
            others = list(self._others(baseline, lost))
            twins = () if now else _twins_of(baseline, others)
            if len(twins) > 1:
                return replace(made, reasons=(why_doubted(twins),)), ""
            place = where_it_went(baseline, now, others)
            if place is not None:
                both = seen_together(baseline, now, place)
                together = compare(belief, baseline, both, scale=scale_of(self._ws))
                told = told_of(belief, made, together, baseline, place)
                at = place.other.note
                log.info("sought memory=%r note=%r at=%r", made.memory_id, made.note, at)
        return told, ""

    def _others(self, baseline: Baseline, lost: Sequence[int]) -> Iterator[OtherNote]:
        """Yield the notes that may hold what was lost, no memory among them.

        Those on whose like words the memory rests too, those changed since the last look, and those
        that the index finds.
        """
        ws, old = self._ws, baseline.note
        words = {baseline.statements[i].digest for i in lost}
        rests = [one for one in ws.ledger.baselines(baseline.memory_id) if one.note != old]
        cited = {one.note for one in rests}
        alike = [
            one.note
            for one in rests
            if not words.isdisjoint(said.digest for said in one.statements)
        ]
        changed = self._changed or ()
        paths = [*alike, *changed[:MOST_CHANGED], *self._hits(baseline, lost)]
        linked = {to.path for _, to in ws.known.links.links_out(old)}
        stats = ws.ledger.note_stats(set(paths))
        for path in dict.fromkeys(paths):
            stat = stats.get(path)
            if path == old or stat is None or stat.is_memory or path == ws.report_path:
                continue
            yield OtherNote(
                path,
                self._statements(path),
                is_fresh=_moment(stat.mtime_ns) > baseline.taken_at,
                is_cited=path in cited,
                is_linked=path in linked,
                is_beside=PurePosixPath(path).parent == PurePosixPath(old).parent,
            )

    def _hits(self, baseline: Baseline, lost: Sequence[int]) -> list[NotePath]:
        """Return the notes that the index finds for the lost words, best first."""
        found: dict[NotePath, None] = {}
        for i in lost[:MOST_SUPPORTS]:
            words = baseline.statements[i].plain
            found |= dict.fromkeys(notes_holding(self._ws, words, baseline.note))
        return list(found)

    def _statements(self, path: NotePath) -> tuple[Statement, ...]:
        """Return what a note says; nothing where it cannot be read."""
        if path not in self._read:
            self._read[path] = ()
            with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
                self._read[path] = read_note(self._ws.files, path).note.statements
        return self._read[path]


def _twins_of(baseline: Baseline, others: Sequence[OtherNote]) -> Sequence[NotePath]:
    """Return the new notes that say what a lost one said, and nothing else."""
    said = [one.digest for one in baseline.statements]
    new = (one for one in others if one.is_fresh)
    return sorted(one.note for one in new if [it.digest for it in one.statements] == said)


def notes_holding(ws: Workspace, text: str, besides: NotePath) -> list[NotePath]:
    """Return the notes that the index finds for a text and that may say it, most of it first.

    By words alone: notes that lie near in meaning crowd out the one that says them. `besides` is
    the note that lost it.
    """
    try:
        hits = ws.chunks.search(text[:MOST_CHARS], None, limit=MOST_HITS, memories=False)
    except StoreError as error:  # what was seen stands as it is without
        log.warning("nothing was sought in the index: %s", error.message)
        return []
    shares = [(share_written(text, hit.text), hit.note) for hit in hits]
    holding = [one for one in shares if one[0] >= STAYS and one[1] not in (besides, ws.report_path)]
    holding.sort(key=lambda one: -one[0])
    return [*dict.fromkeys(note for _, note in holding)][:MOST_NOTES]


def _moment(ns: int) -> datetime:
    return datetime.fromtimestamp(min(max(ns / 1e9, 0.0), 2e11), UTC)


MOST_SPEAKERS: Final = 3
"""Notes that a reader chooses among. Chosen by hand."""
LEAST_STRENGTH: Final = 0.5
"""Of the statement by which a note is offered: the index names those that share many words with a
memory, so that far more of them pass for support than of notes at large. Chosen by hand."""


def must_ask(finding: Finding) -> bool:
    """Tell whether it must be asked which note speaks, before a memory is called true still.

    What moved rests on its new place, and what its note denied is a person's word against it.
    """
    return finding.kind == "memory_drift" and finding.change != "never_agreed"


def speaks(ws: Workspace, memory: Memory, pair: Citation) -> bool:
    """Tell whether a note speaks of a memory as it stands; one that is gone does not.

    One that cannot be read is taken to: nobody knows better.
    """
    if not ws.ledger.note_stats([pair.note]):
        return False
    try:
        now = read_note(ws.files, pair.note).note.statements
    except (NoteUnreadableError, OutsideVaultError):
        return True
    return ground(belief_about(memory, pair), now).speaks


def speakers(ws: Workspace, memory: Memory, besides: NotePath) -> tuple[NotePath, ...]:
    """Return other notes that speak of what a memory says and do not deny it, likeliest first."""
    found: list[tuple[float, NotePath]] = []
    for path in notes_holding(ws, memory.plain, besides):
        belief = belief_about(memory, Citation(memory.id, path))
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            now = read_note(ws.files, path).note.statements
            strength = max((one.strength for one in find_supports(belief, now)), default=0.0)
            worth = ground(belief, now)
            if strength >= LEAST_STRENGTH and worth.speaks and worth.outcome != "denied":
                found.append((-strength, path))
    return tuple(path for _, path in sorted(found)[:MOST_SPEAKERS])
