"""Put bytes in place of a file's, or a file elsewhere, so that nothing a person saves is lost.

Between the last look at a file and the swap there is an instant in which somebody may save. So the
old file is swapped out in one step, not written over, and looked at afterwards: if it is not what
was seen, it goes back. All of this where the system can swap two names (Linux, on most disks);
elsewhere the instant remains, and is as short as can be.
"""

import ctypes
import errno
import hashlib
import logging
import os
import secrets
import shutil
import signal
import stat as modes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from vaultwatch.adapters.files.own_files import AS_BYTES, LIKE_WINDOWS, NO_LINK
from vaultwatch.errors import DiskFullError, NoteChangedError, RefusedError
from vaultwatch.late_regex import late_regex

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

NO_REPLACE = 1
EXCHANGE = 2
"""Linux: include/uapi/linux/fs.h."""
MOST_SWAPS = 8
"""So often a person may save within our instants before the last but one save goes to the trash."""
PLAIN_TEMP = late_regex(r"\.vaultwatch-[0-9a-f]{16}\.tmp\Z")
"""A temporary file of ours whose content is ours as well, however much of it stands there."""
SWAP_TEMP = late_regex(r"\.vaultwatch-[0-9a-f]{16}-([0-9a-f]{16})-([0-9a-f]{16})\.tmp\Z")
"""One about to be swapped, or swapped out; it names the digests of both contents. After a kill it
may hold something else: what a person saved at that very moment."""

SCRATCH = ".restore-"
"""Begins the name of a folder in which backups are tried."""
STALE_S = 3600
"""An older temporary file of ours has no writer any more; chosen by hand."""

SHORT_DIGITS = 16
"""Hex digits of the digests in such a name."""

_AT_CWD = -100
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_NO_LINKS = _UNSUPPORTED | {errno.EPERM, errno.EMLINK}


def replace_file(file: Path, *, seen: bytes, new: bytes, kept: Path) -> None:
    """Put other bytes in place of a file's, which is no link, if it still holds what was seen.

    A save that lost against a later one goes to the folder `kept`, on the same disk, made only
    then.

    Raises:
        NoteChangedError: it holds something else, or another program has it open for writing.
        OSError: it cannot be written; it stands as it was.
    """
    temp = _written_beside(file, new, like=file)
    try:
        swap = temp.with_name(f"{temp.name.removesuffix('.tmp')}-{_short(new)}-{_short(seen)}.tmp")
        temp = temp.rename(swap)
        look = _Look(temp)
        is_swapped = _put(temp, file, seen, look)
    except BaseException as exc:
        with suppress(OSError):  # Ctrl-C may have come just after the swap: only what is ours goes
            if temp.read_bytes() == new:
                temp.unlink()
        if isinstance(exc, FileNotFoundError):
            raise _changed(file) from exc
        raise
    # From here on the temporary file is somebody's: what fails below leaves it to `rescue`.
    is_as_seen = not is_swapped or look.holds_calmly(temp, seen)
    if is_as_seen:
        sync_folder(file.parent)
        # Once more: who was about to open the old file when it went has opened it by now.
        is_as_seen = not is_swapped or look.holds_calmly(temp, seen)
    if not is_as_seen:
        _give_back(temp, file, new, kept, look)
        raise _changed(file)
    temp.unlink(missing_ok=True)


def put_file(
    file: Path,
    new: bytes,
    *,
    mode: int | None = None,
    is_synced: bool = True,
    follows_link: bool = True,
) -> None:
    """Put bytes at a place of our own, whole or not at all, whatever stands there.

    A file that stands keeps its permissions, a new one has `mode`. `follows_link` writes what a
    link leads to instead of the link. Not synced is for what the next moment overwrites.

    Raises:
        OSError: it cannot be written; it stands as it was.
    """
    if follows_link:
        file = Path(os.path.realpath(file))
    like = file if file.exists() and not file.is_symlink() else None
    temp = _written_beside(file, new, like, mode=mode, is_synced=is_synced)
    try:
        temp.replace(file)
    finally:
        temp.unlink(missing_ok=True)
    if is_synced:
        sync_folder(file.parent)


