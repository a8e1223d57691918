"""Read the procedures that stand, write down how one went, keep those that agents propose.

An agent is to do what a procedure says. So a person must stand behind its wording, and different
sessions must have succeeded with it; until then it is a draft. How it went is one dated line in its
note, every other byte as it was.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.carrying import marks_of
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Baseline, Finding
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import belief_of_text, contradicting_statement, worth_of
from vaultwatch.errors import NoteUnreadableError, NotThereError, OutsideVaultError, RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.procedures import (
    BY_PERSON,
    OutcomeTally,
    OutcomeWord,
    Procedure,
    ProcedureLine,
    ProcedureOutcome,
    outcome_line,
    procedure_of,
    session_word,
    with_outcome,
    without_outcomes,
)
from vaultwatch.memories.procedures import tally as counted
from vaultwatch.memories.record import file_stem
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import Link, Note, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.recall.signals import status_at
from vaultwatch.report.escape import flat, plain
from vaultwatch.services.indexing.reading import Reading, read_bytes, read_note
from vaultwatch.services.lookup import the_only
from vaultwatch.services.memories.adding import Draft, MemoryWrite, store_memory
from vaultwatch.services.memories.validating import gated, hold_no_secret
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import PERSONS_OUTCOMES
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.workspace import Workspace

LEAST_SHARE: Final = 0.5
"""Of sessions that are likely to succeed. Chosen by hand: below it one that fails as often as not
would be handed out."""
_KEPT = 256
"""Procedures whose parse is kept. Chosen by hand: more than a person keeps."""


@dataclass(frozen=True, slots=True)
class KnownProcedure:
    """A procedure that stands."""

    row: MemoryRow
    procedure: Procedure
    tally: OutcomeTally
    trust: float
    """0..1, of its memory."""
    draft: str
    """Why it is not offered to agents, as a sentence; empty where it is."""

    @property
    def name(self) -> str:
        """Of its note, without `.md`."""
        return self.procedure.name


def known_procedures(ws: Workspace) -> list[KnownProcedure]:
    """Return the procedures that stand, best first: by the share of sessions that succeeded."""
    rows = ws.ledger.find_memories(paths=ws.ledger.paths_in(ws.procedures_folder))
    confirmed = PERSONS_OUTCOMES.get(ws.ledger) if rows else frozenset()
    grounds = grounds_of(ws, rows)
    found = []
    for row in rows:
        with suppress(NoteUnreadableError, OutsideVaultError):
            reading = _reading_of(row.path, ws.files.read(row.path))
            procedure = procedure_of(reading.note, reading.text)
            theirs = [one for one in procedure.outcomes if mark_of(row.id, one) in confirmed]
            went = counted(procedure.outcomes, frozenset(map(outcome_line, theirs)))
            stands = is_persons(ws, row, grounds[row.id])
            stands = stands or not (row.facts.is_found or row.facts.client)
            draft = _why_draft(ws, row, procedure, went, stands=stands)
            if not draft and reading.body.strip() != row.belief:
                draft = "Its note was changed a moment ago."
            found.append(KnownProcedure(row, procedure, went, grounds[row.id].trust, draft))
    return sorted(found, key=lambda one: (-one.tally.share, one.name))


def find_procedure(ws: Workspace, wanted: str) -> KnownProcedure:
    """Return a procedure by its name, whatever its case, its note's path or its memory's id."""
    known = known_procedures(ws)
    name = " ".join(wanted.split()).removesuffix(".md").casefold()
    groups = (
        [one for one in known if one.row.id == wanted],
        [one for one in known if one.row.path.removesuffix(".md").casefold() == name],
        [one for one in known if title_of(one.row.path).casefold() == name],
        [one for one in known if wanted and one.row.id.startswith(wanted)],
    )
    several = f"More than one procedure answers to {wanted!r}"
    if found := the_only(groups, several, lambda one: one.row.path):
        return found
    named = ", ".join(one.name for one in known[:5])
    raise NotThereError(
        f"There is no procedure {wanted!r}.",
        hint=f"There is {named}." if named else "See `vaultwatch memory procedures list`.",
    )


def mark_of(memory_id: str, one: ProcedureOutcome) -> str:
    """Return what an outcome is known by that its person gave."""
    return blake2b(f"{memory_id}\0{outcome_line(one)}".encode(), digest_size=8).hexdigest()


def _why_draft(
    ws: Workspace, row: MemoryRow, procedure: Procedure, went: OutcomeTally, *, stands: bool
) -> str:
    """Return why a procedure is not offered, as a sentence; empty where it is."""
    status = status_at(row.facts, ws.clock.now())
    wanted = ws.settings.procedures.sessions
    reasons = (
        (status == "quarantined", "It waits for the user's decision: `vaultwatch review`."),
        (status != "active", f"It is {status}."),
        (not stands, "The user has not said yet that it is theirs: one tick in the drift report."),
        (not procedure.steps, "It has no steps."),
        (went.succeeded < wanted, f"{went.succeeded} of {wanted} sessions succeeded so far."),
        (went.share < LEAST_SHARE, f"It failed {went.failed} of {went.sessions} times."),
    )
    return next((why for is_so, why in reasons if is_so), "")


@lru_cache(maxsize=_KEPT)  # every context asks for all of them
def _reading_of(path: NotePath, data: bytes) -> Reading:
    return read_bytes(path, data)


# Hold each step of a procedure by itself against the notes it links to.


@dataclass(frozen=True, slots=True)
class DriftedStep:
    """A line of a procedure that a note it links to has overtaken."""

    line: int
    """1-based, of the procedure's note."""
    note: NotePath
    note_line: int
    """Of what the note says now; 0 where it says nothing of it any more."""
    says: str
    """That line's words, or what became of them."""


