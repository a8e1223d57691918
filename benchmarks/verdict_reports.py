"""Print what a verdict is worth: ranking, precision, what its scores and words mean, by kind.

For `train_verdict.py`, beside which it stands.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from verdict_cases import Case  # type: ignore[import-not-found]  # beside this script
from verdict_fits import HALF, Floats  # type: ignore[import-not-found]

from vaultwatch.drift.findings.scale import kind_of, log_odds
from vaultwatch.drift.model import Comparison, Outcome
from vaultwatch.report.words import chance_in_words

HIGH = 0.9
GROUPS = {"public": "dev", "personal": "life"}
"""Each with how the names of its sets begin."""
DRAWS = 2_000
"""Of a bootstrap."""
SPREADS = (0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5)
FEWEST = 5
"""Cases of one kind in one set that tell how far kinds lie apart."""

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


def report_worth(cases: Sequence[Case], without: Floats, scores: Floats) -> None:
    """Print what some signals add to the AUC, with an interval that holds 95 of 100 draws."""
    report("without", cases, without)
    report("with", cases, scores)
    truth = np.array([case.is_drift for case in cases])
    random = np.random.default_rng(0)
    for name, mask in groups(cases):
        every = np.flatnonzero(mask)
        drawn = (random.choice(every, len(every)) for _ in range(DRAWS))
        gains = [_auc(truth[k], scores[k]) - _auc(truth[k], without[k]) for k in drawn]
        gain = _auc(truth[every], scores[every]) - _auc(truth[every], without[every])
        low, high = np.percentile(gains, [2.5, 97.5])
        print(f"{name}: {gain:+.4f} [{low:+.4f}, {high:+.4f}]")


def overlap(gold: str, shown: str) -> float:
    """Return the share of the gold quote's words that are shown."""
    wanted = set(re.findall(r"\w+", gold.lower()))
    return len(wanted & set(re.findall(r"\w+", shown.lower()))) / max(1, len(wanted))


def report_shipped(title: str, cases: Sequence[Case], said: Sequence[Comparison]) -> None:
    """Print what the product is worth on sets it was not fitted on: verdicts, quotes, chances."""
    report(title, cases, np.array([one.score for one in said]))
    for name, mask in groups(cases):
        told = [(cases[k], said[k]) for k in np.flatnonzero(mask).tolist()]
        _report_quotes(name, told)
        rows = [Said(o.score, c.is_drift, c.kind, kind_of(o.change, o.mode)) for c, o in told]
        report_reliability(name, rows)
    _report_spread(cases, said)


@dataclass(frozen=True)
class Said:
    """What was said of one case, for the tables of what scores and words are worth."""

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
    """Print how often what was said was right: by score, by words of certainty, by kind."""
    parts = {
        "score": [f"{min(9, int(10 * one.score)) / 10:.1f}" for one in rows],
        "said as": [chance_in_words(one.score) for one in rows],
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


def _report_quotes(name: str, pairs: Sequence[tuple[Case, Comparison]]) -> None:
    told = [(c, o) for c, o in pairs if c.is_drift and o.drifted and c.evidence]
    hits = [overlap(c.evidence, shown(o)) >= HALF for c, o in told]
    first = [overlap(c.evidence, o.after.text if o.after else "") >= HALF for c, o in told]
    chars = [len(shown(o)) for _, o in pairs if o.drifted and o.after]
    still = [o.drifted for c, o in pairs if c.kind == "unchanged"]
    print(
        f"{name:9s} quote settles {np.mean(hits):.3f} of {len(hits)} (the first alone "
        f"{np.mean(first):.3f}), median {np.median(chars):.0f} characters; edited elsewhere fired "
        f"{np.mean(still):.3f}"
    )


def shown(one: Comparison) -> str:
    """Return the words of the note that a finding shows."""
    return " ".join(quote.text for quote in (one.after, one.also) if quote is not None)


def _report_spread(cases: Sequence[Case], said: Sequence[Comparison]) -> None:
    """Print how likely the findings' labels are by how far the kinds of the sets lie apart.

    Each kind in each set with an offset of its own, drawn from a normal distribution, summed over.
    """
    held: dict[tuple[str, str | None], list[tuple[float, float]]] = {}
    for case, one in zip(cases, said, strict=True):
        if one.drifted:
            place = (case.set, kind_of(one.change, one.mode))
            held.setdefault(place, []).append((log_odds(one.score), float(case.is_drift)))
    grid = np.linspace(-4.0, 4.0, 401)
    prior = np.exp(-0.5 * grid**2)
    print("how far the kinds of the sets lie apart, log-odds (log-likelihood, more is likelier)")
    for spread in SPREADS:
        total = 0.0
        for pairs in held.values():
            if len(pairs) >= FEWEST:
                odds, labels = np.array(pairs).T
                at = odds[:, None] + spread * grid
                told = np.where(labels[:, None] > 0, -np.logaddexp(0, -at), -np.logaddexp(0, at))
                total += float(np.log((np.exp(told.sum(0)) * prior).sum() / prior.sum()))
        print(f"  {spread:.2f}  {total:.2f}")


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
