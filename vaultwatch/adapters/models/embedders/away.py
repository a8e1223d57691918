"""Stands in for a service that does not answer: its vectors are known, none is to be had."""

from collections.abc import Sequence

from vaultwatch.adapters.models.embedders import Embedder, TellDone, Vectors
from vaultwatch.adapters.models.embedders.endpoint import MAX_TOKENS, guessed_tokens
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.errors import ServiceAwayError


class AwayEmbedder:
    """Names the model whose vectors the index holds; texts are cut as for it."""

    is_semantic = True
    max_tokens = MAX_TOKENS

    def __init__(self, model_id: str, dimensions: int, error: ServiceAwayError) -> None:
        """Take what is known of the model.

        Args:
            model_id: as the service's own embedder makes it.
            dimensions: of the vectors that are known.
            error: why there are no more.
        """
        self.model_id = model_id
        self.dimensions = dimensions
        self.note = error.message
        self._error = error

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the guess that is made for the service."""
        return guessed_tokens(texts)

    def embed(self, texts: Sequence[str], *, progress: TellDone | None = None) -> Vectors:
        """Raise what the service's absence raised."""
        del texts, progress
        raise self._error

    def close(self) -> None:
        """Hold nothing."""


def stand_in(model: str, known_id: str, error: ServiceAwayError) -> Embedder:
    """Return what to use while the service is away.

    Args:
        model: the service's.
        known_id: whose vectors the index holds; empty for none.
        error: why it is away.
    """
    name, _, rest = known_id.rpartition(f"endpoint:{model}:")
    dimensions = rest.partition(":")[0]
    if not name and rest and dimensions.isdecimal():
        return AwayEmbedder(known_id, int(dimensions), error)
    return HashEmbedder()
