"""Workers of a server for many vaults, as its front and their vaults see them."""

import asyncio
import json
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.system.daemons import PATIENCE_S, eventually
from vaultwatch.doors.mcp.over_http import Reply, Send
from vaultwatch.doors.team import worker
from vaultwatch.doors.team.config import Team, checked_team
from vaultwatch.doors.team.worker import ServedVaults, Vaults, WorkerApp
from vaultwatch.doors.team.workers import Metrics, Workers


@pytest.fixture
def team(tmp_path: Path) -> Team:
    digest = sha256(b"ada").hexdigest()
    return checked_team({
        "state": str(tmp_path / "state"),
        "workers": 1,
        "vaults": {"atlas": str(tmp_path / "atlas")},
        "people": {"ada": {"digest": digest, "read": ["atlas"]}},
    })  # fmt: skip


async def until(is_so: Callable[[], bool]) -> None:
    await asyncio.to_thread(eventually, is_so, "it is so")


@asynccontextmanager
async def workers_of(team: Team) -> AsyncIterator[Workers]:
    workers = Workers(team)
    try:
        yield workers
    finally:
        await workers.stop()


def test_a_worker_that_cannot_be_started_is_tried_again(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        async with workers_of(team) as workers:
            with monkeypatch.context() as broken:
                broken.setattr(sys, "executable", "/nothing/of/that/name")
                await workers.start()
                await until(lambda: workers.restarts > 0)
            await until(lambda: workers.count_up == 1)

    asyncio.run(check())


def test_what_killed_fronts_left_is_cleared_away_and_nothing_else(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory(prefix="vw-") as short:  # as a socket's path must be
        monkeypatch.setattr(tempfile, "tempdir", short)
        check_what_is_cleared_away(team, Path(short))


def check_what_is_cleared_away(team: Team, folder: Path) -> None:
    left, living, bare, others = (folder / f"vaultwatch-team-{name}" for name in "abcd")

    def standing() -> set[Path]:
        return {*folder.glob("vaultwatch-team-*")}

    for one in (left, living, bare):
        one.mkdir()
    (left / "home").mkdir()
    others.symlink_to(left)
    with socket.socket(socket.AF_UNIX) as dead, socket.socket(socket.AF_UNIX) as alive:
        dead.bind(str(left / "0"))
        alive.bind(str(living / "0"))
        alive.listen()
        dead.close()

        async def check() -> None:
            async with workers_of(team):
                async with workers_of(team) as beside:
                    await beside.start()
                    await until(lambda: beside.count_up == 1)
                assert len(standing()) == 4, "that of one that runs stays"

        asyncio.run(check())
    assert standing() == {living, bare, others}


def test_a_call_falls_on_no_connection_that_its_worker_lets_go_of(team: Team) -> None:
    async def answer_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer, and let go just as something more is asked."""
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        await reader.read(1)
        writer.close()

    async def check() -> None:
        async with workers_of(team) as workers:
            listening = workers._all[0]._socket.dup()  # noqa: SLF001 -- as a worker has it
            async with await asyncio.start_unix_server(answer_once, sock=listening):
                for _ in range(3):
                    assert (await workers.ask("atlas", [], b"")).status_code == 200

    asyncio.run(asyncio.wait_for(check(), PATIENCE_S))


def test_memory_is_told_while_a_worker_dies(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    known = psutil.Process(ended.pid)
    ended.communicate(b"\n")
    monkeypatch.setattr(psutil.Process, "children", lambda _: [known])

    async def check() -> None:
        async with workers_of(team) as workers:
            assert b"vaultwatch_resident_bytes" in Metrics().text(workers)

    asyncio.run(check())


class _Bare(worker._OpenVault):  # noqa: SLF001 -- the one that opens none
    """Opens nothing."""

    def __init__(self, _: Path) -> None:
        self.users, self.used_s = 0, 0.0

    async def start(self) -> None:
        """Nothing is to be begun."""

    async def close(self) -> None:
        """Nothing is open."""


def test_more_or_fewer_vaults_are_open_once_the_settings_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "_OpenVault", _Bare)
    monkeypatch.setattr(worker, "VaultWatch", lambda *_: None)
    folders = {name: f"/nothing/{name}" for name in "abcd"}

    async def check() -> None:
        vaults = Vaults(ServedVaults(folders, 1, 300))

        async def is_open_beside(name: str) -> None:
            async with vaults.asked(name):
                inside.append(name)

        inside: list[str] = []
        async with vaults.asked("a"):
            others = [asyncio.create_task(is_open_beside(name)) for name in "bc"]
            for _ in range(20):
                await asyncio.sleep(0)
            assert not inside, "one is open, and in use"
            vaults.take(ServedVaults(folders, 2, 300))
            await asyncio.gather(*others)
        assert sorted(inside) == ["b", "c"]
        vaults.take(ServedVaults(folders, 1, 300))
        async with vaults.asked("d"):
            assert [*vaults._open] == [folders["d"]]  # noqa: SLF001

    asyncio.run(asyncio.wait_for(check(), PATIENCE_S))


class _Failing:
    """A vault's server: ends before it answers, then in the midst, then is a good one."""

    begun = 0

    def __init__(self, _: object) -> None:
        self.session_manager = self

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        type(self).begun += 1
        if self.begun == 1:
            raise OSError("no file is left")
        yield
        if self.begun == 2:
            raise OSError("closed badly")


async def _said(vaults: Vaults) -> str:
    """Return what a call of a tool is told."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "vault_status"}}
    headers = [(b"x-vault", b"a"), (b"x-person", b"ada"), (b"x-may-write", b"0")]
    given = [{"type": "http.request", "body": json.dumps(call).encode()}]
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> Any:  # noqa: ANN401 -- as ASGI has it
        return given.pop() if given else await asyncio.Future()

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    await WorkerApp(vaults)({"type": "http", "headers": headers}, receive, send)
    text: str = sent[-1]["body"].decode()
    return text


def test_a_vault_that_fails_as_it_opens_or_later_says_so_and_is_opened_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def answer(_scope: object, _receive: object, send: Send) -> None:
        await Reply(200, b"all is well").send(send)

    monkeypatch.setattr(_Failing, "begun", 0)
    monkeypatch.setattr(worker, "build_server", _Failing)
    monkeypatch.setattr(worker, "inner_app", lambda *_: answer)

    async def check() -> None:
        vaults = Vaults(ServedVaults({"a": str(tmp_path)}, 1, 300))
        failed = await _said(vaults)
        assert "try again later" in failed
        assert "no file" not in failed
        assert await _said(vaults) == "all is well"
        (one,) = vaults._open.values()  # noqa: SLF001
        one._ending.set()  # noqa: SLF001 -- as where its tasks are cancelled
        await until(lambda: one.has_ended)
        assert await _said(vaults) == "all is well"
        assert _Failing.begun == 3
        await vaults.end()

    asyncio.run(asyncio.wait_for(check(), PATIENCE_S))
