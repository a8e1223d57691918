"""How fast notes are parsed and links looked up: `python benchmarks/parse.py`.

One core, best of three runs, garbage collection as in real life. Real notes from `../shared` where
it stands beside the repository, and notes made up here from a fixed seed.
"""

import random
import time
import tracemalloc
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from vaultwatch.notes.blocks import read_blocks
from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import Link, NoteOutline, NotePath
from vaultwatch.notes.normalise import statement_digest
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.properties import read_properties
from vaultwatch.notes.sentences import split_around
from vaultwatch.notes.source import body_source, decode

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
RUNS = 3
NOTES = 300
LINKED = 100_000
"""Notes of the link index."""
WORDS = (
    *("the", "pump", "valve", "runs", "every", "second", "morning", "because", "Clara", "moved"),
    *("meeting", "to", "Tuesday", "and", "nobody", "has", "told", "**new**", "`config.toml`"),
    *("supplier", "about", "[[Garden|the]]", "plan", "yet", "for", "us", "in", "rain", "of", "a"),
)


def synthetic_notes() -> list[bytes]:
    """Make notes like those of a lived-in vault: properties, prose, lists, tasks, a table, code."""
    chance = random.Random(7)  # noqa: S311 - a fixed seed for equal work, nothing secret

    def sentence() -> str:
        return " ".join(chance.choices(WORDS, k=chance.randint(6, 18))).capitalize() + "."

    notes = []
    for number in range(NOTES):
        parts = [f"---\nstatus: active\ntags: [work, n{number}]\ndue: 2026-01-02\n---\n"]
        for section in range(5):
            parts.append(f"\n## Part {section}\n\n")
            parts.extend(" ".join(sentence() for _ in range(4)) + "\n\n" for _ in range(3))
            parts.extend(f"- [{chance.choice(' x')}] {sentence()}\n" for _ in range(5))
        parts.append("\n| Zone | When |\n|---|---|\n| Bed 1 | 06:00 |\n| Bed 2 | 06:15 |\n")
        parts.append("\n```sh\nmake test\n```\n")
        notes.append("".join(parts).encode())
    return notes


def best_s(work: Callable[[], object]) -> float:
    """Return the fastest of some runs, in seconds of this process."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def measure(name: str, notes: Sequence[bytes]) -> None:
    """Print one row: the whole, and its parts measured by themselves."""
    texts = [decode(data)[0] for data in notes]
    heads = [read_properties(text) for text in texts]
    sources = [
        body_source(text, head.body_start, head.body_line)
        for text, head in zip(texts, heads, strict=True)
    ]
    contents = [
        token.content
        for source in sources
        for token in read_blocks(source.lines)
        if token.type in ("inline", "prose")
    ]
    scanned = [(text, scan_inline(text).opaque) for text in contents]
    plains = [one.plain for data in notes for one in parse_note(NotePath("n.md"), data).statements]
    whole = best_s(lambda: deque((parse_note(NotePath("n.md"), data) for data in notes), maxlen=0))
    parts = (
        best_s(lambda: [read_properties(text) for text in texts]),
        best_s(lambda: [read_blocks(source.lines) for source in sources]),
        best_s(lambda: [scan_inline(text) for text in contents]),
        best_s(lambda: [split_around(text, opaque) for text, opaque in scanned]),
        best_s(lambda: [statement_digest(plain, None) for plain in plains]),
    )
    size = sum(map(len, notes)) / 1e6
    shares = [part / whole for part in (*parts, max(whole - sum(parts), 0.0))]
    print(
        f"{name:<14}{len(notes):>6}{size:>7.2f}{len(plains):>11}{size / whole:>7.2f}"
        + "".join(f"{share:>11.0%}" for share in shares)
    )


def _link(number: int) -> Link:
    name = f"Note {number % LINKED}"
    return Link(name, (), None, None, f"[[{name}]]", "wiki", is_embed=False, span=None)


def measure_links() -> None:
    """Print build, lookup and memory of the link index on made-up notes."""
    outlines = [
        NoteOutline(
            NotePath(f"area {n % 50}/topic {n % 900}/Note {n}.md"),
            (),
            (),
            (),
            tuple(_link(n * 7 + step) for step in range(3)),
            (),
        )
        for n in range(LINKED)
    ]
    started_s = time.perf_counter()
    index = LinkIndex(outlines)
    build_s = time.perf_counter() - started_s
    started_s = time.perf_counter()
    for outline in outlines[:20_000]:
        index.links_out(outline.path)
    lookup_us = (time.perf_counter() - started_s) / 60_000 * 1e6
    del index
    tracemalloc.start()
    index = LinkIndex(outlines)
    memory_mib = tracemalloc.get_traced_memory()[0] / 1024**2
    del index
    print(f"{'notes':>8} {'build_s':>8} {'lookup_us':>10} {'memory_mib':>11}")
    print(f"{LINKED:>8} {build_s:>8.2f} {lookup_us:>10.1f} {memory_mib:>11.0f}")


def main() -> None:
    """Print the table."""
    print(
        f"{'notes':<14}{'n':>6}{'MB':>7}{'statements':>11}{'MB/s':>7}{'properties':>11}"
        f"{'blocks':>11}{'inline':>11}{'sentences':>11}{'digests':>11}{'the rest':>11}"
    )
    measure("synthetic", synthetic_notes())
    for name, folder in (("obsidian-help", "vaults/obsidian-help"), ("driftbench", "driftbench")):
        notes = [path.read_bytes() for path in sorted((SHARED / folder).rglob("*.md"))]
        if notes:
            measure(name, notes)
        else:
            print(f"{name:<14}skipped: ../shared/{folder} is absent")
    measure_links()


if __name__ == "__main__":
    main()
