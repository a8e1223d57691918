"""Commands for agents' clients: serve one vault or many, write their configuration and hooks."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from vaultwatch.doors.cli.care_commands import vault_around
from vaultwatch.doors.cli.options import (
    VaultOption,
    YesOption,
    agrees,
    argument,
    option,
    quiet_argument,
    quiet_option,
)
from vaultwatch.doors.cli.printing import print_json, say, say_notice, say_text
from vaultwatch.doors.verbs import verb
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from vaultwatch.doors.team.config import Team
    from vaultwatch.services.operations.client_config import InstallPlan

_Client = Annotated[
    Literal[
        "claude-code", "claude-desktop", "codex", "cursor", "gemini-cli",
        "opencode", "vscode", "windsurf", "zed",
    ],
    argument("Whose configuration."),
]  # fmt: skip
_WorkFolder = Annotated[
    Path | None,
    quiet_option(
        "--folder", "Where the agent works, for claude-code and vscode. Default: this folder."
    ),
]
_HookClient = Annotated[Literal["claude-code", "codex", "cursor"], argument("Whose settings.")]
_Scope = Annotated[
    Literal["user", "project", "local"],
    option(
        "--scope", "For all your sessions, for a project, or (claude-code) for you in a project."
    ),
]
_Folder = Annotated[Path | None, quiet_option("--folder", "The project's. Default: this folder.")]


@verb("mcp", vault="word")
def serve(
    *,
    http: Annotated[
        bool, option("--http", "Serve HTTP on this machine's loopback address.")
    ] = False,
    port: Annotated[int, option("--port", "With --http; 0 for any.", min=0, max=65535)] = 8737,
    vault: Path,
    json_: bool,
) -> None:
    """Serve this vault's memories to an agent over standard input and output, or HTTP.

    Over HTTP every request must carry the token of VAULTWATCH_MCP_TOKEN.

    Example: vaultwatch mcp ~/Notes
    """
    from vaultwatch.doors.cli.for_another import do_for_another
    from vaultwatch.doors.mcp.serving import serve_http, serve_stdio

    if not http:
        serve_stdio(vault, do_for_another)
        return

    def told(address: str) -> None:
        if json_:
            print_json({"address": address})
        else:
            say(f"Serving {vault} at {address}; stop with Ctrl-C.")

    serve_http(vault, port, told, do_for_another)


@verb("mcp install")
def install(
    client: _Client,
    *,
    folder: _WorkFolder = None,
    yes: YesOption = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Show what goes into a client's configuration, and write it there once you say yes.

    Example: vaultwatch mcp install claude-code --vault ~/Notes
    """
    from vaultwatch.services.operations.client_config import plan_install

    plan = plan_install(client, vault, folder)
    _carry_out(plan, "Write this into the file?", yes=yes, dry_run=dry_run, json_=json_)


