"""Build, lookup and memory of the link index on 100,000 made-up notes; prints one table."""

import time
import tracemalloc

from vaultwatch.notes.links import LinkIndex
from vaultwatch.notes.model import Link, NoteOutline, NotePath

NOTES = 100_000


def _link(number: int) -> Link:
    name = f"Note {number % NOTES}"
    return Link(name, (), None, None, f"[[{name}]]", "wiki", is_embed=False, span=None)


def main() -> None:
    """Print the table."""
    outlines = [
        NoteOutline(
            NotePath(f"area {n % 50}/topic {n % 900}/Note {n}.md"),
            (),
            (),
            (),
            tuple(_link(n * 7 + step) for step in range(3)),
            (),
        )
        for n in range(NOTES)
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
    print(f"{NOTES:>8} {build_s:>8.2f} {lookup_us:>10.1f} {memory_mib:>11.0f}")


if __name__ == "__main__":
    main()
