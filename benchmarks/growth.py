"""Hold every bait against every door that reads: half of them stand in `make test`.

    python benchmarks/growth.py      twenty seconds of CPU

Ends with status 1 if some reading takes more time than in proportion to its length.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the doors are the tests'

from tests.property.test_growth import DOORS, too_fast  # noqa: E402 -- found by the line above


def main() -> int:
    """Print what grows too fast; return the exit status."""
    found = {name: too_fast(name, door.baits) for name, door in DOORS.items()}
    for name, baits in found.items():
        print(f"{name}: {len(DOORS[name].baits)} baits, too fast: {baits or 'none'}")
    return int(any(found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
