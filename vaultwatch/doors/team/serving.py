"""Run the front: read the settings, bind the address, listen to signals."""

import logging
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vaultwatch.doors.mcp.over_http import bound_socket, run_app
from vaultwatch.doors.team.config import Team, load_served
from vaultwatch.errors import RefusedError, SettingsError

log = logging.getLogger(__name__)

END_S: Final = 5
"""So long calls under way may take to end once it is stopped. Chosen by hand."""
_FIXED: Final = ("state", "host", "port", "workers")
"""What a running server cannot change."""


def serve(file: Path, told: Callable[[Team, str], None]) -> None:
    """Serve the vaults of a file until stopped; `told` hears settings and address once served.

    Raises:
        SettingsError: the file is wrong, or another state folder knows a vault of it.
        RefusedError: the address cannot be had, or a package is missing.
    """
    heard: list[int] = []
    signal.signal(signal.SIGHUP, lambda number, _: heard.append(number))
    team = load_served(file)
    try:
        from vaultwatch.doors.team.front import TeamDoor
    except ModuleNotFoundError as exc:
        raise RefusedError(
            f"A server for many vaults needs {exc.name}, which is not installed.",
            hint="Run: pip install 'vaultwatch[team]'",
        ) from exc

    def read_again() -> Team | None:
        try:
            new = load_served(file)
        except SettingsError as error:
            log.error("settings stay as they were: %s", error.message)  # noqa: TRY400 -- no bug
            return None
        if other := [one for one in _FIXED if getattr(new, one) != getattr(team, one)]:
            log.warning("restart the server for what changed of: %s", ", ".join(other))
        return new.model_copy(update={one: getattr(team, one) for one in _FIXED})

    bound = bound_socket(team.host, team.port, hint="Set another port in team.toml.")
    try:
        port = bound.getsockname()[1]
        front = TeamDoor(team, port, read_again, lambda: bool(heard))
        bound.listen()
        told(team, front.url)
        run_app(front, bound, end_s=END_S)
    finally:
        bound.close()
