"""A stub of an OpenAI-compatible embeddings service on loopback, friendly or hostile."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.contract.loopback import Loopback, Reply, Request
from vaultwatch.adapters.models.embedders.hashing import HashEmbedder


def good(texts: Sequence[str], *, shuffled: bool = False) -> Reply:
    rows = HashEmbedder().embed(texts)
    data = [{"index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
    if shuffled:
        data.reverse()
    return Reply(200, [json.dumps({"object": "list", "data": data}).encode()])


class Service(Loopback):
    """Answers with `reply`; None hangs until the service is closed."""

    def __init__(self) -> None:
        self.reply: Callable[[Sequence[str]], Reply | None] = good
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        super().__init__(self._answer)

    def _answer(self, request: Request) -> Reply | None:
        self.requests.append(json.loads(request.raw))
        self.keys.append(request.key)
        if request.path != "/v1/embeddings":
            return Reply(404, [b""])
        return self.reply(self.requests[-1]["input"])
