"""What every write run replaced and which findings it settled, so that a person can take it back.

An intent (the bytes that were, the digest to come) is on disk before a write begins. Whether the
write then happened is read off the file itself, so a kill at any point can still be undone.

The report and the inbox are kept here too, for answers to an older edition, but never put back:
they follow from the ledger, and an older one may hold ticks that would act again. A run that wrote
nothing else is no step to take back; nor is what `undo` wrote itself.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from vaultwatch.adapters.files.own_files import fields_of, parse_own
from vaultwatch.adapters.files.safe_write import sync_folder, write_synced
from vaultwatch.adapters.machine.clock import Clock
from vaultwatch.errors import NotThereError, VaultwatchError
from vaultwatch.memories.stores.actions import taken_out


class Restorer(Protocol):
    """Puts files back without journaling it."""

    def now(self, path: str) -> bytes | None:
        """Return the bytes that stand there now, None where nothing does."""

    def put_back(self, path: str, *, seen: bytes, new: bytes) -> None:
        """Swap in older bytes if the file is still `seen`."""

    def take_away(self, path: str, *, seen: bytes) -> None:
        """Move a file we created to the trash if it is still `seen`."""

    def bring_back(self, place: str, path: str) -> None:
        """Move a file back to its old place, over nothing."""


LINES = "run.jsonl"
"""Of a run: what it is, then each write that it intends."""
UNDONE = "undone"
UNDOING = "undo"
"""The name of a run that takes another back: no step itself."""


@dataclass(frozen=True, slots=True)
class SettledBefore:
    """A finding that a run settled, as it stood before."""

    finding: str
    status: str
    why: str
    closed_at: str
    """ISO 8601; empty where it was not closed."""
    note_digest: str
    baseline: str = ""
    """A copy of what its memory rested on, where the word took another in its place."""
    outcome: str = ""
    """Where a word may change it; empty in journals of before it could."""
    proof: str = ""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run that can be taken back."""

    what: str
    at: str
    """ISO 8601, UTC."""
    paths: tuple[str, ...]
    """What it wrote, and where it moved what it moved; without the report."""
    settled: tuple[SettledBefore, ...]
    """The findings that it settled, first word first."""
    is_whole: bool = False
    """Whether a run that stands whole or not at all said that it stands; no other says so."""
    digests: frozenset[str] = frozenset()
    """Of what stood in its files, and of what it put there."""


@dataclass(frozen=True, slots=True)
class UndoResult:
    """What taking a run back did."""

    what: str
    at: str
    restored: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    reopened: tuple[str, ...] = ()
    """Ids of the findings that stand again as before they were settled."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One intended write."""

    number: int
    path: str
    before: str | None
    """Digest of the bytes that were; None where there was no file."""
    after: str | None
    """Digest of the bytes to come; None for a note that was moved."""
    place: str = ""
    """Where it was moved: in the trash, or under another name."""


