"""What stands before a server over HTTP: the socket, how much is taken, who is a stranger."""

import socket
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

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
    """Return a socket that is bound to an address, and does not listen yet.

    Raises:
        RefusedError: the address cannot be had.
    """
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

    from vaultwatch.doors.mcp.connections import bounded_protocol

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
