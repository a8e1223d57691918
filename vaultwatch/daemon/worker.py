"""The one worker: takes jobs from the queue and has services do them, one after another.

The parts of the vault stay open between jobs; the writer lock is held only while a job works, so
that commands and agents get their turn. A job that fails is tried again, later and later.
"""

import logging
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from vaultwatch.adapters.files.vault_survey import RootIdentity
from vaultwatch.adapters.ledger.bare import read_version
from vaultwatch.adapters.machine.lock import writer_lock
from vaultwatch.adapters.machine.memory_use import give_back_memory, keep_what_stays
from vaultwatch.daemon.heartbeat import Heartbeat
from vaultwatch.daemon.work import BY_THE_CLOCK, LOOKS_EVERYWHERE, Job, JobKind, WorkQueue
from vaultwatch.doors.requests.answering import MOST_A_TURN, answer_requests
from vaultwatch.doors.requests.own_door import Call
from vaultwatch.errors import (
    BusyError,
    LedgerError,
    NotLentError,
    StoreError,
    VaultwatchError,
)
from vaultwatch.places import Places
from vaultwatch.services.exchange.publishing import Published
from vaultwatch.services.indexing.catching_up import embed_owed
from vaultwatch.services.indexing.index_state import tidy_index, warm
from vaultwatch.services.indexing.plan import LookScope
from vaultwatch.services.indexing.snapshots import is_save_due
from vaultwatch.services.look import Looked, Scanned, look, republish, scan
from vaultwatch.services.operations.own_program import own_program
from vaultwatch.services.reader.waiting import is_waited
from vaultwatch.services.records.losses import back_up_ledger
from vaultwatch.services.records.small_facts import VECTORS_OWED, last_run
from vaultwatch.services.scanning.taking_in import little_by_little
from vaultwatch.services.sessions.daydreaming import is_daydream_due
from vaultwatch.services.upkeep.planning import keep_proposals
from vaultwatch.services.workspace import Progress, Workspace
from vaultwatch.settings import Settings, load_settings
from vaultwatch.wiring import has_keys, open_for_long

if TYPE_CHECKING:
    from datetime import datetime

log = logging.getLogger(__name__)

LOCK_WAIT_S = 60.0
"""A command that indexes a vault for the first time holds the lock for minutes; then the job comes
again. Chosen by hand."""
FIRST_RETRY_S = 5.0
LAST_RETRY_S = 300.0
"""A failed job waits twice as long each time, between these. Chosen by hand."""
IDLE_S = 45.0
"""After so long without work memory is given back. Opening all again takes a second at 10,000
notes, half of which passes while the next save is debounced. Chosen by hand: longer than a pause
in typing."""
MOST_TRIES = 5
"""So often a note that cannot be read is tried by itself; then the next reconcile will do."""


_LOOKS: Final[frozenset[JobKind]] = LOOKS_EVERYWHERE.union({"look"})


END_S: Final = 5.0
"""So long a run that shall end may take to."""


