"""Patch 10,000 messy stores on a disk and take each back; print what became of them.

Every byte must be the diff's, and come back; a single harm is printed and ends in exit status 1.
Every fiftieth diff is handed to `patch -p1` and `git apply` as well. `--stores 500` for less.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.messy_stores import Bench  # noqa: E402


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stores", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began, harms = time.process_time(), 0
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(Path(scratch))
        for seed in range(asked.seed, asked.seed + asked.stores):
            bench.other_programs = PROGRAMS if seed % 50 == 0 else ()
            try:
                bench.run(seed)
            except AssertionError as harm:
                harms += 1
                print(f"HARM in store {seed}: {harm}")
            bench.clear(seed)
    for what, count in sorted(bench.told.items()):
        print(f"{count:8}  {what}")
    print(f"{harms:8}  harms, in {time.process_time() - began:.0f} s of CPU")
    sys.exit(bool(harms))


PROGRAMS = (("patch", "-p1", "-s"), ("git", "apply", "-"))

if __name__ == "__main__":
    os.environ["GIT_CEILING_DIRECTORIES"] = tempfile.gettempdir()
    main()
