"""The models that run in this process: hashed words, MiniLM, fastembed's own."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.contract.embedder_contract import EmbedderContract
from vaultwatch.adapters.models.embedders import Embedder, TokenEmbedder, Vectors
from vaultwatch.adapters.models.embedders.fastembed_model import load_fastembed, pull_fastembed
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.adapters.models.embedders.minilm import MODEL_ID, load_minilm
from vaultwatch.adapters.models.embedders.side_by_side import embed_side_by_side
from vaultwatch.errors import EmbedderError

ROOT = Path(__file__).resolve().parents[2]


class TestHashEmbedder(EmbedderContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return HashEmbedder()

    def test_it_claims_no_meaning(self, embedder: Embedder) -> None:
        assert not embedder.is_semantic

    def test_the_same_text_gives_the_same_vector_in_another_process(
        self, embedder: Embedder
    ) -> None:
        code = (
            "from vaultwatch.adapters.models.embedders.hashing import HashEmbedder as H;"
            "print(H().embed(['release blocked'])[0].tobytes().hex())"
        )
        env = {**os.environ, "PYTHONHASHSEED": "12345"}
        done = subprocess.run(  # noqa: S603 - our own script
            [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=True
        )
        here = embedder.embed(["release blocked"])[0].tobytes().hex()
        assert done.stdout.decode().strip() == here

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            pytest.param("Café", "cafe\u0301", id="composed and decomposed"),
            pytest.param("STRASSE", "straße", id="case"),
            pytest.param("ﬁle", "file", id="ligature"),
        ],
    )
    def test_ways_of_writing_are_one(self, embedder: Embedder, one: str, other: str) -> None:
        rows = embedder.embed([one, other])
        np.testing.assert_array_equal(rows[0], rows[1])

    @pytest.mark.parametrize(
        ("one", "near", "far"),
        [
            pytest.param("deployment", "deployments", "kitchen", id="pieces of a word"),
            pytest.param("東京の天気", "東京の明日", "寿司を食べる", id="Japanese"),
        ],
    )
    def test_kin_words_lie_nearer(self, embedder: Embedder, one: str, near: str, far: str) -> None:
        rows = embedder.embed([one, near, far])
        assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1

    def test_what_lies_behind_the_window_is_not_seen(self, embedder: Embedder) -> None:
        rows = embedder.embed(["word " * 300, "word " * 300 + "unseen"])
        np.testing.assert_array_equal(rows[0], rows[1])


class TestMiniLM(EmbedderContract):
    @pytest.fixture
    def embedder(self, minilm: Embedder) -> Embedder:
        return minilm

    def test_its_window_is_the_one_it_was_trained_with(self, embedder: Embedder) -> None:
        assert embedder.is_semantic
        assert (embedder.max_tokens, embedder.dimensions) == (256, 384)
        assert embedder.model_id == MODEL_ID

    @pytest.mark.parametrize(
        ("one", "paraphrase", "unrelated"),
        [
            pytest.param(
                "The release is blocked by a missing certificate.",
                "We cannot ship before the cert arrives.",
                "The cat sleeps on the warm windowsill.",
                id="blocker",
            ),
            pytest.param(
                "Anna leads the data team.",
                "The head of the data group is Anna.",
                "Bread needs flour, water and salt.",
                id="owner",
            ),
            pytest.param(
                "The database was moved to PostgreSQL.",
                "We migrated our storage to Postgres.",
                "It rained in Lisbon all week.",
                id="migration",
            ),
        ],
    )
    def test_a_paraphrase_lies_nearer_than_something_else(
        self, embedder: Embedder, one: str, paraphrase: str, unrelated: str
    ) -> None:
        rows = embedder.embed([one, paraphrase, unrelated])
        assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.3

    def test_tokens_are_counted_as_the_model_does(self, embedder: Embedder) -> None:
        # [CLS] hello world [SEP]; an unknown word of any length is one [UNK].
        assert embedder.count_tokens(["hello world", "", "x" * 500]) == [4, 2, 3]

    def test_what_lies_behind_the_window_is_cut_between_the_model_s_two_marks(
        self, embedder: Embedder
    ) -> None:
        full = "word " * 254  # with [CLS] and [SEP] the 256 tokens of the window
        assert embedder.count_tokens([full]) == [256]
        rows = embedder.embed([full, full + "unseen", full[:-5]])
        np.testing.assert_array_equal(rows[0], rows[1])
        assert (rows[0] != rows[2]).any()

    def test_each_token_has_a_row_that_tells_how_it_reads_in_its_place(
        self, embedder: Embedder
    ) -> None:
        assert isinstance(embedder, TokenEmbedder)
        texts = ["the river bank", "a bank loan", "word " * 300, "", "\ud800 \0"]
        read = embedder.embed_tokens(texts)
        counts = [min(count, embedder.max_tokens) - 2 for count in embedder.count_tokens(texts)]
        assert [rows.shape for rows in read] == [(count, 384) for count in counts]
        np.testing.assert_allclose(np.linalg.norm(read[0], axis=1), 1, atol=1e-5)
        assert read[0][2] @ read[1][1] < 0.9, "one word, two meanings"

    def test_it_asks_no_hub_and_no_image_library(self, minilm_folder: Path) -> None:
        code = (
            "import sys; from pathlib import Path;"
            "from vaultwatch.adapters.models.embedders.minilm import load_minilm;"
            "load_minilm(Path(sys.argv[1])).embed(['a']);"
            "heavy = {'fastembed', 'huggingface_hub', 'PIL', 'onnx'} & set(sys.modules);"
            "sys.exit(', '.join(heavy) or 0)"
        )
        done = subprocess.run(  # noqa: S603 - our own script
            [sys.executable, "-c", code, str(minilm_folder)],
            cwd=ROOT,
            check=False,
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr

    def test_int8_stays_near_the_published_weights(
        self, embedder: Embedder, minilm_folder: Path
    ) -> None:
        assert (minilm_folder / "model.onnx").stat().st_size < 30_000_000
        rows = embedder.embed(["A man is eating food.", "A man is eating a piece of bread."])
        # float32 through sentence-transformers: 0.7553, as its own documentation prints.
        assert rows[0] @ rows[1] == pytest.approx(0.755, abs=0.03)

    def test_a_closed_one_says_so(self, minilm_folder: Path) -> None:
        embedder = load_minilm(minilm_folder)
        embedder.close()
        embedder.close()
        with pytest.raises(EmbedderError):
            embedder.embed(["a"])


def test_what_ends_one_thread_ends_the_work() -> None:
    def fail(_: Sequence[str]) -> Vectors:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embed_side_by_side(
            [f"text {i}" for i in range(2000)], lambda _: [fail, fail], model_id="m", dimensions=2
        )


class TestFastembedByName:
    def test_a_name_it_does_not_know_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(EmbedderError, match="no model named"):
            load_fastembed("nobody/nothing", tmp_path)
        with pytest.raises(EmbedderError, match="no model named"):
            pull_fastembed("nobody/nothing", tmp_path, progress=lambda _: None)

    def test_a_model_not_on_this_machine_fails_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(EmbedderError) as caught:
            load_fastembed("BAAI/bge-small-en-v1.5", tmp_path)
        assert "models pull" in caught.value.hint


def test_looking_at_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, vaultwatch.adapters.models.embedders.choose;"
        "heavy = {'fastembed', 'onnx', 'onnxruntime', 'httpx', 'tokenizers'} & set(sys.modules);"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr
