"""Write down how a procedure went: one dated line in its note, every other byte as it was."""

from dataclasses import dataclass
from typing import Final

from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.procedures import (
    BY_PERSON,
    OutcomeWord,
    ProcedureOutcome,
    outcome_line,
    procedure_of,
    session_word,
    with_outcome,
    without_outcomes,
)
from vaultwatch.memories.record import file_stem
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_of
from vaultwatch.report.escape import flat, plain
from vaultwatch.services.memories.adding import Draft, MemoryWrite, store_memory
from vaultwatch.services.memories.validating import gated, hold_no_secret
from vaultwatch.services.procedures.known import (
    KnownProcedure,
    find_procedure,
    known_procedures,
    mark_of,
)
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

    The workspace's `client` is who says so, and where there is none its person, who need name no
    session.

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
    """Return what is said to an outcome as one line that acts on nothing."""
    return plain(gated(ws, note, "note", most=MOST_NOTE_CHARS))


def _hold_heard(
    known: KnownProcedure, one: ProcedureOutcome, before: list[ProcedureOutcome]
) -> None:
    """Let a word pass that its session and program may still say."""
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


# Keep a procedure that an agent proposes, until its person has let it hold.

MOST_CHARS: Final = 4_000
"""Of a proposed procedure: a person is to read all of it before they agree. Chosen by hand."""
MOST_NAME_CHARS: Final = 80
WAITS: Final = "It waits for a person: an agent proposes that agents do this."


def propose_procedure(ws: Workspace, content: str) -> MemoryWrite:
    """Keep a procedure as a note that waits for its person.

    It is Markdown: its name as the first heading, then its parts; outcomes are dropped.

    Raises:
        SecretError: a text holds a key, token or password.
        RefusedError: its name or a part is missing, it is too long, one of that name stands, or
            enough waits.
    """
    first, _, content = content.strip().partition("\n")
    called = flat(first.lstrip("#")).removesuffix(".md")
    if not first.startswith("# ") or not called or len(called) > MOST_NAME_CHARS:
        raise RefusedError(
            f"A procedure begins with its name: `# Name`, {MOST_NAME_CHARS} characters at most.",
            hint="Its parts follow: `## Trigger`, `## Steps`.",
        )
    hold_no_secret(called)
    stem = file_stem(called)
    path = NotePath(f"{ws.procedures_folder}/{stem}.md")
    note = parse_note(path, content.encode("utf-8", "replace"))
    if note.body_line > 1:
        raise RefusedError("A procedure begins with no properties.", hint="Give its parts alone.")
    said = without_outcomes(note, content).strip()
    if len(said) > MOST_CHARS:
        raise RefusedError(
            f"The procedure has {len(said)} characters; {MOST_CHARS} is the most.",
            hint="Link to a note that tells the details.",
        )
    parts = {heading.text.strip(" :").casefold() for heading in note.headings}
    if "trigger" not in parts or not procedure_of(note, content).steps:
        raise RefusedError(
            "A procedure needs the headings `## Trigger` and `## Steps`, with lines below them.",
            hint="`## Preconditions`, `## Gotchas` and `## Done when` may follow.",
        )
    catch_up(ws)
    if stem.casefold() in {title_of(one.row.path).casefold() for one in known_procedures(ws)}:
        raise RefusedError(
            f"A procedure {stem!r} stands already.",
            hint="Change it with vault_update_memory, or choose another name.",
        )
    kind = Facts(type="procedure")
    draft = Draft(said, kind, stem, folder=ws.procedures_folder, waits=WAITS)
    return store_memory(ws, draft)
