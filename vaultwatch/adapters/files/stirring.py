"""Ask the system what in a vault stirred since it was looked at last.

No thread, and no delay: Linux queues a note for us while a file is being changed, and a question
reads the queue before it trusts what is indexed. What it names is looked at alone: most often what
we wrote ourselves. Where the system cannot tell, all is looked at for every question.
"""

import ctypes
import errno
import os
import struct
import threading
import time
import weakref
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from vaultwatch.adapters.files.sync_names import is_in_passing, is_note_name, is_utf8, placeheld

MOST_CALM_S = 600.0
"""So long the system is believed at most, as a daemon believes its watcher: `schedule.reconcile`.
Some file systems lose what they should tell."""
DOUBTED_CALM_S = 30.0
"""The same where a note has a second name: a write through the other one is told of nowhere. Chosen
by hand."""
MOST_NAMED = 200
"""Where more notes stirred a look at all is as cheap. Chosen by hand."""
_READ_BYTES = 1 << 16
_GONE = {errno.ENOENT, errno.ENOTDIR}
"""The folder that held it tells that it went."""

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF, _ONLY_FOLDERS = 0x100, 0x200, 0x400, 0x800, 0x1000000
_KINDS = (_MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO) | (
    _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF | _ONLY_FOLDERS
)
"""All that changes what a look would see; reading is not among them. Source: inotify(7)."""
_LOST, _OF_FOLDER = 0x4000, 0x40000000
_NAMING = _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE
_EVENT = struct.Struct("iIII")
"""Watch, kind, cookie, length of the name behind it. Source: inotify(7)."""


class Stirring:
    """What the system queued about some folders since; one thread looks at a time, any may ask."""

    def __init__(self, *, now_s: Callable[[], float] = time.monotonic) -> None:
        """Listen to nothing yet."""
        self._now_s = now_s
        self._most_s = MOST_CALM_S
        self._looked_s: float | None = None
        """When all was looked at last; None while that must be done again."""
        self._is_settled = False
        self._folders: dict[int, str] = {}
        """Watch by watch the path of its folder within the vault, with a slash at its end."""
        self._readings = self._looked_at_reading = 0
        self._named: dict[str, int] = {}
        """Notes that stirred, each with the number of the reading that told of it last."""
        self._handle = -1
        self._turn = threading.RLock()
        try:
            self._libc = ctypes.CDLL(None, use_errno=True)
            self._handle = int(self._libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
        except (OSError, AttributeError, TypeError):  # no inotify on this system
            return
        if self._handle >= 0:
            weakref.finalize(self, os.close, self._handle)

    def begin(self) -> None:
        """Forget what is queued: a look at everything begins."""
        with self._turn:
            self._folders.clear()
            self._read_queue()
            self._named.clear()
            self._is_settled = False
            self._most_s = MOST_CALM_S
            self._looked_s = self._now_s()

    def begin_few(self) -> None:
        """Note that what `stirred` named last is looked at from now on."""
        self._looked_at_reading = self._readings

    def watch(self, folder: Path, prefix: str = "") -> None:
        """Listen to a folder, to be called before its names are read; see `_folders`."""
        with self._turn:
            if self._handle < 0:
                return
            added = self._libc.inotify_add_watch(self._handle, os.fsencode(folder), _KINDS)
            if added >= 0:
                self._folders[added] = prefix
            elif ctypes.get_errno() not in _GONE:  # no room for more watches
                self.be_deaf()

    def be_deaf(self) -> None:
        """Call nothing calm any more: something was seen that the system will not tell of."""
        self._handle = -1

    def doubt(self) -> None:
        """Believe the system for a short while only: a note was seen that has a second name."""
        self._most_s = DOUBTED_CALM_S

    def settle(self, paths: Collection[str] | None = None) -> None:
        """Take what the last look saw for known: these notes, or all that were named before."""
        with self._turn:
            if not self._is_settled:
                self._is_settled = self._looked_s is not None and paths is None
                return
            seen = self._looked_at_reading
            self._named = {
                path: told
                for path, told in self._named.items()
                if told > seen or (paths is not None and path not in paths)
            }

    def is_calm(self) -> bool:
        """Tell whether a look would see what the last one saw."""
        return self.stirred() == frozenset()

    def stirred(self) -> frozenset[str] | None:
        """Return the notes that must be looked at; None where all must."""
        with self._turn:
            if self._is_settled:
                self._read_queue()
            is_known = self._is_settled and self._handle >= 0 and len(self._named) <= MOST_NAMED
            if self._looked_s is None or not is_known:
                return None
            is_late = self._now_s() - self._looked_s > self._most_s
            return None if is_late else frozenset(self._named)

    def _read_queue(self) -> None:
        self._readings += 1
        while self._handle >= 0:
            try:
                told = os.read(self._handle, _READ_BYTES)
            except BlockingIOError:
                return
            except OSError:
                self.be_deaf()
            else:
                for watch, kind, name in _events(told):
                    self._take(watch, kind, name)

    def _take(self, watch: int, kind: int, name: str) -> None:
        """Take in what one event means: a note that stirred, nothing, or a look at all."""
        folder = self._folders.get(watch)
        if folder is None and not kind & _LOST:
            return  # a folder that left the vault, or that is just being looked into
        is_name = bool(name) and bool(kind & _NAMING)
        if not name or folder is None:  # the folder itself, or more than the queue holds
            self._looked_s = None
        elif name.startswith("."):
            if placeheld(name) is not None:
                self._looked_s = None
        elif kind & _OF_FOLDER or not is_utf8(name) or "\\" in name:
            self._looked_s = None
        elif is_note_name(name):
            self._named[folder + name] = self._readings
        elif is_name and not is_in_passing(name):
            self._looked_s = None  # which other files stand decides where links lead


def _events(told: bytes) -> Iterator[tuple[int, int, str]]:
    """Yield watch, kind and name of each event that was read."""
    at = 0
    while at + _EVENT.size <= len(told):
        watch, kind, _, length = _EVENT.unpack_from(told, at)
        at += _EVENT.size
        yield watch, kind, os.fsdecode(told[at : at + length].rstrip(b"\0"))
        at += length
