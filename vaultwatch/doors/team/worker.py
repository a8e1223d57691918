"""One worker process: a group of vaults, opened for who asks, watched all the time.

    python -m vaultwatch.doors.team.worker SOCKET

SOCKET is the number of a socket that listens already. The front alone can reach it, and has checked
each call. What vaults there are comes over standard input, a line of JSON each time it changes; its
end is ours.
"""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import sys
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from anyio import to_thread
from mcp.server.transport_security import TransportSecuritySettings

from vaultwatch.doors.mcp.listing import for_agent
from vaultwatch.doors.mcp.over_http import App, AsgiScope, Receive, Reply, Send
from vaultwatch.doors.mcp.server import build_server
from vaultwatch.doors.mcp.serving import inner_app
from vaultwatch.doors.team.answers import spoken_error
from vaultwatch.doors.team.watching import CALLER, TURNS, Caller, TeamDesk, VaultWatch
from vaultwatch.errors import VaultwatchError
from vaultwatch.places import hold_in_place, surroundings
from vaultwatch.wiring import give_back_memory, keep_process_small, share_models

log = logging.getLogger(__name__)

LOOK_AROUND_S: Final = 15.0
"""So often it is looked which vaults nobody asked for. Chosen by hand."""
END_S: Final = 8.0
"""So long open vaults may take to close at the end. Chosen by hand."""
OF_THE_FRONT: Final = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""The front has held the host and the page against its own."""
MOST_THREADS: Final = 512
"""That wait for an answer of some vault: many, so that one that hangs keeps out no other's. Few are
ever made."""


@dataclass(frozen=True, slots=True)
class ServedVaults:
    """What the front says of a worker's vaults."""

    vaults: Mapping[str, str]
    open_vaults: int
    idle_s: float


class _OpenVault:
    """A vault's server, while it stands open."""

    def __init__(self, folder: Path) -> None:
        """Open it.

        Raises:
            VaultwatchError: it cannot be opened.
        """
        hold_in_place(folder)
        self._desk = TeamDesk(folder)
        self._server = build_server(self._desk)
        self.app: App = inner_app(self._server, OF_THE_FRONT)
        self.users = 0
        self.used_s = time.monotonic()
        self._ending = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    @property
    def has_ended(self) -> bool:
        """Whether it answers no more, though nobody closed it."""
        return self._running is not None and self._running.done()

    async def start(self) -> None:
        """Begin to answer.

        Raises:
            Exception: the server's own, where it ends before that; all is let go of.
        """
        ready = asyncio.Event()
        self._running = asyncio.create_task(self._run(ready))
        self._running.add_done_callback(lambda _: ready.set())  # else who asks waits for ever
        await ready.wait()
        if self.has_ended:
            await self.close()

    async def _run(self, ready: asyncio.Event) -> None:
        async with self._server.session_manager.run():
            ready.set()
            await self._ending.wait()

    async def close(self) -> None:
        """Let go of all; what it has begun is done first."""
        self._ending.set()
        try:
            if self._running is not None:
                await self._running
        finally:
            await to_thread.run_sync(self._desk.close)


