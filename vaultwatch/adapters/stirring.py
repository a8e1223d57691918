"""Ask the system whether anything in a vault stirred since it was looked at last.

No thread, and no delay: Linux queues a note for us while a file is being changed, and a question
reads the queue before it trusts what is indexed. Where the system cannot tell, nothing is ever
called calm, and every question looks at every file.
"""

import ctypes
import errno
import os
import time
import weakref
from collections.abc import Callable
from pathlib import Path

MOST_CALM_S = 30.0
"""So long a vault is called calm at most. Chosen by hand: what the system tells nobody of, such as
a write through a second hard link, is late by no more."""
_READ_BYTES = 1 << 16
_GONE = {errno.ENOENT, errno.ENOTDIR}
"""The folder that held it tells that it went."""

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF, _ONLY_FOLDERS = 0x100, 0x200, 0x400, 0x800, 0x1000000
_KINDS = (_MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO) | (
    _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF | _ONLY_FOLDERS
)
"""All that changes what a look would see; reading is not among them. Source: inotify(7)."""


class Stirring:
    """What the system queued about some folders since they were looked at; for one thread."""

    def __init__(self, *, now_s: Callable[[], float] = time.monotonic) -> None:
        """Listen to nothing yet.

        Args:
            now_s: a clock that never goes back.
        """
        self._now_s = now_s
        self._settled_s: float | None = None
        self._handle = -1
        try:
            self._libc = ctypes.CDLL(None, use_errno=True)
            self._handle = int(self._libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
        except (OSError, AttributeError, TypeError):  # no inotify on this system
            return
        if self._handle >= 0:
            weakref.finalize(self, os.close, self._handle)

    def begin(self) -> None:
        """Forget what is queued: a look at everything begins."""
        self._settled_s = None
        self._is_quiet()

    def watch(self, folder: Path) -> None:
        """Listen to a folder from now on; to be called before its names are read."""
        if self._handle >= 0:
            added = self._libc.inotify_add_watch(self._handle, os.fsencode(folder), _KINDS)
            if added < 0 and ctypes.get_errno() not in _GONE:  # no room for more watches
                self.be_deaf()

    def be_deaf(self) -> None:
        """Call nothing calm any more: something was seen that the system will not tell of."""
        self._handle = -1

    def settle(self) -> None:
        """Take what the look saw for known."""
        self._settled_s = self._now_s()

    def is_calm(self) -> bool:
        """Tell whether a look would see what the last one saw."""
        if self._settled_s is None or self._handle < 0:
            return False
        if not self._is_quiet() or self._now_s() - self._settled_s > MOST_CALM_S:
            self._settled_s = None
        return self._settled_s is not None

    def _is_quiet(self) -> bool:
        """Empty the queue; tell whether nothing stood in it."""
        is_quiet = True
        while self._handle >= 0:
            try:
                os.read(self._handle, _READ_BYTES)
            except BlockingIOError:
                return is_quiet
            except OSError:
                self.be_deaf()
            else:
                is_quiet = False
        return False