def create_file(file: Path, new: bytes, *, mode: int | None = None, is_synced: bool = True) -> None:
    """Make a file and its folder; without a `mode` with what the user's umask leaves.

    Raises:
        FileExistsError: there is one already, whatever it holds.
        OSError: it cannot be made.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    temp = _written_beside(file, new, mode=mode, is_synced=is_synced)
    try:
        try:
            _move_over_nothing(temp, file)
        except OSError as exc:
            if exc.errno not in _NO_LINKS:
                raise
            _write_new(file, new)  # no way to move it over nothing: a kill may leave half of it
    finally:
        temp.unlink(missing_ok=True)
    if is_synced:
        sync_folder(file.parent)


def move_file(old: Path, new: Path, *, seen: bytes) -> None:
    """Move a file over nothing, if it still holds what was seen.

    Raises:
        NoteChangedError: it holds something else, or another program has it open for writing.
        FileExistsError: the new place is taken.
        OSError: it cannot be moved.
    """
    new.parent.mkdir(parents=True, exist_ok=True)
    look = _looking_in(new.parent)
    if not look.holds_calmly(old, seen):
        raise _changed(old)
    try:
        _move_over_nothing(old, new)
    except OSError as exc:
        if exc.errno not in _NO_LINKS:
            raise
        if os.path.lexists(new):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(new)) from exc
        old.rename(new)
    if not look.holds_calmly(new, seen):
        # Where a newer one stands at the old place already, this one stays: nothing is lost.
        with suppress(OSError):
            _move_over_nothing(new, old)
        raise _changed(old)
    sync_folder(new.parent)
    sync_folder(old.parent)


def rename(old: Path, new: Path, flags: int) -> None:
    """Rename with Linux's flags: over nothing, or two files against each other.

    Raises:
        OSError: it failed; ENOSYS or EINVAL where system or disk knows no such thing.
    """
    try:
        call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    except TypeError:  # Windows
        call = None
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if call(_AT_CWD, os.fsencode(old), _AT_CWD, os.fsencode(new), ctypes.c_uint(flags)) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), str(old), None, str(new))


def rescue(temp: Path, kept: Path) -> Path | None:
    """Clear a temporary file that a kill left; return where a person's save in it went, if any."""
    named = SWAP_TEMP.match(temp.name)
    if named is not None and _short(temp.read_bytes()) not in named.groups():
        return _keep(temp, kept, "found")
    temp.unlink()
    return None


def sweep_own(folder: Path, *, now: datetime) -> int:
    """Remove from a folder of our own what killed runs left and nothing reads; count it."""
    count = 0
    for pattern, is_ours, remove in (
        (f"{SCRATCH}*", modes.S_ISDIR, shutil.rmtree),
        (".*.tmp", modes.S_ISREG, Path.unlink),
    ):
        for left in folder.glob(pattern):
            with suppress(OSError):
                found = left.lstat()
                if is_ours(found.st_mode) and now.timestamp() - found.st_mtime > STALE_S:
                    remove(left)
                    count += 1
    return count


def _put(temp: Path, file: Path, seen: bytes, look: "_Look") -> bool:
    """Put a file in another's place; return whether the other one came out for it."""
    if not look.holds_calmly(file, seen):
        raise _changed(file)
    try:
        rename(temp, file, EXCHANGE)
    except OSError as exc:
        if exc.errno not in _UNSUPPORTED:
            raise
        temp.replace(file)
        return False
    return True


def _give_back(temp: Path, file: Path, new: bytes, kept: Path, look: "_Look") -> None:
    """Put what a swap brought out back in its place, and keep what else may turn up meanwhile.

    Each swap brings out what stood there. If that is not what we put there ourselves, somebody
    saved once more; it is the newest then and goes back in turn.
    """
    placed, is_settled = new, False
    for _ in range(MOST_SWAPS):
        out = temp.read_bytes()
        try:
            rename(temp, file, EXCHANGE)
        except FileNotFoundError:  # they deleted it, and what it held can still be found
            break
        if is_settled := look.holds_calmly(temp, placed):
            break
        placed = out
    if is_settled and placed == new:
        temp.unlink(missing_ok=True)
        sync_folder(file.parent)
    else:
        _keep(temp, kept, file.stem)


def _keep(temp: Path, kept: Path, stem: str) -> Path:
    kept.mkdir(parents=True, exist_ok=True)
    place = kept / f"{stem} (kept {secrets.token_hex(4)}).md"
    temp.rename(place)
    sync_folder(kept)
    log.warning("kept what was saved while another save was under way as %r", place.name)
    return place


def _move_over_nothing(old: Path, new: Path) -> None:
    try:
        rename(old, new, NO_REPLACE)
    except OSError as exc:
        if exc.errno not in _UNSUPPORTED:
            raise
    else:
        return
    if LIKE_WINDOWS:
        old.rename(new)  # which Windows refuses where something stands
        return
    moved = old.lstat()
    os.link(old, new, follow_symlinks=False)
    if not os.path.samestat(old.lstat(), moved):
        if os.path.samestat(new.lstat(), moved):
            new.unlink()
        raise _changed(old)
    old.unlink()


