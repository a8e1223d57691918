"""Hold the speed that was asked for against what is seen: one table, one command.

    python benchmarks/targets.py --keep /tmp/t     all of it; the first time hours, for 100,000
                                                   memories are laid and indexed
    python benchmarks/targets.py --short           a tenth of each size: minutes
    python benchmarks/targets.py --only search     100,000 memories in minutes: the index alone

Each part runs in a process of its own. Wall times want a machine that does nothing else; CPU
seconds and ratios hardly mind. What is over its target is marked.
"""

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from at_size import ask, index_alone, lay, rss_mb  # type: ignore[import-not-found]  # beside
from frame import Bench, lay_vault, percentile_95, scratch  # type: ignore[import-not-found]
from stores import Scan, scanned, scans  # type: ignore[import-not-found]

from vaultwatch.places import STATE_VARIABLE

CALLS = 60
START_S = 1.0
"""CPU that a first scan takes whatever it holds: imports, the model, the tables."""
MARK = "figure "
"""Begins a line of a part that is for the table."""


def tell(name: str, seen: float, target: float, unit: str) -> None:
    """Hand a figure to the process that prints the table."""
    print(MARK + json.dumps([name, seen, target, unit]), flush=True)


def tools(folder: Path, memories: int, size: int) -> None:
    """Tell what the tools cost at so many memories; what is asked for is said of two sizes."""
    laid = lay(folder, memories // size)
    os.environ[STATE_VARIABLE] = str(laid.state)
    told = {one.name: one for one in asyncio.run(ask(laid, CALLS, f"run{time.time_ns() % 10**9}"))}
    is_large = memories > 10_000  # noqa: PLR2004
    asked = {"vault_search": 90.0, "vault_memories": 90.0}
    if not is_large:
        asked = {"vault_search": 60.0, "vault_memories": 60.0, "vault_context": 150.0}
        asked["vault_remember"] = 120.0
    for name, target in asked.items():
        seen = percentile_95(told[name].wall_s) * 1e3
        tell(f"{name} p95, {laid.total:,} memories", seen, target, "ms")
    if is_large:
        tell(f"RSS of the server, {laid.total:,} memories", rss_mb("VmRSS"), 350, "MB")


def ten_thousand(folder: Path, size: int) -> None:
    """Tell what the tools cost at 10,000 memories."""
    tools(folder, 10_000, size)


def hundred_thousand(folder: Path, size: int) -> None:
    """Tell what the tools cost at 100,000 memories."""
    tools(folder, 100_000, size)


def search(folder: Path, size: int) -> None:
    """Tell what a search takes of the index of 100,000 memories and as many chunks of notes alone.

    Its vectors lie near those that the model gave for some of its texts.
    """
    total = 100_000 // size
    took = index_alone(folder, total, CALLS)
    tell(f"search of the index p95, {total:,} memories", percentile_95(took.wall_s) * 1e3, 90, "ms")
    tell("the same in CPU", percentile_95(took.cpu_s) * 1e3, 90, "ms")


def first_index(folder: Path, size: int) -> None:
    """Tell what a first scan costs beside the model, and what the index takes on disk."""
    laid = _notes(folder, 10_000 // size, "minilm")
    first = scanned(laid.vault, laid.state.parent, "the first")
    name = f"first index of {laid.total:,} notes, CPU by the model's own"
    tell(name, first.cpu_s / first.embedding_cpu_s, 1.3, "x")
    again = scanned(laid.vault, laid.state.parent, "nothing changed")
    tell("a scan of them with nothing changed", again.cpu_s, 2.0 / size + 0.2, "CPU s")
    held = sum(_bytes_of(one, "*") for one in laid.state.rglob("*.lance") if one.is_dir())
    tell("the index by the notes' bytes", held / _bytes_of(laid.vault, "*.md"), 3.0, "x")


def flat(folder: Path, size: int) -> None:
    """Tell how the cost of a note grows from 10,000 to 50,000 notes, the model left out."""
    each = []
    for notes in (10_000 // size, 50_000 // size):
        laid = _notes(folder, notes, "hash")
        first: Scan = scanned(laid.vault, laid.state.parent, f"{notes:,} notes")
        each.append((first.cpu_s - first.embedding_cpu_s) / notes)
    tell(
        f"a note's share at {50_000 // size:,} notes by a fifth of them",
        each[1] / each[0],
        1.1,
        "x",
    )


def records(folder: Path, size: int) -> None:
    """Tell what the first scan of stores costs."""
    count = 5_000 // size
    with tempfile.TemporaryDirectory(dir=folder) as place:
        first: Scan = scans(Path(place), count)
    tell(f"first scan of {count:,} records", first.cpu_s, 15.0 / size + START_S, "CPU s")


def _notes(folder: Path, notes: int, embedder: str) -> Bench:
    place = Path(tempfile.mkdtemp(dir=folder))
    laid = Bench(place / "vault", place / "state", notes)
    laid.configure(embedder)
    lay_vault(laid)
    return laid


def _bytes_of(folder: Path, pattern: str) -> int:
    return sum(one.stat().st_size for one in folder.rglob(pattern) if one.is_file())


PARTS: dict[str, Callable[[Path, int], None]] = {
    one.__name__: one
    for one in (records, search, ten_thousand, first_index, flat, hundred_thousand)
}


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true", help="a tenth of each size")
    parser.add_argument("--keep", type=Path, help="a folder to keep the vaults in")
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="of the parts; again for more"
    )
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    size = 10 if asked.short else 1
    if asked.part:
        gc.set_threshold(10_000)  # as the command line does
        PARTS[asked.part](asked.keep, size)
        return
    rows = []
    with scratch(asked.keep) as folder:
        folder.mkdir(exist_ok=True, parents=True)
        for part in asked.only or PARTS:
            words = [sys.executable, __file__, "--part", part, "--keep", str(folder)]
            words += ["--short"] if asked.short else []
            ran = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
            said = [line.removeprefix(MARK) for line in ran.stdout.splitlines() if MARK in line]
            rows += [json.loads(line) for line in said] or [[f"{part}: failed", 0.0, 0.0, ""]]
    print(f"{'what':58}{'seen':>9}{'asked':>9}")
    for name, seen, target, unit in rows:
        over = "  OVER" if seen > target or not unit else ""
        print(f"{name:58}{seen:9.2f}{target:9.2f} {unit}{over}")


if __name__ == "__main__":
    main()
