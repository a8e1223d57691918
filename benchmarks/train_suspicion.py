"""Fit the weights of suspicion's learned stage, and print what they are worth on sources held out.

    python benchmarks/train_suspicion.py [--corpora ../shared/poisoning] [--write VERSION]

Each text is cut into sentences as the product does; of an attack the worst sentence counts, of an
honest text all. A logistic model (L2, numpy alone) is fitted twice: over surface and MiniLM's
vectors, and over the surface alone. Every corpus of attacks is scored by a model that has not seen
it, and so is every honest source; the bars are set on honest sources alone. `--write` replaces
vaultwatch/memories/order_weights.json. Vectors are kept in the system's folder for passing files.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from suspicion_rows import (  # type: ignore[import-not-found]  # beside this script
    Row,
    attack_rows,
    own_rows,
    sentence_rows,
    vault_rows,
    wish_rows,
)

from vaultwatch.adapters.embedders.choose import models_folder
from vaultwatch.adapters.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.adapters.vector_cache import VectorCache
from vaultwatch.memories.suspicion import QUARANTINE_AT, suspect
from vaultwatch.memories.suspicion_readings import Sentence, sentences
from vaultwatch.memories.suspicion_surface import NAMES, surface

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

ROOT = Path(__file__).resolve().parents[1]
WEIGHTS = ROOT / "vaultwatch" / "memories" / "order_weights.json"
FALSE = 0.005
"""Share of honest texts, of each kind, that may lie above the bar."""
FALSE_WISHES = 0.01
"""The same for wishes, a few dozen of a language."""
FALSE_PASSAGES = 0.001
"""The same for passages of several sentences, a few hundred of a source: at 0.005 five orders of
280 fewer pass, and seven honest passages of 875 more are stopped."""
KINDS = ("sentence", "memory", "statement", "wish")
"""Of honest texts, on each of which the bar is set; a passage's rises with its length."""
ALSO_MEASURED = ("passage", "kept wish")
"""Kept wishes are neither fitted on nor set a bar."""
OURS = ("own", "wish", "kept wish")
MOST_SENTENCES = 40
"""Of one text, when fitting."""
SURFACE_SCALE = 3.0
VECTOR_SCALE = 8.0
PENALTY = 30.0
"""L2 in units of the scaled signals, where all rows together weigh 8,000. Chosen with the scales
and shares on held-out corpora: with 10, a scale of 2 and lower shares four orders more pass."""
TOTAL = 4_000.0
SHARES = {"own": 1.0, "sentence": 2.5, "memory": 1.0, "statement": 1.5, "wish": 1.0}
"""How much honest texts of each kind weigh. Chosen by hand."""
NEWTON, ROUNDS, STEPS = 6, 2, 20
LEAST = -30.0
DOUBTED = 0.02
"""Share of the attacks that the surface alone calls so harmless that their vector is not asked
for."""


@dataclass
class Data:
    """The texts, their sentences and what is measured on each."""

    rows: list[Row]
    sentences: list[Sentence]
    row_of: NDArray[np.intp]
    surface: Floats
    vectors: Floats
    """Zero where a sentence is not English, or not doubtful in a passage."""
    rules: Floats
    """What the rules alone say of each row."""

    def __post_init__(self) -> None:
        """Keep what is asked for again and again."""
        self.kind = np.array([row.kind for row in self.rows])
        self.source = np.array([row.source for row in self.rows])
        self.is_order = np.array([row.is_order is True for row in self.rows])
        self.is_known = np.array([row.is_order is not None for row in self.rows])
        self.is_honest = ~self.is_order & self.is_known & (self.kind != "own")
        self.is_attack = self.is_order & (self.kind == "attack")
        self.size = np.bincount(self.row_of, minlength=len(self.rows))
        self.lengths = np.log(np.maximum(self.size, 1))
        self.abroad = np.array([sentence.is_foreign for sentence in self.sentences])
        self.is_abroad = np.bincount(self.row_of, self.abroad, len(self.rows)) == self.size

    def worst(self, odds: Floats) -> Floats:
        """Return the highest log-odds of each row's sentences."""
        found = np.full(len(self.rows), LEAST)
        np.maximum.at(found, self.row_of, odds)
        return found

    def weights(self) -> Floats:
        """Return what each row weighs: corpora by the root of their size, both sides the same."""
        weight = np.zeros(len(self.rows))
        for kind in ("own", "attack"):
            part = self.is_order & (self.kind == kind)
            for source in set(self.source[part]):
                mine = part & (self.source == source)
                weight[mine] = 1 / np.sqrt(mine.sum())
            weight[part] /= weight[part].sum()
        for kind, share in SHARES.items():
            part = ~self.is_order & self.is_known & (self.kind == kind)
            weight[part] = share / part.sum()
        for side in (self.is_order, ~self.is_order):
            weight[side] *= TOTAL / weight[side].sum()
        return weight