class WriteRun:
    """The writes of one run; its folder appears with the first."""

    def __init__(self, folder: Path, what: str, at: str) -> None:
        """Prepare; nothing is written yet."""
        self.concerned: set[str] = set()
        """Paths that it is about: what is written there later in the same look belongs to it."""
        self.number = int(folder.name)
        self.folder = folder
        self._head = {"what": what, "at": at}
        self.count = 0
        self.standing = 0

    @property
    def stands(self) -> bool:
        """Tell whether it did anything."""
        return self.standing > 0

    def call(self, what: str) -> None:
        """Name the run, unless it has a name or has written already."""
        self._head["what"] = self._head["what"] or what

    def intend(
        self,
        path: str,
        *,
        before: bytes | None,
        after: bytes | None,
        place: str = "",
        is_shared: bool = False,
    ) -> int:
        """Keep what is about to be replaced, synced to the disk; return the entry's number.

        Of a file that others write all day, what is put there is kept too: then our change alone
        can be taken back out of it.
        """
        self._begin()
        number = self.count
        if after is not None and is_shared:
            write_synced(self.folder / f"{number}.new", after, os.O_EXCL)
        if before is not None:
            write_synced(self.folder / f"{number}.bak", before, os.O_EXCL)
        row: dict[str, object] = {
            "number": number,
            "path": path,
            "before": None if before is None else digest_of(before),
            "after": None if after is None else digest_of(after),
            "place": place,
        }
        self.concerned.update((path, place))
        self._append(row)
        if before is not None or not number:  # an appended line needs its file alone
            sync_folder(self.folder)
        self.count += 1
        self.standing += 1
        return number

    def settled(self, before: SettledBefore) -> None:
        """Keep what a finding was that is about to be settled."""
        self._begin()
        self._append({"settled": asdict(before)})
        self.standing += 1

    def end_whole(self) -> None:
        """Say that all that was intended stands: a run without it was cut off by a kill."""
        self._append({"whole": True})

    def drop(self) -> None:
        """Say that an intended write failed; its file tells so too."""
        self.standing -= 1

    def forget(self) -> None:
        """Say that nothing that was intended stands."""
        self.standing = 0

    def close(self) -> None:
        """Leave no trace of a run that wrote nothing."""
        if not self.stands:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _begin(self) -> None:
        if not self.folder.is_dir():
            self.folder.mkdir(mode=0o700, parents=True)
            sync_folder(self.folder.parent)

    def _append(self, row: Mapping[str, object]) -> None:
        is_first = not (self.folder / LINES).exists()
        _append(self.folder, *([self._head] if is_first else []), row)


