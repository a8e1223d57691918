"""What stands in folders, read also while a daemon or an editor writes and deletes beside."""

import os
from contextlib import suppress
from pathlib import Path

OPEN_FILES = Path("/proc/self/fd")
"""Where the system lists what this process holds open; not every system does."""


def stamped_files_in(*roots: Path) -> dict[Path, tuple[bytes, int]]:
    """Return every regular file below the folders with its bytes and its time in nanoseconds.

    One that goes between being listed and being read is left out: it stands there no more.
    """
    found = {}
    for root in roots:
        assert root.is_dir(), f"nothing is to be found in {root}"
        for folder, _, names in sorted(os.walk(root)):  # passes over a folder that goes meanwhile
            for place in (Path(folder, name) for name in sorted(names)):
                with suppress(FileNotFoundError):
                    if place.is_file():
                        found[place] = (place.read_bytes(), place.stat().st_mtime_ns)
    return found


def files_in(*roots: Path) -> dict[Path, bytes]:
    """Return every regular file below the folders with its bytes, as `stamped_files_in` does."""
    return {place: data for place, (data, _) in stamped_files_in(*roots).items()}


def named_files_in(root: Path) -> dict[str, bytes]:
    """Return the same of one folder, by the path below it, with slashes."""
    return {place.relative_to(root).as_posix(): data for place, data in files_in(root).items()}


def open_files() -> list[str]:
    """Return what this process holds open; what another thread closes meanwhile is left out."""
    held = []
    for one in OPEN_FILES.iterdir():
        with suppress(FileNotFoundError):
            held.append(str(one.readlink()))
    return held