class _Look:
    """Looks at files of a disk whose ways were tried out on a file of our own."""

    def __init__(self, ours: Path) -> None:
        """Take a file that nobody has open for writing.

        Where it is said to be open, as on some shares, the disk cannot tell: the bytes alone
        decide.
        """
        with ours.open("rb") as data:
            self._can_tell = not _is_being_written(data.fileno())

    def holds_calmly(self, file: Path, content: bytes) -> bool:
        """Tell whether a file holds these bytes and no program has it open for writing.

        One that has may write in place at any moment.
        """
        try:
            handle = os.open(file, os.O_RDONLY | AS_BYTES | NO_LINK)
        except FileNotFoundError:
            return False
        with os.fdopen(handle, "rb") as data:
            if self._can_tell and _is_being_written(handle):
                return False
            return data.read() == content


def _looking_in(folder: Path) -> _Look:
    ours = _written_beside(folder / "any", b"")
    try:
        return _Look(ours)
    finally:
        ours.unlink(missing_ok=True)


def _is_being_written(handle: int) -> bool:
    """Ask Linux, which refuses a lease on a file that is open for writing."""
    lease = getattr(fcntl, "F_SETLEASE", None)
    set_signal = getattr(fcntl, "F_SETSIG", None)
    if lease is None or set_signal is None:
        return False
    try:
        # Whoever opens the file now lets us know by a signal, and the usual one would end us.
        fcntl.fcntl(handle, set_signal, signal.SIGURG)
        fcntl.fcntl(handle, lease, fcntl.F_RDLCK)
        fcntl.fcntl(handle, lease, fcntl.F_UNLCK)  # at once: nobody shall wait for us
    except OSError as exc:
        return exc.errno == errno.EAGAIN
    return False


def _written_beside(
    file: Path,
    new: bytes,
    like: Path | None = None,
    *,
    mode: int | None = None,
    is_synced: bool = True,
) -> Path:
    """Write a hidden sibling, synced to the disk, with the permissions of another file."""
    temp = file.with_name(f".vaultwatch-{secrets.token_hex(8)}.tmp")
    try:
        with temp.open("xb") as out:
            out.write(new)
            out.flush()
            if like is not None:
                take_after(out.fileno(), like)
            elif mode is not None and hasattr(os, "fchmod"):
                os.fchmod(out.fileno(), mode)
            if is_synced:
                os.fsync(out.fileno())
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    return temp


def _write_new(file: Path, new: bytes) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_BYTES, 0o666)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(new)
            out.flush()
            os.fsync(out.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:SHORT_DIGITS]


def _changed(file: Path) -> NoteChangedError:
    return NoteChangedError(f"{file.name!r} changed since it was read.", hint="Try again.")


def take_after(handle: int, like: Path) -> None:
    """Give an open file of ours what another one has."""
    found = like.stat()
    ours = os.fstat(handle)
    if (ours.st_uid, ours.st_gid) != (found.st_uid, found.st_gid):
        for uid, gid in ((found.st_uid, found.st_gid), (-1, found.st_gid)):
            with suppress(OSError):
                os.chown(handle, uid, gid)
                break
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for name in os.listxattr(like):
                with suppress(OSError):
                    os.setxattr(handle, name, os.getxattr(like, name))
    if hasattr(os, "fchmod"):
        os.fchmod(handle, modes.S_IMODE(found.st_mode))  # last: a new owner clears some of them


def write_synced(file: Path, data: bytes, flag: int) -> None:
    """Write bytes for the user alone and sync them; `flag` as `os.O_APPEND` or `os.O_EXCL`."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | AS_BYTES | flag, 0o600)
    with os.fdopen(handle, "ab" if flag == os.O_APPEND else "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def sync_folder(folder: Path) -> None:
    """Have the disk keep what was renamed or made in a folder; Windows opens none."""
    if LIKE_WINDOWS:
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# Tell in a sentence why a file could not be written: all writers of files say it alike.

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def refusing(path: str, what: str = "note") -> Iterator[None]:
    """Turn what the system says of a write into a refusal; what stood there is intact.

    Raises:
        NoteChangedError: it appeared or went meanwhile.
        DiskFullError: there is no room.
        RefusedError: it cannot be written.
    """
    try:
        yield
    except FileExistsError as exc:
        raise NoteChangedError(f"{path!r} appeared meanwhile.", hint="Try again.") from exc
    except FileNotFoundError as exc:
        raise NoteChangedError(f"{path!r} went meanwhile.", hint="Try again.") from exc
    except OSError as exc:
        if exc.errno in _FULL:
            raise DiskFullError(
                f"The disk is full; the {what} is intact.", hint="Free space."
            ) from exc
        raise RefusedError(
            f"{path!r} cannot be written: {exc.strerror}.", hint="See who may write there."
        ) from exc
