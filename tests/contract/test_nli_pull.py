"""Fetching a model that reads: what comes is tried before it is kept."""

import json
import shutil
from pathlib import Path

import pytest

from tests.contract.models import make_cross_encoder
from vaultwatch.adapters.models.readers.cross_encoder import (
    FILES,
    MODEL_NAME,
    FetchFile,
    labels_in,
    pull_nli,
)
from vaultwatch.errors import EmbedderError

LABELS = ("contradiction", "entailment", "neutral")


@pytest.fixture
def hub(tmp_path: Path) -> Path:
    """A repository with the files that the real one has, of a tiny model."""
    folder = make_cross_encoder(tmp_path / "hub", LABELS)
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    labels = {str(number): name.upper() for number, name in enumerate(LABELS)}
    (folder / "config.json").write_text(json.dumps({"id2label": labels}), encoding="utf-8")
    return folder


def fetching(hub: Path, asked: list[str]) -> FetchFile:
    def fetch(place: str, scratch: Path) -> Path:
        asked.append(place)
        return Path(shutil.copy(hub / place, scratch / Path(place).name))

    return fetch


def test_a_model_is_fetched_tried_and_kept_once(tmp_path: Path, hub: Path) -> None:
    asked: list[str] = []
    for _ in range(2):
        folder = pull_nli(tmp_path / "cache", progress=lambda _: None, fetch=fetching(hub, asked))
    assert sorted(asked) == sorted(FILES.values())
    assert sorted(one.name for one in folder.iterdir()) == sorted(FILES)
    assert [one.name for one in folder.parent.iterdir()] == [MODEL_NAME]
    assert labels_in(folder) == LABELS


@pytest.mark.parametrize(
    ("place", "content"),
    [
        pytest.param("onnx/model.onnx", "no graph", id="a broken model"),
        pytest.param("tokenizer.json", "{}", id="a broken tokenizer"),
        pytest.param("config.json", "{}", id="no labels"),
        pytest.param("config.json", '{"id2label": {"0": "yes", "1": "no"}}', id="other labels"),
    ],
)
def test_what_does_not_read_is_not_kept(
    tmp_path: Path, hub: Path, place: str, content: str
) -> None:
    (hub / place).write_text(content, encoding="utf-8")
    with pytest.raises(EmbedderError, match="no model that reads") as caught:
        pull_nli(tmp_path / "cache", progress=lambda _: None, fetch=fetching(hub, []))
    assert caught.value.hint
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_hub_that_cannot_be_reached_is_an_error_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> str:
        raise ConnectionError("Name or service not known")

    monkeypatch.setattr("huggingface_hub.hf_hub_download", away)
    with pytest.raises(EmbedderError, match="cannot be fetched: ConnectionError") as caught:
        pull_nli(tmp_path / "cache", progress=lambda _: None)
    assert "reader.folder" in caught.value.hint
    assert list((tmp_path / "cache").iterdir()) == []
