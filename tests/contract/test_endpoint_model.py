"""The language model behind an OpenAI-compatible service, friendly and hostile, on loopback."""

import json
from collections.abc import Iterator

import pytest

from tests.contract.loopback import Reply
from tests.contract.models import ChatService, said
from tests.contract.readers import ANSWERS, PAIR, quiet
from vaultwatch.adapters.models.readers import PromptReader
from vaultwatch.adapters.models.readers.language_model import (
    MAX_ANSWER_BYTES,
    MAX_CONTENT_CHARS,
    EndpointModel,
)
from vaultwatch.errors import ReaderError
from vaultwatch.reader.batch import SCHEMA, PairAnswer


@pytest.fixture
def service() -> Iterator[ChatService]:
    with ChatService(lambda _: said(json.dumps(ANSWERS))) as service:
        yield service


def model_at(service: ChatService, *, limit_s: float = 5.0) -> EndpointModel:
    return EndpointModel(service.url, model="stub", limit_s=limit_s)


def ask(model: EndpointModel) -> str:
    return model.answer("the prompt", SCHEMA, pulse=quiet).text


def test_a_good_answer_is_heard(service: ChatService) -> None:
    read = PromptReader("stub", model_at(service)).read([PAIR], pulse=quiet)
    assert read.readings == {"a1": PairAnswer("outdated", 3, "Tom owns the list")}
    (asked,) = service.asked
    assert asked.path == "/v1/chat/completions"
    assert (asked.body["model"], asked.body["temperature"], asked.body["stream"]) == (
        "stub",
        0,
        False,
    )
    assert asked.body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "Mira owns the list." in asked.body["messages"][0]["content"]


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(said("I would rather not."), id="prose"),
        pytest.param(said(None), id="null"),
        pytest.param(said(json.dumps(ANSWERS), finish="length"), id="cut short"),
        pytest.param(said(json.dumps(ANSWERS) + " " * MAX_CONTENT_CHARS), id="too much of it"),
        pytest.param(said("{" * 5_000), id="deep"),
    ],
)
def test_a_model_that_leaves_the_form_has_given_no_answer(
    service: ChatService, reply: Reply
) -> None:
    service.reply = lambda _: reply
    assert PromptReader("stub", model_at(service)).read([PAIR], pulse=quiet).readings is None


@pytest.mark.parametrize(
    ("reply", "ends_the_day"),
    [
        pytest.param(Reply(500, [b"oops"]), False, id="server error"),
        pytest.param(Reply(429, [b""]), True, id="too many"),
        pytest.param(Reply(401, [b""]), True, id="no key"),
        pytest.param(Reply(404, [b""]), False, id="another place"),
        pytest.param(Reply(200, [b"<html>Welcome to the hotel</html>"]), False, id="a login page"),
        pytest.param(Reply(200, [b"{}"]), False, id="another protocol"),
        pytest.param(Reply(200, [b'{"choices": []}']), False, id="no choice"),
        pytest.param(Reply(200, [b'{"choices": [{"message": 1}]}']), False, id="a number"),
        pytest.param(Reply(200, [b'{"choices": [{"message": {"content": 1}}]}']), False, id="one"),
        pytest.param(Reply(200, [b"[" * 100_000]), False, id="nothing but brackets"),
        pytest.param(Reply(200, [b"\xff\xfe"]), False, id="no text"),
        pytest.param(Reply(200, [*said("x").pieces, b" " * MAX_ANSWER_BYTES]), False, id="huge"),
    ],
)
def test_what_is_no_answer_is_an_error(
    service: ChatService, reply: Reply, *, ends_the_day: bool
) -> None:
    service.reply = lambda _: reply
    with pytest.raises(ReaderError) as caught:
        ask(model_at(service))
    assert caught.value.ends_the_day == ends_the_day


def test_no_redirect_is_followed_and_no_proxy_asked(
    service: ChatService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ChatService() as elsewhere:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, elsewhere.url)
        reply = Reply(307, [b""], location=f"{elsewhere.url}/chat/completions")
        service.reply = lambda _: reply
        with pytest.raises(ReaderError, match="307"):
            ask(model_at(service))
        assert (len(service.asked), elsewhere.asked) == (1, [])


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(None, id="never"),
        pytest.param(Reply(200, [b" "] * 1_000, wait_s=0.05), id="dripping in"),
    ],
)
def test_an_answer_that_comes_too_late_is_given_up(
    service: ChatService, reply: Reply | None
) -> None:
    service.reply = lambda _: reply
    with pytest.raises(ReaderError, match=r"longer than|does not answer"):
        ask(model_at(service, limit_s=0.4))


def test_a_stop_ends_the_wait_for_an_answer(service: ChatService) -> None:
    class StoppedError(BaseException):
        """As the daemon's worker raises."""

    def stop() -> None:
        raise StoppedError

    service.reply = lambda _: None
    with pytest.raises(StoppedError):
        model_at(service, limit_s=30.0).answer("x", SCHEMA, pulse=stop)


def test_nobody_listening_is_an_error_with_a_way_out(service: ChatService) -> None:
    model = model_at(service)
    service.__exit__(None, None, None)
    with pytest.raises(ReaderError) as caught:
        ask(model)
    assert caught.value.hint


def test_the_key_comes_from_the_environment(
    service: ChatService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def model() -> EndpointModel:
        return EndpointModel(service.url, model="stub", key_env="STUB_KEY", limit_s=5.0)

    with pytest.raises(ReaderError, match="STUB_KEY"):
        model()
    monkeypatch.setenv("STUB_KEY", "s3cret\n")
    ask(model())
    assert service.asked[0].key == "Bearer s3cret"


def test_a_host_that_nobody_allowed_is_not_asked() -> None:
    with pytest.raises(ReaderError):
        EndpointModel("http://192.0.2.7/v1", model="stub", limit_s=1.0)


def test_a_host_that_the_user_allowed_may_be_asked() -> None:
    EndpointModel("https://llm.example/v1", model="x", allowed_hosts=("llm.example",), limit_s=1.0)
