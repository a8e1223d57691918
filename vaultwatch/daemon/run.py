"""One process that watches one vault: hints become jobs, and the one worker does them.

Three kinds of threads: the watcher's only note hints, the worker works, and the main one, here,
debounces hints, listens to signals and says that all is alive.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TypeAlias

from vaultwatch.adapters.files.request_files import RequestFiles
from vaultwatch.adapters.files.vault_survey import RootIdentity, root_identity
from vaultwatch.adapters.files.watcher import Watcher
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.adapters.machine.lock import daemon_lock, daemon_lock_file
from vaultwatch.adapters.machine.memory_use import is_on_battery, keep_heap_small
from vaultwatch.adapters.machine.mounts import watching_way
from vaultwatch.adapters.machine.systemd import Notifier, watchdog_every_s
from vaultwatch.daemon.heartbeat import Heartbeat
from vaultwatch.daemon.schedule import Schedule, is_within
from vaultwatch.daemon.work import EVERYTHING, LOOKS_EVERYWHERE, Debounce, Job, JobKind, WorkQueue
from vaultwatch.daemon.worker import Looks, Owner, Worker
from vaultwatch.doors.requests.answering import accept_requests
from vaultwatch.doors.requests.own_door import LEFT, Do, OwnDoor
from vaultwatch.errors import SettingsError, VaultwatchError
from vaultwatch.places import Places
from vaultwatch.services.known_stores import marks_of, vault_stores
from vaultwatch.services.records.losses import may_be_away
from vaultwatch.settings import Settings, load_settings, own_settings_file

log = logging.getLogger(__name__)

ROOT_LOOK_S = 5.0
"""The vault's own folder is looked at so often: moving it away makes no event (FACTS)."""
REQUEST_LOOK_S = 2.0
"""The requests folder is looked at so often beside the watcher. Chosen by hand."""
GONE = "The vault is gone; nothing is removed, and it is waited for."
STOP_S = 3.0
"""The worker's time to end; then the process ends without it. systemd and people wait 5 s."""

_CONFIG = ".vaultwatch/config.toml"
_REQUESTS = ".vaultwatch/requests/"


