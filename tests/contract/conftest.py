"""The real model for contract tests: fetched once into the user's cache, else skipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultwatch.adapters.embedders import Embedder
from vaultwatch.adapters.embedders.choose import models_folder
from vaultwatch.adapters.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.errors import EmbedderError


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    try:
        return pull_minilm(models_folder(), progress=lambda _: None)
    except EmbedderError as error:
        pytest.skip(f"MiniLM cannot be had here: {error.message}")  # `-ra` prints the reason


@pytest.fixture(scope="session")
def minilm(minilm_folder: Path) -> Iterator[Embedder]:
    embedder = load_minilm(minilm_folder)
    yield embedder
    embedder.close()
