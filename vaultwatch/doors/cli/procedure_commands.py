"""Commands on procedures: what to do when, how it went, and a skill made of it."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from vaultwatch.doors.cli.options import argument, option
from vaultwatch.doors.cli.printing import first_words, say, say_text
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.notes.days import day_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultwatch.services.procedures.exporting import ExportedSkill
    from vaultwatch.services.procedures.known import DriftedStep, KnownProcedure, RecordedOutcome
    from vaultwatch.services.workspace import Workspace

NameArgument = Annotated[
    str, argument("Its name, its note's path, or its memory's id.", metavar="NAME")
]


class HowItWent(StrEnum):
    """How a procedure went."""

    succeeded = "succeeded"
    failed = "failed"


def _row(one: "KnownProcedure") -> dict[str, object]:
    """Return a procedure as a program reads it."""
    return {
        "memory_id": one.row.id,
        "procedure": one.name,
        "path": one.row.path,
        "trigger": first_words(" ".join(line.text for line in one.procedure.trigger), 400),
        "succeeded": one.tally.succeeded,
        "failed": one.tally.failed,
        "share": round(one.tally.share, 4),
        "draft": one.draft,
    }


@verb(
    "memory procedures list",
    "read",
    none="No procedures yet: notes in the folder Procedures of your memories.",
    row=_row,
)
def list_(ws: "Workspace") -> "Sequence[KnownProcedure]":
    """List the procedures, best first, and why agents are not offered one.

    Example: vaultwatch memory procedures list
    """
    from vaultwatch.services.procedures.known import known_procedures
    from vaultwatch.services.scanning.taking_in import catch_up

    catch_up(ws)
    return known_procedures(ws)


@list_.told
def _say_procedures(known: "Sequence[KnownProcedure]", _: Asked) -> None:
    for one in known:
        went = f"{one.tally.succeeded} succeeded, {one.tally.failed} failed"
        say(f"{one.name}: {went}, share {one.tally.share:.2f}", style="bold")
        say(f"  draft: {one.draft}" if one.draft else "  offered")


def _whole_row(found: "tuple[KnownProcedure, Sequence[DriftedStep]]") -> dict[str, object]:
    one, drifted = found
    parts = ("preconditions", "steps", "gotchas", "done_when", "outcomes")
    told = {name: getattr(one.procedure, name) for name in parts}
    return {**_row(one), **told, "drifted": [*drifted]}


@verb("memory procedures show", "read", row=_whole_row)
def show(ws: "Workspace", name: NameArgument) -> "tuple[KnownProcedure, Sequence[DriftedStep]]":
    """Show a procedure: its parts, what drifted, how it went.

    Example: vaultwatch memory procedures show "Release a version"
    """
    from vaultwatch.services.procedures.known import drifted_steps, find_procedure
    from vaultwatch.services.scanning.taking_in import catch_up

    catch_up(ws)
    one = find_procedure(ws, name)
    by_line = {step.line: step for step in drifted_steps(ws, one.row, one.procedure)}
    return one, list(by_line.values())


@show.told
def _say_procedure(found: "tuple[KnownProcedure, Sequence[DriftedStep]]", _: Asked) -> None:
    one, drifted = found[0], {step.line: step for step in found[1]}
    say(f"{one.row.id}  {one.row.path}", style="bold")
    said = one.procedure
    for part, lines in (
        ("trigger", said.trigger),
        ("first", said.preconditions),
        ("step", said.steps),
        ("gotcha", said.gotchas),
        ("done when", said.done_when),
    ):
        for line in lines:
            say(f"  {f'step {line.number}' if part == 'step' else part:9} {line.text}")
            if line.line in drifted:
                step = drifted[line.line]
                at = f", line {step.note_line}" if step.note_line else ""
                say(f"  {'':9} but {step.note}{at}: {step.says}")
    for went in said.outcomes:
        session = f" (session {went.session})" if went.session else ""
        say(f"  {day_at(went.at)} {went.word}{session}{f': {went.said}' if went.note else ''}")
    say(f"  {one.tally.succeeded} sessions count as succeeded, {one.tally.failed} as failed")
    say(f"  {f'draft: {one.draft}' if one.draft else 'offered to agents when its trigger fits'}")


@verb("memory procedures outcome", "deed")
def outcome(
    ws: "Workspace",
    name: NameArgument,
    went: Annotated[HowItWent, argument("succeeded or failed.", metavar="OUTCOME")],
    *,
    session: Annotated[str, option("--session", "Whose outcome it is, in one word.")] = "",
    note: Annotated[str, option("--note", "What there is to say to it.")] = "",
) -> "RecordedOutcome":
    """Write down how a procedure went: one dated line in its note.

    Example: vaultwatch memory procedures outcome "Release a version" failed --note "no key"
    """
    from vaultwatch.services.procedures.known import record_outcome

    return record_outcome(ws, name, went.value, session=session, note=note)


@outcome.told
def _say_outcome(done: "RecordedOutcome", asked: Asked) -> None:
    if done.is_new:
        say(f"{asked.did('Would write', 'Wrote')} into {done.path}: {done.line}")
    else:
        say(f"It stands there already: {done.line}")


@verb("memory procedures export", "write")
def export(
    ws: "Workspace",
    name: NameArgument,
    *,
    to: Annotated[Path, option("--to", "The folder of skills, such as .claude/skills.")],
    force: Annotated[
        bool, option("--force", "Also a draft, and over a file that is not ours.")
    ] = False,
) -> "ExportedSkill":
    """Write a procedure as a skill: NAME/SKILL.md, with the evidence behind it.

    Example: vaultwatch memory procedures export "Release a version" --to ~/.claude/skills
    """
    from vaultwatch.services.procedures.exporting import export_skill

    return export_skill(ws, name, to.expanduser().absolute(), is_forced=force)


@export.told
def _say_exported(done: "ExportedSkill", asked: Asked) -> None:
    if asked.dry_run:
        say_text(done.text)
    else:
        say(f"{'Wrote' if done.is_written else 'It stands there already:'} {done.file}")
