"""Run a cross-encoder or NLI model of the user's own choosing on this machine.

A folder holds `model.onnx` and `tokenizer.json`; the settings say which label stands in which
column. onnxruntime and the tokenizer run it directly: fastembed returns column 0 of the first
output alone, which for most NLI models is the contradiction or the entailment, by chance.
"""

import json
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from vaultwatch.adapters.models.embedders import clean
from vaultwatch.adapters.models.embedders.side_by_side import (
    MODEL_FILE,
    TOKENIZER_FILE,
    open_session,
    open_tokenizer,
)
from vaultwatch.adapters.models.readers import ReadPairs, WaitPulse
from vaultwatch.errors import EmbedderError, ReaderError
from vaultwatch.reader.batch import MAX_QUOTE_CHARS, UNSURE, PairAnswer, ReaderVerdict, accepted
from vaultwatch.reader.pairs import Pair, PairLine

MAX_TOKENS: Final = 512
"""What BERT, RoBERTa and DeBERTa cross-encoders read. A longer line says nothing: a cut one might
lack the very words that settle it."""
SURE: Final = 0.8
"""A line that is less sure says nothing. Chosen by hand: no model is shipped to measure it on."""
_SUM_SLACK: Final = 1e-3
_INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")


class NliReader:
    """A model that reads two texts at once behind the protocol of readers."""

    model = None

    def __init__(self, name: str, folder: Path, *, labels: Sequence[str], vault: Path) -> None:
        """Load the model; `labels` say what the columns of its output mean.

        `entailment` is one, `contradiction` usually another, the rest is neither.

        Raises:
            ReaderError: a file is missing, lies in the vault, or is no such model.
        """
        graph, tokenizer = (_outside(folder / one, vault) for one in (MODEL_FILE, TOKENIZER_FILE))
        self.name = name
        self._labels = [label.casefold() for label in labels]
        try:
            self._tokenizer = open_tokenizer(tokenizer)
            self._session: Any = open_session(graph)
            self._inputs = [one.name for one in self._session.get_inputs()]
        except Exception as exc:  # whatever onnxruntime and the tokenizer raise: they have no tree
            raise ReaderError(
                f"The reader's model in {str(folder)!r} cannot be loaded: {exc}",
                hint="It needs the ONNX export of a cross-encoder and its tokenizer.json.",
            ) from exc
        if unknown := sorted(set(self._inputs) - set(_INPUTS)):
            raise ReaderError(
                "The reader's model asks for inputs that no tokenizer gives: "
                f"{', '.join(unknown)}.",
                hint="Export it for text classification.",
            )

    def read(self, pairs: Sequence[Pair], *, pulse: WaitPulse) -> ReadPairs:
        """Return what the model says of each pair; see `Reader`."""
        return ReadPairs({pair.id: self._answer(pair, pulse) for pair in pairs})

    def close(self) -> None:
        """Let the session go."""
        self._session = None

    def _answer(self, pair: Pair, pulse: WaitPulse) -> PairAnswer:
        """Return what the lines say together: one that speaks, and none that speaks against it."""
        by_verdict: dict[ReaderVerdict, PairLine] = {}
        for line in pair.now:
            pulse()
            premise = ": ".join(filter(None, (line.under, line.text)))
            chances = self._chances(premise, pair.belief)
            if chances.get("entailment", 0.0) >= SURE:
                by_verdict.setdefault("holds", line)
            elif chances.get("contradiction", 0.0) >= SURE:
                by_verdict.setdefault("outdated", line)
        if len(by_verdict) != 1:
            return UNSURE
        ((verdict, line),) = by_verdict.items()
        return accepted(PairAnswer(verdict, line.number, line.text[:MAX_QUOTE_CHARS]), pair)

    def _chances(self, premise: str, hypothesis: str) -> dict[str, float]:
        """Return the chance of each label; none where the two texts do not fit."""
        session = self._session  # held: another thread may close us meanwhile
        if session is None:
            raise ReaderError("The reader is closed.")
        try:
            pair = self._tokenizer.encode(clean(premise), clean(hypothesis))
            if len(pair.ids) > MAX_TOKENS:
                return {}
            parts = {
                "input_ids": pair.ids,
                "attention_mask": pair.attention_mask,
                "token_type_ids": pair.type_ids,
            }
            feed = {name: np.array([parts[name]], np.int64) for name in self._inputs}
            row = np.asarray(session.run(None, feed)[0], np.float64).reshape(-1)
        except Exception as exc:  # as above
            raise ReaderError(f"The reader failed: {exc}") from exc
        if row.shape != (len(self._labels),) or not np.isfinite(row).all():
            raise ReaderError(
                f"The reader's model gives {row.size} numbers where {len(self._labels)} labels are "
                "set, or none at all.",
                hint="Set reader.labels to the model's own, in its order.",
            )
        return dict(zip(self._labels, _softened(row).tolist(), strict=True))


def _softened(row: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the chance of each label, from logits or from a graph that ends in a softmax."""
    if (row >= 0).all() and abs(row.sum() - 1.0) <= _SUM_SLACK:
        return row
    raised = np.exp(row - row.max())
    return np.asarray(raised / raised.sum())


def _outside(file: Path, vault: Path) -> Path:
    """Return where a file of the model really lies.

    Raises:
        ReaderError: nowhere, or in the vault: one that came by sync must not run its own model.
    """
    try:
        real = file.resolve(strict=True)
    except (OSError, RuntimeError) as exc:
        raise ReaderError(
            f"The reader's model has no {file.name} in {str(file.parent)!r}.",
            hint="Set reader.folder to the folder that holds it.",
        ) from exc
    if real.is_relative_to(vault.resolve()):
        raise ReaderError(
            f"The reader's model lies inside the vault: {str(real)!r}.",
            hint="Put it elsewhere: a vault that came by sync must not run a model of its own.",
        )
    return real


# A small open one for those who have none: fetched from the hub, once, by `setup models pull
# reader` alone. What it is worth here nobody has measured.

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
