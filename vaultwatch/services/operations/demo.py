"""Let the sample vault live three weeks, or one that is thrown away, and tell what was noticed.

The sample ships its own future: `.weeks/week-N/` holds the notes as they stand after that week, a
list of removals and one of renames. The clock is set to those weeks, so that the report's dates
read as they would have.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeAlias

from vaultwatch.adapters.files.safe_write import create_file, put_file
from vaultwatch.adapters.machine.clock import Clock, FixedClock
from vaultwatch.errors import NotThereError, RefusedError, told_as
from vaultwatch.late_regex import late_regex
from vaultwatch.places import Places
from vaultwatch.report.answers import LOOK_AT
from vaultwatch.report.words import counted
from vaultwatch.services.look import Scanned, scan
from vaultwatch.services.workspace import Workspace

START = datetime(2026, 10, 1, 20, 0, tzinfo=UTC)
"""The evening of the first look: after every memory of the sample was written."""
NOTES_STOOD = datetime(2026, 9, 29, 7, 0, tzinfo=UTC)
"""The notes stood so before the first memory was written."""
MARK = ".vaultwatch-demo"
"""Names a folder that a demo made and a later one may replace."""

OpenWorkspace = Callable[[Path, Clock], AbstractContextManager[Workspace]]


@dataclass(frozen=True, slots=True)
class Week:
    """One look at the vault."""

    name: str
    edits: int
    scanned: Scanned


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo did."""

    vault: Path
    report: Path
    notice: str
    weeks: tuple[Week, ...]


def sample_folder() -> Path:
    """Return the sample vault: beside the package in a checkout, inside it when installed."""
    package = Path(str(files("vaultwatch")))
    for place in (package / "sample_vault", package.parent / "sample_vault"):
        if (place / ".weeks").is_dir():
            return place
    raise NotThereError("This installation holds no sample vault.", hint="Install it anew.")


def run_demo(scratch: Path, open_workspace: OpenWorkspace) -> Demo:
    """Copy the sample vault, take baselines, live three weeks, scan after each.

    The scratch folder of an earlier demo is replaced. `open_workspace` opens (vault, clock) with
    the state folder that the vault's path gives, so that every command works in the vault
    afterwards.

    Raises:
        RefusedError: the scratch folder stands and is no demo's.
    """
    sample = sample_folder()
    vault = _fresh_copy(sample, scratch)
    clock = FixedClock(START)
    shutil.rmtree(Places(vault).state, ignore_errors=True)
    with open_workspace(vault, clock) as ws:
        weeks = [Week("start", 0, scan(ws))]
        for number, changes in enumerate(sorted((sample / ".weeks").glob("week-*")), start=1):
            clock.set(START + timedelta(weeks=number))
            edits = live(vault, changes, clock.now())
            weeks.append(Week(f"week {number}", edits, scan(ws)))
        return Demo(vault, vault / ws.report_path, ws.model.notice, tuple(weeks))


def live(vault: Path, changes: Path, now: datetime) -> int:
    """Apply one week's renames, removals and edits to the copy; return how many."""
    count = 0
    for old, new in (line.split("\t") for line in _lines(changes / "RENAMED")):
        (vault / new).parent.mkdir(parents=True, exist_ok=True)
        (vault / old).rename(vault / new)
        count += 1
    for gone in _lines(changes / "REMOVED"):
        (vault / gone).unlink()
        count += 1
    for edited in sorted(changes.rglob("*.md")):
        place = vault / edited.relative_to(changes)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(edited, place)
        _set_time(place, now)
        count += 1
    return count


def demo_vault(scratch: Path) -> Path:
    """Return where the sample vault would live.

    Raises:
        NotThereError: no folder can stand there.
        RefusedError: the scratch folder stands and is no demo's.
    """
    with _folder_of(scratch):
        held = sorted(scratch.iterdir()) if scratch.exists() else []
    if held and scratch / MARK not in held:
        raise RefusedError(
            f"{str(scratch)!r} is not empty and no demo made it.",
            hint="Name another folder with --folder.",
        )
    return scratch / "vault"


