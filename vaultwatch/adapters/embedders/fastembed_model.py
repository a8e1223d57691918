"""Run a model through fastembed: any of its own by name, or a folder that holds one.

One text a run, one single-threaded onnxruntime session a core. No padding is computed, and no
text meets another in a batch: dynamic int8 would make its vector depend on its neighbours, and a
vector kept by digest must not. (Measured: as fast as any batch size, see benchmarks/embed.py.)

Nothing here reaches for the network but `pull_fastembed`.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from vaultwatch.adapters.embedders import Progress, Vectors, clean, unit_rows
from vaultwatch.errors import EmbedderError

STRIP_TEXTS = 8
"""Texts a thread takes at once: few, so that both finish together. Chosen by hand."""
MAX_SESSIONS = 8
"""A session holds its own copy of the weights. Chosen by hand."""
MAX_TEXT_CHARS = 65_536
"""Cut before the tokenizer reads it: 256 times what 256 tokens of English hold."""

LoadModel = Callable[[], Any]
"""Makes one fastembed model on one thread. Its type is fastembed's, which has no stubs."""


class FastembedEmbedder:
    """A fastembed model behind our protocol."""

    is_semantic = True

    def __init__(self, load: LoadModel, *, model_id: str, note: str) -> None:
        """Load the first session.

        Args:
            load: makes one fastembed model; called once a core, the first time here.
            model_id: see `Embedder`.
            note: see `Embedder`.
        """
        self.model_id = model_id
        self.note = note
        self._load = load
        self._models = [load()]
        self._counter = _uncut_tokenizer(self._models[0])
        self.max_tokens = int(_tokenizer(self._models[0]).truncation["max_length"])
        self.dimensions = int(self._models[0].embedding_size)
        self._lock = threading.Lock()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return each text's length in the model's tokens, special tokens included."""
        return [len(e.ids) for e in self._counter.encode_batch_fast([clean(t) for t in texts])]

    def embed(self, texts: Sequence[str], *, progress: Progress | None = None) -> Vectors:
        """Return one row per text; see `Embedder`."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        places: dict[str, int] = {}
        rows_of = [places.setdefault(clean(t[:MAX_TEXT_CHARS]), len(places)) for t in texts]
        rows = np.empty((len(places), self.dimensions), np.float32)
        try:
            self._fill(rows, list(places), progress)
        except EmbedderError:
            raise
        except Exception as exc:  # whatever onnxruntime and the tokenizer raise: they have no tree
            raise EmbedderError(f"The model {self.model_id} failed: {exc}") from exc
        if not np.isfinite(rows).all():
            raise EmbedderError(f"The model {self.model_id} answered with no numbers.")
        return unit_rows(rows)[rows_of]

    def _fill(self, rows: Vectors, texts: Sequence[str], progress: Progress | None) -> None:
        strips = _Strips(len(texts), progress)
        with self._lock:
            if not self._models:
                raise EmbedderError(f"The model {self.model_id} is closed.")
            wanted = min(_cores(), MAX_SESSIONS, -(-len(texts) // STRIP_TEXTS))
            while len(self._models) < wanted:
                self._models.append(self._load())
            models = self._models[:wanted]

            def work(model: Any) -> None:  # noqa: ANN401 - fastembed's own
                for at, to in strips:
                    vectors = model.embed(list(texts[at:to]), batch_size=1)
                    for row, vector in zip(range(at, to), vectors, strict=True):
                        rows[row] = vector
                    strips.done(to - at)

            if len(models) == 1:
                work(models[0])
                return
            with ThreadPoolExecutor(len(models)) as pool:
                try:
                    for job in [pool.submit(work, model) for model in models]:
                        job.result()
                except BaseException:  # Ctrl-C too: leaving the block waits for the threads
                    strips.stop()
                    raise

    def close(self) -> None:
        """Let the sessions go."""
        self._models = []


class _Strips:
    """Hands out runs of texts to threads and counts what is done."""

    def __init__(self, count: int, progress: Progress | None) -> None:
        self._starts = iter(range(0, count, STRIP_TEXTS))
        self._count = count
        self._done = 0
        self._progress = progress
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

    def done(self, count: int) -> None:
        with self._lock:
            self._done += count
            if self._progress is not None:
                self._progress(self._done)


def load_fastembed(name: str, cache: Path) -> FastembedEmbedder:
    """Return a fastembed model from its local cache; the network is not asked.

    Raises:
        EmbedderError: fastembed knows no such model, or it is not in the cache.
    """
    try:
        return FastembedEmbedder(
            lambda: _open(name, cache, local_files_only=True),
            model_id=f"fastembed:{name}:1",
            note=f"{name} through fastembed, on this machine.",
        )
    except EmbedderError:
        raise
    except Exception as exc:  # a model of another make than the ones we know how to ask
        raise EmbedderError(f"The model {name} cannot be used: {exc}") from exc


def pull_fastembed(name: str, cache: Path, *, progress: Callable[[str], None]) -> None:
    """Download a fastembed model into the cache.

    Raises:
        EmbedderError: no such model, or it cannot be fetched.
    """
    progress(f"Fetching {name}.")
    cache.mkdir(parents=True, exist_ok=True)
    _open(name, cache, local_files_only=False)
    progress(f"{name} is ready.")


def _open(name: str, cache: Path, *, local_files_only: bool) -> Any:  # noqa: ANN401
    from fastembed import TextEmbedding

    known = {entry["model"].lower() for entry in TextEmbedding.list_supported_models()}
    if name.lower() not in known:
        raise EmbedderError(
            f"fastembed knows no model named {name!r}.",
            hint="Name one of fastembed's text embedding models, or leave the model empty.",
        )
    try:
        return TextEmbedding(
            name, cache_dir=str(cache), threads=1, local_files_only=local_files_only
        )
    except Exception as exc:
        if local_files_only:
            raise EmbedderError(
                f"The model {name} is not on this machine.",
                hint=f"Run `vaultwatch models pull {name}`.",
            ) from exc
        raise EmbedderError(
            f"The model {name} cannot be fetched: {exc}",
            hint="Check the network and try again.",
        ) from exc


def _tokenizer(model: Any) -> Any:  # noqa: ANN401
    return model.model.tokenizer


def _uncut_tokenizer(model: Any) -> Any:  # noqa: ANN401
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(_tokenizer(model).to_str())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
