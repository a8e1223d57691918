"""Commands for agents' clients: serve them, and write their configuration."""

from enum import StrEnum
from typing import Annotated

import typer

from vaultwatch.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.cli.printing import print_json, say, say_error

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


class Client(StrEnum):
    """Whose configuration is written."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"
    VSCODE = "vscode"


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

    Example: vaultwatch mcp --vault ~/Notes
    """
    if context.invoked_subcommand is not None:
        return
    from vaultwatch.mcp.serving import serve_http, serve_stdio
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
    client: Annotated[Client, typer.Argument(help="Whose configuration.")],
    *,
    vault: VaultOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Write without asking.")] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Show what goes into a client's configuration, and write it there once you say yes.

    Example: vaultwatch mcp install claude-code --vault ~/Notes
    """
    import sys

    from vaultwatch.services.operations.client_config import plan_install, write_install
    from vaultwatch.wiring import find_vault

    plan = plan_install(client.value, find_vault(vault))
    is_asked = sys.stdin.isatty() and not (yes or dry_run or json_)
    if not json_:
        say(f"{plan.file}", style="bold")
        say(plan.text)
    if plan.is_there:
        is_written = False
        if not json_:
            say("It stands there already.")
    else:
        wants = yes or (is_asked and typer.confirm("Write this into the file?", default=False))
        is_written = wants and not dry_run
        if is_written:
            write_install(plan)
        elif not (dry_run or json_ or is_asked):
            say_error("Nothing was written: nobody could be asked.", "Add --yes to write it.")
    if json_:
        print_json({"file": str(plan.file), "text": plan.text, "written": is_written})
    elif is_written:
        say(f"Written. {plan.undo}")
