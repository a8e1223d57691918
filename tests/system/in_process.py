"""The official client at a server in this process: cheap, for what no pipe changes."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client
from mcp.types import CallToolResult, Tool

from tests.system.agents import answer_of, text_of
from vaultwatch.mcp.desk import Desk
from vaultwatch.mcp.server import build_server


class NearAgent:
    """A client beside its server."""

    def __init__(
        self, call: Callable[[str, dict[str, Any]], CallToolResult], tools: list[Tool]
    ) -> None:
        self.call = call
        self.tools = tools

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 -- a tool's
        """Return the answer's fields; the call must succeed."""
        result = self.call(tool, arguments)
        assert not result.is_error, text_of(result)
        return answer_of(result)

    def refused(self, tool: str, **arguments: Any) -> str:  # noqa: ANN401 -- a tool's
        """Return what the server says; the call must fail."""
        result = self.call(tool, arguments)
        assert result.is_error, text_of(result)
        return text_of(result)


@contextmanager
def near_agent(vault: Path, state: Path) -> Iterator[NearAgent]:
    """Open a vault and connect to it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("VAULTWATCH_STATE", str(state))
        desk = Desk(vault)
        client = Client(build_server(desk))
        with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
            tools = portal.call(client.list_tools).tools
            yield NearAgent(
                lambda tool, arguments: portal.call(partial(client.call_tool, tool, arguments)),
                tools,
            )
        desk.close()


def sent(result: CallToolResult) -> str:
    """Return a result as it goes over the wire."""
    return json.dumps(
        result.model_dump(mode="json", by_alias=True, exclude_none=True),
        ensure_ascii=False,
        separators=(",", ":"),
    )
