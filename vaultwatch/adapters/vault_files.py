"""The files of a vault: what is there, what it holds, and the one way to write it.

Every write keeps what was in the journal first, goes to a hidden sibling, and is swapped in only
if the file is still the one that was read.
"""

import errno
import fnmatch
import os
import re
import secrets
import stat as modes
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vaultwatch.adapters.write_journal import WriteJournal
from vaultwatch.errors import (
    NoteChangedError,
    NoteUnreadableError,
    NotThereError,
    OutsideVaultError,
    RefusedError,
)
from vaultwatch.notes.model import NotePath

BINARY_WITHIN_BYTES = 8192
"""A NUL this early means no text, as Git decides it (buffer_is_binary: 8,000 bytes)."""
STALE_S = 3600
"""An older temporary file of ours has no writer any more; chosen by hand."""
_LAST_NS = 2**63 - 1
"""The year 2262, the last moment that a 64-bit count of nanoseconds holds; a broken clock or a bad
archive leaves files beyond it."""
_TEMP = re.compile(r"\.vaultwatch-[0-9a-f]{16}\.tmp\Z")
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True, slots=True)
class FileStat:
    """What the folder says of a file."""

    size_bytes: int
    mtime_ns: int
    changed_ns: int
    """The later of the times of content and inode: a copied-in old file is new to us."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a vault holds."""

    notes: Mapping[NotePath, FileStat]
    attachments: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    """Path and reason."""


