"""Keep one vault open for many questions, one at a time, and say errors so that an agent can act.

Every server has one; many servers may stand on one vault. Reading needs no lock. What writes holds
the vault's writer lock for as long as it writes, beside a daemon as without one.
"""

import gc
import logging
import re
import secrets
import threading
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from mcp.server.mcpserver.exceptions import ToolError

from vaultwatch.errors import BusyError, LedgerError, StoreError, VaultwatchError
from vaultwatch.mcp.saying import for_agent
from vaultwatch.mcp.turns import Turns
from vaultwatch.places import Places
from vaultwatch.services.records.away import refuse_away
from vaultwatch.settings import Settings, load_settings

log = logging.getLogger(__name__)

WARM_AFTER_S = 0.3
"""The client is answered first: opening index and model holds the interpreter. Chosen by hand."""
TIDY_AFTER_S = 2.0
"""So long after the answer that found it due. Chosen by hand: its asker has read it."""
MOST_TOGETHER = 8
"""Wishes granted in one turn: 32 writers take 88 ms of CPU each, one by one 152, with 16 in a turn
92, with 32 98 (at 1,000 memories). Source: measured."""
COLLECT_AFTER = 100_000
"""Objects made before Python looks for cycles among them: reading 10,000 rows makes as many, none
in a cycle, and each look would walk all that is known of the vault. Source: measured, a question
at 10,000 memories took 800 ms instead of 290."""

if TYPE_CHECKING:
    from vaultwatch.services.workspace import Workspace

T = TypeVar("T")
W = TypeVar("W")

CLIENT: ContextVar[str] = ContextVar("client", default="")
"""The program that makes the call at hand, as it introduced itself; set by the server."""
MOST_CLIENT_CHARS = 40


def client_name(name: str) -> str:
    """Return what a client calls itself as one plain word for a note."""
    plain = " ".join(re.sub(r"[^\w .-]+", " ", name).split())
    return plain[:MOST_CLIENT_CHARS].strip() or "client"


class _Wish(Generic[W, T]):
    """What one asks for that others ask for too, and what came of it."""

    def __init__(self, what: W) -> None:
        self.what = what
        self.outcome: T | Exception | None = None

    def granted(self) -> T:
        """Return what came of it.

        Raises:
            ToolError: it cannot be done; the text says why and what to do.
        """
        if isinstance(self.outcome, VaultwatchError):
            raise _for_agent(self.outcome) from self.outcome
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return cast("T", self.outcome)


def _for_agent(error: VaultwatchError) -> ToolError:
    return ToolError(for_agent(error.message, error.hint))


