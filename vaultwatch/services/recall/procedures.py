"""Offer an agent the procedures whose trigger fits what it is about to do, as marked lines.

Whole or not at all: half of a procedure lacks what goes wrong. Each line is quoted, as the person's
word where it is theirs, and below a line that a note has overtaken stands what that says.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from vaultwatch.memories.procedures import ProcedureLine, ProcedureOutcome
from vaultwatch.notes.days import day_at
from vaultwatch.recall.triggers import trigger_fit, trigger_texts
from vaultwatch.report.escape import flat
from vaultwatch.services.indexing.vectors import vectors_of
from vaultwatch.services.procedures.known import (
    DriftedStep,
    KnownProcedure,
    drifted_steps,
    known_procedures,
)
from vaultwatch.services.recall.freshening import freshen
from vaultwatch.services.recall.note_reading import misguides
from vaultwatch.services.recall.quoting import AGAINST, CONFIRMED, QUOTED
from vaultwatch.services.recall.recalling import known_memories
from vaultwatch.services.workspace import Workspace

MOST_OFFERED: Final = 2
PARTS: Final = 3
"""A third of a context at most is for procedures. Chosen by hand, as for one voice."""
FITS: Final = 1.0


@dataclass(frozen=True, slots=True)
class OfferedProcedure:
    """A procedure that fits."""

    id: str
    """Of its memory."""
    text: str
    """Its lines, each marked."""
    pointer: str
    """One line that names it, where it has no room whole."""


def procedures_for(
    ws: Workspace, task: str, goal: str, besides: Collection[str] = ()
) -> list[OfferedProcedure]:
    """Return the procedures that fit a task or a goal, at most two, likeliest to succeed first."""
    asked = [flat(one) for one in (task, goal) if one.strip()]
    if not asked:
        return []
    freshen(ws)
    ready = [one for one in known_procedures(ws) if not one.draft and one.row.id not in besides]
    if not ready:
        return []
    chosen = [one for one in ready if _fit(ws, one, asked) >= FITS][:MOST_OFFERED]
    if not chosen:
        return []
    held = {one.row.id: one for one in known_memories(ws, [one.row.id for one in chosen])}
    return [
        OfferedProcedure(one.row.id, "\n".join(_lines(ws, one)), _pointer(one))
        for one in chosen
        if one.row.id in held
    ]


def procedure_ids(ws: Workspace) -> frozenset[str]:
    """Return the ids of all procedures: no context tells them as memories, drafts least of all."""
    paths = ws.ledger.paths_in(ws.procedures_folder)
    return (
        frozenset(row.id for row in ws.ledger.find_memories(paths=paths)) if paths else frozenset()
    )


def _fit(ws: Workspace, one: KnownProcedure, asked: Collection[str]) -> float:
    trigger = [flat(line.text) for line in one.procedure.trigger]
    texts = trigger_texts(one.name, trigger)
    vectors = vectors_of(ws, [*texts, *asked]) if ws.knows_meaning else {}
    return max(trigger_fit(one.name, trigger, text, vectors) for text in asked)


def _lines(ws: Workspace, one: KnownProcedure) -> Iterator[str]:
    mark = _mark(one)
    procedure = one.procedure
    yield f"{mark} {flat(_head(one))}"
    for line in procedure.trigger:
        yield f"{mark} trigger: {flat(line.text)}"
    drifted = {step.line: step for step in drifted_steps(ws, one.row, procedure)}
    for name, lines in (
        ("first", procedure.preconditions),
        ("step", procedure.steps),
        ("gotcha", procedure.gotchas),
        ("done when", procedure.done_when),
    ):
        for line in lines:
            yield f"{mark} {_named(name, line)}: {flat(line.text)}"
            if line.line in drifted:
                yield f"{AGAINST} {against(drifted[line.line])}"
    if (failure := _last_failure(procedure.outcomes)) is not None:
        yield from _failure_line(failure)


def against(step: DriftedStep) -> str:
    """Return what a note says against a line, in words; not what reads like an order."""
    place = f"note {flat(step.note)}"
    if not step.note_line or misguides(step.says):
        return f"{place} no longer bears this out"
    return f"{place} says, line {step.note_line}: {flat(step.says)}"


def _mark(one: KnownProcedure) -> str:
    return CONFIRMED if one.row.facts.source == "user_explicit" else QUOTED


def _head(one: KnownProcedure) -> str:
    went = one.tally
    told = f"procedure {one.name}, {one.row.facts.source} {one.trust:.2f}"
    return f"{told}: {went.succeeded} sessions succeeded, {went.failed} failed; say how yours went"


def _pointer(one: KnownProcedure) -> str:
    return flat(f"{_mark(one)} procedure {one.name} fits, no room for it: read {one.row.path}")


def _named(name: str, line: ProcedureLine) -> str:
    return f"{name} {line.number}" if name == "step" else name


def _last_failure(outcomes: Collection[ProcedureOutcome]) -> ProcedureOutcome | None:
    return next((one for one in reversed([*outcomes]) if one.word == "failed"), None)


def _failure_line(one: ProcedureOutcome) -> Iterator[str]:
    """Yield when it failed last, and what was said to it: anybody's words, so always quoted."""
    note = "" if not one.said or misguides(one.said) else f": {flat(one.said)}"
    yield f"{QUOTED} failed {day_at(one.at)}{note}"
