"""Measure what somebody who reads adds to the verdict, by stand-ins that are right so many times.

    python benchmarks/reader.py --cases ../shared/driftbench
    python benchmarks/reader.py --reader .95 --reader .85 --vault 30

Each set's comparisons are scored with weights of the others. What is in doubt or likely, or called
true though the note was edited beside it, is handed out in random order, eight at a time with one
pair whose answer is known, to a reader that is right so often, by chance; a hand-out whose known
answer is wrong counts for nothing, and its pairs are handed out again on the next days, three times
at most. Answers are heard as the product hears them, by what the reader has shown to be worth at
the end. With `--vault` each set is cut, by chance, into vaults of so many memories, each with a
reader of whom nothing is known. Prints precision and recall of what is told, AUC, what is called
true and is not, in how many vaults the reader was set aside and after how many known answers; the
mean of several draws.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from train_verdict import Measured, held_out, measure  # type: ignore[import-not-found]  # beside this script
from verdict_cases import Case, read_cases  # type: ignore[import-not-found]

from vaultwatch.drift.findings.scale import SHIPPED
from vaultwatch.drift.model import Comparison
from vaultwatch.reader.batch import PairAnswer, ReaderVerdict
from vaultwatch.reader.pairs import is_beside_news, pair_of
from vaultwatch.reader.worth import Opinion, Record, Track, heard

ROOT: Final = Path(__file__).resolve().parents[1]
AT_ONCE: Final = 7
"""Pairs of a hand-out beside the one whose answer is known."""
DRAWS: Final = 40
READERS: Final = (0.95, 0.85, 0.5, 0.0)


@dataclass(frozen=True)
class Told:
    """What one case comes to."""

    is_drift: bool
    is_told: bool
    is_true: bool
    """Whether the memory is called true."""
    score: float


def read(
    cases: Sequence[Case], made: Sequence[Comparison], asked: Sequence[int], right: float, seed: str
) -> tuple[list[Told], int]:
    """Return what the cases of one vault come to with a reader of one reliability.

    And behind how many known answers it was set aside; 0 for never.
    """
    chance = random.Random(seed)  # noqa: S311 -- a stand-in, the same each time
    asked = chance.sample(asked, len(asked))
    counts = {(said, truth): 0 for said in _SAID for truth in _SAID}
    said: dict[int, ReaderVerdict] = {}
    for turn in range(4):
        left = [k for k in asked if k not in said] if turn else asked
        for start in range(0, len(left), AT_ONCE):
            if _track(counts).is_set_aside:
                break  # it is handed nothing more
            truth: ReaderVerdict = chance.choice(_SAID)
            known = _say(truth, chance.random() < right)
            counts[known, truth] += 1
            answers = {
                k: _say("outdated" if cases[k].is_drift else "holds", chance.random() < right)
                for k in left[start : start + AT_ONCE]
            }
            said |= answers if known == truth else {}
    track = _track(counts)
    told = []
    for k, (case, one) in enumerate(zip(cases, made, strict=True)):
        opinions = []
        if k in said and not track.is_set_aside:
            record = track.holds if said[k] == "holds" else track.outdated
            answer = PairAnswer(said[k], 1, "what it says now")
            opinions = [Opinion("stand-in", answer, record.reliability, is_news=True)]
        told.append(_told(case, heard(one, opinions, SHIPPED.bar)))
    return told, sum(counts.values()) * track.is_set_aside


_SAID: Final[tuple[ReaderVerdict, ReaderVerdict]] = ("holds", "outdated")
_OTHER: Final[dict[ReaderVerdict, ReaderVerdict]] = {"holds": "outdated", "outdated": "holds"}


def _track(counts: Mapping[tuple[ReaderVerdict, ReaderVerdict], int]) -> Track:
    return Track(*(Record(counts[one, one], counts[one, _OTHER[one]]) for one in _SAID))


def _told(case: Case, one: Comparison) -> Told:
    return Told(case.is_drift, one.drifted, one.outcome == "holds", one.score)


def _say(truth: ReaderVerdict, is_right: bool) -> ReaderVerdict:  # noqa: FBT001 -- by chance
    return truth if is_right else _OTHER[truth]


def is_asked(one: Measured, made: Comparison) -> bool:
    """Tell whether a case is put to who reads."""
    if made.outcome != "holds":
        return made.outcome != "shown"
    pair = pair_of("", one.case.belief, one.base, one.case.now, made)
    return pair is not None and is_beside_news(pair)


def vaults(members: Sequence[int], size: int, seed: str) -> list[list[int]]:
    """Return the cases of a set as vaults of a size, drawn by chance; as one where it is 0."""
    drawn = random.Random(seed).sample(members, len(members))  # noqa: S311 -- the same each time
    size = size or len(drawn)
    return [drawn[at : at + size] for at in range(0, len(drawn), size)]


def row(told: Sequence[Told]) -> list[float]:
    """Return precision, recall, AUC, and the share of what is called true that drifted."""
    hits = sum(one.is_drift and one.is_told for one in told)
    true = [one for one in told if one.is_true]
    drifted = np.array([one.score for one in told if one.is_drift])
    stood = np.array([one.score for one in told if not one.is_drift])
    above = (drifted[:, None] > stood).mean() + 0.5 * (drifted[:, None] == stood).mean()
    return [
        hits / max(1, sum(one.is_told for one in told)),
        hits / len(drifted),
        float(above),
        sum(one.is_drift for one in true) / max(1, len(true)),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared" / "driftbench")
    parser.add_argument("--reader", type=float, action="append", help="how often it is right")
    parser.add_argument("--vault", type=int, default=0, help="memories of a vault; 0: a whole set")
    args = parser.parse_args()
    if not args.cases.is_dir():
        print(f"{args.cases} is not there: nothing to measure on")
        return 0
    measured = measure(read_cases(args.cases))
    cases, made = [one.case for one in measured], held_out(measured)
    asked = {k for k, one in enumerate(measured) if is_asked(one, made[k])}
    sets = sorted({case.set for case in cases})
    members = {name: [k for k, case in enumerate(cases) if case.set == name] for name in sets}
    print(
        f"{'reader':8} {'set':14} {'P':>6} {'R':>6} {'AUC':>6} {'true but drifted':>17}  set aside"
    )
    for right in (None, *(args.reader or READERS)):
        draws = []
        for seed in range(DRAWS if right is not None else 1):
            rows, every, asides = [], [], []
            for name in sets:
                told, aside = [], []
                for part, ks in enumerate(vaults(members[name], args.vault, f"{name} {seed}")):
                    its = [made[k] for k in ks], [n for n, k in enumerate(ks) if k in asked]
                    held = [cases[k] for k in ks]
                    said, after = (
                        read(held, *its, right, f"{name} {seed} {part}")
                        if right is not None
                        else ([_told(*one) for one in zip(held, its[0], strict=True)], 0)
                    )
                    told += said
                    aside.append(after)
                rows.append((*row(told), np.mean(np.array(aside) > 0), max(aside)))
                every += told
                asides += aside
            draws.append([*rows, (*row(every), np.mean(np.array(asides) > 0), max(asides))])
        for name, figures in zip([*sets, "all"], np.array(draws).transpose(1, 2, 0), strict=True):
            who = "nobody" if right is None else f"{right:.2f}"
            p, r, auc, amiss, often = figures[:5].mean(axis=1)
            last = f"{often:4.0%}, after {figures[5].max():.0f} at most"
            print(f"{who:8} {name:14} {p:6.3f} {r:6.3f} {auc:6.3f} {amiss:17.3f}  {last}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
