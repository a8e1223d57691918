"""The files of a vault: what is there, what it holds, and the one way to write it.

Every write keeps what was in the journal first, goes to a hidden sibling, and is swapped in only
if the file is still the one that was read.
"""

# Long because it is the one place that reads and writes notes.

import os
import stat as modes
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from vaultwatch.adapters.files.safe_write import (
    PLAIN_TEMP,
    STALE_S,
    SWAP_TEMP,
    create_file,
    move_file,
    refusing,
    replace_file,
    rescue,
)
from vaultwatch.adapters.files.vault_survey import (
    FileStat,
    RootIdentity,
    Survey,
    Surveyor,
    folded,
    folds_case,
    stat_of,
)
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.errors import (
    NoteChangedError,
    NoteUnreadableError,
    OutsideVaultError,
    RecordReadOnlyError,
    RefusedError,
    told_as,
)
from vaultwatch.memories.stores.places import place_of_record

__all__ = ["FileStat", "Survey", "VaultFiles"]

BINARY_WITHIN_BYTES = 8192
"""A NUL this early means no text, as Git decides it (buffer_is_binary: 8,000 bytes)."""


MOST_LISTED = 8
"""Folders whose names are kept: of 10,000 a listing takes 5 ms, and one memory asks four times, for
a free place and when it is written. Chosen by hand."""