@verb("mcp uninstall", vault="")
def uninstall(
    client: _Client,
    *,
    folder: _WorkFolder = None,
    yes: YesOption = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Take this server out of a client's configuration, and nothing else.

    Example: vaultwatch mcp uninstall claude-code --folder ~/Notes
    """
    from vaultwatch.services.operations.client_config import plan_uninstall

    plan = plan_uninstall(client, folder)
    _carry_out(plan, "Take this out of the file?", yes=yes, dry_run=dry_run, json_=json_)


def hook(
    event: Annotated[str, quiet_argument("session-start, stop, pre-compact or session-end.")] = "",
    *,
    client: Annotated[
        str, option("--client", "Whose hook: claude-code, codex or cursor.")
    ] = "claude-code",
    vault: VaultOption = None,
) -> None:
    """Answer a hook of an agent's client; `vaultwatch setup hooks install` has clients call this.

    It reads the payload on standard input, always exits 0, and never holds a session up.

    Example: vaultwatch hook stop --client claude-code --vault ~/Notes
    """
    from vaultwatch.doors.cli.hook_answer import answer

    answer(event, client, vault)


@verb("setup hooks install")
def install_hooks(
    client: _HookClient,
    *,
    scope: _Scope = "user",
    folder: _Folder = None,
    yes: YesOption = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Show the hooks that go into a client's settings, and write them once you say yes.

    Example: vaultwatch setup hooks install claude-code --vault ~/Notes
    """
    from vaultwatch.services.operations.hook_config import TRUST_IN_CODEX, plan_hooks

    plan = plan_hooks(client, scope, vault, folder)
    question = "Write this into the file?"
    is_written = _carry_out(plan, question, yes=yes, dry_run=dry_run, json_=json_)
    if is_written and client == "codex" and not json_:
        say(TRUST_IN_CODEX)


@verb("setup hooks uninstall", vault="")
def uninstall_hooks(
    client: _HookClient,
    *,
    scope: _Scope = "user",
    folder: _Folder = None,
    yes: YesOption = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Take our hooks out of a client's settings, and nothing else.

    Example: vaultwatch setup hooks uninstall claude-code
    """
    from vaultwatch.services.operations.hook_config import plan_without_hooks

    plan = plan_without_hooks(client, scope, folder)
    _carry_out(plan, "Take this out of the file?", yes=yes, dry_run=dry_run, json_=json_)


@verb("setup hooks status")
def hooks_status(*, folder: _Folder = None, given: Path | None, json_: bool) -> None:
    """Tell in which settings our hooks stand, and whether an install would change them.

    Example: vaultwatch setup hooks status
    """
    from vaultwatch.services.operations.hook_config import hook_states
    from vaultwatch.wiring import find_vault

    found = find_vault(given) if given is not None else vault_around()
    for one in hook_states(found, folder):
        if json_:
            print_json(one)
            continue
        told = one.notice or (", ".join(one.events) if one.events else "none")
        if one.events and found is not None and not one.is_current:
            told += (
                "  (of another vault or version: `vaultwatch setup hooks install` replaces them)"
            )
        say(f"{one.client:<12} {one.scope:<8} {told}")
        say(f"    {one.file}")


def _carry_out(
    plan: "InstallPlan", question: str, *, yes: bool, dry_run: bool, json_: bool
) -> bool:
    """Show a plan, ask, write; tell whether it was written."""
    from vaultwatch.services.operations.client_config import write_install

    if not json_:
        say(f"{plan.file}", style="bold")
        if plan.removes:
            say("The file goes: nothing stands in it but" if plan.goes else "This goes out of it:")
        if plan.text:
            say_text(_in_short(plan.text))
        if plan.other:
            say(f"It names the vault {plan.other!r}, which loses its place there to this one.")
        if plan.notice:
            say(plan.notice)
    is_written = not (plan.is_there or dry_run) and (yes or agrees(question, default=False))
    if is_written:
        write_install(plan)
    if json_:
        print_json({"file": str(plan.file), "text": plan.text, "is_written": is_written})
    elif plan.is_there:
        say("It stands so already.")
    elif is_written:
        say(f"{'Taken out.' if plan.removes else 'Written.'} {plan.undo}".strip())
    return is_written


def _in_short(text: str) -> str:
    """Return what goes into a file so that a screen holds it: each hook as a line."""
    try:
        held = json.loads(text)
    except ValueError:  # TOML
        return text
    if not isinstance(hooks := held.get("hooks"), dict):
        return text
    lines = (
        f"    {json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}"
        for name, one in hooks.items()
    )
    inner = ",\n".join(lines)
    return json.dumps({**held, "hooks": {}}, indent=2).replace(
        '"hooks": {}', f'"hooks": {{\n{inner}\n  }}', 1
    )


_Config = Annotated[Path, quiet_option("--config", "The server's settings.")]


@verb("serve", vault="")
def serve_team(*, config: _Config = Path("team.toml"), json_: bool) -> None:
    """Serve many vaults to many people over HTTP, each by a token of their own.

    Example: vaultwatch serve --config team.toml
    """
    from vaultwatch.doors.cli.look_commands import log_jobs
    from vaultwatch.doors.team.serving import serve

    log_jobs(as_json=json_)

    def told(team: "Team", address: str) -> None:
        if json_:
            print_json({"address": address, "vaults": [*team.vaults]})
        else:
            vaults = counted(len(team.vaults), "vault")
            say(f"Serving {vaults} at {address}/v/NAME/mcp; stop with Ctrl-C.")

    serve(config, told)


@verb("serve token", vault="")
def give_token(
    name: Annotated[str, quiet_argument("Who gets it.")],
    *,
    read: Annotated[list[str] | None, option("--read", "A vault that it may only read.")] = None,
    write: Annotated[
        list[str] | None, option("--write", "A vault that it may read and write.")
    ] = None,
    config: _Config = Path("team.toml"),
    dry_run: bool,
    json_: bool,
) -> None:
    """Print a new token for a person, once: the settings keep its digest alone.

    Example: vaultwatch serve token dana --write atlas --config team.toml
    """
    from vaultwatch.doors.team.config import issue_token

    token = issue_token(config, name, read or (), write or (), dry_run=dry_run)
    if json_:
        print_json({"name": name, "token": token})
        return
    if dry_run:
        say(f"Would give {name} a new token.")
        return
    say(token)
    say_notice("It is shown this once. A server that runs reads the settings anew on SIGHUP.")
