"""Read the files of a store: a folder or file of another agent, which is never written.

Nothing outside the store is read, whatever a link or a name in it says; what is too large, too
much, no text or being written is left out, and told.
"""

import os
import stat as modes
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from vaultwatch.adapters.files.own_files import (
    NotPlainFileError,
    is_file,
    is_folder,
    is_there,
    open_plain,
    real_path,
)
from vaultwatch.memories.stores.records import StoreFault, StoreFile

MOST_BYTES = 50_000_000
MOST_FILES = 5_000
MOST_FOLDERS = 5_000
MOST_DEPTH = 6
MOST_NAMES = 1_000_000
"""Of notes that links are held against: with more, none is called dead."""
MOST_TRIES = 3
"""So often a file that changes while it is read is read again."""
BINARY_WITHIN = 8_192

_SHOWN_FOLDERS = frozenset({".claude", ".cursor", ".windsurf", ".clinerules", ".github"})
"""Hidden folders in which tools keep rules."""
_NEVER = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})


@dataclass(slots=True)
class StoreSurvey:
    """What stands in a store, by its names alone."""

    root: Path
    """The folder; for a store that is one file, the folder that holds it."""
    paths: list[str] = field(default_factory=list)
    faults: list[StoreFault] = field(default_factory=list)
    outside: list[tuple[str, bool]] = field(default_factory=list)
    """Links that lead out of it, and whether to a folder; nothing there is looked at."""
    seen: set[tuple[int, int]] = field(default_factory=set)
    """Device and inode of what was found, so that another name of it is not found again."""
    links: dict[str, str] = field(default_factory=dict)
    """Of the files, those that are links, and the file in the store that each leads to."""


def survey_store(place: Path, *, enters: Callable[[str], bool] = lambda _: True) -> StoreSurvey:
    """Return the files of a store, by name.

    Raises:
        OSError: it is not there, or its folder cannot be listed.
    """
    real = Path(os.path.realpath(place))
    if not modes.S_ISDIR(real.stat().st_mode):
        return StoreSurvey(real.parent, [real.name])
    survey = StoreSurvey(real)
    waiting = [""]
    for count, folder in enumerate(waiting, start=1):
        if count > MOST_FOLDERS or len(survey.paths) >= MOST_FILES:
            message = f"More than {MOST_FILES} files or folders; the rest is not read."
            survey.faults.append(StoreFault("left_out", folder, 0, message))
            break
        try:
            below = sorted(os.scandir(real / folder), key=lambda entry: entry.name)
        except OSError as error:
            if not folder:
                raise
            message = f"The folder cannot be listed: {error.strerror}."
            survey.faults.append(StoreFault("unreadable", folder, 0, message))
            continue
        for entry in below:
            _take(survey, waiting, f"{folder}/{entry.name}".lstrip("/"), entry, enters)
    survey.paths.sort()
    return survey


def _take(
    survey: StoreSurvey,
    waiting: list[str],
    path: str,
    entry: "os.DirEntry[str]",
    enters: Callable[[str], bool],
) -> None:
    """Take what a folder holds: a file, a folder to be listed, or neither."""
    try:
        path.encode()
        if entry.is_symlink() and not _is_inside(survey.root, survey.root / path):
            survey.outside.append((path, entry.is_dir()))
        elif entry.is_dir(follow_symlinks=False):
            is_hidden = entry.name.startswith(".") and entry.name not in _SHOWN_FOLDERS
            is_odd = is_hidden or entry.name in _NEVER or path.count("/") >= MOST_DEPTH
            if not is_odd and enters(path):
                waiting.append(path)
        elif entry.is_file() and len(survey.paths) < MOST_FILES:
            found = entry.stat()
            if entry.is_symlink():
                real = os.path.realpath(survey.root / path)
                survey.links[path] = os.path.relpath(real, survey.root)
                survey.paths.append(path)
            elif (found.st_dev, found.st_ino) not in survey.seen:
                survey.seen.add((found.st_dev, found.st_ino))
                survey.paths.append(path)
    except (OSError, UnicodeEncodeError):
        shown = path.encode(errors="replace").decode()
        message = "Its name or what it leads to cannot be read."
        survey.faults.append(StoreFault("unreadable", shown, 0, message))


@dataclass(frozen=True, slots=True)
class FileMarks:
    """What tells one state of a store's files from another, without reading them."""

    digest: str
    count: int
    newest_s: float
    """When the last of them changed, in seconds since 1970; 0 where there is none."""


