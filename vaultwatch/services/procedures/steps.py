"""Hold each step of a procedure by itself against the notes it links to.

A procedure is compared as one memory, like any other; a step that no longer holds must be told
where it stands. Each line is held against what its notes said when the procedure was last true,
and against what they say now.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.carrying import marks_of
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Baseline, Finding
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import belief_of_text, contradicting_statement, worth_of
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.procedures import Procedure, ProcedureLine
from vaultwatch.notes.model import Link, Note, NotePath
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.workspace import Workspace


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
