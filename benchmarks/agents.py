"""Time the agents' door: real `vaultwatch mcp` servers, asked by the official client.

Wall times as a client sees them. "searched" is the bare hybrid search in process; "assembled" is
`vault_context` there: what lies between is a look at the disk, trust, rank, drift check, packing.

    python benchmarks/agents.py                            1,000 memories, some minutes
    python benchmarks/agents.py 1000 10000 --keep /tmp/a   the second run finds the vaults built
    python benchmarks/agents.py 50000 --only calls         a model reads it all first: half an hour
    python benchmarks/agents.py 50000 --embedder hash      without one: minutes

What a run remembers it takes away again at its end.
"""

# Long because it is one table of what agents wait for.

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import psutil
from frame import (  # type: ignore[import-not-found]  # the script beside
    PROGRAM,
    WORDS,
    Bench,
    Times,
    change_number,
    percentile_95,
    scratch,
    sentence,
)
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.serving import TOKEN_VARIABLE
from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts, MemorySource
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.record import render_memory
from vaultwatch.places import STATE_VARIABLE, Places
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.recall.search import passages

MEMORIES_A_NOTE = 5
"""Each repeats one of its sentences."""
CLAIM_EVERY = 10
"""One memory in so many carries a claim."""
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_SPREAD_H = 5_000
_SOURCES: tuple[MemorySource, ...] = ("inference", "document", "tool_output", "user_explicit")
CALLS = 30
WRITES = 96
"""Of all clients together."""
MIXED = 32
"""Clients that do all kinds of calls at one server."""
BUDGET = 2_000
"""Tokens of a context, the tool's default."""
TEN_MEMORIES = 450
"""Tokens into which about ten of these memories go."""
PATIENCE_S = 600.0
TOKEN = "benchmark-of-the-agents-door"  # noqa: S105 -- guards a scratch vault


@dataclass
class Written:
    """What a client was told of what it remembered."""

    kept: dict[str, str] = field(default_factory=dict)
    """Paths by id."""
    refused: int = 0


Call = Callable[..., Awaitable[dict[str, Any]]]


class RefusedCallError(Exception):
    """The server answered with an error."""


def sentences_of(number: int) -> list[str]:
    """Return what a note says, one sentence a memory."""
    rnd = random.Random(number)  # noqa: S311 -- a benchmark repeats itself
    return [sentence(rnd) for _ in range(MEMORIES_A_NOTE)]


def belief_of(number: int) -> str:
    """Return what a memory says."""
    note, place = divmod(number, MEMORIES_A_NOTE)
    return f"{sentences_of(note)[place].rstrip('.')}, see [[Note {note}]]."


