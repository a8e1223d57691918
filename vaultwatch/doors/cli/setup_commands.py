"""Commands rarely needed: models, Obsidian's palette, the service, predicate rules, the reader."""

import os
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from vaultwatch.doors.cli.options import (
    YesOption,
    agrees,
    argument,
    ending_well,
    option,
    quiet_option,
)
from vaultwatch.doors.cli.printing import print_json, say, say_error, say_notice, say_step, say_text
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from vaultwatch.memories.schemas import Schemas
    from vaultwatch.services.operations.palette_install import PalettePlan
    from vaultwatch.services.operations.reader_choice import ReaderChoice
    from vaultwatch.services.operations.service_files import ServicePlan, ServiceState, ServiceStep
    from vaultwatch.services.reader.running import (
        LoggedAnswer,
        ReaderRun,
        ReaderState,
        ReaderStatus,
    )
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


# Who reads what words do not settle.


@verb("setup reader run")
def run_reader_(*, vault: Path, dry_run: bool, json_: bool) -> None:
    """Have memories in doubt read now, as many as one run may.

    With --dry-run prints what would be asked first, and asks nobody.

    Example: vaultwatch setup reader run
    """
    from vaultwatch.places import Places
    from vaultwatch.services.look import republish
    from vaultwatch.services.reader.running import WAIT_S, first_prompt, run_reader
    from vaultwatch.services.sessions.daydreaming import daydream
    from vaultwatch.wiring import open_for_answer, open_workspace

    if dry_run:
        with open_workspace(vault, "rehearse") as ws:
            prompt = first_prompt(ws)
        if json_:
            print_json(prompt)
        else:
            say(prompt.text or "Nothing in doubt waits to be read.")
            if prompt.pairs:
                say_notice(f"About {prompt.tokens} tokens, for {prompt.pairs} pairs.")
        return
    with ending_well(), open_for_answer(Places(vault)) as ws:  # who reads ends with us
        say_step(f"{ws.reader.name} is reading")
        done = run_reader(ws, ws.reader, _nothing)
        is_told = daydream(ws, ws.reader, _nothing)
        if done.counted or is_told:
            with ws.writing(WAIT_S) as is_ours:
                if is_ours:  # else the next look tells it
                    republish(ws)
    if json_:
        print_json(done)
    else:
        _say_read(done)
    if is_told:
        say_notice("What it concluded from memories waits in the inbox.")


BudgetOption = Annotated[float | None, quiet_option("--budget-usd", "A day.", min=0)]


CommandArgument = Annotated[
    list[str] | None, argument("Of `command`: the program and its arguments, behind `--`.")
]
HostOption = Annotated[list[str] | None, option("--allowed-host", "A host besides this machine.")]
EnvOption = Annotated[list[str] | None, option("--env", "A variable that the program may see.")]


