"""A stub of an OpenAI-compatible embeddings service on loopback, friendly or hostile."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from vaultwatch.adapters.embedders.hashing import HashEmbedder


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes
    location: str = ""


def good(texts: Sequence[str], *, shuffled: bool = False) -> Reply:
    rows = HashEmbedder().embed(texts)
    data = [{"index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
    if shuffled:
        data.reverse()
    return Reply(200, json.dumps({"object": "list", "data": data}).encode())


class Service:
    """Answers with `reply`; None hangs until the service is closed."""

    def __init__(self) -> None:
        self.reply: Callable[[Sequence[str]], Reply | None] = good
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self._closing = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                service.requests.append(json.loads(raw))
                service.keys.append(self.headers.get("Authorization", ""))
                reply = service.reply(service.requests[-1]["input"])
                if self.path != "/v1/embeddings":
                    reply = Reply(404, b"")
                if reply is None:
                    service._closing.wait(30)
                    return
                self.send_response(reply.status)
                if reply.location:
                    self.send_header("Location", reply.location)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                try:
                    self.wfile.write(reply.body)
                except OSError:
                    return  # the asker had enough

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_open:
            self._is_open = False
            self._closing.set()
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