class Desk:
    """One vault, open, and a turn for each question."""

    def __init__(self, vault: Path, *, client: str = "", works_in: str = "") -> None:
        """Open nothing yet.

        Args:
            vault: the vault's folder.
            client: what all who ask are called together; each by its own name where empty.
            works_in: the folder that the client works in; empty where nobody knows.

        Raises:
            VaultVanishedError: the notes are gone, and the vault's own settings with them.
            SettingsError: the settings are wrong.
            RefusedError: the state folder cannot be made.
        """
        self.places = Places(vault)
        self.places.ensure()
        self._identity = refuse_away(self.places)
        self._settings: Settings = load_settings(vault)
        self._client = client
        self._works_in = works_in
        self._name = secrets.token_hex(4)
        """Of all that is asked here, with the day: a connection of one client, or all over HTTP."""
        self._turn = Turns()
        self._guard = threading.Lock()
        self._wishes: list[_Wish[Any, Any]] = []
        """What waits to be granted together, in the order in which it came."""
        self._tidying: threading.Timer | None = None
        self._ws: Workspace | None = None
        self._ledger_seen = 0
        gc.set_threshold(COLLECT_AFTER)

    def warm(self) -> None:
        """Open what the first question will ask for, on a thread of its own."""
        soon = threading.Timer(WARM_AFTER_S, self._warm)
        soon.daemon = True
        soon.start()

    def read(self, act: Callable[["Workspace"], T]) -> T:
        """Answer a question; what it must write it writes where the lock can be had soon.

        Raises:
            ToolError: it cannot be answered; the text says why and what to do.
        """
        with self._turn:
            try:
                return self._told(act)
            finally:
                self._tidy_soon()

    def write(self, act: Callable[["Workspace"], T]) -> T:
        """Carry out something that writes, under the writer lock, and look if it owes a look.

        Raises:
            ToolError: it cannot be done; the text says why and what to do.
        """
        with self._turn:
            return self._write(act)

    def write_together(
        self, wish: W, grant: Callable[["Workspace", Sequence[W]], Sequence[T | Exception]]
    ) -> T:
        """Carry out what others ask for too, together with those who wait for it.

        Each is answered when what it asked for stands, and takes back what it wrote by itself.

        Args:
            wish: what is asked for.
            grant: carries out several wishes, always the same; what comes of each, or why not.

        Raises:
            As `write`.
        """
        mine: _Wish[W, T] = _Wish(wish)
        with self._guard:
            self._wishes.append(mine)
        if self._turn.take(mine):
            try:
                if mine.outcome is None:
                    self._grant(mine, grant)
            finally:
                self._turn.pass_on()
        return mine.granted()

    def _grant(
        self,
        mine: "_Wish[W, T]",
        grant: Callable[["Workspace", Sequence[W]], Sequence[T | Exception]],
    ) -> None:
        """Grant a wish, and those of some who wait behind it."""
        taken = [mine]

        def grant_all(ws: "Workspace") -> Sequence[T | Exception]:
            with self._guard:  # only now: who came while another process wrote comes along
                others = [one for one in self._wishes if one is not mine]
                taken.extend(others[: MOST_TOGETHER - 1])
            return grant(ws, [one.what for one in taken])

        try:
            outcomes = self._write(grant_all, is_one_step=False)
        except Exception as error:  # noqa: BLE001 -- each who asked is told
            outcomes = [error] * len(taken)
        with self._guard:
            self._wishes = [one for one in self._wishes if one not in taken]
        for one, outcome in zip(taken, outcomes, strict=True):
            one.outcome = outcome
        self._turn.excuse(taken)

    def _write(self, act: Callable[["Workspace"], T], *, is_one_step: bool = True) -> T:
        """Carry out something that writes, in one's turn."""
        from vaultwatch.services.look import carry_out
        from vaultwatch.wiring import WAIT_FOR_WRITER_S

        def under_lock(ws: "Workspace") -> T:
            with ws.writing(WAIT_FOR_WRITER_S) as is_ours:
                if not is_ours:
                    raise BusyError(
                        "Another process has been writing this vault for a while.",
                        hint="Try again in a minute.",
                    )
                return carry_out(ws, act, is_one_step=is_one_step)

        try:
            return self._told(under_lock)
        finally:
            self._tidy_soon()

    def close(self) -> None:
        """Let go of the vault."""
        with self._turn:
            if self._tidying is not None:
                self._tidying.cancel()
            self._close()

    @property
    def asker(self) -> str:
        """The program that makes the call at hand."""
        return self._client or CLIENT.get()

    def _told(self, act: Callable[["Workspace"], T]) -> T:
        try:
            ws = self._workspace()
            ws.client = self.asker
            ws.session = f"{self._name}-{ws.today.isoformat()}"
            ws.works_in = self._works_in
            return act(ws)
        except VaultwatchError as error:
            if isinstance(error, StoreError | LedgerError):
                self._close()  # gone or garbled, perhaps: the next question opens anew
            raise _for_agent(error) from error
        except Exception:
            self._close()
            raise

    def _workspace(self) -> "Workspace":
        from vaultwatch.services.workspace import no_progress  # with the first question
        from vaultwatch.wiring import open_for_long

        if not self.places.vault.is_dir():
            self._close()
            raise VaultwatchError("The vault is gone.", hint="Mount its drive and try again.")
        identity = refuse_away(self.places)
        settings = load_settings(self.places.vault)
        is_other = (settings, identity) != (self._settings, self._identity)
        is_other = is_other or self._ledger_now() != self._ledger_seen
        if self._ws is not None and (
            is_other or self._ws.is_model_worth_asking or not self._ws.is_index_standing()
        ):
            self._close()
        if self._ws is None:
            self._settings, self._identity = settings, identity
            self.places.ensure()
            self._ws = open_for_long(
                self.places, settings, identity=identity, progress=no_progress, is_listening=True
            )
            self._ws.puts_off_tidying = True
            _ = self._ws.ledger  # opened now, to be known again
            self._ledger_seen = self._ledger_now()
        return self._ws

    def _tidy_soon(self) -> None:
        """Have the index tidied in a moment, if that was put off."""
        if self._ws is None or not self._ws.is_tidying_put_off:
            return
        if self._tidying is not None and self._tidying.is_alive():
            return
        self._tidying = threading.Timer(TIDY_AFTER_S, self._tidy)
        self._tidying.daemon = True
        self._tidying.start()

    def _tidy(self) -> None:
        """Tidy the index: questions are answered meanwhile, who writes waits."""
        from vaultwatch.services.indexing.index_state import (
            begin_tidying,
            end_tidying,
            owe_tidying,
        )

        try:
            with self._turn:
                ws = self._ws
                newest = begin_tidying(ws) if ws is not None else None
                if ws is None or newest is None:
                    return
                chunks = ws.chunks
            # No turn is held here: who has it may wait for the writer lock.
            is_tidied = False
            try:
                with ws.writing(TIDY_AFTER_S) as is_ours:
                    if is_ours:
                        chunks.optimise()
                        is_tidied = True
            finally:
                with self._turn:
                    if self._ws is ws:
                        end_tidying(ws, newest) if is_tidied else owe_tidying(ws)
                        ws.is_tidying_put_off = not is_tidied
        except VaultwatchError as error:  # the index serves as it is; it is owed still
            log.info("not tidied: %s", error.message)
        except Exception:
            log.exception("not tidied")

    def _ledger_now(self) -> int:
        try:
            return self.places.ledger.stat().st_ino
        except OSError:
            return 0

    def _warm(self) -> None:
        try:
            with self._turn:
                from vaultwatch.services.indexing.index_state import warm

                ws = self._workspace()
                warm(ws)
                _ = ws.chunks, ws.vectors
                ws.embed(["warm"])
            gc.collect()
            gc.freeze()  # what is open now stays: it need not be walked again
        except VaultwatchError as error:  # the first question will say so
            log.info("not warmed: %s", error.message)
        except Exception:
            log.exception("not warmed")

    def _close(self) -> None:
        ws, self._ws = self._ws, None
        if ws is not None:
            ws.__exit__(None, None, None)
