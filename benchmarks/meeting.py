"""Measure how memories meet: contradictions, duplicates, what is neither, and the time it takes.

    python benchmarks/meeting.py                labelled pairs, and 10,000 memories at once
    python benchmarks/meeting.py PAIRS.jsonl    pairs of yours
    python benchmarks/meeting.py --show         and each mistake
    python benchmarks/meeting.py --look         a vault of those 10,000, and looks at it; minutes

Then what comes of it where somebody reads what no rule decides: stand-ins that are right so often
by chance and else give one of the two wrong answers, heard as far as a reader is whose record says
so, or as one of whom nothing is known. Mean of forty draws.

The pairs stand in `data/meeting.jsonl`: nine languages, written by somebody who did not write the
rules, which were read against them; those of `data/meeting_own.jsonl` by who wrote the rules. Each
is looked for among all others of its file, as in a vault.
"""

import argparse
import json
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from vaultwatch.reader.batch import PairAnswer
from vaultwatch.reader.worth import RIGHT, Opinion, Record, moved_score
from vaultwatch.services.look import scan
from vaultwatch.services.records.small_facts import MET
from vaultwatch.services.scanning.meeting import CONTRADICT, met_conditions
from vaultwatch.settings import DriftSettings
from vaultwatch.upkeep.meeting import meetings
from vaultwatch.wiring import open_workspace

PAIRS = Path(__file__).parent / "data" / "meeting.jsonl"
WANTED = {"same": "duplicate", "against": "contradiction", "beside": "contradiction"}
LABELS = ("contradiction", "duplicate", "other")
MANY = 10_000
DRAWS = 40


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", nargs="?", type=Path, default=PAIRS)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--look", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.pairs.read_text("utf-8").splitlines()]
    labels = {str(row["id"]): row["label"] for row in rows}
    beliefs = {f"{row['id']} {side}": str(row[side]) for row in rows for side in "ab"}
    counts: Counter[tuple[str, bool]] = Counter()
    unsure: list[tuple[str, str]] = []
    for one, other, met in meetings(beliefs, beliefs):
        (pair, _), (others, _) = one.rsplit(" ", 1), other.rsplit(" ", 1)
        label = labels[pair] if pair == others else "other"
        if met.kind in CONTRADICT:
            unsure.append((met.kind, label))
        if met.kind == "near":
            continue
        is_right = label == WANTED[met.kind]
        counts[met.kind, is_right] += 1
        if given.show and not is_right:
            print(met.kind, met.values, beliefs[one], beliefs[other], sep=" | ")
    print(f"{'told':22} {'right':>6} {'of':>5} {'P':>5} {'R':>5}")
    for kinds in (("against",), ("against", "beside"), ("same",)):
        right = sum(counts[kind, True] for kind in kinds)
        told = right + sum(counts[kind, False] for kind in kinds)
        all_ = sum(label == WANTED[kinds[0]] for label in labels.values())
        print(f"{' or '.join(kinds):22} {right:6} {told:5} {right / (told or 1):5.2f}", end=" ")
        print(f"{right / (all_ or 1):5.2f}")
    _read(unsure, counts["against", True], counts["against", False], Counter(labels.values()))
    print(f"to be read: {len(unsure)} pairs of {len(beliefs)} memories", Counter(unsure))
    many = _many(list(beliefs.values()))
    began = time.process_time()
    found = sum(1 for _ in meetings(many, many))
    spent = time.process_time() - began
    began = time.process_time()
    list(meetings(many, list(many)[:1]))
    print(f"{MANY:,} memories: {spent:.1f} s of CPU, {found} pairs; one more memory: ", end="")
    print(f"{time.process_time() - began:.2f} s")
    if given.look:
        with tempfile.TemporaryDirectory() as scratch:
            look_again(many, Path(scratch))


def look_again(many: Mapping[str, str], scratch: Path) -> None:
    """Let a vault's memories meet until all have, and print what one more look costs."""
    vault = scratch / "vault"
    (vault / "Memories").mkdir(parents=True)
    (vault / ".vaultwatch").mkdir()
    (vault / ".vaultwatch" / "config.toml").write_text('[index]\nembedder = "hash"\n')
    for name, said in many.items():
        text = f"---\nid: m{name}\nsource: inference\n---\n{said}\n"
        (vault / "Memories" / f"m{name}.md").write_text(text)
    with open_workspace(vault, state=scratch / "state") as ws:
        scan(ws)
        while not MET.get(ws.ledger).digest:
            list(met_conditions(ws))
        began = time.process_time()
        found = len(list(met_conditions(ws)))
        print(f"again: {time.process_time() - began:.2f} s of CPU, {found} findings")


def _read(unsure: list[tuple[str, str]], right: int, wrong: int, all_: Counter[str]) -> None:
    """Print what becomes of contradictions where somebody reads."""
    bar = DriftSettings().min_score
    for chance in (0.85, 0.95):
        for name, worth in (("proven", min(chance, RIGHT)), ("new", Record().reliability)):
            word = Opinion("stand-in", PairAnswer("outdated"), worth).log_odds
            heard = {kind: moved_score(p, word, p) >= bar for kind, p in CONTRADICT.items()}
            shares = []
            for draw in range(DRAWS):
                told = _judged(unsure, heard, chance, random.Random(draw))  # noqa: S311 -- the same
                found = right + told[True]
                shares.append((found / (found + wrong + told[False]), found / all_[LABELS[0]]))
            precision, recall = (mean(one) for one in zip(*shares, strict=True))
            print(f"right {chance:.2f}, {name:8} P {precision:.2f} R {recall:.2f}")


def _judged(
    unsure: list[tuple[str, str]], heard: dict[str, bool], chance: float, dice: random.Random
) -> Counter[bool]:
    """Count of what one stand-in calls a contradiction, and is heard, what is one."""
    told: Counter[bool] = Counter()
    for kind, label in unsure:
        wrong = [one for one in LABELS if one != label]
        answer = label if dice.random() < chance else dice.choice(wrong)
        if answer == LABELS[0] and heard[kind]:
            told[label == answer] += 1
    return told


def _many(texts: list[str]) -> dict[str, str]:
    """Return many memories made of a few: half of the words of each are another's."""
    chance = random.Random(7)  # noqa: S311 -- the same every time
    words = [word for text in texts for word in re.findall(r"\w+", text)]

    def other(found: re.Match[str]) -> str:
        return chance.choice(words) if chance.getrandbits(1) else found[0]

    return {str(n): re.sub(r"\w+", other, chance.choice(texts)) for n in range(MANY)}


if __name__ == "__main__":
    main()
