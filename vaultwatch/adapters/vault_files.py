"""Read and write the files of a vault; the only module that writes into one.

`replace_note` is the one way in: atomic, refused if the file is not what its caller saw, backed up
before it begins, keeping mode and links. Writing beside a person who edits the same file is a race
that the person wins.
"""

import contextlib
import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path

from vaultwatch.adapters.write_journal import UndoResult, WriteJournal
from vaultwatch.errors import (
    NoteChangedError,
    NoteUnreadableError,
    NotThereError,
    OutsideVaultError,
    RefusedError,
)
from vaultwatch.notes.model import NotePath

TEMP_PREFIX, TEMP_SUFFIX = ".vaultwatch-", ".tmp"
"""Hidden, so that Obsidian and our own survey pass over it."""
STALE_TEMP_S = 3600.0
"""A temporary file this old was left by a killed write; the write itself takes milliseconds."""
TRASH = ".trash"
"""Obsidian's own, which its user can look into and restore from."""
BINARY_WITHIN_BYTES = 8192
READ_TRIES = 3

_DRIVE = re.compile(r"^[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class FileStat:
    """How a file looked from outside."""

    size_bytes: int
    mtime_ns: int
    """When its content was last written, as far as its writer tells the truth."""
    changed_ns: int
    """The later of mtime and ctime: a copy that keeps the old mtime cannot hide."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Every file of a vault that Obsidian would show."""

    notes: Mapping[NotePath, FileStat]
    attachments: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    """(path, reason) of what could not be looked at."""


class VaultFiles:
    """The files of one vault."""

    def __init__(
        self,
        root: Path,
        *,
        journal: WriteJournal,
        ignore: Sequence[str] = (),
        max_note_bytes: int = 5_000_000,
    ) -> None:
        """Name the vault; touch nothing.

        Args:
            root: the vault's folder.
            journal: told of every write before it begins.
            ignore: globs of vault-relative paths to pass over.
            max_note_bytes: larger notes are not read.
        """
        self._root = root.resolve()
        self._journal = journal
        self._max_note_bytes = max_note_bytes
        globs = [glob.strip("/").removesuffix("/**") for glob in ignore if glob.strip("/")]
        self._ignored = re.compile("|".join(map(translate, globs))) if globs else None

    def survey(self) -> Survey:
        """Look at every note and attachment.

        Raises:
            NotThereError: the vault is gone, or no folder.
        """
        if not self._root.is_dir():
            raise NotThereError(
                f"The vault {str(self._root)!r} is not there.", hint="Mount the drive, or check."
            )
        notes: dict[NotePath, FileStat] = {}
        attachments: list[str] = []
        skipped: list[tuple[str, str]] = []
        for path, entry in self._walk("", {self._root.as_posix()}, skipped):
            try:
                if path.endswith(".md"):
                    if entry.is_symlink():
                        self._place(path)  # a link out of the vault is not followed
                    notes[NotePath(path)] = _stat_of(entry.stat())
                else:
                    attachments.append(path)
            except OutsideVaultError:
                skipped.append((path, "a link that leads out of the vault"))
            except OSError as exc:
                skipped.append((path, exc.strerror or "unreadable"))
        return Survey(notes, tuple(sorted(attachments)), tuple(skipped))

    def _walk(
        self, folder: str, visited: set[str], skipped: list[tuple[str, str]]
    ) -> Iterator[tuple[str, os.DirEntry[str]]]:
        try:
            entries = sorted(os.scandir(self._root / folder), key=lambda entry: entry.name)
        except OSError as exc:
            skipped.append((folder or ".", exc.strerror or "unreadable"))
            return
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.name.startswith(".") or (self._ignored and self._ignored.match(path)):
                continue
            if not entry.name.isprintable() and not _is_utf8(entry.name):
                skipped.append((ascii(path), "its name is not UTF-8"))
                continue
            if not entry.is_dir():
                yield path, entry
            elif not entry.is_symlink():
                yield from self._walk(path, visited, skipped)
            else:
                real = Path(entry.path).resolve()
                if not real.is_relative_to(self._root) or real.as_posix() in visited:
                    skipped.append((path, "a link that leads out of the vault or round in it"))
                else:
                    yield from self._walk(path, {*visited, real.as_posix()}, skipped)

    def stat(self, path: str) -> FileStat | None:
        """Return how a file looks; None where there is none."""
        try:
            return _stat_of(self._place(path).stat())
        except (FileNotFoundError, NotADirectoryError):
            return None

    def read(self, path: str) -> bytes:
        """Return the bytes of a note.

        Raises:
            NoteUnreadableError: vanished, no permission, too large, binary, never at rest.
            OutsideVaultError: the path leaves the vault.
        """
        place = self._place(path)
        try:
            for _ in range(READ_TRIES):
                before = place.stat()
                if not stat.S_ISREG(before.st_mode):
                    raise NoteUnreadableError(f"{path!r} is no file.")
                if before.st_size > self._max_note_bytes:
                    raise NoteUnreadableError(
                        f"{path!r} has {before.st_size / 1e6:.1f} MB; "
                        f"{self._max_note_bytes / 1e6:g} MB is the most.",
                        hint="Split it, add it to vault.ignore, or raise vault.max_note_bytes.",
                    )
                data = place.read_bytes()
                if _stat_of(place.stat()) == _stat_of(before) and len(data) == before.st_size:
                    break
            else:
                raise NoteUnreadableError(f"{path!r} keeps changing while it is read.")
        except OSError as exc:
            raise NoteUnreadableError(
                f"{path!r} cannot be read: {exc.strerror}.", hint="Check that it is there."
            ) from exc
        if b"\0" in data[:BINARY_WITHIN_BYTES]:
            raise NoteUnreadableError(
                f"{path!r} is no text file.", hint="Save it as UTF-8, or add it to vault.ignore."
            )
        return data

    def replace_note(self, path: str, *, seen: bytes | None, new: bytes) -> bool:
        """Make `new` stand at a path if `seen` stands there; tell whether anything was written.

        Args:
            path: vault-relative.
            seen: the bytes that the caller read; None where nothing may stand yet.
            new: the bytes that shall stand.

        Raises:
            NoteChangedError: something else stands there; nothing was written.
            OutsideVaultError: the path leaves the vault.
            RefusedError: the file or its folder cannot be written.
            LedgerError: the backup cannot be kept.
        """
        place = self._place(path)
        if self.bytes_of(path) == new:
            return False
        self._check_seen(path, seen)
        if seen is None:
            self._check_name_is_free(path)
        with self._journal.run("edit"):
            self._journal.intend(path, before=seen, after=new)
            self._swap(path, place, seen, new)
        return True

    def trash(self, path: str, *, seen: bytes) -> str:
        """Move a note into the vault's `.trash`; return the place it has there.

        Raises:
            NoteChangedError: the note is not what the caller saw.
            OutsideVaultError, RefusedError, LedgerError: as for `replace_note`.
        """
        place = self._place(path)
        self._check_seen(path, seen)
        stem, dot, suffix = path.rpartition(".")
        target, number = f"{TRASH}/{path}", 2
        while self.bytes_of(target) is not None:
            target, number = f"{TRASH}/{stem} {number}{dot}{suffix}", number + 1
        with self._journal.run("trash"), _translated(path):
            self._journal.intend(path, before=seen, after=None, moved_to=target)
            there = self._place(target)
            there.parent.mkdir(parents=True, exist_ok=True)
            place.rename(there)
            _sync_folder(place.parent)
        return target

    def undo_last_run(self, *, dry_run: bool = False) -> UndoResult:
        """Take the journal's newest run back; see `WriteJournal.undo`."""
        return self._journal.undo(self, dry_run=dry_run)

    def bytes_of(self, path: str) -> bytes | None:
        """Return what stands at a path; None where nothing does."""
        try:
            return self._place(path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as exc:
            raise NoteUnreadableError(f"{path!r} cannot be read: {exc.strerror}.") from exc

    def put_back(self, path: str, *, seen: bytes | None, new: bytes | None) -> None:
        """Make `new` stand where `seen` does, without journaling it; None means no file.

        For taking runs back.
        """
        place = self._place(path)
        self._check_seen(path, seen)
        if new is None:
            with _translated(path):
                place.unlink(missing_ok=True)
                _sync_folder(place.parent)
        else:
            self._swap(path, place, seen, new)

    def sweep(self, *, now_s: float) -> int:
        """Remove temporary files that killed writes of ours left; return how many."""
        swept = 0
        for folder, folders, names in os.walk(self._root):
            folders[:] = [name for name in folders if not name.startswith(".") or name == TRASH]
            for name in names:
                if name.startswith(TEMP_PREFIX) and name.endswith(TEMP_SUFFIX):
                    file = Path(folder, name)
                    with contextlib.suppress(OSError):
                        if now_s - file.lstat().st_mtime > STALE_TEMP_S:
                            file.unlink()
                            swept += 1
        return swept

    def _place(self, path: str) -> Path:
        """Return where a vault-relative path really stands, links followed, inside the vault."""
        parts = path.split("/")
        is_odd = path.startswith(("/", "~")) or "\\" in path or "\0" in path or _DRIVE.match(path)
        if is_odd or any(part in {"", ".", ".."} for part in parts):
            raise OutsideVaultError(f"{path!r} is no path inside the vault.")
        try:
            place = (self._root / path).resolve()
        except (OSError, RuntimeError) as exc:
            raise NoteUnreadableError(f"{path!r} leads round in circles.") from exc
        if not place.is_relative_to(self._root):
            raise OutsideVaultError(f"{path!r} leads out of the vault.")
        return place

    def _check_seen(self, path: str, seen: bytes | None) -> None:
        if self.bytes_of(path) != seen:
            raise NoteChangedError(
                f"{path!r} changed meanwhile; nothing was written.", hint="Run it again."
            )

    def _check_name_is_free(self, path: str) -> None:
        """Refuse a name that a sync target without case would take for another note's."""
        folder, _, name = path.rpartition("/")
        with contextlib.suppress(OSError):
            for entry in (self._root / folder).iterdir():
                if entry.name.casefold() == name.casefold() and entry.name != name:
                    raise RefusedError(f"{path!r} would clash with {entry.name!r}.")

    def _swap(self, path: str, place: Path, seen: bytes | None, new: bytes) -> None:
        """Write a hidden sibling, make it durable, check once more, swap it in."""
        with _translated(path):
            place.parent.mkdir(parents=True, exist_ok=True)
            mode = stat.S_IMODE(place.stat().st_mode) if seen is not None else _new_mode()
            descriptor, name = tempfile.mkstemp(TEMP_SUFFIX, TEMP_PREFIX, place.parent)
            temp = Path(name)
            try:
                with os.fdopen(descriptor, "wb") as out:
                    out.write(new)
                    out.flush()
                    os.fchmod(out.fileno(), mode)
                    os.fsync(out.fileno())
                self._check_seen(path, seen)
                if seen is None:
                    _create(temp, place)
                else:
                    temp.replace(place)
                _sync_folder(place.parent)
            except FileExistsError as exc:
                raise NoteChangedError(f"{path!r} came to be meanwhile.") from exc
            finally:
                temp.unlink(missing_ok=True)


def _stat_of(found: os.stat_result) -> FileStat:
    return FileStat(found.st_size, found.st_mtime_ns, max(found.st_mtime_ns, found.st_ctime_ns))


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _create(temp: Path, place: Path) -> None:
    """Let a file appear in one step, never over another; some file systems know no hard links."""
    try:
        os.link(temp, place)
    except OSError as exc:
        if exc.errno not in {errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK}:
            raise
        if place.exists():
            raise FileExistsError from exc
        temp.replace(place)


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    with contextlib.suppress(OSError):  # not every system lets a folder be opened
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def _translated(path: str) -> Iterator[None]:
    """Turn what the system says of a write into a sentence."""
    try:
        yield
    except OSError as exc:
        raise RefusedError(
            f"{path!r} cannot be written: {exc.strerror}; it stands as it stood.",
            hint="Check free space and permissions.",
        ) from exc
