"""Commands on the rules by which claims are decided: show, export, import."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption, YesOption, agrees
from vaultwatch.doors.cli.printing import print_json, say, say_error, say_text

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Show and change the rules by which claims are decided.",
)


@app.command()
def show(*, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """Print the predicate schemas in force, as the file that would say them.

    Example: vaultwatch schemas show > my-schemas.toml
    """
    from vaultwatch.services.records.schemas import schemas_in_force
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse") as ws:
        held = schemas_in_force(ws)
    if json_:
        print_json({"version": held.schemas.version, "text": held.text, "notice": held.notice})
        return
    say_text(held.text)
    if beside := [name for name in held.schemas.predicates if f'"{name}"' not in held.text]:
        say(f"# Built in, and in force too: {', '.join(beside)}.")
    if held.notice:
        say_error(held.notice)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A schemas file; its version must be another one.")],
    *,
    vault: VaultOption = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Check a schemas file and put it in force; claims are decided by it from now on.

    It adds to the built-in rules. What it overrides of them is named, and asked about first.

    Example: vaultwatch schemas import my-schemas.toml
    """
    from vaultwatch.memories.schemas import overridden
    from vaultwatch.services.records.schemas import import_schemas
    from vaultwatch.wiring import find_vault, open_workspace

    def agreed(loose: Sequence[str]) -> bool:
        for one in () if yes else loose:
            say_error(f"Overrides {one}.")
        return yes or agrees("Put these rules in force?", default=False)

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        held = import_schemas(ws, file, agreed)
    loose = [*overridden(held)]
    if json_:
        counted = {"version": held.version, "predicates": len(held.predicates)}
        print_json({**counted, "overrides": loose})
    else:
        for one in loose if yes or dry_run else ():
            say(f"Overrides {one}.")
        verb = "Would put" if dry_run else "Put"
        say(f"{verb} version {held.version} in force: {len(held.predicates)} predicates.")
