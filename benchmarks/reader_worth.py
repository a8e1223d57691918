"""Measure what a reader's opinions add to the verdict, on labelled cases of sets not fitted on.

    python benchmarks/reader_worth.py --ask ASKED.jsonl
    python benchmarks/train_reader.py ... --read ASKED.jsonl OPINIONS.jsonl
    python benchmarks/reader_worth.py --opinions OPINIONS.jsonl

`--ask` writes every pair that a reader would be asked: none for a note whose supports stand and to
which nothing came, else the supports then and now, the best and the fresh statements. With
opinions it turns them into a few signals of fixed sign, stacks them on the verdict's own log-odds
and prints both, leaving one set out: the verdict, the stack, the same with random opinions, the
difference in AUC with its interval (bootstrap over notes) and how often each kind fires. The
verdict's log-odds come from weights that saw neither the set held out nor the case's own.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import verdict_fits as fits  # type: ignore[import-not-found]
from numpy.typing import NDArray
from verdict_cases import Case, baseline_of, read_cases  # type: ignore[import-not-found]
from verdict_reports import report  # type: ignore[import-not-found]

from vaultwatch.drift.passages.view import View, view_of
from vaultwatch.drift.scoring import signals, verdict
from vaultwatch.drift.scoring.measure import gather
from vaultwatch.drift.scoring.model_weights import load_model
from vaultwatch.drift.scoring.signals import Evidence
from vaultwatch.notes.model import Statement

Floats = NDArray[np.float64]
Opinions = Callable[[str, str], Sequence[float]]
"""Of a passage and a belief: the chances of supports, silent, contradicts."""

CASES = Path(__file__).resolve().parents[2] / "shared" / "driftbench"
SUPPORTS, BEST, FRESH, BEFORE = 3, 8, 8, 4
LONGEST = 400
DRAWS = 3
"""Of random opinions."""
SAMPLES = 1000
GROUPS = {"public": "dev", "personal": "life"}
NAMES = ("lost", "risen", "lost_both", "risen_both", "fresh", "fresh_both", "nothing")
"""Signals made of opinions; each may only raise a score. `both`: read beside what stood before."""


@dataclass(frozen=True)
class Support:
    """A statement that the belief rested on, and what stands in its place."""

    then: str
    now: str | None
    is_same: bool
    share: float
    """Of its strength against the strongest."""


@dataclass(frozen=True)
class Asked:
    """One case: what the verdict saw, and the passages a reader may be asked of."""

    case: Case
    evidence: Evidence
    supports: Sequence[Support]
    best: Sequence[str]
    fresh: Sequence[str]
    before: Sequence[str]

    @property
    def is_worth_asking(self) -> bool:
        """Whether a support changed or anything came."""
        return bool(self.fresh) or not all(support.is_same for support in self.supports)

    def passages(self) -> set[str]:
        """Return what a reader is asked about this belief."""
        if not self.is_worth_asking:
            return set()
        asked = {*self.best, *self.fresh, *self.before}
        for support in self.supports:
            asked |= {support.then} | ({support.now} if support.now else set())
            if support.now and not support.is_same:
                asked.add(both(support.then, support.now))
        return asked | {both(self.supports[0].then, one) for one in self.fresh if self.supports}


def both(then: str, now: str) -> str:
    """Return the form that says what stood before, as in training."""
    return f"was: {then} now: {now}"


def passage_of(statement: Statement) -> str:
    """Return a statement as a reader gets it: where it stands, its task mark, what is struck."""
    words = f"~~{statement.plain}~~" if "~~" in statement.text else statement.plain
    mark = f"[{statement.task_mark}] " if statement.task_mark is not None else ""
    head = statement.section[-1:] if statement.kind not in ("heading", "sentence") else ()
    context = [statement.context] if statement.context else []
    return ": ".join([*head, *context, mark + words])[:LONGEST]


def asked_of(case: Case, view: View) -> Asked:
    """Choose the passages of one case."""
    top = max((s.strength for s in view.supports), default=1.0) or 1.0
    supports = []
    for support in view.supports[:SUPPORTS]:
        heir = view.aligned.successor.get(support.index)
        supports.append(
            Support(
                passage_of(view.then[support.index]),
                None if heir is None else passage_of(view.now[heir]),
                support.index in view.aligned.unchanged,
                support.strength / top,
            )
        )

    def ranked(statements: Sequence[Statement]) -> list[int]:
        kept = [j for j, s in enumerate(statements) if s.kind != "heading"]
        return sorted(kept, key=lambda j: (-view.speaks(statements[j]), j))

    now, came = ranked(view.now), {*view.aligned.added, *view.aligned.edited}
    return Asked(
        case,
        gather(view),
        supports,
        [passage_of(view.now[j]) for j in now[:BEST]],
        [passage_of(view.now[j]) for j in now if j in came][:FRESH],
        [passage_of(view.then[j]) for j in ranked(view.then)[:BEFORE]],
    )


def signals_of(asked: Asked, opinions: Opinions) -> list[float]:
    """Return the signals that a reader's opinions make of one case."""
    if not asked.is_worth_asking:
        return [0.0] * len(NAMES)

    def supports(passage: str) -> float:
        return opinions(passage, asked.case.belief.text)[0]

    def denies(passage: str) -> float:
        return opinions(passage, asked.case.belief.text)[2]

    said = dict.fromkeys(NAMES, 0.0)
    for support in asked.supports:
        if support.is_same:
            continue
        made = {"lost": supports(support.then)}
        if support.now is not None:
            pair = both(support.then, support.now)
            made["lost"] -= supports(support.now)
            made["risen"] = denies(support.now) - denies(support.then)
            made |= {"lost_both": 1.0 - supports(pair), "risen_both": denies(pair)}
        said |= {name: max(said[name], support.share * x) for name, x in made.items()}
    held = [s.then for s in asked.supports]
    stands = [s.now for s in asked.supports if s.now is not None]
    denied = max(map(denies, asked.before), default=0.0)
    said["fresh"] = max(0.0, max(map(denies, asked.fresh), default=0.0) - denied)
    if asked.supports:
        pairs = (both(held[0], one) for one in asked.fresh)
        said["fresh_both"] = max(map(denies, pairs), default=0.0)
    before = max(map(supports, [*asked.before, *held]), default=0.0)
    after = max(map(supports, [*asked.best, *asked.fresh, *stands]), default=0.0)
    said["nothing"] = max(0.0, before - after)
    return list(said.values())