def lay(folder: Path, total: int, embedder: str) -> Bench:
    """Return the vault of so many memories in a folder; build and index it where it is missing."""
    place = folder / f"{total}-{embedder}"
    bench = Bench(place / "vault", place / "state", total)
    if (place / "built").exists():
        return bench
    bench.configure(embedder)
    for number in range(-(-total // MEMORIES_A_NOTE)):
        first, *rest = sentences_of(number)
        text = f"# Note {number}\n\n{first}\n\n## Part\n\n{' '.join(rest)}\n"
        bench.write(bench.note(number), text)
    bench.memories.mkdir()
    for number in range(total):
        (bench.memories / f"Memory {number}.md").write_bytes(_memory(number))
    bench.run("setup", "index")
    bench.run("scan")  # a daemon would have held every memory against its notes
    (place / "built").touch()
    return bench


def _memory(number: int) -> bytes:
    rnd = random.Random(-number)  # noqa: S311 -- a benchmark repeats itself
    written = _FIRST + timedelta(hours=rnd.randrange(_SPREAD_H))
    belief = belief_of(number)
    claim = Claim(f"Thing {number}", "number", str(number)) if number % CLAIM_EVERY == 0 else None
    facts = Facts(
        source=_SOURCES[number % len(_SOURCES)],
        tags=(f"area{number % 20}",),
        agent="benchmark",
        claim=claim,
    )
    id_ = memory_id(f"{number}\n{belief}")
    return render_memory(id=id_, belief=belief, created=written, updated=written, facts=facts)


def questions(total: int, seed: int) -> Iterator[str]:
    """Yield questions: some words of a memory that stands, in another order."""
    rnd = random.Random(seed)  # noqa: S311 -- a benchmark repeats itself
    while True:
        words = re.findall(r"[a-z]{4,}", belief_of(rnd.randrange(total)))
        yield " ".join(rnd.sample(words, min(5, len(words))))


def beliefs(seed: str) -> Iterator[str]:
    """Yield beliefs that no memory holds yet."""
    rnd = random.Random(seed)  # noqa: S311 -- a benchmark repeats itself
    number = 0
    while True:
        number += 1
        yield f"{sentence(rnd).rstrip('.')} as {seed} {number} says, see [[Note {number}]]."


def said_by(answer: Any) -> dict[str, Any]:  # noqa: ANN401 -- the SDK's own union
    """Return an answer's fields; a plain text stands under `context`.

    Raises:
        RefusedCallError: the server said no.
    """
    if answer.is_error:
        raise RefusedCallError(answer.content[0].text)
    text = answer.content[0].text
    fields: dict[str, Any] = json.loads(text) if text.startswith("{") else {"context": text}
    return fields


@asynccontextmanager
async def stdio_client(laid: Bench) -> AsyncIterator[Client]:
    """Give a client with a server process of its own."""
    arguments = ["-m", "vaultwatch", "mcp", "--vault", str(laid.vault)]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=laid.environment)
    async with Client(server) as client:
        yield client


@asynccontextmanager
async def http_client(address: str) -> AsyncIterator[Client]:
    """Give a client of a server that runs already."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=PATIENCE_S) as web,
        Client(streamable_http_client(address, http_client=web)) as client,
    ):
        yield client


@contextmanager
def http_server(laid: Bench) -> Iterator[str]:
    """Run an HTTP server; give its address."""
    arguments = ["mcp", "--vault", str(laid.vault), "--http", "--port", "0", "--json"]
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        env={**laid.environment, TOKEN_VARIABLE: TOKEN},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        if process.stdout is None:
            sys.exit("the server says nothing")
        yield json.loads(process.stdout.readline())["address"]
    finally:
        process.terminate()
        process.wait(30)


async def timed(times: Times, client: Client, tool: str, **arguments: object) -> dict[str, Any]:
    """Call a tool and keep how long it took."""
    start = time.perf_counter()
    answer = said_by(await client.call_tool(tool, arguments))
    times.seconds.append(time.perf_counter() - start)
    return answer


async def measure_calls(laid: Bench, calls: int, mark: str) -> Written:
    """Print how long each call takes; return what was written."""
    starts, written = Times("server start to ready"), Written()
    for _ in range(3):
        start = time.perf_counter()
        async with stdio_client(laid):
            starts.seconds.append(time.perf_counter() - start)
    starts.show(laid.total)
    asked, new = questions(laid.total, 1), beliefs(mark)
    async with stdio_client(laid) as client:
        await _remember(client, Times("vault_remember, first"), next(new), written, laid.total)
        warm = Times("vault_remember, warm")
        for _ in range(calls):
            done = await timed(warm, client, "vault_remember", content=next(new))
            written.kept[done["memory_id"]] = done["path"]
        warm.show(laid.total)
        kinds: tuple[tuple[str, str, dict[str, object]], ...] = (
            ("vault_search", "query", {}),
            ("vault_memories", "query", {}),
            ("vault_context", "task", {"max_tokens": BUDGET}),
        )
        for tool, name, more in kinds:
            times = Times(tool)
            for _ in range(calls):
                answer = await timed(times, client, tool, **{name: next(asked)}, **more)
                times.said = _size(answer)
            times.show(laid.total)
        await _ask_after_edits(laid, client, calls)
    return written


async def _remember(
    client: Client, times: Times, belief: str, written: Written, total: int
) -> None:
    done = await timed(times, client, "vault_remember", content=belief)
    written.kept[done["memory_id"]] = done["path"]
    times.show(total)


async def _ask_after_edits(laid: Bench, client: Client, calls: int) -> None:
    """Ask for a context each time just after a note that its best memory cites was edited."""
    times = Times("vault_context, cited note edited")
    rnd = random.Random(3)  # noqa: S311 -- a benchmark repeats itself
    drifted = 0
    for _ in range(calls):
        number = rnd.randrange(laid.total)
        note = laid.note(number // 5)
        before = note.read_bytes()
        change_number(note)
        task = belief_of(number // 5 * 5).split(", see")[0]
        answer = await timed(times, client, "vault_context", task=task, max_tokens=BUDGET)
        drifted += "may be outdated" in answer["context"]
        note.write_bytes(before)
    times.said = f"drift told in {drifted} of {calls}"
    times.show(laid.total)


def _size(answer: dict[str, Any]) -> str:
    if "context" in answer:
        lines = answer["context"].splitlines()
        held = sum(line[2:].startswith("memory ") for line in lines)
        notes = sum(line.startswith("> note ") for line in lines)
        return f"{held} memories, {notes} passages, {len(answer['context']) // 4} tokens"
    return f"{len(answer.get('memories', answer.get('results', ())))} hits"


def measure_inside(laid: Bench, calls: int) -> None:
    """Print the bare search beside the context that is made of it, in this process."""
    desk = Desk(laid.vault)
    desk.read(lambda ws: passages(ws, "warm"))
    rows: tuple[tuple[str, Callable[[Any, str], object]], ...] = (
        ("searched: 10 passages", lambda ws, text: passages(ws, text, limit=10)),
        ("recalled: 10 memories", lambda ws, text: recall(ws, text, Wanted(), limit=10)),
        ("assembled: ten memories", lambda ws, text: _assembled(ws, text, TEN_MEMORIES)),
        ("assembled: 2,000 tokens", lambda ws, text: _assembled(ws, text, BUDGET)),
    )
    medians = []
    for name, act in rows:
        times, asked = Times(name), questions(laid.total, 2)
        for _ in range(calls):
            text = next(asked)
            start = time.perf_counter()
            desk.read(lambda ws, text=text, act=act: act(ws, text))  # type: ignore[misc]
            times.seconds.append(time.perf_counter() - start)
        medians.append(statistics.median(times.seconds))
        times.said = f"{(medians[-1] - medians[0]) * 1e3:+.0f} ms on the bare search"
        times.show(laid.total)
    desk.close()


def _assembled(ws: Any, text: str, tokens: int) -> object:  # noqa: ANN401 -- see `Desk.read`
    return assemble(ws, text, Wanted(), max_tokens=tokens, has_notes=tokens == BUDGET)


async def write_at_once(
    clients: Sequence[Client], writes: int, mark: str
) -> tuple[Times, Written, float]:
    """Let clients remember at once; return the times, what they were told and the seconds."""
    times, written = Times(""), Written()

    async def one(client: Client, who: int) -> None:
        new = beliefs(f"{mark}-{who}")
        for _ in range(writes // len(clients)):
            try:
                done = await timed(times, client, "vault_remember", content=next(new))
            except RefusedCallError:
                written.refused += 1
                continue
            written.kept[done["memory_id"]] = done["path"]

    start = time.perf_counter()
    await asyncio.gather(*(one(client, who) for who, client in enumerate(clients)))
    return times, written, time.perf_counter() - start


async def measure_writers(laid: Bench, writes: int, mark: str) -> list[Written]:
    """Print how many writers at once get on, and whether a write was lost."""
    ways: tuple[tuple[str, int, int], ...] = (
        ("1 writer, own server", 1, 0),
        ("8 writers, own servers", 8, 0),
        ("32 writers, one HTTP server", 32, 1),
        ("32 writers, 8 HTTP servers", 32, 8),
    )
    found = []
    for name, count, servers in ways:
        async with AsyncExitStack() as stack:
            addresses = [stack.enter_context(http_server(laid)) for _ in range(servers)]
            clients = [
                await stack.enter_async_context(
                    http_client(addresses[number % servers]) if servers else stdio_client(laid)
                )
                for number in range(count)
            ]
            for client in clients[: servers or count]:
                await client.call_tool("vault_search", {"query": "warm"})
            way = name.replace(" ", "-")
            times, written, took = await write_at_once(clients, writes, f"{mark}-{way}")
        lost = lost_of(laid, written)
        times.name = name
        times.said = f"{len(written.kept) / took:.1f}/s, {lost} lost, {written.refused} refused"
        times.show(laid.total)
        found.append(written)
    return found


async def measure_mixed(laid: Bench, rounds: int, mark: str) -> list[Written]:
    """Print what each kind of call takes where clients of one server do all kinds, 1 and 32.

    The last 32 do so while a daemon takes in that every cited note was changed.
    """
    found, alone = [], dict[str, float]()
    for name, count in (("1 mixed", 1), ("32 mixed", MIXED), ("32 beside a daemon", MIXED)):
        way = name.replace(" ", "-")
        async with AsyncExitStack() as stack:
            address = stack.enter_context(http_server(laid))
            (server,) = psutil.Process().children()
            clients = [await stack.enter_async_context(http_client(address)) for _ in range(count)]
            await call_all_kinds(clients[:1], laid, 1, f"{mark}-warm-{way}")
            if "daemon" in name:
                stack.enter_context(busy_daemon(laid))
            before = sum(server.cpu_times()[:2])
            rows, written, took = await call_all_kinds(
                clients, laid, max(3, rounds // count), f"{mark}-{way}"
            )
            spent = sum(server.cpu_times()[:2]) - before
        for times in rows:
            p95 = percentile_95(times.seconds)
            alone.setdefault(times.name, p95)
            times.said = f"p95 {p95 / alone[times.name]:.1f} times that of 1 client"
            times.name = f"{times.name}, {name}"
            times.show(laid.total)
        calls = sum(len(times.seconds) for times in rows)
        lost, refused = lost_of(laid, written), written.refused
        said = f"{calls / took:.1f} calls/s, {spent / calls * 1e3:.0f} ms of the server's CPU each"
        print(f"{'':8} {said}, {lost} lost, {refused} refused", flush=True)
        found.append(written)
    return found


@contextmanager
def busy_daemon(laid: Bench) -> Iterator[None]:
    """Run a daemon and change every cited note under it; all of it is taken back."""
    before = {note: note.read_bytes() for note in laid.vault.glob("Folder */*.md")}
    command = [*PROGRAM, "run", "--vault", str(laid.vault)]
    with subprocess.Popen(command, env=laid.environment, stderr=subprocess.DEVNULL) as daemon:
        try:
            while not Places(laid.vault).heartbeat.exists():
                time.sleep(0.1)
            for note in before:
                change_number(note)
            yield
        finally:
            daemon.terminate()
    for note, data in before.items():
        note.write_bytes(data)


async def call_all_kinds(
    clients: Sequence[Client], laid: Bench, rounds: int, mark: str
) -> tuple[tuple[Times, ...], Written, float]:
    """Let clients remember, ask for a context and search, each in an order of its own, no pause."""
    kinds = (
        (Times("vault_remember"), "content"),
        (Times("vault_context"), "task"),
        (Times("vault_memories"), "query"),
    )
    written = Written()

    async def one(client: Client, who: int) -> None:
        new, asked = beliefs(f"{mark}-{who}"), questions(laid.total, who)
        for number in range(rounds * len(kinds)):
            times, argument = kinds[(who + number) % len(kinds)]
            text = next(new if argument == "content" else asked)
            try:
                done = await timed(times, client, times.name, **{argument: text})
            except RefusedCallError:
                written.refused += 1
                continue
            if argument == "content":
                written.kept[done["memory_id"]] = done["path"]

    start = time.perf_counter()
    await asyncio.gather(*(one(client, who) for who, client in enumerate(clients)))
    return tuple(times for times, _ in kinds), written, time.perf_counter() - start


def lost_of(laid: Bench, written: Written) -> int:
    """Return how many memories that were told to be kept lack their note or their ledger row."""
    desk = Desk(laid.vault)
    rows = desk.read(lambda ws: ws.ledger.find_memories(ids=set(written.kept)))
    desk.close()
    known = {row.id: row.path for row in rows if row.state == "present"}
    return sum(
        known.get(id_) != path or not (laid.vault / path).is_file()
        for id_, path in written.kept.items()
    )


def take_away(laid: Bench, written: Sequence[Written]) -> None:
    """Bring a vault back to what it was laid with."""
    for path in {path for one in written for path in one.kept.values()}:
        (laid.vault / path).unlink(missing_ok=True)
    laid.run("setup", "index")


def measure(laid: Bench, only: str, calls: int, writes: int) -> None:
    """Print one vault's figures."""
    os.environ[STATE_VARIABLE] = str(laid.state)  # as the servers find it
    laid.run("setup", "index")  # a run that was broken off may have left notes behind
    mark = f"run{time.time_ns() % 10**9}"
    written: list[Written] = []
    try:
        if only in {"", "calls"}:
            written.append(asyncio.run(measure_calls(laid, calls, mark)))
            measure_inside(laid, calls)
        if only in {"", "writers"}:
            written += asyncio.run(measure_writers(laid, writes, mark))
        if only in {"", "mixed"}:
            written += asyncio.run(measure_mixed(laid, writes, mark))
    finally:
        take_away(laid, written)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("memories", nargs="*", type=int, default=[1000])
    parser.add_argument("--embedder", default="auto", choices=("auto", "minilm", "hash"))
    parser.add_argument("--keep", type=Path, help="a folder to keep the vaults in")
    parser.add_argument("--only", choices=("calls", "writers", "mixed"), default="")
    parser.add_argument("--calls", type=int, default=CALLS)
    parser.add_argument("--writes", type=int, default=WRITES)
    wanted = parser.parse_args()
    with scratch(wanted.keep) as folder:
        head = f"{'memories':>7} {'call':36} {'n':>5} {'p50 ms':>9} {'p95 ms':>9} {'most ms':>9}"
        print(f"embedder {wanted.embedder}, {len(WORDS)} words\n{head}", flush=True)
        for total in wanted.memories:
            laid = lay(folder, total, wanted.embedder)
            measure(laid, wanted.only, wanted.calls, wanted.writes)


if __name__ == "__main__":
    main()
