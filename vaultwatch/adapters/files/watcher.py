"""Say where in a vault something changed: *look again at this path*, and no more.

A hint may come too often, and one that is lost costs delay, never truth: whoever takes hints looks
at the disk, and now and then at all of it. Symlinks are not followed: what a link leads to is
watched only where it stands in the vault itself.
"""

import logging
import os
import queue
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from watchdog.events import (
    DirAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from vaultwatch.adapters.files.hints import EVERYTHING, hint_for, is_hidden
from vaultwatch.adapters.files.polling import Poller
from vaultwatch.adapters.machine.mounts import Way, has_room_for_watches
from vaultwatch.errors import VaultwatchError

log = logging.getLogger(__name__)

CHECK_S = 1.0
"""Between two looks at whether the watching still works, and after a loss before the next hint."""
STOP_S = 1.5
"""So long `stop` waits for the threads; one that hangs on a dead share is left behind."""

_KINDS: list[type[FileSystemEvent]] = [
    DirAttribEvent,  # a folder that may be read again
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,  # a note that may be read again
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
]
"""All others are left out, most of all those of a mere read: else we would feed on ourselves."""
_CONTENT = (FileModifiedEvent, FileAttribEvent)
_LOST = "the kernel's queue of file events overflowed"
_NO_ROOM = (
    "the system lets this user watch no more folders, so they are looked at in turns; raise "
    "fs.inotify.max_user_watches to be told of changes at once"
)


class Watcher:
    """Hints at what changes in one vault, from threads of its own, until it is stopped."""

    def __init__(
        self,
        root: Path,
        *,
        on_hint: Callable[[str], None],
        on_lost: Callable[[str], None],
        way: Way,
        poll_s: float = 2.0,
    ) -> None:
        """Watch nothing yet.

        Args:
            root: the vault.
            on_hint: takes a path in the vault that changed, or `EVERYTHING`.
            on_lost: takes why changes may have gone unseen; `EVERYTHING` is hinted after it.
            way: whether the kernel tells of changes or one must look for them.
            poll_s: between two looks, where polling is the way.
        """
        self.way: Way = way
        """The way it is: where a limit keeps `native` from seeing all, `start` turns to polling."""
        self._root = os.path.realpath(root)
        self._on_hint = on_hint
        self._on_lost = on_lost
        self._poll_s = poll_s
        self._losses: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._grew = threading.Event()
        self._is_full = False
        self._log_handler = _LossHandler(self._losses)
        self._observer: BaseObserver | Poller | None = None
        self._identity: tuple[int, int] | None = None
        self._guard = threading.Thread(target=self._watch_over, name="watch-guard", daemon=True)

    def start(self) -> None:
        """Begin; a change made after this returns is hinted at.

        Raises:
            VaultwatchError: the folder cannot be watched.
        """
        # A folder that is made while its parent is taken in is taken in twice: harmless, and
        # watchdog warns of it on stderr.
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
        logging.getLogger("watchdog").addHandler(self._log_handler)
        self._identity = _identity_of(self._root)
        try:
            self._observer = self._observed(self.way)
            if self.way == "native" and not has_room_for_watches(Path(self._root)):
                _end(self._observer)
                self.way = "polling"
                self._observer = self._observed(self.way)
                self._losses.put(_NO_ROOM)
        except OSError as exc:
            self.stop()
            raise VaultwatchError(
                f"The vault cannot be watched: {exc.strerror or exc}.",
                hint="See `vaultwatch doctor`, or set watch.way to polling.",
            ) from exc
        self._guard.start()

    def stop(self) -> None:
        """End within two seconds; no hint comes after it, but for one that is just being given."""
        logging.getLogger("watchdog").removeHandler(self._log_handler)
        self._stopping.set()
        self._losses.put("")
        observer, self._observer = self._observer, None
        if observer is not None:
            _end(observer)
        if self._guard.is_alive() and self._guard is not threading.current_thread():
            self._guard.join(CHECK_S / 4)

    def is_alive(self) -> bool:
        """Tell whether changes are seen: it was started, nothing died, the folder is in place.

        One that is no longer alive is stopped and another started in its place.
        """
        return self._observer is not None and self._trouble() is None

    def _observed(self, way: Way) -> BaseObserver | Poller:
        if way == "polling":
            poller = Poller(self._root, self._on_hint, self._poll_s)
            poller.start()
            return poller
        observer = Observer()
        observer.schedule(
            _Handler(self._root, self._on_hint, self._grew),
            self._root,
            recursive=True,
            event_filter=_KINDS,
        )
        try:
            observer.start()
        except BaseException:
            _end(observer)
            raise
        return observer

    def _watch_over(self) -> None:
        """Tell of losses, and of the end where the watching ends by itself."""
        is_dead = is_owing = False
        while not self._stopping.is_set():
            reason = self._next_loss()
            if reason or is_owing:
                self._tell(reason)
            # Once more a moment later: watchdog takes the folders in anew only after its log line.
            is_owing = bool(reason)
            if self._grew.is_set():
                self._grew.clear()
                self._is_full = self.way == "native" and not has_room_for_watches(Path(self._root))
            trouble = self._trouble()
            if trouble and not is_dead:
                self._tell(trouble)
            is_dead = trouble is not None
            if is_owing:
                self._stopping.wait(CHECK_S)

    def _next_loss(self) -> str:
        """Wait for a loss and take all there are, so that a storm of them is told of once."""
        reason = ""
        with suppress(queue.Empty):
            reason = self._losses.get(timeout=CHECK_S)
            while True:
                reason = self._losses.get_nowait() or reason
        return reason

    def _tell(self, reason: str) -> None:
        if self._stopping.is_set():
            return
        if reason:
            self._on_lost(reason)
        self._on_hint(EVERYTHING)

    def _trouble(self) -> str | None:
        observer = self._observer
        if observer is None:
            return None
        threads = _threads_of(observer)
        if not threads or not all(thread.is_alive() for thread in threads):
            return "the watching ended by itself"
        if _identity_of(self._root) != self._identity:
            return "the vault's folder was moved away or replaced"
        return _NO_ROOM if self._is_full else None


def watch_folder(folder: Path, on_stir: Callable[[], None]) -> Callable[[], None]:
    """Tell whenever a file comes into a folder of our own; return what ends that.

    Raises:
        OSError: it cannot be watched.
    """
    observer = Observer()
    kinds: list[type[FileSystemEvent]] = [FileCreatedEvent, FileMovedEvent]
    observer.schedule(_Stirring(on_stir), os.fspath(folder), event_filter=kinds)
    try:
        observer.start()
    except BaseException:
        _end(observer)
        raise
    return lambda: _end(observer)


class _Stirring(FileSystemEventHandler):
    """Tells of each event, and nothing about it."""

    def __init__(self, on_stir: Callable[[], None]) -> None:
        self._on_stir = on_stir

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Tell."""
        del event
        self._on_stir()


class _Handler(FileSystemEventHandler):
    """Turns an event into hints."""

    def __init__(self, root: str, on_hint: Callable[[str], None], grew: threading.Event) -> None:
        self._root = root
        self._on_hint = on_hint
        self._grew = grew

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Hint at both ends of what happened."""
        if isinstance(event, DirCreatedEvent):
            self._grew.set()
        ends = (os.fsdecode(event.src_path), os.fsdecode(event.dest_path))
        hints = {self._hint(path, event) for path in ends if path}
        for hint in sorted(hint for hint in hints if hint is not None):
            self._on_hint(hint)

    def _hint(self, path: str, event: FileSystemEvent) -> str | None:
        inner = os.path.relpath(path, self._root)
        if os.sep != "/":
            inner = inner.replace(os.sep, "/")
        if inner == ".":
            return EVERYTHING
        if event.is_directory:
            return None if is_hidden(inner) else EVERYTHING
        return hint_for(inner, is_content=isinstance(event, _CONTENT))


class _LossHandler(logging.Handler):
    """Hears from watchdog's log, and only there, that events were lost."""

    def __init__(self, losses: "queue.SimpleQueue[str]") -> None:
        super().__init__(logging.WARNING)
        self._losses = losses

    def emit(self, record: logging.LogRecord) -> None:
        """Take the loss out of a line; it is told of on another thread."""
        text = record.getMessage().lower()
        if "overflow" in text or "unable to rebuild" in text:
            self._losses.put(_LOST)


def _identity_of(root: str) -> tuple[int, int] | None:
    try:
        found = os.stat(root)  # noqa: PTH116 -- beside the strings that watchdog takes
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _threads_of(observer: BaseObserver | Poller) -> list[threading.Thread]:
    """Return all threads that an observer needs; none where it gave up."""
    if isinstance(observer, Poller):
        return [observer]
    emitters = list(observer.emitters)
    # The thread that reads inotify is nobody's public part, and when it dies all is silent.
    reader = getattr(observer, "_inotify_fd", None)
    readers = [reader] if isinstance(reader, threading.Thread) else []
    return [observer, *emitters, *readers] if emitters else []


def _end(observer: BaseObserver | Poller) -> None:
    """Stop an observer, without waiting for one that hangs."""
    ending = threading.Thread(target=observer.stop, name="watch-end", daemon=True)
    ending.start()
    ending.join(STOP_S)
