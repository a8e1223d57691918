"""Look for harm: notes, saves and stores that we write into, by the thousand.

    python benchmarks/harm.py notes            set, change and remove flags on 100,000 damaged notes
    python benchmarks/harm.py saves --times 1  minutes of an editor's saves beside a daemon's flags
    python benchmarks/harm.py stores           patch 10,000 messy stores and take each back

A note must come back to the byte, or its first edit be refused; a save is lost where, once all is
at rest, a note holds anything but what the editor saved last (our flags aside); of a patched store
every byte must be the diff's, and come back, and every fiftieth diff is handed to `patch -p1` and
`git apply` as well. A single harm is printed and ends in exit status 1.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the harnesses are the tests'

from tests.messy_stores import Bench  # noqa: E402
from tests.mutated_blocks import fate_of, made_note, mutated_note  # noqa: E402
from tests.system.daemons import eventually, watching, with_settings  # noqa: E402
from tests.system.editing import Editor  # noqa: E402
from tests.system.vaults import Vault  # noqa: E402

PROGRAMS = (("patch", "-p1", "-s"), ("git", "apply", "-"))
REASONS_SHOWN = 12


def notes(times: float, seed: int, _: Path) -> int:
    """Edit damaged and composed notes; return how many were harmed."""
    kinds = (("damaged", mutated_note, int(times)), ("composed", made_note, int(times) // 5))
    reasons: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for name, make, number in kinds:
        for count in range(number):
            note = make(f"{seed} {count}")
            fate, why = fate_of(note)
            told[f"{name}: {fate}"] += 1
            if fate == "harm":
                print(f"HARM: {why}: {note!r}", file=sys.stderr)
            elif fate == "refused":
                reasons[f"  {why.split(' cont')[0][:90]}"] += 1
    show(told)
    for reason, number in reasons.most_common(REASONS_SHOWN):
        print(f"{number:8}  {reason}")
    return sum(count for what, count in told.items() if what.endswith("harm"))


def saves(times: float, seed: int, folder: Path) -> int:
    """Save for minutes while a daemon writes flags; return how many saves were lost."""
    vault = Vault(folder / "vault", folder / "state")
    vault.folder.mkdir()
    with_settings(vault)
    editor = Editor(vault, seed)
    editor.lay()
    with watching(vault) as watched:
        editor.edit_for(times * 60)
        eventually(watched.is_at_rest, "rest")
        jobs = watched.jobs("look")
    lost = editor.lost()
    told = Counter(editor.saves)
    told["looks"] = len(jobs)
    told["our writes"] = sum(
        int(line.rsplit("written=", 1)[1]) for line in jobs if "written=" in line
    )
    told["set aside"] = len(editor.set_aside())
    show(told)
    print(*(f"HARM: {one}" for one in lost), sep="\n", end="\n" if lost else "")
    return len(lost)


def stores(times: float, seed: int, folder: Path) -> int:
    """Patch stores and take each back; return how many were harmed."""
    harms, bench = 0, Bench(folder)
    for number in range(seed, seed + int(times)):
        bench.other_programs = PROGRAMS if number % 50 == 0 else ()
        try:
            bench.run(number)
        except AssertionError as harm:
            harms += 1
            print(f"HARM in store {number}: {harm}")
        bench.clear(number)
    show(bench.told)
    return harms


def show(told: Counter[str]) -> None:
    """Print what became of them."""
    for what, count in sorted(told.items()):
        print(f"{count:8}  {what}")


KINDS = {"notes": (notes, 100_000), "saves": (saves, 1), "stores": (stores, 10_000)}


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--times", type=float, help="notes, minutes of saves, stores")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ["GIT_CEILING_DIRECTORIES"] = tempfile.gettempdir()
    work, usual = KINDS[asked.kind]
    began = time.process_time()
    with tempfile.TemporaryDirectory(prefix="harm-") as scratch:
        harms = work(usual if asked.times is None else asked.times, asked.seed, Path(scratch))
    print(f"{harms:8}  harms, in {time.process_time() - began:.0f} s of CPU")
    sys.exit(bool(harms))


if __name__ == "__main__":
    main()
