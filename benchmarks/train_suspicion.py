"""Fit the weights by which orders are told, and print what they are worth on sources held out.

    python benchmarks/train_suspicion.py [--shared ../shared] [--write VERSION]

Each text is cut into sentences and buckets as the product does; of an attack the worst sentence
counts, of an honest text all. A logistic model (L2, numpy alone, the same seed every time) is
fitted four times without a fourth of the honest sources and of the attacks' corpora, each held out
whole: these say what passes, and set the bar. Then it is fitted on all but the kept sources, which
tell what strangers will see. `--write` replaces vaultwatch/data/orders.json. Texts are read where
they stand (`suspicion_honest.py`); none is shipped. A CPU-minute and a half.
"""

import argparse
import base64
import json
import random
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from suspicion_rows import (  # type: ignore[import-not-found]  # beside this script
    Row,
    attack_rows,
    honest_rows,
    own_rows,
)

from vaultwatch.guard.disguise import hidden_signs, sentences, visible
from vaultwatch.guard.orders import BITS, FEW, QUARANTINE_AT, marks_in, parts

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

ROOT = Path(__file__).resolve().parents[1]
WEIGHTS = ROOT / "vaultwatch" / "data" / "orders.json"
SEED = 4711
FOLDS = 4
FALSE = 0.004
"""Share of honest texts of sources held out that may lie above the bar."""
ASKING = 0.005
"""The same of the lower bar, above which a memory that nobody stands behind enters no context."""
CURVE = (0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.01, 0.02)
MOST_SENTENCES = 40
"""Of one text, when fitting."""
SCALE, PENALTY, TOTAL = 8.0, 0.05, 4_000.0
"""Chosen on sources held out: penalties from .01 to .1 differ by a twentieth of what passes."""
OWN_ORDERS, OWN_HONEST = 0.5, 0.35
"""Share of our own texts among the orders, and among the honest ones."""
OFTEN = {
    "plain poison": 2.0,
    "authority without bounds": 2.0,
    "grants": 2.0,
    "rules of caution": 2.0,
}
"""Our sources that weigh more, orders and honest texts alike. Chosen by hand."""
STEPS, REFINED, KEPT_PAIRS = 25, 15, 8
LEAST = -30.0
STEPS_TO_SIDE = 127
"""Of a weight, which ships in a byte."""


@dataclass
class Data:
    """The texts, and the buckets of their sentences one behind another."""

    rows: list[Row]
    row_of: NDArray[np.intp]
    """Of each sentence, and of each part of a long one."""
    count: NDArray[np.intp]
    """Its buckets."""
    found: NDArray[np.int32]

    def __post_init__(self) -> None:
        """Keep what is asked for again and again."""
        self.kind = np.array([row.kind for row in self.rows])
        self.source = np.array([row.source for row in self.rows])
        self.is_order = np.array([row.is_order is True for row in self.rows])
        self.size = np.bincount(self.row_of, minlength=len(self.rows))

    def part(self, mask: Mask) -> "Data":
        """Return the rows of a mask alone."""
        numbers = np.cumsum(mask) - 1
        used = mask[self.row_of]
        return Data(
            [row for row, is_in in zip(self.rows, mask, strict=True) if is_in],
            numbers[self.row_of[used]],
            self.count[used],
            self.found[np.repeat(used, self.count)],
        )

    def odds(self, weights: Floats) -> Floats:
        """Return the log-odds of each sentence."""
        starts = np.concatenate([[0], np.cumsum(self.count)[:-1]])
        summed = np.add.reduceat(weights[:-1][self.found], starts)
        return np.asarray(
            summed * SCALE / np.sqrt(self.count + FEW) + weights[-1], dtype=np.float32
        )

    def worst(self, weights: Floats) -> Floats:
        """Return the highest log-odds of each row's sentences."""
        found = np.full(len(self.rows), LEAST, dtype=np.float32)
        np.maximum.at(found, self.row_of, self.odds(weights))
        return found

    def weights(self) -> Floats:
        """Return what each row weighs: sources by the root of their size, both sides the same."""
        weight = np.zeros(len(self.rows))
        for says, share in ((True, OWN_ORDERS), (False, OWN_HONEST)):
            side = self.is_order == says
            for source in set(self.source[side]):
                mine = side & (self.source == source)
                weight[mine] = OFTEN.get(source, 1.0) / np.sqrt(mine.sum())
            for part, much in ((self.kind == "own", share), (self.kind != "own", 1 - share)):
                if weight[side & part].sum():
                    weight[side & part] *= much * TOTAL / 2 / weight[side & part].sum()
        return weight.astype(np.float32)


