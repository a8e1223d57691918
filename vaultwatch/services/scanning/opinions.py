"""Hear what readers said in the verdict, each as far as it was right where the truth is known."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.ledger.rows import (
    OF_NO_NOTE,
    OF_TWO_MEMORIES,
    BaselineHead,
    CheckRow,
    ReadingRow,
)
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.citations import Citation
from vaultwatch.drift.findings.lifecycle import LIVE, NOW_IN_DOUBT, NOW_TOLD
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.items import is_item
from vaultwatch.notes.model import NotePath
from vaultwatch.reader.batch import PairAnswer
from vaultwatch.reader.pairs import PairLine, bears_out, gives_values, line_of, visible
from vaultwatch.reader.worth import (
    FLAGS_FROM,
    JUDGED,
    Opinion,
    Record,
    Track,
    heard,
    moved_by,
    moved_score,
)
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import READ_TRUE
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.pairs import belief_of, memory_in
from vaultwatch.services.workspace import Workspace

MEANT: Final = 0.4
"""What is read out of words and disagrees with what is there is meant so about so often. Chosen by
hand, low."""
_WORD: Final = re.compile(r"\w+")
LinesOf: TypeAlias = Callable[[NotePath], Sequence[PairLine]]


def heard_all(ws: Workspace, cited: Cited, made: Sequence[Comparison]) -> list[Comparison]:
    """Return comparisons with those heard who read the passages that they rest on.

    One of which nothing is told holds, also where rules doubt it: nothing it rests on was touched.
    It is unverified where its note says it not.
    """
    heads = ws.ledger.baseline_heads(cited.memories.keys() if cited.is_part else None)
    made = [
        one
        if one.kind is not None
        else replace(one, outcome="unverified" if _is_unsaid(heads, one) else "holds")
        for one in made
    ]
    said = _opinions_of(ws, cited, made)
    bar = scale_of(ws).bar if said else 0.0
    flags_from = 0.0 if ws.settings.reader.flags else FLAGS_FROM
    return [
        heard(one, opinions, bar, flags_from)
        if (opinions := said.get((one.memory_id, one.passage)))
        else one
        for one in made
    ]


def _is_unsaid(heads: Mapping[tuple[str, NotePath], BaselineHead], one: Comparison) -> bool:
    """Tell whether the note of a comparison does not say the belief."""
    head = heads.get((one.memory_id, one.note))
    is_silent = head is not None and head.grounded not in (None, "supported")
    return is_silent and not is_item(one.memory_id)


def keep_read(ws: Workspace, cited: Cited, told: Sequence[Comparison]) -> None:
    """Keep which memories somebody read in a note to be true, in whose words."""
    others = {
        place: said
        for place, said in READ_TRUE.get(ws.ledger).items()
        if cited.is_part and place[0] not in cited.memories
    }
    read = {
        (one.memory_id, one.note): one.reasons[0]
        for one in told
        if one.outcome == "holds" and one.proof == "reader"
    }
    READ_TRUE.set(ws.ledger, others | read)


def _opinions_of(
    ws: Workspace, cited: Cited, made: Sequence[Comparison]
) -> dict[tuple[str, str], list[Opinion]]:
    """Return what readers said of memories and notes as they read now, by memory and passage."""
    of_now = {(one.memory_id, one.passage): one for one in made}
    rows = [
        row
        for row in _answered(ws, {id_ for id_, _ in of_now})
        if (row.memory_id, row.passage) in of_now and _is_of_now(row, cited)
    ]
    # Of what the rules call true: where a person said so meanwhile, that is the newer word. Who
    # wrote a memory that no note says does not verify it.
    heads = ws.ledger.baseline_heads({row.memory_id for row in rows}) if rows else {}
    lines_of = cache(partial(_lines, ws))  # each note is parsed once a look
    newer = [
        row
        for row in rows
        if (head := heads.get((row.memory_id, row.note)))
        and (of_now[row.memory_id, row.passage].outcome != "holds" or row.at > head.taken_at)
        and not (
            row.said == "holds"
            and head.grounded == "silent"
            and (
                row.is_own
                or (
                    of_now[row.memory_id, row.passage].outcome == "unverified"
                    and not _is_verified(ws, cited, row, lines_of)
                )
            )
        )
    ]
    shown = [
        row
        for row in newer
        if row.said == "holds" and of_now[row.memory_id, row.passage].outcome == "shown"
    ]
    borne_out = {
        row.id
        for row in shown
        if _is_borne_out(ws, cited, row, of_now[row.memory_id, row.passage], lines_of)
    }
    return opinions_in(ws, still_said(ws, newer), _news(ws, of_now, newer), borne_out)


def _news(
    ws: Workspace, of_now: Mapping[tuple[str, str], Comparison], rows: Sequence[ReadingRow]
) -> set[str]:
    """Return the ids of answers to what holds that quote what came since it was written."""
    against = [
        row
        for row in rows
        if row.said == "outdated"
        and row.line
        and of_now[row.memory_id, row.passage].outcome == "holds"
    ]
    stood = {
        (row.memory_id, one.note): _words("\n".join(each.plain for each in one.statements))
        for row in against
        for one in ws.ledger.baselines(row.memory_id)
    }
    return {
        row.id
        for row in against
        if (then := stood.get((row.memory_id, row.note))) and _words(row.quote) not in then
    }


def _is_borne_out(
    ws: Workspace, cited: Cited, row: ReadingRow, made: Comparison, lines_of: LinesOf
) -> bool:
    """Tell whether a line of the note that has an answer's words bears the memory out."""
    belief = _belief_of(ws, cited, row)
    return belief is not None and any(
        row.quote in one.text and bears_out(one, belief, made) for one in lines_of(row.note)
    )