class Vaults:
    """The vaults of this worker: so many are open at a time, who asked longest ago gives way."""

    def __init__(self, group: ServedVaults) -> None:
        """Open and watch nothing yet."""
        self.group = group
        self._open: dict[str, _OpenVault] = {}
        """By folder, as the locks and the watches: a name may get another."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._opening = 0
        self._changed = asyncio.Event()
        """Set where a vault may have become idle, or there may be room for another."""
        self._closing: set[asyncio.Task[None]] = set()
        self._watches: dict[str, VaultWatch] = {}

    @asynccontextmanager
    async def asked(self, name: str) -> AsyncIterator[_OpenVault]:
        """Give a vault to who asks it something.

        Raises:
            VaultwatchError: it cannot be opened, or there is none of that name any more.
        """
        folder = self.group.vaults.get(name)
        if folder is None:
            raise VaultwatchError("There is no such vault any more.")
        async with self._locks[folder]:
            if (held := self._open.get(folder)) is not None and held.has_ended:
                await self._let_go(folder, held)
            one = self._open.get(folder) or await self._opened(folder)
            one.users += 1
        try:
            yield one
        finally:
            one.users -= 1
            one.used_s = time.monotonic()
            self._changed.set()

    async def _opened(self, folder: str) -> _OpenVault:
        while len(self._open) + self._opening >= self.group.open_vaults:
            self._evict_one()
            self._changed.clear()
            await self._changed.wait()
        self._opening += 1
        try:
            one = await to_thread.run_sync(_OpenVault, Path(folder))
            await one.start()
            self._open[folder] = one
        finally:
            self._opening -= 1
            self._changed.set()
        return one

    def _evict_one(self) -> None:
        idle = [(one.used_s, folder) for folder, one in self._open.items() if not one.users]
        if idle:
            self._close_soon(min(idle)[1])

    def _close_soon(self, folder: str) -> asyncio.Task[None]:
        task = asyncio.create_task(self._close(folder))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        return task

    async def _close(self, folder: str) -> None:
        async with self._locks[folder]:
            one = self._open.get(folder)
            if one is not None and not one.users:  # else asked again meanwhile
                await self._let_go(folder, one)

    async def _let_go(self, folder: str, one: _OpenVault) -> None:
        try:
            await one.close()
        except Exception:
            log.exception("%r could not be closed", folder)
        finally:
            del self._open[folder]
            self._changed.set()

    async def look_around(self) -> None:
        """Close what nobody asks for, and give back memory, until cancelled."""
        seen = 0
        while True:
            await asyncio.sleep(min(LOOK_AROUND_S, self.group.idle_s))
            before_s = time.monotonic() - self.group.idle_s
            for folder, one in list(self._open.items()):
                if not one.users and one.used_s < before_s:
                    await self._close_soon(folder)
                    seen = -1
            if seen != (seen := TURNS.count_ended):  # else nothing was let go of
                await to_thread.run_sync(give_back_memory)

    def take(self, group: ServedVaults) -> None:
        """Go by another group; on the event loop."""
        self.group = group
        self._changed.set()
        kept = {*group.vaults.values()}
        for folder in [one for one in self._open if one not in kept]:
            self._close_soon(folder)
        for folder in [one for one in self._watches if one not in kept]:
            self._watches.pop(folder).stop()
        for name, folder in group.vaults.items():
            if folder not in self._watches:
                self._watches[folder] = VaultWatch(name, Path(folder))

    async def end(self) -> None:
        """Close all, as far as it can be done in time."""
        for watch in self._watches.values():
            watch.stop()
        closing = [self._close_soon(one) for one in list(self._open)]
        if closing:
            await asyncio.wait(closing, timeout=END_S)
        until_s = time.monotonic() + END_S
        for watch in self._watches.values():
            await to_thread.run_sync(watch.join, max(0.0, until_s - time.monotonic()))


class WorkerApp:
    """Answers what the front hands on."""

    def __init__(self, vaults: Vaults) -> None:
        """Reply nothing yet."""
        self._vaults = vaults

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Reply one call."""
        if scope["type"] != "http":
            return
        told = dict(scope["headers"])
        name = told[b"x-vault"].decode()
        caller = Caller(told[b"x-person"].decode(), told[b"x-may-write"] == b"1")
        body = await _body(receive)
        CALLER.set(caller)
        watching = asyncio.create_task(_watch(receive, caller))
        try:
            async with self._vaults.asked(name) as vault:
                answer = await _answered(vault.app, scope, body)
        except VaultwatchError as error:
            log.warning("vault=%r cannot be used: %s", name, error.message)
            answer = Reply(200, spoken_error(body, for_agent(error.message, error.hint)))
        except Exception:
            log.exception("vault=%r: a call failed", name)
            answer = Reply(200, spoken_error(body, "The vault failed at this; try again later."))
        finally:
            watching.cancel()
        answer.body = _hidden(self._vaults.group.vaults.get(name, "/")).sub(b"", answer.body)
        await answer.send(send)