def gather_asked(folder: Path) -> list[Asked]:
    """Measure every case as the product would meet it."""
    cases = read_cases(folder)
    views = (view_of(case.belief, baseline_of(case, is_cold=False), case.now) for case in cases)
    return [asked_of(case, view) for case, view in zip(cases, views, strict=True)]


class Bench:
    """All cases, their labels, and the verdict's log-odds with each set left out."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        """Fit the verdict without each set, and without each two."""
        self.asked = asked
        self.cases = [one.case for one in asked]
        self.labels = np.array([float(case.is_drift) for case in self.cases])
        self._sets = np.array([case.set for case in self.cases])
        rows = [[asdict(one.evidence.signals)[name] for name in signals.NAMES] for one in asked]
        self._rows = np.array(rows, float)
        self._without = {name: self._logits_without(name) for name in np.unique(self._sets)}

    def _logits_without(self, name: str) -> Floats:
        """Return each case's log-odds from weights that saw neither its own set nor `name`."""
        logits = np.zeros(len(self.labels))
        for other in np.unique(self._sets):
            kept = (self._sets != name) & (self._sets != other)
            model = fits.fit(signals.NAMES, self._rows[kept], self.labels[kept])
            logits[self._sets == other] = model.logit(self._rows[self._sets == other])
        return logits

    def scores(self, logits: Floats) -> Floats:
        """Return the verdict's scores, inside the bounds of its rules."""
        made = []
        for one, logit in zip(self.asked, logits, strict=True):
            head = fits.Fit([], float(logit), np.zeros(0)).as_head()
            model = type(load_model())("bench", head, head, head, {})
            setattr(verdict, "load_model", lambda model=model: model)  # noqa: B010
            made.append(verdict.warm_score(one.evidence))
        setattr(verdict, "load_model", load_model)  # noqa: B010
        return np.array(made)

    def verdict_alone(self) -> Floats:
        """Return the scores without a reader, each from weights that did not see its set."""
        logits = np.zeros(len(self.labels))
        for name, without in self._without.items():
            logits[self._sets == name] = without[self._sets == name]
        return self.scores(logits)

    def stacked(self, extra: Floats) -> tuple[Floats, Mapping[str, float]]:
        """Return the scores with further signals, and what each weighs on average."""
        logits, weights = np.zeros(len(self.labels)), []
        for name, without in self._without.items():
            rows, out = np.c_[without, extra], self._sets == name
            model = fits.fit(("verdict", *NAMES), rows[~out], self.labels[~out])
            logits[out] = model.logit(rows[out])
            weights.append(model.weights)
        means = np.mean(weights, 0).round(2).tolist()
        return self.scores(logits), dict(zip(("verdict", *NAMES), means, strict=True))

    def of(self, group: str) -> NDArray[np.bool_]:
        """Return a mask of the public or the personal cases."""
        return np.array([case.set.startswith(GROUPS[group]) for case in self.cases])

    def difference(self, before: Floats, after: Floats, group: str) -> str:
        """Return the difference in AUC and its interval, drawn by note."""
        places: dict[tuple[str, str], list[int]] = {}
        for k in np.flatnonzero(self.of(group)).tolist():
            places.setdefault((self.cases[k].set, self.cases[k].note), []).append(k)
        notes, rng = list(places.values()), np.random.default_rng(0)

        def gain(drawn: NDArray[np.int64]) -> float:
            truth = self.labels[drawn].astype(bool)
            return area(truth, after[drawn]) - area(truth, before[drawn])

        told = [
            gain(np.concatenate([notes[i] for i in rng.integers(len(notes), size=len(notes))]))
            for _ in range(SAMPLES)
        ]
        low, high = np.quantile(told, (0.025, 0.975))
        whole = gain(np.concatenate(notes))
        return f"{group} {whole:+.4f} [{low:+.4f}, {high:+.4f}]"

    def report_kinds(self, scores: Mapping[str, Floats]) -> None:
        """Print how often each kind of edit fires."""
        for group in GROUPS:
            print(f"\nfired, {group:14s}" + "".join(f"{name:>16s}" for name in scores))
            for kind in sorted({case.kind for case in self.cases}):
                of = self.of(group) & np.array([case.kind == kind for case in self.cases])
                if of.any():
                    cells = (f"{(one[of] >= fits.HALF).mean():16.2f}" for one in scores.values())
                    print(f"  {kind:12s}{of.sum():6d} " + "".join(cells))


