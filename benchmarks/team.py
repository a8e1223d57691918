"""Weigh and time a server for many vaults: memory, questions while notes change, the way to a look.

A real `vaultwatch serve` on synthetic vaults. The first half of the vaults is served first and the
rest added while it runs: what memory grows by is what a vault costs.

    python benchmarks/team.py 20 200                  20 vaults of 200 notes, a few minutes
    python benchmarks/team.py 200 500 --seconds 120   100,000 notes
    python benchmarks/team.py 20 200 --embedder minilm
"""

import argparse
import json
import os
import random
import sqlite3
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import httpx
import psutil
from frame import (  # type: ignore[import-not-found]  # the script beside
    PROGRAM,
    WORDS,
    Bench,
    change_number,
    lay_vault,
    percentile_95,
    scratch,
)

from vaultwatch.services.operations.status import folder_bytes

TOKEN = "vw_of-the-benchmark-0123456789abcdef"  # noqa: S105 -- of a server that lives for minutes
REST_S = 60.0
LOOK_PATIENCE_S = 300.0


@dataclass
class Served:
    """A server and its vaults."""

    folder: Path
    vaults: list[Bench]
    workers: int
    open_vaults: int
    address: str = ""
    process: psutil.Process = field(default_factory=psutil.Process)

    def configure(self, count: int) -> None:
        """Write the settings for the first vaults."""
        names = [one.vault.name for one in self.vaults[:count]]
        lines = [f'state = "{self.folder}/state"', "port = 0", f"workers = {self.workers}"]
        lines += ["[limits]", f"open_vaults = {self.open_vaults}", "calls_per_minute = 100000"]
        lines += ["[vaults]", *(f'{one} = "{self.folder}/vaults/{one}"' for one in names)]
        digest = sha256(TOKEN.encode()).hexdigest()
        lines += ["[people.me]", f'digest = "{digest}"', f"write = {json.dumps(names)}"]
        (self.folder / "team.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    @contextmanager
    def running(self) -> Iterator[None]:
        """Serve while the context lasts."""
        words = [*PROGRAM, "serve", "--config", str(self.folder / "team.toml"), "--json"]
        environment = {**os.environ, "XDG_CONFIG_HOME": str(self.folder / "config")}
        with (self.folder / "server.log").open("w") as log:
            started = subprocess.Popen(
                words, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
            try:
                self.address = json.loads(started.stdout.readline())["address"]  # type: ignore[union-attr]
                self.process = psutil.Process(started.pid)
                yield
            finally:
                started.terminate()
                started.wait(60)

    def tree(self) -> list[psutil.Process]:
        """Return all its processes."""
        return [self.process, *self.process.children(recursive=True)]

    def memory_mb(self) -> tuple[float, float]:
        """Return what its processes hold: what they share counted once, and for each of them."""
        held = [one.memory_full_info() for one in self.tree()]
        return sum(one.pss for one in held) / 1e6, sum(one.rss for one in held) / 1e6

    def show_memory(self, what: str) -> float:
        """Print what its processes hold; return what they share counted once."""
        once, each = self.memory_mb()
        print(f"{what:44} {once:8.0f} MB  ({each:.0f} with what is shared for each)", flush=True)
        return once

    def cpu_s(self) -> float:
        """Return what all its processes used."""
        return sum(sum(one.cpu_times()[:2]) for one in self.tree())

    def wait_until_watched(self, count: int) -> float:
        """Wait until all of the first vaults are indexed and at rest; return the seconds."""
        began_s = time.perf_counter()
        while True:
            states = [one.heartbeat() for one in self.vaults[:count]]
            if all(one and one.ready_at and not one.doing and not one.queue for one in states):
                return time.perf_counter() - began_s
            time.sleep(0.5)

    def ask(self, client: httpx.Client, vault: Bench, tool: str, **arguments: object) -> str:
        """Return the text of an answer."""
        params = {"name": tool, "arguments": arguments}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/json"}
        where = f"{self.address}/v/{vault.vault.name}/mcp"
        answer = client.post(where, json=call, headers=headers).json()
        if answer["result"].get("isError"):
            raise RuntimeError(f"{vault.vault.name}: {answer}")
        return str(answer["result"]["content"][0]["text"])


def digest_known(vault: Bench, path: str) -> str:
    """Return the digest that a vault's ledger holds of a note."""
    with closing(sqlite3.connect(f"file:{vault.places.ledger}?mode=ro", uri=True)) as ledger:
        found = ledger.execute("SELECT digest FROM notes WHERE path = ?", (path,)).fetchone()
    return str(found[0]) if found else ""


def time_looks(served: Served, every_s: float, until_s: float, delays: list[float]) -> None:
    """Change a note of some vault now and then; keep how long each took to be looked at."""
    rnd = random.Random(3)  # noqa: S311 -- a benchmark repeats itself
    threads = []

    def change(vault: Bench, note: Path) -> None:
        change_number(note)
        digest = sha256(note.read_bytes()).hexdigest()
        began_s = time.perf_counter()
        path = note.relative_to(vault.vault).as_posix()
        while time.perf_counter() - began_s < LOOK_PATIENCE_S:
            if digest_known(vault, path) == digest:
                delays.append(time.perf_counter() - began_s)
                return
            time.sleep(0.1)
        print(f"a change in {vault.vault.name} was never looked at", flush=True)

    while time.perf_counter() < until_s:
        vault = rnd.choice(served.vaults)
        note = vault.note(rnd.randrange(vault.total))
        threads.append(threading.Thread(target=change, args=(vault, note)))
        threads[-1].start()
        time.sleep(every_s)
    for one in threads:
        one.join()


def time_questions(
    served: Served, vaults: Sequence[Bench], until_s: float, times: list[float], seed: int
) -> None:
    """Ask what is remembered, one question after another, of some vault each."""
    rnd = random.Random(seed)  # noqa: S311 -- a benchmark repeats itself
    with httpx.Client(timeout=LOOK_PATIENCE_S) as client:
        while time.perf_counter() < until_s:
            vault = rnd.choice(vaults)
            began_s = time.perf_counter()
            query = " ".join(rnd.choices(WORDS, k=4))
            served.ask(client, vault, "vault_memories", query=query)
            times.append(time.perf_counter() - began_s)
            time.sleep(0.2)


def show(what: str, times: Sequence[float]) -> None:
    """Print one row."""
    if times:
        median, p95 = statistics.median(times), percentile_95(times)
        print(f"{what:44} {median * 1e3:8.0f} ms p50 {p95 * 1e3:8.0f} ms p95 ({len(times)})")


def measure(served: Served, asked: argparse.Namespace) -> None:
    """Print all of one server."""
    count, half = len(served.vaults), max(1, len(served.vaults) // 2)
    served.configure(half)
    with served.running():
        print(
            f"{'first index of the half':44} {served.wait_until_watched(half):8.0f} s", flush=True
        )
        time.sleep(REST_S / 2)
        of_half = served.show_memory(f"memory, {half} vaults watched")
        served.configure(count)
        served.process.send_signal(1)
        print(f"{'first index of the rest':44} {served.wait_until_watched(count):8.0f} s")
        time.sleep(REST_S / 2)
        of_all, cpu_s = served.show_memory(f"memory, {count} vaults watched"), served.cpu_s()
        print(f"{'a vault more':44} {(of_all - of_half) / (count - half):8.2f} MB")
        time.sleep(REST_S)
        print(f"{'CPU at rest':44} {(served.cpu_s() - cpu_s) / REST_S:8.1%}", flush=True)
        disk = folder_bytes(served.folder / "state") / sum(one.total for one in served.vaults)
        print(f"{'disk, state of a note':44} {disk / 1e3:8.1f} kB")
        few = served.vaults[: served.open_vaults]
        for what, vaults in (("few vaults", few), ("all vaults", served.vaults)):
            ask_while_notes_change(served, vaults, what, asked)


def ask_while_notes_change(
    served: Served, vaults: Sequence[Bench], what: str, asked: argparse.Namespace
) -> None:
    """Print how fast questions of some vaults are answered while notes of all change."""
    until_s = time.perf_counter() + asked.seconds
    times: list[float] = []
    delays: list[float] = []
    threads = [
        threading.Thread(target=time_questions, args=(served, vaults, until_s, times, seed))
        for seed in range(asked.clients)
    ]
    threads.append(threading.Thread(target=time_looks, args=(served, asked.every, until_s, delays)))
    most, cpu_s = 0.0, served.cpu_s()
    for one in threads:
        one.start()
    while any(one.is_alive() for one in threads):
        most = max(most, served.memory_mb()[0])
        time.sleep(0.5)
    show(f"recall, {what}, notes change", times)
    show("from change to look", delays)
    print(f"{'CPU of it all':44} {(served.cpu_s() - cpu_s) / asked.seconds:8.1%}")
    print(f"{'most memory':44} {most:8.0f} MB", flush=True)


def main() -> None:
    """Read what is asked and measure."""
    reading = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reading.add_argument("vaults", type=int, nargs="?", default=20)
    reading.add_argument("notes", type=int, nargs="?", default=200)
    reading.add_argument("--workers", type=int, default=2)
    reading.add_argument("--open", type=int, default=16, help="vaults that a worker keeps open")
    reading.add_argument("--seconds", type=float, default=60.0, help="of questions, twice")
    reading.add_argument("--clients", type=int, default=3)
    reading.add_argument("--every", type=float, default=2.0, help="seconds between two changes")
    reading.add_argument("--embedder", default="hash")
    asked = reading.parse_args()
    with scratch() as folder:
        vaults = [
            Bench(folder / "vaults" / f"v{number}", folder / "state", asked.notes)
            for number in range(asked.vaults)
        ]
        for one in vaults:
            one.configure(asked.embedder)
            lay_vault(one)
        print(f"{asked.vaults} vaults of {asked.notes} notes, {asked.embedder}", flush=True)
        measure(Served(folder, vaults, asked.workers, asked.open), asked)


if __name__ == "__main__":
    main()
