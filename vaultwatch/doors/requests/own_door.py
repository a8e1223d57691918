"""Carry out the user's own commands in a process that holds model and index open.

Asked over a socket that only the user can reach: who could could as well run the command, so it
counts as the person's word, as the command does. `doors.cli.for_another` runs the very command;
what it says goes back to be printed there.

Three lines go to and fro, so that nothing is done twice: what is asked, `ready` once it is its
turn, and `go` of an asker who still waits. Before that both sides may give up.
"""

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vaultwatch import __version__
from vaultwatch.adapters.machine.private_socket import (
    CutError,
    PrivateListener,
    read_line,
    send_line,
)
from vaultwatch.doors.requests.own_asking import CLAIM_S, QUESTIONS, kind_of
from vaultwatch.errors import VaultwatchError
from vaultwatch.places import Places, surroundings

if TYPE_CHECKING:
    import socket

    from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

Lend: TypeAlias = Callable[[], AbstractContextManager["Workspace"]]
Do: TypeAlias = Callable[[Mapping[str, Any], Lend], Mapping[str, Any]]
"""Does what is asked with the vault that is lent, and returns the answer."""

MOST_ASKED_BYTES: Final = 1 << 20
"""Ten times the longest memory, each of its characters written as six."""
SAID_WITHIN_S: Final = 1.0
"""What is asked, and the asker's `go`: a program sends them at once. Chosen by hand."""
TAKEN_WITHIN_S: Final = 10.0
"""What is answered; an asker that was stopped may go on later. Chosen by hand."""
MOST_AT_ONCE: Final = 16
"""One more does it by itself."""
LEFT: Final = {"state": "left"}


class Call:
    """One command that was asked for, until it is answered."""

    def __init__(self, connection: "socket.socket", asked: Mapping[str, Any], do: Do) -> None:
        """Begin nothing yet."""
        self._connection = connection
        self._asked = asked
        self._do = do
        self._turn = threading.Lock()
        self._is_taken = False
        self.needs_lock = kind_of(asked["words"]) not in QUESTIONS
        self.answer: Mapping[str, Any] | None = None
        """None where it was cut off, so that nobody may call it undone."""
        self.is_over = threading.Event()

    def withdraw(self) -> None:
        """Leave it to its asker where it has not begun; else wait for its end."""
        if self._claim():
            self.answer = LEFT
            self.is_over.set()
        self.is_over.wait()

    def carry_out(self, lend: Lend) -> bool:
        """Do it on the thread whose turn it is, with the vault that is lent; tell whether."""
        if not self._claim():
            return False
        try:
            try:
                send_line(self._connection, {"state": "ready"}, within_s=SAID_WITHIN_S)
                read_line(self._connection, most_bytes=64, within_s=SAID_WITHIN_S)
            except CutError:  # its asker waits no longer, or stands still
                self.answer = LEFT
                return False
            self.answer = self._do(self._asked, lend)
        finally:
            self.is_over.set()
        return self.answer is not LEFT

    def _claim(self) -> bool:
        with self._turn:
            is_mine, self._is_taken = not self._is_taken, True
        return is_mine


class OwnDoor:
    """Hears what is asked, on threads of its own, until closed."""

    def __init__(
        self,
        places: Places,
        take: Callable[[Call], None],
        do: Do,
        *,
        is_fit: Callable[[], bool] = lambda: True,
    ) -> None:
        """Hear nothing yet."""
        self._places = places
        self._take = take
        self._do = do
        self._is_fit = is_fit
        self._listener: PrivateListener | None = None
        self._places_left = threading.Semaphore(MOST_AT_ONCE)

    def open(self) -> None:
        """Begin to hear; where that cannot be, commands do all by themselves."""
        try:
            self._listener = PrivateListener(self._places.door)
        except (OSError, VaultwatchError) as error:
            log.info("commands are not heard of: %s", error)
            return
        hearing = partial(self._hear, self._listener)
        threading.Thread(target=hearing, name="hears", daemon=True).start()

    def close(self) -> None:
        """Hear no more; what has begun is answered still."""
        if self._listener is not None:
            self._listener.stop()
            self._listener = None

    def _hear(self, listener: PrivateListener) -> None:
        try:
            while (connection := listener.accept()) is not None:
                threading.Thread(
                    target=self._answer, args=(connection,), name="answers", daemon=True
                ).start()
        except OSError as error:
            log.warning("commands are not heard of any more: %s", error)
        finally:
            listener.close()

    def _answer(self, connection: "socket.socket") -> None:
        with connection, suppress(CutError):
            if not self._places_left.acquire(blocking=False):
                return
            try:
                answer = self._answered(connection)
            finally:
                self._places_left.release()
            if answer is not None:
                send_line(connection, answer, within_s=TAKEN_WITHIN_S)

    def _answered(self, connection: "socket.socket") -> Mapping[str, Any] | None:
        asked = read_line(connection, most_bytes=MOST_ASKED_BYTES, within_s=SAID_WITHIN_S)
        if not self._is_for_us(asked) or not self._is_fit():
            return LEFT
        call = Call(connection, asked, self._do)
        self._take(call)
        if not call.is_over.wait(CLAIM_S):
            call.withdraw()
        return call.answer

    def _is_for_us(self, asked: object) -> bool:
        """Tell whether it is what an asker of this version, vault and surroundings sends."""
        if not isinstance(asked, dict):
            return False
        words, texts = asked.get("words"), (asked.get("here"), asked.get("named"))
        is_whole = isinstance(words, list) and all(isinstance(one, str) for one in (*words, *texts))
        return (
            is_whole
            and asked.get("version") == __version__
            and asked.get("vault") == str(self._places.vault)
            and asked.get("surroundings") == surroundings()
            and isinstance(asked.get("encodings"), dict)
            and bool(kind_of(words or []))
        )