@dataclass
class Fitted:
    """A model, what it says of rows it has not seen, and its bars."""

    weights: Floats
    """Over the scaled signals, the intercept last."""
    held_out: Floats
    """Each row's worst log-odds, by a model without its source."""
    bar: float
    slope: float


def sigmoid(odds: Floats) -> Floats:
    """Return chances."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, LEAST, -LEAST))))


def fit(data: Data, signals: Floats) -> Fitted:
    """Fit on all, and on all but each source; set the bars.

    Sentences that are not English, whose meaning is not read, lie higher by as much as wishes do:
    the signal `foreign` carries the difference.
    """
    x = np.hstack([signals, np.ones((len(signals), 1))]).astype(np.float32)
    y = data.is_order[data.row_of].astype(np.float32)
    by_row = data.weights()
    size = data.size[data.row_of]
    penalty = np.full(x.shape[1], PENALTY)
    penalty[-1] = 1e-6

    def weighed(mask: Mask, beta: Floats | None) -> Floats:
        """Of an attack the worst sentence counts; before there is a model, all of them."""
        weight = (by_row * mask)[data.row_of]
        if beta is None:
            return np.where(y == 1, weight / size, weight)
        odds = _odds(x, beta)
        return np.where((y == 1) & (odds < data.worst(odds)[data.row_of]), 0.0, weight)

    every = np.ones(len(data.rows), dtype=bool)
    beta, hessian = _newton(x, y, weighed(every, None), penalty, np.zeros(x.shape[1]), NEWTON)
    for _ in range(ROUNDS):
        beta, hessian = _newton(x, y, weighed(every, beta), penalty, beta, 2)
    inverse = np.linalg.inv(hessian)

    def without(source: str) -> Floats:
        """Step from the whole model to the one that has not seen a source."""
        weight = weighed(data.source != source, beta)
        used = weight > 0
        xs, ys, ws, mine = x[used], y[used], weight[used], beta
        for _ in range(STEPS):
            gradient = xs.T @ (ws * (sigmoid(_odds(xs, mine)) - ys)) + penalty * mine
            mine = mine - inverse @ gradient
        return _odds(x, mine)

    odds = _odds(x, beta)
    for source in sorted(set(data.source[data.is_honest | data.is_attack])):
        mine = (data.source == source)[data.row_of]
        odds[mine] = without(source)[mine]
    worst, wish = data.worst(odds), data.kind == "wish"
    higher = _quantile(worst[wish & data.is_abroad], FALSE_WISHES)
    higher -= _quantile(worst[wish & ~data.is_abroad], FALSE_WISHES)
    beta[NAMES.index("foreign")] -= higher / SURFACE_SCALE
    held_out = data.worst(odds - data.abroad * higher)
    return Fitted(beta, held_out, *_bars(data, held_out, every))


def _odds(x: NDArray[np.float32], beta: Floats) -> Floats:
    return np.asarray(x @ beta.astype(np.float32), dtype=np.float64)


def _newton(  # noqa: PLR0913, PLR0917 -- one argument a part of the objective
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    weight: Floats,
    penalty: Floats,
    beta: Floats,
    steps: int,
) -> tuple[Floats, Floats]:
    used = weight > 0
    x, y, weight = x[used], y[used], weight[used]
    hessian = np.diag(penalty)
    for _ in range(steps):
        chance = sigmoid(_odds(x, beta))
        root = np.sqrt(weight * chance * (1 - chance) + 1e-7).astype(np.float32)
        scaled = x * root[:, None]
        hessian = (scaled.T @ scaled).astype(np.float64) + np.diag(penalty)
        gradient = x.T @ (weight * (chance - y)) + penalty * beta
        beta = beta - np.linalg.solve(hessian, gradient)
    return beta, hessian


def _bars(data: Data, odds: Floats, among: Mask) -> tuple[float, float]:
    """Return the bar, and by how much it rises with the logarithm of a passage's sentences."""
    honest = data.is_honest & among
    bar = max(
        _quantile(odds[honest & (data.kind == kind)], FALSE_WISHES if kind == "wish" else FALSE)
        for kind in KINDS
    )
    long = honest & (data.kind == "passage") & (data.size > 1)
    return bar, max(_quantile((odds[long] - bar) / data.lengths[long], FALSE_PASSAGES), 0.0)


