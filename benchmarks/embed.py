"""Our embedder against plain onnxruntime: the same model, the same texts, one run.

    python benchmarks/embed.py [--texts N] [--rounds N]
    python benchmarks/embed.py --engine ray [--texts N]     ours in workers of Ray Data, by CPU

Texts are generated, and taken from ../shared/vaults/obsidian-help where that is there. Both sides
use every core, turn about, and the best round counts. Exit status 1 if ours is under 0.90; with an
engine, where one of its vectors differs in a bit.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime
import psutil
from tokenizers import Tokenizer

from vaultwatch.adapters.models.embedders import Vectors
from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.adapters.models.embedders.minilm import MAX_TOKENS, load_minilm, pull_minilm
from vaultwatch.adapters.models.embedders.ray_data import Recipe, embed_with_ray
from vaultwatch.adapters.models.embedders.side_by_side import OfflineEmbedder

REAL_NOTES = Path(__file__).resolve().parents[2] / "shared" / "vaults" / "obsidian-help"
WORDS = ("atlas", "release", "blocked", "certificate", "owner", "status", "moved", "review")
LEAST_RATIO = 0.90


class Raw:
    """Plain onnxruntime: tokenise, run, pool; one single-threaded session a core."""

    def __init__(self, folder: Path, sessions: int) -> None:
        """Load one session a core."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        model = str(folder / "model.onnx")
        self.sessions = [
            onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            for _ in range(sessions)
        ]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.no_padding()

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text."""
        rows = np.empty((len(texts), 384), np.float32)

        def work(turn: int) -> None:
            session = self.sessions[turn]
            for place in range(turn, len(texts), len(self.sessions)):
                ids = np.array([self.tokenizer.encode(texts[place]).ids], np.int64)
                feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
                mean = session.run(None, feed)[0][0].mean(axis=0)
                rows[place] = mean / np.linalg.norm(mean)

        with ThreadPoolExecutor(len(self.sessions)) as pool:
            list(pool.map(work, range(len(self.sessions))))
        return rows


def texts_of(count: int) -> tuple[list[str], str]:
    """Return distinct texts of mixed length and where they are from."""
    chance = random.Random(7)  # noqa: S311 - a benchmark's texts
    texts = []
    if REAL_NOTES.is_dir():
        for path in sorted(REAL_NOTES.rglob("*.md")):
            parts = path.read_text(encoding="utf-8", errors="replace").split("\n## ")
            texts += [part[:1500] for part in parts if part.strip()]
    texts = list(dict.fromkeys(texts))
    chance.shuffle(texts)
    texts = texts[: count // 2]
    source = f"{len(texts)} sections of real notes, {count - len(texts)} generated"
    for place in range(count - len(texts)):
        words = (chance.choice(WORDS) for _ in range(chance.choice([8, 20, 60, 150])))
        texts.append(f"{place} " + " ".join(words))
    chance.shuffle(texts)
    return texts, source


def timed_s(embed: Callable[[Sequence[str]], Vectors], texts: Sequence[str]) -> float:
    """Return how long one run takes."""
    begin = time.perf_counter()
    embed(texts)
    return time.perf_counter() - begin


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--engine", choices=["local", "ray"], default="local")
    wish = parser.parse_args()
    folder = pull_minilm(models_folder(), progress=lambda line: print(line, file=sys.stderr))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    texts, source = texts_of(wish.texts)
    if wish.engine == "ray":
        return beside_ray(load_minilm(folder), texts, source)
    raw, ours = Raw(folder, min(cores or 1, 8)), load_minilm(folder)

    warm = texts[:32]
    nearness = np.einsum("ij,ij->i", raw.embed(warm), ours.embed(warm)).min()
    sides = {"plain onnxruntime": raw.embed, "vaultwatch": ours.embed, "hashed words": hashed}
    best_s = dict.fromkeys(sides, float("inf"))
    for _ in range(wish.rounds):
        for name, embed in sides.items():
            best_s[name] = min(best_s[name], timed_s(embed, texts))

    print(f"{len(texts)} texts ({source}), {cores} cores, best of {wish.rounds} rounds")
    print(f"{'':<20}{'seconds':>10}{'texts/s':>10}")
    for name, seconds in best_s.items():
        print(f"{name:<20}{seconds:>10.2f}{len(texts) / seconds:>10.0f}")
    ratio = best_s["plain onnxruntime"] / best_s["vaultwatch"]
    print(f"ratio {ratio:.2f} (at least {LEAST_RATIO:.2f}); same vectors: cosine {nearness:.5f}")
    return 0 if ratio >= LEAST_RATIO else 1


def beside_ray(ours: OfflineEmbedder, texts: Sequence[str], source: str) -> int:
    """Print what the same texts cost here and in workers of Ray; return the exit status."""
    before, begin = cpu_s(), time.perf_counter()
    rows = ours.embed(texts)
    here_s, here_wall_s = cpu_s() - before, time.perf_counter() - begin
    named = {str(place): text for place, text in enumerate(texts)}
    before, begin = cpu_s(), time.perf_counter()
    spent: dict[int, float] = {}
    differ = 0
    for made in embed_with_ray(named, Recipe("minilm", "", ours.model_id), address=""):
        if not spent:
            first_s = time.perf_counter() - begin
        spent |= {one.pid: cpu_s(one) for one in psutil.Process().children(recursive=True)}
        differ += sum(rows[int(place)].tobytes() != row.tobytes() for place, row in made.items())
    ray_s, ray_wall_s = cpu_s() - before + sum(spent.values()), time.perf_counter() - begin
    print(f"{len(texts)} texts ({source})")
    print(f"{'':<20}{'CPU s':>10}{'wall s':>10}{'texts/CPU s':>14}")
    for name, cpu, wall in (("here", here_s, here_wall_s), ("Ray Data", ray_s, ray_wall_s)):
        print(f"{name:<20}{cpu:>10.1f}{wall:>10.1f}{len(texts) / cpu:>14.0f}")
    told = f"first vectors after {first_s:.1f} s; {differ} vectors differ"
    print(f"ratio of CPU {ray_s / here_s:.2f}; {told}")
    return 1 if differ else 0


def cpu_s(process: psutil.Process | None = None) -> float:
    """Return the CPU that a process took, this one by default; of one that is gone nothing."""
    try:
        spent = (process or psutil.Process()).cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(spent.user + spent.system)


def hashed(texts: Sequence[str]) -> Vectors:
    """Embed by hashing, for scale."""
    return HashEmbedder().embed(texts)


if __name__ == "__main__":
    sys.exit(main())
