"""Walk through hundreds of turns of one vault: `tests/system/test_many_turns.py` takes a few.

    python benchmarks/turns.py                        500 turns, a minute of CPU
    python benchmarks/turns.py --turns 50 --seed 20261128

Ends with status 1 if anything differs from what was said.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the walk is the tests'

from tests.system.test_many_turns import SEED, lived  # noqa: E402 -- found by the line above


def main() -> int:
    """Print what was done and what differed; return the exit status."""
    parser = argparse.ArgumentParser(description="Hold a vault against what was said, each turn.")
    parser.add_argument("--turns", type=int, default=500)
    parser.add_argument("--seed", type=int, default=SEED)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        life = lived(Path(folder), wanted.seed, wanted.turns)
    print(dict(life.done), *life.wrong, sep="\n")
    return int(bool(life.wrong))


if __name__ == "__main__":
    raise SystemExit(main())
