"""Commands on the inbox: what was said in sessions and waits for its person."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.doors.cli.printing import print_json, print_rows, say

if TYPE_CHECKING:
    from vaultwatch.report.inbox import InboxAnswer

app = typer.Typer(rich_markup_mode=None, invoke_without_command=True)

WordArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Its id, as the list shows it, or its beginning.")
]


@app.callback()
def inbox(context: typer.Context, *, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """List what you said in sessions and waits for you, oldest first; or decide on it.

    Example: vaultwatch inbox --json
    """
    if context.invoked_subcommand is not None:
        return
    from vaultwatch.services.exchange.inbox import list_inbox
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        items = list_inbox(ws)
    none = "Nothing waits in the inbox."
    if json_:
        print_rows(items, none=none)
        return
    for one in items:
        say(f"{one.id}  {one.text}", style="bold")
        mark = " (edited)" if one.is_edited else ""
        say(f"  {', '.join((one.kind, one.said_on.isoformat(), *one.whence))}{mark}")
        if one.quote not in one.text:
            say(f"  said  {one.quote}")
    if not items:
        say(none)


@app.command()
def keep(
    word: WordArgument,
    *,
    pinned: Annotated[
        bool, typer.Option("--pinned", help="Let it stand at the head of every context.")
    ] = False,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Keep what waits as a memory of yours; `vaultwatch undo` takes it back.

    Example: vaultwatch inbox keep 3f9a2c --pinned
    """
    _decide(word, "pin" if pinned else "keep", vault, dry_run=dry_run, json_=json_)


@app.command()
def drop(
    word: WordArgument,
    *,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Drop what waits: it is not proposed again; `vaultwatch undo` takes it back.

    Example: vaultwatch inbox drop 3f9a2c
    """
    _decide(word, "drop", vault, dry_run=dry_run, json_=json_)


def _decide(
    word: str, answer: "InboxAnswer", vault: Path | None, *, dry_run: bool, json_: bool
) -> None:
    from vaultwatch.services.exchange.inbox import decide_inbox
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: decide_inbox(ws, word, answer))
    if json_:
        print_json(done)
    elif answer == "drop":
        say(f"{'Would drop' if dry_run else 'Dropped'}: {done.text}")
    elif not done.memory:
        say(f"A memory says so already: {done.text}")
    else:
        say(f"{done.memory} {'would be' if dry_run else 'is'} kept: {done.path}")
        say(f"  {done.text}")
