"""Keep those who connect and never finish asking from taking the server from those who do.

uvicorn bounds how long an idle connection stays, but not how long one may take over the first line
of its request: connections that send half a header would hold every file descriptor. Here each has
a time limit until its request is whole, and where too many wait, the one that waited longest goes.
"""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

WHOLE_WITHIN_S = 10.0
"""How long a request line and its headers may take. Chosen by hand: a client on this machine sends
them at once."""
MOST_WAITING = 64
"""Connections without a whole request, kept ones between two of them included. Chosen by hand: an
agent holds one or two."""


class BoundedProtocol(H11Protocol):
    """A connection that is ended where its request does not come."""

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
    """Return the protocol of one server's connections.

    Args:
        within_s: how long a connection may wait for its request to be whole.
        most_waiting: connections that may wait at once; one more ends the one that waited longest.
    """

    class OfOneServer(BoundedProtocol):
        """The connections of one server know each other."""

    OfOneServer.within_s, OfOneServer.most_waiting, OfOneServer.waiting = within_s, most_waiting, {}
    return OfOneServer
