"""Commands on who reads what words do not settle."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from vaultwatch.doors.cli.options import (
    YesOption,
    agrees,
    argument,
    ending_well,
    option,
    quiet_option,
)
from vaultwatch.doors.cli.printing import print_json, say, say_notice, say_step, say_text
from vaultwatch.doors.verbs import Asked, verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultwatch.services.operations.reader_choice import ReaderChoice
    from vaultwatch.services.reader.running import (
        LoggedAnswer,
        ReaderRun,
        ReaderState,
        ReaderStatus,
    )
    from vaultwatch.services.workspace import Workspace


@verb("setup reader run")
def run(*, vault: Path, dry_run: bool, json_: bool) -> None:
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
        _tell(done)
    if is_told:
        say_notice("What it concluded from memories waits in the inbox.")


BudgetOption = Annotated[float | None, quiet_option("--budget-usd", "A day.", min=0)]


CommandArgument = Annotated[
    list[str] | None, argument("Of `command`: the program and its arguments, behind `--`.")
]
HostOption = Annotated[list[str] | None, option("--allowed-host", "A host besides this machine.")]
EnvOption = Annotated[list[str] | None, option("--env", "A variable that the program may see.")]


@verb("setup reader use", vault="")
def use(
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
def off(*, dry_run: bool) -> dict[str, object]:
    """Have nobody read by the clock; what was said stays, until you forget it.

    Example: vaultwatch setup reader off
    """
    from vaultwatch.services.operations.client_config import write_install
    from vaultwatch.services.operations.reader_choice import plan_off

    plan = plan_off()
    if not dry_run:
        write_install(plan)
    return {"file": str(plan.file), "text": plan.text, "is_written": not dry_run}


@off.told
def _say_off(done: dict[str, object], asked: Asked) -> None:
    say(f"{asked.did('Would turn', 'Turned')} the reader off in {done['file']}.")


@verb("setup reader status", "read")
def status(ws: "Workspace") -> "ReaderStatus":
    """Tell who reads, how often they were right, and how much waits.

    Example: vaultwatch setup reader status
    """
    from vaultwatch.services.reader.running import reader_status

    return reader_status(ws)


@status.told
def _say_status(found: "ReaderStatus", _: Asked) -> None:
    nobody = "nobody; `vaultwatch setup reader use claude` sets one"
    say(f"reads by the clock  {nobody if found.kind == 'off' else found.kind}")
    say(f"reads in sessions   {'the agent at work' if found.in_session else 'nobody'}")
    say(f"waiting             {found.waiting}")
    if found.kind != "off":
        say(f"today               {found.runs_today} runs, {found.cost_today_usd:g} USD")
    for one in found.readers:
        say(_line(one))
    say_notice(found.notice)


@verb("setup reader log", "read", none="Nobody read anything yet.")
def log(
    ws: "Workspace", *, limit: Annotated[int, option("--limit", "How many.", min=1, max=1_000)] = 20
) -> "Sequence[LoggedAnswer]":
    """List what readers said, newest first, with the words that settled it.

    Example: vaultwatch setup reader log --limit 5
    """
    from vaultwatch.services.reader.running import reader_log

    return reader_log(ws, limit)


@log.told
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
def forget(
    ws: "Workspace", name: Annotated[str, argument("As `vaultwatch setup reader status` names it.")]
) -> dict[str, object]:
    """Forget all that a reader said and what it was worth; what it settled is in doubt again.

    Example: vaultwatch setup reader forget claude
    """
    from vaultwatch.services.reader.running import forget_reader

    return {"reader": name, "forgotten": forget_reader(ws, name)}


@forget.told
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


def _tell(done: "ReaderRun") -> None:
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


def _line(one: "ReaderState") -> str:
    of_known = [f"right {one.right} of {one.known} where the truth is known"] if one.known else []
    of_known += [f"unsure of {one.passed} whose truth is known"] if one.passed else []
    aside = "" if one.is_heard else "; not heard before it is right of one"
    if one.is_set_aside:
        aside = "; set aside: right hardly more often than by guessing"
    tried = ", ".join(of_known) or "untried"
    return f"{one.reader:19} {one.answers} answers, {tried}{aside}"
