"""A Unix socket in a folder that only its owner can enter, and lines of JSON over it.

Each process that listens has a socket of its own there; what a killed one left is cleared away by
who finds that nobody answers. Where the system has no such sockets nobody listens.
"""

import json
import os
import selectors
import socket
import stat
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from vaultwatch.errors import RefusedError

MOST_NAME_BYTES: Final = 100
"""Of a socket's path. Source: unix(4) of macOS takes 104 bytes, unix(7) of Linux 108."""
_CHUNK: Final = 1 << 16
_PEER: Final = struct.Struct("3i")
"""Process, user and group. Source: unix(7), SO_PEERCRED."""
_MOST_WAITING: Final = 16


class CutError(Exception):
    """The other side went away, said nothing in time, or no line of JSON."""


class PrivateListener:
    """Listens in a folder until closed."""

    def __init__(self, folder: Path) -> None:
        """Begin to listen.

        Raises:
            OSError: there are no such sockets here, or the folder cannot be used.
            RefusedError: the folder is not this user's alone.
        """
        if not hasattr(socket, "AF_UNIX"):
            raise OSError(f"{sys.platform} has no Unix sockets")
        folder.mkdir(mode=0o700, exist_ok=True)
        if stat.S_ISDIR(folder.lstat().st_mode):
            folder.chmod(0o700)
        if not _is_ours(folder, stat.S_ISDIR):
            raise RefusedError(f"{str(folder)!r} is not yours alone.")
        for left in _sockets(folder):
            with suppress(CutError):
                _connected(left).close()
        name = os.urandom(4).hex()
        draft, self._place = folder / f".{name}", folder / name
        self._stop, self._stopped = socket.socketpair()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _short(draft) as short:
                self._socket.bind(short)
            draft.chmod(0o600)
            self._socket.listen(_MOST_WAITING)
            draft.rename(self._place)  # found by that name once it listens
        except OSError:
            self.close()
            draft.unlink(missing_ok=True)
            raise

    def accept(self) -> socket.socket | None:
        """Wait for a process of this user; None when closed."""
        with selectors.DefaultSelector() as waiting:
            waiting.register(self._socket, selectors.EVENT_READ)
            waiting.register(self._stopped, selectors.EVENT_READ)
            while not any(key.fileobj is self._stopped for key, _ in waiting.select()):
                connection, _ = self._socket.accept()
                if is_own_users(connection):
                    return connection
                connection.close()
        return None

    def stop(self) -> None:
        """Have `accept` end, from any thread; nobody finds the socket any more."""
        self._place.unlink(missing_ok=True)
        with suppress(OSError):  # closed already
            self._stop.send(b"x")

    def close(self) -> None:
        """Let go of all."""
        for one in (self._socket, self._stop, self._stopped):
            one.close()


def connected_in(folder: Path) -> socket.socket | None:
    """Return a connection to who listens in a folder, to the newest of many; None to nobody."""
    if not hasattr(socket, "AF_UNIX") or not _is_ours(folder, stat.S_ISDIR):
        return None
    for place in _sockets(folder):
        with suppress(CutError):
            connection = _connected(place)
            if is_own_users(connection):
                return connection
            connection.close()
    return None


def is_own_users(connection: socket.socket) -> bool:
    """Tell whether the other side is a process of this user; the folder says so where none can."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    held = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size)
    user: int = _PEER.unpack(held)[1]
    return user == os.geteuid()


def send_line(connection: socket.socket, value: object, *, within_s: float) -> None:
    """Send a value as a line of JSON."""
    try:
        connection.settimeout(within_s)
        connection.sendall(json.dumps(value).encode() + b"\n")
    except OSError as exc:
        raise CutError from exc


def read_line(connection: socket.socket, *, most_bytes: int, within_s: float) -> Any:  # noqa: ANN401 -- JSON
    """Return the next line's value; whoever sends says nothing behind it unasked.

    Raises:
        CutError: none came in time, it is too long, or no JSON.
    """
    held, until_s = bytearray(), time.monotonic() + within_s
    try:
        while not held.endswith(b"\n"):
            connection.settimeout(max(0.001, until_s - time.monotonic()))
            part = connection.recv(_CHUNK)
            held += part
            if not part or len(held) > most_bytes or time.monotonic() > until_s:
                raise CutError
        return json.loads(held)
    except (OSError, ValueError, RecursionError) as exc:
        raise CutError from exc


def _connected(place: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(1.0)
    try:
        with _short(place) as short:
            connection.connect(short)
    except OSError as exc:
        connection.close()
        if isinstance(exc, ConnectionRefusedError):  # its process was killed
            with suppress(OSError):
                place.unlink(missing_ok=True)
        raise CutError from exc
    return connection


def _sockets(folder: Path) -> list[Path]:
    """Return who may listen in a folder, the newest first."""
    with suppress(OSError):
        standing = [one for one in folder.iterdir() if _is_ours(one, stat.S_ISSOCK)]
        named = [one for one in standing if not one.name.startswith(".")]
        return sorted(named, key=lambda one: one.lstat().st_mtime_ns, reverse=True)
    return []


def _is_ours(place: Path, is_kind: Any) -> bool:  # noqa: ANN401 -- of `stat`
    """Tell whether a thing of some kind is this user's and nobody else can use it."""
    try:
        found = place.lstat()
    except OSError:
        return False
    is_alone = not found.st_mode & 0o077
    return bool(is_kind(found.st_mode)) and found.st_uid == os.geteuid() and is_alone


@contextmanager
def _short(place: Path) -> Iterator[str]:
    """Yield a name of a place that is short enough for a socket; where none is, it will not bind.

    Linux lets a folder be named by the number under which it is open.
    """
    if len(os.fsencode(place)) <= MOST_NAME_BYTES:
        yield str(place)
        return
    folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{place.name}"
    finally:
        os.close(folder)
