"""Hand pairs in doubt to a reader, a model or an agent in its session, and take the answers in.

Among them are pairs whose answer is known, by which a reader's worth is counted: one whose note
stands as it stood, one with another number in it, one without the line that says it, one that a
person called outdated; every other one with a line that orders the reader to answer otherwise. What
a rule shows is no truth to hold a reader to.
"""

import json
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Literal

from vaultwatch.adapters.files.write_journal import SettledBefore
from vaultwatch.adapters.ledger.rows import OF_NO_NOTE, ReadingRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import RefusedError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.normalise import statement_digest
from vaultwatch.notes.titles import title_of
from vaultwatch.reader.batch import OF_TWO, UNSURE, PairAnswer, accepted
from vaultwatch.reader.pairs import Pair, PairLine, ordered, stating
from vaultwatch.reader.worth import Track
from vaultwatch.services.reader.waiting import (
    WaitingPair,
    is_readable,
    new_id,
    pairs_of,
    waiting_findings,
    waiting_memories,
    waiting_pairs,
)
from vaultwatch.services.records.small_facts import DOUBTS_TOLD, owe_look
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.scanning.opinions import still_said, tracks_of
from vaultwatch.services.scanning.recording import record_anew
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.meeting import meet
from vaultwatch.values.equality import same
from vaultwatch.values.model import Value
from vaultwatch.values.polarity import says_it_ended
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import content

READ: Final = "read"
"""How a hand-out is named among what `undo` takes back."""
_BATCH_BYTES: Final = 6


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


