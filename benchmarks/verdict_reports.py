"""Print what a verdict is worth: ranking, precision, what its scores mean, by kind.

For `train_verdict.py`, beside which it stands.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from verdict_cases import Case  # type: ignore[import-not-found]  # beside this script
from verdict_fits import HALF, Floats  # type: ignore[import-not-found]

from vaultwatch.drift.model import Outcome

HIGH = 0.9
GROUPS = {"public": "dev", "personal": "life"}
"""Each with how the names of its sets begin."""
Mask = NDArray[np.bool_]


def groups(cases: Sequence[Case]) -> Iterator[tuple[str, Mask]]:
    """Yield the name of each group of sets, and which cases are of it."""
    for name, opening in GROUPS.items():
        yield name, np.array([case.set.startswith(opening) for case in cases])


def report(title: str, cases: Sequence[Case], scores: Floats) -> None:
    """Print AUC, average precision, recall at 90% precision, precision and recall per set."""
    print(f"\n{title:22s}     n    AUC     AP  R@P90      P      R")
    truth = np.array([case.is_drift for case in cases])
    rows = [(name, np.array([c.set == name for c in cases])) for name in _sets(cases)]
    for name, mask in (*rows, *groups(cases)):
        if mask.any():
            print(f"{name:22s} {mask.sum():5d} " + _line(_figures(truth[mask], scores[mask])))
    own = [_figures(truth[mask], scores[mask]) for _, mask in rows]
    print(f"{'mean of the sets':22s} {len(cases):5d} " + _line(np.mean(own, axis=0)))


def _sets(cases: Sequence[Case]) -> list[str]:
    return sorted({case.set for case in cases})


def _auc(truth: Mask, scores: Floats) -> float:
    wins = (scores[truth][:, None] > scores[~truth]) + 0.5 * (
        scores[truth][:, None] == scores[~truth]
    )
    return float(wins.mean())


def _line(figures: Floats) -> str:
    return " ".join(f"{x:6.3f}" for x in figures)


def _figures(truth: Mask, scores: Floats) -> Floats:
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(truth[order])
    precision, recall = hits / np.arange(1, len(hits) + 1), hits / truth.sum()
    said = scores >= HALF
    right = (said & truth).sum()
    at_90 = recall[precision >= HIGH].max(initial=0.0)
    figures = (_auc(truth, scores), precision[truth[order]].mean(), at_90)
    return np.array([*figures, right / max(1, said.sum()), right / truth.sum()])


def overlap(gold: str, shown: str) -> float:
    """Return the share of the gold quote's words that are shown."""
    wanted = set(re.findall(r"\w+", gold.lower()))
    return len(wanted & set(re.findall(r"\w+", shown.lower()))) / max(1, len(wanted))


@dataclass(frozen=True)
class Said:
    """What was said of one case, for the tables of what scores are worth."""

    score: float
    is_drift: bool
    label: str
    """The kind it was labelled as."""
    found: str | None
    """The kind it was found as; None where nothing was found."""

    @property
    def found_as(self) -> str:
        """The kind it was found as, the surest apart."""
        if self.found is None:
            return "not found"
        return f"{self.found}, {'0.9 on' if self.score >= HIGH else 'less'}"


def report_reliability(title: str, rows: Sequence[Said]) -> None:
    """Print how often what was said was right: by score, by kind."""
    parts = {
        "score": [f"{min(9, int(10 * one.score)) / 10:.1f}" for one in rows],
        "found as": [one.found_as for one in rows],
        "labelled as": [one.label for one in rows],
    }
    for of, names in parts.items() if rows else ():
        print(f"{title + ': ' + of:27s}    n  mean score  drifted  fired")
        for part in sorted(set(names)):
            scores = np.array([one.score for one, n in zip(rows, names, strict=True) if n == part])
            truth = np.array([o.is_drift for o, n in zip(rows, names, strict=True) if n == part])
            print(
                f"  {part:24s} {len(scores):5d}        {scores.mean():.2f}     {truth.mean():.2f}"
                f"   {(scores >= HALF).mean():.2f}"
            )


def report_outcomes(cases: Sequence[Case], said: Sequence[Outcome]) -> None:
    """Print what each outcome was worth, set by set.

    Of what is shown and of what is told its precision and recall, the shares of true memories among
    them; the share of cases said to hold and how many of those had drifted; the share in doubt.
    """
    heads = ("n", "shown P", "R", "told P", "R", "true shown", "told", "holds", "drifted", "doubt")
    print(f"\n{'outcomes':20}", *(f"{one:>10}" for one in heads))
    for name in dict.fromkeys(case.set for case in cases):
        rows = [(c.is_drift, o) for c, o in zip(cases, said, strict=True) if c.set == name]
        shown = [is_drift for is_drift, one in rows if one == "shown"]
        told = shown + [is_drift for is_drift, one in rows if one == "likely"]
        holds = [is_drift for is_drift, one in rows if one == "holds"]
        drifted = sum(is_drift for is_drift, _ in rows) or 1
        true = (len(rows) - drifted) or 1
        figures = (
            *(_of(shown), sum(shown) / drifted, _of(told), sum(told) / drifted),
            *((len(shown) - sum(shown)) / true, (len(told) - sum(told)) / true),
            *(len(holds) / len(rows), _of(holds)),
            1 - (len(told) + len(holds)) / len(rows),
        )
        print(f"{name:20} {len(rows):10}", *(f"{one:10.3f}" for one in figures))


def _of(drifted: Sequence[bool]) -> float:
    return sum(drifted) / len(drifted) if drifted else float("nan")
