"""Time the agents' tools on a vault of many memories: one server, in this process, model included.

A vault of N memories, and of notes that say the same in N sections. Reading so many with the model
would take an hour, so the vault is indexed by the product's own code with vectors that are sampled
and jittered: MiniLM reads 2,000 sentences, and every other text gets the vector of one of them,
moved to a cosine of 0.86. Questions are embedded by the real model, within the time that is told.

    python benchmarks/at_size.py                            1,000 memories, two minutes
    python benchmarks/at_size.py 1000 10000 --keep /tmp/s   the second run finds the vaults built
    python benchmarks/at_size.py 100000 --only index        the index alone, 100,000 of each
    python benchmarks/at_size.py 10000 --only writers       32 writers on eight servers

Wall times grow with whatever else the machine does: the best of all calls and the CPU of the whole
process stand beside them. "looked at" counts files whose size and times were asked for, a call.
"""

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from agents import measure_writers, said_by, take_away  # type: ignore[import-not-found]
from frame import Bench, percentile_95, scratch  # type: ignore[import-not-found]  # beside
from mcp import Client

from vaultwatch.adapters.files import vault_files, vault_survey
from vaultwatch.adapters.index.chunk_store import ChunkRow
from vaultwatch.adapters.index.lance_chunks import LanceChunkStore
from vaultwatch.adapters.index.lance_search import PROBES, REFINE_FACTOR
from vaultwatch.adapters.machine.memory_use import keep_heap_small
from vaultwatch.adapters.models.embedders.choose import Chosen, choose_embedder, models_folder
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.server import build_server
from vaultwatch.memories.facts import Facts, MemorySource
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.record import render_memory
from vaultwatch.notes.model import Chunk, NotePath
from vaultwatch.places import STATE_VARIABLE
from vaultwatch.services.look import look, scan
from vaultwatch.wiring import open_workspace

DOCS = Path(__file__).resolve().parents[1] / "docs"
READ = 2_000
"""Sentences that the model reads."""
JITTER = 0.6
"""Length of what is added to a sampled vector of length 1: the cosine of the two is 0.86."""
SECTIONS = 5
"""Of a note, each a chunk that says what one memory says."""
EXACT_AMONG = 10
WRITTEN_AT_ONCE = 5_000
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_SPREAD_H = 5_000
_SOURCES: tuple[MemorySource, ...] = ("inference", "document", "tool_output", "user_explicit")
_NUMBERED = re.compile(r"\bnumber (\d+)\b")


@cache
def words() -> list[str]:
    """Return words as often as people use them: those of the documentation."""
    found = " ".join(file.read_text("utf-8") for file in sorted(DOCS.glob("*.md")))
    return re.findall(r"\b[a-z]{1,14}\b", found)


def sentence(number: int) -> str:
    """Return what a memory says and its note too; of equal remainder they differ by some words."""
    base = random.Random(number % READ)  # noqa: S311 -- a benchmark repeats itself
    own = random.Random(-number)  # noqa: S311
    said = base.choices(words(), k=base.randint(9, 16))
    for _ in range(3 if number >= READ else 0):
        said[own.randrange(len(said))] = own.choice(words())
    return f"{' '.join(said).capitalize()} number {number}."


def belief(number: int) -> str:
    """Return what a memory says, with its link."""
    return f"{sentence(number).rstrip('.')}, see [[Note {number // SECTIONS}]]."


