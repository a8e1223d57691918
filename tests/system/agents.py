"""Agents at a real server: the official client drives `vaultwatch mcp`, as an agent's program does.

Tests are plain functions; a thread of its own runs a client's event loop, so that one agent may
serve a whole module.
"""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

import httpx2
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client
from mcp.client._memory import InMemoryTransport
from mcp.client.session import ClientRequestContext, ElicitationFnT
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult, Implementation

from tests.system.daemons import PATIENCE_S
from tests.system.vaults import ROOT, Vault
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.server import build_server

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

    def begin(self, tool: str, **arguments: Any) -> Future[CallToolResult]:  # noqa: ANN401 -- a tool's
        """Ask, and do not wait."""
        return self.portal.start_task_soon(partial(self.client.call_tool, tool, arguments))

    def ask(self, tool: str, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 -- a tool's
        """Return the answer, a context's text under `context`; the call must succeed."""
        result = self.call(tool, arguments)
        assert not result.is_error, text_of(result)
        return answer_of(result)

    def refused(self, tool: str, **arguments: Any) -> str:  # noqa: ANN401 -- a tool's
        """Return what the server says; the call must fail."""
        result = self.call(tool, arguments)
        assert result.is_error, text_of(result)
        return text_of(result)

    def remember(self, content: str, **more: Any) -> str:  # noqa: ANN401 -- the tool's
        """Store a memory and return its id."""
        id_: str = self.ask("vault_remember", content=content, **more)["memory_id"]
        return id_

    def errors(self, **wanted: Any) -> list[dict[str, Any]]:  # noqa: ANN401 -- the tool's
        """Return the rows of vault_prediction_errors."""
        rows: list[dict[str, Any]] = self.ask("vault_prediction_errors", **wanted)["errors"]
        return rows

    def found(self, query: str = "", **wanted: Any) -> list[str]:  # noqa: ANN401 -- the tool's
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


@dataclass
class Reader:
    """A person whom the client asks, and who answers as told."""

    answer: ElicitResult
    asked: list[str] = field(default_factory=list)

    async def __call__(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult:
        del context
        self.asked.append(params.message)
        return self.answer


YES = ElicitResult(action="accept", content={"approve": True})
NO = ElicitResult(action="accept", content={"approve": False})
DECLINED = ElicitResult(action="decline")
CANCELLED = ElicitResult(action="cancel")


def text_of(result: CallToolResult) -> str:
    """Return the text of an answer."""
    return "\n".join(str(getattr(one, "text", "")) for one in result.content)


def answer_of(result: CallToolResult) -> dict[str, Any]:
    """Return an answer's fields; a plain text stands under `context`."""
    assert result.structured_content is None, "nothing is told twice"
    text = text_of(result)
    answer: dict[str, Any] = json.loads(text) if text.startswith("{") else {"context": text}
    return answer


@contextmanager
def agent(
    vault: Vault,
    *,
    person: ElicitationFnT | None = None,
    fuse: Path | None = None,
    mode: Literal["auto", "legacy"] = "auto",
    name: str = "mcp",
) -> Iterator[Agent]:
    """Start a server on the vault and connect to it.

    Args:
        vault: the vault.
        person: who answers questions through the client; None for a client that can ask nobody.
        fuse: of a server that kills itself; see `killing`.
        mode: `legacy` for a client that is asked in the midst of a call, as most still are.
        name: what the client calls itself.
    """
    log = _next_log(vault)
    pid_file = log.with_suffix(".pid")
    program = ["-m", "vaultwatch"]
    if fuse is not None:
        program = [str(ROOT / "tests" / "system" / "killing.py"), str(fuse)]
    with log.open("w") as errors:
        transport = stdio_client(
            StdioServerParameters(
                command="/bin/sh",
                args=["-c", _NAMED, str(pid_file), sys.executable, *program, "mcp"],
                env={
                    "VAULTWATCH_STATE": str(vault.state),
                    "VAULTWATCH_VAULT": str(vault.folder),
                    "PYTHONPATH": str(ROOT),
                    "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],  # where the model is
                },
                cwd=ROOT,
            ),
            errlog=errors,
        )
        client = Client(
            transport,
            elicitation_callback=person,
            read_timeout_seconds=PATIENCE_S,
            mode=mode,
            client_info=Implementation(name=name, version="1"),
        )
        with _connected(client, log, pid_file) as made:
            yield made


@contextmanager
def agent_here(
    vault: Vault,
    *,
    person: ElicitationFnT | None = None,
    mode: Literal["auto", "legacy"] = "auto",
    name: str = "mcp",
    works_in: str = "",
) -> Iterator[Agent]:
    """Connect to a server in this process: the same words go over pipes of its memory.

    To start one of its own takes a second and a half of CPU. The arguments are those of `agent`.
    """
    log = _next_log(vault)
    named = {"VAULTWATCH_STATE": str(vault.state), "VAULTWATCH_VAULT": str(vault.folder)}
    keeping, ours = logging.FileHandler(log), logging.getLogger("vaultwatch")
    ours.addHandler(keeping)
    try:
        with patch.dict(os.environ, named):
            desk = Desk(vault.folder, works_in=works_in)
            client = Client(
                InMemoryTransport(build_server(desk)),
                elicitation_callback=person,
                read_timeout_seconds=PATIENCE_S,
                mode=mode,
                client_info=Implementation(name=name, version="1"),
            )
            try:
                with _connected(client, log) as made:
                    yield made
            finally:
                desk.close()
    finally:
        ours.removeHandler(keeping)
        keeping.close()


def _next_log(vault: Vault) -> Path:
    beside = vault.state.parent
    beside.mkdir(exist_ok=True)
    return beside / f"server-{len([*beside.glob('server-*.log')])}.log"


@contextmanager
def _connected(client: Client, log: Path, pid_file: Path | None = None) -> Iterator[Agent]:
    failed: BaseException | None = None
    try:
        with start_blocking_portal() as portal, portal.wrap_async_context_manager(client):
            try:
                yield Agent(client, portal, log, pid_file)
            except BaseException as error:  # noqa: BLE001 -- further out it becomes a group
                failed = error
    except BaseException as error:  # noqa: BLE001 -- raised below, with what the server said
        failed = failed or error
    if failed is not None:
        failed.add_note(f"The server said:\n{log.read_text(errors='replace')[-4000:]}")
        raise failed


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
def http_server(vault: Vault) -> Iterator[tuple[str, subprocess.Popen[str]]]:
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
                process.kill()


def answers_to(
    vault: Vault, lines: Sequence[bytes], awaited: AbstractSet[int]
) -> tuple[dict[int, dict[str, Any]], list[int], str]:
    """Send lines that no client would, wait for the answers with these ids, and hang up.

    Returns:
        The answers by id, the error codes of those that name none, what went to standard error.
    """
    answers: dict[int, dict[str, Any]] = {}
    nameless: list[int] = []
    process = subprocess.Popen(  # noqa: S603 -- our own command line
        [sys.executable, "-m", "vaultwatch", "mcp", "--vault", str(vault.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "VAULTWATCH_STATE": str(vault.state)},
    )
    patience = threading.Timer(PATIENCE_S, process.kill)
    patience.start()
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"".join(line + b"\n" for line in lines))
        process.stdin.flush()
        for line in process.stdout:
            answer = json.loads(line)
            if isinstance(answer.get("id"), int):
                answers[answer["id"]] = answer
            elif "error" in answer:
                nameless.append(answer["error"]["code"])
            if awaited <= answers.keys():
                break
        _, said = process.communicate()
    patience.cancel()
    assert awaited <= answers.keys(), said.decode()
    return answers, nameless, said.decode()


def model_at_hand(request: pytest.FixtureRequest) -> str:
    """Return the embedder's setting: the real model where it is at hand, else hashed words."""
    try:
        request.getfixturevalue("minilm_folder")
    except pytest.skip.Exception:
        return "hash"
    return "minilm"
