"""Tell whether the files of the chunk index are as they were left, and whether a run died over it.

A garbled index file can end the process that reads it (LanceDB asks for 52 GB and aborts), so the
files are looked at before LanceDB is. Its files are written once: one whose bytes differ from what
was recorded is garbled. Whoever opens the index leaves a mark beside it, locked for as long as the
process lives and taken away by a clean close: a mark that nobody holds tells of a run that died.
Called by `lance_chunks` when a table is opened and closed, and by `doctor`.
"""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, TypeAlias

from vaultwatch.adapters.files.own_files import LIKE_WINDOWS, parse_own

try:
    import fcntl
except ImportError:  # Windows: no mark is left there
    fcntl = None  # type: ignore[assignment]

MARKS = "in-use"
"""Holds a mark for each that has the index open."""
RECORD = "files.json"
"""What the files were when the last one closed the index."""
REWRITTEN = "latest_version_hint.json"
"""The one file that LanceDB writes again and again; it reads well without it."""
LEFT_AFTER_S = 600
"""A `.tmp` file so old is nobody's any more; joining a million rows takes 10 s. Chosen by hand."""
DOUBTS = b"doubts\n"
"""Stands in the mark of a run that met what it could not read."""

Verdict: TypeAlias = Literal["sound", "unsure", "garbled"]
"""`unsure`: to be read where the reader's death is survived."""
Stat: TypeAlias = tuple[int, int]
"""Size and time of change in ns."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file as it was recorded."""

    stat: Stat
    digest: str


def judged(
    seen: Mapping[str, Stat],
    kept: Mapping[str, Kept] | None,
    *,
    deaths: int,
    is_shared: bool,
    has_bytes_of: Callable[[str], bool],
) -> Verdict:
    """Return what to think of the files before anything reads them; without a record `unsure`.

    `deaths` counts runs that died with the index open since it was last found sound, twice those
    that met what they could not read. Where it is shared another process may have written.
    """
    if not seen:
        return "sound"
    if kept is None:
        return "unsure"
    suspects = [
        name for name in seen.keys() & kept.keys() if deaths or seen[name] != kept[name].stat
    ]
    if not all(map(has_bytes_of, sorted(suspects))):
        return "garbled"
    is_explained = seen.keys() == kept.keys() or (is_shared and not deaths)
    return "sound" if is_explained and deaths < 2 else "unsure"  # noqa: PLR2004 - as said above


class IndexFiles:
    """The files of one index folder, and our mark beside them."""

    def __init__(self, folder: Path) -> None:
        """Look at nothing yet."""
        self._folder = folder
        self._mark: Path | None = None
        self._handle = -1
        self._is_doubted = False

    def enter(self) -> Verdict:
        """Leave our mark and return what to think of the files."""
        deaths = sum(2 if _says_doubt(mark) else 1 for mark in self._dead())
        is_shared = bool(self._marks()) and len(self._dead()) < len(self._marks())
        self._leave_mark()
        kept = _recorded(self._folder)
        return judged(
            stats_of(self._folder),
            kept,
            deaths=deaths,
            is_shared=is_shared,
            has_bytes_of=lambda name: self._holds(name, kept or {}),
        )

    def doubt(self) -> None:
        """Remember that something could not be read: the next to open looks closer."""
        self._is_doubted = True

    def settle(self) -> None:
        """Record the files as they stand, for sound; forget who died."""
        dead = self._dead()
        self._record()
        for mark in dead:
            mark.unlink(missing_ok=True)

    def leave(self) -> None:
        """Take our mark away, unless something was doubted; the last one records the files."""
        if LIKE_WINDOWS and not self._is_doubted:
            with suppress(OSError):
                self._record()
        if self._mark is None:
            return
        mark, self._mark = self._mark, None
        with suppress(OSError):  # no room, or the folder is gone: the next to open is unsure
            if self._is_doubted:
                os.write(self._handle, DOUBTS)
            else:
                others = [other for other in self._marks() if other != mark]
                if len(self._dead()) == len(others):
                    self.settle()
                mark.unlink(missing_ok=True)
        os.close(self._handle)

    def _leave_mark(self) -> None:
        if LIKE_WINDOWS:
            return
        folder = self._folder / MARKS
        folder.mkdir(exist_ok=True)
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        made = folder / f".{name}"
        self._handle = os.open(made, os.O_CREAT | os.O_WRONLY, 0o600)
        _lock(self._handle)
        self._mark = folder / name
        made.replace(self._mark)  # nobody sees it unlocked

    def _marks(self) -> list[Path]:
        try:
            return sorted(one for one in (self._folder / MARKS).iterdir() if one.name[0] != ".")
        except OSError:
            return []

    def _dead(self) -> list[Path]:
        """Return the marks that nobody holds any more."""
        return [mark for mark in self._marks() if mark != self._mark and not _is_held(mark)]

    def _holds(self, name: str, kept: Mapping[str, Kept]) -> bool:
        return digest_of(self._folder / name) == kept[name].digest

    def _record(self) -> None:
        kept, seen = _recorded(self._folder) or {}, stats_of(self._folder)
        now = {
            name: old
            if (old := kept.get(name)) is not None and old.stat == stat
            else Kept(stat, digest_of(self._folder / name))
            for name, stat in seen.items()
        }
        if now == kept:
            return
        lines = {name: [*one.stat, one.digest] for name, one in now.items()}
        fresh = self._folder / f".{RECORD}"
        fresh.write_text(json.dumps(lines), encoding="utf-8")
        fresh.replace(self._folder / RECORD)


