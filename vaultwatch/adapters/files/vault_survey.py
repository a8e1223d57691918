"""What a vault holds: which files are notes, which are attachments, and which are left out, why.

`VaultFiles` asks here, for the whole vault or for single paths; both follow the same rules.
"""

import errno
import fnmatch
import os
import re
import stat as modes
import time
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vaultwatch.adapters.files.sync_names import (
    is_conflict_copy,
    is_in_passing,
    is_note_name,
    is_utf8,
    placeheld,
    placeholder_of,
)
from vaultwatch.errors import NotThereError, told_as
from vaultwatch.guard.secret_values import is_plain_name
from vaultwatch.notes.model import NotePath

if TYPE_CHECKING:
    from vaultwatch.adapters.files.stirring import Stirring

_LAST_NS = 2**63 - 1
"""The year 2262, the last moment that a 64-bit count of nanoseconds holds; a broken clock or a bad
archive leaves files beyond it."""
_GONE = {errno.ENOENT, errno.ENOTDIR}
_AWAY = "iCloud has taken it off this disk"
_ODD_NAME = "the name is not UTF-8 or holds a backslash"
_TOO_TELLING = "its name holds what looks like a secret: give it another"
_LINK = "a link to a folder or out of the vault"


class FileStat(NamedTuple):
    """What the folder says of a file; a tuple, since a look makes one of every file."""

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
    conflicts: tuple[str, ...] = ()
    """Notes that a sync client wrote beside others because two had changed them."""
    taken_ns: int = field(default=0, compare=False)
    """When the first file was looked at, in nanoseconds since 1970."""


@dataclass(slots=True)
class _Found:
    """What was found so far."""

    taken_ns: int = field(default_factory=time.time_ns)
    notes: dict[NotePath, FileStat] = field(default_factory=dict)
    attachments: list[str] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)
    conflicts: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    """Still to be looked into, each with a slash at its end."""

    def survey(self) -> Survey:
        skipped = {path: why for path, why in self.skipped.items() if path not in self.notes}
        return Survey(
            self.notes,
            tuple(sorted(self.attachments)),
            tuple(sorted(skipped.items())),
            tuple(sorted(self.conflicts)),
            self.taken_ns,
        )