@verb("setup reader use", vault="")
def use_reader(
    who: Annotated[
        Literal["claude", "codex", "gemini", "command", "endpoint", "cross-encoder"],
        argument("Who reads."),
    ],
    command: CommandArgument = None,
    *,
    model: Annotated[str, option("--model", "Of a program or a service.")] = "",
    url: Annotated[str, option("--url", "Of an endpoint, up to and with /v1.")] = "",
    key_env: Annotated[str, option("--key-env", "The variable that holds an endpoint's key.")] = "",
    allowed_host: HostOption = None,
    folder: Annotated[Path | None, quiet_option("--folder", "Of a cross-encoder.")] = None,
    env: EnvOption = None,
    name: Annotated[str, option("--name", "What you call it.")] = "",
    budget_usd: BudgetOption = None,
    yes: YesOption = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Show what a reader would be asked and what it may cost, and set it once you say yes.

    Example: vaultwatch setup reader use claude --model haiku
    """
    from vaultwatch.services.operations.client_config import write_install
    from vaultwatch.services.operations.reader_choice import ReaderWish, plan_reader

    wish = ReaderWish(
        who, tuple(command or ()), model=model, url=url, key_env=key_env,
        allowed_hosts=tuple(allowed_host or ()), folder=folder, env=tuple(env or ()), name=name,
        budget_usd=budget_usd,
    )  # fmt: skip
    choice = plan_reader(wish)
    if not json_:
        _say_choice(choice)
    is_written = not dry_run and (
        yes or agrees(f"Let {choice.reader.known_as} read?", default=False)
    )
    if is_written:
        write_install(choice.plan)
    if json_:
        print_json({"reader": choice.reader.known_as, "file": str(choice.plan.file),
                    "text": choice.plan.text, "prompt": choice.prompt, "tokens": choice.tokens,
                    "own_tokens": choice.own_tokens, "calls_per_day": choice.calls_per_day,
                    "costs": choice.costs, "is_written": is_written})  # fmt: skip
    elif is_written:
        say(
            "Written. `vaultwatch setup reader run` has it read now, "
            "`vaultwatch setup reader off` ends it."
        )
        say_notice("A service must be let run it: `vaultwatch setup service install` once more.")


@verb("setup reader off", vault="")
def reader_off(*, dry_run: bool) -> dict[str, object]:
    """Have nobody read by the clock; what was said stays, until you forget it.

    Example: vaultwatch setup reader off
    """
    from vaultwatch.services.operations.client_config import write_install
    from vaultwatch.services.operations.reader_choice import plan_off

    plan = plan_off()
    if not dry_run:
        write_install(plan)
    return {"file": str(plan.file), "text": plan.text, "is_written": not dry_run}


@reader_off.told
def _say_off(done: dict[str, object], asked: Asked) -> None:
    say(f"{asked.did('Would turn', 'Turned')} the reader off in {done['file']}.")


@verb("setup reader status", "read")
def reader_status_(ws: "Workspace") -> "ReaderStatus":
    """Tell who reads, how often they were right, and how much waits.

    Example: vaultwatch setup reader status
    """
    from vaultwatch.services.reader.running import reader_status

    return reader_status(ws)


@reader_status_.told
def _say_reader(found: "ReaderStatus", _: Asked) -> None:
    nobody = "nobody; `vaultwatch setup reader use claude` sets one"
    say(f"reads by the clock  {nobody if found.kind == 'off' else found.kind}")
    say(f"reads in sessions   {'the agent at work' if found.in_session else 'nobody'}")
    say(f"waiting             {found.waiting}")
    if found.kind != "off":
        say(f"today               {found.runs_today} runs, {found.cost_today_usd:g} USD")
    for one in found.readers:
        say(_reader_line(one))
    say_notice(found.notice)


@verb("setup reader log", "read", none="Nobody read anything yet.")
def reader_log_(
    ws: "Workspace", *, limit: Annotated[int, option("--limit", "How many.", min=1, max=1_000)] = 20
) -> "Sequence[LoggedAnswer]":
    """List what readers said, newest first, with the words that settled it.

    Example: vaultwatch setup reader log --limit 5
    """
    from vaultwatch.services.reader.running import reader_log

    return reader_log(ws, limit)


@reader_log_.told
def _say_log(found: "Sequence[LoggedAnswer]", _: Asked) -> None:
    for one in found:
        at = one.at.astimezone().strftime("%Y-%m-%d %H:%M")
        test = " (its answer was known)" if one.is_test else ""
        say(f"{at}  {one.reader}: {one.said}{test}  {one.memory_id}".rstrip(), style="bold")
        if one.belief:
            say(f"  {one.belief}")
        if one.quote:
            say(f"  {one.note} line {one.line}: {one.quote}")


@verb("setup reader forget", "deed")
def forget_reader_(
    ws: "Workspace", name: Annotated[str, argument("As `vaultwatch setup reader status` names it.")]
) -> dict[str, object]:
    """Forget all that a reader said and what it was worth; what it settled is in doubt again.

    Example: vaultwatch setup reader forget claude
    """
    from vaultwatch.services.reader.running import forget_reader

    return {"reader": name, "forgotten": forget_reader(ws, name)}


@forget_reader_.told
def _say_forgotten(done: dict[str, object], asked: Asked) -> None:
    did = asked.did("Would forget", "Forgot")
    say(f"{did} {done['forgotten']} answers of {done['reader']}.")


def _say_choice(choice: "ReaderChoice") -> None:
    if choice.prompt:
        say("What it would be asked, of a made-up pair:", style="bold")
        say_text(choice.prompt)
        own = f", and about {choice.own_tokens:,} of the program's own" if choice.own_tokens else ""
        say(f"Of your notes at most {choice.reader.pairs} such pairs at once, with secrets masked: "
            f"at most about {choice.tokens:,} tokens{own}.")  # fmt: skip
    say(choice.costs)
    say(f"{choice.plan.file}", style="bold")
    say_text(choice.plan.text)


def _nothing() -> None:
    """Nobody waits but the person who asked, and Ctrl-C reaches us by itself."""


def _say_read(done: "ReaderRun") -> None:
    if done.handed:
        cost = f", {done.cost_usd:g} USD" if done.cost_usd else ""
        told = f"{done.counted} settled, {done.unsure} unsure{cost}"
        say(f"{done.reader} read {done.handed} pairs: {told}.")
    elif not done.notice:
        say("Nothing in doubt waits to be read.")
    if done.void:
        why = "wrong on a pair with a known answer, or out of form"
        say(f"{done.void} of its answers count for nothing: {why}.")
    say_notice(done.notice)


def _reader_line(one: "ReaderState") -> str:
    of_known = [f"right {one.right} of {one.known} where the truth is known"] if one.known else []
    of_known += [f"unsure of {one.passed} whose truth is known"] if one.passed else []
    aside = "" if one.is_heard else "; not heard before it is right of one"
    if one.is_set_aside:
        aside = "; set aside: right hardly more often than by guessing"
    tried = ", ".join(of_known) or "untried"
    return f"{one.reader:19} {one.answers} answers, {tried}{aside}"
