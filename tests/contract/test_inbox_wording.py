"""The language model that words the inbox, friendly and hostile, on loopback."""

import json
from collections.abc import Iterator
from datetime import date

import pytest

from tests.contract.judges import ChatService, said
from tests.contract.loopback import Reply
from vaultwatch.adapters.judges.inbox_wording import InboxWording, Worded
from vaultwatch.errors import JudgeError

SAID = [("I prefer tabs", "so I prefer tabs"), ("we ship in May", "we ship in May")]


@pytest.fixture
def service() -> Iterator[ChatService]:
    with ChatService() as service:
        yield service


def word(service: ChatService, *, limit_s: float = 5.0) -> list[Worded] | None:
    asked = InboxWording(service.url, model="stub", limit_s=limit_s)
    return asked.word(SAID, pulse=lambda: None)


def words(*rows: tuple[bool, str, str]) -> str:
    return json.dumps({"words": [{"keep": k, "text": t, "until": u} for k, t, u in rows]})


def test_one_call_asks_for_all(service: ChatService) -> None:
    rows = ((True, "I prefer tabs.", ""), (False, "", "2026-05-31"))
    service.reply = lambda _: said(words(*rows))
    assert word(service) == [
        Worded(keep=True, text="I prefer tabs.", until=None),
        Worded(keep=False, text="", until=date(2026, 5, 31)),
    ]
    (asked,) = service.asked
    assert asked.path == "/v1/chat/completions"
    assert json.loads(json.dumps(asked.data))["said"][0] == {
        "text": "I prefer tabs",
        "quote": "so I prefer tabs",
    }


@pytest.mark.parametrize(
    "content",
    [
        None,
        "",
        "Sure!",
        words((True, "only one", "")),
        json.dumps({"words": [{"keep": "yes", "text": "", "until": ""}] * 2}),
        words((True, "x" * 301, ""), (True, "", "")),
        words(*[(True, "", "")] * 13),
    ],
)
def test_another_form_says_nothing(service: ChatService, content: str | None) -> None:
    service.reply = lambda _: said(content)
    assert word(service) is None


def test_no_day_is_none(service: ChatService) -> None:
    service.reply = lambda _: said(words((True, "", "soon"), (True, "", "9999-99-9")))
    assert word(service) == [Worded(keep=True, text="", until=None)] * 2


@pytest.mark.parametrize("reply", [Reply(500, [b""]), Reply(200, [b"{}"])])
def test_a_broken_service_is_told(service: ChatService, reply: Reply) -> None:
    service.reply = lambda _: reply
    with pytest.raises(JudgeError):
        word(service)


def test_one_that_hangs_is_left(service: ChatService) -> None:
    service.reply = lambda _: None
    with pytest.raises(JudgeError, match="longer than"):
        word(service, limit_s=0.1)
