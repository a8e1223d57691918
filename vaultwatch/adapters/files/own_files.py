"""Open files that anybody may have put there, and read back small ones that we wrote.

Of a path that a person typed and no disk takes nothing stands there: pathlib would raise.
"""

import json
import os
import sqlite3
import stat
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, Final, Literal

from vaultwatch.errors import OutsideVaultError

MOST_BYTES: Final = 4 << 20
"""Far above what we write. Chosen by hand: a larger file is not ours any more."""

_KINDS: Final[Mapping[object, tuple[type, ...]]] = {
    str: (str,),
    int: (int,),
    str | None: (str, NoneType),
}


class NotPlainFileError(OSError):
    """A folder, a pipe or a device stands where a file was asked for."""


def open_plain(file: Path, *, follows_link: bool = False) -> BinaryIO:
    """Open a plain file to be read; a pipe that nobody writes into is not waited for.

    Raises:
        NotPlainFileError: it is none.
        OSError: it cannot be opened, or is a link that is not to be followed.
    """
    if not (follows_link or NO_LINK) and file.is_symlink():
        raise NotPlainFileError
    flags = os.O_RDONLY | AS_BYTES | NO_WAIT | (0 if follows_link else NO_LINK)
    handle = os.open(file, flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotPlainFileError
    return os.fdopen(handle, "rb")


def own_folder(vault: Path, name: str) -> Path:
    """Return a folder of ours inside a vault, which need not stand yet.

    Raises:
        OutsideVaultError: it, or what holds it, is a link.
    """
    folder = Path(os.path.realpath(vault)) / ".vaultwatch" / name
    if os.path.realpath(folder) != str(folder):
        raise OutsideVaultError(
            f"The folder `.vaultwatch/{name}` is a link; nothing in it is looked at.",
            hint="Make it a plain folder inside the vault.",
        )
    return folder


def parse_own(data: str | bytes) -> Any:  # noqa: ANN401 -- what JSON gives
    """Return what JSON says."""
    try:
        return json.loads(data)
    except RecursionError as exc:
        raise ValueError("nested too deep") from exc


def read_own(file: Path, of: type) -> dict[str, Any] | None:
    """Return a file's fields, see `fields_of`; None where none can be read."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
        return None if len(data) > MOST_BYTES else fields_of(parse_own(data), of)
    except (OSError, ValueError, TypeError):
        return None


def fields_of(held: object, of: type) -> dict[str, Any]:
    """Return what belongs to a class and is of the right kind; lists and objects as in JSON."""
    if not isinstance(held, dict):
        raise TypeError("no object")
    kinds = {one.name: _KINDS.get(one.type, (list, dict)) for one in fields(of)}
    return {name: value for name, value in held.items() if type(value) in kinds.get(name, ())}


def open_sqlite(
    file: Path | str,
    prepare: Callable[[sqlite3.Connection], object],
    *,
    busy_s: float,
    isolation_level: Literal["DEFERRED"] | None = "DEFERRED",
) -> sqlite3.Connection:
    """Return a connection that any thread may use, one at a time, once `prepare` set it up.

    Raises:
        sqlite3.Error: it cannot be opened, or `prepare` failed.
    """
    link = sqlite3.connect(
        file,
        timeout=busy_s,
        isolation_level=isolation_level,
        check_same_thread=False,
        uri=isinstance(file, str),
    )
    try:
        prepare(link)
    except BaseException:
        link.close()
        raise
    return link


def real_path(path: Path) -> Path:
    """Return where a path really leads; one that leads nowhere as it is."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # half a character, a NUL
        return path.absolute()


def is_there(path: Path) -> bool:
    """Tell whether something stands there; `Path.exists` raises for a name of 5,000 letters."""
    return os.path.exists(path)  # noqa: PTH110 -- see above


def is_folder(path: Path) -> bool:
    """Tell whether a folder stands there."""
    return os.path.isdir(path)  # noqa: PTH112 -- see above


def is_file(path: Path) -> bool:
    """Tell whether a file stands there."""
    return os.path.isfile(path)  # noqa: PTH113 -- see above


NO_LINK: Final[int] = getattr(os, "O_NOFOLLOW", 0)
"""A link is not followed."""
NO_WAIT: Final[int] = getattr(os, "O_NONBLOCK", 0)
"""A pipe that nobody writes into is not waited for."""
LIKE_WINDOWS: Final[bool] = not hasattr(os, "O_NOFOLLOW")
"""Nothing that is open is renamed or taken away, a rename replaces nothing, no folder is opened."""
AS_BYTES: Final[int] = getattr(os, "O_BINARY", 0)
"""Ends of lines stay what they are."""
