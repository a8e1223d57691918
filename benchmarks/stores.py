"""How fast other agents' memory files are read: python benchmarks/stores.py [RECORDS].

Writes a store of each shape into a scratch folder, reads it, checks it, and prints records a second
of CPU. Then scans a vault beside them all: the first time, with the time that embedding took told
apart, embeds what the scan put off, scans with nothing changed, after five files of a store and a
note changed, and with nothing changed again. Every name and value is made up.
"""

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import lint
from vaultwatch.memories.stores.places import is_record
from vaultwatch.services.indexing.catching_up import embed_owed
from vaultwatch.services.known_stores import Store, read_store
from vaultwatch.services.look import scan
from vaultwatch.services.stores.linting import masked
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

if TYPE_CHECKING:
    from vaultwatch.adapters.models.embedders import Vectors

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
    gc.set_threshold(10_000)  # as the command line does
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    heads = ("records", "read s", "a second", "lint s", "mask s")
    print(f"{'format':13} {'shape':20}" + "".join(f"{head:>9}" for head in heads))
    for form, shape, write in SHAPES:
        with tempfile.TemporaryDirectory() as scratch:
            write(Path(scratch), min(count, MOST_TOPICS) if write is topics else count)
            row(form, shape, Path(scratch))
    with tempfile.TemporaryDirectory() as scratch:
        scans(Path(scratch), count)


def scans(folder: Path, count: int) -> "Scan":
    """Scan a vault beside three stores that hold so many records in all; return the first."""
    vault, config = folder / "vault", folder / "config" / "vaultwatch" / "config.toml"
    (vault / ".obsidian").mkdir(parents=True)
    config.parent.mkdir(parents=True)
    os.environ["XDG_CONFIG_HOME"] = str(config.parent.parent)
    for number in range(200):
        said = f"The {WORDS[number % 8]} of part {number} moved to shelf {number % 40}.\n"
        (vault / f"Shelf {number}.md").write_text(f"# Shelf {number}\n\n{said}")
    told = []
    for form, _, write in SHAPES:
        (folder / form).mkdir()
        write(folder / form, count // len(SHAPES))
        told.append(f'[[stores]]\npath = "{folder / form}"\nnotes = "{vault}"\nname = "{form}"\n')
    config.write_text("".join(told))
    print(f"\n{'scan':24}{'records':>9}{'wall s':>9}{'CPU s':>9}{'of it embedding':>17}")
    first = scanned(vault, folder, "the first")
    scanned(vault, folder, "embedding after it", embed_owed)
    scanned(vault, folder, "nothing changed")
    for place in sorted((folder / "openclaw" / "memory").glob("*.md"))[:5]:
        place.write_text(place.read_text().replace(" moved to ", " was carried to "))
    (vault / "Shelf 1.md").write_text("# Shelf 1\n\nThe ledger of part 1 moved to shelf 9.\n")
    scanned(vault, folder, "500 records, a note")
    scanned(vault, folder, "nothing changed")
    return first


@dataclass(frozen=True)
class Scan:
    """What one scan took."""

    wall_s: float
    cpu_s: float
    embedding_cpu_s: float


def scanned(
    vault: Path, folder: Path, what: str, deed: Callable[[Workspace], object] = scan
) -> Scan:
    """Scan, or do another deed, and print how long it took, with the model's share."""
    begun, begun_cpu, embedding = time.perf_counter(), cpu_s(), 0.0
    with open_workspace(vault, "write", state=folder / "state") as ws:
        embed = ws.embed

        def timed(texts: Sequence[str]) -> "Vectors | None":
            nonlocal embedding
            asked = cpu_s()
            made = embed(texts)
            embedding += cpu_s() - asked
            return made

        ws.embed = timed  # type: ignore[method-assign]
        deed(ws)
        records = sum(is_record(one.id) for one in ws.ledger.memories())
    wall_s, all_s = time.perf_counter() - begun, cpu_s() - begun_cpu
    print(f"{what:24}{records:9}{wall_s:9.2f}{all_s:9.2f}{embedding:17.2f}", flush=True)
    return Scan(wall_s, all_s, embedding)


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
        masked(record)
    shown_s = cpu_s() - begun
    count = len(read.reading.records)
    speed = f"{read_s:9.2f}{count / read_s:9.0f}{lint_s:9.2f}{shown_s:9.2f}"
    print(f"{form:13} {shape:20}{count:9}{speed}")


if __name__ == "__main__":
    main()
