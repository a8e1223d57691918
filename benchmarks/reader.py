"""Measure what somebody who reads adds to the verdict, by stand-ins that are right so many times.

    python benchmarks/reader.py --cases ../shared/driftbench
    python benchmarks/reader.py --reader .95 --reader .85

Each set's comparisons are scored with weights of the others. What is in doubt or likely is handed
out in random order, eight at a time with one pair whose answer is known, to a reader that is right
so often, by chance; a hand-out whose known answer is wrong counts for nothing, and its pairs are
handed out again on the next days, three times at most. Answers are heard as the product hears
them, by what the reader has shown to be worth at the end. Prints precision and recall of what is
told, AUC, what is called true and is not, in how many draws the reader was set aside and after how
many known answers; the mean of several draws.
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from train_verdict import held_out, measure  # type: ignore[import-not-found]  # beside this script
from verdict_cases import Case, read_cases  # type: ignore[import-not-found]

from vaultwatch.drift.model import Comparison
from vaultwatch.drift.scoring.compare import MIN_SCORE
from vaultwatch.reader.batch import PairAnswer, ReaderVerdict
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
    cases: Sequence[Case], made: Sequence[Comparison], right: float, seed: str
) -> tuple[list[Told], int]:
    """Return what the cases of one set come to with a reader of one reliability.

    And behind how many known answers it was set aside; 0 for never.
    """
    chance = random.Random(seed)  # noqa: S311 -- a stand-in, the same each time
    asked = [k for k, one in enumerate(made) if one.outcome in {"in_doubt", "likely"}]
    chance.shuffle(asked)
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
            opinions = [Opinion("stand-in", answer, record.reliability)]
        told.append(_told(case, heard(one, opinions, MIN_SCORE)))
    return told, sum(counts.values()) * track.is_set_aside


_SAID: Final[tuple[ReaderVerdict, ReaderVerdict]] = ("holds", "outdated")
_OTHER: Final[dict[ReaderVerdict, ReaderVerdict]] = {"holds": "outdated", "outdated": "holds"}


def _track(counts: Mapping[tuple[ReaderVerdict, ReaderVerdict], int]) -> Track:
    return Track(*(Record(counts[one, one], counts[one, _OTHER[one]]) for one in _SAID))


def _told(case: Case, one: Comparison) -> Told:
    return Told(case.is_drift, one.drifted, one.outcome == "holds", one.score)


def _say(truth: ReaderVerdict, is_right: bool) -> ReaderVerdict:  # noqa: FBT001 -- by chance
    return truth if is_right else _OTHER[truth]


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
    args = parser.parse_args()
    if not args.cases.is_dir():
        print(f"{args.cases} is not there: nothing to measure on")
        return 0
    cases = read_cases(args.cases)
    made = held_out(measure(cases))
    sets = sorted({case.set for case in cases})
    members = {name: [k for k, case in enumerate(cases) if case.set == name] for name in sets}
    print(
        f"{'reader':8} {'set':14} {'P':>6} {'R':>6} {'AUC':>6} {'true but drifted':>17}  set aside"
    )
    for right in (None, *(args.reader or READERS)):
        draws = []
        for seed in range(DRAWS if right is not None else 1):
            read_by = {
                name: (
                    read([cases[k] for k in ks], [made[k] for k in ks], right, f"{name} {seed}")
                    if right is not None
                    else ([_told(cases[k], made[k]) for k in ks], 0)
                )
                for name, ks in members.items()
            }
            every = [one for name in sets for one in read_by[name][0]]
            last = max(aside for _, aside in read_by.values())
            draws.append(
                [*((*row(told), aside) for told, aside in read_by.values()), (*row(every), last)]
            )
        for name, figures in zip([*sets, "all"], np.array(draws).transpose(1, 2, 0), strict=True):
            who = "nobody" if right is None else f"{right:.2f}"
            p, r, auc, amiss = figures[:4].mean(axis=1)
            aside = figures[4]
            often = f"{(aside > 0).mean():4.0%}, after {aside.max():.0f} at most"
            print(f"{who:8} {name:14} {p:6.3f} {r:6.3f} {auc:6.3f} {amiss:17.3f}  {often}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
