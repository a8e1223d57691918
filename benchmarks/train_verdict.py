"""Fit the verdict's weights on labelled cases and print what they are worth on sets held out.

    python benchmarks/train_verdict.py [--cases ../shared/driftbench] [--write VERSION]
    python benchmarks/train_verdict.py --without replaced,went

Reads every set of the folder (`<set>/cases.jsonl`, `before/`, `after/`), measures each case as the
product does and fits one logistic model (the sign of each weight fixed beforehand, L2) with a curve
from what it says to how often that was right. Figures are out of fold, by whole set. `--without`
prints what they are without some signals. `--write` replaces vaultwatch/drift/scoring/weights.json.
numpy only.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from verdict_cases import Case, baseline_of, read_cases  # type: ignore[import-not-found]
from verdict_fits import Floats, with_curve  # type: ignore[import-not-found]
from verdict_reports import (  # type: ignore[import-not-found]
    HALF,
    overlap,
    report,
    report_outcomes,
)

from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.scoring.compare import MIN_SCORE, compared
from vaultwatch.drift.scoring.deciding import Decided, Weighing, decide, on_one_cut, scored
from vaultwatch.drift.scoring.signals import NAMES
from vaultwatch.drift.scoring.weights import Model

ROOT = Path(__file__).resolve().parents[1]
WEIGHTS = ROOT / "vaultwatch" / "drift" / "scoring" / "weights.json"
BARS = (0.5, 0.6, 0.7)


@dataclass
class Measured:
    """One case, and how it was decided; the weights aside."""

    case: Case
    base: Baseline
    decided: Decided

    @property
    def row(self) -> list[float]:
        """Its signals; none where a rule decides."""
        by = self.decided.by
        values = by.evidence.values if isinstance(by, Weighing) else dict.fromkeys(NAMES, 0.0)
        return [values[name] for name in NAMES]

    @property
    def is_weighed(self) -> bool:
        """Whether the weights have a say."""
        return isinstance(self.decided.by, Weighing)

    def said(self, model: Model) -> Comparison:
        """Return what the product says of it by some weights."""
        made, by = self.decided, self.decided.by
        if isinstance(by, Weighing):
            score = scored(by.evidence, by.judged, model)
            made = Decided(max(score, by.judged.certainty), by)
        return compared(self.case.belief, self.base, self.case.now, made, MIN_SCORE)


def measure(cases: Sequence[Case]) -> list[Measured]:
    """Decide each case, the weights aside."""
    found = []
    for number, case in enumerate(cases, 1):
        base, case.now = on_one_cut(case.belief, baseline_of(case), case.now)
        found.append(Measured(case, base, decide(case.belief, base, case.now)))
        if number % 100 == 0:
            print(f"measured {number} of {len(cases)}", file=sys.stderr)
    return found


def fit_model(measured: Sequence[Measured], version: str, without: Sequence[str] = ()) -> Model:
    """Fit the weights on some cases."""
    kept = [one for one in measured if one.is_weighed]
    rows: Floats = np.array([one.row for one in kept], float)
    rows[:, [name in without for name in NAMES]] = 0.0
    labels = np.array([float(one.case.is_drift) for one in kept])
    made = with_curve(NAMES, rows, labels, np.array([one.case.set for one in kept]))
    weights = dict(zip(NAMES, map(float, made.weights), strict=True))
    return Model(version, made.intercept, weights, made.curve)


def held_out(measured: Sequence[Measured], without: Sequence[str] = ()) -> list[Comparison]:
    """Return what the product says of each case, with weights fitted on the other sets."""
    said: dict[int, Comparison] = {}
    for name in sorted({one.case.set for one in measured}):
        model = fit_model([one for one in measured if one.case.set != name], name, without)
        said |= {k: one.said(model) for k, one in enumerate(measured) if one.case.set == name}
    return [said[k] for k in range(len(measured))]


def report_certainty(cases: Sequence[Case], said: Sequence[Comparison]) -> None:
    """Print how often each kind of proof was right, what is likely from some bars on, quotes."""
    right: dict[str, list[bool]] = defaultdict(list)
    for case, one in zip(cases, said, strict=True):
        if one.outcome == "shown":
            right[one.proof or one.change or ""].append(case.is_drift)
            if case.is_drift and case.evidence:
                quoted = one.after.text if one.after is not None else ""
                right["quoted"].append(overlap(case.evidence, quoted) >= HALF)
        for bar in BARS if one.outcome in {"likely", "in_doubt"} else ():
            if one.score >= bar:
                right[f"likely from {bar}"].append(case.is_drift)
    for name, held in sorted(right.items()):
        print(f"{name:16} {sum(held):4} of {len(held):4}  {sum(held) / len(held):.3f}")


def main() -> int:
    """Measure, fit, report; write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared" / "driftbench")
    parser.add_argument("--without", metavar="NAMES", default="", help="leave signals out")
    parser.add_argument("--write", metavar="VERSION", help="replace weights.json")
    args = parser.parse_args()
    if not args.cases.is_dir():
        print(f"{args.cases} is not there: nothing to train on")
        return 0
    measured = measure(read_cases(args.cases))
    cases = [one.case for one in measured]
    said = held_out(measured, args.without.split(","))
    report("by set", cases, np.array([one.score for one in said]))
    report_outcomes(cases, [one.outcome for one in said])
    report_certainty(cases, said)
    if args.write:
        made = fit_model(measured, args.write)
        WEIGHTS.write_text(json.dumps(made.as_json(), indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
