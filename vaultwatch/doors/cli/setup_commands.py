"""Commands rarely needed: models, Obsidian's palette, the service, predicate rules."""

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultwatch.doors.cli.options import YesOption, agrees, argument, option
from vaultwatch.doors.cli.printing import print_json, say, say_error, say_notice, say_step, say_text
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from vaultwatch.memories.schemas import Schemas
    from vaultwatch.services.operations.palette_install import PalettePlan
    from vaultwatch.services.operations.service_files import ServicePlan, ServiceState, ServiceStep
    from vaultwatch.services.records.schemas import SchemasInForce
    from vaultwatch.services.workspace import Workspace

_TELLING = ("ExecStart", "ProtectSystem", "ReadWritePaths")
"""Begins the settings of a unit that a person looks for: what runs, and where it may write."""
TURN_ON = "Turn it on in Obsidian: Settings > Community plugins, then reload."
"""Obsidian reads the list when it starts, and asks once whether plugins may run at all."""
NOT_RUNNING = 1
"""Exit status of `setup service status` where the service does not run."""


@verb("setup models pull", vault="")
def pull(
    name: Annotated[
        str,
        argument("minilm, multilingual, reader (an NLI model), or a fastembed model by its name."),
    ] = "minilm",
    *,
    dry_run: bool,
    json_: bool,
) -> None:
    """Fetch a model; a second call finds it in place.

    Example: vaultwatch setup models pull
    """
    from vaultwatch.services.operations.set_up import place_of, pull_model

    if dry_run and json_:
        print_json({"model": name, "folder": place_of()})
    elif dry_run:
        say(f"Would fetch {name} into {place_of()}, unless it is in place already.")
    elif json_:
        print_json(pull_model(name, say_step))
    else:
        pulled = pull_model(name, say_step)
        say(f"{pulled.name} is in place: {pulled.folder}")


@verb("setup models list", vault="", none="No model is in place.")
def list_models_() -> "Sequence[Any]":
    """List the models that are in place, best first.

    Example: vaultwatch setup models list
    """
    from vaultwatch.services.operations.set_up import list_models

    return list_models()


@list_models_.told
def _say_models(models: "Sequence[Any]", _: Asked) -> None:
    for model in models:
        say(f"{model.name:30} {model.folder}")


