"""How long checks of this machine take: records and checks as an agent's folder grows to hold them.

    python benchmarks/checks.py                5,000 records with 8,000 checks

First reads the words and looks at all; unchanged finds nothing due; a day later looks at all again.
"""

import argparse
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import patch

from vaultwatch.adapters.clock import FixedClock
from vaultwatch.adapters.ledger.rows import MemoryRow
from vaultwatch.notes.model import NotePath
from vaultwatch.services.scanning.checking import check_due, check_now, standing_memories
from vaultwatch.wiring import open_workspace

KINDS = (
    "The parser lives in `src/part{n}/file{m}.py`, tests in `tests/test_{m}.py`.",
    "Run `npm run task{m}` before a release, then `make all`.",
    "It requires Python 3.1{d}+.",
    "Mara likes tea in the morning.",
)


def main() -> None:
    """Make a project and records, and print what each round takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=5_000)
    count = parser.parse_args().records
    with tempfile.TemporaryDirectory() as name, patch.object(Path, "home", lambda: Path(name)):
        home = Path(name)
        _make_project(home / "src" / "x")
        (home / "vault" / ".obsidian").mkdir(parents=True)
        begin = datetime(2026, 1, 1, tzinfo=UTC)
        clock = FixedClock(begin)
        state = home / "state"
        with open_workspace(home / "vault", state=state, clock=clock) as ws:
            ws.ledger.put_memories(_row(number, begin) for number in range(count))
            rows = standing_memories(ws)
            _tell("first", lambda: check_now(ws, rows))
            print(f"{len(ws.ledger.checks()):,} checks of {len(rows):,} records")
            _tell("unchanged", lambda: check_due(ws))
        with open_workspace(home / "vault", state=state, clock=FixedClock(begin + 2 * DAY)) as ws:
            _tell("two days later, as long as a look has", lambda: check_due(ws))
            _tell("two days later, all", lambda: check_now(ws, standing_memories(ws)))


DAY = timedelta(days=1)


def _tell(what: str, deed: object) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    deed()  # type: ignore[operator]
    print(f"{what:40} {time.perf_counter() - wall:6.2f} s, CPU {time.process_time() - cpu:6.2f} s")


def _make_project(folder: Path) -> None:
    for part in range(20):
        (folder / "src" / f"part{part}").mkdir(parents=True)
        for number in range(40):
            (folder / "src" / f"part{part}" / f"file{number}.py").touch()
    (folder / "tests").mkdir()
    for number in range(30):
        (folder / "tests" / f"test_{number}.py").touch()
    (folder / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.11"\n')
    scripts = ", ".join(f'"task{number}": "x"' for number in range(30))
    (folder / "package.json").write_text(f'{{"scripts": {{{scripts}}}}}')
    (folder / "Makefile").write_text("all:\n\ttrue\n")
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *words], check=True)


def _row(number: int, at: datetime) -> MemoryRow:
    kind = KINDS[number % len(KINDS)]
    said = kind.format(n=number % 25, m=number % 43, d=number % 4)
    belief = f"The repo is at `~/src/x`. {said}" if number % len(KINDS) != 3 else said  # noqa: PLR2004
    path = NotePath(f"Memories/{number}.md")
    return MemoryRow(f"mem_{number:05}", path, f"{number}", at, belief, "present")


if __name__ == "__main__":
    main()
