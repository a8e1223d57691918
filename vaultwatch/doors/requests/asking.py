"""Ask the daemon through a request file and wait for its answer, as a door that finds one does."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from vaultwatch import errors
from vaultwatch.adapters.files.request_files import RequestFiles
from vaultwatch.errors import BusyError, RefusedError, VaultwatchError
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


CLAIM_S = 2.0
"""A daemon that has not begun by then is at other work. Chosen by hand: about what the command
takes without it."""
OWN_LOOK_S = 0.01
"""As `LOOK_S`, while a person waits for the prompt."""
END_S = 120.0
"""A daemon that began and says nothing for so long hangs. Chosen by hand."""


def ask_to_add(
    places: Places, belief: str, *, facts: Mapping[str, object], allow_similar: bool
) -> Mapping[str, Any] | None:
    """Have the daemon write what a person says in a command, where one is at rest.

    Args:
        places: the vault.
        belief: what they say.
        facts: its type, source, tags, topic and triggers.
        allow_similar: whether it may say almost what another memory says.

    Returns:
        The fields of its `MemoryWrite`; None where the command must do it all.

    Raises:
        RefusedError: it was refused, as the command would have.
        BusyError: the daemon began and does not end.
    """
    if not _is_at_rest(places) or _may_be_secret(belief, facts):
        return None
    files = RequestFiles(places.door)
    name = files.new_name()
    asked = {"belief": belief, "facts": facts, "allow_similar": allow_similar}
    try:
        files.ask(asked, name)
        answer = _own_answer(files, places, name)
    except BusyError:
        raise
    except VaultwatchError:  # the folder cannot be used: the command does without
        return None
    finally:
        files.withdraw(name)
    if answer.get("state") == "refused":
        raise getattr(errors, answer["kind"])(answer["said"], hint=answer["hint"])
    memory: Mapping[str, Any] | None = answer.get("memory")
    return memory


def _is_at_rest(places: Places) -> bool:
    state = read_state(places)
    is_fit = state is not None and bool(state.ready_at) and not (state.gone or state.failing)
    return is_fit and places.door.is_dir() and is_running(places)


def _may_be_secret(belief: str, facts: Mapping[str, object]) -> bool:
    """Tell whether the command shall refuse it before it stands in any file."""
    from vaultwatch.guard.secrets import find_secrets

    return any(find_secrets(text) for text in (belief, str(facts)))


def _own_answer(files: RequestFiles, places: Places, name: str) -> Mapping[str, Any]:
    """Wait for the answer; take the request back where nobody begins."""
    start_s = alive_s = time.monotonic()
    is_ours = False
    while not is_ours:
        answer = files.answered(name)
        if answer is not None:
            return answer
        now_s = time.monotonic()
        if now_s - alive_s >= ALIVE_LOOK_S:
            alive_s = now_s
            if not is_running(places):
                files.remove(name)
                return files.answered(name) or {}  # its last deed, or nothing
        if now_s - start_s > CLAIM_S and files.stands(name):
            is_ours = files.remove(name)
        elif now_s - start_s > END_S:
            raise BusyError(
                f"The daemon has not ended writing this for {END_S:g} s.",
                hint="See `vaultwatch status` and `vaultwatch memory list`.",
            )
        time.sleep(OWN_LOOK_S)
    return {}


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
