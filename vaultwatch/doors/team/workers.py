"""The workers, as the front sees them: started, asked, started again where one died, ended."""

import asyncio
import json
import logging
import os
import shutil
import socket
import stat
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from zlib import crc32

import httpx
import platformdirs
import psutil
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from vaultwatch.doors.team.config import Team
from vaultwatch.places import STATE_VARIABLE

log = logging.getLogger(__name__)

TOLD_WITHIN_S: Final = 5.0
"""So long a worker may take to read what changed. Chosen by hand."""
END_WITHIN_S: Final = 25.0
"""So long workers may take to end: they finish calls, close vaults and stop watching. Chosen by
hand: systemd waits 90 s."""
MOST_PAUSE_S: Final = 30.0
"""Before one that dies again and again is started anew; it lived for less. Chosen by hand."""
_BACKLOG: Final = 1024
"""Calls that wait for a worker that starts."""


class Workers:
    """All of them; a vault's name alone tells which has it."""

    def __init__(self, team: Team) -> None:
        """Start none yet."""
        self._team = team
        self.state = Path(team.state)
        _clear_leftovers()
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX)
        self._all = [_OneWorker(self, number) for number in range(team.workers)]
        self.restarts = 0

    @property
    def count_up(self) -> int:
        """How many run."""
        return sum(one.is_up for one in self._all)

    async def start(self) -> None:
        """Start all, and keep them alive."""
        for one in self._all:
            one.begin()

    async def tell(self, team: Team) -> None:
        """Have them go by other settings."""
        self._team = team
        await asyncio.gather(*(one.tell() for one in self._all))

    async def ask(
        self, vault: str, headers: Sequence[tuple[bytes, bytes]], body: bytes
    ) -> httpx.Response:
        """Return what the worker of a vault answers.

        Raises:
            httpx.TransportError: it ended in the midst of it.
        """
        client = self._all[crc32(vault.encode()) % len(self._all)].client
        return await client.post("http://worker/", headers=[*headers], content=body)

    async def stop(self) -> None:
        """End all."""
        await asyncio.gather(*(one.stop() for one in self._all))
        self._folder.cleanup()

    def place(self, number: int) -> Path:
        """Return where a worker listens: only this user can reach it."""
        return Path(self._folder.name) / str(number)

    def group(self, number: int) -> bytes:
        """Return what a worker is told, a line."""
        team, count = self._team, len(self._all)
        told = {
            "vaults": {
                name: folder
                for name, folder in team.vaults.items()
                if crc32(name.encode()) % count == number
            },
            "open_vaults": team.limits.open_vaults,
            "idle_s": team.limits.idle_s,
        }
        return json.dumps(told).encode() + b"\n"

    def environment(self) -> dict[str, str]:
        """Return the variables of a worker.

        Its home is an empty folder: what memories say of files is held against the home, and the
        vaults of others may lie in that of who runs the server.
        """
        kept = {name: value for name, value in os.environ.items() if name not in _OF_SYSTEMD}
        home = Path(self._folder.name) / "home"
        home.mkdir(exist_ok=True)
        own = {
            "XDG_CONFIG_HOME": platformdirs.user_config_path(),
            "XDG_CACHE_HOME": platformdirs.user_cache_path(),
            "PGPASSFILE": Path(os.environ.get("PGPASSFILE") or Path.home() / ".pgpass"),
            STATE_VARIABLE: self.state,
            # Arrow's own pools keep what they freed. Read at import.
            "ARROW_DEFAULT_MEMORY_POOL": os.environ.get("ARROW_DEFAULT_MEMORY_POOL", "system"),
            "HOME": home,
        }
        return kept | {name: str(one) for name, one in own.items()}


