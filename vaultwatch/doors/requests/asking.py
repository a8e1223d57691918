"""Ask the daemon through a request file and wait for its answer, as a door that finds one does."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from vaultwatch.adapters.files.request_files import RequestFiles
from vaultwatch.errors import BusyError, RefusedError
from vaultwatch.places import Places
from vaultwatch.services.daemon_state import is_running, read_state

LOOK_S = 0.05
"""How often the answer is looked for. Chosen by hand: nobody notices, and it costs two stats."""
ALIVE_LOOK_S = 1.0
"""How often it is asked whether the daemon still runs."""


def ask_daemon(
    vault: Path,
    request: Mapping[str, object],
    *,
    wait_s: float,
    tell: Callable[[str], None] = lambda _: None,
) -> Mapping[str, object] | None:
    """Leave a request for the daemon of a vault and return its answer.

    Args:
        vault: the vault's folder.
        request: what is asked, verb and all.
        wait_s: how long to wait for the answer.
        tell: told in a sentence what is waited for.

    Returns:
        The answer; None where no daemon runs, or it ended before it answered. Then nothing is
        left waiting, and the door does the work itself.

    Raises:
        BusyError: no answer came in time; the request was taken back.
        RefusedError: the daemon refused it, for the reason it gives.
    """
    places = Places(vault)
    if not is_running(places):
        return None
    files = RequestFiles(vault)
    name = files.new_name()
    try:  # around the asking, too: Ctrl-C may come the moment after the request is left
        files.ask(request, name)
        answer = _wait(files, places, name, wait_s, tell)
    finally:
        files.withdraw(name)
    if answer is not None and answer.get("state") == "refused":
        raise RefusedError(str(answer.get("message", "")), hint=str(answer.get("hint", "")))
    return answer


def _wait(
    files: RequestFiles, places: Places, name: str, wait_s: float, tell: Callable[[str], None]
) -> Mapping[str, object] | None:
    start_s = alive_s = time.monotonic()
    is_told = ""
    while (now_s := time.monotonic()) - start_s <= wait_s:
        answer = files.answered(name)
        if answer is not None and answer.get("state") in {"done", "refused"}:
            return answer
        now_doing = _doing(places, is_accepted=answer is not None)
        if now_doing != is_told:
            is_told = now_doing
            tell(now_doing)
        if now_s - alive_s >= ALIVE_LOOK_S:
            alive_s = now_s
            if not is_running(places):
                tell("The daemon ended before it answered.")
                return None
        time.sleep(LOOK_S)
    raise BusyError(
        f"The daemon has not answered within {wait_s:g} s; the request was taken back.",
        hint="See `vaultwatch status`, or wait longer with --wait.",
    )


def _doing(places: Places, *, is_accepted: bool) -> str:
    state = read_state(places)
    busy = f"; it is at: {state.doing}" if state is not None and state.doing else ""
    what = "has taken the request" if is_accepted else "has not seen the request yet"
    return f"Waiting for the daemon, which {what}{busy}."
