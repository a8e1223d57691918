"""Watch many vaults in one process as a daemon watches one: a daemon each, that take turns.

Of all daemons only so many hold their vault open at a time, the others wait in the order in which
they came. Who has no more work closes its vault at once.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from vaultwatch.daemon.run import Daemon
from vaultwatch.daemon.work import Job
from vaultwatch.daemon.worker import Worker
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.errors import VaultwatchError
from vaultwatch.places import hold_in_place

if TYPE_CHECKING:
    from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

MOST_LOOKING: Final = 2
"""Vaults that daemons hold open in one process: more would share one interpreter. Chosen by
hand."""
KEEPS_S: Final = 2.0
"""So long a daemon keeps its vault open for the next job, where none waits for its turn: a look and
the report behind it are two. Chosen by hand."""
AGAIN_S: Final = 30.0
"""A vault that cannot be watched is tried again so often. Chosen by hand."""
_LOOK_AROUND_S: Final = 1.0


class Turns:
    """Lets so many in at a time, in the order in which they came."""

    def __init__(self, most: int) -> None:
        """Let nobody in yet."""
        self._most = most
        self._inside = 0
        self.count_ended = 0
        self._line: deque[object] = deque()
        self._changed = threading.Condition()

    @property
    def count_waiting(self) -> int:
        """How many wait."""
        return len(self._line)

    def take(self, is_over: Callable[[], bool]) -> bool:
        """Wait for a turn; False where it is over before that."""
        me = object()
        with self._changed:
            self._line.append(me)
            try:
                while not is_over():
                    if self._line[0] is me and self._inside < self._most:
                        self._inside += 1
                        return True
                    self._changed.wait(_LOOK_AROUND_S)
                return False
            finally:
                self._line.remove(me)
                self._changed.notify_all()

    def give_back(self) -> None:
        """Let the next in."""
        with self._changed:
            self._inside -= 1
            self.count_ended += 1
            self._changed.notify_all()


TURNS: Final = Turns(MOST_LOOKING)
"""Of this process."""


class _WorkerInTurn(Worker):
    """Works while it has a turn."""

    idle_s = KEEPS_S
    _has_turn = False

    def work(self) -> None:
        """Do jobs until stopped."""
        try:
            super().work()
        finally:
            self._give_back()

    def _attempt(self, job: Job) -> None:
        if job.kind == "warm":  # what others would pay for with their turn
            return
        if not self._has_turn:
            self._has_turn = TURNS.take(self._stopping.is_set)
        if self._has_turn:
            super()._attempt(job)
            if TURNS.count_waiting:
                self._rest()

    def _rest(self) -> None:
        # Memory goes back to the system for the whole process, by who evicts its vaults.
        self._close()
        self.is_resting = True
        self._give_back()

    def _give_back(self) -> None:
        if self._has_turn:
            self._has_turn = False
            TURNS.give_back()


class _DaemonInTurn(Daemon):
    """Watches one of many vaults, on a thread."""

    worker_kind = _WorkerInTurn

    def _listen(self) -> None:
        """Leave signals to the process."""

    def _give_up(self, status: int) -> None:
        """Leave the thread to its end, and the process to the other vaults."""


class VaultWatch:
    """Has a vault watched until it is stopped, whatever comes."""

    def __init__(self, name: str, folder: Path) -> None:
        """Begin."""
        self._name = name
        self._folder = folder
        self._stopping = threading.Event()
        self._daemon: _DaemonInTurn | None = None
        self._thread = threading.Thread(target=self._watch, name=f"watch-{name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Have it end, in its own time."""
        self._stopping.set()
        if self._daemon is not None:
            self._daemon.stop()

    def join(self, within_s: float) -> None:
        """Wait for the end."""
        self._thread.join(within_s)

    def _watch(self) -> None:
        told = ""
        while not self._stopping.is_set():
            try:
                hold_in_place(self._folder)
                self._daemon = _DaemonInTurn(self._folder)
                if self._stopping.is_set():
                    return
                if self._daemon.run():
                    continue
            except VaultwatchError as error:
                if error.message != told:  # tried again and again, said once
                    log.warning("vault=%r cannot be watched: %s", self._name, error.message)
                told = error.message
            except Exception:  # the other vaults go on
                log.exception("vault=%r: the watch ended", self._name)
            self._stopping.wait(AGAIN_S)


T = TypeVar("T")
W = TypeVar("W")


# The desk of one vault, for many people: who calls, what they may do, and until when.


@dataclass(slots=True)
class Caller:
    """Who makes a call."""

    person: str
    may_write: bool
    is_over: bool = False
    """Whether the front withdrew the call, as where its token was taken back."""

    def refusal(self) -> ToolError | None:
        """Return why they may write no more, or never might."""
        if self.is_over:
            return ToolError("This call was withdrawn; nothing was written.")
        if not self.may_write:
            return ToolError("This token may only read this vault. Ask who runs the server.")
        return None

    def hold_may_write(self) -> None:
        """Hold a deed to who may do it now.

        Raises:
            ToolError: they may not.
        """
        if (refusal := self.refusal()) is not None:
            raise refusal


_NOBODY: Final = Caller("", may_write=False)
CALLER: ContextVar[Caller] = ContextVar("caller", default=_NOBODY)
"""Of the call at hand; set for each, so that none is ever another's. Nobody where a desk tidies or
looks unasked."""


class TeamDesk(Desk):
    """Writes for nobody who may not, however long their call has waited."""

    @property
    def asker(self) -> str:
        """The person who makes the call at hand."""
        return CALLER.get().person

    @property
    def session(self) -> str:
        """Each writer has one of their own; of who may only read no use of memories is kept."""
        caller = CALLER.get()
        return f"{super().session}-{caller.person}" if caller.may_write else ""

    def write(self, act: Callable[["Workspace"], T]) -> T:
        """Carry out something that writes, as a desk does, for who may write once it is its turn.

        Raises:
            ToolError: it cannot be done, or they may not.
        """
        caller = CALLER.get()

        def held(ws: "Workspace") -> T:
            caller.hold_may_write()
            return act(ws)

        caller.hold_may_write()
        return super().write(held)

    def write_together(
        self, wish: W, grant: Callable[["Workspace", Sequence[W]], Sequence[T | Exception]]
    ) -> T:
        """Carry out what others ask for too, for those who may write once it is their turn.

        Raises:
            ToolError: it cannot be done, or they may not.
        """
        caller = CALLER.get()
        caller.hold_may_write()

        def grant_known(
            ws: "Workspace", wishes: Sequence[tuple[Caller, W]]
        ) -> Sequence[T | Exception]:
            refusals = [one.refusal() for one, _ in wishes]
            granted = [what for (_, what), no in zip(wishes, refusals, strict=True) if no is None]
            outcomes = iter(grant(ws, granted) if granted else ())
            return [next(outcomes) if no is None else no for no in refusals]

        return super().write_together((caller, wish), grant_known)
