"""Commands on the plugin that brings vaultwatch into Obsidian's command palette."""

from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import (
    DryRunOption,
    JsonOption,
    VaultArgument,
    VaultOption,
    YesOption,
    agrees,
)
from vaultwatch.doors.cli.printing import print_json, say, say_notice

if TYPE_CHECKING:
    from vaultwatch.services.operations.palette_install import PalettePlan

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Put commands into Obsidian's palette."
)


TURN_ON = "Turn it on in Obsidian: Settings > Community plugins, then reload."
"""Obsidian reads the list when it starts, and asks once whether plugins may run at all."""


@app.command()
def install(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    enable: Annotated[
        bool, typer.Option("--enable", help="Also turn it on in Obsidian's list of plugins.")
    ] = False,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Put the plugin into the vault's `.obsidian`, or bring it to this version.

    No other plugin is touched. Obsidian must be reloaded to see it.

    Example: vaultwatch palette install --enable
    """
    from vaultwatch.services.operations.palette_install import plan_install
    from vaultwatch.wiring import find_vault

    plan = plan_install(find_vault(vault or vault_option).resolve(), enable=enable)
    if _done(plan, yes=yes, dry_run=dry_run, as_json=json_) and not json_:
        if plan.is_turned_on:
            say(f"The plugin is in place, version {plan.version}. Reload Obsidian to use it.")
        else:
            say(f"The plugin is in place, version {plan.version}. {TURN_ON}")


@app.command()
def uninstall(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Take the plugin out of the vault's `.obsidian` again.

    Example: vaultwatch palette uninstall
    """
    from vaultwatch.services.operations.palette_install import plan_uninstall
    from vaultwatch.wiring import find_vault

    plan = plan_uninstall(find_vault(vault or vault_option).resolve())
    if _done(plan, yes=yes, dry_run=dry_run, as_json=json_) and not json_:
        say("The plugin is gone. Reload Obsidian.")


def _done(plan: "PalettePlan", *, yes: bool, dry_run: bool, as_json: bool) -> bool:
    """Show the plan, ask, and carry it out; return whether it was."""
    from vaultwatch.services.operations.palette_install import carry_out

    if as_json:
        print_json(plan)
    else:
        _say_plan(plan)
    if dry_run or not plan.steps:
        return False
    if not yes and not agrees():  # with --json too: what is another program's is asked for
        (say_notice if as_json else say)("Nothing was done.")
        raise typer.Exit(1)
    carry_out(plan)
    return True


def _say_plan(plan: "PalettePlan") -> None:
    """Print each step with what a person should know of it."""
    if not plan.steps:
        say(f"In {plan.vault} there is nothing to do.")
        return
    say(f"In {plan.vault} this is to be done:")
    for step in plan.steps:
        say(f"  {step.verb:8}  {step.path}" + (f"  ({step.why})" if step.why else ""))
