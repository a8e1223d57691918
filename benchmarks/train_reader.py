"""Train a small reader: does a passage support a belief, contradict it, or say nothing of it?

    python benchmarks/train_reader.py PAIRS.jsonl BASE_FOLDER OUT_FOLDER [--steps N] [--from FILE]
    python benchmarks/train_reader.py PAIRS.jsonl BASE_FOLDER OUT_FOLDER --read ASKED SAID

PAIRS come from `reader_data.py`; BASE_FOLDER holds all-MiniLM-L6-v2 (`model.safetensors`,
`tokenizer.json`). A cross-encoder: passage and belief in one text, the upper layers trained in
full, word vectors and the lower layers as they are, a small head on the first token and the two
means. Same seed, same pairs, same steps: same weights. A checkpoint every `KEEP_S` seconds; a run
that was cut goes on from it. Needs the dependency group `reader` (JAX on the CPU).
"""

import argparse
import json
import math
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

_ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("XLA_FLAGS", _ONE_THREAD)
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import jax  # noqa: E402 -- reads the environment when imported
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import Array  # noqa: E402
from safetensors.numpy import load_file, save_file  # noqa: E402
from tokenizers import Tokenizer  # noqa: E402

LAYERS, HEADS, HIDDEN = 6, 12, 384
FROZEN = 2
"""Lower layers left as they are: their share of a step goes into more pairs."""
HEAD_HIDDEN = 128
BATCH = 16
LENGTHS = (24, 32, 40, 48, 56, 64, 80, 96)
"""Tokens a batch is padded to; a longer pair is cut."""
RATE, HEAD_RATE = 1.8e-4, 5.0
WARM, FALL = 80, 0.35
"""Steps in which the rate rises, and the share of them in which, at the end, it falls."""
DROPOUT = 0.1
DECAY = 0.01
KEEP_S = 240.0
ALLOWED = {"E": (1, 0, 0), "N": (0, 1, 0), "C": (0, 0, 1), "X": (0, 1, 1)}
"""Which of supports, silent, contradicts a label leaves open."""
NAMES = ("supports", "silent", "contradicts")

Params = dict[str, Any]
"""Weights or a batch: arrays by name, nested."""
State = tuple[Params, Params, Params, Array]
"""Weights, the two running means of their gradient, the key that dropout draws from."""


def load_base(folder: Path, seed: int) -> tuple[Params, Params]:
    """Return the frozen and the trained weights, the head's drawn anew."""
    w = load_file(folder / "model.safetensors")
    frozen: Params = {
        "words": w["embeddings.word_embeddings.weight"],
        "places": w["embeddings.position_embeddings.weight"],
        "types": w["embeddings.token_type_embeddings.weight"],
        "gain": w["embeddings.LayerNorm.weight"],
        "offset": w["embeddings.LayerNorm.bias"],
    }
    trained: Params = {}
    for i in range(LAYERS):
        at = f"encoder.layer.{i}."
        own = [f"{at}attention.self.{part}" for part in ("query", "key", "value")]
        out, wide, narrow = f"{at}attention.output", f"{at}intermediate.dense", f"{at}output"
        layer = {
            "qkv": np.concatenate([w[f"{o}.weight"].T for o in own], 1),
            "qkv_b": np.concatenate([w[f"{o}.bias"] for o in own]),
            "out": w[f"{out}.dense.weight"].T,
            "out_b": w[f"{out}.dense.bias"],
            "gain1": w[f"{out}.LayerNorm.weight"],
            "offset1": w[f"{out}.LayerNorm.bias"],
            "wide": w[f"{wide}.weight"].T,
            "wide_b": w[f"{wide}.bias"],
            "narrow": w[f"{narrow}.dense.weight"].T,
            "narrow_b": w[f"{narrow}.dense.bias"],
            "gain2": w[f"{narrow}.LayerNorm.weight"],
            "offset2": w[f"{narrow}.LayerNorm.bias"],
        }
        (frozen if i < FROZEN else trained)[f"layer{i}"] = layer
    draw = np.random.default_rng(seed)
    trained["head"] = {
        "first": 0.02 * draw.standard_normal((4 * HIDDEN, HEAD_HIDDEN)),
        "first_b": np.zeros(HEAD_HIDDEN),
        "last": 0.02 * draw.standard_normal((HEAD_HIDDEN, 3)),
        "last_b": np.zeros(3),
    }
    as_jax = jax.tree.map(lambda x: jnp.asarray(np.ascontiguousarray(x), jnp.float32), trained)
    return jax.tree.map(jnp.asarray, frozen), as_jax


