"""Weigh the commands that a person or a script runs often: CPU, wall, and starts of bare Python.

Each is a real process on a synthetic vault, first with no daemon, then beside a running one. A
figure is the least of some runs. `ratio` is its CPU over that of `python -c pass` in the same run:
it means the same on a slow and on a busy machine.

    python benchmarks/commands.py                        5,000 notes; the first index takes minutes
    python benchmarks/commands.py 5000 --keep /tmp/c     the second run finds the vault indexed
    python benchmarks/commands.py 300 --only doctor
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from vaultwatch.places import Places
from vaultwatch.services.daemon_state import read_state

COMMANDS = {
    "--help": ["--help"],
    "status": ["status"],
    "findings": ["findings"],
    "memory list": ["memory", "list"],
    "memory add": ["memory", "add"],
    "recall": ["recall", "the fee of the stall"],
    "search": ["search", "the fee of the stall"],
    "doctor": ["doctor"],
    "scan": ["scan"],
}
PATIENCE_S = 600.0
NOTES_A_MEMORY = 25


def lay_vault(folder: Path, total: int) -> None:
    """Write a vault of short notes, each of its own facts, and memories that cite them."""
    for number in range(total):
        place = folder / f"Row {number % 50}" / f"Note {number}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        fee = f"The fee of stall {number} is {number % 90 + 10} euros a day."
        place.write_text(f"# Stall {number}\n\n{fee}\n\nSee [[Note {number // 2}]].\n")
    (folder / "Memories").mkdir()
    for number in range(0, total, NOTES_A_MEMORY):
        belief = f"The fee of stall {number} is {number % 90 + 10} euros, says [[Note {number}]].\n"
        (folder / "Memories" / f"Fee {number}.md").write_text(belief)
    (folder / ".vaultwatch").mkdir()


def spent(arguments: list[str], state: Path) -> tuple[float, float]:
    """Run a command; return its CPU seconds, of its children too, and its wall seconds.

    Raises:
        SystemExit: the command fails.
    """
    environment = {**os.environ, "VAULTWATCH_STATE": str(state)}
    before, began_s = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
    wall_s = time.perf_counter() - began_s
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in {0, 1}:  # `doctor` ends with 1 where it found something
        sys.exit(f"{arguments}: {done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall_s


@contextmanager
def daemon(vault: Path, state: Path) -> Iterator[None]:
    """Run a daemon that is ready and at rest."""
    places = Places(vault, state_base=state)
    places.heartbeat.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "vaultwatch", "run", str(vault)],
        env={**os.environ, "VAULTWATCH_STATE": str(state)},
        stderr=subprocess.DEVNULL,
    )
    try:
        end_s = time.monotonic() + PATIENCE_S
        while not ((now := read_state(places)) and now.ready_at and not now.doing):
            if process.poll() is not None or time.monotonic() > end_s:
                sys.exit("the daemon is not ready")
            time.sleep(0.05)
        time.sleep(2.0)  # it warms up
        yield
    finally:
        process.terminate()
        process.wait(30)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notes", nargs="?", type=int, default=5_000)
    parser.add_argument("--keep", type=Path, help="build the vault here, or find it")
    parser.add_argument("--only", choices=COMMANDS, action="append", help="one command; repeatable")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        base = given.keep or Path(scratch)
        vault, state = base / "vault", base / "state"
        if not vault.exists():
            lay_vault(vault, given.notes)
        program = [sys.executable, "-m", "vaultwatch"]
        spent([*program, "scan", "--vault", str(vault)], state)
        bare = min(spent([sys.executable, "-c", "pass"], state)[0] for _ in range(9))
        numbers = count(time.time_ns() // 1_000_000)  # no memory is told twice

        def least(name: str) -> str:
            runs = []
            for _ in range(given.runs):
                words = [*COMMANDS[name]]
                if name == "memory add":
                    number = next(numbers)
                    words.append(
                        f"Stall {number} opens at {number % 24}, says [[Note {number % 99}]]."
                    )
                if name != "--help":
                    words += ["--vault", str(vault)]
                runs.append(spent([*program, *words], state))
            cpu_s, wall_s = min(runs)
            return f"{cpu_s:7.2f} {wall_s:7.2f} {cpu_s / bare:7.0f}"

        names = given.only or [*COMMANDS]
        alone = {name: least(name) for name in names}
        with daemon(vault, state):
            beside = {name: least(name) for name in names}
    print(f"{given.notes} notes; bare Python {bare * 1000:.0f} ms of CPU")
    print(f"{'':12}  {'no daemon':^23}  {'beside a daemon':^23}")
    print(
        f"{'':12}  {'cpu s':>7} {'wall s':>7} {'ratio':>7}  {'cpu s':>7} {'wall s':>7} {'ratio':>7}"
    )
    for name in names:
        print(f"{name:12}  {alone[name]}  {beside[name]}")


if __name__ == "__main__":
    main()