class WriteJournal:
    """The write runs of one vault, in the user's state folder."""

    def __init__(
        self, folder: Path, *, clock: Clock, rewritten: Collection[str] = (), keep_runs: int = 50
    ) -> None:
        """Use a folder, made with the first write; what is `rewritten` is never put back.

        The newest `keep_runs` steps are kept, and so many runs that are none.
        """
        self._folder = folder
        self._rewritten = frozenset(rewritten)
        self._clock = clock
        self._keep_runs = keep_runs
        self._open: WriteRun | None = None
        self._begun: list[WriteRun] = []
        """The outermost open run, and the steps that were taken inside it."""
        self._steps: dict[str, bool] = {}
        """Whether each run is a step, by its folder's name: one that ended is written no more."""

    @contextmanager
    def run(self, what: str = "") -> Iterator[WriteRun]:
        """Gather writes under one name; inside another run they join that one.

        A run without a name takes the first name that is given to a part of it.
        """
        if self._open is not None:
            self._open.call(what)
            yield self._open
            return
        with self._opened(what) as run:
            yield run

    @contextmanager
    def step(self, *about: str) -> Iterator[WriteRun]:
        """Gather the writes of one deed about some paths as a step, inside another run too."""
        outer, self._open = self._open, None
        try:
            with self._opened("") as run:
                run.concerned.update(about)
                yield run
        finally:
            self._open = outer

    @contextmanager
    def whole(self, files: Restorer) -> Iterator[None]:
        """Have all that is written within stand, or where it fails nothing; who saved since wins.

        Inside an open run.
        """
        run = self._open
        count, standing = (run.count, run.standing) if run is not None else (0, 0)
        try:
            yield
        except VaultwatchError:
            if run is not None and run.stands:
                undoing = _Undoing(files, run.folder, {}, dry_run=False)
                run.standing = standing
                for entry in reversed(_load(run.folder).entries[count:]):
                    try:
                        undoing.restore(entry)
                    except (VaultwatchError, OSError):
                        run.standing += 1  # what it was stays to be had
            raise

    @contextmanager
    def joining(self, path: str) -> Iterator[None]:
        """Have what is written here belong to the newest step of the open run about a path."""
        outer = self._open
        about = (run for run in reversed(self._begun) if path in run.concerned and run.stands)
        self._open = next(about, outer)
        try:
            yield
        finally:
            self._open = outer

    @contextmanager
    def _opened(self, what: str) -> Iterator[WriteRun]:
        at = self._clock.now().isoformat()
        run = WriteRun(self._folder / f"{self._next():08d}", what, at)
        self._begun.append(run)
        self._open = run
        try:
            yield run
        finally:
            self._open = None
            run.close()
            if run is self._begun[0]:
                self._begun = []
                self._drop_old()

    def last(self) -> RunSummary | None:
        """Return the newest step that was not taken back."""
        found = self._newest()
        if found is None:
            return None
        run = _load(found)
        touched = (
            (entry.path, entry.place) for entry in run.entries if entry.path not in self._rewritten
        )
        paths = dict.fromkeys(path for pair in touched for path in pair if path)
        digests = frozenset(one for e in run.entries for one in (e.before, e.after) if one)
        return RunSummary(run.what, run.at, tuple(paths), run.settled, run.is_whole, digests)

    def say_whole(self, *, is_whole: bool) -> None:
        """Say of the newest step that it stands whole, or from now on no more: it is taken back."""
        folder = self._newest()
        if folder is not None:
            _append(folder, {"whole": is_whole})

    def undo(
        self, files: Restorer, *, dry_run: bool, is_whole: bool = False, may_wait: bool = False
    ) -> UndoResult:
        """Take the files of the newest step back, newest first; a later edit of a person wins.

        A step stays the newest that `is_whole` where one file cannot be put back now, or that
        `may_wait` where none can.
        """
        folder = self._newest()
        if folder is None:
            raise NotThereError("There is nothing to take back.")
        run = _load(folder)
        restored: list[str] = []
        refused: list[tuple[str, str]] = []
        is_final = True
        undoing = _Undoing(files, folder, self._flagged_since(folder), dry_run)
        for entry in reversed(run.entries):
            if entry.path in self._rewritten:
                continue
            try:
                if undoing.restore(entry):
                    restored.append(entry.path)
            except (VaultwatchError, OSError) as error:
                is_final = is_final and isinstance(error, NotThereError)
                kept = folder / f"{entry.number}.bak"
                where = f" What it was is kept in {kept}." if entry.before is not None else ""
                refused.append((entry.path, f"{error}{where}"))
        is_final = is_final and not (may_wait and refused and not restored)
        # One that a person's edits stand against is passed by too: the next is the one before it.
        if not dry_run and (is_final or (restored and not is_whole)):
            write_synced(folder / UNDONE, b"", 0)
        return UndoResult(run.what, run.at, tuple(dict.fromkeys(restored)), tuple(refused))

    def replaced(self, path: str) -> Iterator[bytes]:
        """Yield what the kept runs wrote over at a path, newest first."""
        for folder in reversed(self._runs()):
            for entry in reversed(_load(folder).entries):
                if entry.path == path and entry.before is not None:
                    with suppress(OSError):
                        yield (folder / f"{entry.number}.bak").read_bytes()

    def settled(self, finding: str) -> Iterator[SettledBefore]:
        """Yield what a finding was before words that were not taken back, newest first."""
        standing = (one for one in self._runs() if not (one / UNDONE).exists())
        for folder in reversed([*standing]):
            for before in reversed(_load(folder).settled):
                if before.finding == finding:
                    yield before

    def _flagged_since(self, step: Path) -> dict[tuple[str, str | None], str | None]:
        """Return what looks wrote behind the undoing of newer steps: path and new digest, the old.

        Several deeds of one look may be about one note, whose flags follow each that is undone.
        """
        later = (_load(folder) for folder in self._runs() if folder.name > step.name)
        runs = (run for run in later if run.what == UNDOING)
        return {(one.path, one.after): one.before for run in runs for one in run.entries}

    def _runs(self) -> Sequence[Path]:
        if not self._folder.is_dir():
            return []
        return sorted(one for one in self._folder.iterdir() if one.name.isdigit())

    def _next(self) -> int:
        """Return a number above all: a run that writes late is no newer than its steps."""
        kept = (int(run.name) for run in self._runs())
        return max([0, *kept, *(run.number for run in self._begun)]) + 1

    def _newest(self) -> Path | None:
        for folder in reversed(self._runs()):
            if not (folder / UNDONE).exists() and self._is_step(_load(folder)):
                return folder
        return None

    def _is_step(self, run: "_Run") -> bool:
        has_written = any(entry.path not in self._rewritten for entry in run.entries)
        return bool(run.settled) or (has_written and run.what != UNDOING)

    def _drop_old(self) -> None:
        """Keep the newest steps, however often the report was written anew since."""
        runs = self._runs()
        if len(runs) <= self._keep_runs:
            return
        known = self._steps
        names = [(one.name, one) for one in runs]
        self._steps = {n: known[n] if n in known else self._is_step(_load(one)) for n, one in names}
        steps = [folder for folder in runs if self._steps[folder.name]]
        others = [folder for folder in runs if not self._steps[folder.name]]
        for old in (*steps[: -self._keep_runs], *others[: -self._keep_runs]):
            shutil.rmtree(old, ignore_errors=True)


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of bytes, lower-case hex."""
    return hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class _Undoing:
    """One run that is being taken back."""

    files: Restorer
    folder: Path
    flagged: Mapping[tuple[str, str | None], str | None]
    """What looks wrote since, as `_flagged_since` tells it."""
    dry_run: bool
    planned: dict[str, bytes | None] = field(default_factory=dict)
    """In a rehearsal an older write of the same note must be held against what would stand."""

    def restore(self, entry: JournalEntry) -> bool:
        """Take one write back; False where it never happened."""
        files, path = self.files, entry.path
        now = self.planned[path] if path in self.planned else files.now(path)
        digest = self._without_flags(entry, None if now is None else digest_of(now))
        if digest == entry.before:
            return False
        if digest != entry.after and (now is None or not _new_of(self.folder, entry).exists()):
            raise NotThereError("It was changed since.")
        old = None if entry.before is None else (self.folder / f"{entry.number}.bak").read_bytes()
        if old is not None and digest_of(old) != entry.before:
            raise NotThereError("The copy of what it was is damaged.")
        if digest != entry.after and old is not None and now is not None:
            old = taken_out(now, old=old, new=_new_of(self.folder, entry).read_bytes())
            if old is None:
                raise NotThereError("It was changed since, at that very place.")
            if old == now:  # taken back already
                return False
        self._put_back(entry, now, old)
        return True

    def _without_flags(self, entry: JournalEntry, digest: str | None) -> str | None:
        """Return the digest below the flags that looks wrote since: they are no person's edit."""
        flagged = dict(self.flagged)
        while digest not in {entry.before, entry.after} and (entry.path, digest) in flagged:
            digest = flagged.pop((entry.path, digest))
        return digest

    def _put_back(self, entry: JournalEntry, now: bytes | None, old: bytes | None) -> None:
        files = self.files
        if self.dry_run:
            self.planned[entry.path] = old
        elif old is not None and now is not None:
            files.put_back(entry.path, seen=now, new=old)
        elif now is not None:
            files.take_away(entry.path, seen=now)
        else:
            held = files.now(entry.place)
            if held is None or digest_of(held) != entry.before:
                raise NotThereError(f"It no longer stands in {entry.place!r} as it was.")
            files.bring_back(entry.place, entry.path)


