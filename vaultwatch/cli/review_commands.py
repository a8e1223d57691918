"""Commands on memories that wait for a person's decision: list, show, activate, keep, reject."""

from typing import Annotated

import typer

from vaultwatch.cli.options import DryRunOption, JsonOption, VaultOption, WhyOption
from vaultwatch.cli.printing import print_json, say

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Decide on memories that are quarantined or contradict each other.",
)

WaitingArgument = Annotated[
    str, typer.Argument(metavar="MEMORY", help="Its id, its note's name, or the finding's id.")
]


@app.command("list")
def list_(*, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """List what waits for a decision, and why.

    Example: vaultwatch review list
    """
    from vaultwatch.services.findings.review import list_reviews
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        items = list_reviews(ws)
    for item in items:
        if json_:
            print_json(item)
            continue
        say(f"{item.id}  {item.path}", style="bold")
        say(f"  says      {' '.join(item.belief.split())}")
        if item.claim:
            say(f"  claims    {item.claim}")
        for other in item.against:
            say(f"  against   {' '.join(other.belief.split())}")
        for reason in item.why:
            say(f"  because   {reason}")
    if not items and not json_:
        say("Nothing waits for a decision.")


@app.command()
def show(memory: WaitingArgument, *, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """Show what a memory that waits says, and what it speaks against.

    Example: vaultwatch review show mem_7k2m
    """
    from vaultwatch.services.findings.review import show_review
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        item = show_review(ws, memory)
    if json_:
        print_json(item)
        return
    say(f"{item.id}  {item.path}", style="bold")
    say(f"  says      {item.belief}")
    if item.claim:
        say(f"  claims    {item.claim}")
    for other in item.against:
        say(f"  against   {other.id}: {other.belief}")
    for reason in item.why:
        say(f"  because   {reason}")


@app.command()
def activate(
    memory: WaitingArgument,
    *,
    why: WhyOption = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Let a memory hold, instead of those it speaks against; `vaultwatch undo` takes it back.

    Example: vaultwatch review activate mem_7k2m --why "I said so"
    """
    from vaultwatch.services.findings.review import decide_review
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: decide_review(ws, memory, "activate", why=why))
    if json_:
        print_json(done)
    else:
        say(f"{done.id} {'would hold' if dry_run else 'holds'}: {done.path}")


@app.command()
def keep(
    memory: WaitingArgument,
    *,
    why: WhyOption = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Let a memory hold beside those it speaks against; `vaultwatch undo` takes it back.

    Example: vaultwatch review keep mem_7k2m
    """
    from vaultwatch.services.findings.review import decide_review
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: decide_review(ws, memory, "keep", why=why))
    if json_:
        print_json(done)
    else:
        say(f"{done.id} {'would be' if dry_run else 'is'} kept beside the others: {done.path}")


@app.command()
def reject(
    memory: WaitingArgument,
    *,
    why: WhyOption = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Put a memory's note into the vault's .trash; nothing is deleted.

    Example: vaultwatch review reject mem_7k2m --why "planted"
    """
    from vaultwatch.services.findings.review import decide_review
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: decide_review(ws, memory, "reject", why=why))
    if json_:
        print_json(done)
    else:
        say(f"{'Would move' if dry_run else 'Moved'} {done.path} to {done.moved_to or '.trash'}")
