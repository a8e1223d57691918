"""Tell who reads, what they said and what they are worth; forget a reader."""

from dataclasses import dataclass
from datetime import datetime

from vaultwatch.errors import NotThereError
from vaultwatch.reader.worth import Record, Track
from vaultwatch.services.reader.running import day_of
from vaultwatch.services.reader.waiting import waiting_findings
from vaultwatch.services.records.owed import owe_look
from vaultwatch.services.records.small_facts import READER_NOTICE
from vaultwatch.services.scanning.opinions import still_said, tracks_of
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class ReaderState:
    """One reader, by what it said so far."""

    reader: str
    answers: int
    """Pairs that it settled."""
    right: int
    known: int
    """Of its answers those whose truth is known."""
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
    tracks = tracks_of(ws)
    rows = [one for one in ws.ledger.readings() if one.said in {"holds", "outdated"}]
    names = sorted({one.reader for one in rows} | tracks.keys())
    return ReaderStatus(
        kind=wanted.kind,
        in_session=wanted.in_session,
        waiting=len(waiting_findings(ws, ws.settings.reader.known_as)),
        runs_today=day.runs,
        cost_today_usd=round(day.cost_usd, 4),
        notice=READER_NOTICE.get(ws.ledger),
        readers=tuple(
            _state(name, tracks.get(name, Track()), sum(one.reader == name for one in rows))
            for name in names
        ),
    )


def reader_log(ws: Workspace, limit: int) -> list[LoggedAnswer]:
    """Return the newest answers, newest first."""
    rows = [one for one in ws.ledger.readings() if one.said and one.batch][-limit:][::-1]
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
    """Forget all that a reader said, and what it was worth; return how many answers went.

    Raises:
        NotThereError: no reader of this name ever said anything.
    """
    rows = ws.ledger.readings()
    known = sorted({one.reader for one in rows})
    count = sum(one.reader == name and bool(one.said and one.batch) for one in rows)
    if name not in known:
        raise NotThereError(
            f"No reader called {name!r} said anything.",
            hint=f"There is {', '.join(known)}." if known else "Nobody did.",
        )
    owe_look(ws)
    ws.ledger.drop_readings(reader=name)
    return count


def _state(name: str, track: Track, answers: int) -> ReaderState:
    both: Record = track.both
    return ReaderState(
        reader=name,
        answers=answers,
        right=both.right,
        known=both.right + both.wrong,
        holds=round(track.holds.reliability, 3),
        outdated=round(track.outdated.reliability, 3),
        is_set_aside=track.is_set_aside,
    )