class Surveyor:
    """Looks at a vault; opens no file."""

    def __init__(
        self, root: Path, ignore: Sequence[str], identity: "RootIdentity | None" = None
    ) -> None:
        """Take the vault's real path, globs of what is no part of it, and which folder it is."""
        self._root = root
        self._identity = identity
        globs = "|".join(fnmatch.translate(glob) for glob in ignore)
        self._ignored = re.compile(globs) if globs else None
        self.stirring: Stirring | None = None
        """Hears of changes, where somebody asks for that."""

    def survey(self, *, is_aside: bool = False) -> Survey:
        """Return every note and attachment outside dot-folders.

        With `is_aside` nobody takes in what changed: what stirred stays to be looked at.

        Raises:
            NotThereError: the vault is gone or no folder.
        """
        if self.stirring is not None and not is_aside:
            self.stirring.begin()
        found = _Found()
        for _ in self._walk(found):
            pass
        return found.survey()

    def look_at(self, paths: Collection[str]) -> Survey:
        """Return what a survey would say of these paths, without attachments."""
        self.check_root()
        if self.stirring is not None:
            self.stirring.begin_few()
        found = _Found()
        for path in sorted(set(paths)):
            self._look_at(path, found)
        return replace(found.survey(), attachments=())

    def pick(self, paths: Collection[str]) -> Survey:
        """Return what a whole survey says of these paths however they are written.

        On a disk that takes two spellings for one name only a folder's list tells the true one.
        """
        whole = self.survey()
        wanted = {folded(path) for path in paths}

        def is_wanted(path: str) -> bool:
            return folded(path.rstrip("/")) in wanted

        def holds_wanted(path: str) -> bool:
            return any(one.startswith(folded(path.rstrip("/")) + "/") for one in wanted)

        return Survey(
            {path: stat for path, stat in whole.notes.items() if is_wanted(path)},
            (),
            tuple(one for one in whole.skipped if is_wanted(one[0]) or holds_wanted(one[0])),
            tuple(path for path in whole.conflicts if is_wanted(path)),
            whole.taken_ns,
        )

    def attachments(self) -> tuple[str, ...]:
        """Return every file outside dot-folders that is no note."""
        return self.survey(is_aside=True).attachments

    def holds_any_note(self, except_for: str = "") -> bool:
        """Tell whether the vault holds a note other than one; stop at the first."""
        found = _Found()
        return any(found.notes.keys() - {except_for} for _ in self._walk(found))

    def check_root(self) -> None:
        """Hold that the vault is there, and the one that the settings were read from."""
        if self._identity is not None and root_identity(self._root) not in {self._identity, None}:
            raise NotThereError(
                f"Another folder stands at {str(self._root)!r} than a moment ago.",
                hint="Try again: its settings are read first.",
            )
        # An unreadable vault, or a share that is away, is no empty one.
        with told_as(NotThereError, "The vault cannot be read"):
            if not self._root.is_dir():
                raise NotThereError(f"There is no vault at {str(self._root)!r}.")
            os.scandir(self._root).close()

    def _walk(self, found: _Found) -> Iterator[str]:
        """Look into folder after folder, naming each when it is done."""
        self.check_root()
        found.folders.append("")
        while found.folders:
            prefix = found.folders.pop()
            if self.stirring is not None:
                self.stirring.watch(self._root / prefix, prefix)
            try:
                with os.scandir(self._root / prefix) as entries:
                    for entry in entries:
                        self._sort(entry, prefix, found)
            except OSError as exc:
                if not prefix:
                    raise NotThereError(f"The vault cannot be read: {exc.strerror}.") from exc
                if exc.errno not in _GONE:
                    found.skipped[prefix] = f"the folder cannot be read: {exc.strerror}"
            yield prefix

    def _sort(self, entry: os.DirEntry[str], prefix: str, found: _Found) -> None:
        path = prefix + entry.name
        if not self._may_be_ours(entry.name, path, found):
            return
        try:
            if entry.is_symlink() and (entry.is_dir() or not self._stays(path)):
                found.skipped[path] = _LINK
            elif entry.is_dir():
                found.folders.append(path + "/")
            elif not entry.is_file():
                found.skipped[path] = "no regular file"
            else:
                if self.stirring is not None and entry.is_symlink():
                    self.stirring.be_deaf()  # it may lead into a folder that is not listened to
                self._take(path, entry.name, entry.stat, found)
        except OSError as exc:
            if exc.errno not in _GONE:
                found.skipped[path] = f"it cannot be looked at: {exc.strerror}"

    def _may_be_ours(self, name: str, path: str, found: _Found) -> bool:
        """Tell whether a file or folder belongs to the vault by its name; else note why not."""
        if name.startswith("."):
            away = placeheld(name)
            if away is not None and is_utf8(away) and _shown(away) == away:
                note = path.removesuffix(name) + away
                if not self._is_ignored(note):
                    found.skipped[note] = _AWAY
            return False
        if self._is_ignored(path):
            return False
        shown = _shown(name)
        if shown != name:
            place = path.removesuffix(name) + shown
            found.skipped[place.encode("utf-8", "backslashreplace").decode()] = _TOO_TELLING
            return False
        if "\\" in name or not is_utf8(name):
            found.skipped[path.encode("utf-8", "backslashreplace").decode()] = _ODD_NAME
            return False
        return True

    def _take(
        self, path: str, name: str, stat: Callable[[], os.stat_result], found: _Found
    ) -> None:
        if is_note_name(name):
            if is_conflict_copy(name):
                found.conflicts.append(path)
            else:
                status = stat()
                if status.st_nlink > 1 and self.stirring is not None:
                    self.stirring.doubt()
                found.notes[NotePath(path)] = stat_of(status)
        elif not is_in_passing(name):
            found.attachments.append(path)

    def _look_at(self, path: str, found: _Found) -> None:
        parts = path.split("/")
        if "\0" in path or any(part in {"", ".", ".."} for part in parts):
            found.skipped[path.encode("utf-8", "backslashreplace").decode()] = (
                "no path inside the vault"
            )
            return
        for count, name in enumerate(parts, start=1):
            here = "/".join(parts[:count])
            if not self._may_be_ours(name, here, found):
                return
            if not self._look_at_one(here, found, is_last=count == len(parts)):
                return

    def _look_at_one(self, path: str, found: _Found, *, is_last: bool) -> bool:
        """Look at a part of a path; return whether there is more to look at below it."""
        file = self._root / path
        try:
            status = file.lstat()
            if modes.S_ISLNK(status.st_mode):
                if file.is_dir() or not self._stays(path):
                    found.skipped[path] = _LINK
                    return False
                status = file.stat()
            if modes.S_ISDIR(status.st_mode):
                return True
            if not is_last:
                return False  # a file stands where a folder was: what was in it is gone
            if modes.S_ISREG(status.st_mode):
                self._take(path, file.name, lambda: status, found)
            else:
                found.skipped[path] = "no regular file"
        except OSError as exc:
            if exc.errno not in _GONE or file.is_symlink():
                found.skipped[path] = f"it cannot be looked at: {exc.strerror}"
            elif os.path.lexists(file.with_name(placeholder_of(file.name))):
                found.skipped[path] = _AWAY
        return False

    def would_be_note(self, path: str) -> bool:
        """Tell whether a file of this name would count as a note."""
        name = path.rsplit("/", 1)[-1]
        is_note = is_note_name(name) and not is_conflict_copy(name)
        return is_note and self._may_be_ours(name, path, _Found())

    def _is_ignored(self, path: str) -> bool:
        return self._ignored is not None and bool(
            self._ignored.match(path) or self._ignored.match(path + "/")
        )

    def _stays(self, path: str) -> bool:
        return Path(os.path.realpath(self._root / path)).is_relative_to(self._root)


