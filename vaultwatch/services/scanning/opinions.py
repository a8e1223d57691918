"""Hear what readers said in the verdict, each as far as it was right where the truth is known."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, Literal

from vaultwatch.adapters.ledger.rows import ReadingRow
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.reader.batch import PairAnswer
from vaultwatch.reader.pairs import visible
from vaultwatch.reader.worth import FLAGS_FROM, Opinion, Record, Track, heard
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.workspace import Workspace

UNHEARD = frozenset({"", "unsure", "void"})
_WORD: Final = re.compile(r"\w+")


def heard_all(ws: Workspace, cited: Cited, made: Sequence[Comparison]) -> list[Comparison]:
    """Return comparisons with those heard who read the passages that they rest on.

    Args:
        ws: the vault.
        cited: the memories and what they cite.
        made: by the rules alone.
    """
    unsettled = {one.memory_id for one in made if one.outcome in {"in_doubt", "likely"}}
    said = opinions_of(ws, cited, unsettled)
    bar = scale_of(ws).bar if said else 0.0
    flags_from = 0.0 if ws.settings.reader.flags else FLAGS_FROM
    return [
        heard(one, opinions, bar, flags_from)
        if (opinions := said.get((one.memory_id, one.passage)))
        else one
        for one in made
    ]


def opinions_of(
    ws: Workspace, cited: Cited, memory_ids: set[str]
) -> dict[tuple[str, str], list[Opinion]]:
    """Return what readers said of memories as they read now, by memory and passage."""
    rows = [one for one in _answered(ws, memory_ids) if _is_of_now(one, cited)]
    rows = still_said(ws, rows)
    tracks = tracks_of(ws) if rows else {}
    found: dict[tuple[str, str], list[Opinion]] = defaultdict(list)
    for row in rows:
        track = tracks.get(row.reader, Track())
        if track.is_set_aside or row.said not in {"holds", "outdated"}:
            continue
        record = track.holds if row.said == "holds" else track.outdated
        answer = PairAnswer("holds" if row.said == "holds" else "outdated", row.line, row.quote)
        opinion = Opinion(row.reader, answer, record.reliability, row.is_own)
        found[row.memory_id, row.passage].append(opinion)
    return dict(found)


def still_said(ws: Workspace, rows: Sequence[ReadingRow]) -> list[ReadingRow]:
    """Return the answers whose words still stand in the note.

    The passage may stand as it stood, and the line beside it be gone that settled the matter.
    """
    notes: dict[str, str] = {}
    for note in {one.note for one in rows if one.quote}:
        notes[note] = ""
        with suppress(NoteUnreadableError, OutsideVaultError):
            notes[note] = _plain(ws.files.read(note).decode(errors="replace"))
    return [
        one
        for one in rows
        if all(word in notes[one.note] for word in _WORD.findall(_plain(one.quote)))
    ]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", visible(text))


def tracks_of(ws: Workspace) -> Mapping[str, Track]:
    """Return how often each reader was right and wrong where the truth is known."""
    return {reader: _track(counts) for reader, counts in ws.ledger.reader_counts().items()}


def tell_truth(ws: Workspace, finding: Finding, truth: Literal["", "holds", "outdated"]) -> None:
    """Count what a person says of a finding for and against those who read it.

    Args:
        ws: the vault.
        finding: as it stood when they said it.
        truth: what the memory is by their word; empty takes it back.
    """
    if finding.memory_id is not None and finding.kind == "memory_drift":
        ws.ledger.tell_truth(finding.memory_id, finding.passage, truth)


def _answered(ws: Workspace, memory_ids: set[str]) -> list[ReadingRow]:
    rows = ws.ledger.readings(memory_ids) if memory_ids else []
    return [one for one in rows if not one.is_test and one.said not in UNHEARD]


def _is_of_now(row: ReadingRow, cited: Cited) -> bool:
    memory = cited.memories.get(row.memory_id)
    return memory is not None and memory.belief_digest == row.belief_digest


def _track(counts: Mapping[tuple[str, str], int]) -> Track:
    def of(said: str) -> Record:
        right = counts.get((said, said), 0)
        return Record(right, sum(n for (one, _), n in counts.items() if one == said) - right)

    return Track(of("holds"), of("outdated"))
