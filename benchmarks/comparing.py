"""Time comparing alone: nothing changed, one edit under fifty memories, and beside a cosine.

Through the services, in one process, so that no start of Python stands in a figure: N and 2N
memories that cite three notes each are scanned again with nothing changed; a note of 200
statements cited by 50 memories is edited and looked at with caches warm; and the same pairs are
judged once by the product and once by the plain rule (drift where no chunk of the note is nearer
to the memory than 0.40), with every vector at hand for both.

    python benchmarks/comparing.py                                   1,000 and 2,000 memories
    python benchmarks/comparing.py --memories 5000                   5,000 and 10,000: minutes
    python benchmarks/comparing.py --memories 50 --embedder minilm   the plain rule with meaning

The product compares by words alone; without meaning (`--embedder hash`) the plain rule uses hashed
vectors, since it has nothing else.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
import numpy.typing as npt

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.services.indexing.index_state import warm
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.indexing.registering import memory_of_row
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.look import look, scan
from vaultwatch.services.scanning.citing import cite
from vaultwatch.services.scanning.pairs import belief_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

WORDS_TEXT = """
    harbour ledger kiln signal orchard compass lantern budget release archive meeting garden
    supplier invoice draft review engine station market bridge window paper river workshop
    schedule contract sample recipe journal backup server printer travel lecture exam thesis
"""
WORDS = WORDS_TEXT.split()
HUB = NotePath("Hub.md")
HUB_STATEMENTS = 200
HUB_MEMORIES = 50
SECTION_STATEMENTS = 20
EDITS = 6
"""Of the hub, each of another statement; the first warms the caches and is not counted."""
ROUNDS = 5
"""Of each way of judging; the fastest counts."""
COSINE_BAR = 0.40
TARGET_MEMORIES = 10_000
TARGET_SCAN_S = 5.0
TARGET_EDIT_S = 0.5

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Pair:
    """One memory and the hub note, everything read."""

    belief: Belief
    baseline: Baseline
    note: Note


def sentence(rnd: random.Random, subject: str) -> str:
    """Return a sentence of invented facts."""
    words = " ".join(rnd.choices(WORDS, k=rnd.randint(6, 11)))
    return f"{subject} has {words} {rnd.randint(1_100, 9_899)}."


def write(place: Path, text: str) -> None:
    """Write a note, its folder too."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def hub_text(statements: list[str]) -> str:
    """Return the hub note."""
    parts = ["# Hub"]
    for start in range(0, len(statements), SECTION_STATEMENTS):
        part = statements[start : start + SECTION_STATEMENTS]
        parts += [f"## Part {start // SECTION_STATEMENTS}", *(f"- {one}" for one in part)]
    return "\n\n".join(parts) + "\n"


