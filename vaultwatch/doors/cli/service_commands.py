"""Commands that let the watcher of a vault run in the background, as a service of systemd."""

import os
import shlex
from typing import TYPE_CHECKING

import typer

from vaultwatch.doors.cli.options import (
    DryRunOption,
    JsonOption,
    VaultArgument,
    VaultOption,
    YesOption,
    agrees,
)
from vaultwatch.doors.cli.printing import print_json, say, say_error

if TYPE_CHECKING:
    from pathlib import Path

    from vaultwatch.services.operations.service_control import ServicePlan, ServiceStep

NOT_RUNNING = 1
"""Exit status of `service status` where the service does not run."""


app = typer.Typer(
    help="Let vaultwatch run in the background, as a systemd service of your own.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command()
def install(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write the unit of this vault, start it, and have it start when you log in.

    Run it again after an upgrade or a change of settings: it renews what differs.

    Example: vaultwatch setup service install ~/Notes
    """
    from vaultwatch.services.operations import service_control as control
    from vaultwatch.wiring import find_vault

    given = vault or vault_option
    plan = control.plan_install(control.as_named(given, find_vault(given)))
    if json_:
        print_json(plan)
    else:
        _say_plan(plan, "Installing", with_texts=dry_run)
        _say_commands(plan)
    if dry_run:
        return
    control.require_systemd()
    if not (yes or json_) and not agrees():
        say("Nothing was made.")
        raise typer.Exit(1)
    control.install(plan)
    if not json_:
        say(f"{plan.unit} runs, or is starting. Next: vaultwatch setup service status")


@app.command()
def status(
    vault: VaultArgument = None, *, vault_option: VaultOption = None, json_: JsonOption = False
) -> None:
    """Tell how the service of this vault fares; exits 1 if it does not run.

    Example: vaultwatch setup service status ~/Notes
    """
    from vaultwatch.services.operations.service_control import as_named, service_state
    from vaultwatch.wiring import find_vault

    given = vault or vault_option
    now = service_state(as_named(given, find_vault(given)))
    if json_:
        print_json(now)
    else:
        say(str(now.vault), style="bold")
        say(f"  service   {now.state}")
        if now.is_running:
            say(f"  since     {now.since}, process {now.pid}, {now.restarts} restarts")
        if now.is_installed:
            say(f"  at login  {'starts' if now.is_enabled else 'does not start'}")
            say(f"  logs      {now.logs}")
        if now.hint:
            say(f"  {now.hint}")
    if not now.is_running:
        raise typer.Exit(NOT_RUNNING)


@app.command()
def uninstall(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Stop the service of this vault and remove what `install` wrote, and nothing else.

    The vault, its index and its ledger stay as they are.

    Example: vaultwatch setup service uninstall ~/Notes
    """
    from vaultwatch.services.operations import service_control as control

    plan = control.plan_uninstall(_maybe_gone(vault or vault_option))
    if json_:
        print_json(plan)
    elif not plan.commands:
        say(f"No service is installed for {plan.vault}.")
    else:
        _say_plan(plan, "Removing", with_texts=False)
        _say_commands(plan)
    if dry_run or not plan.commands:
        return
    control.require_systemd()
    if not (yes or json_) and not agrees():
        say("Nothing was removed.")
        raise typer.Exit(1)
    control.uninstall(plan)
    if not json_:
        say("Removed. The vault, its index and its ledger stand as they did.")


def _maybe_gone(given: "Path | None") -> "Path":
    """Return the vault's path; one that was named may be gone by now, or no vault any more."""
    from vaultwatch.services.operations.service_control import as_named
    from vaultwatch.wiring import find_vault, named_folder

    if given is not None and not os.path.exists(given):  # noqa: PTH110 -- which raises for an odd name
        return given.absolute()
    return as_named(given, named_folder(given) or find_vault(None))


def _say_plan(plan: "ServicePlan", doing: str, *, with_texts: bool) -> None:
    say(f"{doing} {plan.unit}, the service of {plan.vault}:")
    for step in plan.steps:
        say("  " + _step_in_words(step))
        if with_texts:
            for line in step.text.splitlines():
                say(f"    | {line}")
    if not plan.steps:
        say("  every file stands as it should")
    for notice in plan.notices:
        say_error(notice)


def _say_commands(plan: "ServicePlan") -> None:
    for words in plan.commands:
        say(f"  run       systemctl --user {shlex.join(words)}")


def _step_in_words(step: "ServiceStep") -> str:
    match step.action:
        case "set aside":
            return f"write     {step.path}; you changed it: yours is kept as {step.aside}"
        case "leave":
            return (
                f"leave     {step.path}: you changed it; delete it yourself if you do not want it"
            )
        case _:
            return f"{step.action:9} {step.path}"