class Daemon:
    """Watches one vault until it is told to stop."""

    worker_kind = Worker

    def __init__(
        self, vault: Path, do: Do = lambda *_: LEFT, looked: Looks = lambda *_: None
    ) -> None:
        """Read the settings; start nothing.

        What commands ask for is done by `do`; `looked` is told what each look found.
        """
        self._do = do
        self._looked = looked
        self._places = Places(vault)
        self._identity = root_identity(vault)
        self._config = WatchedFile(self._places.config)
        self._settings = load_settings(vault)
        self._clock = SystemClock()
        self._notifier = Notifier.from_environment()
        self._queue = WorkQueue()
        self._wake = threading.Condition()
        self._debounce = self._new_debounce(self._settings)
        self._config_debounce = self._new_debounce(self._settings)
        self._retries = Retries()
        self._is_asked = True
        self._request_trouble = ""
        self._last_event_at = ""
        self._is_stopping = self._is_reloading = False
        self._is_ready = False
        self._is_announced = False
        self._root: RootIdentity | None = None
        self._watcher: Watcher | None = None
        self._schedule: Schedule | None = None
        self._stores = StoreWatch(self._places, self._hint, settings_hint=_CONFIG)

    def run(self) -> bool:
        """Watch until SIGTERM or Ctrl-C, or until the state folder is another.

        Returns whether to begin anew: the lock went, and another process may hold one of its name.

        Raises:
            BusyError: another daemon watches this vault.
            NotThereError, RefusedError: the vault or the state folder cannot be used.
        """
        keep_heap_small()
        self._places.ensure()
        with daemon_lock(self._places.state):
            self._heartbeat = Heartbeat(self._places.heartbeat, self._clock)
            self._heartbeat.change()  # at once: the last life's state is nobody's any more
            self._worker = self.worker_kind(
                self._places,
                self._queue,
                self._heartbeat,
                Owner(self._what_to_go_by, self._again, self._begun, self._done, self._looked),
            )
            thread = threading.Thread(target=self._worker.work, name="worker", daemon=True)
            self._lock = daemon_lock_file(self._places.state)
            self._listen()
            self._watch()  # first: what changes during the catch-up is seen
            self._door = OwnDoor(self._places, self._worker.take, self._do, is_fit=self._is_fit)
            self._door.open()
            if self._root is None:
                self._heartbeat.change(gone=GONE)
            self._queue.put("reconcile")
            thread.start()
            try:
                is_told_to_stop = self._loop(thread)
            except BaseException:
                log.exception("the daemon ends")
                self._end(thread, status=1)
                raise
            self._end(thread, status=0 if is_told_to_stop else 1)
            return not self._is_stopping  # it may have been told so meanwhile

    def _loop(self, worker: threading.Thread) -> bool:
        """Go round until told to stop; False where the state folder is another."""
        every_s = watchdog_every_s()
        root_s = request_s = alive_s = 0.0
        while not self._is_stopping:
            if not worker.is_alive():
                raise RuntimeError("the worker has ended")  # whoever started us starts us again
            now_s = time.monotonic()
            if now_s - root_s >= ROOT_LOOK_S:
                root_s = now_s
                if daemon_lock_file(self._places.state) != self._lock:
                    log.warning("the state folder was taken away: beginning anew")
                    return False
                self._look_at_root()
                if self._config.is_other():  # the hint at it was lost
                    self._hint(_CONFIG)
            if self._is_asked or now_s - request_s >= REQUEST_LOOK_S:
                request_s = now_s
                self._look_for_requests()
            self._stores.look(self._settings, now_s)
            if self._is_reloading:
                self._reload()
            self._queue_what_is_due(now_s)
            self._heartbeat.beat(
                queue=len(self._queue) + len(self._debounce), last_event_at=self._last_event_at
            )
            if every_s is not None and now_s - alive_s >= every_s and not self._heartbeat.hangs():
                alive_s = now_s
                self._notifier.alive()
            if not self._is_announced:
                self._announce()
            self._sleep(now_s)
        return True

    def _announce(self) -> None:
        """Tell systemd once that the service is up."""
        # A vault that is not mounted yet is waited for: that is no reason to hold up a login.
        if self._is_ready or self._heartbeat.state.last_error:
            self._is_announced = True
            self._notifier.ready()
            self._notifier.status(f"watching {self._places.vault}")
        else:
            self._notifier.extend(60.0)  # a first index takes minutes: systemd shall wait

    def _sleep(self, now_s: float) -> None:
        with self._wake:
            waiting = (self._debounce, self._config_debounce, self._retries)
            times_s = [one.next_due_s() for one in waiting]
            due = [max(one, now_s + 0.05) for one in times_s if one is not None]
            wait_s = min([REQUEST_LOOK_S, *(one - time.monotonic() for one in due)])
            if wait_s > 0 and not (self._is_stopping or self._is_reloading or self._is_asked):
                self._wake.wait(wait_s)

    def _queue_what_is_due(self, now_s: float) -> None:
        with self._wake:
            due = self._debounce.due(now_s=now_s, stands=self._stands)
            ripe = self._retries.ripe(now_s)
            if self._config_debounce.due(now_s=now_s, stands=self._stands):
                self._is_reloading = True
        if due:
            self._queue.put("look", due)
        for job in ripe:
            self._queue.put(job.kind, job.paths)

    def _is_fit(self) -> bool:
        """Tell whether commands can be done here, on a thread of the door's."""
        state = self._heartbeat.state
        return self._is_ready and not (state.gone or state.failing)

    def _stands(self, path: str) -> bool:
        return os.path.lexists(self._places.vault / path)

    def _hint(self, path: str) -> None:
        """Take a hint of the watcher, on its thread."""
        with self._wake:
            self._last_event_at = self._heartbeat.now()
            if path.startswith(_REQUESTS):
                self._is_asked = True
            elif path == _CONFIG:  # by itself: a look at everything swallows what waits with it
                self._config_debounce.hint(path, now_s=time.monotonic())
            else:
                self._debounce.hint(path, now_s=time.monotonic())
                if self._worker.is_resting and self._is_ready:
                    self._queue.put("warm")  # while the save is debounced
            self._wake.notify()

    def _lost(self, reason: str) -> None:
        log.warning("events were lost, looking at everything: %s", reason)
        self._hint(_CONFIG)

    def _again(self, job: Job, delay_s: float) -> None:
        with self._wake:
            self._retries.put(job, time.monotonic() + delay_s)
            self._wake.notify()

    def _begun(self, job: Job) -> None:
        """Hear of a job that begins, on the worker's thread: what fails in it is owed anew."""
        with self._wake:
            self._retries.begun(job)

    def _done(self, job: Job) -> None:
        """Hear of a job that was done, on the worker's thread."""
        if job.kind in LOOKS_EVERYWHERE and not self._is_ready:
            self._is_ready = True
            self._heartbeat.change(ready_at=self._heartbeat.now())
            self._start_schedule()
            self._queue.put("warm")  # the first save shall not wait for the model
            log.info("ready vault=%r", str(self._places.vault))
        with self._wake:  # the heartbeat says at once what is queued still
            self._wake.notify()

    def _start_schedule(self) -> None:
        self._schedule = Schedule(
            self._settings.schedule, put=self._put_by_clock, is_calm=self._is_calm
        )
        self._schedule.start(dict(self._worker.last_runs), self._clock.now())

    def _put_by_clock(self, kind: JobKind) -> None:
        self._queue.put(kind)
        if kind == "report":
            self._queue.put("answer")  # which also clears old answers away

    def _is_calm(self) -> bool:
        schedule, now = self._settings.schedule, datetime.now().astimezone().time()
        is_sparing = schedule.on_battery == "wait" and is_on_battery()
        return is_sparing or is_within(now, schedule.quiet_hours)

    def _watch(self) -> None:
        watch = self._settings.watch
        way, reason = watching_way(self._places.vault, watch.way)
        self._root = self._root_now()
        self._watcher = Watcher(
            self._places.vault,
            on_hint=self._hint,
            on_lost=self._lost,
            way=way,
            poll_s=watch.poll_s,
        )
        self._watcher.start()
        self._heartbeat.change(way=self._watcher.way)  # polling, where watches ran out
        log.info("watching vault=%r way=%s: %s", str(self._places.vault), way, reason)

    def _unwatch(self) -> None:
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None

    def _root_now(self) -> RootIdentity | None:
        """Return which folder the vault is; None where it is gone, or only its place stands."""
        root = root_identity(self._places.vault)
        return None if root != self._root and may_be_away(self._places) else root

    def _what_to_go_by(self) -> tuple[Settings, RootIdentity | None]:
        return self._settings, self._identity

    def _look_at_root(self) -> None:
        """Notice a vault that was moved away or unmounted, and one that came back."""
        root = self._root_now()
        is_alive = self._watcher is not None and self._watcher.is_alive()
        if root == self._root and (is_alive or root is None):
            return
        if root is None:
            self._root = None
            self._unwatch()
            log.warning("%s vault=%r", GONE, str(self._places.vault))
            self._heartbeat.change(gone=GONE, last_error=GONE, last_error_at=self._heartbeat.now())
            return
        log.warning("the vault is back or another, looking at everything")
        self._rewatch()
        self._is_reloading = True  # its settings were away with it
        self._hint(EVERYTHING)

    def _rewatch(self) -> None:
        """Watch anew; where that fails, it is tried again in `ROOT_LOOK_S`."""
        self._unwatch()
        try:
            self._watch()
        except VaultwatchError as error:
            self._root = None
            log.warning("cannot watch: %s %s", error.message, error.hint)
            self._heartbeat.change(gone=error.message)
        else:
            self._heartbeat.change(gone="")

    def _look_for_requests(self) -> None:
        self._is_asked = False
        try:
            if accept_requests(RequestFiles(self._places.vault)):
                self._queue.put("answer")
        except VaultwatchError as error:
            if error.message != self._request_trouble:  # asked every few seconds, said once
                log.warning("requests cannot be read: %s %s", error.message, error.hint)
            self._request_trouble = error.message
        else:
            self._request_trouble = ""

    def _listen(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_stop)
        if hasattr(signal, "SIGHUP"):  # not on Windows
            signal.signal(signal.SIGHUP, self._on_reload)

    def _on_stop(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        self.stop()

    def stop(self) -> None:
        """Have `run` return, from any thread."""
        with self._wake:
            self._is_stopping = True
            self._wake.notify_all()

    def _on_reload(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        with self._wake:
            self._is_reloading = True
            self._wake.notify_all()

    def _reload(self) -> None:
        self._is_reloading = False
        identity = root_identity(self._places.vault)
        if identity is None or may_be_away(self._places):
            return  # its settings are away with it, not gone
        is_other, self._identity = identity != self._identity, identity
        self._config.see()
        try:
            settings = load_settings(self._places.vault)
        except SettingsError as error:
            log.error("settings stay as they were: %s %s", error.message, error.hint)  # noqa: TRY400 -- no bug of ours
            self._heartbeat.change(last_error=error.message, last_error_at=self._heartbeat.now())
            if is_other:
                self._queue.put("reload")
            return
        if settings == self._settings:
            # The user's own file may name another model, which only opening anew tells.
            self._queue.put("reload")
            return
        self._notifier.reloading()
        before, self._settings = self._settings, settings
        with self._wake:
            self._debounce = self._new_debounce(settings)
        if before.watch != settings.watch:
            self._rewatch()
        if self._schedule is not None:
            self._schedule.stop()
            self._start_schedule()
        self._queue.put("reload")
        self._queue.put("scan")  # what is compared, flagged and reported may all be other now
        self._notifier.ready()
        log.info("settings read anew")

    @staticmethod
    def _new_debounce(settings: Settings) -> Debounce:
        return Debounce(quiet_s=settings.watch.quiet_s, max_wait_s=settings.watch.max_wait_s)

    def _end(self, thread: threading.Thread, *, status: int) -> None:
        """Stop all threads."""
        self._notifier.stopping()
        self._door.close()
        self._worker.stop()
        if self._schedule is not None:
            self._schedule.stop()
        thread.join(STOP_S)
        if status == 0:
            self._heartbeat.change(stopped_at=self._heartbeat.now(), doing="", doing_since="")
        if not thread.is_alive():
            self._unwatch()
            log.info("stopped")
            return
        log.warning("stopped in the middle of a job; the next start goes on from there")
        self._give_up(status)

    def _give_up(self, status: int) -> None:
        """End the process: the worker did not end in time."""
        for child in multiprocessing.active_children():
            child.kill()
        with suppress(Exception):
            logging.shutdown()
        os._exit(status)  # what a kill leaves is healed at the next start, and so is this


class Retries:
    """Jobs to queue again later."""

    def __init__(self) -> None:
        """Owe nothing."""
        self._owed: dict[JobKind, tuple[float, Job]] = {}

    def __len__(self) -> int:
        """Return how many kinds of jobs wait."""
        return len(self._owed)

    def put(self, job: Job, due_s: float) -> None:
        """Owe a job; one of its kind that is owed already comes first and takes its paths along."""
        before = self._owed.get(job.kind)
        if before is not None:
            due_s, job = min(before[0], due_s), Job(job.kind, before[1].paths | job.paths)
        self._owed[job.kind] = (due_s, job)

    def begun(self, job: Job) -> None:
        """Forget what a job that begins makes needless; if it fails it is owed anew."""
        if job.kind != "look":
            self._owed.pop(job.kind, None)
        if job.kind in LOOKS_EVERYWHERE:
            self._owed.pop("reconcile", None)

    def ripe(self, now_s: float) -> list[Job]:
        """Take out what is due."""
        ripe = [job for due_s, job in self._owed.values() if due_s <= now_s]
        for job in ripe:
            del self._owed[job.kind]
        return ripe

    def next_due_s(self) -> float | None:
        """Return when the next is due; None where nothing is owed."""
        return min((due_s for due_s, _ in self._owed.values()), default=None)


LOOK_S = 2.0
"""Between two looks. Chosen by hand."""
SHARE = 0.02
"""Of the time, at most, that is spent looking. Chosen by hand."""

_Marks: TypeAlias = dict[str, str | None]


class StoreWatch:
    """What the stores were when they were last told of, by size and time alone.

    They may be many folders of a home, of which the system would have to watch every one.
    """

    def __init__(
        self, places: Places, on_hint: Callable[[str], None], *, settings_hint: str
    ) -> None:
        """Look at nothing yet."""
        self._places = places
        self._on_hint = on_hint
        self._settings_hint = settings_hint
        self._due_s = 0.0
        self._told: _Marks | None = None
        self._last: _Marks = {}
        self._first_s = 0.0
        self._own = WatchedFile(own_settings_file())

    def look(self, settings: Settings, now_s: float) -> None:
        """Look, where it is time, and tell; the first look only learns what stands."""
        if now_s < self._due_s:
            return
        begun_s = time.monotonic()
        if self._own.is_other():
            self._own.see()
            self._on_hint(self._settings_hint)
        marks = self._marks(settings)
        if self._told is None:
            self._told = marks
        if marks == self._told:
            self._first_s = now_s
        elif marks == self._last or now_s - self._first_s >= settings.watch.max_wait_s:
            self._told, self._first_s = marks, now_s
            self._on_hint(EVERYTHING)
        self._last = marks
        self._due_s = now_s + max(LOOK_S, (time.monotonic() - begun_s) / SHARE)

    def _marks(self, settings: Settings) -> _Marks:
        found: _Marks = {}
        for store in vault_stores(settings, self._places):
            files = marks_of(store)
            found[store.name] = None if files is None else files.digest
        return found


_Sight: TypeAlias = tuple[int, int, int, int] | None


class WatchedFile:
    """A file of settings as it stood when it was last read."""

    def __init__(self, file: Path) -> None:
        """Take it as it stands; its settings are read next."""
        self._file = file
        self._seen = self._now()

    def see(self) -> None:
        """Take note of how it stands; to be called before it is read."""
        self._seen = self._now()

    def is_other(self) -> bool:
        """Tell whether it was written, made or taken away since it was last read."""
        return self._now() != self._seen

    def _now(self) -> _Sight:
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
