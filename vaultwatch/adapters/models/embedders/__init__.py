"""What turns text into vectors: one protocol, several models behind it.

Importing this costs nothing; each model's libraries load when it is chosen (`choose.py`).
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:  # numpy takes a tenth of a second, and most commands need no vector
    import numpy as np
    import numpy.typing as npt

# onnxruntime 1.31 sends usage data to its maker unless told not to, before its import. Seen with
# strace: a lookup of the maker's host and a file of its own in the user's cache.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

Vectors: TypeAlias = "npt.NDArray[np.float32]"


class Embedder(Protocol):
    """A model that turns texts into vectors."""

    @property
    def model_id(self) -> str:
        """Names model, precision and recipe: equal ids mean comparable vectors."""

    @property
    def dimensions(self) -> int:
        """Length of every vector."""

    @property
    def max_tokens(self) -> int:
        """What the model reads of a text, its special tokens included; the rest is not seen."""

    @property
    def is_semantic(self) -> bool:
        """False where near vectors mean shared words and nothing more."""

    @property
    def note(self) -> str:
        """One sentence for a reader: which model, from where."""

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return each text's length in the model's tokens, special tokens included, uncut."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text, in order: shape (n, d), float32, each finite and of length 1.

        A row depends on its own text alone; what lies behind `max_tokens` is not seen.

        Raises:
            EmbedderError: the model does not answer, or answers nonsense.
        """

    def close(self) -> None:
        """Let go of what the model holds; a second call does nothing."""


@runtime_checkable
class TokenEmbedder(Protocol):
    """A model that also tells how it reads each token of a text."""

    def embed_tokens(self, texts: Sequence[str]) -> list[Vectors]:
        """Return for each text one row of length 1 a token, without the two marks at its ends.

        Raises:
            EmbedderError: the model does not answer.
        """


def clean(text: str) -> str:
    """Return a text that every tokenizer takes: lone surrogates become `?`, NUL a space."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def unit_rows(rows: "npt.NDArray[np.floating]") -> Vectors:
    """Return the rows at Euclidean length 1; a row of zeros becomes the first axis."""
    import numpy as np

    wide = np.asarray(rows, dtype=np.float64)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    is_zero = lengths[:, 0] < TINY
    wide = wide / np.where(lengths < TINY, 1.0, lengths)
    wide[is_zero] = 0.0
    wide[is_zero, 0] = 1.0
    return wide.astype(np.float32)


TINY = 1e-12
"""Shorter than this is zero: far below the length of any vector a model gives. By hand."""
