"""A small open NLI model for those who want one on their own machine: fetched from the hub, once.

Nothing here is asked for but by `vaultwatch setup models pull reader`. What it is worth here nobody
has measured; `vaultwatch setup reader status` counts it on your own notes.
"""

import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from vaultwatch.adapters.models.embedders.minilm_model import MODEL_FILE, TOKENIZER_FILE
from vaultwatch.adapters.models.readers.cross_encoder import NliReader
from vaultwatch.errors import EmbedderError, ReaderError
from vaultwatch.reader.pairs import Pair, PairLine

REPOSITORY: Final = "cross-encoder/nli-deberta-v3-small"
"""Apache-2.0, English, trained on SNLI and MultiNLI; 142 million parameters, some 570 MB."""
MODEL_NAME: Final = "nli-deberta-v3-small"
CONFIG_FILE: Final = "config.json"
FILES: Final = {
    MODEL_FILE: "onnx/model.onnx",
    TOKENIZER_FILE: TOKENIZER_FILE,
    CONFIG_FILE: CONFIG_FILE,
}
"""What each is called in the repository."""
_TRIAL: Final = Pair("p1", "It rains.", (), (PairLine(1, "It rains."),))

FetchFile: TypeAlias = Callable[[str, Path], Path]
"""Brings a file of the repository below a folder and returns where it lies."""


def pull_nli(
    cache: Path, *, progress: Callable[[str], None], fetch: FetchFile | None = None
) -> Path:
    """Put the model into the cache and return its folder; at once if it stands there already.

    Raises:
        EmbedderError: it cannot be fetched, or what came does not run.
    """
    folder = cache / MODEL_NAME
    if all((folder / name).is_file() for name in FILES):
        return folder
    progress(f"Fetching {REPOSITORY} (some 570 MB).")
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{MODEL_NAME}-", dir=cache) as scratch:
            made = Path(scratch) / "made"
            made.mkdir()
            for name, place in FILES.items():
                shutil.move((fetch or _from_hub)(place, Path(scratch)), made / name)
            _try(made, cache)
            shutil.rmtree(folder, ignore_errors=True)
            made.replace(folder)
    except OSError as exc:
        raise EmbedderError(
            f"The model cannot be put into {str(cache)!r}: {exc}",
            hint="Check the folder's permissions and the free space (600 MB).",
        ) from exc
    progress("It runs. `vaultwatch setup reader use cross-encoder` makes it the reader.")
    return folder


def labels_in(folder: Path) -> Sequence[str]:
    """Return what the columns of a model's output mean, as its own config says; empty for none."""
    try:
        held = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))["id2label"]
        return tuple(str(held[key]).casefold() for key in sorted(held, key=int))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return ()


def _try(folder: Path, cache: Path) -> None:
    """Load it and read with it, as it will be."""
    try:
        reader = NliReader(MODEL_NAME, folder, labels=labels_in(folder), vault=cache / "no vault")
        reader.read([_TRIAL], pulse=lambda: None)
        reader.close()
    except ReaderError as exc:
        raise EmbedderError(
            f"What was fetched is no model that reads: {exc.message}",
            hint="Nothing was kept. Fetch another by hand and name it by `reader.folder`.",
        ) from exc


def _from_hub(place: str, scratch: Path) -> Path:
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    from huggingface_hub import hf_hub_download

    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)  # it tells each of its tries twice
    try:
        return Path(hf_hub_download(REPOSITORY, place, local_dir=scratch / "fetched"))
    except Exception as exc:  # the hub's errors, httpx's and OS errors: they have no common tree
        raise EmbedderError(
            f"{place} of {REPOSITORY} cannot be fetched: {type(exc).__name__} {str(exc)[:200]}",
            hint="Check the network; or fetch an ONNX model by hand and set reader.folder.",
        ) from exc
