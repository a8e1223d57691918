"""Kill the daemon hundreds of times while somebody edits, and look for harm after each kill.

A real `vaultwatch run`, and commands beside it, die by SIGKILL: by the clock, or by themselves at
the n-th rename, sync, SQL statement, commit or LanceDB write. Each time a fresh daemon starts and
comes to rest; then every note and memory must be what the editor saved last, every finding and
dismissal ever made on record, the ledger sound, and the index equal to the disk, line for line.

    python benchmarks/chaos.py                        200 kills on 300 notes, half an hour
    python benchmarks/chaos.py --at-once 2            two vaults beside each other
    python benchmarks/chaos.py --kills 40 --notes 60  five minutes
    python benchmarks/chaos.py --embedder minilm      with the real model's weight

Ends with status 1 if anything was harmed.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the harness is the tests'

from tests.system.chaos import KINDS, POINTS, Kill, chaos  # noqa: E402 -- found by the line above

KILLS_A_LIFE = 36
"""Then a new vault begins, with a first index to kill."""
FIRST_KILLS = 3
NOTES_A_MEMORY = 10


def one_life(seed: int, kills: int, notes: int, embedder: str) -> tuple[list[Kill], int, int]:
    """Kill so often over one new vault; return the kills, findings made and leftovers swept."""
    chance = random.Random(seed)  # noqa: S311 -- moments, no keys
    with (
        tempfile.TemporaryDirectory(prefix="chaos-") as folder,
        chaos(
            Path(folder),
            seed=seed,
            notes=notes,
            memories=max(4, notes // NOTES_A_MEMORY),
            embedder=embedder,
        ) as life,
    ):
        life.begin(min(FIRST_KILLS, kills))
        show(life.kills)
        kinds: list[str] = []
        while len(life.kills) < kills:
            kinds = kinds or chance.sample(KINDS, len(KINDS))
            before = len(life.kills)
            life.round(kinds.pop())
            show(life.kills[before:])
        life.end()
        return life.kills, len(life.market.known), life.kept


def show(kills: list[Kill]) -> None:
    """Print harm as soon as it is seen."""
    for kill in kills:
        for harm in kill.harms[:5]:
            print(f"  harm: {kill.phase}, {kill.point or 'by the clock'}: {harm}", flush=True)


def print_table(kills: list[Kill]) -> None:
    """Print the kills by what was going on and where it died."""
    points = sorted({kill.point for kill in kills}, key=lambda point: (not point, point))
    names = [point or "clock" for point in points]
    print(f"{'phase':18}" + "".join(f"{name:>10}" for name in (*names, "kills", "harms")))
    for phase in POINTS:
        of_phase = [kill for kill in kills if kill.phase == phase]
        counts = Counter(kill.point for kill in of_phase)
        harmed = sum(bool(kill.harms) for kill in of_phase)
        row = (*(counts[point] or "" for point in points), len(of_phase), harmed)
        print(f"{phase:18}" + "".join(f"{cell:>10}" for cell in row))
    counts = Counter(kill.point for kill in kills)
    row = (*(counts[point] for point in points), len(kills), sum(bool(k.harms) for k in kills))
    print(f"{'all':18}" + "".join(f"{cell:>10}" for cell in row))


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--notes", type=int, default=300)
    parser.add_argument("--embedder", default="hash", choices=("auto", "minilm", "hash"))
    parser.add_argument("--at-once", type=int, default=1)
    wanted = parser.parse_args()
    start_s, findings, swept = time.monotonic(), 0, 0
    kills: list[Kill] = []
    lives = -(-wanted.kills // KILLS_A_LIFE)
    seeds = range(wanted.seed, wanted.seed + lives)
    spawn = get_context("spawn")
    with ProcessPoolExecutor(wanted.at_once, mp_context=spawn) as pool:
        waiting = [
            pool.submit(one_life, seed, -(-wanted.kills // lives), wanted.notes, wanted.embedder)
            for seed in seeds
        ]
        for life in as_completed(waiting):
            of_life, made, left = life.result()
            kills, findings, swept = kills + of_life, findings + made, swept + left
            print(f"{len(kills)} kills, {time.monotonic() - start_s:.0f} s", flush=True)
    print_table(kills)
    starts = [kill.ready_s for kill in kills if kill.ready_s is not None]
    print(
        f"start to ready {statistics.median(starts):.2f} s median, {max(starts):.2f} s most; "
        f"{findings} findings; {swept} temporary files left until a sweep; "
        f"seeds {seeds[0]} to {seeds[-1]}, {wanted.notes} notes, embedder {wanted.embedder}"
    )
    sys.exit(any(kill.harms for kill in kills))


if __name__ == "__main__":
    main()