class Sampling:
    """Gives texts vectors of what the model read, moved; a text without a number is read."""

    def __init__(self, real: Any) -> None:  # noqa: ANN401 -- an embedder with one method replaced
        """Take the model."""
        self._real = real
        self._read: Any = None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        """Return what else the model has."""
        return getattr(self._real, name)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return about as many tokens as there are: these texts are far below the limit."""
        return [2 + len(text) // 4 for text in texts]

    def embed(self, texts: Sequence[str]) -> Any:  # noqa: ANN401
        """Return a row per text."""
        if self._read is None:
            self._read = self._real.embed([sentence(number) for number in range(READ)])
        rows = []
        for text in texts:
            found = _NUMBERED.findall(text)
            if not found:
                rows.append(self._real.embed([text])[0])
                continue
            moved = np.random.default_rng(crc32(text.encode())).standard_normal(self._read.shape[1])
            row = self._read[int(found[-1]) % READ] + JITTER * moved / np.linalg.norm(moved)
            rows.append(row / np.linalg.norm(row))
        return np.asarray(rows, np.float32)


def lay(folder: Path, total: int) -> Bench:
    """Return a vault of so many memories; build it in a process of its own where it is missing."""
    place = folder / str(total)
    laid = Bench(place / "vault", place / "state", total)
    if not (place / "built").exists():
        start = time.perf_counter()
        made = [sys.executable, __file__, "--build", str(place), str(total)]
        subprocess.run(made, check=True, env=laid.environment)
        took = time.perf_counter() - start
        (place / "built").write_text(f"{took:.0f} s\n", "utf-8")
        print(f"built {total} memories in {took:.0f} s", file=sys.stderr, flush=True)
    return laid


def build(place: Path, total: int) -> None:
    """Write a vault and index it."""
    vault = place / "vault"
    laid = Bench(vault, place / "state", total)
    laid.configure("minilm")
    laid.memories.mkdir(exist_ok=True)
    for number in range(-(-total // SECTIONS)):
        parts = range(SECTIONS * number, SECTIONS * (number + 1))
        said = "\n\n".join(f"## Part {n % SECTIONS}\n\n{sentence(n)}" for n in parts)
        laid.write(laid.note(number), f"# Note {number}\n\n{said}\n")
    for number in range(total):
        (laid.memories / f"Memory {number}.md").write_bytes(_memory(number))
    with open_workspace(vault) as ws:
        vars(ws)["model"] = Chosen(Sampling(ws.model.embedder), "")
        scan(ws)


def _memory(number: int) -> bytes:
    rnd = random.Random(number)  # noqa: S311 -- a benchmark repeats itself
    written = _FIRST + timedelta(hours=rnd.randrange(_SPREAD_H))
    source = _SOURCES[number % len(_SOURCES)]
    facts = Facts(source=source, tags=(f"area{number % 20}",), agent="benchmark")
    said = belief(number)
    id_ = memory_id(f"{number}\n{said}")
    return render_memory(id=id_, belief=said, created=written, updated=written, facts=facts)


@dataclass
class Costs:
    """What the calls of one kind took."""

    name: str
    wall_s: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    looked_at: list[int] = field(default_factory=list)
    said: str = ""

    def show(self, total: int) -> None:
        """Print one row."""
        found = sorted(self.wall_s)
        times = (
            statistics.median(found),
            percentile_95(found),
            found[0],
            statistics.median(self.cpu_s),
        )
        told = " ".join(f"{one * 1e3:8.0f}" for one in times)
        looked = statistics.median(self.looked_at)
        print(f"{total:>7} {self.name:30} {told} {looked:9.0f}  {self.said}", flush=True)


class Looks:
    """Counts files whose size and times are asked for."""

    def __init__(self) -> None:
        """Count from now on."""
        self.count = 0
        kept = vault_survey.stat_of

        def counted(found: os.stat_result) -> vault_survey.FileStat:
            self.count += 1
            return kept(found)

        for module in (vault_survey, vault_files):
            module.stat_of = counted  # type: ignore[attr-defined]


LOOKS = Looks()


def timed(costs: Costs, act: Callable[[], Any]) -> Any:  # noqa: ANN401 -- whatever it returns
    """Carry out a deed and keep what it took."""
    before = (LOOKS.count, time.process_time(), time.perf_counter())
    done = act()
    _keep(costs, before)
    return done


def _keep(costs: Costs, before: tuple[int, float, float]) -> None:
    costs.wall_s.append(time.perf_counter() - before[2])
    costs.cpu_s.append(time.process_time() - before[1])
    costs.looked_at.append(LOOKS.count - before[0])


def questions(total: int, seed: int) -> Iterator[str]:
    """Yield some words of a memory that stands, in another order."""
    rnd = random.Random(seed)  # noqa: S311 -- a benchmark repeats itself
    while True:
        found = re.findall(r"[a-z]{4,}", sentence(rnd.randrange(total)))
        yield " ".join(rnd.sample(found, min(6, len(found))))


async def ask(laid: Bench, calls: int, mark: str) -> list[Costs]:
    """Print what each tool costs, and return it."""
    keep_heap_small()  # as a server of its own does
    desk = Desk(laid.vault)
    asked, told = questions(laid.total, 1), []
    kinds: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("vault_search", "query", {}),
        ("vault_memories", "query", {}),
        ("vault_context", "task", {"max_tokens": 2_000}),
        ("vault_memories", "query", {"as_of": "2026-05-01"}),
    )
    async with Client(build_server(desk)) as client:
        for tool, name, more in kinds:  # what is opened once is not told
            await client.call_tool(tool, {name: next(asked), **more})
        print(f"{laid.total:>7} RSS when warm {rss_mb('VmRSS'):.0f} MB", flush=True)
        for tool, name, more in kinds:
            costs = Costs(tool + (" as_of" if "as_of" in more else ""))
            for _ in range(calls):
                before = (LOOKS.count, time.process_time(), time.perf_counter())
                answer = said_by(await client.call_tool(tool, {name: next(asked), **more}))
                _keep(costs, before)
                costs.said = f"{len(str(answer))} characters"
            costs.show(laid.total)
            told.append(costs)
        costs, kept = Costs("vault_remember"), []
        for number in range(calls):
            text = f"{sentence(laid.total + number).rstrip('.')} as {mark} says, see [[Note 7]]."
            before = (LOOKS.count, time.process_time(), time.perf_counter())
            done = said_by(await client.call_tool("vault_remember", {"content": text}))
            _keep(costs, before)
            kept.append(done["path"])
        costs.show(laid.total)
        print(f"{laid.total:>7} RSS {rss_mb('VmRSS'):.0f} MB, at most {rss_mb('VmHWM'):.0f} MB")
    desk.close()
    for path in kept:
        (laid.vault / path).unlink()
    return [*told, costs]


def look_after_save(laid: Bench, calls: int) -> None:
    """Print what a daemon's look after one save costs."""
    costs = Costs("a daemon's look, one save")
    with open_workspace(laid.vault) as ws:
        look(ws)
        for number in range(calls):
            note = laid.note(number)
            before = note.read_bytes()
            note.write_bytes(before.replace(b"number", b"count", 1))
            path = NotePath(note.relative_to(laid.vault).as_posix())
            timed(costs, partial(look, ws, [path]))
            note.write_bytes(before)
        look(ws)
    costs.show(laid.total)