class VaultFiles:
    """Reads a vault, and writes it with care."""

    def __init__(
        self,
        root: Path,
        *,
        journal: WriteJournal,
        ignore: Sequence[str] = (),
        max_note_bytes: int = 5_000_000,
    ) -> None:
        """Look at a vault; nothing is touched yet."""
        self._root = Path(os.path.realpath(root))
        self._journal = journal
        self._max_note_bytes = max_note_bytes
        globs = "|".join(fnmatch.translate(glob) for glob in ignore)
        self._ignored = re.compile(globs) if globs else None

    def survey(self) -> Survey:
        """Return every note and attachment outside dot-folders.

        Raises:
            NotThereError: the vault is gone or no folder.
        """
        if not self._root.is_dir():
            raise NotThereError(f"There is no vault at {str(self._root)!r}.")
        notes: dict[NotePath, FileStat] = {}
        attachments: list[str] = []
        skipped: list[tuple[str, str]] = []
        folders = [""]
        while folders:
            prefix = folders.pop()
            try:
                with os.scandir(self._root / prefix) as entries:
                    for entry in entries:
                        self._sort(entry, prefix, (notes, attachments, skipped, folders))
            except OSError as exc:
                if not prefix:  # an unreadable vault is no empty vault
                    raise NotThereError(f"The vault cannot be read: {exc.strerror}.") from exc
                skipped.append((prefix, f"the folder cannot be read: {exc.strerror}"))
        return Survey(notes, tuple(sorted(attachments)), tuple(sorted(skipped)))

    def _sort(
        self,
        entry: os.DirEntry[str],
        prefix: str,
        into: tuple[dict[NotePath, FileStat], list[str], list[tuple[str, str]], list[str]],
    ) -> None:
        notes, attachments, skipped, folders = into
        name = entry.name
        path = prefix + name
        if name.startswith("."):
            return
        if self._ignored and (self._ignored.match(path) or self._ignored.match(path + "/")):
            return
        if "\\" in name or not _is_utf8(name):
            shown = path.encode("utf-8", "backslashreplace").decode()
            skipped.append((shown, "the name is not UTF-8 or holds a backslash"))
            return
        try:
            if entry.is_symlink() and (entry.is_dir() or not self._stays(self._root / path)):
                skipped.append((path, "a link to a folder or out of the vault"))
            elif entry.is_dir():
                folders.append(path + "/")
            elif not entry.is_file():
                skipped.append((path, "no regular file"))
            elif name.lower().endswith(".md"):
                notes[NotePath(path)] = _stat_of(entry.stat())
            else:
                attachments.append(path)
        except OSError as exc:
            skipped.append((path, f"it cannot be looked at: {exc.strerror}"))

    def stat(self, path: str) -> FileStat | None:
        """Return size and times of a file, None where there is none."""
        try:
            return _stat_of(self._inside(path).stat())
        except OSError:
            return None

    def read(self, path: str) -> bytes:
        """Return a note's bytes, all of one moment.

        Raises:
            NoteUnreadableError: it cannot be read, is too large or is no text.
            OutsideVaultError: the path leaves the vault.
        """
        file = self._inside(path)
        for _ in range(3):
            try:
                first = file.stat()
                if not modes.S_ISREG(first.st_mode):
                    raise NoteUnreadableError(f"{path!r} is no file.", hint="Name a note.")
                if first.st_size > self._max_note_bytes:
                    raise NoteUnreadableError(
                        f"{path!r} is larger than {self._max_note_bytes} bytes.",
                        hint="Split it, or raise vault.max_note_bytes.",
                    )
                data = file.read_bytes()
                second = file.stat()
            except OSError as exc:
                raise NoteUnreadableError(
                    f"{path!r} cannot be read: {exc.strerror}.",
                    hint="See whether it is still there and yours to read.",
                ) from exc
            if _stat_of(first) == _stat_of(second) and len(data) == second.st_size:
                if b"\0" in data[:BINARY_WITHIN_BYTES]:
                    raise NoteUnreadableError(f"{path!r} is no text.", hint="Rename or mend it.")
                return data
        raise NoteUnreadableError(f"{path!r} changes all the time.", hint="Try again later.")

    def replace_note(self, path: str, *, seen: bytes | None, new: bytes) -> bool:
        """Write a note if it is still what was seen; return whether anything was written.

        Args:
            path: inside the vault.
            seen: the bytes as read; None if there must be no file yet.
            new: the bytes to stand there.

        Raises:
            NoteChangedError: the file is not `seen` any more.
            OutsideVaultError: the path leaves the vault.
            RefusedError: it cannot be written; the original is intact.
        """
        file = self._inside(path)
        with _refusing(path):
            if seen is None:
                self._check_free(path)
            else:
                self._check_seen(path, file, seen)
                if new == seen:
                    return False
                if not os.access(file, os.W_OK):
                    raise RefusedError(f"{path!r} is read-only.", hint="Make it writable.")
            with self._journal.run("write") as run:
                run.intend(path, before=seen, after=new)
                try:
                    self._swap(path, file, seen, new)
                except BaseException:
                    if self.now(path) == seen:
                        run.drop()
                    raise
        return True

    def trash(self, path: str, *, seen: bytes) -> str:
        """Move a note to the vault's `.trash`, over nothing; return its place there.

        Raises:
            NoteChangedError: the file is not `seen` any more.
            RefusedError: it cannot be moved.
        """
        with _refusing(path):
            place = self._trash_place(path, seen)
            with self._journal.run("trash") as run:
                run.intend(path, before=seen, after=None, place=place)
                try:
                    self._move(path, place)
                except BaseException:
                    if self.now(path) == seen:
                        run.drop()
                    raise
        return place

    def sweep(self, *, now: datetime) -> int:
        """Remove our own temporary files older than an hour; return how many."""
        count = 0
        for folder, _, names in os.walk(self._root):
            for name in filter(_TEMP.match, names):
                file = Path(folder) / name
                with suppress(OSError):
                    found = file.lstat()
                    if modes.S_ISREG(found.st_mode) and now.timestamp() - found.st_mtime > STALE_S:
                        file.unlink()
                        count += 1
        return count

    def now(self, path: str) -> bytes | None:
        """Return the bytes that stand there, None where nothing does; for the journal."""
        try:
            return self._inside(path).read_bytes()
        except FileNotFoundError:
            return None

    def put_back(self, path: str, *, seen: bytes, new: bytes) -> None:
        """Swap in older bytes without journaling; for the journal."""
        with _refusing(path):
            self._swap(path, self._inside(path), seen, new)

    def take_away(self, path: str, *, seen: bytes) -> None:
        """Move a file to the trash without journaling; for the journal."""
        with _refusing(path):
            self._move(path, self._trash_place(path, seen))

    def bring_back(self, place: str, path: str) -> None:
        """Move a file out of the trash without journaling; for the journal."""
        with _refusing(path):
            self._check_free(path)
            self._move(place, path)

    def _swap(self, path: str, file: Path, seen: bytes | None, new: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        temp = file.parent / f".vaultwatch-{secrets.token_hex(8)}.tmp"
        try:
            with temp.open("xb") as out:
                out.write(new)
                out.flush()
                if seen is not None:
                    os.fchmod(out.fileno(), modes.S_IMODE(file.stat().st_mode))
                os.fsync(out.fileno())
            if seen is None:
                os.link(temp, file)  # fails where a file appeared meanwhile; a rename would not
            else:
                self._check_seen(path, file, seen)
                temp.replace(file)
        finally:
            temp.unlink(missing_ok=True)
        _sync_folder(file.parent)

    def _move(self, source: str, target: str) -> None:
        old, new = self._root / source, self._inside(target)
        self._inside(source)
        new.parent.mkdir(parents=True, exist_ok=True)
        os.link(old, new, follow_symlinks=False)
        old.unlink()
        _sync_folder(new.parent)
        _sync_folder(old.parent)

    def _trash_place(self, path: str, seen: bytes) -> str:
        self._check_seen(path, self._inside(path), seen)
        if (self._root / path).is_symlink():
            raise RefusedError(f"{path!r} is a link.", hint="Remove the link by hand.")
        stem, ending = os.path.splitext(path)  # noqa: PTH122 -- a vault path, not a Path
        place, number = f".trash/{path}", 0
        while os.path.lexists(self._root / place):
            number += 1
            place = f".trash/{stem} {number}{ending}"
        return place

    def _check_seen(self, path: str, file: Path, seen: bytes) -> None:
        try:
            same = file.read_bytes() == seen
        except FileNotFoundError:
            same = False
        if not same:
            raise NoteChangedError(f"{path!r} changed since it was read.", hint="Try again.")

    def _check_free(self, path: str) -> None:
        """Refuse a name that stands already, or would on a disk that folds case or accents."""
        folder = self._root
        for name in path.split("/"):
            if not folder.is_dir():
                return
            names = {one.name for one in folder.iterdir()}
            if name not in names and _folded(name) in map(_folded, names):
                raise RefusedError(f"{path!r} differs from another name only in case or accents.")
            folder /= name
        if os.path.lexists(folder):
            raise NoteChangedError(f"{path!r} stands there already.", hint="Choose another name.")

    def _inside(self, path: str) -> Path:
        """Return where a path really leads, which is inside the vault."""
        parts = path.split("/")
        is_drive = os.name == "nt" and re.match(r"[A-Za-z]:", path) is not None
        is_odd = "\0" in path or "\\" in path or is_drive
        if is_odd or any(part in {"", ".", ".."} for part in parts):
            raise OutsideVaultError(f"{path!r} is no path inside the vault.")
        file = Path(os.path.realpath(self._root / path))
        if not file.is_relative_to(self._root):
            raise OutsideVaultError(f"{path!r} leads out of the vault.")
        return file

    def _stays(self, file: Path) -> bool:
        return Path(os.path.realpath(file)).is_relative_to(self._root)


@contextmanager
def _refusing(path: str) -> Iterator[None]:
    try:
        yield
    except FileExistsError as exc:
        raise NoteChangedError(f"{path!r} appeared meanwhile.", hint="Try again.") from exc
    except OSError as exc:
        if exc.errno in _FULL:
            raise RefusedError("The disk is full; the note is intact.", hint="Free space.") from exc
        raise RefusedError(
            f"{path!r} cannot be written: {exc.strerror}.", hint="See who may write there."
        ) from exc


def _stat_of(found: os.stat_result) -> FileStat:
    modified_ns = min(found.st_mtime_ns, _LAST_NS)
    return FileStat(found.st_size, modified_ns, min(max(modified_ns, found.st_ctime_ns), _LAST_NS))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