def area(truth: NDArray[np.bool_], scores: Floats) -> float:
    """Return the area under the curve; ties count half."""
    _, place, count = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2.0)[place]
    hits = int(truth.sum())
    return float((ranks[truth].sum() - hits * (hits + 1) / 2) / (hits * (len(truth) - hits)))


def random_opinions(seed: int) -> Opinions:
    """Return opinions that know nothing, the same each time a pair is asked."""
    rng = np.random.default_rng(seed)
    kept: dict[tuple[str, str], Any] = {}
    return lambda passage, belief: kept.setdefault((passage, belief), rng.dirichlet((1, 1, 1)))


def read_opinions(file: Path) -> Opinions:
    """Return the opinions of a file that `train_reader.py --read` wrote."""
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    kept = {(row["passage"], row["belief"]): row["chances"] for row in rows}
    return lambda passage, belief: kept[passage, belief]


def main() -> int:
    """Write what is to be asked, or print what the answers are worth."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--ask", type=Path, help="write the pairs to be read here")
    parser.add_argument("--opinions", type=Path, help="what a reader said of them")
    args = parser.parse_args()
    asked = gather_asked(args.cases)
    if args.ask:
        pairs = sorted({(p, one.case.belief.text) for one in asked for p in one.passages()})
        lines = (json.dumps({"passage": p, "belief": b}, ensure_ascii=False) for p, b in pairs)
        args.ask.write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{len(pairs)} pairs, {len(pairs) / len(asked):.1f} a case")
    if not args.opinions:
        return 0
    bench = Bench(asked)
    alone = bench.verdict_alone()
    scores = {"verdict": alone}
    readers = {f"random {k}": random_opinions(k) for k in range(DRAWS)}
    for name, opinions in {**readers, "reader": read_opinions(args.opinions)}.items():
        extra = np.array([signals_of(one, opinions) for one in asked])
        scores[name], weights = bench.stacked(extra)
        gains = (bench.difference(alone, scores[name], group) for group in GROUPS)
        print(f"{name}: AUC " + ", ".join(gains) + f"\n    {weights}", flush=True)
    for name in ("verdict", "random 0", "reader"):
        report(name, bench.cases, scores[name])
    bench.report_kinds({name: scores[name] for name in ("verdict", "reader")})
    return 0


if __name__ == "__main__":
    sys.exit(main())
