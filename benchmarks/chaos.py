"""Kill the daemon hundreds of times while somebody edits, and look for harm after each kill.

A real `vaultwatch run`, and commands beside it, die by SIGKILL: by the clock, or by themselves at
the n-th rename, sync, SQL statement, commit or LanceDB write. Each time a fresh daemon starts and
comes to rest; then every note and memory must be what the editor saved last, every finding and
dismissal ever made on record, the ledger sound, and the index equal to the disk, line for line.

    python benchmarks/chaos.py                        200 kills on 300 notes, half an hour
    python benchmarks/chaos.py --at-once 2            two vaults beside each other
    python benchmarks/chaos.py --kills 40 --notes 60  five minutes
    python benchmarks/chaos.py --embedder minilm      with the real model's weight
    python benchmarks/chaos.py --phase apply          kills of one kind alone, or of some
    python benchmarks/chaos.py --ledger postgresql+psycopg://me@/db?host=/tmp/socket
                                                      the ledger on a server that runs

Ends with status 1 if anything was harmed.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the harness is the tests'

from tests.system.chaos import KINDS, POINTS, Kill, chaos  # noqa: E402 -- found by the line above

KILLS_A_LIFE = 36
"""Then a new vault begins, with a first index to kill."""
FIRST_KILLS = 3
NOTES_A_MEMORY = 10


@dataclass(frozen=True)
class Life:
    """What came of one vault."""

    kills: list[Kill]
    missed: Counter[str]
    findings: int
    swept: int


def one_life(  # noqa: PLR0913, PLR0917 -- what the command line says
    seed: int, kills: int, notes: int, embedder: str, phases: Sequence[str], ledger: str
) -> Life:
    """Kill so often over one new vault."""
    chance = random.Random(seed)  # noqa: S311 -- moments, no keys
    with (
        tempfile.TemporaryDirectory(prefix="chaos-") as folder,
        _own_settings(Path(folder) / "config", ledger),
        chaos(
            Path(folder),
            seed=seed,
            notes=notes,
            memories=max(4, notes // NOTES_A_MEMORY),
            embedder=embedder,
        ) as life,
    ):
        life.begin(min(FIRST_KILLS, kills) if len(phases) > 1 else 0)
        show(life.kills)
        kinds: list[str] = []
        while len(life.kills) < kills:
            kinds = kinds or chance.sample(phases, len(phases))
            before = len(life.kills)
            life.round(kinds.pop())
            show(life.kills[before:])
        life.end()
        return Life(life.kills, life.missed, len(life.market.known), life.kept)


@contextmanager
def _own_settings(home: Path, ledger: str) -> Iterator[None]:
    """Have the user's own settings, of this process and of those that it starts, name a ledger."""
    file = home / "vaultwatch" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'[ledger]\nurl = "{ledger}"\n', encoding="utf-8")
    before = os.environ.get("XDG_CONFIG_HOME")
    os.environ["XDG_CONFIG_HOME"] = str(home)
    try:
        yield
    finally:
        os.environ.pop("XDG_CONFIG_HOME")
        if before is not None:
            os.environ["XDG_CONFIG_HOME"] = before


def show(kills: list[Kill]) -> None:
    """Print harm as soon as it is seen."""
    for kill in kills:
        for harm in kill.harms[:5]:
            print(f"  harm: {kill.phase}, {kill.point or 'by the clock'}: {harm}", flush=True)


def print_table(kills: Sequence[Kill], missed: Counter[str]) -> None:
    """Print the kills by what was going on and where it died."""
    points = sorted({kill.point for kill in kills}, key=lambda point: (not point, point))
    names = [point or "clock" for point in points]
    print(f"{'phase':18}" + "".join(f"{name:>10}" for name in (*names, "kills", "harms", "missed")))
    for phase in POINTS:
        of_phase = [kill for kill in kills if kill.phase == phase]
        counts = Counter(kill.point for kill in of_phase)
        harmed = sum(bool(kill.harms) for kill in of_phase)
        row = (*(counts[point] or "" for point in points), len(of_phase), harmed, missed[phase])
        print(f"{phase:18}" + "".join(f"{cell:>10}" for cell in row))
    counts = Counter(kill.point for kill in kills)
    harmed = sum(bool(kill.harms) for kill in kills)
    row = (*(counts[point] for point in points), len(kills), harmed, missed.total())
    print(f"{'all':18}" + "".join(f"{cell:>10}" for cell in row))


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notes", type=int, default=300)
    parser.add_argument("--embedder", default="hash", choices=("auto", "minilm", "hash"))
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--phase", action="append", choices=KINDS, help="these alone")
    parser.add_argument("--ledger", default="", help="a PostgreSQL database, else a file")
    wanted = parser.parse_args()
    kinds = tuple(kind for kind in KINDS if not wanted.ledger or kind != "migration")  # of a file
    phases = tuple(wanted.phase or kinds)
    start_s = time.monotonic()
    count = -(-wanted.kills // KILLS_A_LIFE)
    seeds = range(wanted.seed, wanted.seed + count)
    spawn = get_context("spawn")
    lives: list[Life] = []
    with ProcessPoolExecutor(wanted.at_once, mp_context=spawn) as pool:
        kills = -(-wanted.kills // count)
        waiting = [
            pool.submit(one_life, seed, kills, wanted.notes, wanted.embedder, phases, wanted.ledger)
            for seed in seeds
        ]
        for life in as_completed(waiting):
            lives.append(life.result())
            made = sum(len(one.kills) for one in lives)
            print(f"{made} kills, {time.monotonic() - start_s:.0f} s", flush=True)
    every = [kill for life in lives for kill in life.kills]
    print_table(every, sum((life.missed for life in lives), Counter()))
    starts = [kill.ready_s for kill in every if kill.ready_s is not None]
    print(
        f"start to ready {statistics.median(starts):.2f} s median, {max(starts):.2f} s most; "
        f"{sum(life.findings for life in lives)} findings; "
        f"{sum(life.swept for life in lives)} temporary files left until a sweep; "
        f"seeds {seeds[0]} to {seeds[-1]}, {wanted.notes} notes, embedder {wanted.embedder}"
    )
    sys.exit(any(kill.harms for kill in every))


if __name__ == "__main__":
    main()
