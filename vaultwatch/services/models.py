"""Fetch embedding models and tell which are in place."""

from dataclasses import dataclass

from vaultwatch.adapters.embedders.choose import models_folder
from vaultwatch.services.workspace import Progress


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """A model on this disk."""

    name: str
    folder: str


def pull_model(name: str, progress: Progress) -> PlacedModel:
    """Fetch a model into the user's cache; where it stands already, nothing is done.

    Args:
        name: `minilm`, or a fastembed model by its name.
        progress: told of the steps.

    Raises:
        EmbedderError: it cannot be had, or is not what it should be.
    """
    from vaultwatch.adapters.embedders.fastembed_model import pull_fastembed
    from vaultwatch.adapters.embedders.minilm import pull_minilm

    pull = pull_minilm if name == "minilm" else None
    cache = models_folder()
    if pull is not None:
        return PlacedModel(name, str(pull(cache, progress=progress)))
    return PlacedModel(name, str(pull_fastembed(name, cache, progress=progress)))


def list_models() -> list[PlacedModel]:
    """Return the models in the user's cache, by name."""
    cache = models_folder()
    if not cache.is_dir():
        return []
    folders = sorted(folder for folder in cache.iterdir() if folder.is_dir())
    return [PlacedModel(folder.name, str(folder)) for folder in folders]
