"""What stands before a server over HTTP: the socket, how much is taken, who is a stranger."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from uvicorn.protocols.http.h11_impl import H11Protocol

from vaultwatch.errors import RefusedError

MOST_BODY_BYTES = 1 << 20
"""Far above the longest memory; a longer request is refused before it is read."""
MOST_HEADER_BYTES = 16 << 10
"""Of a request line and its headers; a client sends less than one kilobyte. Chosen by hand."""
MOST_CONNECTIONS = 256
"""Above it a request is answered with 503. Chosen by hand: four times those that may wait, so that
none who only waits keeps out one who asks."""

AsgiScope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[AsgiScope, Receive, Send], Awaitable[None]]


@dataclass(slots=True)
class Reply:
    """A whole answer."""

    status: int
    body: bytes
    content_type: bytes = b"application/json"
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)

    async def send(self, send: Send) -> None:
        """Send it."""
        headers = [
            (b"content-type", self.content_type),
            (b"content-length", str(len(self.body)).encode()),
            *self.headers,
        ]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.body})


def bound_socket(host: str, port: int, *, hint: str) -> socket.socket:
    """Return a socket that is bound to an address, and does not listen yet."""
    # Named TCP, for asyncio lets only such send at once: an answer came 40 ms later (measured).
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as exc:
        bound.close()
        raise RefusedError(f"Port {port} cannot be had: {exc.strerror}.", hint=hint) from exc
    return bound


def run_app(app: App, bound: socket.socket, *, end_s: int | None = None) -> None:
    """Serve an application where a socket listens, until stopped.

    Calls under way may end by themselves, within `end_s` where it is given.
    """
    import uvicorn

    config = uvicorn.Config(
        app,
        http=bounded_protocol(),
        ws="none",
        log_level="warning",
        access_log=False,
        lifespan="on",
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_graceful_shutdown=end_s,
    )
    uvicorn.Server(config).run(sockets=[bound])


def strangeness(
    headers: dict[bytes, bytes], hosts: frozenset[str], origins: frozenset[str]
) -> tuple[int, str] | None:
    """Return the status and sentence that refuse who names another host or comes from a page."""
    if headers.get(b"host", b"").decode("latin-1").lower() not in hosts:
        return 421, "This server does not answer to that name."
    origin = headers.get(b"origin", b"").decode("latin-1").lower()
    if origin and origin not in origins:
        return 403, "Requests from web pages are not answered."
    return None


WHOLE_WITHIN_S = 10.0
"""How long a request line and its headers may take. Chosen by hand: a client on this machine sends
them at once."""
MOST_WAITING = 64
"""Connections without a whole request, kept ones between two of them included. Chosen by hand: an
agent holds one or two."""


class BoundedProtocol(H11Protocol):
    """A connection that is ended where its request does not come.

    uvicorn bounds how long one may be idle, not how long it may take over its first line:
    connections that send half a header would hold every file descriptor.
    """

    within_s: ClassVar[float] = WHOLE_WITHIN_S
    most_waiting: ClassVar[int] = MOST_WAITING
    waiting: ClassVar[dict[H11Protocol, asyncio.TimerHandle]]
    """Those of one server without a whole request, the longest first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Wait for a request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._go_on()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Read what came; wait no more where it made a request whole."""
        super().handle_events()
        if not self._is_idle():
            self._go_on()

    def on_response_complete(self) -> None:
        """Wait for the next request of a connection that is kept."""
        super().on_response_complete()
        if self._is_idle() and not self.transport.is_closing():
            self._wait()

    def _is_idle(self) -> bool:
        return getattr(self.cycle, "response_complete", True)  # none before the first request

    def _wait(self) -> None:
        self._go_on()
        if len(self.waiting) >= self.most_waiting:
            _end(next(iter(self.waiting)), self.waiting)
        self.waiting[self] = self.loop.call_later(self.within_s, _end, self, self.waiting)

    def _go_on(self) -> None:
        if (timer := self.waiting.pop(self, None)) is not None:
            timer.cancel()


def _end(connection: H11Protocol, waiting: dict[H11Protocol, asyncio.TimerHandle]) -> None:
    waiting.pop(connection).cancel()
    connection.transport.abort()  # what is still to be sent is for nobody


def bounded_protocol(
    *, within_s: float = WHOLE_WITHIN_S, most_waiting: int = MOST_WAITING
) -> type[H11Protocol]:
    """Return the protocol of one server's connections."""

    class OfOneServer(BoundedProtocol):
        """The connections of one server know each other."""

    OfOneServer.within_s, OfOneServer.most_waiting, OfOneServer.waiting = within_s, most_waiting, {}
    return OfOneServer