def lay_vault(folder: Path, memories: int, notes_each: int, embedder: str) -> list[str]:
    """Write as many notes as memories, each memory citing some; return the hub's statements."""
    rnd = random.Random(memories)  # noqa: S311 -- a benchmark repeats itself
    write(folder / ".vaultwatch" / "config.toml", f'[index]\nembedder = "{embedder}"\n')
    said: list[list[str]] = []
    for number in range(memories):
        said.append([sentence(rnd, f"Item {number}") for _ in range(8)])
        body = (
            " ".join(said[-1][:4]) + "\n\n## Part\n\n" + "\n".join(f"- {s}" for s in said[-1][4:])
        )
        text = f"---\nstatus: open\n---\n# Note {number}\n\n{body}\n"
        write(folder / f"Folder {number % 50}" / f"Note {number}.md", text)
    for number in range(memories):
        cited = [number, *(rnd.randrange(memories) for _ in range(notes_each - 1))]
        links = " and ".join(f"[[Note {one}]]" for one in cited)
        belief = rnd.choice(said[number]).removesuffix(".")
        write(folder / "Memories" / f"Memory {number}.md", f"{belief}, see {links}.\n")
    hub = [sentence(rnd, f"Case {number}") for number in range(HUB_STATEMENTS)]
    write(folder / HUB, hub_text(hub))
    for number in range(HUB_MEMORIES):
        belief = hub[number * HUB_STATEMENTS // HUB_MEMORIES].removesuffix(".")
        write(folder / "Memories" / f"Hub {number}.md", f"{belief}, see [[Hub]].\n")
    return hub


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that work took."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def peak_mb() -> float:
    """Return the most memory this process ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def row(name: str, figure: str, target: str = "") -> None:
    """Print one line of the table."""
    print(f"{name:58} {figure:>14}  {target}", flush=True)


def scan_again(vault: Path, state: Path) -> float:
    """Scan a vault in which nothing changed, everything opened anew; return the seconds."""

    def work() -> None:
        with open_workspace(vault, state=state) as ws:
            scan(ws)

    return min(timed(work) for _ in range(2))


def edit_hub(vault: Path, state: Path, hub: list[str]) -> tuple[float, float, list[Pair]]:
    """Edit the hub note again and again; return the middle look's wall and CPU, and the pairs."""
    wall, cpu = [], []
    with open_workspace(vault, state=state) as ws:
        warm(ws)
        for number in range(EDITS):
            place = number * HUB_STATEMENTS // HUB_MEMORIES  # one that a memory rests on
            hub[place] = hub[place].replace(" has ", " had ")[:-5] + f"{7_000 + number}."
            write(vault / HUB, hub_text(hub))
            start = time.process_time()
            wall.append(timed(lambda: look(ws, [HUB])))
            cpu.append(time.process_time() - start)
        return median(wall[1:]), median(cpu[1:]), hub_pairs(ws)


def hub_pairs(ws: Workspace) -> list[Pair]:
    """Return every pair of a memory and the hub, as the product would compare them."""
    note = read_note(ws.files, HUB).note
    cited = cite(ws, NOTHING_INDEXED)
    made = []
    for pair in cited.pairs:
        if pair.note == HUB:
            row_of = cited.memories[pair.memory_id]
            memory = memory_of_row(row_of, read_note(ws.files, row_of.path))
            (held,) = [one for one in ws.ledger.baselines(pair.memory_id) if one.note == HUB]
            made.append(Pair(belief_of(cited, memory, pair), held, note))
    return made


def by_cosine(memory: Rows, chunks: Rows) -> bool:
    """Tell drift as the plain rule does: no chunk is near."""
    return 1.0 - float((chunks @ memory).max()) > COSINE_BAR


def side_by_side(vault: Path, state: Path, pairs: list[Pair]) -> tuple[float, float]:
    """Return the seconds a comparison takes, the product's and the plain rule's."""
    with open_workspace(vault, "read", state=state) as ws:
        model = ws.model.embedder
        beliefs = model.embed([p.belief.text for p in pairs])
        chunks = cut_chunks(
            pairs[0].note, count_tokens=model.count_tokens, max_tokens=model.max_tokens
        )
        near = model.embed([chunk.embed_text for chunk in chunks])

    def product() -> None:
        for p in pairs:
            compare(p.belief, p.baseline, p.note.statements)

    def plain() -> None:
        for memory in beliefs:
            by_cosine(memory, near)

    ours, theirs = (min(timed(work) for _ in range(ROUNDS)) for work in (product, plain))
    return ours / len(pairs), theirs / len(pairs)


def measure(memories: int, notes_each: int, embedder: str) -> float:
    """Print one vault's figures; return what a scan of it with nothing changed took."""
    with tempfile.TemporaryDirectory(prefix="comparing-") as scratch:
        vault, state = Path(scratch) / "vault", Path(scratch) / "state"
        hub = lay_vault(vault, memories, notes_each, embedder)

        def first() -> None:
            with open_workspace(vault, state=state) as ws:
                scan(ws)

        row(
            f"{memories} memories x {notes_each}: first scan, baselines taken, s",
            f"{timed(first):.2f}",
        )
        unchanged_s = scan_again(vault, state)
        target = f"<= {TARGET_SCAN_S * memories / TARGET_MEMORIES:.2f}"
        row(
            f"{memories} memories x {notes_each}: scan, nothing changed, s",
            f"{unchanged_s:.2f}",
            target,
        )
        edit_s, cpu_s, pairs = edit_hub(vault, state, hub)
        name = f"one edit, {HUB_STATEMENTS} statements, {len(pairs)} memories: a look, s"
        row(name, f"{edit_s:.2f}", f"<= {TARGET_EDIT_S:.2f}")
        row("  its CPU, all threads, s", f"{cpu_s:.2f}")
        ours, theirs = side_by_side(vault, state, pairs)
        row("  one comparison, vaultwatch, ms", f"{ours * 1000:.3f}")
        row("  one comparison, cosine rule, ms", f"{theirs * 1000:.3f}")
        row(f"{memories} memories: peak memory so far, MB", f"{peak_mb():.0f}")
    return unchanged_s


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--memories", type=int, default=1000)
    parser.add_argument("--notes", type=int, default=3, help="notes that each memory cites")
    parser.add_argument("--embedder", default="hash", choices=("hash", "minilm"))
    wanted = parser.parse_args()
    if wanted.memories < 1 or wanted.notes < 1:
        sys.exit("There must be one memory and one note at least.")
    row(f"embedder {wanted.embedder}", "figure", "target")
    once = measure(wanted.memories, wanted.notes, wanted.embedder)
    twice = measure(2 * wanted.memories, wanted.notes, wanted.embedder)
    row("twice the memories, nothing changed: times as long", f"{twice / once:.2f}", "about 2")


if __name__ == "__main__":
    main()
