"""Say where in a vault something changed: *look again at this path*, and no more.

A hint may come too often, and one that is lost costs delay, never truth: whoever takes hints looks
at the disk, and now and then at all of it. Symlinks are not followed: what a link leads to is
watched only where it stands in the vault itself.
"""

import errno
import logging
import os
import queue
import re
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

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

from vaultwatch.adapters.files.sync_names import is_in_passing, is_note_name, is_utf8, placeheld
from vaultwatch.adapters.files.vault_survey import root_identity
from vaultwatch.adapters.machine.mounts import Way, has_room_for_watches
from vaultwatch.errors import VaultwatchError
from vaultwatch.late_regex import late_regex

_Marks: TypeAlias = tuple[int, ...]
"""What tells one state of a file from another; empty for a file of which the name is enough."""
_NO_MARKS: _Marks = ()


@dataclass(slots=True)
class _Look:
    """What stood in the folder at one time."""

    files: dict[str, _Marks] = field(default_factory=dict)
    folders: dict[str, _Marks] = field(default_factory=dict)


class Poller(threading.Thread):
    """Looks at a folder every few seconds, on a thread of its own, until it is stopped."""

    def __init__(self, root: str, on_hint: Callable[[str], None], poll_s: float) -> None:
        """Look at nothing yet."""
        super().__init__(name="watch-poll", daemon=True)
        self._root = root
        self._on_hint = on_hint
        self._poll_s = poll_s
        self._stopping = threading.Event()
        self._last = _Look()

    def start(self) -> None:
        """Take in what stands there, then begin."""
        self._last = _look(self._root)
        super().start()

    def stop(self) -> None:
        """End before the next look."""
        self._stopping.set()

    def run(self) -> None:
        """Look, hint at what differs, wait; end by itself when the folder is gone."""
        while not self._stopping.wait(self._poll_s):
            try:
                look = _look(self._root)
            except (FileNotFoundError, NotADirectoryError):
                return
            except OSError:
                continue  # a share that is away for a moment: what it held is still known
            hints = sorted(set(_differences(self._last, look)))
            self._last = look
            for hint in hints:
                if self._stopping.is_set():
                    return
                self._on_hint(hint)


def _look(root: str) -> _Look:
    """Take in all folders and files that may be hinted at."""
    look = _Look()
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        try:
            with os.scandir(os.path.join(root, prefix)) as entries:  # noqa: PTH118 -- for speed
                for entry in entries:
                    with suppress(OSError):  # it went while we looked
                        _take(entry, prefix, look, waiting)
        except OSError:
            if not prefix:
                raise
            look.folders[prefix] = _NO_MARKS
    return look


def _take(entry: os.DirEntry[str], prefix: str, look: _Look, waiting: list[str]) -> None:
    name = entry.name
    path = prefix + name
    if entry.is_dir(follow_symlinks=False):
        if not name.startswith(".") or path == OWN_FOLDER:
            found = entry.stat(follow_symlinks=False)
            look.folders[path + "/"] = (found.st_dev, found.st_ino)
            waiting.append(path + "/")
    elif is_note_name(name) or prefix.startswith("."):
        found = entry.stat(follow_symlinks=False)
        look.files[path] = (found.st_ino, found.st_mtime_ns, found.st_size, found.st_mode)
    else:
        look.files[path] = _NO_MARKS


def _differences(old: _Look, new: _Look) -> Iterator[str]:
    for path in old.folders.keys() | new.folders.keys():
        is_same = old.folders.get(path) == new.folders.get(path)
        if not is_same and not is_hidden(path.rstrip("/")):
            yield EVERYTHING
            break
    for path in old.files.keys() ^ new.files.keys():
        if (hint := hint_for(path, is_content=False)) is not None:
            yield hint
    for path, marks in new.files.items():
        if old.files.get(path, marks) != marks:
            hint = hint_for(path, is_content=True)
            if hint is not None:
                yield hint


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
    "fs.inotify.max_user_watches and max_user_instances to be told of changes at once"
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

        `on_lost` takes why changes may have gone unseen; `EVERYTHING` is hinted after it.
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
        """Begin; a change made after this returns is hinted at."""
        # A folder that is made while its parent is taken in is taken in twice: harmless, and
        # watchdog warns of it on stderr.
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
        logging.getLogger("watchdog").addHandler(self._log_handler)
        self._identity = root_identity(Path(self._root))
        try:
            if not self._is_watched_natively():
                self._observer = self._observed("polling")
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

    def _is_watched_natively(self) -> bool:
        """Watch as the system tells of changes; False where it does not, or has no room to."""
        if self.way != "native":
            return False
        try:
            self._observer = self._observed(self.way)
        except OSError as exc:
            if exc.errno not in {errno.EMFILE, errno.ENOSPC}:
                raise
        else:
            if has_room_for_watches(Path(self._root)):
                return True
            _end(self._observer)
        self.way = "polling"
        self._losses.put(_NO_ROOM)
        return False

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
        if root_identity(Path(self._root)) != self._identity:
            return "the vault's folder was moved away or replaced"
        return _NO_ROOM if self._is_full else None


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


# What to look at when something happened to a file: the rules both ways of watching share.

EVERYTHING = ""
"""The hint that means: look at the whole vault."""
OWN_FOLDER = ".vaultwatch"

_CONFIG = f"{OWN_FOLDER}/config.toml"
_REQUEST = late_regex(r"\.vaultwatch/requests/(?!\.)[^/]*(?<!\.answer)\.json", re.DOTALL)


def hint_for(path: str, *, is_content: bool) -> str | None:
    """Return what to look at when something happened to a file; None where it is nothing to us.

    `is_content`: it stands as before, and only what it holds changed.
    """
    if not is_utf8(path):
        return None  # no note may be called so; the next look at everything reports it
    if path == _CONFIG or _REQUEST.fullmatch(path):
        return path
    folder, _, name = path.rpartition("/")
    if is_hidden(folder):
        return None
    note = placeheld(name)
    if note is not None:
        return f"{folder}/{note}" if folder else note
    if name.startswith(".") or is_in_passing(name) or (is_content and not is_note_name(name)):
        return None
    return path


def is_hidden(path: str) -> bool:
    """Tell whether a folder, or one it is in, has a name that begins with a dot."""
    return any(part.startswith(".") for part in path.split("/"))
