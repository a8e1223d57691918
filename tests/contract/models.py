"""What tests of readers read with: a chat service on loopback, and a tiny model."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.contract.loopback import Loopback, Reply, Request


def said(content: str | None, *, finish: str = "stop") -> Reply:
    """A chat completion that says this."""
    message = {"role": "assistant", "content": content}
    body = {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    return Reply(200, [json.dumps(body).encode()])


@dataclass
class Asked:
    """One request as the stub saw it."""

    body: dict[str, Any]
    path: str
    key: str


class ChatService(Loopback):
    """Answers with `reply`; None hangs until the service is closed."""

    def __init__(self, reply: Callable[[Asked], Reply | None] = lambda _: None) -> None:
        self.reply = reply
        self.asked: list[Asked] = []
        super().__init__(self._answer)

    def _answer(self, request: Request) -> Reply | None:
        asked = Asked(json.loads(request.raw), request.path, request.key)
        self.asked.append(asked)
        return self.reply(asked)


WORDS = ("[UNK]", "[CLS]", "[SEP]", "true", "false", "other")