def index_alone(folder: Path, total: int, calls: int) -> Costs:
    """Print what an index costs that holds a memory and a chunk of a note for each number.

    Returns what a search took, its question embedded.

    Written straight into it: neither notes nor a ledger are made.
    """
    real = choose_embedder("minilm", model="", cache=models_folder(), endpoint=None).embedder
    store = LanceChunkStore(
        folder / f"index-{total}", model_id=real.model_id, dimensions=real.dimensions
    )
    if store.count() == 0:
        _fill(store, Sampling(real), total)
    times = {"index": Costs("nearest, as asked"), "exact": Costs("nearest, exact")}
    whole, found, of = Costs("a search of memories"), 0, 0
    table: Any = vars(store)["_table"]

    def near(way: str, vector: Any) -> set[str]:  # noqa: ANN401
        query = table.search(vector, query_type="vector").distance_type("cosine")
        is_exact = way == "exact"
        probed = query.nprobes(PROBES).refine_factor(REFINE_FACTOR)
        query = query.bypass_vector_index() if is_exact else probed
        rows = query.limit(EXACT_AMONG).select(["chunk_id", "_distance"]).to_arrow()
        return set(rows.column("chunk_id").to_pylist())

    def search(text: str) -> object:
        return store.search(text, real.embed([text])[0], limit=20, memories=True)

    asked = questions(total, 5)
    search(next(asked))
    for text in (next(asked) for _ in range(calls)):
        vector = real.embed([text])[0]
        timed(whole, partial(search, text))
        both = {way: timed(times[way], partial(near, way, vector)) for way in times}
        found += len(both["index"] & both["exact"])
        of += len(both["exact"])
    times["index"].said = f"recall@{EXACT_AMONG} {found / of:.3f}"
    whole.said = f"RSS {rss_mb('VmRSS'):.0f} MB"
    for costs in (*times.values(), whole):
        costs.show(total)
    store.close()
    return whole


def _fill(store: LanceChunkStore, model: Sampling, total: int) -> None:
    start = time.perf_counter()
    for first in range(0, total, WRITTEN_AT_ONCE):
        numbers = range(first, min(total, first + WRITTEN_AT_ONCE))
        rows = [row for number in numbers for row in _rows(number, model)]
        store.write({row.note: [row] for row in rows})
    written = time.perf_counter()
    store.optimise()
    tidied = time.perf_counter() - written
    print(f"{total:>7} written in {written - start:.0f} s, tidied in {tidied:.0f} s", flush=True)


def _rows(number: int, model: Sampling) -> Iterator[ChunkRow]:
    texts = (belief(number), f"Note {number}: {sentence(number)}")
    for folder, text, vector in zip(("Memories/", ""), texts, model.embed(texts), strict=True):
        digest = memory_id(text)
        chunk = Chunk(0, (), 1, 1, text, text, digest)
        yield ChunkRow(NotePath(f"{folder}{number}.md"), folder != "", chunk, vector)


def rss_mb(name: str) -> float:
    """Return a figure of this process's memory."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(re.search(rf"{name}:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]


def measure(laid: Bench, only: str, calls: int, writes: int) -> None:
    """Print one vault's figures, in this process."""
    os.environ[STATE_VARIABLE] = str(laid.state)
    mark = f"run{time.time_ns() % 10**9}"
    if only in {"", "calls"}:
        asyncio.run(ask(laid, calls, mark))
    if only in {"", "look"}:
        look_after_save(laid, min(calls, 10))
    if only == "writers":
        written = asyncio.run(measure_writers(laid, writes, mark))
        take_away(laid, written)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("memories", nargs="*", type=int, default=[1000])
    parser.add_argument("--keep", type=Path, help="a folder to keep the vaults in")
    parser.add_argument("--only", choices=("calls", "index", "look", "writers"), default="")
    parser.add_argument("--calls", type=int, default=30)
    parser.add_argument("--writes", type=int, default=96)
    parser.add_argument("--build", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.build:
        os.environ[STATE_VARIABLE] = str(wanted.build / "state")
        build(wanted.build, wanted.memories[0])
        return
    with scratch(wanted.keep) as folder:
        head = f"{'p50 ms':>8} {'p95 ms':>8} {'best ms':>8} {'CPU ms':>8} {'looked at':>9}"
        print(f"{'memories':>7} {'call':29} {head}", flush=True)
        for total in wanted.memories:
            if wanted.only == "index":
                index_alone(folder, total, wanted.calls)
            else:
                measure(lay(folder, total), wanted.only, wanted.calls, wanted.writes)


if __name__ == "__main__":
    main()