def _clear_leftovers() -> None:
    """Take away what killed fronts of this user left: at their first socket nobody listens."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError), closing(socket.socket(socket.AF_UNIX)) as asking:
            held = folder.lstat()
            if not stat.S_ISDIR(held.st_mode) or held.st_uid != os.geteuid():
                continue
            asking.settimeout(0)
            try:
                asking.connect(str(folder / "0"))
            except ConnectionRefusedError:
                shutil.rmtree(folder)


_PREFIX: Final = "vaultwatch-team-"
_OF_SYSTEMD: Final = frozenset({"NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS"})


class _OneWorker:
    """One worker process, and the next where it dies."""

    def __init__(self, owner: Workers, number: int) -> None:
        self._owner = owner
        self._number = number
        self._place = owner.place(number)
        # Ours, and handed on to each: who calls while none runs waits for the next.
        self._socket = socket.socket(socket.AF_UNIX)
        draft = self._place.with_name(f".{number}")
        self._socket.bind(str(draft))
        self._socket.listen(_BACKLOG)
        draft.rename(self._place)  # who stands there listens: see `_clear_leftovers`
        self._process: Process | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._is_ending = False
        # A connection for each call: one that is kept its worker lets go of as it is asked.
        alone = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        transport = httpx.AsyncHTTPTransport(uds=str(self._place), limits=alone)
        # Who asks sets a time.
        self.client = httpx.AsyncClient(transport=transport, timeout=None, trust_env=False)  # noqa: S113

    @property
    def is_up(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def begin(self) -> None:
        self._keeping = asyncio.create_task(self._keep())

    async def tell(self) -> None:
        """Say what changed; one that is just starting reads it first of all."""
        process = self._process
        if process is not None and process.stdin is not None:
            with suppress(OSError, TimeoutError):
                process.stdin.write(self._owner.group(self._number))
                await asyncio.wait_for(process.stdin.drain(), TOLD_WITHIN_S)

    async def stop(self) -> None:
        self._is_ending = True
        process = self._process
        if process is not None and process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), END_WITHIN_S)
            except TimeoutError:
                log.warning("worker %d did not end in time", self._number)
                process.kill()
        if self._keeping is not None:
            self._keeping.cancel()
        await self.client.aclose()
        self._socket.close()

    async def _keep(self) -> None:
        pause_s = 0.0
        while True:
            began_s = time.monotonic()
            try:
                ended = f"ended with status {await self._run()}"
            except OSError as exc:  # no memory or file is left: later, perhaps
                ended = f"could not be started ({exc.strerror})"
            if self._is_ending:
                return
            self._owner.restarts += 1
            log.error("worker %d %s; it is started again", self._number, ended)
            lived_s = time.monotonic() - began_s
            pause_s = 0.0 if lived_s > MOST_PAUSE_S else min(MOST_PAUSE_S, pause_s * 2 + 0.5)
            await asyncio.sleep(pause_s)

    async def _run(self) -> int:
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "vaultwatch.doors.team.worker"),
            str(self._socket.fileno()),
            stdin=PIPE,
            pass_fds=[self._socket.fileno()],
            env=self._owner.environment(),
            start_new_session=True,  # a Ctrl-C is for the front
        )
        await self.tell()
        return await self._process.wait()


class Metrics:
    """What this server counted since it began."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        """Begin at nothing."""
        self._registry = CollectorRegistry()
        self._calls = Counter(
            "vaultwatch_calls", "Calls of known tokens.", ["outcome"], registry=self._registry
        )
        self._refusals = Counter(
            "vaultwatch_refusals", "Requests refused, by status.", ["status"],
            registry=self._registry,
        )  # fmt: skip
        self.under_way = Gauge(
            "vaultwatch_calls_under_way", "Calls that a worker has.", registry=self._registry
        )
        self._seconds = Histogram(
            "vaultwatch_call_seconds", "How long calls took.", registry=self._registry
        )
        self._up = Gauge("vaultwatch_workers_up", "Workers that run.", registry=self._registry)
        self._restarts = Gauge(
            "vaultwatch_worker_restarts", "Workers that were started again.",
            registry=self._registry,
        )  # fmt: skip
        self._bytes = Gauge(
            "vaultwatch_resident_bytes", "Memory of all processes.", registry=self._registry
        )

    def answered(self, outcome: str, seconds: float) -> None:
        """Count a call of somebody known."""
        self._calls.labels(outcome).inc()
        self._seconds.observe(seconds)

    def refused(self, status: int) -> None:
        """Count a request that no worker saw."""
        self._refusals.labels(status).inc()

    def text(self, workers: Workers) -> bytes:
        """Return all in Prometheus' own words."""
        self._up.set(workers.count_up)
        self._restarts.set(workers.restarts)
        own, size = psutil.Process(), 0
        for one in (own, *own.children()):
            with suppress(psutil.NoSuchProcess):  # it died just now
                size += one.memory_info().rss
        self._bytes.set(size)
        return generate_latest(self._registry)
