"""Hand pairs in doubt to a reader, a model or an agent in its session, and take the answers in."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from vaultwatch.adapters.files.write_journal import SettledBefore
from vaultwatch.adapters.ledger.rows import OF_CHECK, ReadingRow
from vaultwatch.errors import RefusedError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.reader.batch import UNSURE, PairAnswer, accepted
from vaultwatch.reader.pairs import Pair, PairLine
from vaultwatch.reader.worth import Track
from vaultwatch.services.reader.known_answers import ONE_IN, known_pairs
from vaultwatch.services.reader.waiting import WaitingPair, waiting_pairs
from vaultwatch.services.records.owed import owe_look
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.scanning.opinions import still_said, tracks_of
from vaultwatch.services.scanning.recording import record_anew
from vaultwatch.services.workspace import Workspace

READ: Final = "read"
"""How a hand-out is named among what `undo` takes back."""
_BATCH_BYTES: Final = 6

Said = Literal["", "holds", "outdated", "unsure", "void"]


@dataclass(frozen=True, slots=True)
class HandOut:
    """What one reader is to read at once, in an order that tells nothing."""

    batch: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What came of the answers to one hand-out."""

    counted: int
    """Pairs whose answers are heard."""
    unsure: int
    is_void: bool
    """Whether a pair with a known answer was answered wrongly: then none of them counts."""


def hand_out(ws: Workspace, reader: str, most: int, session: str = "") -> HandOut | None:
    """Return pairs for a reader, with some among them whose answer is known; None where none waits.

    What was handed out is kept: only to that an answer can be given, once. `most` counts those with
    known answers; `session` is the one that alone may answer, empty for a run.
    """
    if tracks_of(ws).get(reader, Track()).is_set_aside:
        return None
    passed: list[ReadingRow] = []
    held = waiting_pairs(ws, reader, max(1, most - -(-most // ONE_IN)), passed)
    ws.ledger.put_readings(passed)
    if not held:
        return None
    known = known_pairs(ws, -(-len(held) // ONE_IN), held)
    batch, now = f"{secrets.token_hex(_BATCH_BYTES)}@{session}", ws.clock.now()

    def row_of(one: WaitingPair) -> ReadingRow:
        return ReadingRow(
            id=one.pair.id,
            batch=batch,
            reader=reader,
            memory_id=one.memory_id,
            note=one.note,
            belief_digest=one.belief_digest,
            passage=one.passage,
            at=now,
            is_own=bool(one.client) and one.client == reader,
            shown=_kept(one.pair),
        )

    tests = [replace(row_of(one.held), truth=one.truth, is_test=True) for one in known]
    ws.ledger.put_readings([*map(row_of, held), *tests])
    pairs = [*(one.pair for one in held), *(one.held.pair for one in known)]
    secrets.SystemRandom().shuffle(pairs)
    return HandOut(batch, tuple(pairs))


def take_in(ws: Workspace, batch: str, answers: Mapping[str, PairAnswer] | None) -> TakenIn:
    """Keep the answers to a hand-out and hear them; `undo` takes it back.

    `answers` by the pairs' ids, each held against what was shown here; None where the reader left
    the form: then nothing counts.
    """
    rows = [one for one in ws.ledger.readings(batch=batch) if not one.said]
    if not rows:
        return TakenIn(0, 0, is_void=False)
    given = {row.id: _checked(row, (answers or {}).get(row.id, UNSURE)) for row in rows}
    is_void = answers is None or any(
        row.is_test and given[row.id].verdict not in {row.truth, "unsure"} for row in rows
    )
    with ws.journal.run("reader answers") as run:
        if not ws.is_rehearsal:
            run.settled(SettledBefore(batch, READ, "", "", ""))
        answered = [_answered(row, given[row.id], is_void=is_void) for row in rows]
        standing = {row.id for row in still_said(ws, answered)}
        ws.ledger.put_readings(row if row.id in standing else _unsaid(row) for row in answered)
        spoken = [
            row
            for row in answered
            if row.id in standing and not row.is_test and row.said in {"holds", "outdated"}
        ]
        _record(ws, spoken)
    unsure = [row for row in rows if not row.is_test and given[row.id].verdict == "unsure"]
    return TakenIn(len(spoken), 0 if answers is None else len(unsure), is_void)


def take_answers(ws: Workspace, reader: str, answers: Mapping[str, PairAnswer]) -> TakenIn:
    """Take in what an agent says of the pairs that its session was handed.

    Raises:
        RefusedError: it was not handed one of them, answered it already, or left one out.
    """
    rows = ws.ledger.readings(ids=list(answers))
    theirs = (reader, f"@{ws.session}")
    batches = {row.batch for row in rows if (row.reader, row.batch[2 * _BATCH_BYTES :]) == theirs}
    named = {row.id for row in rows if row.batch in batches and not row.said}
    if unknown := sorted(answers.keys() - named):
        raise RefusedError(
            f"{', '.join(unknown[:5])} is no pair that you were handed and still owe an answer.",
            hint="Call vault_doubts() for pairs, and answer by their ids, once.",
        )
    handed = [row for batch in batches for row in ws.ledger.readings(batch=batch)]
    if left := sorted(row.id for row in handed if row.id not in answers):
        raise RefusedError(
            f"Answer all that were handed out together; missing: {', '.join(left[:5])}.",
            hint='Say "unsure" of what the note does not settle.',
        )
    done = [take_in(ws, batch, answers) for batch in sorted(batches)]
    return TakenIn(
        sum(one.counted for one in done),
        sum(one.unsure for one in done),
        any(one.is_void for one in done),
    )


def unread(ws: Workspace, settled: Sequence[SettledBefore]) -> tuple[str, ...]:
    """Forget what came of the hand-outs of a step that is taken back; return their names."""
    batches = [one.finding for one in settled if one.status == READ]
    for batch in batches:
        rows = ws.ledger.readings(batch=batch)
        ws.ledger.drop_readings(batch=batch)
        _record(ws, rows)
    return tuple(batches)


def _record(ws: Workspace, rows: Sequence[ReadingRow]) -> None:
    """Record the findings anew of what was answered, and owe the look that tells of them."""
    if rows:
        owe_look(ws)
    of_notes = {row.memory_id for row in rows if not row.passage.startswith(OF_CHECK)}
    if of_notes:
        record_anew(ws, of_notes)
    if any(row.passage.startswith(OF_CHECK) for row in rows):
        keep_conditions(ws)


def _answered(row: ReadingRow, answer: PairAnswer, *, is_void: bool) -> ReadingRow:
    # What a known answer was met with counts for the reader's record, the others for nothing.
    said: Said = "void" if is_void and not row.is_test else answer.verdict
    quote = "" if said == "void" else mask_secrets(answer.quote)
    return replace(row, said=said, line=answer.line, quote=quote, shown="")


def _unsaid(row: ReadingRow) -> ReadingRow:
    """Return an answer whose words stand in the note no more: the note was changed meanwhile."""
    return replace(row, quote="", said=row.said if row.is_test else "void")


def _checked(row: ReadingRow, answer: PairAnswer) -> PairAnswer:
    """Return an answer held against what was shown; of a known pair its verdict alone counts."""
    held = accepted(answer, _shown(row))
    return replace(held, verdict=answer.verdict) if row.is_test else held


def _kept(pair: Pair) -> str:
    lines = [[line.number, line.text] for line in pair.now]
    return json.dumps([pair.belief, lines], ensure_ascii=False)


def _shown(row: ReadingRow) -> Pair:
    belief, lines = json.loads(row.shown)
    return Pair(row.id, belief, (), tuple(PairLine(number, text) for number, text in lines))