def measure(rows: list[Row]) -> Data:
    """Cut the texts."""
    cut = [sentences(row.text)[:MOST_SENTENCES] for row in rows]
    by_row = [[sorted(part) for one in some for part in parts(one)] for some in cut]
    told = [part for some in by_row for part in some]
    return Data(
        rows,
        np.repeat(np.arange(len(rows)), [len(some) for some in by_row]),
        np.array([len(some) for some in told]),
        np.array([bucket for some in told for bucket in some], dtype=np.int32),
    )


def fit(data: Data) -> Floats:
    """Return the weights of the buckets, and the intercept last."""
    by_row, is_order = data.weights(), data.is_order[data.row_of]
    size = data.size[data.row_of]
    each = np.where(is_order, by_row[data.row_of] / size, by_row[data.row_of] / np.sqrt(size))
    found = _lowest(_loss(data, each), np.zeros((1 << BITS) + 1, dtype=np.float32), STEPS)
    odds = data.odds(found)
    is_worst = odds >= data.worst(found)[data.row_of]
    worst = np.where(is_order, by_row[data.row_of] * is_worst, each)
    return rounded(_lowest(_loss(data, worst), found, REFINED))


def rounded(weights: Floats) -> Floats:
    """Return weights of 127 steps to either side, as they ship: all is measured on these.

    What common words weigh is less than a step, so a bar set on finer weights held .56% of the
    honest texts where .3% was meant.
    """
    step = float(np.quantile(abs(weights[:-1]), 0.9999)) / STEPS_TO_SIDE
    whole = np.clip(np.round(weights[:-1] / step), -STEPS_TO_SIDE, STEPS_TO_SIDE)
    return np.append(whole * step, weights[-1]).astype(np.float32)


def _loss(data: Data, each: NDArray[np.floating[Any]]) -> Callable[[Floats], tuple[float, Floats]]:
    sign = np.where(data.is_order[data.row_of], -1.0, 1.0)
    value = SCALE / np.sqrt(data.count + FEW)

    def at(weights: Floats) -> tuple[float, Floats]:
        against = sign * data.odds(weights)
        slope = each * sign / (1 + np.exp(-np.clip(against, LEAST, -LEAST)))
        back = np.bincount(data.found, np.repeat(slope * value, data.count), len(weights) - 1)
        gradient = np.append(back + PENALTY * weights[:-1], slope.sum()).astype(np.float32)
        squares = float(weights[:-1] @ weights[:-1])
        return float((each * np.logaddexp(0, against)).sum()) + PENALTY / 2 * squares, gradient

    return at


def _lowest(loss: Callable[[Floats], tuple[float, Floats]], x: Floats, steps: int) -> Floats:
    """Descend by L-BFGS (Nocedal 1980)."""
    value, gradient = loss(x)
    pairs: list[tuple[Floats, Floats]] = []
    for _ in range(steps):
        way: NDArray[np.floating[Any]] = gradient.copy()
        factors = []
        for moved, turned in reversed(pairs):
            factors.append((moved @ way) / (turned @ moved))
            way = way - factors[-1] * turned
        last = pairs[-1] if pairs else None
        way *= (last[0] @ last[1]) / (last[1] @ last[1]) if last else 1e-2 / abs(gradient).max()
        for (moved, turned), factor in zip(pairs, reversed(factors), strict=True):
            way = way + moved * (factor - (turned @ way) / (turned @ moved))
        length = 1.0
        while True:
            after, sloped = loss(x - length * way)
            if after <= value - 1e-4 * length * (way @ gradient) or length < 1e-3:  # noqa: PLR2004
                break
            length *= 0.4
        moved, turned = -length * way, sloped - gradient
        x, value, gradient = x + moved, after, sloped
        if moved @ turned > 1e-10:  # noqa: PLR2004 -- else it says nothing of the curvature
            pairs = [*pairs[1 - KEPT_PAIRS :], (moved, turned)]
    return np.asarray(x, dtype=np.float32)


def gathered(shared: Path) -> Data:
    """Return all texts, cut."""
    attacks = (row for row in attack_rows(shared / "poisoning") if row.is_order)
    return measure([*own_rows(), *attacks, *honest_rows(shared)])


