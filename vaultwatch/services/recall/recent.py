"""Tell what changed in notes and memories since a moment, a session or a named checkpoint.

Notes by section with counts and the words that decide; memories that are new or changed; what
drifted. In one text that never takes more tokens than were asked for.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from vaultwatch.adapters.ledger import AuditRow, MemoryRow
from vaultwatch.drift.findings.conditions import NOT_AGAINST
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.memories.validity import date_of, moment_of
from vaultwatch.notes.days import day_at, first_of, on_clock
from vaultwatch.recall.when_asked import days_named
from vaultwatch.report.escape import flat
from vaultwatch.report.words import counted
from vaultwatch.services.memories.validating import gated, hold_no_secret
from vaultwatch.services.recall.contexts import AnswerText
from vaultwatch.services.recall.freshening import freshen
from vaultwatch.services.recall.note_reading import misguides
from vaultwatch.services.recall.quoting import CONFIRMED, QUOTED, finding_line
from vaultwatch.services.records.changes import GONE, NEW, NoteChange, changes_in
from vaultwatch.services.records.small_facts import CHECKPOINTS
from vaultwatch.services.records.trust import grounds_of, is_anothers, signed, signer_of
from vaultwatch.services.workspace import Workspace

UNASKED: Final = timedelta(days=1)
"""How far back is told of where nobody says and no checkpoint was set. Chosen by hand."""
MOST_CHECKPOINTS: Final = 50
MOST_NAME_CHARS: Final = 100
_WAYS: Final[Mapping[str, str]] = {
    "memory add": "new",
    "memory update": "changed",
    "memory merge": "changed",
    "memory fold": "changed",
    "memory corroborate": "said again",
    "memory superseded": "superseded",
    "memory forget": "forgotten",
    "memory archived": "archived",
    "memory faded": "faded",
}
"""By the audit's verb, what became of a memory."""


@dataclass(frozen=True, slots=True)
class Since:
    """From when on."""

    at: datetime
    named: str
    """What the asker called it; empty for a plain time."""


def set_checkpoint(ws: Workspace, name: str) -> datetime:
    """Name the present moment; a name that is known means it from now on. Return the moment.

    Each program has names of its own, and so has the person.

    Raises:
        RefusedError: the name is empty, too long, a date, or reads like an order.
        SecretError: it holds a secret.
    """
    hold_no_secret(name)
    wanted = gated(ws, name, "name", most=MOST_NAME_CHARS, is_name=True)
    if not wanted:
        raise RefusedError(f"A checkpoint takes a name of 1 to {MOST_NAME_CHARS} characters.")
    if moment_of(wanted) is not None:
        raise RefusedError(f"{wanted!r} is a date; a checkpoint takes a name.")
    freshen(ws)  # what stands now is before it
    now, kept = ws.clock.now(), dict(CHECKPOINTS.get(ws.ledger))
    kept.pop(signed(ws, wanted), None)
    own = [one for one in kept if signer_of(one) == ws.client]
    for old in own[: len(own) + 1 - MOST_CHECKPOINTS]:
        del kept[old]
    CHECKPOINTS.set(ws.ledger, {**kept, signed(ws, wanted): now})
    return now


def since_of(ws: Workspace, wanted: str) -> Since:
    """Return from when on changes are meant: the newest checkpoint, else a day, where it is empty.

    The newest of the asker's own and of the person's; another program's by its full name.

    Raises:
        NotThereError: it is no time, no checkpoint and no session that wrote a memory.
    """
    name = flat(wanted)
    checkpoints = CHECKPOINTS.get(ws.ledger)
    near = [one for one in checkpoints if not is_anothers(ws, signer_of(one))]
    if not name and not near:
        return Since(ws.clock.now() - UNASKED, "")
    name = name or max(near, key=lambda one: checkpoints[one])
    name = signed(ws, name) if signed(ws, name) in checkpoints else name
    if name in checkpoints:
        return Since(checkpoints[name], f"checkpoint {name}")
    moment = moment_of(name)
    if moment is not None:  # a date alone names the end of its day, and is meant from its beginning
        day = date_of(name)
        return Since(first_of(day) if day is not None else moment, "")
    written = [row for row in ws.ledger.memories() if row.facts.session == name]
    if written:
        last = max(row.updated or row.created or row.first_seen for row in written)
        return Since(last, f"session {name}")
    today = day_at(ws.clock.now())
    if days := days_named(name, today):
        return Since(first_of(days.first), "")
    known = ", ".join(checkpoints) or "none"
    raise NotThereError(
        f"{name!r} is no time, no checkpoint and no session that wrote a memory.",
        hint=f"Write a time as 2026-11-21. Checkpoints: {known}.",
    )


