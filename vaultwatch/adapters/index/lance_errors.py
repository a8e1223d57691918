"""What LanceDB raises, and what of it a user is told. Used by `lance_chunks`."""

import re
from typing import Any

import pyarrow as pa

from vaultwatch.errors import StoreError

MAX_REASON_CHARS = 300
LANCE_ERRORS = (RuntimeError, ValueError, OSError, pa.ArrowException)
"""What LanceDB raises where it cannot read or write."""
PANICS = {"RustPanic", "PanicException"}
"""What it raises where it met what it thought impossible: classes that no module gives by name, the
second no `Exception`."""
NO_ROOM = "No space left on device"
"""What it says where the disk is full."""
NO_HANDLES = "Too many open files"
"""What it says where this process has as many files open as it may."""
_PLACE = re.compile(r",? *[^\s,]*/[^\s,]*\.rs:\d+(?::\d+)?")
"""Where in its own sources it failed, which tells a user nothing."""


def is_of_lance(exc: BaseException) -> bool:
    """Tell whether LanceDB may have raised this."""
    return isinstance(exc, LANCE_ERRORS) or type(exc).__name__ in PANICS


def told(exc: BaseException, done: str) -> StoreError:
    """Return what LanceDB raised as an error with a way out.

    Args:
        exc: what it raised.
        done: what cannot be done to the index, as "written".
    """
    said = (str(exc) or type(exc).__name__).splitlines()[0]
    if NO_ROOM in said:  # to make it anew would need more
        return StoreError(
            f"The disk is full: the chunk index cannot be {done}.",
            hint="Make room on the disk and try again; what stands is whole.",
        )
    if NO_HANDLES in said:
        return StoreError(
            f"Too many files are open: the chunk index cannot be {done}.",
            hint="End `vaultwatch run` and what else serves this vault, and begin it again.",
        )
    return StoreError(
        f"The chunk index cannot be {done}: {_PLACE.sub('', said)[:MAX_REASON_CHARS]}",
        hint="It is a cache: `vaultwatch index --rebuild` makes it anew.",
    )


class ClosedTable:
    """Stands where a table was."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- of any name
        """Say that it is closed."""
        raise StoreError("The chunk index is closed.")