def drifted_steps(ws: Workspace, row: MemoryRow, procedure: Procedure) -> tuple[DriftedStep, ...]:
    """Return the lines of a procedure that their notes have overtaken, in order, one mark each.

    What the whole procedure is reported for stands at the line that cites the note, where one
    does.
    """
    found = ws.ledger.findings(statuses=LIVE, kind="memory_drift", memory_id=row.id)
    leads = _leads(ws, row.path, procedure)
    if not leads:
        return ()
    held = {one.note: one for one in ws.ledger.baselines(row.id)}
    held = {note: one for note, one in held.items() if one.belief_digest == row.belief_digest}
    drifted: dict[int, DriftedStep] = {}
    for line, link, path in leads:
        if line.line in drifted:
            continue
        told = _of_finding(line, link, path, found, leads)
        if told is None and path is not None and not ws.is_memory(path):
            with suppress(NoteUnreadableError, OutsideVaultError):
                note = read_note(ws.files, path).note
                told = _compared(ws, line, link, note, held.get(path))
        if told is not None:
            drifted[line.line] = told
    return tuple(drifted[at] for at in sorted(drifted))


_Lead = tuple[ProcedureLine, Link, NotePath | None]


def _leads(ws: Workspace, path: NotePath, procedure: Procedure) -> list[_Lead]:
    """Return each link of a procedure's lines with the line it stands in, and the note it means."""
    lines = sorted(procedure.lines, key=lambda one: one.line)
    found = []
    for link, to in link_index(ws).links_out(path):
        if link.span is None:
            continue
        own = [one for one in lines if one.line <= link.span.line]
        if own and link.original in own[-1].text:
            found.append((own[-1], link, to.path))
    return found


def _of_finding(
    line: ProcedureLine,
    link: Link,
    path: NotePath | None,
    found: Sequence[Finding],
    leads: Sequence[_Lead],
) -> DriftedStep | None:
    """Return what is reported of the whole procedure where one line alone can be meant."""
    for one in found:
        if one.note is None:
            continue
        if path is None and title_key(NotePath(link.target)) == title_key(one.note):
            return DriftedStep(line.line, one.note, 0, "; ".join(one.reasons[:1]) or "it is gone")
        is_only = len({lead[0].line for lead in leads if lead[2] == one.note}) == 1
        if path == one.note and is_only:
            if one.after is None:
                return DriftedStep(line.line, path, 0, "; ".join(one.reasons[:1]))
            note = one.after.note or path
            return DriftedStep(line.line, note, one.after.line, one.after.text)
    return None


def _compared(
    ws: Workspace, line: ProcedureLine, link: Link, note: Note, then: Baseline | None
) -> DriftedStep | None:
    """Return what a note says against a line: since it was last true, or outright."""
    against = contradicting_statement(line.text, note.statements)
    if against is not None:
        return DriftedStep(line.line, note.path, against.first_line, against.text)
    if then is None or then.note_digest == note.digest:
        return None
    title = title_of(note.path)
    belief = replace(belief_of_text(line.text), note_title=title, narrow=link.headings)
    rested = _resting(belief, then)
    if rested is None:
        return None
    made = compare(belief, rested, note.statements, scale=scale_of(ws))
    if not made.drifted:
        return None
    if made.after is None:
        return DriftedStep(line.line, note.path, 0, "; ".join(made.reasons[:1]))
    return DriftedStep(line.line, note.path, made.after.line, made.after.text)


def _resting(belief: Belief, then: Baseline) -> Baseline | None:
    """Return a procedure's baseline as one of a line's own; None where the note never said it."""
    worth = worth_of(belief, then.statements)
    if worth.outcome != "supported":
        return None
    return replace(
        then,
        belief_digest=belief.digest,
        supports=find_supports(belief, then.statements),
        grounding=replace(worth, marks=marks_of(belief)),
    )


# Write down how a procedure went.

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
    program = ("client" if ws.client.casefold() == BY_PERSON else ws.client) or BY_PERSON
    if known.row.facts.status == "quarantined":
        raise RefusedError(
            f"The procedure {known.name!r} waits for its person: how it went is not written yet.",
            hint="Say it again once they have let it hold.",
        )
    named = session_word(session)
    if not named and program != BY_PERSON:
        raise RefusedError("An outcome needs a session.", hint="Name yours in one word.")
    now = ws.clock.now()
    said = plain(gated(ws, note, "note", most=MOST_NOTE_CHARS))  # one line that acts on nothing
    one = ProcedureOutcome(now.replace(second=0, microsecond=0), word, named, program, said)
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
