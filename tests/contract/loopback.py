"""A web service on loopback that answers as a test says, friendly or hostile."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


@dataclass(frozen=True, slots=True)
class Reply:
    """What the stub sends, in pieces, with a wait before each."""

    status: int
    pieces: Iterable[bytes]
    location: str = ""
    wait_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Request:
    """One request as the stub saw it."""

    raw: bytes
    path: str
    key: str


class Loopback:
    """Answers every POST; an answer of None hangs until the service is closed."""

    def __init__(self, answer: Callable[[Request], Reply | None]) -> None:
        self._closing = closing = threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                key = self.headers.get("Authorization", "")
                reply = answer(Request(raw, self.path, key))
                if reply is None:
                    closing.wait(30)
                    return
                self.send_response(reply.status)
                if reply.location:
                    self.send_header("Location", reply.location)
                self.end_headers()
                try:
                    for piece in reply.pieces:
                        if closing.wait(reply.wait_s):
                            return
                        self.wfile.write(piece)
                        self.wfile.flush()
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
