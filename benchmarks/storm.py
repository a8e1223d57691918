"""Have a daemon go through a storm of events: `tests/system/test_daemon.py` takes a smaller one.

    python benchmarks/storm.py              8,000 changes, some 20,000 events of files
    python benchmarks/storm.py --changes 50000

Ends with an error if the index does not equal the disk behind it.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the storm is the tests'

from tests.system.drifted import drifted_vault  # noqa: E402 -- found by the line above
from tests.system.test_daemon import weather  # noqa: E402


def main() -> None:
    """Print how long it took."""
    parser = argparse.ArgumentParser(description="Hold an index against the disk after a storm.")
    parser.add_argument("--changes", type=int, default=8_000)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = drifted_vault(Path(folder))
        start_s = time.monotonic()
        weather(vault, wanted.changes)
    took_s = time.monotonic() - start_s
    print(f"{wanted.changes} changes: the index equals the disk after {took_s:.1f} s")


if __name__ == "__main__":
    main()
