"""Tell in a sentence why a file could not be written: all writers of files say it alike."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from vaultwatch.errors import DiskFullError, NoteChangedError, RefusedError

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