def file_marks(place: Path, *, enters: Callable[[str], bool] = lambda _: True) -> FileMarks:
    """Return the marks of a store's files: names, sizes, times."""
    survey = survey_store(place, enters=enters)
    told = []
    newest_ns = 0
    for path in survey.paths:
        try:
            found = (survey.root / path).stat()
        except OSError:
            continue
        newest_ns = max(newest_ns, found.st_mtime_ns, found.st_ctime_ns)
        told.append(
            f"{path}\0{found.st_ino}\0{found.st_size}\0{found.st_mtime_ns}\0{found.st_ctime_ns}"
        )
    digest = blake2b("\n".join(told).encode("utf-8", "surrogatepass"), digest_size=16)
    return FileMarks(digest.hexdigest(), len(told), newest_ns / 1e9)


def read_files(
    survey: StoreSurvey, paths: Iterable[str], *, most_bytes: int
) -> tuple[list[StoreFile], list[StoreFault]]:
    """Return those of some files that stand in a store, and what could not be read."""
    files: list[StoreFile] = []
    faults: list[StoreFault] = []
    total = 0
    for path in paths:
        place = Path(os.path.realpath(survey.root / path))
        if not place.is_relative_to(survey.root):
            continue
        try:
            read = _read(place, most_bytes)
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            faults.append(StoreFault("unreadable", path, 0, f"It cannot be read: {why}."))
            continue
        if isinstance(read, str):
            faults.append(StoreFault("left_out", path, 0, read))
            continue
        data, modified = read
        total += len(data)
        if total > max(MOST_BYTES, most_bytes):
            message = f"More than {MOST_BYTES // 1_000_000} MB; the rest is not read."
            faults.append(StoreFault("left_out", path, 0, message))
            break
        text, fault = _text(path, data)
        faults += fault
        if text is not None:
            files.append(StoreFile(path, text, len(data), modified))
    return files, faults


def stands(root: Path, path: str) -> bool:
    """Tell whether something of that name is in a store; below a link out of it nobody looks."""
    place = root / path
    try:
        return not _is_inside(root, place.parent) or os.path.lexists(place)
    except (OSError, ValueError):
        return False


def _read(place: Path, most: int) -> tuple[bytes, datetime] | str:
    """Return a file's bytes and when it changed, or why it is left out."""
    for _ in range(MOST_TRIES):
        try:
            opened = open_plain(place, follows_link=True)
        except NotPlainFileError:
            return "It is no plain file."
        with opened:
            before = os.fstat(opened.fileno())
            if before.st_size > most:
                return f"It has {before.st_size} bytes; more than {most} are not read."
            data = opened.read(most + 1)
            after = os.fstat(opened.fileno())
        is_calm = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if is_calm and len(data) == after.st_size:
            return data, datetime.fromtimestamp(after.st_mtime, UTC)
    return "It is being written; look again."


def _text(path: str, data: bytes) -> tuple[str | None, list[StoreFault]]:
    if b"\0" in data[:BINARY_WITHIN]:
        return None, [StoreFault("unreadable", path, 0, "It is no text.")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = "It is not UTF-8; what cannot be read of it stands as a mark."
        return data.decode("utf-8-sig", "replace"), [StoreFault("unreadable", path, line, message)]


def _is_inside(root: Path, place: Path) -> bool:
    return Path(os.path.realpath(place)).is_relative_to(root)


def known_place(place: Path) -> Path:
    """Return what a store is known by: where it really stands, in the main checkout of its project.

    A worktree of Git names its project in the file `.git`; a copy there of what also stands in the
    main checkout is no store of its own.
    """
    real = real_path(place)
    for folder in (real, *real.parents):
        mark = folder / ".git"
        if is_folder(mark):
            return real
        if is_file(mark):
            main = main_checkout(mark)
            twin = main / real.relative_to(folder) if main else real
            return twin if is_there(twin) else real
    return real


def main_checkout(mark: Path) -> Path | None:
    """Return the folder of the main checkout that a worktree's `.git` leads to."""
    try:
        said = mark.read_text(encoding="utf-8", errors="replace")[:4_000].strip()
        folder = mark.parent / said.removeprefix("gitdir:").strip()
        common = folder / (folder / "commondir").read_text(encoding="utf-8")[:4_000].strip()
        found = Path(os.path.realpath(common)).parent
    except (OSError, ValueError):
        return None
    return found if is_folder(found / ".git") else None


def note_names(folder: Path) -> set[str] | None:
    """Return the names of a folder's notes, and their paths, without ending; None if too many."""
    found: set[str] = set()
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in _NEVER]
        inside = os.path.relpath(place, folder).removeprefix(".")
        for name in names:
            if name.endswith(".md"):
                stem = name.removesuffix(".md")
                found |= {stem, f"{inside}/{stem}".lstrip("/")}
        if len(found) > MOST_NAMES:
            return None
    return found
