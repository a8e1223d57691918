"""Write small files of our own so that they are on the disk before anything rests on them."""

import os
from pathlib import Path


def write_synced(file: Path, data: bytes, flag: int) -> None:
    """Write bytes, for the user's eyes alone, and sync them.

    Args:
        file: where to.
        data: what.
        flag: `os.O_APPEND` adds them, `os.O_EXCL` refuses a file that is there already.
    """
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | flag, 0o600)
    with os.fdopen(handle, "ab" if flag == os.O_APPEND else "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def sync_folder(folder: Path) -> None:
    """Have the disk keep what was renamed or made in a folder."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