class VaultFiles(Surveyor):
    """Looks at a vault, reads it, and writes it with care."""

    def __init__(
        self,
        root: Path,
        *,
        journal: WriteJournal,
        ignore: Sequence[str] = (),
        max_note_bytes: int = 5_000_000,
        identity: RootIdentity | None = None,
    ) -> None:
        """Touch nothing yet; another folder than `identity` is neither read nor written."""
        super().__init__(Path(os.path.realpath(root)), ignore, identity)
        self._journal = journal
        self._max_note_bytes = max_note_bytes
        self._listed: dict[Path, tuple[tuple[int, int], str, str]] = {}
        """By folder: which one it was and when, its names, and what their likes share."""
        self._in_hand: dict[str, int] = {}
        """What is being written and not taken in yet, by path, with the thread that does."""

    def listen(self) -> None:
        """Have the system tell of changes from the next survey on: see `is_calm`."""
        from vaultwatch.adapters.files.stirring import Stirring  # for a process that stays

        self.stirring = Stirring()

    def settle(self, paths: Collection[str] | None = None) -> None:
        """Take what the last look saw, of some notes or all, for known and carried out."""
        if self.stirring is not None:
            self.stirring.settle(paths)

    def is_calm(self) -> bool:
        """Tell whether a survey would see what the last one saw; False where nobody listens.

        What another thread is writing it takes in itself.
        """
        stirred, me = self.stirred(), threading.get_ident()
        in_hand = self._in_hand.copy()
        return stirred is not None and all(in_hand.get(path, me) != me for path in stirred)

    def let_go(self) -> None:
        """Call nothing written by oneself any more: whoever wrote has taken it in, or failed."""
        self._in_hand = {}

    def stirred(self) -> frozenset[str] | None:
        """Return the notes that changed since the last survey; None where that is not known."""
        return None if self.stirring is None else self.stirring.stirred()

    def look_at(self, paths: Collection[str]) -> Survey:
        """Return what a survey says of these paths alone; attachments stay empty.

        A path that is gone is in no part of it. On a disk that folds case, notes come under the
        names they have, whatever spelling was asked for.

        Raises:
            NotThereError: the vault is gone or no folder.
        """
        if "" in paths:
            return replace(self.survey(), attachments=())
        return self.pick(paths) if self.folds_case else super().look_at(paths)

    @cached_property
    def folds_case(self) -> bool:
        """Whether the vault's disk takes `Note.md` and `note.md` for one file."""
        return folds_case(self._root)

    def stat(self, path: str) -> FileStat | None:
        """Return size and times of a file, None where there is none."""
        try:
            return stat_of(self._inside(path).stat())
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
            with told_as(
                NoteUnreadableError,
                f"{path!r} cannot be read",
                "See whether it is still there and yours to read.",
            ):
                first = file.stat()
                if not modes.S_ISREG(first.st_mode):
                    raise NoteUnreadableError(f"{path!r} is no file.", hint="Name a note.")
                if first.st_size > self._max_note_bytes:
                    raise NoteUnreadableError(
                        f"{path!r} is larger than {self._max_note_bytes:,} bytes.",
                        hint="Split it, or raise vault.max_note_bytes.",
                    )
                data = file.read_bytes()
                second = file.stat()
            if stat_of(first) == stat_of(second) and len(data) == second.st_size:
                if b"\0" in data[:BINARY_WITHIN_BYTES]:
                    raise NoteUnreadableError(f"{path!r} is no text.", hint="Rename or mend it.")
                return data
        raise NoteUnreadableError(f"{path!r} changes all the time.", hint="Try again later.")

    def replace_note(self, path: str, *, seen: bytes | None, new: bytes) -> bool:
        """Write a note if it is still what was seen, None for no file; tell whether it was.

        Raises:
            NoteChangedError: the file is not `seen` any more.
            OutsideVaultError: the path leaves the vault.
            RefusedError: it cannot be written; the original is intact.
        """
        file = self._inside(path)
        with refusing(path):
            if seen is None:
                self._check_free(path)
            else:
                self._check_seen(path, file, seen)
                if new == seen:
                    return False
                # Asked twice: an editor that saves by renaming takes it away for a moment.
                if not (os.access(file, os.W_OK) or not file.exists() or os.access(file, os.W_OK)):
                    raise RefusedError(f"{path!r} is read-only.", hint="Make it writable.")
            self._in_hand[path] = threading.get_ident()
            with self._journal.run("write") as run:
                run.intend(path, before=seen, after=new)
                try:
                    self._swap(file, seen, new)
                except BaseException as exc:
                    if isinstance(exc, NoteChangedError) or self.now(path) == seen:
                        run.drop()
                    raise
        return True

    def is_free(self, path: str) -> bool:
        """Tell whether a new note can take this place: nothing stands there, not by a like name."""
        self._inside(path)
        try:
            self._check_free(path)
        except RefusedError:
            return False
        return True

    def trash(self, path: str, *, seen: bytes) -> str:
        """Move a note to the vault's `.trash`, over nothing; return its place there.

        Raises:
            NoteChangedError: the file is not `seen` any more.
            RefusedError: it cannot be moved.
        """
        with refusing(path):
            place = self.place_in_trash(path, seen)
            self._move_journaled("trash", path, place, seen)
        return place

    def place_in_trash(self, path: str, seen: bytes) -> str:
        """Return where a note would lie in the vault's `.trash`; nothing is written.

        Raises:
            NoteChangedError: the file is not `seen` any more.
            RefusedError: it cannot be moved there.
        """
        self._check_movable(path, seen)
        stem, ending = os.path.splitext(path)  # noqa: PTH122 -- a vault path, not a Path
        place, number = f".trash/{path}", 0
        while os.path.lexists(self._root / place):
            number += 1
            place = f".trash/{stem} {number}{ending}"
        self._inside(place)
        return place

    def move_note(self, path: str, new: str, *, seen: bytes) -> None:
        """Give a note another name, over nothing.

        Raises:
            NoteChangedError: the file is not `seen` any more, or the name is taken.
            OutsideVaultError: the new path leaves the vault.
            RefusedError: it cannot be moved, or is a link.
        """
        with refusing(path):
            self._check_movable(path, seen)
            self._check_free(new)
            self._move_journaled("rename", path, new, seen)

    def _move_journaled(self, what: str, path: str, place: str, seen: bytes) -> None:
        self._in_hand |= dict.fromkeys((path, place), threading.get_ident())
        with self._journal.run(what) as run:
            run.intend(path, before=seen, after=None, place=place)
            try:
                self._move(path, place, seen)
            except BaseException as exc:
                if isinstance(exc, NoteChangedError) or self.now(path) == seen:
                    run.drop()
                raise

    def sweep(self, *, now: datetime) -> int:
        """Remove our own temporary files older than an hour; return how many.

        One in which a kill caught what a person saved is moved to `.trash` instead.
        """
        count = 0
        for folder, _, names in os.walk(self._root):
            for name in names:
                is_swap = SWAP_TEMP.match(name) is not None
                if not is_swap and not PLAIN_TEMP.match(name):
                    continue
                file = Path(folder) / name
                with suppress(OSError):
                    found = file.lstat()
                    # What a swap brought out may be old itself: its renaming tells.
                    last_s = found.st_ctime if is_swap else found.st_mtime
                    if modes.S_ISREG(found.st_mode) and now.timestamp() - last_s > STALE_S:
                        rescue(file, self._kept())
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
        with refusing(path):
            self._swap(self._inside(path), seen, new)

    def take_away(self, path: str, *, seen: bytes) -> None:
        """Move a file to the trash without journaling; for the journal."""
        with refusing(path):
            self._move(path, self.place_in_trash(path, seen), seen)

    def bring_back(self, place: str, path: str) -> None:
        """Move a file out of the trash without journaling; for the journal.

        Folders of the trash that it leaves empty go too.
        """
        with refusing(path):
            self._check_free(path)
            self._move(place, path, self._inside(place).read_bytes())
        if place.startswith(".trash/"):
            for folder in Path(place).parents[:-1]:
                with suppress(OSError):
                    (self._root / folder).rmdir()

    def _swap(self, file: Path, seen: bytes | None, new: bytes) -> None:
        if seen is None:
            self.check_root()  # a vault that is gone is never made anew
            create_file(file, new)
        else:
            replace_file(file, seen=seen, new=new, kept=self._kept())

    def _move(self, source: str, target: str, seen: bytes) -> None:
        self._inside(source)
        move_file(self._root / source, self._inside(target), seen=seen)

    def _kept(self) -> Path:
        """Return the folder for a save that lost against a later one."""
        try:
            return self._inside(".trash")
        except OutsideVaultError:  # a trash elsewhere may be on another disk
            return self._root / ".vaultwatch" / "kept"

    def _check_movable(self, path: str, seen: bytes) -> None:
        self._check_seen(path, self._inside(path), seen)
        if (self._root / path).is_symlink():
            raise RefusedError(f"{path!r} is a link.", hint="Remove the link by hand.")

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
            if self._holds_like(folder, name):
                raise RefusedError(f"{path!r} differs from another name only in case or accents.")
            folder /= name
        if os.path.lexists(folder):
            raise NoteChangedError(f"{path!r} stands there already.", hint="Choose another name.")

    def _holds_like(self, folder: Path, name: str) -> bool:
        """Tell whether a folder holds a name that differs from this one only in case or accents."""
        stat = folder.stat()
        seen = (stat.st_ino, stat.st_mtime_ns)
        if folder not in self._listed or self._listed[folder][0] != seen:
            # Of 10,000 names a path each takes 50 ms, and a look at each alone 20.
            names = f"/{'/'.join(os.listdir(folder))}/"  # noqa: PTH208
            if len(self._listed) >= MOST_LISTED:
                self._listed.clear()
            self._listed[folder] = seen, names, names.lower() if names.isascii() else folded(names)
        _, names_there, likes = self._listed[folder]
        return f"/{folded(name)}/" in likes and f"/{name}/" not in names_there

    def _inside(self, path: str) -> Path:
        """Return where a path really leads, which is inside the vault."""
        if (record := place_of_record(path)) is not None:
            raise RecordReadOnlyError(record.words)
        parts = path.split("/")
        is_odd = "\0" in path or "\\" in path or not _is_nameable(path)
        if is_odd or any(part in {"", ".", ".."} for part in parts):
            raise OutsideVaultError(f"{path!r} is no path inside the vault.")
        file = Path(os.path.realpath(self._root / path))
        if not file.is_relative_to(self._root):
            raise OutsideVaultError(f"{path!r} leads out of the vault.")
        return file


def _is_nameable(path: str) -> bool:
    """Tell whether the system can be asked after a path at all: not of half a character."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return True
