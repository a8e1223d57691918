"""Time the main job on synthetic vaults: index, scan, search, memory and disk.

Every figure is a whole command, start of Python included, run as a user runs it. Wall seconds say
what a person waits and grow with whatever else the machine does; CPU seconds, of all processes
together, hardly do. Peak memory is that of the largest process.

    python benchmarks/vault.py                          100 and 1,000 notes, a minute or two
    python benchmarks/vault.py 10000 --embedder hash    two minutes
    python benchmarks/vault.py 100 1000 10000           ten minutes or more: a model reads it all
    python benchmarks/vault.py 1000 3000 10000 --first --embedder hash --text FOLDER
                                                        the first scan alone, on real text

Made-up words name nothing of high impact, nor do they share rare words: to see how a first scan
grows, name folders of Markdown notes whose paragraphs are mixed into the vault's.

On two busy cores MiniLM read 20 to 25 notes a second, baselines not counted.
"""

import argparse
import math
import os
import random
import re
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
MOST_CHARS = 1_200
MOST_SAID_CHARS = 300
"""Of a real paragraph in a note, and in a memory."""

FIRST = "scan, first"
COMMANDS = (
    ("index, cold", ("index",)),
    ("index, unchanged", ("index",)),
    ("index, one edit", ("index",)),
    (FIRST, ("scan",)),
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


def paragraphs_of(folders: list[Path]) -> list[str]:
    """Return the paragraphs of all Markdown below folders, each once."""
    files = [file for folder in folders for file in sorted(folder.rglob("*.md"))]
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    bodies = (re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL) for text in texts)
    parts = (part.strip() for body in bodies for part in re.split(r"\n\s*\n", body))
    return list(dict.fromkeys(part for part in parts if 40 <= len(part) <= MOST_CHARS))  # noqa: PLR2004


def lay_real_vault(folder: Path, total: int, paragraphs: list[str]) -> Path:
    """Write a vault of mixed paragraphs whose memories are found files of `source: tool`."""
    rnd = random.Random(total)  # noqa: S311 -- a benchmark repeats itself
    for number in range(total):
        place = place_of(folder, number)
        place.parent.mkdir(parents=True, exist_ok=True)
        body = "\n\n".join(rnd.choices(paragraphs, k=rnd.randint(2, 6)))
        place.write_text(f"# Note {number}\n\n{body}\n", encoding="utf-8")
    (folder / "Memories").mkdir()
    for number in range(total // NOTES_A_MEMORY):
        said = " ".join(rnd.choice(paragraphs).split())[:MOST_SAID_CHARS]
        text = f"---\nsource: tool\n---\n{said} See [[Note {rnd.randrange(total)}]].\n"
        (folder / "Memories" / f"Memory {number}.md").write_text(text, encoding="utf-8")
    return place_of(folder, 0)


def edit(note: Path) -> None:
    """Add a line to a note."""
    with note.open("a", encoding="utf-8") as file:
        file.write("\nOne more line.\n")


def run(vault: Path, state: Path, *arguments: str) -> Cost:
    """Run one command; return what it took."""
    environment = {**os.environ, "VAULTWATCH_STATE": str(state), "VAULTWATCH_VAULT": str(vault)}
    command = [sys.executable, "-m", "vaultwatch", *arguments]
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


def measure(total: int, embedder: str, paragraphs: list[str], *, is_first: bool) -> float:
    """Print one vault's figures; return the CPU seconds of its first scan."""
    first_s = 0.0
    with tempfile.TemporaryDirectory(prefix="vault-benchmark-") as scratch:
        vault, state = Path(scratch) / "vault", Path(scratch) / "state"
        edited = lay_real_vault(vault, total, paragraphs) if paragraphs else lay_vault(vault, total)
        settings = vault / ".vaultwatch" / "config.toml"
        settings.parent.mkdir()
        settings.write_text(f'[index]\nembedder = "{embedder}"\n', encoding="utf-8")
        for name, command in COMMANDS:
            if is_first and name != FIRST:
                continue
            if name.endswith("one edit"):
                edit(edited)
            cost = run(vault, state, *command)
            first_s = cost.cpu_s if name == FIRST else first_s
            row = f"{cost.wall_s:9.2f} {cost.cpu_s:9.2f} {cost.peak_mb:9.0f}"
            print(f"{total:>8}  {name:18} {row}", flush=True)
        size_mb, state_mb = folder_mb(vault), folder_mb(state)
    print(f"{total:>8}  on disk: vault {size_mb:.1f} MB, state {state_mb:.1f} MB")
    return first_s


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notes", nargs="*", type=int, default=[100, 1000])
    parser.add_argument("--embedder", default="auto", choices=("auto", "minilm", "hash"))
    parser.add_argument("--first", action="store_true", help="the first scan alone")
    parser.add_argument("--text", nargs="+", type=Path, default=[], metavar="FOLDER")
    wanted = parser.parse_args()
    print(f"{'notes':>8}  {'command':18} {'wall s':>9} {'CPU s':>9} {'peak MB':>9}")
    start = time.perf_counter()
    paragraphs = paragraphs_of(wanted.text)
    if wanted.text and not paragraphs:
        sys.exit("no paragraph stands below the named folders")
    before: tuple[int, float] | None = None
    for total in wanted.notes:
        first_s = measure(total, wanted.embedder, paragraphs, is_first=wanted.first)
        if wanted.first and before is not None:
            power = math.log(first_s / before[1]) / math.log(total / before[0])
            print(f"{total:>8}  grows with notes to the power {power:.2f}", flush=True)
        before = (total, first_s)
    print(f"embedder {wanted.embedder}; the whole took {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
