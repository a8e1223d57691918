"""The command that holds memories against this machine."""

from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.doors.cli.printing import print_json, print_rows, say

if TYPE_CHECKING:
    from vaultwatch.services.findings.verifying import ShownCheck, Verified, Waiting

_MARKS = {"passes": "holds", "contradicts": "WRONG", "never_there": "never", "cannot_tell": "?"}
NOTHING = "No memory says anything of this machine that can be looked up."

NOBODY = "Nothing waits for you to confirm it."


def verify(
    memory: Annotated[
        str | None,
        typer.Argument(
            metavar="MEMORY", help="Its id, path or name. Default: all.", show_default=False
        ),
    ] = None,
    *,
    queue: Annotated[
        bool, typer.Option("--queue", help="What only you can tell, three at most.")
    ] = False,
    accept: Annotated[
        str, typer.Option("--accept", metavar="CHECK", help="Let a suggested check count.")
    ] = "",
    refuse: Annotated[
        str, typer.Option("--refuse", metavar="CHECK", help="Let a check count no longer.")
    ] = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Hold memories against this machine, now: paths, scripts, versions, settings that they name.

    What does not hold is WRONG: a finding, and exit status 1. A suggested check waits for a yes.

    Example: vaultwatch verify "Deploy notes"
    """
    from vaultwatch.errors import WrongUsageError
    from vaultwatch.services.findings.verifying import (
        accept_check,
        queued,
        verify_all,
        verify_memory,
    )
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    if sum(map(bool, (accept, refuse, memory, queue))) > 1:
        raise WrongUsageError("One thing at a time.", hint="See `vaultwatch verify --help`.")
    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        if queue:
            _tell_queue(queued(ws), as_json=json_)
        elif accept or refuse:
            one = carry_out(ws, lambda ws: accept_check(ws, accept or refuse, accepts=bool(accept)))
            _tell_accepted(one, is_accepted=bool(accept), dry_run=dry_run, as_json=json_)
        else:
            done = carry_out(
                ws, lambda ws: verify_all(ws) if memory is None else [verify_memory(ws, memory)]
            )
            _tell_all(done, as_json=json_)


def _tell_all(done: "list[Verified]", *, as_json: bool) -> None:
    if as_json:
        print_rows(done, none=NOTHING)
    else:
        for verified in done:
            _tell(verified)
        if not done:
            say(NOTHING)
    if any(one.outcome == "contradicts" for one in done):
        raise typer.Exit(1)


def _tell_accepted(one: "ShownCheck", *, is_accepted: bool, dry_run: bool, as_json: bool) -> None:
    if as_json:
        print_json(one)
        return
    would = "would count" if dry_run else "counts"
    say(f"{one.id} {would if is_accepted else f'{would} for nothing'}: {one.check}")


def _tell_queue(waiting: "list[Waiting]", *, as_json: bool) -> None:
    if as_json:
        print_rows(waiting, none=NOBODY)
        return
    for one in waiting:
        say(f"{one.finding or one.check}  {one.path}", style="bold")
        say(f"  {' '.join(one.belief.split())}")
        say(f"  {one.reason}")
    if any(one.finding for one in waiting):
        say("True? Tick it in the report, or `vaultwatch findings verify ID`.")
    if any(one.check for one in waiting):
        say("Meant so? Tick it in the report, or `vaultwatch verify --accept ID`, `--refuse ID`.")
    if not waiting:
        say(NOBODY)


def _tell(verified: "Verified") -> None:
    say(f"{verified.memory_id}  {verified.path}", style="bold")
    if verified.notice:
        say(f"  {verified.notice}")
    for one in verified.checks:
        why = "refused" if one.is_refused else "suggested"
        mark = _MARKS[one.outcome] if one.counts or one.outcome == "passes" else "?"
        silent = "" if one.counts else f"  ({why}; silent)"
        say(f"  {mark:6} {one.id}  {one.said}: {one.found}{silent}")


def add_to(root: typer.Typer) -> None:
    """Add the command."""
    root.command()(verify)
