"""Remember what stood in the vault before each of our writes, so that it can be taken back.

One folder a run in the user's state folder: `run.jsonl` holds one line a write, made durable with
the backup before the write begins. It says what should stand there afterwards, so a kill at any
moment leaves a run that can be taken back: what holds neither the old bytes nor ours was edited by
a person since, and theirs wins.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from vaultwatch.adapters.clock import Clock
from vaultwatch.errors import LedgerError, NotThereError, RefusedError, VaultwatchError

KEEP_RUNS = 50
"""Runs kept for `undo`. Chosen by hand: weeks of daily use, a few MB."""


@dataclass(frozen=True, slots=True)
class Intent:
    """One write, as it was meant."""

    path: str
    before: str | None
    """SHA-256 of what stood there; None where nothing did."""
    after: str | None
    """SHA-256 of what should stand there now; None where nothing should."""
    backup: str
    """Name of the file in the run's folder that holds what stood there, or what was made."""
    moved_to: str = ""
    """Where a note that was put away lies."""


@dataclass(frozen=True, slots=True)
class UndoResult:
    """What taking a run back did, or would do."""

    what: str
    at: str
    restored: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    """(path, reason) of files that stay as they are."""


class Restorer(Protocol):
    """What `undo` needs of the vault: reads and writes that are not journaled themselves."""

    def bytes_of(self, path: str) -> bytes | None:
        """Return what stands there; None where nothing does."""

    def put_back(self, path: str, *, seen: bytes | None, new: bytes | None) -> None:
        """Make `new` stand there if `seen` does; None means no file."""


class WriteJournal:
    """The write runs of one vault."""

    def __init__(self, folder: Path, *, clock: Clock, keep_runs: int = KEEP_RUNS) -> None:
        """Name the folder; it is made with the first write."""
        self._folder = folder
        self._clock = clock
        self._keep_runs = keep_runs
        self._what = ""
        self._run: Path | None = None
        self._count = 0

    @contextmanager
    def run(self, what: str) -> Iterator[None]:
        """Gather the writes made meanwhile into one run; inside another run, join it."""
        if self._what:
            yield
            return
        self._what, self._count = what, 0
        try:
            yield
        finally:
            self._what = ""
            self._run = None
            self._prune()

    def intend(
        self, path: str, *, before: bytes | None, after: bytes | None, moved_to: str = ""
    ) -> None:
        """Make durable what stands there and what will, before the write.

        Raises:
            LedgerError: it cannot be made durable; the write must not begin.
        """
        name = f"{self._count}.bin"
        kept = before if before is not None else after or b""
        try:
            folder = self._run or self._begin()
            _write_durably(folder / name, kept)
            line = {
                "path": path,
                "before": _digest(before),
                "after": _digest(after),
                "backup": name,
                "moved_to": moved_to,
            }
            _append_durably(folder / "run.jsonl", line)
        except OSError as exc:
            raise LedgerError(
                f"The backup of {path!r} cannot be kept: {exc.strerror}; nothing was written.",
                hint="Free some space, or check the state folder's permissions.",
            ) from exc
        self._count += 1

    def last(self) -> str | None:
        """Return what the newest run that can be taken back did; None where there is none."""
        folder = self._newest()
        return None if folder is None else self._read(folder)[0]["what"]

    def undo(self, files: Restorer, *, dry_run: bool = False) -> UndoResult:
        """Take the newest run back, newest write first; what a person edited since stays.

        Raises:
            NotThereError: there is no run to take back.
        """
        folder = self._newest()
        if folder is None:
            raise NotThereError("There is nothing to take back.")
        head, intents = self._read(folder)
        restored: list[str] = []
        refused: list[tuple[str, str]] = []
        for intent in reversed(intents):
            try:
                if self._take_back(files, folder, intent, dry_run=dry_run):
                    restored.append(intent.path)
            except VaultwatchError as error:
                refused.append((intent.path, f"{error.message} Backup: {folder / intent.backup}"))
        if not dry_run:
            (folder / "undone").touch()
        return UndoResult(head["what"], head["at"], tuple(restored), tuple(refused))

    def _take_back(self, files: Restorer, folder: Path, intent: Intent, *, dry_run: bool) -> bool:
        now = files.bytes_of(intent.path)
        if _digest(now) == intent.before:
            return False  # the write never happened, or was taken back by hand
        if _digest(now) != intent.after:
            raise RefusedError("It was edited since.")
        if dry_run:
            return True
        backup = (folder / intent.backup).read_bytes()
        files.put_back(intent.path, seen=now, new=None if intent.before is None else backup)
        if intent.moved_to and files.bytes_of(intent.moved_to) == backup:
            files.put_back(intent.moved_to, seen=backup, new=None)
        return True

    def _begin(self) -> Path:
        stamp = self._clock.now().strftime("%Y%m%dT%H%M%S%f")
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = 0
        while True:
            folder = self._folder / f"{stamp}-{number:03}"
            try:
                folder.mkdir(mode=0o700)
                break
            except FileExistsError:
                number += 1
        head = {"what": self._what or "edit", "at": self._clock.now().isoformat()}
        _append_durably(folder / "run.jsonl", head)
        self._run = folder
        return folder

    def _runs(self) -> list[Path]:
        """Return every run, oldest first, by when it last wrote."""
        if not self._folder.is_dir():
            return []
        runs = [entry for entry in self._folder.iterdir() if (entry / "run.jsonl").is_file()]
        return sorted(runs, key=lambda run: ((run / "run.jsonl").stat().st_mtime_ns, run.name))

    def _newest(self) -> Path | None:
        standing = [run for run in self._runs() if not (run / "undone").exists()]
        return standing[-1] if standing else None

    def _prune(self) -> None:
        if self._count == 0:
            return
        for run in self._runs()[: -self._keep_runs]:
            shutil.rmtree(run, ignore_errors=True)

    def _read(self, folder: Path) -> tuple[dict[str, str], Sequence[Intent]]:
        lines = (folder / "run.jsonl").read_text(encoding="utf-8").splitlines()
        rows = []
        for line in lines:
            try:
                rows.append(json.loads(line))
            except ValueError:
                break  # a kill in the middle of the line: its write had not begun
        if not rows:
            return {"what": "a run", "at": "an unknown time"}, ()
        return rows[0], [Intent(**row) for row in rows[1:]]


def _digest(data: bytes | None) -> str | None:
    return None if data is None else sha256(data).hexdigest()


def _write_durably(file: Path, data: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _append_durably(file: Path, row: dict[str, str | None] | dict[str, str]) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(descriptor, "ab") as out:
        out.write(json.dumps(row).encode() + b"\n")
        out.flush()
        os.fsync(out.fileno())