def _quantile(odds: Floats, above: float = FALSE) -> float:
    return float(np.quantile(odds, 1 - above)) if len(odds) else LEAST


def false_alarms(data: Data, fitted: Fitted) -> Iterator[tuple[str, str, int, int]]:
    """Yield kind, source, how many of it lie above a bar set on the other sources, and how many."""
    for source in sorted(set(data.source[data.is_honest])):
        others = data.source != source
        bar, slope = _bars(data, fitted.held_out, others)
        for kind in (*KINDS, *ALSO_MEASURED):
            part = data.is_honest & (data.kind == kind) & ~others
            if part.any():
                rise = slope * data.lengths[part] if kind == "passage" else 0.0
                above = fitted.held_out[part] > bar + rise
                yield kind, source, int(above.sum()), int(part.sum())


def report(data: Data, semantic: Fitted, bare: Fitted) -> None:
    """Print what passes of attacks never seen, and what is stopped of honest sources never seen."""
    by_rules = data.rules >= QUARANTINE_AT
    stopped = {
        "rules": by_rules,
        "and surface": by_rules | (bare.held_out > bare.bar),
        "and meaning": by_rules | (semantic.held_out > semantic.bar),
        "as a passage": by_rules
        | (semantic.held_out > semantic.bar + semantic.slope * data.lengths),
    }
    print(f"orders that pass, corpora held out whole: {'':24}{'  '.join(stopped)}")
    groups = sorted({(row.source, row.family) for row in data.rows if row.kind == "attack"})
    families = np.array([row.family for row in data.rows])
    for source, family in groups:
        part = data.is_attack & (data.source == source) & (families == family)
        if part.any():
            _print_row(f"{source[:24]:24} {family[:34]:34}", part, stopped)
    _print_row("all", data.is_attack, stopped)
    for name, fitted in (("surface", bare), ("meaning", semantic)):
        alarms = list(false_alarms(data, fitted))
        print(f"\nhonest, stopped by {name}, sources held out whole")
        for kind, source, above, count in alarms:
            print(f"  {kind:10} {source[:40]:40} {above:4} of {count:5}")
        for kind in (*KINDS, *ALSO_MEASURED):
            above = sum(alarm[2] for alarm in alarms if alarm[0] == kind)
            count = sum(alarm[3] for alarm in alarms if alarm[0] == kind)
            print(f"  {kind:10} {'all':40} {above:4} of {count:5} {above / max(count, 1):.2%}")


def _print_row(name: str, part: Mask, stopped: dict[str, Mask]) -> None:
    cells = [f"{int((part & ~by).sum()):>{len(title)}}" for title, by in stopped.items()]
    print(f"{name:60} of {int(part.sum()):4}  {'  '.join(cells)}")


