"""Run the folder that `minilm.pull_minilm` made: onnxruntime and its tokenizer, nothing else.

Its vectors are those that fastembed gives for the same folder, bit by bit, in half the memory:
importing fastembed costs 37 MB for images and a hub that nobody asks here, and one session
serves every thread, where fastembed would hold the weights once a thread.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from vaultwatch.adapters.models.embedders import Vectors, clean, unit_rows
from vaultwatch.adapters.models.embedders.side_by_side import (
    MAX_TEXT_CHARS,
    embed_side_by_side,
    open_session,
    open_tokenizer,
)
from vaultwatch.errors import EmbedderError

MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
KEPT_COUNTS = 8_192
"""Lines whose length is known: each context counts some 150, most of them as the one before. Each
count lets go of the interpreter, and waits for its turn again."""

KEPT_TOKENS = 128
"""Texts whose tokens are held, read last: 6 MB of memories of 30 tokens. Chosen by hand."""


class MiniLMEmbedder:
    """The offline model behind our protocol."""

    is_semantic = True

    def __init__(
        self, folder: Path, *, model_id: str, note: str, max_tokens: int, dimensions: int
    ) -> None:
        """Load the model; onnxruntime and the tokenizer raise what they like."""
        self.model_id = model_id
        self.note = note
        self.max_tokens = max_tokens
        self.dimensions = dimensions
        self._tokenizer = open_tokenizer(folder / TOKENIZER_FILE)
        self._session: Any = open_session(folder / MODEL_FILE)
        self._tokens = lru_cache(KEPT_TOKENS)(self._tokens_of)
        self._count = lru_cache(KEPT_COUNTS)(lambda t: len(self._tokenizer.encode(clean(t)).ids))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return each text's length in the model's tokens, special tokens included."""
        if len(texts) == 1:
            return [self._count(texts[0])]
        return [len(e.ids) for e in self._tokenizer.encode_batch_fast([clean(t) for t in texts])]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; see `Embedder`."""
        session = self._session  # held: another thread may close us meanwhile
        if session is None:
            raise EmbedderError(f"The model {self.model_id} is closed.")

        def work(few: Sequence[str]) -> Vectors:
            return np.stack([self._row(session, text) for text in few])

        return embed_side_by_side(
            texts, lambda count: [work] * count, model_id=self.model_id, dimensions=self.dimensions
        )

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Return one row a token of each text; see `TokenEmbedder`."""
        with ThreadPoolExecutor(2) as pool:  # a few short texts, while somebody waits
            return list(pool.map(self._tokens, texts))

    def close(self) -> None:
        """Let the session go."""
        self._session = None

    def _tokens_of(self, text: str) -> Vectors:
        session = self._session
        if session is None:
            raise EmbedderError(f"The model {self.model_id} is closed.")
        return unit_rows(self._states(session, clean(text[:MAX_TEXT_CHARS]))[1:-1])

    def _row(self, session: Any, text: str) -> Vectors:  # noqa: ANN401 - onnxruntime has no stubs
        states = self._states(session, text)
        mean = states.sum(axis=0, dtype=np.float64) / len(states)
        row: Vectors = unit_rows(mean[np.newaxis])[0]
        return row

    def _states(self, session: Any, text: str) -> Vectors:  # noqa: ANN401 - onnxruntime has no stubs
        ids = self._tokenizer.encode(text).ids
        if len(ids) > self.max_tokens:
            ids = [*ids[: self.max_tokens - 1], ids[-1]]  # the closing [SEP] stays
        tokens = np.array([ids], np.int64)
        (states,) = session.run(None, {"input_ids": tokens, "attention_mask": np.ones_like(tokens)})
        found: Vectors = states[0]
        return found
