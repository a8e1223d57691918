"""Commands for agents' clients: serve them, and write their configuration."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption, agrees
from vaultwatch.doors.cli.printing import print_json, say, say_text


class _TakesVault(TyperGroup):
    """Takes the vault as a word too, as other commands do: `vaultwatch mcp ~/Notes`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 -- typer's own
        """Read a first word that is no command as `--vault`."""
        valued = {
            name for one in self.params if not getattr(one, "is_flag", False) for name in one.opts
        }
        place = 0
        while place < len(args) and args[place].startswith("-"):
            place += 2 if args[place] in valued else 1
        if place < len(args) and args[place] not in self.commands:
            args = [*args[:place], "--vault", *args[place:]]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_TakesVault,
    invoke_without_command=True,
    rich_markup_mode=None,
    subcommand_metavar="[VAULT] | COMMAND [ARGS]...",
)


class ClientName(StrEnum):
    """Whose configuration is written."""

    CLAUDE_CODE = "claude-code"
    CLAUDE_DESKTOP = "claude-desktop"
    CODEX = "codex"
    CURSOR = "cursor"
    GEMINI_CLI = "gemini-cli"
    OPENCODE = "opencode"
    VSCODE = "vscode"
    WINDSURF = "windsurf"
    ZED = "zed"


@app.callback()
def serve(
    context: typer.Context,
    *,
    vault: VaultOption = None,
    http: Annotated[
        bool, typer.Option("--http", help="Serve HTTP on this machine's loopback address.")
    ] = False,
    port: Annotated[
        int, typer.Option("--port", help="With --http; 0 for any.", min=0, max=65535)
    ] = 8737,
    json_: JsonOption = False,
) -> None:
    """Serve this vault's memories to an agent over standard input and output, or HTTP.

    Over HTTP every request must carry the token of VAULTWATCH_MCP_TOKEN.

    Example: vaultwatch mcp ~/Notes
    """
    if context.invoked_subcommand is not None:
        return
    from vaultwatch.doors.mcp.serving import serve_http, serve_stdio
    from vaultwatch.wiring import find_vault

    folder = find_vault(vault)
    if not http:
        serve_stdio(folder)
        return

    def told(address: str) -> None:
        if json_:
            print_json({"address": address})
        else:
            say(f"Serving {folder} at {address}; stop with Ctrl-C.")

    serve_http(folder, port, told)


@app.command()
def install(
    client: Annotated[ClientName, typer.Argument(help="Whose configuration.")],
    *,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            help="Where the agent works, for claude-code and vscode. Default: this folder.",
            show_default=False,
        ),
    ] = None,
    vault: VaultOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing.")] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Show what goes into a client's configuration, and write it there once you say yes.

    Example: vaultwatch mcp install claude-code --vault ~/Notes
    """
    from vaultwatch.services.operations.client_config import plan_install, write_install
    from vaultwatch.wiring import find_vault

    plan = plan_install(client.value, find_vault(vault), folder)
    if not json_:
        say(f"{plan.file}", style="bold")
        say_text(plan.text)
    is_written = not (plan.is_there or dry_run) and (
        yes or agrees("Write this into the file?", default=False)
    )
    if is_written:
        write_install(plan)
    if json_:
        print_json({"file": str(plan.file), "text": plan.text, "is_written": is_written})
    elif plan.is_there:
        say("It stands there already.")
    elif is_written:
        say(f"Written. {plan.undo}")
