"""Set, change and remove our flags on 100,000 damaged notes; print what became of them.

Every note must come back to the byte, or its first edit be refused; a single harm is printed and
ends in exit status 1. `--notes 2000` for a short look.
"""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.mutated_blocks import fate_of, made_note, mutated_note  # noqa: E402

REASONS_SHOWN = 12


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kinds = (("damaged", mutated_note, asked.notes), ("composed", made_note, asked.notes // 5))
    reasons: Counter[str] = Counter()
    harms = 0
    print(
        f"{'notes':<10} {'number':>8} {'exact':>8} {'refused':>8} {'harm':>6} {'cpu_ms_each':>12}"
    )
    for name, make, number in kinds:
        started_s = time.process_time()
        fates: Counter[str] = Counter()
        for count in range(number):
            note = make(f"{asked.seed} {count}")
            fate, why = fate_of(note)
            fates[fate] += 1
            if fate == "harm":
                print(f"HARM: {why}: {note!r}", file=sys.stderr)
            elif fate == "refused":
                reasons[why.split(" cont")[0][:90]] += 1
        harms += fates["harm"]
        each_ms = 1000 * (time.process_time() - started_s) / max(number, 1)
        print(
            f"{name:<10} {number:>8} {fates['exact']:>8} {fates['refused']:>8} {fates['harm']:>6} "
            f"{each_ms:>12.2f}"
        )
    print()
    for reason, number in reasons.most_common(REASONS_SHOWN):
        print(f"{number:>8}  {reason}")
    sys.exit(1 if harms else 0)


if __name__ == "__main__":
    main()
