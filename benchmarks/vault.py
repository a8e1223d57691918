"""Time the main job on synthetic vaults: index, scan, search, memory and disk.

Every figure is a whole command, start of Python included, run as a user runs it. Wall seconds say
what a person waits and grow with whatever else the machine does; CPU seconds, of all processes
together, hardly do. Peak memory is that of the largest process.

    python benchmarks/vault.py                          100 and 1,000 notes, a minute or two
    python benchmarks/vault.py 10000 --embedder hash    two minutes
    python benchmarks/vault.py 300 --daemon --runs 3    also beside a daemon, the least of three
    python benchmarks/vault.py 1000 3000 10000 --first --embedder hash --text FOLDER
                                                        the first scan alone, on real text

Made-up words share no rare words: to see how a first scan grows, name folders of Markdown notes
whose paragraphs are mixed into the vault's.
"""

import argparse
import math
import os
import random
import re
import sys
import time
from itertools import count
from pathlib import Path

from frame import (  # type: ignore[import-not-found]  # the script beside
    NOTES_A_MEMORY,
    Bench,
    Cost,
    cost_of,
    lay_vault,
    scratch,
)

MOST_CHARS = 1_200
MOST_SAID_CHARS = 300
"""Of a real paragraph in a note, and in a memory."""
FIRST = "scan, first"
COMMANDS: dict[str, tuple[str, ...]] = {
    "index, cold": ("setup", "index"),
    "index, unchanged": ("setup", "index"),
    "index, one edit": ("setup", "index"),
    FIRST: ("scan",),
    "scan, unchanged": ("scan",),
    "scan, one edit": ("scan",),
    "search": ("memory", "search", "harbour release budget"),
    "recall": ("recall", "harbour release budget"),
    "context": ("context", "plan the harbour release"),
    "memory add": ("memory", "add"),
    "findings": ("findings",),
    "memory list": ("memory", "list"),
    "status": ("status",),
    "doctor": ("doctor",),
    "--help": ("--help",),
}
ONCE = frozenset({"index, cold", "index, one edit", FIRST, "scan, one edit"})
NUMBERS = count(time.time_ns() // 1_000_000)
"""No memory is told twice."""


def paragraphs_of(folders: list[Path]) -> list[str]:
    """Return the paragraphs of all Markdown below folders, each once."""
    files = [file for folder in folders for file in sorted(folder.rglob("*.md"))]
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    bodies = (re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL) for text in texts)
    parts = (part.strip() for body in bodies for part in re.split(r"\n\s*\n", body))
    return list(dict.fromkeys(part for part in parts if 40 <= len(part) <= MOST_CHARS))  # noqa: PLR2004


def lay_real_vault(bench: Bench, paragraphs: list[str]) -> Path:
    """Write a vault of mixed paragraphs whose memories are found files of `source: tool`."""
    rnd = random.Random(bench.total)  # noqa: S311 -- a benchmark repeats itself
    for number in range(bench.total):
        body = "\n\n".join(rnd.choices(paragraphs, k=rnd.randint(2, 6)))
        bench.write(bench.note(number), f"# Note {number}\n\n{body}\n")
    for number in range(bench.total // NOTES_A_MEMORY):
        said = " ".join(rnd.choice(paragraphs).split())[:MOST_SAID_CHARS]
        link = f"[[Note {rnd.randrange(bench.total)}]]"
        text = f"---\nsource: tool\n---\n{said} See {link}.\n"
        bench.write(bench.memories / f"Memory {number}.md", text)
    cited: Path = bench.note(0)
    return cited


def least(bench: Bench, name: str, runs: int) -> Cost:
    """Return what a command takes, the least of some runs."""
    costs = []
    for _ in range(runs):
        words = COMMANDS[name]
        if name == "memory add":
            number = next(NUMBERS)
            words += (f"Stall {number} opens at {number % 24}, says [[Note {number % 99}]].",)
        costs.append(bench.run(*words, allowed=(0, 1) if name == "doctor" else (0,)))
    return min(costs, key=lambda cost: cost.cpu_s)


def show(total: int, name: str, cost: Cost) -> None:
    """Print one row."""
    row = f"{cost.wall_s:9.2f} {cost.cpu_s:9.2f} {cost.peak_mb:9.0f}"
    print(f"{total:>8}  {name:24} {row}", flush=True)


def measure(bench: Bench, asked: argparse.Namespace, paragraphs: list[str]) -> float:
    """Print one vault's figures; return the CPU seconds of its first scan."""
    bench.configure(asked.embedder)
    edited = lay_real_vault(bench, paragraphs) if paragraphs else lay_vault(bench)
    first_s = 0.0
    bare = (cost_of((sys.executable, "-c", "pass"), dict(os.environ)) for _ in range(9))
    show(bench.total, "bare Python", min(bare, key=lambda cost: cost.cpu_s))
    for name in (FIRST,) if asked.first else COMMANDS:
        if name.endswith("one edit"):
            with edited.open("a", encoding="utf-8") as file:
                file.write("\nOne more line.\n")
        cost = least(bench, name, 1 if name in ONCE else asked.runs)
        first_s = cost.cpu_s if name == FIRST else first_s
        show(bench.total, name, cost)
    if asked.daemon:
        with bench.daemon():
            bench.wait_for_rest()
            for name in (one for one in COMMANDS if one not in ONCE):
                show(bench.total, f"{name}, daemon", least(bench, name, asked.runs))
    sizes = [
        sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6
        for folder in (bench.vault, bench.state)
    ]
    print(f"{bench.total:>8}  on disk: vault {sizes[0]:.1f} MB, state {sizes[1]:.1f} MB")
    return first_s


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notes", nargs="*", type=int, default=[100, 1000])
    parser.add_argument("--embedder", default="auto", choices=("auto", "minilm", "hash"))
    parser.add_argument("--first", action="store_true", help="the first scan alone")
    parser.add_argument("--daemon", action="store_true", help="also beside a daemon")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--text", nargs="+", type=Path, default=[], metavar="FOLDER")
    asked = parser.parse_args()
    print(f"{'notes':>8}  {'command':24} {'wall s':>9} {'CPU s':>9} {'peak MB':>9}")
    start = time.perf_counter()
    paragraphs = paragraphs_of(asked.text)
    if asked.text and not paragraphs:
        sys.exit("no paragraph stands below the named folders")
    before: tuple[int, float] | None = None
    for total in asked.notes:
        with scratch() as folder:
            first_s = measure(Bench(folder / "vault", folder / "state", total), asked, paragraphs)
        if asked.first and before is not None:
            power = math.log(first_s / before[1]) / math.log(total / before[0])
            print(f"{total:>8}  grows with notes to the power {power:.2f}", flush=True)
        before = (total, first_s)
    print(f"embedder {asked.embedder}; the whole took {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
