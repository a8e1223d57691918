"""Commands on procedures: what to do when, how it went, and a skill made of it."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.doors.cli.printing import first_words, print_json, print_rows, say, say_text
from vaultwatch.notes.days import day_at

if TYPE_CHECKING:
    from vaultwatch.services.procedures.known import DriftedStep, KnownProcedure

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Procedures: what to do when, and how it went.",
)

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="Its name, its note's path, or its memory's id.")
]


class HowItWent(StrEnum):
    """How a procedure went."""

    succeeded = "succeeded"
    failed = "failed"


@app.command("list")
def list_(*, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """List the procedures, best first, and why agents are not offered one.

    Example: vaultwatch memory procedures list
    """
    from vaultwatch.services.procedures.known import known_procedures
    from vaultwatch.services.scanning.taking_in import catch_up
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        catch_up(ws)
        known = known_procedures(ws)
    none = "No procedures yet: notes in the folder Procedures of your memories."
    if json_:
        print_rows(map(_row, known), none=none)
        return
    for one in known:
        went = one.tally
        say(
            f"{one.name}: {went.succeeded} succeeded, {went.failed} failed, share {went.share:.2f}",
            style="bold",
        )
        say(f"  {'draft' if one.draft else 'offered'}{f': {one.draft}' if one.draft else ''}")
    if not known:
        say(none)


@app.command()
def show(name: NameArgument, *, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """Show a procedure: its parts, what drifted, how it went.

    Example: vaultwatch memory procedures show "Release a version"
    """
    from vaultwatch.services.procedures.known import drifted_steps, find_procedure
    from vaultwatch.services.scanning.taking_in import catch_up
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        catch_up(ws)
        one = find_procedure(ws, name)
        drifted = {step.line: step for step in drifted_steps(ws, one.row, one.procedure)}
    if json_:
        print_json(_row(one, list(drifted.values())))
        return
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


@app.command()
def outcome(
    name: NameArgument,
    went: Annotated[HowItWent, typer.Argument(metavar="OUTCOME", help="succeeded or failed.")],
    *,
    session: Annotated[
        str, typer.Option("--session", help="Whose outcome it is, in one word.")
    ] = "",
    note: Annotated[str, typer.Option("--note", help="What there is to say to it.")] = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write down how a procedure went: one dated line in its note.

    Example: vaultwatch memory procedures outcome "Release a version" failed --note "no key"
    """
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.procedures.outcomes import record_outcome
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(
            ws, lambda ws: record_outcome(ws, name, went.value, session=session, note=note)
        )
    if json_:
        print_json(done)
    elif done.is_new:
        say(f"{'Would write' if dry_run else 'Wrote'} into {done.path}: {done.line}")
    else:
        say(f"It stands there already: {done.line}")


@app.command()
def export(
    name: NameArgument,
    *,
    to: Annotated[Path, typer.Option("--to", help="The folder of skills, such as .claude/skills.")],
    force: Annotated[
        bool, typer.Option("--force", help="Also a draft, and over a file that is not ours.")
    ] = False,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write a procedure as a skill: NAME/SKILL.md, with the evidence behind it.

    Example: vaultwatch memory procedures export "Release a version" --to ~/.claude/skills
    """
    from vaultwatch.services.procedures.exporting import export_skill
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = export_skill(ws, name, to.expanduser().absolute(), is_forced=force)
    if json_:
        print_json(done)
    elif dry_run:
        say_text(done.text)
    else:
        say(f"{'Wrote' if done.is_written else 'It stands there already:'} {done.file}")


def _row(one: "KnownProcedure", drifted: "list[DriftedStep] | None" = None) -> dict[str, object]:
    """Return a procedure as a program reads it; its parts where one alone is asked for."""
    said, went = one.procedure, one.tally
    row: dict[str, object] = {
        "memory_id": one.row.id,
        "procedure": one.name,
        "path": one.row.path,
        "trigger": first_words(" ".join(line.text for line in said.trigger), 400),
        "succeeded": went.succeeded,
        "failed": went.failed,
        "share": round(went.share, 4),
        "draft": one.draft,
    }
    if drifted is not None:
        row |= {
            "preconditions": said.preconditions,
            "steps": said.steps,
            "gotchas": said.gotchas,
            "done_when": said.done_when,
            "outcomes": said.outcomes,
            "drifted": drifted,
        }
    return row