class OwnRun:
    """Has a command done by a process of its own, beside the worker: it asks over the network."""

    def __init__(self, vault: Path) -> None:
        """Begin nothing yet."""
        self._vault = vault
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self, *command: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 -- this very program
            [*own_program(), *command, "--vault", str(self._vault)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        """End a run that goes on; what it did not hand in is done another day."""
        if self._process is not None and self._runs():
            self._process.terminate()
            try:
                self._process.wait(END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(END_S)

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None


class ReadingRun(OwnRun):
    """Has what is in doubt read: an answer takes a model a minute."""

    def begin(self, ws: Workspace) -> str:
        """Begin a run where somebody is named to read and something waits; say so for the log."""
        if ws.settings.reader.kind == "off" or self._runs():
            return ""
        if not (is_waited(ws, ws.settings.reader.known_as) or is_daydream_due(ws)):
            return ""
        self._start("setup", "reader", "run")
        return "a reader began"


class SavingRun(OwnRun):
    """Has the index saved: a place that is slow shall hold up no look."""

    def begin(self, ws: Workspace) -> str:
        """Begin a run where the index was tidied since it was saved; say so for the log."""
        if self._runs() or not is_save_due(ws):
            return ""
        self._start("index", "save")
        return "saving the index began"


class Stopped(BaseException):
    """The daemon was told to end: what is done stands, the next start goes on."""


Looks: TypeAlias = Callable[[Workspace, Scanned], None]
"""Is given the vault and what a look in it saw and did."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whom the worker asks and tells, on its own thread."""

    settings: Callable[[], tuple[Settings, RootIdentity | None]]
    """Gives the last good ones, as a wrong file leaves them, and the folder they were read from."""
    again: Callable[[Job, float], None]
    """Takes a job that shall be queued after so many seconds."""
    begun: Callable[[Job], None]
    """Is told of each job that begins."""
    done: Callable[[Job], None]
    """Is told of each job that was done."""
    looked: Looks = lambda *_: None
    """Is told what each look found, while the vault is open."""


class Worker:
    """Does what the queue holds until it is stopped."""

    idle_s = IDLE_S

    def __init__(
        self, places: Places, queue: WorkQueue, heartbeat: Heartbeat, owner: Owner
    ) -> None:
        """Open nothing yet."""
        self._places = places
        self._queue = queue
        self._heartbeat = heartbeat
        self._settings = owner.settings
        self._again = owner.again
        self._begun = owner.begun
        self._done = owner.done
        self._tell = owner.looked
        self._stopping = threading.Event()
        self._ws: Workspace | None = None
        self._failures: dict[JobKind, int] = {}
        self._failing: dict[str, str] = {}
        """What fails now: by kind of job, and `writing`."""
        self._unread: dict[str, int] = {}
        """Paths that could not be read, with how often."""
        self._ledger_seen = 0
        self._refusals = 0
        self._refusal = ""
        """What could not be written the last time."""
        self._calls: deque[Call] = deque()
        """Commands that wait."""
        self.last_runs: dict[JobKind, datetime] = {}
        """When each kind of job last ran by the clock, in this life or one before."""
        self._knows_runs = False
        self._reading = ReadingRun(places.vault)
        self._saving = SavingRun(places.vault)
        self.is_resting = True
        """Whether model and index are closed, so that the next look has to open them."""

    def work(self) -> None:
        """Do jobs until stopped; to be run on a thread of its own."""
        has_worked = False
        try:
            while not self._stopping.is_set():
                job = self._queue.take(timeout_s=self.idle_s if has_worked else None)
                if job is not None:
                    self._attempt(job)
                elif has_worked:
                    self._rest()
                has_worked = job is not None
        except Stopped:
            log.info("stopped in the middle of a job; the next start goes on from there")
        self._reading.stop()
        self._saving.stop()
        self._close()

    def _rest(self) -> None:
        self._close()
        give_back_memory()
        self.is_resting = True

    def stop(self) -> None:
        """Ask for the end, from any thread; the job in hand ends at its next step."""
        self._stopping.set()
        self._queue.close()

    def _attempt(self, job: Job) -> None:
        self.is_resting = False
        self._begun(job)
        self._heartbeat.change(doing=job.kind, doing_since=self._heartbeat.now())
        start_s = time.monotonic()
        try:
            outcome = self._do(job)
            self._done(job)
        except BusyError as error:  # a command at work is no trouble of ours
            log.info("job=%s waits: %s", job.kind, error.message)
            self._heartbeat.change(doing="", doing_since="")
            self._again(job, FIRST_RETRY_S)
        except VaultwatchError as error:
            if isinstance(error, StoreError | LedgerError):
                self._close()  # index or ledger may be gone or garbled: the next job opens anew
            self._fail(job, error.message, error.hint)
        except Exception as error:  # the loop must survive
            log.exception("job=%s failed unexpectedly", job.kind)
            self._close()
            self._fail(job, f"{type(error).__name__}, see the log", "")
        else:
            self._succeed(job, outcome, time.monotonic() - start_s)

    def _succeed(self, job: Job, outcome: str, seconds: float) -> None:
        self._failures.pop(job.kind, None)
        self._failing.pop(job.kind, None)
        # From the second try on: a person's save in the same instant is no trouble.
        if self._refusals > 1:
            if self._failing.get("writing") != self._refusal:
                log.warning("job=report comes again: %s", self._refusal)
            self._failing["writing"] = self._refusal
        elif not self._refusals:
            self._failing.pop("writing", None)
        ended = self._heartbeat.now()
        more = {"last_reconcile_at": ended} if job.kind in LOOKS_EVERYWHERE else {}
        self._heartbeat.change(
            doing="",
            doing_since="",
            last_job=job.kind,
            last_job_at=ended,
            failing=self._all_that_fails(),
            **more,
        )
        if outcome:
            log.info("did job=%s s=%.2f %s", job.kind, seconds, outcome)

    def _fail(self, job: Job, message: str, hint: str) -> None:
        failures = self._failures.get(job.kind, 0)
        self._failures[job.kind] = failures + 1
        delay_s = _delay_s(failures + 1)
        level = logging.DEBUG if self._failing.get(job.kind) == message else logging.WARNING
        log.log(level, "job=%s failed, again in %.0f s: %s %s", job.kind, delay_s, message, hint)
        self._failing[job.kind] = message
        self._heartbeat.change(
            doing="",
            doing_since="",
            last_error=message,
            last_error_at=self._heartbeat.now(),
            failing=self._all_that_fails(),
        )
        if job.kind != "warm":  # the look that it was to hasten does it all itself
            self._again(job, delay_s)

    def _all_that_fails(self) -> str:
        return " ".join(dict.fromkeys(self._failing.values()))

    def _do(self, job: Job) -> str:
        """Have the job done; return what came of it for the log, empty where nothing did."""
        if job.kind == "reload":
            self._close()
            return "settings read anew"
        with writer_lock(self._places.state, wait_s=LOCK_WAIT_S):
            ws = self._workspace()
            self._read_last_runs(ws)
        if job.kind in _LOOKS:
            self._give_way(ws, job)
        with writer_lock(self._places.state, wait_s=LOCK_WAIT_S):
            ws = self._workspace()
            told = self._carry_out(ws, job)
            if job.kind != "embed" and VECTORS_OWED.get(ws.ledger):
                self._queue.put("embed")
            if job.kind in BY_THE_CLOCK:
                self.last_runs[job.kind] = ws.clock.now()
                last_run(job.kind).set(ws.ledger, ws.clock.now())
            return told

    def _give_way(self, ws: Workspace, job: Job) -> None:
        """Take in most of a big change little by little: who waits has the writer lock between."""
        count = 0
        for take_in in little_by_little(ws, job.paths or None):
            with writer_lock(self._places.state, wait_s=LOCK_WAIT_S):
                if self._workspace() is not ws:
                    return  # another index or ledger than the change was seen by
                take_in()
            count += 1
            self._progress("taking in", count, 0)
        if count:
            log.info("job=%s gave way %d times", job.kind, count)

    def _carry_out(self, ws: Workspace, job: Job) -> str:  # noqa: C901, PLR0912 -- one case a job
        told = ""
        match job.kind:
            case "answer":
                count = self._answer_commands()
                answered = answer_requests(ws)
                told = ", ".join(f"{one.verb}: {one.state}" for one in answered)
                told = told or (f"commands={count}" if count else "")
                if len(answered) == MOST_A_TURN:  # more may wait, behind the notes
                    self._queue.put("answer")
                if answered:  # what an editor held open just then is written a moment later
                    self._again(Job("report"), FIRST_RETRY_S)
            case "warm":
                warm(ws)
                keep_what_stays()
            case "look":
                told = self._looked(ws, look(ws, job.paths), job.paths)
            case "reconcile":
                told = self._looked(ws, look(ws), None)
            case "scan":
                scanned = scan(ws, LookScope(is_deep=True))
                looked = Looked(scanned.indexed, scanned, scanned.published)
                told = self._looked(ws, looked, None)
            case "report":
                told = self._published(republish(ws))
            case "backup":
                told = f"kept={back_up_ledger(ws).name!r}"
            case "optimise":
                told = "index tidied" if tidy_index(ws) else ""
                ws.ledger.prune()
                if keep_proposals(ws):  # the report tells of them
                    self._queue.put("report")
            case "read":
                told = self._reading.begin(ws)
            case "save":
                told = self._saving.begin(ws)
            case "embed":
                told = self._embed_some(ws)
            case "reload":
                pass  # opened anew already
            case _ as never:
                assert_never(never)
        return told

    def take(self, call: Call) -> None:
        """Take a command of the user's, from any thread."""
        self._calls.append(call)
        self._queue.put("answer")

    def _answer_commands(self) -> int:
        """Carry out what commands ask for; return how many were."""
        count = 0
        while self._calls:
            count += self._calls.popleft().carry_out(self._lent)
        return count

    @contextmanager
    def _lent(self) -> Iterator[Workspace]:
        """Lend the vault, whose writer lock is held, to a command on this thread."""
        ws = self._workspace()
        if load_settings(self._places.vault) != ws.settings or not has_keys(ws.settings):
            raise NotLentError
        ws.has_waited = False
        try:
            with ws.held():
                yield ws
        finally:
            ws.client = ""  # a hook speaks for one

    def _embed_some(self, ws: Workspace) -> str:
        if embed_owed(ws, slices=1):  # the rest behind whatever else waits
            self._queue.put("embed")
        return f"records to embed={VECTORS_OWED.get(ws.ledger)}"

    def _read_last_runs(self, ws: Workspace) -> None:
        if self._knows_runs:
            return
        for kind in BY_THE_CLOCK:
            ran = last_run(kind).get(ws.ledger)
            if ran is not None:
                self.last_runs[kind] = ran
        self._knows_runs = True

    def _looked(self, ws: Workspace, looked: Looked, paths: frozenset[str] | None) -> str:
        self._come_back_to_unread(looked, paths)
        told = self._published(looked.published) if looked.published is not None else ""
        if looked.scanned is None:
            return told
        self._tell(ws, looked.scanned)
        return _told(looked.scanned)

    def _published(self, published: Published) -> str:
        if published.refused:
            # A person is typing in it right now, or it cannot be written: later, and later.
            path, reason = published.refused[0]
            more = f" (and {len(published.refused) - 1} more)" if published.refused[1:] else ""
            named = reason if repr(path) in reason else f"{path!r} was not written: {reason}"
            self._refusal = f"{named}{more}"
            self._refusals += 1
            self._again(Job("report"), _delay_s(self._refusals))
        else:
            self._refusals = 0
        return f"written={len(published.written)}" if published.written else ""

    def _come_back_to_unread(self, looked: Looked, paths: frozenset[str] | None) -> None:
        failed = {path for path, _ in looked.indexed.failed}
        for path in failed:
            self._unread[path] = self._unread.get(path, 0) + 1
            if self._unread[path] <= MOST_TRIES:
                self._again(Job("look", frozenset({path})), _delay_s(self._unread[path]))
        for path in [path for path in self._unread if paths is None or path in paths]:
            if path not in failed:
                del self._unread[path]

    def _workspace(self) -> Workspace:
        self._places.ensure()
        if self._ws is not None and not self._ws.is_index_standing():
            log.warning("the index is gone or another; it is made anew")
            self._close()
        if self._ws is not None and self._ws.is_model_worth_asking:
            self._close()
        if self._ws is not None and self._ledger_now() != self._ledger_seen:
            # What is open still reads from memory, and would write over what stands there now.
            log.warning("the ledger is gone, garbled or another; it is opened anew")
            self._close()
        if self._ws is None:
            progress: Progress = self._progress
            settings, identity = self._settings()
            self._ws = open_for_long(
                self._places, settings, identity=identity, progress=progress, is_listening=True
            )
            _ = self._ws.ledger  # opened now, to be known again
            self._ledger_seen = self._ledger_now()
        return self._ws

    def _ledger_now(self) -> int:
        """Return what tells the ledger's file from others; 0 where there is none.

        Never opened here as a file: closing it would drop the locks that SQLite holds on it for
        this process, and another one would take the log of our writes away
        (https://www.sqlite.org/howtocorrupt.html, 2.2).
        """
        read_version(self._places.ledger)  # through SQLite, which knows of its locks
        try:
            return self._places.ledger.stat().st_ino
        except OSError:
            return 0

    def _progress(self, what: str, done: int, total: int) -> None:
        del what, done, total
        self._heartbeat.progress()
        if self._stopping.is_set():
            raise Stopped

    def _close(self) -> None:
        ws, self._ws = self._ws, None
        if ws is None:
            return
        try:
            ws.__exit__(None, None, None)
        except Exception:  # closing must not end the worker; what is open falls with the process
            log.exception("a part of the vault could not be closed")


def _delay_s(times: int) -> float:
    return min(FIRST_RETRY_S * 2.0 ** (times - 1), LAST_RETRY_S)


def _told(scanned: Scanned) -> str:
    return (
        f"indexed={len(scanned.indexed.upserted)} removed={len(scanned.indexed.removed)} "
        f"opened={len(scanned.opened)} closed={len(scanned.closed)} "
        f"written={len(scanned.published.written)}"
    )
