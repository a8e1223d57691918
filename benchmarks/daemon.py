"""Time and weigh the daemon: start, edits, rest, and a long soak.

A real `vaultwatch run` on a synthetic vault, watched from outside as a person would.

    python benchmarks/daemon.py                       1,000 notes: start, 40 edits, rest
    python benchmarks/daemon.py 10000                 the figures of the README, ten minutes
    python benchmarks/daemon.py 5000 --soak 20        and 20 minutes of steady edits
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
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
from vault import lay_vault, place_of  # type: ignore[import-not-found]  # the script beside

from vaultwatch.places import Places
from vaultwatch.services.daemon_state import DaemonState, read_state

QUIET_S = 0.5
REST_S = 60.0
REPORT_PATIENCE_S = 60.0
SAMPLE_S = 15.0
"""Between two looks at the process during a soak."""


@dataclass(frozen=True)
class Bench:
    """A vault, its state folder and the settings of the run."""

    vault: Path
    state: Path

    @property
    def places(self) -> Places:
        """Where the vault's files stand."""
        return Places(self.vault, state_base=self.state)

    def heartbeat(self) -> DaemonState | None:
        """Return what the daemon last said."""
        return read_state(self.places)

    @contextmanager
    def daemon(self) -> Iterator[tuple[psutil.Process, float]]:
        """Run a daemon; give its process and the seconds from its start until it was ready."""
        self.places.heartbeat.unlink(missing_ok=True)
        environment = {**os.environ, "VAULTWATCH_STATE": str(self.state)}
        log = (self.state / "daemon.log").open("a")
        start_s = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "vaultwatch.cli.main", "run", str(self.vault)],
            env=environment,
            stderr=log,
        )
        try:
            while not ((now := self.heartbeat()) and now.ready_at):
                if process.poll() is not None:
                    sys.exit("the daemon ended")
                time.sleep(0.005)
            yield psutil.Process(process.pid), time.perf_counter() - start_s
        finally:
            process.terminate()
            process.wait(30)
            log.close()


def cited_notes(vault: Path, total: int) -> list[Path]:
    """Return the notes whose first sentence a memory repeats."""
    cited = []
    for memory in sorted((vault / "Memories").iterdir()):
        number = re.search(r"see \[\[Note (\d+)\]\]", memory.read_text(encoding="utf-8"))
        if number is not None and int(number[1]) < total:
            cited.append(place_of(vault, int(number[1])))
    return cited


def change_number(note: Path) -> None:
    """Change the number that ends the first sentence after the heading, or change it back."""
    text = note.read_text(encoding="utf-8")
    head, mark, rest = text.partition("\n\n")
    number = re.search(r"\d+(?=\.)", rest)
    if number is None:
        return
    changed = int(number[0]) + (1000 if int(number[0]) < 1000 else -1000)  # noqa: PLR2004
    rest = rest[: number.start()] + str(changed) + rest[number.end() :]
    draft = note.with_suffix(".tmp")
    draft.write_text(head + mark + rest, encoding="utf-8")
    draft.replace(note)


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


def wait_for_rest(bench: Bench) -> None:
    """Wait until nothing is in hand and nothing waits."""
    quiet = 0
    while quiet < 10:  # noqa: PLR2004
        now = bench.heartbeat()
        quiet = quiet + 1 if now and not now.doing and not now.queue else 0
        time.sleep(0.1)


def show_rest(process: psutil.Process, what: str) -> None:
    """Print what the daemon takes while nothing happens."""
    used = process.cpu_times()
    time.sleep(REST_S)
    after = process.cpu_times()
    cpu = (after.user + after.system - used.user - used.system) / REST_S
    print(f"{what:32} {cpu:8.2%} CPU  {process.memory_info().rss / 1e6:6.0f} MB", flush=True)


def measure(bench: Bench, total: int, edits: int) -> None:
    """Print start, edits and rest of one vault."""
    is_first = not bench.places.ledger.exists()
    with bench.daemon() as (_, seconds):
        if is_first:
            print(f"{'first index to ready':32} {seconds:8.2f} s", flush=True)
        wait_for_rest(bench)
    starts = []
    for _ in range(3):
        with bench.daemon() as (_, seconds):
            starts.append(seconds)
    print(f"{'start, indexed, to ready':32} {statistics.median(starts):8.2f} s (median of 3)")
    with bench.daemon() as (process, _):
        show_rest(process, "at rest after the start")
        rnd = random.Random(7)  # noqa: S311 -- a benchmark repeats itself
        notes = cited_notes(bench.vault, total)
        times = []
        for number in range(edits):
            took = time_edit(bench, notes[(number // 2) % len(notes)])
            if took is None:
                print("an edit never reached the report", flush=True)
            else:
                times.append(took)
            time.sleep(rnd.uniform(0.1, 0.6))
        times.sort()
        p95 = times[max(0, round(0.95 * len(times)) - 1)]
        print(
            f"{'edit to report':32} {statistics.median(times):8.2f} s median, "
            f"{p95:.2f} s p95, {times[-1]:.2f} s most ({len(times)} edits)"
        )
        wait_for_rest(bench)
        show_rest(process, "at rest after the edits")


def soak(bench: Bench, total: int, minutes: float) -> None:
    """Print what grows, or does not, during steady edits."""
    rnd = random.Random(11)  # noqa: S311 -- a benchmark repeats itself
    notes = cited_notes(bench.vault, total)
    print(f"{'minute':>7} {'RSS MB':>8} {'files':>6} {'threads':>8} {'lance':>7} {'disk MB':>8}")
    with bench.daemon() as (process, _):
        start_s = time.monotonic()
        next_s, done = start_s, 0
        while time.monotonic() - start_s < minutes * 60:
            change_number(rnd.choice(notes))
            done += 1
            time.sleep(rnd.uniform(0.2, 1.0))
            if time.monotonic() >= next_s:
                next_s += max(SAMPLE_S, minutes * 60 / 20)
                files = [one for one in bench.state.rglob("*") if one.is_file()]
                lance = sum(".lance" in str(one) for one in files)
                size_mb = sum(one.stat().st_size for one in files if one.exists()) / 1e6
                print(
                    f"{(time.monotonic() - start_s) / 60:7.1f} "
                    f"{process.memory_info().rss / 1e6:8.0f} {process.num_fds():6} "
                    f"{process.num_threads():8} {lance:7} {size_mb:8.1f}",
                    flush=True,
                )
        wait_for_rest(bench)
        show_rest(process, f"at rest after {done} edits")


def make_bench(folder: Path, total: int, embedder: str) -> Bench:
    """Lay the vault, or take the one that a run before has kept."""
    bench = Bench(folder / "vault", folder / "state")
    if bench.vault.exists():
        return bench
    bench.state.mkdir(parents=True)
    lay_vault(bench.vault, total)
    settings = bench.vault / ".vaultwatch" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(
        f'[index]\nembedder = "{embedder}"\n[watch]\nquiet_s = {QUIET_S}\n', encoding="utf-8"
    )
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
    with tempfile.TemporaryDirectory(prefix="daemon-benchmark-") as scratch:
        bench = make_bench(wanted.keep or Path(scratch), wanted.notes, wanted.embedder)
        print(f"{wanted.notes} notes, embedder {wanted.embedder}", flush=True)
        measure(bench, wanted.notes, wanted.edits)
        if wanted.soak:
            soak(bench, wanted.notes, wanted.soak)


if __name__ == "__main__":
    main()
