"""Write into another agent's store: the one way, and a narrow one.

A file is reached folder by folder, no link followed, and held by its folder while it is written,
so that no name on the way can be made to lead elsewhere. Only a plain file of the user's own under
one name is written, only if it still holds what was seen, and in one step.
"""

import os
import stat as modes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from vaultwatch.adapters.files.own_files import NO_LINK, NotPlainFileError, open_plain
from vaultwatch.adapters.files.safe_write import (
    PLAIN_TEMP,
    SHORT_DIGITS,
    STALE_S,
    SWAP_TEMP,
    refusing,
    replace_file,
    rescue,
)
from vaultwatch.adapters.files.write_journal import RunSummary
from vaultwatch.errors import NoteChangedError, OutsideVaultError, RefusedError

KEPT = ".vaultwatch-kept"
"""A folder beside a file for a save that lost against a later one, made only then."""
CLOCK_TICK_S = 1.0
"""By which a disk may see a file as made before the run that made it. Chosen by hand."""
_HANDLES = Path("/proc/self/fd")
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | NO_LINK


def place_in_store(root: Path, path: str) -> Path:
    """Return where a file of a store really stands.

    Raises:
        OutsideVaultError: a link leads out of the store, or the path is one.
    """
    real = Path(os.path.realpath(root))
    folder = real if real.is_dir() else real.parent
    parts = path.split("/")
    if "\0" in path or any(part in {"", ".", ".."} for part in parts):
        raise OutsideVaultError(f"{path!r} is no path inside the store.")
    file = folder / path
    if Path(os.path.realpath(file)) != file:
        raise OutsideVaultError(
            f"{path!r} is a link, or stands behind one.", hint="Change what it leads to."
        )
    return file


class StoreWriter:
    """Puts bytes into files of stores, named by their whole paths; takes back what it put."""

    def read(self, path: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            RefusedError: it is gone, no plain file, or behind a link.
        """
        with refusing(path, "file"), _held(Path(path)) as file:
            return _bytes_of(file, path)

    def now(self, path: str) -> bytes | None:
        """Return the bytes that stand there, None where nothing does; for the journal."""
        try:
            return self.read(path)
        except NoteChangedError:
            return None

    def check(self, path: str, *, seen: bytes) -> None:
        """Refuse a file that is not what was seen, or that we would harm by replacing it.

        Raises:
            NoteChangedError: it holds something else.
            RefusedError: it is read-only, another user's, a link, or has several names.
        """
        with refusing(path, "file"), _held(Path(path)) as file:
            _check(file, path, seen)

    def put_back(self, path: str, *, seen: bytes, new: bytes) -> None:
        """Swap in other bytes if the file is still what was seen; nothing is journaled."""
        with refusing(path, "file"), _held(Path(path)) as file:
            _check(file, path, seen)
            replace_file(file, seen=seen, new=new, kept=file.parent / KEPT)

    def take_away(self, path: str, *, seen: bytes) -> None:
        """Refuse: we make no file in a store, so there is none to take away."""
        del seen
        raise RefusedError(f"{path!r} was not made by us.", hint="Delete it by hand.")

    def bring_back(self, place: str, path: str) -> None:
        """Refuse: we move no file of a store."""
        del place
        raise RefusedError(f"{path!r} was not moved by us.", hint="Move it by hand.")

    def sweep(self, folder: Path, *, now_s: float, cut_off: RunSummary | None = None) -> list[Path]:
        """Clear what a kill left in a store's folder; return what was rescued.

        Over an hour old nothing has a writer any more, nor what the run `cut_off` left, however
        young.
        """
        kept: list[Path] = []
        with suppress(OSError, RefusedError), _held(folder / "any") as inner:
            for left in list(inner.parent.iterdir()):
                found = left.lstat() if _is_temp(left.name) else None
                if found is None or not modes.S_ISREG(found.st_mode):
                    continue
                if now_s - found.st_ctime > STALE_S or _is_of(left.name, found.st_ctime, cut_off):
                    saved = rescue(left, inner.parent / KEPT)
                    kept += [folder / KEPT / saved.name] if saved is not None else []
        return kept


def _is_temp(name: str) -> bool:
    return bool(SWAP_TEMP.match(name) or PLAIN_TEMP.match(name))


def _is_of(name: str, made_s: float, run: RunSummary | None) -> bool:
    """Tell whether a run made a temporary file: by the digests in its name, else by its time."""
    if run is None:
        return False
    named = SWAP_TEMP.match(name)
    if named is not None:
        return {*named.groups()} <= {one[:SHORT_DIGITS] for one in run.digests}
    return made_s >= datetime.fromisoformat(run.at).timestamp() - CLOCK_TICK_S


@contextmanager
def _held(file: Path) -> Iterator[Path]:
    """Yield a file by its folder as it stands now, reached without following a link.

    Where the system has no names for open folders, the path itself is used.
    """
    if not NO_LINK:
        raise RefusedError(
            "On this system files of other agents are not written.",
            hint="Apply `patch.diff` of the proposal by hand.",
        )
    handle = os.open(file.anchor, _FOLDER)
    try:
        for part in file.parent.parts[1:]:
            inner = os.open(part, _FOLDER, dir_fd=handle)
            os.close(handle)
            handle = inner
        by_handle = _HANDLES / str(handle)
        yield (by_handle if by_handle.exists() else file.parent) / file.name
    finally:
        os.close(handle)


def _bytes_of(file: Path, shown: str) -> bytes:
    try:
        with open_plain(file) as opened:
            return opened.read()
    except NotPlainFileError as exc:
        raise RefusedError(f"{shown!r} is no plain file.", hint="Look what stands there.") from exc


def _check(file: Path, shown: str, seen: bytes) -> None:
    if _bytes_of(file, shown) != seen:
        raise NoteChangedError(
            f"{shown!r} changed since the proposal was made; nothing was written.",
            hint="Make it anew: `vaultwatch stores propose`.",
        )
    found = file.lstat()
    if not found.st_mode & modes.S_IWUSR:
        raise RefusedError(f"{shown!r} is read-only.", hint="Make it writable.")
    if found.st_nlink > 1:
        raise RefusedError(
            f"{shown!r} has {found.st_nlink} names (hard links): a new file would part them.",
            hint="Apply `patch.diff` by hand, or give it one name.",
        )
    if found.st_uid != os.geteuid() and os.geteuid() != 0:
        raise RefusedError(
            f"{shown!r} belongs to another user; replaced, it would be yours.",
            hint="Let that user apply the patch.",
        )
