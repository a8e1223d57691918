"""Write down how a procedure went: one dated line in its note, every other byte as it was."""

from dataclasses import dataclass
from typing import Final

from vaultwatch.errors import RefusedError
from vaultwatch.memories.procedures import (
    BY_PERSON,
    OutcomeWord,
    ProcedureOutcome,
    outcome_line,
    session_word,
    with_outcome,
)
from vaultwatch.notes.days import day_at
from vaultwatch.report.escape import plain
from vaultwatch.services.memories.validating import gated
from vaultwatch.services.procedures.known import KnownProcedure, find_procedure, mark_of
from vaultwatch.services.records.small_facts import PERSONS_OUTCOMES
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.workspace import Workspace

MOST_NOTE_CHARS: Final = 300
"""Of what is said to an outcome: a line or two of a note. Chosen by hand."""
MOST_WORDS: Final = 2
"""Outcomes of one session: it may change its mind once."""
MOST_A_DAY: Final = 10
"""Outcomes of one procedure that one program writes in a day. Chosen by hand."""
DEED: Final = "procedure outcome"


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """A procedure after a word on how it went."""

    procedure: str
    """Its name."""
    path: str
    line: str
    """As it stands in the note."""
    is_new: bool
    """False where this session had said so before: nothing was written."""
    succeeded: int
    """Sessions that count."""
    failed: int
    draft: str
    """Why it is not offered to agents, as a sentence; empty where it is."""


def record_outcome(
    ws: Workspace, wanted: str, word: OutcomeWord, *, session: str = "", note: str = ""
) -> RecordedOutcome:
    """Add a dated line to a procedure's outcomes; none where the session has said so before.

    Args:
        ws: the vault; its `client` is who says so, and where there is none its person.
        wanted: the procedure.
        word: how it went.
        session: whose outcome it is, in the client's own words; may be empty for a person.
        note: what there is to say to it, one line.

    Raises:
        NotThereError: no such procedure.
        RefusedError: the note reads like an order, the procedure waits for its person, or the
            session or program has said enough.
        NoteChangedError: a person is at the note.
    """
    catch_up(ws)
    known = find_procedure(ws, wanted)
    program = _program(ws)
    if known.row.facts.status == "quarantined":
        raise RefusedError(
            f"The procedure {known.name!r} waits for its person: how it went is not written yet.",
            hint="Say it again once they have let it hold.",
        )
    named = session_word(session)
    if not named and program != BY_PERSON:
        raise RefusedError("An outcome needs a session.", hint="Name yours in one word.")
    now = ws.clock.now()
    one = ProcedureOutcome(
        now.replace(second=0, microsecond=0), word, named, program, _note(ws, note)
    )
    before = [old for old in known.procedure.outcomes if old.session_key == one.session_key]
    if before and before[-1].word == word:
        return _told(known, before[-1], is_new=False)
    _hold_heard(known, one, before)
    seen = ws.files.read(known.row.path)
    new = with_outcome(known.row.path, seen, one)
    if new is None:
        raise RefusedError(
            f"{known.row.path!r} takes no line at its end: a block in it is not closed.",
            hint="Close its code block or comment.",
        )
    if ws.is_rehearsal:
        return _told(known, one, is_new=True)
    _write(ws, known, one, seen, new)
    return _told(find_procedure(ws, known.row.id), one, is_new=True)


def _write(
    ws: Workspace, known: KnownProcedure, one: ProcedureOutcome, seen: bytes, new: bytes
) -> None:
    if one.program == BY_PERSON:  # first: a line without it counts less
        mark = mark_of(known.row.id, one)
        PERSONS_OUTCOMES.set(ws.ledger, PERSONS_OUTCOMES.get(ws.ledger) | {mark})
    with ws.journal.run(DEED):
        ws.files.replace_note(known.row.path, seen=seen, new=new)
    ws.ledger.record(DEED, known.row.id, f"{one.word} ({one.session or one.program})")
    take_in(ws, [known.row.path])


def _program(ws: Workspace) -> str:
    """Return who says how it went: the program, or the person at their own door."""
    return ("client" if ws.client.casefold() == BY_PERSON else ws.client) or BY_PERSON


def _note(ws: Workspace, note: str) -> str:
    """Return what is said to an outcome as one line that acts on nothing.

    Raises:
        RefusedError: see `gated`.
    """
    return plain(gated(ws, note, "note", most=MOST_NOTE_CHARS))


def _hold_heard(
    known: KnownProcedure, one: ProcedureOutcome, before: list[ProcedureOutcome]
) -> None:
    """Let a word pass that its session and program may still say.

    Raises:
        RefusedError: the session is another program's, or one of them has said enough.
    """
    if before and before[-1].program.casefold() != one.program.casefold():
        raise RefusedError(
            f"Session {one.session!r} spoke through {before[-1].program or 'another program'}.",
            hint="Name your own session.",
        )
    if len(before) >= MOST_WORDS:
        raise RefusedError(
            f"This session said both that it {before[0].word} and that it {before[-1].word}.",
            hint="The user can change the lines in the note.",
        )
    today = [
        old
        for old in known.procedure.outcomes
        if day_at(old.at) == day_at(one.at) and old.program.casefold() == one.program.casefold()
    ]
    if len(today) >= MOST_A_DAY and one.program != BY_PERSON:
        raise RefusedError(
            f"{len(today)} outcomes of {known.name!r} were written through {one.program} today.",
            hint="Say the next one tomorrow.",
        )


def _told(known: KnownProcedure, one: ProcedureOutcome, *, is_new: bool) -> RecordedOutcome:
    went, path = known.tally, known.row.path
    line = outcome_line(one)
    return RecordedOutcome(known.name, path, line, is_new, went.succeeded, went.failed, known.draft)
