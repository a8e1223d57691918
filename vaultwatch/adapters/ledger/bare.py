"""Look at a ledger's file with bare SQLite: its version, what it last saw, a copy of it.

Nothing here needs the tables to be ours or the file to be sound.
"""

import math
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from vaultwatch.adapters.ledger.codec import GarbledError, unfit
from vaultwatch.errors import LedgerBusyError, LedgerError, LedgerNoRoomError, told_as

VERSION = 22
"""The version of the tables, raised with every change of them: `making` tells how an older ledger
gets there."""

RESTORE = (
    "Run `vaultwatch doctor --restore-ledger`: it puts the newest sound backup in place, or tells "
    "what else there is to do."
)
"""The way out where a ledger is damaged."""

LEAST_ROOM_BYTES = 128 * 1024
"""What SQLite must be able to put beside the file to read it, with room to spare: 32 KB."""

_PRIMARY_CODE = 0xFF
"""The part of an extended error code that names the kind."""

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError, OverflowError)
"""What the driver raises: it fails to decode its own message where that quotes garbled bytes."""


def read_last_sight(file: Path, fact: str) -> tuple[bool, list[str]]:
    """Return whether a fact is set, and the path of every note on record, by bare SQLite."""
    version, address = version_and_address(file)
    if not version:
        return False, []
    try:
        with closing(sqlite3.connect(address or file, uri=bool(address))) as connection:
            kept = connection.execute("SELECT value FROM facts WHERE name = ?", (fact,)).fetchone()
            if kept is None or not kept[0]:
                return False, []
            rows = connection.execute("SELECT path FROM notes").fetchall()
            return True, [unfit(path) for (path,) in rows]
    except (*SQLITE_ERRORS, GarbledError) as exc:
        raise told(file, "cannot be read", exc, hint=RESTORE) from exc


def version_and_address(file: Path) -> tuple[int | None, str]:
    """Return a ledger's version, and the address by which alone it can be read on a full disk.

    Where SQLite has no room for its logs, a ledger that nobody has open is read as it lies. The
    address is empty for any other.
    """
    try:
        return read_version(file), ""
    except LedgerNoRoomError:
        log = file.with_name(f"{file.name}-wal")
        if log.exists() and log.stat().st_size:
            raise
        address = f"{file.absolute().as_uri()}?immutable=1"
        return read_version(file, address), address


def read_version(file: Path, address: str = "") -> int | None:
    """Return a ledger's version; None where there is none yet, 0 for a file of others' tables.

    Raises:
        LedgerError: the file is garbled or cannot be read.
    """
    hint = "Give yourself permission to read and write it."
    with told_as(LedgerError, f"The ledger {str(file)!r} cannot be read", hint):
        if not file.exists() or file.stat().st_size == 0:
            return None
    try:
        with closing(sqlite3.connect(address or file, uri=bool(address))) as connection:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            # Ours is trusted: to read the list of tables takes six times as long.
            if version == VERSION or connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                return int(version)
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            if pages > 1:  # a new file, whose making was cut short, has one
                raise sqlite3.DatabaseError("its list of tables is lost")
            return None
    except SQLITE_ERRORS as exc:
        raise told(file, "cannot be read", exc, hint=RESTORE) from exc


def said_by(error: BaseException) -> str:
    """Return what is wrong in the driver's words, without the bytes that it could not decode."""
    return "it is garbled" if isinstance(error, (UnicodeDecodeError, GarbledError)) else str(error)


def told(file: Path, what: str, error: BaseException, *, hint: str) -> LedgerError:
    """Return what the driver said as an error with a way out; a lock or a full disk is no damage.

    `what` cannot be done, as "cannot be read"; `hint` is the way out where the file may be damaged.
    """
    cause = said_by(error)
    said = f"The ledger {str(file)!r} {what}: {cause}."
    if "locked" in cause:
        return LedgerBusyError(
            said, hint="Another process is writing it; try again when it is done."
        )
    if _is_for_want_of_room(file, error):
        return LedgerNoRoomError(
            f"The disk is full: the ledger {str(file)!r} {what}.",
            hint="Make room on the disk, or let files grow where `ulimit -f` limits them, and try "
            "again; what was begun may stand, nothing by half.",
        )
    return LedgerError(said, hint=hint)


def way_out(cause: str) -> str:
    """Return what to do about what the driver said."""
    if "readonly" in cause or "unable to open" in cause:
        return "Give yourself write permission on it and its folder."
    if "disk I/O error" in cause:
        return "Look after the disk. " + RESTORE
    return RESTORE


def _is_for_want_of_room(file: Path, error: BaseException) -> bool:
    """Tell whether SQLite failed over a full disk, which it calls an I/O error in some places.

    What is read as it lies it calls read-only.
    """
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if code not in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}:
        return code == sqlite3.SQLITE_FULL
    try:
        if shutil.disk_usage(file.parent).free < LEAST_ROOM_BYTES:
            return True
        files = (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal")))
        largest = max(one.stat().st_size for one in files if one.exists())
    except OSError:
        return False
    return largest + LEAST_ROOM_BYTES > _most_bytes()


def _most_bytes() -> float:
    """Return how large the system lets this process make a file: `ulimit -f`."""
    try:
        import resource  # not everywhere
    except ImportError:
        return math.inf
    most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    return math.inf if most == resource.RLIM_INFINITY else most


def back_up(source: Path, target: Path) -> None:
    """Copy a ledger as it stands, writers or not, and swap the copy in."""
    with swapping_in(target) as draft:
        draft.touch(mode=0o600)
        try:
            with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(draft)) as new:
                old.backup(new)
        except SQLITE_ERRORS as exc:
            hint = "Make room if the disk is full. " + RESTORE
            raise told(source, "cannot be copied", exc, hint=hint) from exc


@contextmanager
def swapping_in(target: Path) -> Iterator[Path]:
    """Give a place for a copy, which is synced and swapped in where it could be made."""
    draft = target.with_name(f".{target.name}.tmp")
    hint = "Make room, or give yourself write permission there."
    with told_as(LedgerError, f"The ledger cannot be copied to {str(target)!r}", hint):
        try:
            draft.unlink(missing_ok=True)
            yield draft
            with draft.open("rb") as file:
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