def _folder_of(scratch: Path) -> AbstractContextManager[None]:
    said = f"There is no folder {str(scratch)!r}, and none can be made"
    return told_as(NotThereError, said, "Name another folder with --folder.")


def _fresh_copy(sample: Path, scratch: Path) -> Path:
    vault = demo_vault(scratch)
    if scratch.exists():
        shutil.rmtree(scratch)
    with _folder_of(scratch):
        vault.mkdir(parents=True)
    shutil.copytree(sample, vault, ignore=shutil.ignore_patterns(".weeks"), dirs_exist_ok=True)
    (scratch / MARK).touch()
    for note in vault.rglob("*.md"):
        _set_time(note, NOTES_STOOD)
    return vault


def _set_time(file: Path, when: datetime) -> None:
    os.utime(file, (when.timestamp(), when.timestamp()))


def _lines(file: Path) -> list[str]:
    if not file.is_file():
        return []
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


# Tried on a vault that is thrown away: a memory, an edit, the finding.

NOTE: Final = "Projects/Atlas.md"
MEMORY: Final = "Memories/Signing key.md"
BELIEF: Final = "The signing key is an open blocker in [[Atlas]]."
THEN: Final = "The signing key is an open blocker. Dana looks for it."
NOW: Final = "The signing key is done since Monday. Dana found it."

_LINK = late_regex(r"\[\[[^\[\]|]*\|([^\[\]|]*)\]\]")
_BLOCK_ID = late_regex(r" \^[A-Za-z0-9-]+$")

OpenTrial: TypeAlias = Callable[[Path, Path], AbstractContextManager[Workspace]]
"""Opens (vault, base of its state folder) with the settings that a new vault has."""


@dataclass(frozen=True, slots=True)
class TrialStep:
    """One thing that happened, to be told as it does."""

    did: str
    lines: tuple[str, ...] = ()
    """What there is to see of it."""
    notice: str = ""
    """What a reader should know of how it came about; empty where nothing."""


def run_trial(open_trial: OpenTrial, tell: Callable[[TrialStep], None]) -> None:
    """Tell what happens, step by step; the folder is gone before the last one is told."""
    with _thrown_away() as base:
        vault = base / "vault"
        _write(vault / NOTE, f"# Atlas\n\n## Status\n\n{THEN}\n")
        tell(TrialStep(f"A note of yours, {NOTE}, says:", (THEN,)))
        _write(vault / MEMORY, f"{BELIEF}\n")
        tell(TrialStep(f"An agent remembers, in {MEMORY}:", (BELIEF,)))
        with open_trial(vault, base / "state") as ws:
            notice = ws.model.notice
            scan(ws)
            tell(TrialStep("A first look finds nothing wrong."))
            put_file(vault / NOTE, f"# Atlas\n\n## Status\n\n{NOW}\n".encode())
            tell(TrialStep("Weeks later you write in the note:", (NOW,)))
            count = len(scan(ws).findings)
            report = (vault / ws.report_path).read_text(encoding="utf-8")
            name = ws.report_path
    told = report.partition(f"## {LOOK_AT}\n\n")[2].partition("\n\n")[0]
    has = f"The next look has {counted(count, 'finding')}."
    lines = tuple(map(_on_a_terminal, told.splitlines()))
    tell(TrialStep(f"{has} In {name}, to be ticked in Obsidian:", lines, notice))


@contextmanager
def _thrown_away() -> Iterator[Path]:
    """Make a folder and take it away whatever comes, a second Ctrl-C too."""
    with told_as(
        RefusedError,
        "No temporary folder can be made",
        "Name a folder that you may write in the variable TMPDIR.",
    ):
        base = Path(tempfile.mkdtemp(prefix="vaultwatch-try-"))
    try:
        yield base
    finally:
        try:
            shutil.rmtree(base, ignore_errors=True)
        except (KeyboardInterrupt, SystemExit):
            shutil.rmtree(base, ignore_errors=True)
            raise


def _on_a_terminal(line: str) -> str:
    """Return a line of the report without what only Obsidian needs."""
    line = _LINK.sub(r"\1", _BLOCK_ID.sub("", line))
    return line.replace("**", "").replace("==", "**")


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    create_file(place, text.encode())
