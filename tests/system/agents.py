"""Agents at a real server: the official client drives `vaultwatch mcp`, as an agent's program does.

Tests are plain functions; one thread runs the clients' event loop, so an agent may serve a module.
"""

import json
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult

from tests.system.daemons import PATIENCE_S
from tests.system.vaults import ROOT, Vault

Person: TypeAlias = Callable[[Any, ElicitRequestParams], Any]
"""Answers what the server asks a person through the client."""
TOKEN = "0123456789abcdef0123456789abcdef"  # noqa: S105 -- of the servers of these tests alone

_NAMED = 'echo $$ > "$0"; exec "$@"'
"""Leaves the server's process id in a file: the client keeps it to itself."""


@dataclass(frozen=True)
class Agent:
    """A connected client; every question blocks until its answer."""

    client: Client
    portal: BlockingPortal
    log: Path | None = None
    """What the server says on standard error."""
    pid_file: Path | None = None

    def call(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        return self.portal.call(partial(self.client.call_tool, tool, arguments))

    def begin(self, tool: str, **arguments: Any) -> Future[CallToolResult]:  # noqa: ANN401 -- of any tool
        """Ask and do not wait."""
        return self.portal.start_task_soon(partial(self.client.call_tool, tool, arguments))

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 -- of any tool
        """Return the structured answer; the call must succeed."""
        result = self.call(tool, arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        return result.structured_content

    def refused(self, tool: str, **arguments: Any) -> str:  # noqa: ANN401 -- of any tool
        """Return what the server says; the call must fail."""
        result = self.call(tool, arguments)
        assert result.is_error, result.structured_content
        return text_of(result)

    def errors(self, **wanted: Any) -> list[dict[str, Any]]:  # noqa: ANN401 -- its arguments
        """Return the rows of vault_prediction_errors."""
        rows: list[dict[str, Any]] = self.ask("vault_prediction_errors", **wanted)["errors"]
        return rows

    def found(self, query: str = "", **wanted: Any) -> list[str]:  # noqa: ANN401 -- its arguments
        """Return the ids that vault_memories finds, best first."""
        answer = self.ask("vault_memories", query=query, **wanted)
        return [memory["memory_id"] for memory in answer["memories"]]

    def resource(self, uri: str) -> str:
        """Return a resource's text."""
        read = self.portal.call(partial(self.client.read_resource, uri))
        (content,) = read.contents
        return str(getattr(content, "text", ""))

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self.pid_file is not None
        return int(self.pid_file.read_text())

    def said(self) -> str:
        """Return what the server has said on standard error."""
        return "" if self.log is None else self.log.read_text(errors="replace")


def text_of(result: CallToolResult) -> str:
    """Return the text of an answer."""
    return "\n".join(str(getattr(one, "text", "")) for one in result.content)


@contextmanager
def agent(
    vault: Vault,
    *,
    person: Person | None = None,
    fuse: Path | None = None,
    folder: Path | None = None,
) -> Iterator[Agent]:
    """Start a server on the vault and connect to it.

    Args:
        vault: the vault.
        person: who answers questions through the client; None for a client that can ask nobody.
        fuse: of a server that kills itself; see `killing`.
        folder: the vault's folder as the server shall be told it.
    """
    names = vault.state.parent
    number = len([*names.glob("server-*.log")])
    log, pid_file = names / f"server-{number}.log", names / f"server-{number}.pid"
    program = ["-m", "vaultwatch.cli.main"]
    if fuse is not None:
        program = [str(ROOT / "tests" / "system" / "killing.py"), str(fuse)]
    started = [sys.executable, *program, "mcp", "--vault", str(folder or vault.folder)]
    with log.open("w") as errors:
        transport = stdio_client(
            StdioServerParameters(
                command="/bin/sh",
                args=["-c", _NAMED, str(pid_file), *started],
                env={"VAULTWATCH_STATE": str(vault.state), "PYTHONPATH": str(ROOT)},
                cwd=ROOT,
            ),
            errlog=errors,
        )
        with _connected(transport, person, log, pid_file) as made:
            yield made


@contextmanager
def http_agent(address: str, token: str = TOKEN) -> Iterator[Agent]:
    """Connect to a server that serves HTTP."""
    with start_blocking_portal() as portal, ExitStack() as leaving:
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE_S)
        leaving.enter_context(portal.wrap_async_context_manager(http))
        client = Client(
            streamable_http_client(address, http_client=http), read_timeout_seconds=PATIENCE_S
        )
        leaving.enter_context(portal.wrap_async_context_manager(client))
        yield Agent(client, portal)


@contextmanager
def _connected(
    transport: AbstractAsyncContextManager[Any], person: Person | None, log: Path, pid_file: Path
) -> Iterator[Agent]:
    with start_blocking_portal() as portal:
        client = Client(
            transport, elicitation_callback=person, read_timeout_seconds=PATIENCE_S
        )
        with portal.wrap_async_context_manager(client):
            made = Agent(client, portal, log, pid_file)
            try:
                yield made
            except BaseException as error:
                error.add_note(f"The server said:\n{made.said()[-4000:]}")
                raise


@dataclass
class Reader:
    """A person who reads what the client asks and answers as told."""

    approves: bool = True
    """Whether they say yes; else they turn the question away."""
    asked: tuple[str, ...] = ()

    async def __call__(self, _: object, question: ElicitRequestParams) -> ElicitResult:
        self.asked += (question.message,)
        if self.approves:
            return ElicitResult(action="accept", content={"approve": True})
        return ElicitResult(action="decline")


@contextmanager
def http_server(vault: Vault) -> Iterator[tuple[str, Any]]:
    """Serve the vault over HTTP; give the address and the process."""
    process = vault.start("mcp", "--http", "--port", "0", "--json", VAULTWATCH_MCP_TOKEN=TOKEN)
    with process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            yield json.loads(line)["address"], process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)


def raw_answers(vault: Vault, lines: Sequence[bytes]) -> tuple[list[dict[str, Any]], str]:
    """Send bytes that no client would; return what came back, line by line, and the log."""
    with vault.start("mcp") as process:
        out, err = process.communicate(b"\n".join([*lines, b""]).decode("latin-1"))
    return [json.loads(line) for line in out.splitlines()], err


def real_model_or_hash(request: pytest.FixtureRequest) -> str:
    """Return the setting of the real embedder where its model is at hand, else of the other."""
    try:
        request.getfixturevalue("minilm_folder")
    except pytest.skip.Exception:
        return "hash"
    return "minilm"


def quoted(command: Sequence[str]) -> str:
    """Return a command as a person would type it."""
    return shlex.join(command)