RootIdentity: TypeAlias = tuple[int, int]
"""Device and inode: what tells a folder from another that takes its place."""


def _shown(name: str) -> str:
    """Return a name with its secrets masked; the rules are imported where it may hold one."""
    if is_plain_name(name):
        return name
    from vaultwatch.guard.secrets import masked_name

    return masked_name(name)


def root_identity(root: Path) -> RootIdentity | None:
    """Return what tells a vault's folder from another at the same place; None where none stands."""
    try:
        found = root.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def folds_case(root: Path, *, lstat: Callable[[str], os.stat_result] = os.lstat) -> bool:
    """Tell whether a folder's disk takes `Note.md` and `nOTE.MD` for one file.

    Asked of something that stands in the folder, else of the folder itself. False in doubt.
    """
    try:
        names = os.listdir(root)  # noqa: PTH208 -- names are what is compared
    except OSError:
        return False
    standing = set(names)
    for file in [*(root / name for name in names), root]:
        swapped = file.name.swapcase()
        if swapped == file.name or not is_utf8(swapped) or (file != root and swapped in standing):
            continue
        try:
            here = lstat(str(file))
            there = lstat(str(file.with_name(swapped)))
        except OSError:
            if os.path.lexists(file):
                return False
            continue  # it went while we asked
        return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
    return False


def folded(name: str) -> str:
    """Return what all spellings of a name on a disk that folds case and accents have in common."""
    return unicodedata.normalize("NFC", name).casefold()


def stat_of(found: os.stat_result) -> FileStat:
    """Return what we keep of what the system says of a file."""
    modified_ns = min(found.st_mtime_ns, _LAST_NS)
    return FileStat(found.st_size, modified_ns, min(max(modified_ns, found.st_ctime_ns), _LAST_NS))