def what_changed_since(ws: Workspace, wanted: str, *, max_tokens: int) -> str:
    """Return what changed, what drifted first, in lines that are marked as those of a context.

    Raises:
        NotThereError: see `since_of`.
    """
    notice = freshen(ws)
    since = since_of(ws, wanted)
    lines = ws.ledger.audit_since(since.at)
    notes = tuple(one for one in changes_in(lines) if not ws.is_memory(one.note))
    memories = _memories(ws, lines)
    drifted = [
        one
        for one in ws.ledger.findings(statuses=LIVE)
        if one.first_seen > since.at and one.memory_id and one.kind not in NOT_AGAINST
    ]
    found = {"note": notes, "memory": memories, "finding": drifted}
    counts = ", ".join(counted(len(those), noun) for noun, those in found.items())
    named = f" ({since.named})" if since.named else ""
    answer = AnswerText(ws, max_tokens)
    answer.add(f"# since {on_clock(since.at).isoformat(timespec='minutes')}{named}: {counts}")
    if notice:
        answer.add(f"# {notice}")
    answer.add_most([*map(finding_line, drifted), *_notes(notes), *memories])
    return answer.text


def _notes(notes: tuple[NoteChange, ...]) -> Iterator[str]:
    for change in notes:
        if change.verb in {NEW, GONE}:
            yield flat(f"{QUOTED} note {change.note}: {'new' if change.verb == NEW else 'gone'}")
            continue
        if change.was:
            yield flat(f"{QUOTED} note {change.note}: renamed, was {change.was}")
        for one in change.sections:
            place = "#".join([change.note, *one.section])
            words = one.words
            if misguides(words):
                words = "its words read like instructions to an agent"
            yield flat(f"{QUOTED} note {place}: +{one.came} -{one.went} lines, {words}")


def _memories(ws: Workspace, lines: list[AuditRow]) -> list[str]:
    """Return what became of memories, the last first; of a quarantined one not its words."""
    ways: dict[str, str] = {}
    for line in lines:
        way = _WAYS.get(line.verb)
        if way and ways.get(line.subject) in {None, "changed", "said again"}:
            ways[line.subject] = "new" if way == "new" else ways.get(line.subject, way)
    found = ws.ledger.find_memories(ids=ways, forgotten=True)
    claims = ((row, row.facts.claim) for row in found)
    rows = {row.id: row for row, claim in claims if claim is None or claim.scope != "session"}
    grounds = grounds_of(ws, rows.values())
    told = [(rows[id_], way) for id_, way in ways.items() if id_ in rows]
    return [_told(row, way, grounds[row.id].trust) for row, way in told if not _is_undone(row, way)]


def _is_undone(row: MemoryRow, way: str) -> bool:
    """Tell whether what was added is gone again, or what was forgotten stands."""
    undone = {"new": "forgotten", "forgotten": "present"}
    return undone.get(way) == row.state


def _told(row: MemoryRow, way: str, trust: float) -> str:
    said, mark = row.belief, CONFIRMED if row.facts.source == "user_explicit" else QUOTED
    if row.facts.status == "quarantined":
        said, mark = "(quarantined: it waits in review)", QUOTED
    elif way == "forgotten":  # nobody wants its words told again
        said, mark = "(its words are gone)", QUOTED
    return flat(f"{mark} memory {row.id}, {row.facts.source} {trust:.2f}, {way}: {said}")
