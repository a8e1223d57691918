"""Time and weigh the daemon: start, edits, rest, and a long soak.

A real `vaultwatch run` on a synthetic vault, watched from outside as a person would.

    python benchmarks/daemon.py                       1,000 notes: start, 40 edits, rest
    python benchmarks/daemon.py 10000                 the figures of the README, ten minutes
    python benchmarks/daemon.py 1000 --edits 0 --soak 60   an hour of steady saves, with ceilings
    python benchmarks/daemon.py 10000 --keep /tmp/b   the second run begins with the indexed vault

An edit's time runs from the end of the debounce (the save and `quiet_s`) to the changed report on
disk. Each changes a number that a memory rests on, or changes it back: a finding opens or closes.
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

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

from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.places import STATE_VARIABLE
from vaultwatch.services.operations.status import folder_bytes
from vaultwatch.services.recall.note_reading import search_notes

QUIET_S = 0.5
REST_S = 60.0
REPORT_PATIENCE_S = 60.0
SAMPLE_S = 15.0
"""Between two rows of a soak."""
SAVED_AT_ONCE = 8
TIDIED_EVERY = "15s"
"""In a soak: an hour has as many tidyings as half a year of nights."""
MORE_HANDLES = 24
MORE_THREADS = 48
MORE_TIMES = 2.0
"""What a soak may grow by after its first tenth. Chosen by hand: an index doubles between two
tidyings, its pools of threads come and go (17 to 55 seen); one to four handles that each tidying
leaves pass this in minutes."""
KEPT_OF_A_SAVE_MB = 0.01
"""What the ledger and the backups may keep of one save: what changed is kept for 30 days."""


def cited_notes(bench: Bench) -> list[Path]:
    """Return the notes whose first sentence a memory repeats."""
    cited = []
    for memory in sorted(bench.memories.iterdir()):
        number = re.search(r"see \[\[Note (\d+)\]\]", memory.read_text(encoding="utf-8"))
        if number is not None and int(number[1]) < bench.total:
            cited.append(bench.note(int(number[1])))
    return cited


def time_edit(bench: Bench, note: Path) -> float | None:
    """Edit a note; return the seconds from its debounce to the changed report on disk."""
    report = bench.vault / "drift-report.md"
    before = report.stat().st_mtime_ns if report.exists() else 0
    change_number(note)
    quiet_at_s = time.perf_counter() + QUIET_S
    while time.perf_counter() - quiet_at_s < REPORT_PATIENCE_S:
        if report.exists() and report.stat().st_mtime_ns != before:
            return time.perf_counter() - quiet_at_s
        time.sleep(0.002)
    return None


def show_rest(process: psutil.Process, what: str) -> None:
    """Print what the daemon takes while nothing happens."""
    used = process.cpu_times()
    time.sleep(REST_S)
    after = process.cpu_times()
    cpu = (after.user + after.system - used.user - used.system) / REST_S
    print(f"{what:32} {cpu:8.2%} CPU  {process.memory_info().rss / 1e6:6.0f} MB", flush=True)


def measure(bench: Bench, edits: int) -> None:
    """Print start, edits and rest of one vault."""
    is_first = not bench.places.ledger.exists()
    with bench.daemon() as (_, seconds):
        if is_first:
            print(f"{'first index to ready':32} {seconds:8.2f} s", flush=True)
        bench.wait_for_rest()
    starts = []
    for _ in range(3):
        with bench.daemon() as (_, seconds):
            starts.append(seconds)
    print(f"{'start, indexed, to ready':32} {statistics.median(starts):8.2f} s (median of 3)")
    with bench.daemon() as (process, _):
        show_rest(process, "at rest after the start")
        rnd = random.Random(7)  # noqa: S311 -- a benchmark repeats itself
        notes = cited_notes(bench)
        times = []
        for number in range(edits):
            took = time_edit(bench, notes[(number // 2) % len(notes)])
            if took is None:
                print("an edit never reached the report", flush=True)
            else:
                times.append(took)
            time.sleep(rnd.uniform(0.1, 0.6))
        times.sort()
        print(
            f"{'edit to report':32} {statistics.median(times):8.2f} s median, "
            f"{percentile_95(times):.2f} s p95, {times[-1]:.2f} s most ({len(times)} edits)"
        )
        bench.wait_for_rest()
        show_rest(process, "at rest after the edits")


@dataclass(frozen=True)
class Held:
    """What runs hold after a while of saves."""

    daemon_handles: int
    daemon_threads: int
    daemon_mb: float
    server_handles: int
    index_mb: float
    state_mb: float

    def show(self, minute: float, saves: int) -> None:
        """Print one row."""
        print(
            f"{minute:7.1f} {saves:7} {self.daemon_handles:8} {self.daemon_threads:8} "
            f"{self.daemon_mb:7.0f} {self.server_handles:8} {self.index_mb:9.1f} "
            f"{self.state_mb:9.1f}",
            flush=True,
        )


def held_now(bench: Bench, daemon: psutil.Process) -> Held:
    """Look at the daemon, at this process, which serves agents, and at the disk."""
    return Held(
        daemon_handles=daemon.num_fds(),
        daemon_threads=daemon.num_threads(),
        daemon_mb=daemon.memory_info().rss / 1e6,
        server_handles=psutil.Process().num_fds(),
        index_mb=folder_bytes(bench.places.index) / 1e6,
        state_mb=folder_bytes(bench.state) / 1e6,
    )


def over_ceilings(first: Held, now: Held, saves: int) -> list[str]:
    """Return what grew past its ceiling since the first sample, as names."""
    ceilings = {
        "daemon_handles": first.daemon_handles + MORE_HANDLES,
        "daemon_threads": first.daemon_threads + MORE_THREADS,
        "daemon_mb": first.daemon_mb * MORE_TIMES,
        "server_handles": first.server_handles + MORE_HANDLES,
        "index_mb": first.index_mb * MORE_TIMES,
        "state_mb": first.state_mb * MORE_TIMES + saves * KEPT_OF_A_SAVE_MB,
    }
    return [name for name, most in ceilings.items() if getattr(now, name) > most]


def soak(bench: Bench, minutes: float) -> None:
    """Save notes for so long, and search as an agent's server does; end with 1 where what grows.

    The first tenth is not counted: caches fill.
    """
    os.environ[STATE_VARIABLE] = str(bench.state)
    rnd = random.Random(11)  # noqa: S311 -- a benchmark repeats itself
    notes = cited_notes(bench)
    print(
        f"{'minute':>7} {'saves':>7} {'handles':>8} {'threads':>8} {'RSS MB':>7} {'server':>8} "
        f"{'index MB':>9} {'state MB':>9}"
    )
    over: dict[str, float] = {}
    first: Held | None = None
    with bench.daemon() as (process, _), closing(Desk(bench.vault)) as desk:
        start_s = time.monotonic()
        next_s, saves = start_s, 0
        while (minute := (time.monotonic() - start_s) / 60) < minutes:
            for note in rnd.sample(notes, min(SAVED_AT_ONCE, len(notes))):
                change_number(note)
                saves += 1
            question = " ".join(rnd.sample(WORDS, 3))
            desk.read(partial(search_notes, query=question, limit=5))
            time.sleep(rnd.uniform(0.6, 1.4))
            now = held_now(bench, process)
            if first is None and minute > minutes / 10:
                first, saves = now, 0
            if first is not None:
                over.update(dict.fromkeys(over_ceilings(first, now, saves), minute))
            if time.monotonic() >= next_s:
                next_s += max(SAMPLE_S, minutes * 60 / 20)
                now.show(minute, saves)
        bench.wait_for_rest()
        held_now(bench, process).show(minutes, saves)
        tidied = (bench.state / "daemon.log").read_text(encoding="utf-8").count("index tidied")
        print(f"{tidied} times the clock had the index tidied")
        status = [*PROGRAM, "status", str(bench.vault)]
        if subprocess.run(status, stdout=subprocess.DEVNULL, check=False).returncode:
            over["status tells of trouble"] = minutes
        show_rest(process, "at rest after the saves")
    for name, minute in over.items():
        print(f"past its ceiling: {name}, last in minute {minute:.1f}")
    sys.exit(bool(over))


def make_bench(folder: Path, total: int, embedder: str, *, is_soaked: bool) -> Bench:
    """Lay the vault, or take the one that a run before has kept."""
    bench = Bench(folder / "vault", folder / "state", total)
    if bench.vault.exists():
        return bench
    lay_vault(bench)
    more = f'[schedule]\noptimise = "{TIDIED_EVERY}"\n' if is_soaked else ""
    bench.configure(embedder, f"[watch]\nquiet_s = {QUIET_S}\n{more}")
    return bench


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("notes", nargs="?", type=int, default=1000)
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--soak", type=float, default=0.0, metavar="MINUTES")
    parser.add_argument("--embedder", default="auto", choices=("auto", "minilm", "hash"))
    parser.add_argument("--keep", type=Path, help="a folder to keep the vault in, and to find it")
    wanted = parser.parse_args()
    with scratch(wanted.keep) as folder:
        is_soaked = wanted.soak > 0
        bench = make_bench(folder, wanted.notes, wanted.embedder, is_soaked=is_soaked)
        print(f"{wanted.notes} notes, embedder {wanted.embedder}", flush=True)
        if wanted.edits or not is_soaked:
            measure(bench, wanted.edits)
        if is_soaked:
            soak(bench, wanted.soak)


if __name__ == "__main__":
    main()