def _norm(x: Array, gain: Array, offset: Array) -> Array:
    mean = x.mean(-1, keepdims=True)
    spread = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(spread + 1e-12) * gain + offset


def _layer(w: Params, x: Array, bias: Array) -> Array:
    batch, tokens, _ = x.shape
    size = HIDDEN // HEADS
    x = x.reshape(-1, HIDDEN)  # a gradient over two axes at once is a quarter slower
    parts = (x @ w["qkv"] + w["qkv_b"]).reshape(batch, tokens, 3 * HEADS, size)
    q, k, v = jnp.split(parts.transpose(0, 2, 1, 3), 3, 1)
    share = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / math.sqrt(size) + bias, -1)
    mixed = (share @ v).transpose(0, 2, 1, 3).reshape(-1, HIDDEN)
    x = _norm(x + mixed @ w["out"] + w["out_b"], w["gain1"], w["offset1"])
    wide = jax.nn.gelu(x @ w["wide"] + w["wide_b"], approximate=True)
    x = _norm(x + wide @ w["narrow"] + w["narrow_b"], w["gain2"], w["offset2"])
    return x.reshape(batch, tokens, HIDDEN)


def logits(trained: Params, frozen: Params, batch: Params, key: Array | None = None) -> Array:
    """Return the three log-odds of each pair; with a key, dropout draws from it."""
    ids, types, mask = batch["ids"], batch["types"], batch["mask"]
    x = frozen["words"][ids] + frozen["places"][: ids.shape[1]] + frozen["types"][types]
    x = _norm(x, frozen["gain"], frozen["offset"])
    bias = (1.0 - mask)[:, None, None, :] * -1e9
    for i in range(LAYERS):
        x = _layer((frozen if i < FROZEN else trained)[f"layer{i}"], x, bias)
    first, second = mask * (types == 0), mask * (types == 1)
    u, v = ((x * m[..., None]).sum(1) / m.sum(1, keepdims=True).clip(1) for m in (first, second))
    head = trained["head"]
    z = jnp.concatenate([x[:, 0], u, v, jnp.abs(u - v)], -1)
    if key is not None:
        z = z * jax.random.bernoulli(key, 1 - DROPOUT, z.shape) / (1 - DROPOUT)
    return jnp.tanh(z @ head["first"] + head["first_b"]) @ head["last"] + head["last_b"]


def _loss(trained: Params, frozen: Params, batch: Params, key: Array) -> Array:
    chances = jax.nn.log_softmax(logits(trained, frozen, batch, key))
    allowed = jax.scipy.special.logsumexp(jnp.where(batch["allowed"] > 0, chances, -1e9), -1)
    return -(batch["weight"] * allowed).sum() / batch["weight"].sum()


def _step(
    frozen: Params, state: State, rate: Array, count: Array, batch: Params
) -> tuple[State, Array]:
    """One step of AdamW with the gradient's norm held to 1."""
    trained, pace, scale, key = state
    key, drawn = jax.random.split(key)
    loss, slope = jax.value_and_grad(_loss)(trained, frozen, batch, drawn)
    size = jnp.sqrt(sum((x * x).sum() for x in jax.tree.leaves(slope)))
    held = jnp.minimum(1.0, 1.0 / size)
    pace = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * held * b, pace, slope)
    scale = jax.tree.map(lambda a, b: 0.98 * a + 0.02 * (held * b) ** 2, scale, slope)
    c1, c2 = 1 - 0.9**count, 1 - 0.98**count

    def moved(path: Sequence[Any], w: Array, a: Array, b: Array) -> Array:
        own = rate * (HEAD_RATE if path[0].key == "head" else 1.0)
        return w - own * (a / c1 / (jnp.sqrt(b / c2) + 1e-8) + DECAY * w * (w.ndim > 1))

    trained = jax.tree_util.tree_map_with_path(moved, trained, pace, scale)
    return (trained, pace, scale, key), loss


@dataclass(frozen=True)
class Row:
    """One pair in tokens."""

    ids: list[int]
    types: list[int]
    label: str
    weight: float
    why: str
    is_both: bool


