"""Commands for a server of many vaults: serve them, hand out tokens."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.printing import print_json, say, say_notice
from vaultwatch.doors.verbs import verb
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from vaultwatch.doors.team.config import Team

_Config = Annotated[
    Path, typer.Option("--config", help="The server's settings.", show_default=False)
]


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
    name: Annotated[str, typer.Argument(help="Who gets it.", show_default=False)],
    *,
    read: Annotated[
        list[str] | None, typer.Option("--read", help="A vault that it may only read.")
    ] = None,
    write: Annotated[
        list[str] | None, typer.Option("--write", help="A vault that it may read and write.")
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
