"""Show on a vault that is thrown away what is noticed: a memory, an edit, the finding.

All of it, index and ledger too, stands in one temporary folder that is gone when the trial ends,
however it ends; nothing of the user's own is read but the models that are in place.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from vaultwatch.adapters.files.safe_write import create_file, put_file
from vaultwatch.errors import RefusedError
from vaultwatch.late_regex import late_regex
from vaultwatch.report.answers import LOOK_AT
from vaultwatch.report.words import counted
from vaultwatch.services.look import scan
from vaultwatch.services.workspace import Workspace

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
            tell(TrialStep("A first look finds nothing wrong.", (notice,) if notice else ()))
            put_file(vault / NOTE, f"# Atlas\n\n## Status\n\n{NOW}\n".encode())
            tell(TrialStep("Weeks later you write in the note:", (NOW,)))
            count = len(scan(ws).findings)
            report = (vault / ws.report_path).read_text(encoding="utf-8")
            name = ws.report_path
    told = report.partition(f"## {LOOK_AT}\n\n")[2].partition("\n\n")[0]
    has = f"The next look has {counted(count, 'finding')}."
    lines = tuple(map(_on_a_terminal, told.splitlines()))
    tell(TrialStep(f"{has} In {name}, to be ticked in Obsidian:", lines))


@contextmanager
def _thrown_away() -> Iterator[Path]:
    """Make a folder and take it away whatever comes, a second Ctrl-C too."""
    try:
        base = Path(tempfile.mkdtemp(prefix="vaultwatch-try-"))
    except OSError as exc:
        raise RefusedError(
            f"No temporary folder can be made: {exc.strerror}.",
            hint="Name a folder that you may write in the variable TMPDIR.",
        ) from exc
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