def row_of(raw: Params, tokenizer: Tokenizer) -> Row:
    """Return a line of a file in tokens; one to be read has no label."""
    made = tokenizer.encode(raw["passage"], raw["belief"])
    get = raw.get
    label, weight, why = get("label", "E"), get("weight", 1.0), get("why", "")
    return Row(made.ids, made.type_ids, label, weight, why, get("is_both", False))


class Pairs:
    """The pairs of a file, in tokens, by round."""

    def __init__(self, file: Path, tokenizer: Tokenizer) -> None:
        """Read and cut them."""
        self.held: list[Row] = []
        self.rounds: dict[int, list[Row]] = defaultdict(list)
        for line in file.read_text("utf-8").splitlines():
            raw = json.loads(line)
            row = row_of(raw, tokenizer)
            (self.held if raw["is_held"] else self.rounds[raw["round"]]).append(row)

    def batches(self, seed: int) -> Iterator[Params]:
        """Yield batches without end, each of pairs of like length, a round at a time."""
        count = 0
        while True:
            rng = random.Random(f"{seed} {count}")  # noqa: S311
            rows = list(self.rounds[sorted(self.rounds)[count % len(self.rounds)]])
            # A length is blurred so that batches mix; the last of a round may be small.
            rows.sort(key=lambda row: (len(row.ids) // 8, rng.random()))
            parts = [rows[i : i + BATCH] for i in range(0, len(rows), BATCH)]
            rng.shuffle(parts)
            yield from map(packed, parts)
            count += 1


def packed(rows: Sequence[Row]) -> Params:
    """Return pairs as arrays, padded to one of a few lengths."""
    longest = max(len(row.ids) for row in rows)
    tokens = next(size for size in LENGTHS if longest <= size)
    ids, types = np.zeros((2, BATCH, tokens), np.int32)
    mask = np.zeros((BATCH, tokens), np.float32)
    allowed, weight = np.ones((BATCH, 3), np.float32), np.zeros(BATCH, np.float32)
    for i, row in enumerate(rows):
        n = len(row.ids)
        ids[i, :n], types[i, :n], mask[i, :n] = row.ids, row.types, 1
        allowed[i], weight[i] = ALLOWED[row.label], row.weight
    return {"ids": ids, "types": types, "mask": mask, "allowed": allowed, "weight": weight}


def rate_at(step: int, steps: int) -> float:
    """Return the learning rate of a step: up, level, down."""
    return RATE * min(1.0, step / WARM, (steps - step + 1) / (FALL * steps))


def save(file: Path, tree: Params) -> None:
    """Write nested weights as one flat file, in one step."""
    flat = {
        ".".join(str(part.key) for part in path): np.asarray(leaf)
        for path, leaf in jax.tree_util.tree_flatten_with_path(tree)[0]
    }
    beside = file.with_suffix(".part")
    save_file(flat, beside)
    beside.replace(file)


def load(file: Path) -> Params:
    """Read what `save` wrote."""
    tree: Params = {}
    for name, value in load_file(file).items():
        *folders, last = name.split(".")
        place = tree
        for folder in folders:
            place = place.setdefault(folder, {})
        place[last] = jnp.asarray(value)
    return tree


@dataclass
class Kept:
    """Where a run stands, on disk: a run that was cut goes on from there."""

    file: Path
    trained: Params
    """What to begin with where nothing is kept."""

    def read(self, seed: int) -> tuple[int, State]:
        """Return the last step made and the state after it."""
        if not self.file.is_file():
            zero = jax.tree.map(jnp.zeros_like, self.trained)
            return 0, (self.trained, zero, jax.tree.map(jnp.copy, zero), jax.random.PRNGKey(seed))
        held = load(self.file)
        print(f"going on behind step {int(held['step'])}", flush=True)
        return int(held["step"]), (held["trained"], held["pace"], held["scale"], held["key"])

    def write(self, step: int, state: State) -> None:
        """Keep the state after a step."""
        named = dict(zip(("trained", "pace", "scale", "key"), state, strict=True))
        save(self.file, {**named, "step": np.array(step)})


def train(pairs: Pairs, frozen: Params, kept: Kept, steps: int, seed: int) -> Params:
    """Run the steps that are left and return the trained weights."""
    done, state = kept.read(seed)
    step = jax.jit(_step, donate_argnums=1)
    losses: list[Array] = []
    began = last = time.monotonic()
    for number, batch in islice(enumerate(pairs.batches(seed), 1), done, steps):
        state, loss = step(frozen, state, rate_at(number, steps), float(number), batch)
        losses.append(loss)
        if number % 50 == 0:
            mean = np.mean([float(x) for x in losses[-100:]])
            wall, cpu = time.monotonic() - began, time.process_time()
            print(f"{number:6d} loss {mean:.3f} wall {wall:.0f} cpu {cpu:.0f}", flush=True)
        if time.monotonic() - last > KEEP_S:
            kept.write(number, state)
            last = time.monotonic()
    return state[0]


def read(frozen: Params, trained: Params, rows: Sequence[Row]) -> Array:
    """Return the three chances of each pair."""
    run = jax.jit(logits)
    made = np.zeros((len(rows), 3))
    order = sorted(range(len(rows)), key=lambda k: len(rows[k].ids))
    for at in range(0, len(order), BATCH):
        part = order[at : at + BATCH]
        told = jax.nn.softmax(run(trained, frozen, packed([rows[k] for k in part])))
        made[part] = np.asarray(told)[: len(part)]
    return made


def report(rows: Sequence[Row], chances: Array) -> None:
    """Print how often the reader is right on the records held apart, by form and kind."""
    print(f"\n{'form':7s}{'pairs':16s}{'n':>6s}{'right':>8s}" + "".join(f"{n:>13s}" for n in NAMES))
    for is_both in (False, True):
        form = "both" if is_both else "single"
        told = [(r, p) for r, p in zip(rows, chances, strict=True) if r.is_both == is_both]
        groups = {"own": [x for x in told if x[0].weight == 1.0]}
        for row, p in told:
            groups.setdefault(row.why, []).append((row, p))
        for name, group in groups.items():
            right = np.mean([ALLOWED[row.label][int(p.argmax())] for row, p in group])
            cells = "".join(f"{x:13.3f}" for x in np.mean([p for _, p in group], 0))
            print(f"{form:7s}{name:16s}{len(group):6d}{right:8.3f}{cells}")
        lean = {name: np.array([p[2] - p[0] for _, p in group]) for name, group in groups.items()}
        for changed in ("changed0", "changed1"):
            same = np.r_[lean["same0"], lean["same1"]]
            auc = (lean[changed][:, None] > same).mean()
            print(f"{form:7s}{changed} against same: AUC {auc:.3f}")


def load_tokenizer(base: Path) -> Tokenizer:
    """Return the base model's tokenizer, cutting where a batch ends."""
    tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LENGTHS[-1], strategy="longest_first")
    return tokenizer


def main() -> int:
    """Train and report, or read pairs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("pairs", type=Path)
    parser.add_argument("base", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=2600)
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--from", dest="start", type=Path, help="trained weights to go on from")
    parser.add_argument("--read", type=Path, nargs=2, metavar=("ASKED", "OPINIONS"))
    args = parser.parse_args()
    tokenizer = load_tokenizer(args.base)
    frozen, fresh = load_base(args.base, args.seed)
    file = args.out / "reader.safetensors"
    if args.read:
        asked, told = args.read
        raws = [json.loads(line) for line in asked.read_text("utf-8").splitlines()]
        chances = read(frozen, load(file), [row_of(raw, tokenizer) for raw in raws])
        lines = (
            json.dumps(raw | {"chances": [round(float(x), 5) for x in p]}, ensure_ascii=False)
            for raw, p in zip(raws, chances, strict=True)
        )
        told.write_text("\n".join(lines) + "\n", "utf-8")
        return 0
    args.out.mkdir(parents=True, exist_ok=True)
    pairs = Pairs(args.pairs, tokenizer)
    print({number: len(rows) for number, rows in pairs.rounds.items()}, len(pairs.held), flush=True)
    kept = Kept(args.out / "checkpoint.safetensors", load(args.start) if args.start else fresh)
    trained = train(pairs, frozen, kept, args.steps, args.seed)
    save(file, trained)
    report(pairs.held, read(frozen, trained, pairs.held))
    return 0


if __name__ == "__main__":
    sys.exit(main())
