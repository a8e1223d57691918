"""How fast other agents' memory files are read: python benchmarks/stores.py [RECORDS].

Writes a store of each shape into a scratch folder, reads it, checks it, and prints records a second
of CPU. Every name and value is made up.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import lint
from vaultwatch.services.known_stores import Store, read_store
from vaultwatch.services.stores.linting import shown

WORDS = ("kiln", "ledger", "harbour", "glaze", "tide", "release", "backup", "garden")
TOPIC = (
    "---\nname: topic-{0}\ndescription: what holds of {1}\nmetadata:\n  type: project\n---\n\n"
    "The {1} of part {0} is at stage {0}.\n\n**Why:** agreed in March\n"
    "**How to apply:** each time {1} comes up, see [[topic-{2}]]\n"
)


def topics(folder: Path, count: int) -> None:
    """Write topic files of Claude Code and the index that names them."""
    index = []
    for number in range(count):
        word = WORDS[number % len(WORDS)]
        text = TOPIC.format(number, word, (number + 1) % count)
        (folder / f"topic-{number}.md").write_text(text, encoding="utf-8")
        index.append(f"- [Topic {number}](topic-{number}.md) - {word} {number}\n")
    (folder / "MEMORY.md").write_text("".join(index), encoding="utf-8")


def lines(folder: Path, count: int) -> None:
    """Write one file of lines with bars."""
    said = (
        f"mem_{number} | type=fact | key={WORDS[number % 8]}-{number} | value=stage {number}\n"
        for number in range(count)
    )
    (folder / "MEMORY.md").write_text("".join(said), encoding="utf-8")


def bullets(folder: Path, count: int) -> None:
    """Write files of a hundred bullets each, as a daily log has them."""
    (folder / "memory").mkdir()
    (folder / "MEMORY.md").write_text("- what lasts\n", encoding="utf-8")
    for start in range(0, count, 100):
        said = (
            f"- The {WORDS[number % 8]} of part {number} moved to [[Shelf {number % 40}]]\n"
            for number in range(start, min(start + 100, count))
        )
        name = f"2026-{start // 2800 % 12 + 1:02}-{start // 100 % 28 + 1:02}-{start}.md"
        (folder / "memory" / name).write_text("".join(said), encoding="utf-8")


SHAPES: tuple[tuple[StoreFormat, str, Callable[[Path, int], None]], ...] = (
    ("claude-code", "a file a memory", topics),
    ("pipe-lines", "a line a memory", lines),
    ("openclaw", "a hundred in a file", bullets),
)
MOST_TOPICS = 4_999
"""No more files of a store are read, its index counted."""


def cpu_s() -> float:
    """Return the CPU seconds of this process."""
    return time.process_time()


def main() -> None:
    """Print one row a shape."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    heads = ("records", "read s", "a second", "lint s", "mask s")
    print(f"{'format':13} {'shape':20}" + "".join(f"{head:>9}" for head in heads))
    for form, shape, write in SHAPES:
        with tempfile.TemporaryDirectory() as scratch:
            write(Path(scratch), min(count, MOST_TOPICS) if write is topics else count)
            row(form, shape, Path(scratch))


def row(form: StoreFormat, shape: str, folder: Path) -> None:
    """Read, check and show one store; print how long each took."""
    begun = cpu_s()
    read = read_store(Store("bench", folder, form))
    read_s = cpu_s() - begun
    begun = cpu_s()
    lint(read.reading)
    lint_s = cpu_s() - begun
    begun = cpu_s()
    for record in read.reading.records:
        shown(record)
    shown_s = cpu_s() - begun
    count = len(read.reading.records)
    speed = f"{read_s:9.2f}{count / read_s:9.0f}{lint_s:9.2f}{shown_s:9.2f}"
    print(f"{form:13} {shape:20}{count:9}{speed}")


if __name__ == "__main__":
    main()