@verb("setup palette install", vault="word")
def install_palette(
    *,
    enable: Annotated[
        bool, option("--enable", "Also turn it on in Obsidian's list of plugins.")
    ] = False,
    yes: YesOption = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Put the plugin into the vault's `.obsidian`, or bring it to this version.

    No other plugin is touched. Obsidian must be reloaded to see it.

    Example: vaultwatch setup palette install --enable
    """
    from vaultwatch.services.operations.palette_install import plan_install

    plan = plan_install(vault.resolve(), enable=enable)
    if _carried_out(plan, yes=yes, dry_run=dry_run, as_json=json_) and not json_:
        then = "Reload Obsidian to use it." if plan.is_turned_on else TURN_ON
        say(f"The plugin is in place, version {plan.version}. {then}")


@verb("setup palette uninstall", vault="word")
def uninstall_palette(*, yes: YesOption = False, vault: Path, dry_run: bool, json_: bool) -> None:
    """Take the plugin out of the vault's `.obsidian` again.

    Example: vaultwatch setup palette uninstall
    """
    from vaultwatch.services.operations.palette_install import plan_uninstall

    plan = plan_uninstall(vault.resolve())
    if _carried_out(plan, yes=yes, dry_run=dry_run, as_json=json_) and not json_:
        say("The plugin is gone. Reload Obsidian.")


def _carried_out(plan: "PalettePlan", *, yes: bool, dry_run: bool, as_json: bool) -> bool:
    """Show the plan, ask, and carry it out; return whether it was."""
    from vaultwatch.services.operations.palette_install import carry_out

    if as_json:
        print_json(plan)
    else:
        what = "this is to be done:" if plan.steps else "there is nothing to do."
        say(f"In {plan.vault} {what}")
        for step in plan.steps:
            say(f"  {step.verb:8}  {step.path}" + (f"  ({step.why})" if step.why else ""))
    if dry_run or not plan.steps:
        return False
    if not yes and not agrees():  # with --json too: what is another program's is asked for
        (say_notice if as_json else say)("Nothing was done.")
        raise typer.Exit(1)
    carry_out(plan)
    return True


@verb("setup service install", vault="word")
def install_service(
    *, yes: YesOption = False, vault: Path, given: Path | None, dry_run: bool, json_: bool
) -> None:
    """Write the service of this vault, start it, and have it start when you log in.

    Run it again after an upgrade or a change of settings: it renews what differs.

    Example: vaultwatch setup service install ~/Notes
    """
    from vaultwatch.services.operations import service_control as control

    plan = control.plan_install(control.as_named(given, vault))
    if json_:
        print_json(plan)
    else:
        _say_plan(plan, "Installing", with_texts=dry_run)
    if _agreed(plan, control.install, "made", yes=yes or json_, dry_run=dry_run) and not json_:
        say(f"{plan.unit} runs, or is starting. Next: vaultwatch setup service status")


@verb("setup service uninstall", vault="word")
def uninstall_service(
    *, yes: YesOption = False, given: Path | None, dry_run: bool, json_: bool
) -> None:
    """Stop the service of this vault and remove what `install` wrote, and nothing else.

    The vault, its index and its ledger stay as they are.

    Example: vaultwatch setup service uninstall ~/Notes
    """
    from vaultwatch.services.operations import service_control as control

    plan = control.plan_uninstall(_maybe_gone(given))
    if json_:
        print_json(plan)
    elif not plan.commands:
        say(f"No service is installed for {plan.vault}.")
    else:
        _say_plan(plan, "Removing", with_texts=False)
    is_vain = dry_run or not plan.commands
    if _agreed(plan, control.uninstall, "removed", yes=yes or json_, dry_run=is_vain) and not json_:
        say("Removed. The vault, its index and its ledger stand as they did.")


def _agreed(
    plan: "ServicePlan",
    act: "Callable[[ServicePlan], object]",
    what: str,
    *,
    yes: bool,
    dry_run: bool,
) -> bool:
    """Ask and carry a plan out, unless it is rehearsed; return whether it was."""
    from vaultwatch.services.operations.service_control import require_manager

    if dry_run:
        return False
    require_manager()
    if not yes and not agrees():
        say(f"Nothing was {what}.")
        raise typer.Exit(1)
    act(plan)
    return True


def _maybe_gone(given: Path | None) -> Path:
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
            lines = [one for one in step.text.splitlines() if one[:1] not in {"", "#", "["}]
            shown = [one for one in lines if one.startswith(_TELLING)]
            for line in shown:
                say(f"    | {line}")
            more = counted(len(lines) - len(shown), "setting")
            say(f"    | and {more} more: --json prints the whole text")
    if not plan.steps:
        say("  every file stands as it should")
    for notice in plan.notices:
        say_error(notice)
    for words in plan.commands:
        say(f"  run       {plan.manager} {shlex.join(words)}")


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


@verb("setup service status", vault="word", exits=lambda now: 0 if now.is_running else NOT_RUNNING)
def service_status(*, vault: Path, given: Path | None) -> "ServiceState":
    """Tell how the service of this vault fares; exits 1 if it does not run.

    Example: vaultwatch setup service status ~/Notes
    """
    from vaultwatch.services.operations.service_control import as_named, service_state

    return service_state(as_named(given, vault))


@service_status.told
def _say_service(now: "ServiceState", _: Asked) -> None:
    say(str(now.vault), style="bold")
    say(f"  service   {now.state}")
    if now.is_running:
        again = "" if now.restarts is None else f", {counted(now.restarts, 'restart')}"
        say(f"  since     {now.since}, process {now.pid}{again}")
    if now.is_installed:
        say(f"  at login  {'starts' if now.is_enabled else 'does not start'}")
        say(f"  logs      {now.logs}")
    if now.hint:
        say(f"  {now.hint}")


def _schemas_row(held: "SchemasInForce") -> dict[str, object]:
    return {"version": held.schemas.version, "text": held.text, "notice": held.notice}


@verb("setup schemas show", "rehearse", row=_schemas_row)
def show_schemas(ws: "Workspace") -> "SchemasInForce":
    """Print the predicate schemas in force, as the file that would say them.

    Example: vaultwatch setup schemas show > my-schemas.toml
    """
    from vaultwatch.services.records.schemas import schemas_in_force

    return schemas_in_force(ws)


@show_schemas.told
def _say_schemas(held: "SchemasInForce", _: Asked) -> None:
    say_text(held.text)
    if beside := [name for name in held.schemas.predicates if f'"{name}"' not in held.text]:
        say(f"# Built in, and in force too: {', '.join(beside)}.")
    if held.notice:
        say_error(held.notice)


def _imported_row(held: "Schemas") -> dict[str, object]:
    from vaultwatch.memories.schemas import overridden

    counted = {"version": held.version, "predicates": len(held.predicates)}
    return {**counted, "overrides": [*overridden(held)]}


@verb("setup schemas import", "write", row=_imported_row)
def import_schemas_(
    ws: "Workspace",
    file: Annotated[Path, argument("A schemas file; its version must be another one.")],
    *,
    yes: YesOption = False,
) -> "Schemas":
    """Check a schemas file and put it in force; claims are decided by it from now on.

    It adds to the built-in rules. What it overrides of them is named, and asked about first.

    Example: vaultwatch setup schemas import my-schemas.toml
    """
    from vaultwatch.services.records.schemas import import_schemas

    def agreed(loose: Sequence[str]) -> bool:
        for one in () if yes else loose:
            say_error(f"Overrides {one}.")
        return yes or agrees("Put these rules in force?", default=False)

    return import_schemas(ws, file, agreed)


@import_schemas_.told
def _say_schemas_imported(held: "Schemas", asked: Asked) -> None:
    from vaultwatch.memories.schemas import overridden

    for one in overridden(held) if asked.given["yes"] or asked.dry_run else ():
        say(f"Overrides {one}.")
    did = asked.did("Would put", "Put")
    say(f"{did} version {held.version} in force: {len(held.predicates)} predicates.")
