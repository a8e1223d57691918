"""Which embedder is taken, and what the reader is told."""

import shutil
from pathlib import Path

import pytest

from tests.contract.endpoints import Service
from vaultwatch.adapters.models.embedders.choose import (
    Chosen,
    EndpointWish,
    WantedModel,
    choose_embedder,
)
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.adapters.models.embedders.minilm import MODEL_ID
from vaultwatch.errors import EmbedderError


def chosen(wanted: WantedModel, cache: Path, *, model: str = "", url: str = "") -> Chosen:
    endpoint = EndpointWish(url, "stub") if url else None
    return choose_embedder(wanted, model=model, cache=cache, endpoint=endpoint)


class TestChoice:
    def test_without_any_model_words_are_hashed_and_said_so(self, tmp_path: Path) -> None:
        choice = chosen("auto", tmp_path)
        assert choice.embedder.model_id == HashEmbedder.model_id
        assert "vaultwatch setup models pull" in choice.notice
        assert not any(tmp_path.iterdir())

    def test_the_offline_model_is_taken_where_it_is(self, minilm_folder: Path) -> None:
        choice = chosen("auto", minilm_folder.parent)
        assert choice.embedder.model_id == MODEL_ID
        assert choice.notice == ""

    @pytest.mark.parametrize("wanted", ["minilm", "multilingual", "fastembed"])
    def test_one_that_is_wished_and_is_not_here_names_the_setting_as_a_way_out(
        self, tmp_path: Path, wanted: WantedModel
    ) -> None:
        with pytest.raises(EmbedderError) as caught:
            chosen(wanted, tmp_path)
        assert 'Or set `index.embedder` to "auto"' in caught.value.hint

    def test_a_named_model_that_is_missing_is_said(self, minilm_folder: Path) -> None:
        choice = chosen("auto", minilm_folder.parent, model="BAAI/bge-small-en-v1.5")
        assert choice.embedder.model_id == MODEL_ID
        assert "bge-small" in choice.notice

    @pytest.mark.parametrize(
        ("known_id", "stands_in"), [(MODEL_ID, MODEL_ID), ("", HashEmbedder.model_id)]
    )
    @pytest.mark.parametrize("is_half", [True, False], ids=["half fetched", "zeroed"])
    def test_a_damaged_model_is_away_and_the_index_keeps_its_vectors(
        self, tmp_path: Path, minilm_folder: Path, *, is_half: bool, known_id: str, stands_in: str
    ) -> None:
        shutil.copytree(minilm_folder, tmp_path / MODEL_ID)
        graph = tmp_path / MODEL_ID / "model.onnx"
        graph.write_bytes(bytes(graph.stat().st_size // (2 if is_half else 1)))
        choice = choose_embedder("auto", model="", cache=tmp_path, endpoint=None, known_id=known_id)
        assert (choice.is_away, choice.embedder.model_id) == (True, stands_in)
        assert "vaultwatch setup models pull" in choice.fix

    @pytest.mark.parametrize("wanted", ["endpoint", "auto"])
    def test_the_fix_for_an_endpoint_that_is_away_is_the_endpoints(
        self, tmp_path: Path, wanted: WantedModel
    ) -> None:
        choice = chosen(wanted, tmp_path, url="http://127.0.0.1:9/v1")
        assert (choice.is_away, "does not answer" in choice.notice) == (True, True)
        assert choice.fix == "Start the service, or choose another model in the settings."

    def test_an_endpoint_comes_before_hashed_words(self, tmp_path: Path) -> None:
        with Service() as service:
            choice = chosen("auto", tmp_path, url=service.url)
            assert choice.embedder.model_id.startswith("endpoint:stub:")
            choice.embedder.close()

    @pytest.mark.parametrize("wanted", ["fastembed", "minilm", "endpoint"])
    def test_a_wanted_one_that_fails_is_an_error(self, tmp_path: Path, wanted: WantedModel) -> None:
        with pytest.raises(EmbedderError) as caught:
            chosen(wanted, tmp_path)
        assert caught.value.hint

    def test_hashed_words_can_be_wanted(self, tmp_path: Path) -> None:
        assert chosen("hash", tmp_path).notice == ""
