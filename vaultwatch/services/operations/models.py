"""Fetch embedding models and tell which are in place."""

from collections.abc import Callable
from dataclasses import dataclass

from vaultwatch.adapters.embedders.choose import models_folder


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """A model on this disk."""

    name: str
    folder: str


def pull_model(name: str, say: Callable[[str], None]) -> PlacedModel:
    """Fetch a model into the user's cache; where it stands already, nothing is done.

    Args:
        name: `minilm`, or a fastembed model by its name.
        say: told each step in words.

    Raises:
        EmbedderError: it cannot be had, or is not what it should be.
    """
    cache = models_folder()
    if name == "minilm":
        from vaultwatch.adapters.embedders.minilm import pull_minilm

        return PlacedModel(name, str(pull_minilm(cache, progress=say)))
    from vaultwatch.adapters.embedders.fastembed_model import pull_fastembed

    pull_fastembed(name, cache, progress=say)
    return PlacedModel(name, str(cache))


def place_of() -> str:
    """Return the folder that holds the models."""
    return str(models_folder())


def list_models() -> list[PlacedModel]:
    """Return the models in the user's cache, by name."""
    cache = models_folder()
    if not cache.is_dir():
        return []
    folders = sorted(folder for folder in cache.iterdir() if folder.is_dir())
    return [PlacedModel(folder.name, str(folder)) for folder in folders]