def _new_of(folder: Path, entry: JournalEntry) -> Path:
    return folder / f"{entry.number}.new"


@dataclass(frozen=True, slots=True)
class _Run:
    """One run as it was kept."""

    what: str
    at: str
    entries: tuple[JournalEntry, ...]
    settled: tuple[SettledBefore, ...]
    is_whole: bool = False


def _load(folder: Path) -> _Run:
    what, at, entries, settled = "", "", [], []
    is_whole = False
    try:
        lines = (folder / LINES).read_bytes().splitlines()
    except OSError:
        return _Run(what, at, (), ())
    for line in lines:
        try:
            row = parse_own(line)
            if "what" in row:
                what, at = str(row["what"]), _utc(row["at"])
            elif "whole" in row:
                is_whole = bool(row["whole"])
            elif "settled" in row:
                settled.append(SettledBefore(**fields_of(row["settled"], SettledBefore)))
            else:
                entries.append(JournalEntry(**fields_of(row, JournalEntry)))
        except (ValueError, LookupError, OverflowError, TypeError):
            break  # a line cut by a kill: its write had not begun
    return _Run(what, at, tuple(entries), tuple(settled), is_whole)


def _utc(text: str) -> str:
    return datetime.fromisoformat(text).astimezone(UTC).isoformat()


def _append(folder: Path, *rows: Mapping[str, object]) -> None:
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    write_synced(folder / LINES, lines.encode(), os.O_APPEND)
