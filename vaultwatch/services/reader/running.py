"""One run of the reader that the user's settings name, and what is told of readers.

A run makes a few calls, within a budget, without a retry. The writer lock is held to hand out and
to take in, never while somebody reads.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeVar

from vaultwatch.adapters.models.readers import LanguageModel, Reader, fenced_prompt
from vaultwatch.errors import BusyError, NotThereError, ReaderError, VaultwatchError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.reader.batch import tokens_of
from vaultwatch.reader.worth import Track
from vaultwatch.services.reader.handing import hand_out, next_pairs, take_in
from vaultwatch.services.reader.waiting import waiting_findings
from vaultwatch.services.records.small_facts import READER_DAY, READER_NOTICE, ReaderDay, owe_look
from vaultwatch.services.scanning.opinions import still_said, tracks_of
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

Told = TypeVar("Told")

CALLS: Final = 3
"""Of a language model in one run. Chosen by hand: 24 pairs, what a week leaves in doubt."""
CALLS_UNMETERED: Final = 50
MOST_FAILURES: Final = 2
FORMLESS: Final = "Its answer had not the form that was asked for."
"""As of one that speaks of its quota in place of an answer."""
WAIT_S: Final = 30.0
"""For the writer lock."""


@dataclass(frozen=True, slots=True)
class ReaderRun:
    """What came of one run."""

    reader: str
    handed: int = 0
    counted: int = 0
    unsure: int = 0
    void: int = 0
    """Hand-outs that counted for nothing."""
    cost_usd: float = 0.0
    notice: str = ""
    """Why it did not begin, or ended early; empty else."""


def run_reader(ws: Workspace, reader: Reader, pulse: Callable[[], None]) -> ReaderRun:
    """Have pairs in doubt read, as many as one run may.

    The writer lock is taken here. `pulse` is called while it reads; what it raises ends the run.
    """
    done = ReaderRun(reader.name)
    is_model = reader.model is not None
    for call in range(CALLS if is_model else CALLS_UNMETERED):
        with writing(ws):
            if call == 0 and (why := why_not(ws, is_metered=is_model)):
                return replace(done, notice=why)
            handed = hand_out(ws, reader.name, ws.settings.reader.pairs, reads_memories=is_model)
            if handed is None:
                break
            if call == 0:  # with nothing to read it is no run
                _count_run(ws)
        try:
            read = reader.read(handed.pairs, pulse=pulse)
        except ReaderError as error:
            with writing(ws):
                ws.ledger.drop_readings(batch=handed.batch)
                return replace(done, notice=_failed(ws, error))
        except BaseException:  # told to end: what was handed out is read another time
            with suppress(VaultwatchError), writing(ws):
                ws.ledger.drop_readings(batch=handed.batch)
            raise
        with writing(ws):
            _spent(ws, read.cost_usd)
            taken = take_in(ws, handed.batch, read.readings)
            is_formless = read.readings is None and is_model
            notice = _failed(ws, ReaderError(FORMLESS)) if is_formless else ""
        done = replace(
            done,
            handed=done.handed + len(handed.pairs),
            counted=done.counted + taken.counted,
            unsure=done.unsure + taken.unsure,
            void=done.void + taken.is_void,
            cost_usd=round(done.cost_usd + read.cost_usd, 6),
            notice=notice,
        )
        if day_of(ws).is_over:
            break
        if day_of(ws).cost_usd >= ws.settings.reader.budget_usd and is_model:
            done = replace(done, notice="Today's budget is spent.")
            break
    return done


def ask_once(
    ws: Workspace, reader: Reader, ask: Callable[[LanguageModel], tuple[Told, float]]
) -> Told | None:
    """Have the language model behind a reader asked one thing, which counts as a run.

    `ask` asks it, and returns what came of it and what it cost in USD.

    Returns:
        What came of it; None where nobody may be asked today, or there is no answer.
    """
    if reader.model is None:
        return None
    with writing(ws):
        if why_not(ws, is_metered=True):
            return None
        _count_run(ws)
    try:
        told, cost_usd = ask(reader.model)
    except ReaderError as error:
        with writing(ws):
            _failed(ws, error)
        return None
    with writing(ws):
        _spent(ws, cost_usd)
    return told


def _count_run(ws: Workspace) -> None:
    day = day_of(ws)
    READER_DAY.set(ws.ledger, replace(day, runs=day.runs + 1))


def why_not(ws: Workspace, *, is_metered: bool) -> str:
    """Return why no run may begin today, in a sentence; empty where one may."""
    day, wanted = day_of(ws), ws.settings.reader
    if day.is_over:
        return READER_NOTICE.get(ws.ledger) or "It is over for today."
    if not is_metered:
        return ""
    if day.runs >= wanted.runs_per_day:
        return f"{day.runs} runs were made today; reader.runs_per_day allows no more."
    if day.cost_usd >= wanted.budget_usd:
        return f"Today's budget of {wanted.budget_usd:g} USD is spent."
    return ""


def day_of(ws: Workspace) -> ReaderDay:
    """Return what was spent today, and how often the reader of the settings failed."""
    kept, reader = READER_DAY.get(ws.ledger), ws.settings.reader.known_as
    # Of tomorrow too: a clock that is set back, or taken west, brings no second budget.
    days = (kept.day - ws.today).days if kept is not None else -1
    day = kept if kept is not None and days in {0, 1} else ReaderDay(ws.today, reader=reader)
    return day if day.reader == reader else replace(day, failures=0, is_over=False, reader=reader)


def _spent(ws: Workspace, cost_usd: float) -> None:
    """Count what an answer cost."""
    READER_NOTICE.set(ws.ledger, "")
    day = day_of(ws)
    READER_DAY.set(ws.ledger, replace(day, cost_usd=day.cost_usd + cost_usd))


def _failed(ws: Workspace, error: ReaderError) -> str:
    said = mask_secrets(f"{error.message} {error.hint}".strip())
    log.warning("no answer from the reader: %s", said)
    day = day_of(ws)
    failures = day.failures + 1
    is_over = error.ends_the_day or failures >= MOST_FAILURES
    cost = day.cost_usd + error.cost_usd
    READER_DAY.set(ws.ledger, replace(day, failures=failures, is_over=is_over, cost_usd=cost))
    notice = f"The reader is not heard: {said}" + (" No more today." if is_over else "")
    READER_NOTICE.set(ws.ledger, notice)
    return notice


@contextmanager
def writing(ws: Workspace) -> Iterator[None]:
    """Hold the writer lock, or say that it was not to be had."""
    with ws.writing(WAIT_S) as is_ours:
        if not is_ours:
            raise BusyError(
                "Another process has been writing this vault for a while.",
                hint="Try again in a minute.",
            )
        yield


@dataclass(frozen=True, slots=True)
class FirstPrompt:
    """What a run would ask first; pairs with a known answer come besides."""

    text: str
    pairs: int
    tokens: int
    """About."""


def first_prompt(ws: Workspace) -> FirstPrompt:
    """Return what a run would ask first; empty where nothing waits."""
    wanted = ws.settings.reader
    is_model = wanted.is_asked_in_words
    held = next_pairs(ws, wanted.known_as, wanted.pairs, [], reads_memories=is_model)
    pairs = [one.pair for one in held]
    if not pairs:
        return FirstPrompt("", 0, 0)
    text = fenced_prompt(pairs)
    return FirstPrompt(text, len(pairs), tokens_of(text))


@dataclass(frozen=True, slots=True)
class ReaderState:
    """One reader, by what it said so far."""

    reader: str
    answers: int
    """Pairs that it settled."""
    right: int
    known: int
    """Of its answers those whose truth is known."""
    passed: int
    """How often it called unsure what is known."""
    is_heard: bool
    """Whether what it says counts."""
    holds: float
    """How often it is right at least where it calls a memory true, 0..1."""
    outdated: float
    """The same where it calls one outdated."""
    is_set_aside: bool


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """Who reads, and what waits."""

    kind: str
    """As the settings name it."""
    in_session: bool
    waiting: int
    runs_today: int
    cost_today_usd: float
    notice: str
    readers: tuple[ReaderState, ...]


@dataclass(frozen=True, slots=True)
class LoggedAnswer:
    """One answer, as a person reads of it."""

    at: datetime
    reader: str
    said: str
    memory_id: str
    note: str
    line: int
    quote: str
    is_test: bool
    truth: str
    belief: str


def reader_status(ws: Workspace) -> ReaderStatus:
    """Return who reads and what waits."""
    wanted, day = ws.settings.reader, day_of(ws)
    counts, tracks = ws.ledger.reader_counts(), tracks_of(ws)
    return ReaderStatus(
        kind=wanted.kind,
        in_session=wanted.in_session,
        waiting=len(waiting_findings(ws, ws.settings.reader.known_as)),
        runs_today=day.runs,
        cost_today_usd=round(day.cost_usd, 4),
        notice=READER_NOTICE.get(ws.ledger),
        readers=tuple(
            _state(name, tracks[name], said)
            for name, said in sorted(counts.items())
            if any(one for one, _ in said)
        ),
    )


def reader_log(ws: Workspace, limit: int) -> list[LoggedAnswer]:
    """Return the newest answers, newest first."""
    rows = ws.ledger.answers(limit=limit)
    standing = {row.id for row in still_said(ws, rows)}
    memories = ws.ledger.find_memories(ids=[row.memory_id for row in rows])
    beliefs = {row.id: row.belief for row in memories}
    return [
        LoggedAnswer(
            at=row.at,
            reader=row.reader,
            said=row.said,
            memory_id=row.memory_id,
            note=row.note,
            line=row.line,
            quote=row.quote if row.id in standing else "",
            is_test=row.is_test,
            truth=row.truth,
            belief=" ".join(beliefs.get(row.memory_id, "").split()),
        )
        for row in rows
    ]


def forget_reader(ws: Workspace, name: str) -> int:
    """Forget all that a reader said, and what it was worth; return how many answers went."""
    counts = ws.ledger.reader_counts()
    if name not in counts:
        raise NotThereError(
            f"No reader called {name!r} said anything.",
            hint=f"There is {', '.join(sorted(counts))}." if counts else "Nobody did.",
        )
    owe_look(ws)
    ws.ledger.drop_readings(reader=name)
    return sum(count for (said, _), count in counts[name].items() if said)


def _state(name: str, track: Track, said: Mapping[tuple[str, str], int]) -> ReaderState:
    both = track.both
    return ReaderState(
        reader=name,
        answers=sum(count for (one, _), count in said.items() if one in {"holds", "outdated"}),
        right=both.right,
        known=both.right + both.wrong,
        passed=track.passed,
        is_heard=track.is_heard,
        holds=round(track.holds.reliability, 3),
        outdated=round(track.outdated.reliability, 3),
        is_set_aside=track.is_set_aside,
    )
