"""Who connects and does not ask takes the server from nobody."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
import pytest
import uvicorn

from vaultwatch.doors.mcp.over_http import bounded_protocol

HALF = b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow:"
MANY = 200
PATIENCE_S = 60


async def app(scope: dict[str, object], receive: object, send: object) -> None:
    del receive
    assert callable(send)
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"told"})


@contextmanager
def served(*, within_s: float, most_waiting: int) -> Iterator[tuple[int, uvicorn.Server]]:
    """Serve on a free port of the loopback address, on a thread of its own."""
    protocol = bounded_protocol(within_s=within_s, most_waiting=most_waiting)
    config = uvicorn.Config(app, http=protocol, ws="none", log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen(MANY)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
        thread.start()
        try:
            yield bound.getsockname()[1], server
        finally:
            server.should_exit = True
            thread.join(PATIENCE_S)


def half_open(port: int) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    one.sendall(HALF)
    return one


def is_ended(one: socket.socket) -> bool:
    """Wait until the server ends a connection."""
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def test_two_hundred_who_never_finish_keep_nobody_out() -> None:
    with served(within_s=3600, most_waiting=8) as (port, server), ExitStack() as held:
        slow = [held.enter_context(half_open(port)) for _ in range(MANY)]
        # The longest waiting go first, and by then no more are held than may be.
        assert all(is_ended(one) for one in slow[: MANY - 8])
        assert len(server.server_state.connections) <= 8
        with httpx.Client(timeout=PATIENCE_S) as client:
            for _ in range(3):  # one connection, kept between the questions
                assert client.get(f"http://127.0.0.1:{port}/").text == "told"


@pytest.mark.parametrize("sent", [b"", HALF])
def test_a_connection_ends_where_no_whole_request_comes_in_time(sent: bytes) -> None:
    with (
        served(within_s=0.05, most_waiting=8) as (port, _),
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as one,
    ):
        one.sendall(sent)
        assert is_ended(one)


def test_a_connection_that_is_kept_waits_as_a_new_one() -> None:
    url = "http://127.0.0.1:{}/"
    with served(within_s=3600, most_waiting=1) as (port, server), httpx.Client() as client:
        assert client.get(url.format(port)).text == "told"
        with half_open(port) as other, half_open(port):
            assert is_ended(other)
            assert len(server.server_state.connections) == 1, "the first went before the second"
        assert client.get(url.format(port)).text == "told", "it connects anew"
