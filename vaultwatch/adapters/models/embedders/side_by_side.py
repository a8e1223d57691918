"""Embed many texts on every core, one text a run. Called by the models that run in this process.

No padding is computed, and no text meets another in a batch: dynamic int8 would make its vector
depend on its neighbours, and a vector kept by digest must not. (Measured: as fast as any batch
size, see benchmarks/embed.py.)
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
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