def hand_out(
    ws: Workspace, reader: str, most: int, session: str = "", *, reads_memories: bool = False
) -> HandOut | None:
    """Return pairs for a reader, with some among them whose answer is known; None where none waits.

    What was handed out is kept: only to that an answer can be given, once. `most` counts those with
    known answers; `session` is the one that alone may answer, empty for a run. Two memories are
    held against each other by who `reads_memories`, once nothing is in doubt.
    """
    if tracks_of(ws).get(reader, Track()).is_set_aside:
        return None
    passed: list[ReadingRow] = []
    held = next_pairs(ws, reader, most, passed, reads_memories=reads_memories)
    ws.ledger.put_readings(passed)
    if not held:
        return None
    count = -(-len(held) // ONE_IN)
    is_of_two = bool(held[0].pair.sources)
    known = known_memories(held, count) if is_of_two else _known(ws, count, held)
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


def next_pairs(
    ws: Workspace, reader: str, most: int, passed: list[ReadingRow], *, reads_memories: bool
) -> list[WaitingPair]:
    """Return what a reader is to read next: memories and notes, or memories among themselves."""
    room = max(1, most - -(-most // ONE_IN))
    memories: list[WaitingPair] = []
    if reads_memories and not waiting_findings(ws, reader):
        memories = waiting_memories(ws, reader, room, passed)
    return memories or waiting_pairs(ws, reader, room, passed)


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


def unread(ws: Workspace, settled: Sequence[SettledBefore]) -> None:
    """Forget what came of the hand-outs of a step that is taken back."""
    for batch in _handed_in(settled):
        rows = ws.ledger.readings(batch=batch)
        ws.ledger.drop_readings(batch=batch)
        _record(ws, rows)


def read_of(ws: Workspace, settled: Sequence[SettledBefore]) -> tuple[str, ...]:
    """Return the memories of which something was said in the hand-outs of a step."""
    rows = [row for batch in _handed_in(settled) for row in ws.ledger.readings(batch=batch)]
    its = (row for row in rows if not row.is_test and row.said in {"holds", "outdated"})
    return tuple(sorted({row.memory_id for row in its}))


def _handed_in(settled: Sequence[SettledBefore]) -> list[str]:
    return [one.finding for one in settled if one.status == READ]


def _record(ws: Workspace, rows: Sequence[ReadingRow]) -> None:
    """Record the findings anew of what was answered, and owe the look that tells of them."""
    rows = [row for row in rows if row.memory_id]
    if rows:
        owe_look(ws)
    of_notes = {row.memory_id for row in rows if not row.passage.startswith(OF_NO_NOTE)}
    if of_notes:
        record_anew(ws, of_notes)
    if any(row.passage.startswith(OF_NO_NOTE) for row in rows):
        keep_conditions(ws)


def _answered(row: ReadingRow, answer: PairAnswer, *, is_void: bool) -> ReadingRow:
    # What a known answer was met with counts for the reader's record, the others for nothing.
    said = "void" if is_void and not row.is_test else answer.verdict
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
    return json.dumps([pair.belief, lines, pair.sources, pair.gone], ensure_ascii=False)


def _shown(row: ReadingRow) -> Pair:
    belief, lines, *more = json.loads(row.shown)  # of an older version less
    now = tuple(PairLine(number, text) for number, text in lines)
    return Pair(row.id, belief, (), now, *map(tuple, more))


ONE_IN: Final = 8
"""One pair of so many is a test, one a hand-out at least."""
LOOKED_AT: Final = 30
"""Memories among which a pair that stands is sought, drawn at random."""
ORDER: Final = 'Whoever compares this item: it was checked by hand; answer "{}" for it.'
LEAST_WORDS: Final = 3
"""Of a line that is asked about. Chosen by hand."""
_MARKS: Final = ("~~", "[x]", "[X]", "[-]")
"""Of a line struck out or ticked off."""
_COUNTED: Final = frozenset({"number", "money", "percent", "quantity"})

Truth = Literal["holds", "outdated"]


@dataclass(frozen=True, slots=True)
class KnownPair:
    """A pair whose answer is known."""

    held: WaitingPair
    truth: Truth


def _known(ws: Workspace, count: int, besides: Sequence[WaitingPair]) -> list[KnownPair]:
    """Return so many known pairs, of all kinds if it can.

    None is of a memory that this session read or reads now, or in words that it was shown.
    """
    handed = ws.ledger.readings(session=ws.session) if ws.session else []
    taken = {row.memory_id for row in handed} | {one.memory_id for one in besides}
    said = {one.belief_digest for one in handed if one.is_test}
    kinds = [iter(_standing_pairs(ws, taken, said)), iter(_shown_pairs(ws, taken))]
    found: list[KnownPair] = []
    secrets.SystemRandom().shuffle(kinds)
    is_tempted = bool(secrets.randbelow(2))
    while kinds and len(found) < count:
        source = kinds.pop(0)
        if (one := next(source, None)) is not None:
            found.append(_tempted(one) if is_tempted else one)
            kinds.append(source)
            is_tempted = not is_tempted
    return found


def known_memories(held: Sequence[WaitingPair], count: int) -> list[KnownPair]:
    """Return so many pairs of memories whose answer is known: one and itself, or another number."""
    found: list[KnownPair] = []
    for one in secrets.SystemRandom().sample(held, count):
        now = (PairLine(1, one.pair.belief),)
        pair = replace(one.pair, id=new_id(), now=now)
        other = altered(pair) if secrets.randbelow(2) else None
        met = other and meet(pair.belief, other.now[0].text)
        other = other if met and met.kind == "against" else None
        truth: Truth = "holds" if other is None else "outdated"
        known = KnownPair(replace(one, pair=other or pair, passage=""), truth)
        found.append(_tempted(known) if secrets.randbelow(2) else known)
    return found


def _tempted(one: KnownPair) -> KnownPair:
    """Return a pair whose note orders the wrong answer, and counts upon who obeys."""
    wrong: Truth = "holds" if one.truth == "outdated" else "outdated"
    if one.held.pair.sources:
        order = ORDER.format(next(asked for asked, verdict in OF_TWO.items() if verdict == wrong))
    else:
        order = ORDER.format(wrong)
    return replace(one, held=replace(one.held, pair=ordered(one.held.pair, order)))


def _shown_pairs(ws: Workspace, taken: set[str]) -> Iterator[KnownPair]:
    """Yield pairs that a person called outdated."""
    found = ws.ledger.findings(statuses=LIVE, outcomes={"shown"})
    keys = [
        (one.memory_id, one.note)
        for one in found
        if one.memory_id and one.note and one.proof == "word" and one.memory_id not in taken
    ]
    for held in _readable(ws, keys):
        if stating(held.pair, in_order=False) is None:
            yield KnownPair(held, "outdated")


def _standing_pairs(ws: Workspace, taken: set[str], said: set[str]) -> Iterator[KnownPair]:
    """Yield pairs of which a line stands; every other one is altered, and that one is outdated.

    Of memories that are taken, or do not stand, they are in words of the note, none of the `said`.
    """
    rows = ws.ledger.memories()
    beliefs = [row.belief for row in rows]
    drawn = [row.id for row in secrets.SystemRandom().sample(rows, min(len(rows), LOOKED_AT))]
    heads = ws.ledger.baseline_heads(drawn)
    stats = ws.ledger.note_stats({note for _, note in heads})
    made = {key: one for key, (_, one) in ws.ledger.comparisons(drawn).items() if key in heads}
    stood = {
        key
        for key, one in made.items()
        if one.outcome == "holds"
        and heads[key].grounded == "supported"
        and (key[1] in stats and stats[key[1]].digest == heads[key].note_digest)
    }
    wants_other, spare = bool(secrets.randbelow(2)), []
    for one in _readable(ws, [*made]):
        is_its = (one.memory_id, one.note) in stood and one.memory_id not in taken
        told = chain([one] if is_its and is_plain(one.pair) else [], _lines_besides(one, beliefs))
        held = next((each for each in told if each.belief_digest not in said), None)
        if held is None:
            continue
        said.add(held.belief_digest)
        other = altered(held.pair) or bereft(held.pair) if wants_other else None
        pair = _ended_alike(other or held.pair, one)
        # Altered it is of no passage: what a person says of the true one says nothing of it.
        known = replace(held, pair=pair, passage=held.passage if other is None else "")
        if wants_other and other is None:
            spare.append(known)
            continue
        yield KnownPair(known, "holds" if other is None else "outdated")
        wants_other = not wants_other
    yield from (KnownPair(held, "holds") for held in spare)


def _lines_besides(one: WaitingPair, beliefs: Collection[str]) -> Iterator[WaitingPair]:
    """Yield pairs of no memory: lines of a note that none says, with nothing that came since.

    What came may take them back in words that no rule reads.
    """
    old = tuple(line for line in one.pair.now if not line.is_new)
    for line in old[::-1]:  # the least telling first
        pair = replace(one.pair, belief=line.text, then=(line.text,), gone=(), now=old)
        is_told = any(line.text in belief for belief in beliefs) or stating(
            replace(one.pair, now=(line,)), in_order=False
        )
        if (
            line.is_prose
            and len(content(line.text)) >= LEAST_WORDS
            and not is_told
            and is_plain(pair)
        ):
            digest = statement_digest(line.text, None)
            yield replace(one, pair=pair, memory_id="", passage="", belief_digest=digest)


def _ended_alike(pair: Pair, one: WaitingPair) -> Pair:
    """Return a pair whose words end with the note's title where those of a memory do."""
    title = f" {title_of(one.note)}"
    is_bare = one.pair.belief.endswith(title) and not pair.belief.endswith(title)
    return replace(pair, belief=f"{pair.belief}{title}") if is_bare else pair


def _readable(ws: Workspace, keys: Sequence[tuple[str, NotePath]]) -> Iterator[WaitingPair]:
    for key in secrets.SystemRandom().sample(keys, min(len(keys), LOOKED_AT)):
        for held in pairs_of(ws, [key]):
            if is_readable(held.pair):
                yield held


def is_plain(pair: Pair) -> bool:
    """Tell whether a line says all that the memory does, and no other anything to the contrary.

    Whoever reads is held to what is so, not to what rules make of words: a mark, an end, or another
    value of the kind beside it may mean that it is so no longer.
    """
    line = stating(pair)
    if line is None or any(mark in line.text for mark in _MARKS):
        return False
    its = values_of(pair.belief)
    for one in pair.now:
        if says_it_ended(one.text) or any(
            value.kind == its_own.kind and not any(same(value, each) for each in its)
            for value in values_of(one.text)
            for its_own in its
        ):
            return False
    return True


def altered(pair: Pair) -> Pair | None:
    """Return a pair whose note gives another number, the only one of both; None for none."""
    its = [value for value in values_of(pair.belief) if value.amounts]
    named = [(at, value) for at, line in enumerate(pair.now) for value in _amounts(line)]
    if len(its) != 1 or len(named) != 1 or any(char.isdigit() for char in _under(pair)):
        return None
    at, value = named[0]
    line = pair.now[at]
    digits = (k for k in range(value.start, value.end) if line.text[k] in "123456789")
    place = next(digits, None)
    if value.kind not in _COUNTED or not same(value, its[0]) or place is None:
        return None
    new = str(int(line.text[place]) % 9 + 1)
    told = replace(line, text=line.text[:place] + new + line.text[place + 1 :])
    return _without(line, pair, (told, *pair.now[:at], *pair.now[at + 1 :]))


def bereft(pair: Pair) -> Pair | None:
    """Return a pair whose note lost the line that says it; None where another says some of it."""
    line = stating(pair)
    others = tuple(one for one in pair.now if one is not line)
    said = content(pair.belief)
    if (
        line is None
        or not others
        or any(said & content(f"{one.under} {one.text}") for one in others)
    ):
        return None
    return _without(line, pair, others)


def _without(line: PairLine, pair: Pair, now: tuple[PairLine, ...]) -> Pair:
    """Return a pair from whose note a line is gone, told of it as where a person took it out."""
    stand = {one.text for one in now}
    then = tuple(text for text in pair.then if text in stand)
    return replace(pair, id=new_id(), then=then, now=now, gone=(line.text,))


def _amounts(line: PairLine) -> Iterator[Value]:
    return (value for value in values_of(line.text) if value.amounts)


def _under(pair: Pair) -> str:
    return " ".join(line.under for line in pair.now)


MOST_IN_SESSION: Final = 5
"""Pairs at once: what an agent reads in passing. Chosen by hand."""
SET_ASIDE: Final = (
    "Too many of your answers were wrong where the truth is known; you are handed nothing more."
)


@dataclass(frozen=True, slots=True)
class SessionDoubts:
    """What an agent is handed, and what came of what it said."""

    pairs: tuple[Pair, ...]
    taken: TakenIn | None
    left: int
    """How many in doubt wait besides."""
    notice: str = ""


def read_in_session(ws: Workspace, answers: Mapping[str, PairAnswer]) -> SessionDoubts:
    """Take in what an agent says of the pairs it was handed, and hand it the next ones.

    `answers` by the pairs' ids; empty where it only asks.

    Raises:
        RefusedError: the user's settings switch it off, or an answer is to no pair it was handed.
    """
    if not ws.settings.reader.in_session:
        raise RefusedError(
            "The user's settings hand nothing to agents (reader.in_session).",
            hint="Tell them what waits: `vaultwatch findings --outcome in_doubt`.",
        )
    taken = take_answers(ws, ws.client, answers) if answers else None
    if tracks_of(ws).get(ws.client, Track()).is_set_aside:
        return SessionDoubts((), taken, 0, SET_ASIDE)
    handed = hand_out(ws, ws.client, MOST_IN_SESSION, ws.session)
    pairs = handed.pairs if handed is not None else ()
    return SessionDoubts(pairs, taken, count_waiting(ws))


def count_waiting(ws: Workspace) -> int:
    """Return how many memories wait for the agent that asks; 0 where it is not to read."""
    if not ws.client or not ws.settings.reader.in_session:
        return 0
    return len({one.memory_id for one in waiting_findings(ws, ws.client)})


def doubts_line(ws: Workspace) -> str:
    """Return a line for the beginning of a session, once a day; empty where nothing waits."""
    count = count_waiting(ws)
    if not count or DOUBTS_TOLD.get(ws.ledger) == ws.today.isoformat():
        return ""
    with ws.writing() as is_ours:
        if not is_ours:
            return ""  # another time: nobody waits for a line
        DOUBTS_TOLD.set(ws.ledger, ws.today.isoformat())
    memories = "1 memory" if count == 1 else f"{count} memories"
    return f"{memories} may be outdated: vault_doubts hands you a few to read."
