"""Commands for the hooks of agents' clients: write them, take them out, tell how they stand."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption, YesOption, agrees
from vaultwatch.doors.cli.printing import print_json, say, say_text

if TYPE_CHECKING:
    from vaultwatch.services.operations.client_config import InstallPlan

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Have agents' clients call vaultwatch when a session begins, goes on and ends.",
)


class HookClientName(StrEnum):
    """Whose hooks."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"


class HookScopeName(StrEnum):
    """Which of a client's files."""

    USER = "user"
    PROJECT = "project"
    LOCAL = "local"


_Client = Annotated[HookClientName, typer.Argument(help="Whose settings.")]
_Scope = Annotated[
    HookScopeName,
    typer.Option(
        "--scope",
        help="For all your sessions, for a project, or (claude-code) for you in a project.",
    ),
]
_Folder = Annotated[
    Path | None,
    typer.Option("--folder", help="The project's. Default: this folder.", show_default=False),
]
TRUST_IN_CODEX = "Codex runs a hook once you trusted it: type `/hooks` there."


def add_to(root: typer.Typer) -> None:
    """Add the command that clients call."""
    root.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})(hook)


def hook(
    event: Annotated[
        str,
        typer.Argument(
            help="session-start, prompt, stop, pre-compact or session-end.", show_default=False
        ),
    ] = "",
    *,
    client: Annotated[
        str, typer.Option("--client", help="Whose hook: claude-code, codex or cursor.")
    ] = "claude-code",
    vault: VaultOption = None,
) -> None:
    """Answer a hook of an agent's client; `vaultwatch hooks install` has clients call this.

    It reads the payload on standard input, always exits 0, and never holds a session up.

    Example: vaultwatch hook stop --client claude-code --vault ~/Notes
    """
    from vaultwatch.doors.cli.hook_answer import answer

    answer(event, client, vault)


@app.command()
def install(
    client: _Client,
    *,
    scope: _Scope = HookScopeName.USER,
    folder: _Folder = None,
    prompt_warnings: Annotated[
        bool,
        typer.Option(
            "--prompt-warnings", help="Warn of drift in notes and memories that a prompt names."
        ),
    ] = False,
    vault: VaultOption = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Show the hooks that go into a client's settings, and write them once you say yes.

    Example: vaultwatch hooks install claude-code --vault ~/Notes
    """
    from vaultwatch.services.operations.hook_config import plan_hooks
    from vaultwatch.wiring import find_vault

    plan = plan_hooks(
        client.value,
        scope.value,
        find_vault(vault),
        folder,
        has_prompt_warnings=prompt_warnings,
    )
    is_written = _carry_out(
        plan, "Write this into the file?", yes=yes, dry_run=dry_run, json_=json_
    )
    if is_written and client is HookClientName.CODEX and not json_:
        say(TRUST_IN_CODEX)


@app.command()
def uninstall(
    client: _Client,
    *,
    scope: _Scope = HookScopeName.USER,
    folder: _Folder = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Take our hooks out of a client's settings, and nothing else.

    Example: vaultwatch hooks uninstall claude-code
    """
    from vaultwatch.services.operations.hook_config import plan_without_hooks

    plan = plan_without_hooks(client.value, scope.value, folder)
    _carry_out(plan, "Take this out of the file?", yes=yes, dry_run=dry_run, json_=json_)


@app.command()
def status(*, folder: _Folder = None, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """Tell in which settings our hooks stand, and whether an install would change them.

    Example: vaultwatch hooks status
    """
    from vaultwatch.errors import NotThereError
    from vaultwatch.services.operations.hook_config import hook_states
    from vaultwatch.wiring import find_vault

    try:
        found: Path | None = find_vault(vault)
    except NotThereError:
        if vault is not None:
            raise
        found = None
    for one in hook_states(found, folder):
        if json_:
            print_json(one)
            continue
        told = one.notice or (", ".join(one.events) if one.events else "none")
        if one.events and found is not None and not one.is_current:
            told += "  (of another vault or version: `vaultwatch hooks install` replaces them)"
        say(f"{one.client:<12} {one.scope:<8} {told}")
        say(f"    {one.file}")


def _carry_out(
    plan: "InstallPlan", question: str, *, yes: bool, dry_run: bool, json_: bool
) -> bool:
    """Show a plan, ask, write; tell whether it was written."""
    from vaultwatch.services.operations.client_config import write_install

    if not json_:
        say(f"{plan.file}", style="bold")
        if plan.text:
            say_text(plan.text)
    is_written = not (plan.is_there or dry_run) and (yes or agrees(question, default=False))
    if is_written:
        write_install(plan)
    if json_:
        print_json({"file": str(plan.file), "text": plan.text, "is_written": is_written})
    elif plan.is_there:
        say("It stands so already.")
    elif is_written:
        say(f"Written. {plan.undo}")
    return is_written