def _is_verified(ws: Workspace, cited: Cited, row: ReadingRow, lines_of: LinesOf) -> bool:
    """Tell whether an answer's line may verify a memory that words did not find in its note."""
    belief, lines = _belief_of(ws, cited, row), lines_of(row.note)
    return belief is not None and any(
        row.quote in one.text and gives_values(one, lines, belief) for one in lines
    )


def _belief_of(ws: Workspace, cited: Cited, row: ReadingRow) -> Belief | None:
    memory = memory_in(ws, cited, row.memory_id)
    return None if memory is None else belief_of(cited, memory, Citation(row.memory_id, row.note))


def _lines(ws: Workspace, note: NotePath) -> list[PairLine]:
    """Return a note's sentences, behind them the lines that hold several; none if unreadable."""
    lines: list[PairLine] = []
    with suppress(NoteUnreadableError, OutsideVaultError):
        lines = [line_of(one) for one in read_note(ws.files, note).note.statements]
    joined = groupby(lines, lambda one: one.number)
    return lines + [
        replace(its[0], text=" ".join(one.text for one in its)) for _, (*its,) in joined
    ]


def opinions_in(
    ws: Workspace,
    rows: Sequence[ReadingRow],
    news: Collection[str] = (),
    borne_out: Collection[str] = (),
) -> dict[tuple[str, str], list[Opinion]]:
    """Return answers, each as far as its reader is heard, by memory and passage.

    `news` are the ids of those that quote what came since the memory was written, `borne_out` of
    those whose line gives all that the memory says.
    """
    tracks = tracks_of(ws) if rows else {}
    found: dict[tuple[str, str], list[Opinion]] = defaultdict(list)
    for row in rows:
        track = tracks.get(row.reader, Track())
        if not track.is_heard or row.said not in {"holds", "outdated"}:
            continue
        if row.truth not in {"", row.said}:
            continue  # a person said otherwise
        record = track.holds if row.said == "holds" else track.outdated
        answer = PairAnswer("holds" if row.said == "holds" else "outdated", row.line, row.quote)
        of_line = (row.id in news, row.id in borne_out)
        opinion = Opinion(row.reader, answer, record.reliability, row.is_own, *of_line)
        found[row.memory_id, row.passage].append(opinion)
    return dict(found)


