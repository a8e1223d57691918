"""Time the main job on synthetic vaults: index, scan, search, memory and disk.

Every figure is a whole command, start of Python included, run as a user runs it. Wall seconds say
what a person waits and grow with whatever else the machine does; CPU seconds, of all processes
together, hardly do. Peak memory is that of the largest process.

    python benchmarks/vault.py                          100 and 1,000 notes, a minute or two
    python benchmarks/vault.py 10000 --embedder hash    two minutes
    python benchmarks/vault.py 100 1000 10000           ten minutes or more: a model reads it all

On two busy cores MiniLM read 20 to 25 notes a second, baselines not counted.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

WORDS_TEXT = """
    harbour ledger kiln signal orchard compass lantern budget release archive meeting garden
    supplier invoice draft review engine station market bridge window paper river workshop
    schedule contract sample recipe journal backup server printer travel lecture exam thesis
"""
WORDS = WORDS_TEXT.split()
NOTES_A_MEMORY = 10
"""One memory for ten notes, each citing two."""

COMMANDS = (
    ("index, cold", ("index",)),
    ("index, unchanged", ("index",)),
    ("index, one edit", ("index",)),
    ("scan, first", ("scan",)),
    ("scan, unchanged", ("scan",)),
    ("scan, one edit", ("scan",)),
    ("search", ("search", "harbour release budget")),
    ("recall", ("recall", "harbour release budget")),
    ("findings", ("findings",)),
    ("memory list", ("memory", "list")),
    ("status", ("status",)),
    ("--help", ("--help",)),
)


@dataclass(frozen=True)
class Cost:
    """What one command took."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def sentence(rnd: random.Random) -> str:
    """Return a sentence of invented facts."""
    words = " ".join(rnd.choices(WORDS, k=rnd.randint(7, 14)))
    return f"{words.capitalize()} {rnd.randint(2, 900)}."


def note_text(rnd: random.Random, number: int, total: int) -> str:
    """Return a note with properties, sections, tasks and links."""
    links = " ".join(f"[[Note {rnd.randrange(total)}]]" for _ in range(3))
    paragraphs = [" ".join(sentence(rnd) for _ in range(4)) for _ in range(rnd.randint(1, 4))]
    tasks = "\n".join(f"- [{rnd.choice(' x')}] {sentence(rnd)}" for _ in range(3))
    body = "\n\n## Part\n\n".join(paragraphs)
    head = f"---\nstatus: open\nnumber: {number}\n---\n# Note {number}"
    return f"{head}\n\n{body}\n\n{tasks}\n\n{links}\n"


def place_of(folder: Path, number: int) -> Path:
    """Return where a note stands."""
    return folder / f"Folder {number % 20}" / f"Note {number}.md"


def lay_vault(folder: Path, total: int) -> Path:
    """Write a vault of `total` notes with its memories; return a note that one of them cites."""
    rnd = random.Random(total)  # noqa: S311 -- a benchmark repeats itself
    texts = [note_text(rnd, number, total) for number in range(total)]
    for number, text in enumerate(texts):
        place = place_of(folder, number)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    (folder / "Memories").mkdir()
    cited = 0
    for number in range(max(1, total // NOTES_A_MEMORY)):
        first, second = rnd.randrange(total), rnd.randrange(total)
        belief = texts[first].split("\n\n")[1].split(". ")[0]
        cited = first
        text = f"{belief}, see [[Note {first}]] and [[Note {second}]].\n"
        (folder / "Memories" / f"Memory {number}.md").write_text(text, encoding="utf-8")
    return place_of(folder, cited)


def edit(note: Path) -> None:
    """Add a line to a note."""
    with note.open("a", encoding="utf-8") as file:
        file.write("\nOne more line.\n")


def run(vault: Path, state: Path, *arguments: str) -> Cost:
    """Run one command; return what it took."""
    environment = {**os.environ, "VAULTWATCH_STATE": str(state), "VAULTWATCH_VAULT": str(vault)}
    command = [sys.executable, "-m", "vaultwatch.cli.main", *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"vaultwatch {' '.join(arguments)} failed")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def folder_mb(folder: Path) -> float:
    """Return what a folder takes on disk, in MB."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def measure(total: int, embedder: str) -> None:
    """Print one vault's figures."""
    with tempfile.TemporaryDirectory(prefix="vault-benchmark-") as scratch:
        vault, state = Path(scratch) / "vault", Path(scratch) / "state"
        edited = lay_vault(vault, total)
        settings = vault / ".vaultwatch" / "config.toml"
        settings.parent.mkdir()
        settings.write_text(f'[index]\nembedder = "{embedder}"\n', encoding="utf-8")
        for name, command in COMMANDS:
            if name.endswith("one edit"):
                edit(edited)
            cost = run(vault, state, *command)
            row = f"{cost.wall_s:9.2f} {cost.cpu_s:9.2f} {cost.peak_mb:9.0f}"
            print(f"{total:>8}  {name:18} {row}", flush=True)
        size_mb, state_mb = folder_mb(vault), folder_mb(state)
    print(f"{total:>8}  on disk: vault {size_mb:.1f} MB, state {state_mb:.1f} MB")


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notes", nargs="*", type=int, default=[100, 1000])
    parser.add_argument("--embedder", default="auto", choices=("auto", "minilm", "hash"))
    wanted = parser.parse_args()
    print(f"{'notes':>8}  {'command':18} {'wall s':>9} {'CPU s':>9} {'peak MB':>9}")
    start = time.perf_counter()
    for total in wanted.notes:
        measure(total, wanted.embedder)
    print(f"embedder {wanted.embedder}; the whole took {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