def measure(rows: Sequence[Row], embed: Callable[[Sequence[str]], Floats]) -> Data:
    """Cut the texts and measure each sentence."""
    cut = [sentences(row.text)[:MOST_SENTENCES] for row in rows]
    flat = [sentence for some in cut for sentence in some]
    row_of = np.repeat(np.arange(len(rows)), [len(some) for some in cut])
    rules = np.array([suspect(row.text).score for row in rows])
    at_surface = np.array([surface(sentence) for sentence in flat])
    vectors = np.array(embed([sentence.text for sentence in flat]))
    vectors[[sentence.is_foreign for sentence in flat]] = 0.0
    return Data(list(rows), flat, row_of, at_surface, vectors, rules)


def embedding(progress: Callable[[str], None]) -> tuple[str, Callable[[Sequence[str]], Floats]]:
    """Return the offline model's id and what gives a row per text, kept between runs."""
    model = load_minilm(pull_minilm(models_folder(), progress=progress))
    file = Path(tempfile.gettempdir()) / "vaultwatch-train-suspicion.sqlite"
    kept = VectorCache(file, model_id=model.model_id, dimensions=model.dimensions)

    def embed(texts: Sequence[str]) -> Floats:
        digests = [blake2b(t.encode("utf-8", "replace"), digest_size=16).hexdigest() for t in texts]
        named = dict(zip(digests, texts, strict=True))
        missing = sorted(named.keys() - kept.get(list(named)).keys(), key=lambda d: len(named[d]))
        for start in range(0, len(missing), 512):
            some = missing[start : start + 512]
            kept.put(dict(zip(some, model.embed([named[d] for d in some]), strict=True)))
            progress(f"{start} of {len(missing)} sentences embedded")
        known = kept.get(list(named))
        return np.array([known[digest] for digest in digests], dtype=np.float64)

    return model.model_id, embed


def as_data(fitted: Fitted, *, has_vector: bool) -> dict[str, Any]:
    """Return a head as the product reads it, in units of the raw signals."""
    known = len(NAMES)
    return {
        "intercept": round(float(fitted.weights[-1]), 4),
        "bar": round(fitted.bar, 4),
        "slope": round(fitted.slope, 4),
        "surface": [round(float(w) * SURFACE_SCALE, 4) for w in fitted.weights[:known]],
        "vector": [round(float(w) * VECTOR_SCALE, 4) for w in fitted.weights[known:-1]]
        if has_vector
        else [],
    }


def main() -> int:
    """Measure, fit, report; write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    shared = ROOT.parent / "shared"
    parser.add_argument("--corpora", type=Path, default=shared / "poisoning")
    parser.add_argument("--cases", type=Path, default=shared / "driftbench")
    parser.add_argument("--write", metavar="VERSION", help="replace order_weights.json")
    args = parser.parse_args()
    if not args.corpora.is_dir() or not args.cases.is_dir():
        print(f"{args.corpora} or {args.cases} is not there: nothing to train on")
        return 0
    model_id, embed = embedding(lambda said: print(said, file=sys.stderr))
    folder = args.corpora
    told = (own_rows(), wish_rows(), attack_rows(folder), sentence_rows(folder))
    rows = [row for some in (*told, vault_rows(args.cases)) for row in some]
    data = measure(rows, embed)
    at_surface = data.surface * SURFACE_SCALE
    bare = fit(data, at_surface)
    semantic = fit(data, np.hstack([at_surface, data.vectors * VECTOR_SCALE]))
    report(data, semantic, bare)
    doubt = float(np.quantile(bare.held_out[data.is_attack], DOUBTED))
    asked = bare.held_out[data.is_honest & np.isin(data.kind, KINDS)] >= doubt
    print(f"\nhonest texts that the surface leaves in doubt: {asked.mean():.1%}")
    if args.write:
        made = {
            "version": args.write,
            "model_id": model_id,
            "trained_on": sorted(
                {row.source for row in rows if row.is_order is not None and row.kind not in OURS}
            ),
            "doubt": round(doubt, 4),
            "names": list(NAMES),
            "semantic": as_data(semantic, has_vector=True),
            "bare": as_data(bare, has_vector=False),
        }
        WEIGHTS.write_text(json.dumps(made, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
