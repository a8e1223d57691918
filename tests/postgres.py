"""A PostgreSQL server of the tests' own, on a socket in a folder that goes with it."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_UNSAFE = "-c fsync=off -c full_page_writes=off -c listen_addresses=127.0.0.1"
_WHO_MAY = """\
local all locked scram-sha-256
local all all trust
host all all 127.0.0.1/32 reject
"""
"""The role `locked` is asked for a password; over a wire nobody gets in."""
_NOBODY = "nobody"
"""As whom it runs where root may not."""


def why_none() -> str:
    """Return why no server can be had; empty where one can."""
    wanting = [name for name in ("initdb", "pg_ctl") if shutil.which(name) is None]
    if wanting:
        return f"no PostgreSQL server here: {', '.join(wanting)} not found"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "no driver for PostgreSQL here: psycopg is not installed"
    return ""


class Server:
    """One that runs, or is stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._user = _NOBODY if os.geteuid() == 0 else None

    def url(self, database: str = "postgres", *, user: str = "tests", by_tcp: bool = False) -> str:
        host = f"127.0.0.1&port={self.port}" if by_tcp else f"{self.folder}&port={self.port}"
        return f"postgresql+psycopg://{user}@/{database}?host={host}"

    def make(self) -> None:
        if self._user:
            shutil.chown(self.folder, self._user)
        self.folder.chmod(0o755)  # its socket is for whoever a test runs a command as
        self._run("initdb", "-D", str(self.data), "-U", "tests", "-E", "UTF8", "-N", "--locale=C")
        (self.data / "pg_hba.conf").write_text(_WHO_MAY)

    def start(self) -> None:
        options = f"{_UNSAFE} -k {self.folder} -p {self.port}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    def _run(self, *words: str) -> None:
        subprocess.run(  # noqa: S603 -- the server's own programs
            words,
            check=True,
            user=self._user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )


@contextmanager
def a_server() -> Iterator[Server]:
    """Give a server that runs."""
    with tempfile.TemporaryDirectory(prefix="vw-pg-", ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder))
        server.make()
        server.start()
        try:
            yield server
        finally:
            if (server.data / "postmaster.pid").exists():
                server.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One for all tests of a run; each has a schema of its own."""
    if reason := why_none():
        pytest.skip(reason)
    with a_server() as running:
        yield running
