"""Keep one vault open for many questions, and say errors so that an agent can act.

Every server has one; many servers may stand on one vault. Questions are answered beside who writes:
each reads the ledger as of one moment. What writes does so one after another and holds the vault's
writer lock for as long as it writes, beside a daemon as without one.
"""

import gc
import logging
import os
import re
import secrets
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mcp.server.mcpserver.exceptions import ToolError

from vaultwatch.doors.mcp.listing import for_agent
from vaultwatch.doors.requests.own_asking import CLAIM_S
from vaultwatch.doors.requests.own_door import Call, Do, OwnDoor
from vaultwatch.errors import (
    BusyError,
    LedgerError,
    NotLentError,
    StoreError,
    VaultwatchError,
)
from vaultwatch.places import Places
from vaultwatch.services.records.losses import refuse_away
from vaultwatch.services.workspace import no_progress
from vaultwatch.settings import Settings, load_settings
from vaultwatch.wiring import WAIT_FOR_WRITER_S, has_keys, open_for_long

log = logging.getLogger(__name__)

WARM_AFTER_S = 0.3
"""The client is answered first: opening index and model holds the interpreter. Chosen by hand."""
TIDY_AFTER_S = 2.0
"""So long after the last answer: who is answered behind it waits for none. Chosen by hand."""
LOOK_AFTER_S = 5.0
"""So long after the last of what agents remembered that owes a look: who hands in several waits for
none. Chosen by hand."""
MOST_PUT_OFF_S = 60.0
"""The longest that it is put off where they never pause. Chosen by hand."""
MOST_LOOKED_AT_HERE = 3_000
"""Memories of a vault that a server looks at itself. A look makes many objects amid few that stay,
and Python gives such memory back to nobody: at 10,000 it kept 108 MB that nothing lay in. A
process of its own takes a second of CPU more, to import. Source: measured."""
LOOK_LIMIT_S = 600.0
"""The longest that who writes waits for a look apart, which is killed then. What it took in stands,
and the rest is owed. Chosen by hand."""
BEHIND = 10
"""How nice a look apart is to who asks meanwhile; a writer that waits for it leaves it a core."""
READERS = 4
"""Questions that are answered at once; the others wait, first come first served. More would only
share one interpreter: fewer wait for one that waits for a model's service. Chosen by hand."""
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


@lru_cache(maxsize=100)
def client_name(name: str) -> str:
    """Return what a client calls itself as a plain word or a few for a note.

    `client` where it gives no name, or one that reads like an order: whoever that is, is a program.
    """
    from vaultwatch.services.memories.validating import may_name

    plain = " ".join(re.sub(r"[^\w .-]+", " ", name).split())[:MOST_CLIENT_CHARS].strip()
    return plain if plain and may_name(plain) else "client"


class _Wish(Generic[W, T]):
    """What one asks for that others ask for too, and what comes of it."""

    def __init__(self, what: W) -> None:
        self.what = what
        self.outcome: Future[T] = Future()

    def take(self, outcome: T | Exception) -> None:
        """Tell who asked what came of it."""
        if isinstance(outcome, VaultwatchError):
            told = _for_agent(outcome)
            told.__cause__ = outcome
            outcome = told
        if isinstance(outcome, Exception):
            self.outcome.set_exception(outcome)
        else:
            self.outcome.set_result(outcome)


def _for_agent(error: VaultwatchError) -> ToolError:
    return ToolError(for_agent(error.message, error.hint))


def _soon(wait_s: float, pool: ThreadPoolExecutor, act: Callable[[], None]) -> threading.Timer:
    """Have a thread of a pool do something in a moment, if that is not closed by then."""

    def begin() -> None:
        with suppress(RuntimeError):
            pool.submit(act)

    timer = threading.Timer(wait_s, begin)
    timer.daemon = True
    timer.start()
    return timer