def said_of_checks(ws: Workspace, rows: Sequence[CheckRow]) -> dict[str, list[Opinion]]:
    """Return what readers said of suggestions, by id, where it settles them; weightiest first."""
    by_passage = {(one.memory_id, one.passage): one.id for one in rows}
    answered = ws.ledger.readings({id_ for id_, _ in by_passage}) if by_passage else []
    its = [row for row in answered if (row.memory_id, row.passage) in by_passage]
    found, bar = {}, scale_of(ws).bar if its else 0.0
    for place, said in opinions_in(ws, its).items():
        moved = moved_by(said)
        score = moved_score(MEANT, moved, MEANT)
        if score >= bar or moved < 0:
            found[by_passage[place]] = sorted(said, key=lambda one: -one.log_odds * moved)
    return found


def still_said(ws: Workspace, rows: Sequence[ReadingRow]) -> list[ReadingRow]:
    """Return the answers whose words stand in the note yet, or as they say are gone; none a secret.

    The passage may stand as it stood, and the line beside it be gone that settled the matter.
    """
    notes: dict[str, str] = {}
    for note in {one.note for one in rows if one.quote and not one.passage.startswith(OF_NO_NOTE)}:
        notes[note] = ""
        with suppress(NoteUnreadableError, OutsideVaultError):
            notes[note] = _words(mask_secrets(ws.files.read(note).decode(errors="replace")))
    return [
        one
        for one in rows
        if one.passage.startswith(OF_NO_NOTE)  # which is another one once what was shown changes
        or (said := _words(one.quote)) == ""
        or (
            all(word in notes[one.note] for word in said.split())
            if one.line
            else notes[one.note] != "" and said not in notes[one.note]  # of what is gone
        )
    ]


def _words(text: str) -> str:
    return " ".join(_WORD.findall(unicodedata.normalize("NFC", visible(text))))


def tracks_of(ws: Workspace) -> Mapping[str, Track]:
    """Return how often each reader was right and wrong where the truth is known."""
    return {reader: _track(counts) for reader, counts in ws.ledger.reader_counts().items()}


def tell_truth(ws: Workspace, finding: Finding, truth: Literal["", "holds", "outdated"]) -> None:
    """Count a person's word on a finding for or against its readers; empty takes it back."""
    if finding.memory_id is not None and finding.kind == "memory_drift":
        ws.ledger.tell_truth(finding.memory_id, finding.passage, truth)
    elif finding.kind == "contradiction" and finding.note is not None:
        for row in ws.ledger.find_memories(paths=[finding.note]):
            for id_ in (row.id, finding.memory_id or ""):
                ws.ledger.tell_truth(id_, f"{OF_TWO_MEMORIES}{finding.passage}", truth)


def is_open_to_word(ws: Workspace, finding: Finding) -> bool:
    """Tell whether a person's word on a closed finding counts: they read the report as it was.

    It closed only because one that tells took the place of one that asks, or the reverse, or
    because somebody read it; its passage stands as it stood.
    """
    id_, note = finding.memory_id or "", finding.note
    if finding.status != "resolved" or note is None:
        return False
    _, made = ws.ledger.comparisons({id_}).get((id_, note), ("", None))
    if made is None or made.passage != finding.passage:
        return False
    if finding.why in {NOW_TOLD, NOW_IN_DOUBT}:
        live = ws.ledger.findings(statuses=LIVE, memory_id=id_, note=note, outcomes=None)
        return any(one.kind == finding.kind for one in live)
    digests = {row.belief_digest for row in ws.ledger.find_memories(ids={id_})}
    return finding.why.startswith(JUDGED) and any(
        row.passage == finding.passage and row.belief_digest in digests
        for row in _answered(ws, {id_})
    )


def _answered(ws: Workspace, memory_ids: set[str]) -> list[ReadingRow]:
    rows = ws.ledger.readings(memory_ids) if memory_ids else []
    return [one for one in rows if not one.is_test and one.said in {"holds", "outdated"}]


def _is_of_now(row: ReadingRow, cited: Cited) -> bool:
    memory = cited.memories.get(row.memory_id)
    return memory is not None and memory.belief_digest == row.belief_digest


def _track(counts: Mapping[tuple[str, str], int]) -> Track:
    def of(said: str) -> Record:
        right = counts.get((said, said), 0)
        return Record(right, said_so(said) - right)

    def said_so(said: str) -> int:
        return sum(n for (one, truth), n in counts.items() if one == said and truth)

    return Track(of("holds"), of("outdated"), passed=said_so("unsure"))