def folds(data: Data) -> Iterator[tuple[Mask, Floats]]:
    """Yield the rows of some sources, each held out whole, and weights fitted without them."""
    fold = np.full(len(data.rows), -1)
    for kind in ("honest", "attack"):
        sources = sorted(set(data.source[data.kind == kind]))
        random.Random(SEED).shuffle(sources)  # noqa: S311 -- no secret
        for number, source in enumerate(sources):
            fold[(data.source == source) & (data.kind == kind)] = number % FOLDS
    for number in range(FOLDS):
        yield fold == number, fit(data.part((fold != number) & (data.kind != "kept")))


def held_out(data: Data, folded: Iterable[tuple[Mask, Floats]]) -> Floats:
    """Return each row's worst log-odds by weights that have not seen its source."""
    worst = np.full(len(data.rows), LEAST, dtype=np.float32)
    for mine, weights in folded:
        worst[mine] = data.part(mine).worst(weights)
    return worst


def report(data: Data, out: Floats, kept: Floats, bar: float) -> None:
    """Print what passes of corpora never seen, and what is held of honest sources never seen."""
    honest, attack = data.kind == "honest", data.kind == "attack"
    strange = (data.kind == "kept") & ~data.is_order
    poison = (data.kind == "kept") & data.is_order
    shown = np.array(
        [is_attack and _shows(row.text) for row, is_attack in zip(data.rows, attack, strict=True)]
    )
    print("honest held out  bar    kept honest held  orders pass  and forms  plain poison pass")
    for share in CURVE:
        at = float(np.quantile(out[honest], 1 - share))
        held, passed = (kept[strange] > at).mean(), (out[attack] <= at).mean()
        both = (~shown[attack] & (out[attack] <= at)).mean()
        row = f"{share:15.2%}  {at:5.2f}  {held:16.2%}  {passed:11.1%}  {both:9.1%}"
        print(f"{row}  {(kept[poison] <= at).mean():17.1%}")
    print(f"\nat the bar, {bar:.2f}: orders that pass, by corpus and family")
    named = [(row.source, row.family) for row in data.rows]
    count = Counter(one for one, is_in in zip(named, attack, strict=True) if is_in)
    passes = Counter(one for one, is_in in zip(named, attack & (out <= bar), strict=True) if is_in)
    for one in sorted(count):
        print(f"  {one[0][:34]:34} {one[1][:40]:40} {passes[one]:3} of {count[one]:3}")
    for name, part, odds in (("held out", honest, out), ("kept", strange, kept)):
        print(f"honest sources, {name}: those of which anything is held")
        for source in sorted(set(data.source[part])):
            mine = part & (data.source == source)
            if (odds[mine] > bar).any():
                print(f"  {source[:40]:40} {int((odds[mine] > bar).sum()):3} of {mine.sum():4}")


def _shows(text: str) -> bool:
    """Tell whether a text shows itself by what it hides or by its form, whatever it says."""
    signs = (*hidden_signs(text), *marks_in(visible(text)))
    return any(weight >= QUARANTINE_AT for weight, _, _ in signs)


def bars(out: Floats, data: Data) -> tuple[float, float]:
    """Return the log-odds from which a text waits, and from which it is shown as asking."""
    honest = out[data.kind == "honest"]
    return float(np.quantile(honest, 1 - FALSE)), float(np.quantile(honest, 1 - ASKING))


def as_data(weights: Floats, data: Data, bars: tuple[float, float], version: str) -> dict[str, Any]:
    """Return a model as the product reads it: whole numbers of one byte."""
    unit = float(abs(weights[:-1]).max()) / STEPS_TO_SIDE
    whole = np.round(weights[:-1] / unit).astype(np.int8)
    fitted = (data.kind == "attack") | (data.kind == "honest")
    return {
        "version": version,
        "trained_on": sorted(set(data.source[fitted].tolist())),
        "intercept": round(float(weights[-1]), 4),
        "step": round(unit * SCALE, 6),
        "bar": round(bars[0], 4),
        "asking": round(bars[1], 4),
        "weights": base64.b64encode(zlib.compress(whole.tobytes(), 9)).decode("ascii"),
    }


def main() -> int:
    """Measure, fit, report; write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--write", metavar="VERSION", help="replace orders.json")
    args = parser.parse_args()
    if not (args.shared / "poisoning").is_dir():
        print(f"{args.shared / 'poisoning'} is not there: nothing to train on")
        return 0
    data = gathered(args.shared)
    out = held_out(data, folds(data))
    found = bars(out, data)
    weights = fit(data.part(data.kind != "kept"))
    report(data, out, data.worst(weights), found[0])
    if args.write:
        made = as_data(weights, data, found, args.write)
        WEIGHTS.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
