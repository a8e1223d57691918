"""Run the server: over standard input and output, or over HTTP for this machine alone.

A local port is not private: any page in a browser and any user of the machine can reach it. So one
guard stands before everything: the host a request names, the page it comes from, and a token.
"""

import hmac
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mcp.server.mcpserver import MCPServer

from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.over_http import (
    MOST_BODY_BYTES,
    App,
    AsgiScope,
    Receive,
    Reply,
    Send,
    bound_socket,
    run_app,
    strangeness,
)
from vaultwatch.doors.mcp.server import build_server
from vaultwatch.doors.requests.own_door import Do
from vaultwatch.errors import RefusedError
from vaultwatch.wiring import keep_process_small

if TYPE_CHECKING:
    from mcp.server.transport_security import TransportSecuritySettings

log = logging.getLogger(__name__)

TOKEN_VARIABLE = "VAULTWATCH_MCP_TOKEN"  # noqa: S105 - a variable's name
"""Holds the token that HTTP clients must send; never an argument, which others could read."""
LEAST_TOKEN_CHARS = 16
HOST = "127.0.0.1"
OVER_HTTP = "over HTTP"
"""What all are called who share the token: which of them speaks nobody can tell."""


def serve_stdio(vault: Path, do: Do) -> None:
    """Answer on standard input and output until the client closes them, and commands by `do`."""
    keep_process_small()
    desk = Desk(vault, works_in=_own_folder())
    desk.warm()
    desk.open_door(do)
    try:
        build_server(desk).run("stdio")
    finally:
        desk.close()


def _own_folder() -> str:
    """Return the folder that the client works in: there it starts its server."""
    try:
        return str(Path.cwd())
    except OSError:  # it is gone
        return ""


def checked_token() -> str:
    """Return the token that clients must send."""
    token = os.environ.get(TOKEN_VARIABLE, "")
    if len(token) < LEAST_TOKEN_CHARS or not token.isascii() or not token.isprintable():
        raise RefusedError(
            f"Serving over HTTP needs a token of {LEAST_TOKEN_CHARS} plain characters or more in "
            f"{TOKEN_VARIABLE}.",
            hint=f"Try: export {TOKEN_VARIABLE}=$(openssl rand -hex 32)",
        )
    return token


def serve_http(vault: Path, port: int, told: Callable[[str], None], do: Do) -> None:
    """Answer HTTP requests of this machine until stopped.

    Raises:
        RefusedError: there is no token, or the port is taken.
    """
    token = checked_token()
    keep_process_small()
    bound = bound_socket(HOST, port, hint="Choose another with --port.")
    taken = bound.getsockname()[1]
    desk = Desk(vault, client=OVER_HTTP)
    desk.warm()
    desk.open_door(do)
    try:
        app = guarded_app(desk, token, taken)
        bound.listen()  # before the address is told: who connects at once waits, unrefused
        told(f"http://{HOST}:{taken}/mcp")
        run_app(app, bound)
    finally:
        desk.close()
        bound.close()


def inner_app(server: MCPServer, security: "TransportSecuritySettings") -> App:
    """Return the application of a server whose session manager somebody runs."""
    return server.streamable_http_app(
        stateless_http=True,
        json_response=True,
        max_request_body_size=MOST_BODY_BYTES,
        transport_security=security,
    )


def guarded_app(desk: Desk, token: str, port: int) -> App:
    """Return the whole HTTP application, its guard outermost."""
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette
    from starlette.routing import Mount

    server = build_server(desk)
    hosts = [f"{HOST}:{port}", f"localhost:{port}"]
    origins = [f"http://{host}" for host in hosts]
    inner = inner_app(
        server,
        TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=hosts, allowed_origins=origins
        ),
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    app = Starlette(routes=[Mount("/", app=inner)], lifespan=lifespan)
    return _Guard(app, token, frozenset(hosts), frozenset(origins))


class _Guard:
    """Lets pass only what names this machine, comes from no foreign page and knows the token."""

    def __init__(
        self, app: App, token: str, hosts: frozenset[str], origins: frozenset[str]
    ) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Answer, or hand the request on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        status, said = self._verdict(dict(scope.get("headers") or ()))
        if scope["type"] != "http" or status:
            await _refuse(send, status or 400, said)
            return
        await self._app(scope, receive, send)

    def _verdict(self, headers: dict[bytes, bytes]) -> tuple[int, str]:
        if strange := strangeness(headers, self._hosts, self._origins):
            return strange
        if not hmac.compare_digest(headers.get(b"authorization", b""), self._expected):
            return 401, f"Send the token of {TOKEN_VARIABLE} as `Authorization: Bearer ...`."
        return 0, ""


async def _refuse(send: Send, status: int, said: str) -> None:
    headers = [(b"www-authenticate", b"Bearer")] if status == 401 else []  # noqa: PLR2004 - HTTP's own number
    await Reply(status, said.encode(), b"text/plain; charset=utf-8", headers).send(send)
