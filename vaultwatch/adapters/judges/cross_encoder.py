"""Run a cross-encoder or NLI model of the user's own choosing on this machine.

A folder holds `model.onnx` and `tokenizer.json`; the settings say which label stands in which
column. onnxruntime and the tokenizer run it directly: fastembed returns column 0 of the first
output alone, which for most NLI models is the contradiction or the entailment, by chance.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vaultwatch.adapters.embedders import clean
from vaultwatch.adapters.embedders.minilm_model import MODEL_FILE, TOKENIZER_FILE
from vaultwatch.adapters.embedders.onnx_session import open_session
from vaultwatch.adapters.judges import Pulse
from vaultwatch.drift.scoring.question import UNSURE, JudgeAnswer, Question
from vaultwatch.errors import JudgeError

RECIPE: Final = "1"
"""Moves when the same texts may get another answer: kept answers are then asked for anew."""
MAX_TOKENS: Final = 512
"""What BERT, RoBERTa and DeBERTa cross-encoders read. A longer pair gets no answer: a cut one might
lack the very words that settle it."""
SURE: Final = 0.8
"""An answer of less chance is `unsure`. Chosen by hand: no model is shipped to measure it on."""
_SUM_SLACK: Final = 1e-3
_INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")
_DIGEST_CHARS: Final = 16


class CrossEncoderJudge:
    """A model that reads two texts at once behind our protocol."""

    is_metered = False
    gives_quotes = False

    def __init__(self, folder: Path, *, labels: Sequence[str], vault: Path) -> None:
        """Load the model.

        Args:
            folder: holds the graph and the tokenizer.
            labels: what the columns of its output mean; `entailment` is one, `contradiction`
                usually another, the rest is neither.
            vault: no file of the model may lie in it.

        Raises:
            JudgeError: a file is missing, lies in the vault, or is no such model.
        """
        files = [_outside(folder / name, vault) for name in (MODEL_FILE, TOKENIZER_FILE)]
        self._labels = [label.casefold() for label in labels]
        self.name = f"the cross-encoder {folder.name}"
        try:
            from tokenizers import Tokenizer

            digest = hashlib.sha256(b"".join(_digest(file) for file in files)).hexdigest()
            self._tokenizer = Tokenizer.from_file(str(files[1]))
            self._tokenizer.no_truncation()
            self._tokenizer.no_padding()
            self._session: Any = open_session(files[0])
            self._inputs = [one.name for one in self._session.get_inputs()]
        except Exception as exc:  # whatever onnxruntime and the tokenizer raise: they have no tree
            raise JudgeError(
                f"The judge's model in {str(folder)!r} cannot be loaded: {exc}",
                hint="It needs the ONNX export of a cross-encoder and its tokenizer.json.",
            ) from exc
        if unknown := sorted(set(self._inputs) - set(_INPUTS)):
            raise JudgeError(
                f"The judge's model asks for inputs that no tokenizer gives: {', '.join(unknown)}.",
                hint="Export it for text classification.",
            )
        self.model_id = ":".join(
            ("cross-encoder", digest[:_DIGEST_CHARS], ",".join(self._labels), RECIPE)
        )

    def ask(self, question: Question, *, pulse: Pulse) -> JudgeAnswer:
        """Return what the model says of the passage and the belief; see `Judge`."""
        pulse()
        session = self._session  # held: another thread may close us meanwhile
        if session is None:
            raise JudgeError("The judge is closed.")
        try:
            pair = self._tokenizer.encode(clean(question.now), clean(question.belief))
            if len(pair.ids) > MAX_TOKENS:
                return UNSURE
            parts = {
                "input_ids": pair.ids,
                "attention_mask": pair.attention_mask,
                "token_type_ids": pair.type_ids,
            }
            feed = {name: np.array([parts[name]], np.int64) for name in self._inputs}
            row = np.asarray(session.run(None, feed)[0], np.float64).reshape(-1)
        except Exception as exc:  # as above
            raise JudgeError(f"The judge failed: {exc}") from exc
        if row.shape != (len(self._labels),) or not np.isfinite(row).all():
            raise JudgeError(
                f"The judge's model gives {row.size} numbers where {len(self._labels)} labels are "
                "set, or none at all.",
                hint="Set judge.labels to the model's own, in its order.",
            )
        return self._answer(_chances(row))

    def close(self) -> None:
        """Let the session go."""
        self._session = None

    def _answer(self, chances: npt.NDArray[np.float64]) -> JudgeAnswer:
        by_label = dict(zip(self._labels, chances.tolist(), strict=True))
        if by_label["entailment"] >= SURE:
            return JudgeAnswer("yes")
        # Not entailed is not denied: the passage may speak of something else.
        return JudgeAnswer("no") if by_label.get("contradiction", 0.0) >= SURE else UNSURE


def _chances(row: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the chance of each label, from logits or from a graph that ends in a softmax."""
    if (row >= 0).all() and abs(row.sum() - 1.0) <= _SUM_SLACK:
        return row
    raised = np.exp(row - row.max())
    return np.asarray(raised / raised.sum())


def _outside(file: Path, vault: Path) -> Path:
    """Return where a file of the model really lies.

    Raises:
        JudgeError: nowhere, or in the vault: one that came by sync must not run its own model.
    """
    try:
        real = file.resolve(strict=True)
    except (OSError, RuntimeError) as exc:
        raise JudgeError(
            f"The judge's model has no {file.name} in {str(file.parent)!r}.",
            hint="Set judge.folder to the folder that holds it.",
        ) from exc
    if real.is_relative_to(vault.resolve()):
        raise JudgeError(
            f"The judge's model lies inside the vault: {str(real)!r}.",
            hint="Put it elsewhere: a vault that came by sync must not run a model of its own.",
        )
    return real


def _digest(file: Path) -> bytes:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").digest()
