"""The OpenAI-compatible endpoint, friendly and hostile, on loopback."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.contract.embedder_contract import TEXTS, EmbedderContract
from tests.contract.endpoints import Service, good
from tests.contract.loopback import Reply
from vaultwatch.adapters.models.embedders import Embedder
from vaultwatch.adapters.models.embedders.choose import EndpointWish
from vaultwatch.adapters.models.embedders.endpoint import BATCH_TEXTS, EndpointEmbedder
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder
from vaultwatch.errors import EmbedderError


def vector_of(number: bytes) -> Reply:
    """Return an answer of the right shape whose first number is given."""
    rest = b",1" * (HashEmbedder.dimensions - 1)
    return Reply(200, [b'{"data": [{"embedding": [', number, rest, b"]}]}"])


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
        replies = [Reply(503, [b""]), Reply(500, [b"oops"])]
        service.reply = lambda texts: replies.pop() if replies else good(texts)
        assert embedder.embed(["a"]).shape == (1, embedder.dimensions)
        assert replies == []

    @pytest.mark.parametrize(
        "reply",
        [
            pytest.param(Reply(200, [b"not json"]), id="not JSON"),
            pytest.param(Reply(200, [b"[]"]), id="a list"),
            pytest.param(Reply(200, [b'{"data": []}']), id="no vectors"),
            pytest.param(vector_of(b"NaN"), id="NaN"),
            pytest.param(vector_of(b"1e999"), id="infinity"),
            pytest.param(vector_of(b"1e39"), id="infinity as float32"),
            pytest.param(vector_of(b'"x"'), id="one word"),
            pytest.param(Reply(200, [b'{"data": [{"embedding": ["x", 1, 2]}]}']), id="words"),
            pytest.param(Reply(200, [b'{"data": [{"embedding": [[1]]}]}']), id="nested"),
            pytest.param(Reply(200, [b'{"data": [{"embedding": []}]}']), id="empty vector"),
            pytest.param(Reply(200, [b'{"data": [{"embedding": [1, 2]}]}']), id="other dimensions"),
            pytest.param(Reply(200, [b"[" * 200_000]), id="deep"),
            pytest.param(Reply(200, [b" " * (65 * 1024 * 1024)]), id="huge"),
            pytest.param(Reply(500, [b""]), id="server error"),
            pytest.param(Reply(401, [b""]), id="no key"),
            pytest.param(
                Reply(200, [b'{"data": [{"index": 5, "embedding": [1, 2, 3]}]}']), id="wrong index"
            ),
        ],
    )
    def test_a_hostile_answer_is_an_error(self, service: Service, reply: Reply) -> None:
        embedder = asked(service)
        service.reply = lambda _: reply
        with pytest.raises(EmbedderError):
            embedder.embed(["a"])

    def test_no_redirect_is_followed(self, service: Service) -> None:
        embedder = asked(service)
        with Service() as elsewhere:
            reply = Reply(307, [b""], location=f"{elsewhere.url}/embeddings")
            service.reply = lambda _: reply
            with pytest.raises(EmbedderError, match="307"):
                embedder.embed(["a"])
            assert elsewhere.requests == []

    def test_a_service_that_hangs_is_given_up(self, service: Service) -> None:
        service.reply = lambda _: None
        with pytest.raises(EmbedderError, match="does not answer"):
            asked(service, probe_limit_s=0.2)

    def test_the_key_comes_from_the_environment(
        self, service: Service, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = EndpointWish(service.url, "stub", key_env="STUB_KEY")
        with pytest.raises(EmbedderError, match="STUB_KEY"):
            EndpointEmbedder(settings)
        monkeypatch.setenv("STUB_KEY", "s3\ncret")
        with pytest.raises(EmbedderError) as caught:
            EndpointEmbedder(settings)
        assert "cret" not in caught.value.message
        monkeypatch.setenv("STUB_KEY", "s3cret\n")
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
            EndpointEmbedder(EndpointWish(url, "stub"))
        assert "ask" in caught.value.message or "address" in caught.value.message

    def test_nobody_listening_is_an_error_with_a_way_out(self, service: Service) -> None:
        url = service.url
        service.__exit__(None, None, None)
        with pytest.raises(EmbedderError) as caught:
            EndpointEmbedder(EndpointWish(url, "stub"))
        assert caught.value.hint


def asked(service: Service, probe_limit_s: float = 5.0) -> EndpointEmbedder:
    settings = EndpointWish(service.url, "stub")
    return EndpointEmbedder(settings, probe_limit_s=probe_limit_s, read_limit_s=5.0, pause_s=0.0)