class AtPause:
    """Has a thread of a pool do something once agents pause, or have not for `MOST_PUT_OFF_S`."""

    def __init__(self, pool: ThreadPoolExecutor, act: Callable[[], None]) -> None:
        """Do nothing yet."""
        self._pool = pool
        self._act = act
        self._turn = threading.Lock()
        """Held while the timer is changed: many who read put it off at once."""
        self._timer: threading.Timer | None = None
        self._by_s = 0.0

    def put_off(self, wait_s: float) -> None:
        """Have it done so long after this call, unless another one follows."""
        with self._turn:
            now_s = time.monotonic()
            if self._timer is None:
                self._by_s = now_s + MOST_PUT_OFF_S
            elif now_s + wait_s > self._by_s:
                return
            else:
                self._timer.cancel()
            self._timer = _soon(wait_s, self._pool, self._begin)

    def give_up(self) -> bool:
        """Have it not done; return whether it was to be."""
        timer = self._timer
        if timer is not None:
            timer.cancel()
        return timer is not None

    def _begin(self) -> None:
        with self._turn:
            self._timer = None
        self._act()


@dataclass
class _Opened:
    """A vault as it was opened; closed when nobody uses it any more."""

    ws: "Workspace"
    ledger_file: int
    users: int = 0
    is_retired: bool = False