def garbled_files(folder: Path) -> list[str]:
    """Return the files that hold other bytes than were recorded, all of them read.

    Not one that is gone: a process that had the index open may have dropped it.
    """
    kept = _recorded(folder) or {}
    return [
        name
        for name, one in kept.items()
        if digest_of(folder / name) != one.digest and (folder / name).exists()
    ]


def stats_of(folder: Path) -> dict[str, Stat]:
    """Return the tables' files by their path below the folder."""
    found: dict[str, Stat] = {}
    for table in folder.glob("*.lance"):
        for at, _, names in os.walk(table):
            for name in names:
                if name == REWRITTEN or name.startswith(".tmp"):
                    continue
                file = os.path.join(at, name)  # noqa: PTH118 - hundreds of files at each start
                with suppress(FileNotFoundError):  # another process drops what is old
                    stat = os.stat(file)  # noqa: PTH116
                    found[os.path.relpath(file, folder)] = (stat.st_size, stat.st_mtime_ns)
    return found


def sweep(folder: Path) -> None:
    """Remove what killed writes left, before the table is opened."""
    now_s = time.time()
    for left in folder.rglob(".tmp*"):
        if left.is_file() and now_s - left.stat().st_mtime > LEFT_AFTER_S:
            left.unlink(missing_ok=True)
    for table in folder.glob("*.lance"):
        # Newest first: LanceDB counts down. An empty one is a commit that power loss tore.
        for manifest in sorted((table / "_versions").glob("*.manifest")):
            if manifest.stat().st_size:
                break
            manifest.unlink()


def digest_of(file: Path) -> str:
    """Return a digest of a file's bytes; empty where it cannot be read."""
    digest = blake2b(digest_size=16)
    try:
        with file.open("rb") as handle:
            while piece := handle.read(1 << 20):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()


def _recorded(folder: Path) -> dict[str, Kept] | None:
    try:
        told = parse_own((folder / RECORD).read_bytes())
        return {
            str(name): Kept((int(size), int(changed_ns)), str(digest))
            for name, (size, changed_ns, digest) in told.items()
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _is_held(mark: Path) -> bool:
    try:
        handle = os.open(mark, os.O_RDONLY)
    except OSError:
        return True  # it was taken away just now
    try:
        return not _lock(handle)
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file until it is closed; tell whether that could be done."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _says_doubt(mark: Path) -> bool:
    try:
        return mark.read_bytes() == DOUBTS
    except OSError:
        return False


# Read a chunk table to its end, every index too, in a process whose death is survived.

log = logging.getLogger(__name__)

LEAST_LIMIT_S = 60.0
BYTES_PER_S = 10_000_000
"""A probe gets a minute and a second for so many bytes; a sound table of 10 MB takes two seconds,
nearly all of them the import. Chosen by hand."""
MEMORY_BYTES = 16 << 30
"""Address space of the child, beside four times the table: LanceDB's threads and heaps reserve
some GB of it. What a garbled length asks for is mostly more, and fails. Chosen by hand."""
BATCH_ROWS = 1024


def is_readable(folder: Path, name: str) -> bool:
    """Tell whether a child could read a whole table; true where no child can be started."""
    files = stats_of(folder).items()  # another process may drop some meanwhile
    size_bytes = sum(size for file, (size, _) in files if Path(file).parts[0] == f"{name}.lance")
    command = [sys.executable, "-m", __name__, str(folder), name, str(size_bytes)]
    try:
        done = subprocess.run(  # noqa: S603 - our own module
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LEAST_LIMIT_S + size_bytes / BYTES_PER_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        log.warning("reading the index does not end")
        return False
    except OSError as exc:
        log.warning("the index is not probed: %s", exc)
        return True
    if done.returncode:
        log.warning("reading the index ended with status %d", done.returncode)
    return done.returncode == 0


def _read_all(folder: str, name: str) -> None:
    from vaultwatch.adapters.index.lance_import import col, lancedb, words_query

    table: Any = lancedb.connect(folder).open_table(name)
    first = None
    for batch in table.search().to_batches(BATCH_ROWS):
        first = first or batch.slice(0, 1).to_pylist()[0]
    for index in table.list_indices():
        table.prewarm_index(index.name)
    if first is None:
        return
    for column in ("chunk_id", "note_path", "digest"):
        table.search().where(col(column).isin([first[column]])).limit(1).to_arrow()
    words = words_query(first["words"], "words")
    table.search(words, query_type="fts").limit(10).to_arrow()
    if first["vector"] is not None:
        table.search(first["vector"], query_type="vector").limit(10).to_arrow()


def _limit_memory(size_bytes: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # where there is no such limit
        import resource

        most = MEMORY_BYTES + 4 * size_bytes
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    os.environ.setdefault("LANCEDB_LOG", "error")
    _limit_memory(int(sys.argv[3]))
    _read_all(sys.argv[1], sys.argv[2])
