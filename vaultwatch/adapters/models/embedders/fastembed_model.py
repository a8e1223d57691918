"""Run a model through fastembed: any of its own by name.

One text a run (see `side_by_side`), one single-threaded onnxruntime session a core.
Nothing here reaches for the network but `pull_fastembed`.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from vaultwatch.adapters.models.embedders import Vectors, clean
from vaultwatch.adapters.models.embedders.side_by_side import Work, embed_side_by_side
from vaultwatch.errors import EmbedderError

LoadModel = Callable[[], Any]
"""Makes one fastembed model on one thread. Its type is fastembed's, which has no stubs."""


class FastembedEmbedder:
    """A fastembed model behind our protocol."""

    is_semantic = True

    def __init__(self, load: LoadModel, *, model_id: str, note: str) -> None:
        """Load the first session; `load` is called once a core."""
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

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; see `Embedder`."""
        with self._lock:
            return embed_side_by_side(
                texts, self._workers, model_id=self.model_id, dimensions=self.dimensions
            )

    def _workers(self, count: int) -> list[Work]:
        if not self._models:
            raise EmbedderError(f"The model {self.model_id} is closed.")
        while len(self._models) < count:
            self._models.append(self._load())
        return [partial(_rows, model) for model in self._models[:count]]

    def close(self) -> None:
        """Let the sessions go."""
        self._models = []


def load_fastembed(name: str, cache: Path) -> FastembedEmbedder:
    """Return a fastembed model from its local cache; the network is not asked."""
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
    """Download a fastembed model into the cache."""
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
                hint=f"Run `vaultwatch setup models pull {name}`.",
            ) from exc
        raise EmbedderError(
            f"The model {name} cannot be fetched: {exc}", hint="Check the network and try again."
        ) from exc


def _rows(model: Any, texts: Sequence[str]) -> Vectors:  # noqa: ANN401 - fastembed's own
    return np.stack(list(model.embed(list(texts), batch_size=1)))


def _tokenizer(model: Any) -> Any:  # noqa: ANN401
    return model.model.tokenizer


def _uncut_tokenizer(model: Any) -> Any:  # noqa: ANN401
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(_tokenizer(model).to_str())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
