"""Answer a hook of an agent's client: `vaultwatch hook EVENT`, its payload on standard input.

Whatever comes in, the session goes on: the exit status is 0, nothing but what the client's format
takes is printed, and it ends by itself after some seconds. What went wrong stands in the log of the
state folder, and `vaultwatch doctor` tells of it. Without typer, whose import takes half the time
that a client should wait.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from vaultwatch.memories.capture import Captured
    from vaultwatch.memories.transcript_lines import Turn
    from vaultwatch.places import Places
    from vaultwatch.services.sessions.hook_calls import HookCall
    from vaultwatch.services.sessions.session_work import Hearing

MOST_BYTES: Final = 8_000_000
"""Of a payload that is understood; a longer one is read and thrown away. Chosen by hand."""
_CHUNK: Final = 1 << 16
_LIMITS_S: Final = {"session-start": 20.0, "work": 3_600.0}
"""After which the command ends whatever it waits for. Chosen by hand, below what clients are
asked to wait."""
_LIMIT_S: Final = 4.0
_GRACE_S: Final = 0.5
WAIT_FOR_WORK_S: Final = 8.0
"""How long a session that goes on after a compaction waits for its own hand-over. Chosen by hand:
to write one takes two seconds."""

WAIT_FOR_ANOTHER_S: Final = 1.5
"""How long a session waits for the hand-over of one of its project that just ended, as by a clear.
Chosen by hand."""
BEING_WRITTEN: Final = "# a hand-over of this project is still being written, and not told here"


def answer_words(words: Sequence[str]) -> None:
    """Answer a hook that was called with these words; what is not understood is passed by."""
    named = {"--client": "claude-code", "--vault": ""}
    plain: list[str] = []
    rest = iter(words)
    for word in rest:
        name, sign, value = word.partition("=")
        if name in named:
            named[name] = value if sign else next(rest, "")
        elif not word.startswith("-"):
            plain.append(word)
    event, key = (*plain, "", "")[:2]
    vault = Path(named["--vault"]) if named["--vault"] else None
    answer(event, named["--client"], vault, key)


def answer(event: str, client: str, vault: Path | None, key: str = "") -> None:
    """Answer a hook of a client; `work` is what one leaves to a process of its own, for a `key`.

    Without a vault it is the variable's or the nearest parent's.
    """
    if event != "work" and sys.stdin.isatty():
        from vaultwatch.doors.cli.printing import say_notice

        say_notice("This is for agents' clients: see `vaultwatch setup hooks install`.")
        return
    state = _State(event, client)
    with _ended_after(_LIMITS_S.get(event, _LIMIT_S), state):
        try:
            _answer(state, vault, key)
        except Exception as error:  # noqa: BLE001 -- a hook never fails the session
            state.trouble(f"{type(error).__name__}: {error}")


class _State:
    """What is known so far of a call, for the log."""

    def __init__(self, event: str, client: str) -> None:
        self.event, self.client = event, client
        self.places: Places | None = None

    def trouble(self, message: str) -> None:
        with suppress(Exception):
            from vaultwatch.services.sessions.hook_calls import note_trouble

            if self.places is not None:
                note_trouble(self.places, self.client, self.event, message, datetime.now(UTC))


@contextmanager
def _ended_after(limit_s: float, state: _State) -> Iterator[None]:
    """End the process after a time, whatever it waits for: a pipe, a lock, a drive that is away."""

    def give_up() -> None:
        hard = threading.Timer(_GRACE_S, os._exit, (0,))  # a log on a drive that hangs, too
        hard.daemon = True
        hard.start()
        state.trouble(f"gave up after {limit_s:.0f} s")
        os._exit(0)

    soft = threading.Timer(limit_s, give_up)
    soft.daemon = True
    soft.start()
    try:
        yield
    finally:
        soft.cancel()


def _answer(state: _State, vault: Path | None, key: str) -> None:
    from vaultwatch.places import Places
    from vaultwatch.services.sessions.hook_calls import is_nobodys

    if state.event != "work" and is_nobodys(os.environ):
        _payload()  # a client that writes into a closed pipe calls it an error
        return
    places = None if vault is None else Places(vault)
    if places is None or not places.state.is_dir():
        from vaultwatch.wiring import find_vault  # heavier, and once alone for each vault

        places = Places(find_vault(vault))
        places.ensure()
    state.places = places
    if state.event == "work":
        _work(places, key)
        return
    data = _payload()
    from vaultwatch.services.operations.own_program import own_program
    from vaultwatch.services.sessions.hook_calls import (
        left_undone,
        note_call,
        parse_call,
        rendered,
        start_work,
    )

    call = parse_call(state.event, state.client, data)
    if call.is_subagents:
        return
    key = note_call(places, call, datetime.now(UTC))
    if call.kind == "stop":
        from vaultwatch.services.sessions.asking import asked_to_keep

        _tell(asked_to_keep(places, call, datetime.now(UTC)))
    keys = [key]
    if call.kind == "session-start":
        _tell(rendered(call, _opened(places, call, key)))
        keys = left_undone(places, call, datetime.now(UTC))
    for one in keys:
        start_work(places, one, own_program())


def _payload() -> bytes:
    """Return what stands on standard input; empty where it is too long to be understood.

    A client may leave the pipe open, so that an object is whole when it can be read.
    """
    data, is_too_long = bytearray(), False
    with suppress(OSError):
        while part := os.read(0, _CHUNK):
            if is_too_long:
                continue
            data += part
            is_too_long = len(data) > MOST_BYTES
            if is_too_long:
                data.clear()
            if part.rstrip().endswith(b"}"):
                with suppress(ValueError, RecursionError):
                    json.loads(data)
                    return bytes(data)
    return bytes(data)


def _opened(places: "Places", call: "HookCall", key: str) -> str:
    """Return what the session begins with."""
    from vaultwatch.services.sessions.hook_calls import being_written, session_line

    own = session_line(call)
    if call.how == "compact":
        from vaultwatch.services.sessions.session_work import wait_for_worker

        wait_for_worker(places, key, WAIT_FOR_WORK_S)
    if being_written(places, call, datetime.now(UTC)):
        time.sleep(0 if call.how == "compact" else WAIT_FOR_ANOTHER_S)
        if being_written(places, call, datetime.now(UTC)):
            own = f"{BEING_WRITTEN}\n{own}".strip()
    block = _block(places, call, own)
    return f"{block}\n{own}".strip()


def _block(places: "Places", call: "HookCall", own: str) -> str:
    """Return what the vault has to say, told by a process that holds it open or found here."""
    from vaultwatch.doors.cli.printing import own_encodings
    from vaultwatch.doors.requests.own_asking import ask

    words = ["hook", json.dumps({"call": asdict(call), "own": own})]
    answer = ask(places, words, here=call.project, encodings=own_encodings())
    if answer is None:
        return _begun(places, call, own)
    return "\n".join(text for _, text in answer["said"])


def tell_block(said: str, vault: Path) -> int:
    """Answer for a hook that asked this process, which holds its vault open."""
    from vaultwatch.places import Places
    from vaultwatch.services.sessions.hook_calls import HookCall

    asked = json.loads(said)
    _tell(_begun(Places(vault), HookCall(**asked["call"]), asked["own"]))
    return 0


def _begun(places: "Places", call: "HookCall", own: str) -> str:
    from vaultwatch.recall.tokens import count_tokens
    from vaultwatch.services.reader.handing import doubts_line
    from vaultwatch.services.sessions.opening import open_line, opening_block, project_in
    from vaultwatch.wiring import open_for_answer

    with open_for_answer(places) as ws:
        ws.client = call.client
        return opening_block(
            ws,
            session=call.session,
            project=project_in(call.project),
            how=call.how,
            max_tokens=ws.settings.sessions.tokens - count_tokens(own, None),
            asides=(open_line, doubts_line),
        )


def _work(places: "Places", key: str) -> None:
    from vaultwatch.services.sessions.session_work import work
    from vaultwatch.settings import load_settings
    from vaultwatch.wiring import open_workspace

    with suppress(OSError, AttributeError):  # no such thing on Windows
        os.nice(10)
    settings = load_settings(places.vault)
    hears = _hearing(places) if settings.reader.kind in {"command", "language_model"} else None
    work(places, key, settings.sessions, open_workspace, hears=hears)


def _hearing(places: "Places") -> "Hearing":
    def hears(turns: "Sequence[Turn]") -> "Sequence[Captured]":
        from vaultwatch.services.sessions.session_work import read_session
        from vaultwatch.wiring import open_for_answer

        with open_for_answer(places) as ws:
            return read_session(ws, ws.reader, turns, pulse=lambda: None)

    return hears


def _tell(text: str) -> None:
    from vaultwatch.doors.cli.printing import hand_to_client

    if text:
        hand_to_client(text)