async def _answered(app: App, scope: AsgiScope, body: bytes) -> Reply:
    """Return what a vault's server answers, once it is whole."""
    got = Reply(500, b"")
    parts: list[bytes] = []

    async def take(message: Any) -> None:  # noqa: ANN401 -- as ASGI has it
        if message["type"] == "http.response.start":
            got.status = message["status"]
            got.content_type = dict(message["headers"]).get(b"content-type", got.content_type)
        else:
            parts.append(message.get("body", b""))

    given = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Any:  # noqa: ANN401 -- as ASGI has it
        if given:
            return given.pop()
        return await asyncio.Future()  # nobody hangs up: the caller's own flag tells

    await app({**scope, "path": "/mcp", "raw_path": b"/mcp"}, give, take)
    got.body = b"".join(parts)
    return got


async def _body(receive: Receive) -> bytes:
    parts, is_more = [], True
    while is_more:
        message = await receive()
        parts.append(message.get("body", b""))
        is_more = message.get("more_body", False)
    return b"".join(parts)


async def _watch(receive: Receive, caller: Caller) -> None:
    """Have a call that the front withdraws write nothing any more."""
    while (await receive())["type"] != "http.disconnect":
        pass
    caller.is_over = True


@cache
def _hidden(vault: str) -> re.Pattern[bytes]:
    """Return what finds this machine's folders in an answer: what lies where is no caller's."""
    folders = (vault, *surroundings()[:-1])  # what is left is the zone of time
    spelt = {
        form for one in folders for is_ascii in (True, False) for form in _quoted(one, is_ascii)
    }
    either = "|".join(re.escape(one) for one in sorted(spelt, key=len, reverse=True) if one != "/")
    return re.compile(rf"(?<![\w/.-])(?:{either})(?:/|(?![\w-]))".encode("utf-8", "surrogatepass"))


def _quoted(text: str, is_ascii: bool) -> Iterator[str]:  # noqa: FBT001 -- of JSON
    """Yield a text as it stands in JSON, and in JSON that stands in JSON."""
    for _ in range(2):
        text = json.dumps(text, ensure_ascii=is_ascii)[1:-1]
        yield text


async def _serve(bound: socket.socket, group: ServedVaults) -> None:
    import uvicorn

    vaults = Vaults(group)
    to_thread.current_default_thread_limiter().total_tokens = MOST_THREADS
    config = uvicorn.Config(
        WorkerApp(vaults),
        ws="none",
        log_level="warning",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
    )
    server = uvicorn.Server(config)
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.should_exit = True

    def hear() -> None:
        with suppress(OSError, ValueError, RuntimeError):
            for line in sys.stdin:
                loop.call_soon_threadsafe(vaults.take, group_of(line))
        with suppress(RuntimeError):  # the front is gone
            loop.call_soon_threadsafe(end)

    vaults.take(vaults.group)
    threading.Thread(target=hear, name="hears", daemon=True).start()
    looking = asyncio.create_task(vaults.look_around())
    try:
        await server.serve(sockets=[bound])
    finally:
        looking.cancel()
        await vaults.end()
        os._exit(0)  # a thread that hangs on a vault that went away keeps nobody waiting


def group_of(line: str) -> ServedVaults:
    """Return what a line of the front says."""
    return ServedVaults(**json.loads(line))


def main() -> None:
    """Serve until the front is gone or says so."""
    # The front hears them, and says what is to be; the server asks for SIGTERM while it runs, and
    # what it heard comes again behind its end.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    keep_process_small()
    share_models()
    group = group_of(sys.stdin.readline())
    bound = socket.socket(fileno=int(sys.argv[1]))
    asyncio.run(_serve(bound, group))


if __name__ == "__main__":
    main()