class Desk:
    """One vault, open: some threads that answer questions, one that writes."""

    def __init__(self, vault: Path, *, client: str = "", works_in: str = "") -> None:
        """Open nothing yet.

        `client` is what all who ask are called together, each by its own name where that is empty;
        `works_in` the folder that the client works in, empty where nobody knows.

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
        self._guard = threading.Lock()
        """Held while what is open or wished for is changed."""
        self._readers = ThreadPoolExecutor(READERS, "reads")
        self._writer = ThreadPoolExecutor(1, "writes")
        self._wishes: list[_Wish[Any, Any]] = []
        """What waits to be granted together, in the order in which it came."""
        self._tidying = AtPause(self._writer, self._tidy)
        self._looking = AtPause(self._writer, self._look)
        self._opened: _Opened | None = None
        self._door: OwnDoor | None = None
        gc.set_threshold(COLLECT_AFTER)

    def warm(self) -> None:
        """Open what the first question will ask for, on a thread of its own."""
        _soon(WARM_AFTER_S, self._readers, self._warm)

    def read(self, act: Callable[["Workspace"], T]) -> T:
        """Answer a question; what it must write it writes where the lock can be had soon.

        It sees what stood when it was begun, and all that was answered before to whoever wrote it.
        """

        def answer() -> T:
            with self._told() as ws, ws.ledger.steady():
                return act(ws)

        return self._readers.submit(copy_context().run, answer).result()

    def write(self, act: Callable[["Workspace"], T]) -> T:
        """Carry out something that writes, under the writer lock, and look if it owes a look."""
        return self._writer.submit(copy_context().run, self._write, act).result()

    def write_together(
        self, wish: W, grant: Callable[["Workspace", Sequence[W]], Sequence[T | Exception]]
    ) -> T:
        """Carry out what others ask for too, together with those who wait for it.

        Each is answered when what it asked for stands, and takes back what it wrote by itself. The
        look that it owes follows in a moment.
        """
        mine: _Wish[W, T] = _Wish(wish)
        with self._guard:
            self._wishes.append(mine)
        self._writer.submit(copy_context().run, self._grant, mine, grant)
        return mine.outcome.result()

    def open_door(self, do: Do) -> None:
        """Carry out the user's own commands too, beside what agents ask."""
        self._door = OwnDoor(self.places, self._take, do)
        self._door.open()

    def _take(self, call: Call) -> None:
        """Have a command carried out: a question beside who writes, the others after who does."""
        pool = self._writer if call.needs_lock else self._readers
        try:
            pool.submit(call.carry_out, partial(self._lent, needs_lock=call.needs_lock))
        except RuntimeError:  # closed meanwhile
            call.withdraw()

    @contextmanager
    def _lent(self, *, needs_lock: bool) -> "Iterator[Workspace]":
        """Lend the vault to a person's command on this thread."""
        with self._use(is_persons=True) as ws, ExitStack() as held:
            if not has_keys(ws.settings):
                raise NotLentError
            if not needs_lock:
                held.enter_context(ws.ledger.steady())
            elif held.enter_context(ws.writing(CLAIM_S)):
                held.enter_context(ws.held())
            else:
                raise NotLentError
            yield ws

    def _grant(
        self,
        mine: "_Wish[W, T]",
        grant: Callable[["Workspace", Sequence[W]], Sequence[T | Exception]],
    ) -> None:
        """Grant a wish, and those of some who wait behind it; none that was granted already."""
        if mine.outcome.done():
            return
        taken = [mine]

        def grant_all(ws: "Workspace") -> Sequence[T | Exception]:
            with self._guard:  # only now: who came while another process wrote comes along
                others = [one for one in self._wishes if one is not mine]
                taken.extend(others[: MOST_TOGETHER - 1])
            return grant(ws, [one.what for one in taken])

        try:
            outcomes = self._write(grant_all, puts_off_look=True)
        except Exception as error:  # noqa: BLE001 -- each who asked is told
            outcomes = [error] * len(taken)
        with self._guard:
            self._wishes = [one for one in self._wishes if one not in taken]
        for one, outcome in zip(taken, outcomes, strict=True):
            one.take(outcome)

    def _write(self, act: Callable[["Workspace"], T], *, puts_off_look: bool = False) -> T:
        """Carry out something that writes, on the thread that does."""
        from vaultwatch.services.look import carry_out
        from vaultwatch.services.records.small_facts import is_look_owed
        from vaultwatch.services.records.use import take_use

        with self._told() as ws, ws.writing(WAIT_FOR_WRITER_S) as is_ours:
            if not is_ours:
                raise BusyError(
                    "Another process has been writing this vault for a while.",
                    hint="Try again in a minute.",
                )
            if not puts_off_look:
                return carry_out(ws, act)
            take_use(ws)
            done = act(ws)
            if is_look_owed(ws):
                self._look_soon()
            return done

    def close(self) -> None:
        """Let go of the vault."""
        if self._door is not None:
            self._door.close()
        self._tidying.give_up()
        if self._looking.give_up():
            self._writer.submit(self._look)
        self._readers.shutdown()
        self._writer.shutdown()
        with self._guard:
            self._retire()

    @property
    def session(self) -> str:
        """What the call at hand belongs to, with the day: one client's connection, or all HTTP."""
        return self._name

    @property
    def asker(self) -> str:
        """The program that makes the call at hand."""
        return self._client or CLIENT.get()

    @contextmanager
    def _told(self) -> "Iterator[Workspace]":
        """Give the open vault to whoever asks; say errors so that an agent can act."""
        try:
            with self._use() as ws:
                yield ws
        except VaultwatchError as error:
            raise _for_agent(error) from error

    @contextmanager
    def _use(self, *, is_persons: bool = False) -> "Iterator[Workspace]":
        """Give the open vault to whoever asks; one that turns out to be unsound is let go."""
        with self._guard:
            opened = self._current()
            opened.users += 1
        ws = opened.ws
        is_sound = True
        try:
            ws.client = "" if is_persons else self.asker
            session = "" if is_persons else self.session
            ws.session = session and f"{session}-{ws.today.isoformat()}"
            ws.works_in = "" if is_persons else self._works_in
            ws.has_waited = False
            yield ws
        except (ToolError, NotLentError):  # about what was asked
            raise
        except BaseException as error:
            is_other = isinstance(error, VaultwatchError)
            is_sound = is_other and not isinstance(error, StoreError | LedgerError)
            raise
        finally:
            with self._guard:
                opened.users -= 1
                if not is_sound and opened is self._opened:
                    self._retire()  # gone or garbled, perhaps: the next question opens anew
                elif opened.is_retired and not opened.users:
                    ws.__exit__(None, None, None)
            self._tidy_soon()

    def _current(self) -> _Opened:
        """Return the vault as it is open now; opened anew where it, or what it says, is another."""
        if not self.places.vault.is_dir():
            self._retire()
            raise VaultwatchError("The vault is gone.", hint="Mount its drive and try again.")
        identity = refuse_away(self.places)
        settings = load_settings(self.places.vault)
        opened = self._opened
        if opened is not None and (
            (settings, identity) != (self._settings, self._identity)
            or self._ledger_now() != opened.ledger_file
            or opened.ws.is_model_worth_asking
            or not opened.ws.is_index_standing()
        ):
            self._retire()
        if self._opened is None:
            self._settings, self._identity = settings, identity
            self.places.ensure()
            ws = open_for_long(
                self.places, settings, identity=identity, progress=no_progress, is_listening=True
            )
            ws.puts_off_tidying = True
            _ = ws.ledger  # opened now, to be known again
            self._opened = _Opened(ws, self._ledger_now())
        return self._opened

    def _retire(self) -> None:
        """Have what is open closed by who uses it last."""
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.is_retired = True
            if not opened.users:
                opened.ws.__exit__(None, None, None)

    def _tidy_soon(self) -> None:
        """Have the index tidied in a moment, if that was put off."""
        opened = self._opened
        if opened is not None and opened.ws.is_tidying_put_off:
            self._tidying.put_off(TIDY_AFTER_S)

    def _tidy(self) -> None:
        """Tidy the index: questions are answered meanwhile, who writes waits."""
        from vaultwatch.services.indexing.index_state import tidy_index

        try:
            with self._told() as ws, ws.writing(TIDY_AFTER_S) as is_ours:
                # One may have been asked for once more while the one before waited its turn.
                if is_ours and ws.is_tidying_put_off:
                    tidy_index(ws)
                    ws.is_tidying_put_off = False
        except ToolError as error:  # the index serves as it is; it is owed still
            log.info("not tidied: %s", error)
        except Exception:
            log.exception("not tidied")

    def _look_soon(self) -> None:
        """Have the look that is owed taken once agents pause, or by a daemon before that."""
        self._looking.put_off(LOOK_AFTER_S)

    def _look(self) -> None:
        from vaultwatch.services.look import scan
        from vaultwatch.services.records.small_facts import is_look_owed

        try:
            with self._told() as ws, ws.writing(TIDY_AFTER_S) as is_ours:
                is_owed = is_ours and is_look_owed(ws)
                is_large = sum(ws.ledger.count_memories().values()) > MOST_LOOKED_AT_HERE
                if is_owed and not is_large:
                    scan(ws)
                elif not is_ours:
                    self._look_soon()
            if is_owed and is_large:
                self._look_apart()
        except ToolError as error:  # it is owed still: the next one takes it
            log.info("not looked: %s", error)
        except Exception:
            log.exception("not looked")

    def _look_apart(self) -> None:
        """Have the look that is owed taken by a process that gives way to whoever asks."""
        from vaultwatch.services.operations.own_program import own_program

        words = [*own_program(), "scan", "--vault", str(self.places.vault)]
        nothing = subprocess.DEVNULL
        with subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing) as looking:  # noqa: S603 -- this very program
            with suppress(AttributeError, OSError):  # not on Windows; or it has ended
                os.setpriority(os.PRIO_PROCESS, looking.pid, BEHIND)
            try:
                status = looking.wait(LOOK_LIMIT_S)
            except subprocess.TimeoutExpired:
                looking.kill()  # owed still: the next one that writes has it taken up
                log.warning("looked apart too long limit_s=%.0f", LOOK_LIMIT_S)
                return
        if status == BusyError.exit_status:
            self._look_soon()
        elif status:
            log.warning("looked apart status=%d", status)

    def _ledger_now(self) -> int:
        try:
            return self.places.ledger.stat().st_ino
        except OSError:
            return 0

    def _warm(self) -> None:
        from vaultwatch.services.indexing.index_state import warm

        try:
            with self._told() as ws:
                warm(ws)
                _ = ws.chunks, ws.vectors
                ws.embed(["warm"])
            gc.collect()
            gc.freeze()  # what is open now stays: it need not be walked again
        except ToolError as error:  # the first question will say so
            log.info("not warmed: %s", error)
        except Exception:
            log.exception("not warmed")
