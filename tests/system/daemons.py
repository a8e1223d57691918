"""A vault with a running daemon, for tests that use it as a person and an editor would."""

import json
import logging
import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from tests.system.vaults import Vault, powerless
from vaultwatch.daemon import run as daemon_run
from vaultwatch.daemon import worker as daemon_worker
from vaultwatch.doors.cli.for_another import do_for_another
from vaultwatch.doors.mcp import desk
from vaultwatch.doors.requests import own_asking, own_door
from vaultwatch.places import Places

PATIENCE_S = 120.0
"""How long a busy machine may take for what takes a second or two."""
ASKING = httpx.Client(
    limits=httpx.Limits(max_keepalive_connections=0), timeout=PATIENCE_S, trust_env=False
)
"""A connection a question; one client, for to make it reads all authorities: 17 ms of CPU."""


def eventually(is_true: Callable[[], Any], what: str, within_s: float = PATIENCE_S) -> Any:  # noqa: ANN401 -- whatever was waited for
    """Wait for something to hold; return it."""
    end_s = time.monotonic() + within_s
    while time.monotonic() < end_s:
        if found := is_true():
            return found
        time.sleep(0.05)
    raise AssertionError(f"never came: {what}")


@dataclass
class Seen:
    """A vault and what its daemon says of itself, wherever that runs."""

    vault: Vault
    said: list[str] = field(default_factory=list, kw_only=True)
    """The log so far."""

    def jobs(self, kind: str = "") -> list[str]:
        """The log's lines of jobs that did something."""
        return [line for line in list(self.said) if f"did job={kind}" in line]

    @property
    def places(self) -> Places:
        return Places(self.vault.folder, state_base=self.vault.state)

    @property
    def state(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self.places.heartbeat.read_text())
        except (OSError, ValueError):
            return {}
        return found if found.get("pid") else {}

    def is_ready(self) -> bool:
        return bool(self.state.get("ready_at")) and not self.state.get("stopped_at")

    def is_at_rest(self) -> bool:
        """Whether nothing is in hand and nothing waits."""
        now = self.state
        return bool(now) and not now["doing"] and not now["queue"]

    def indexed(self) -> set[str]:
        """The notes in the index, as a search over the ledger tells."""
        from vaultwatch.wiring import open_workspace

        with open_workspace(self.vault.folder, "read", state=self.vault.state) as ws:
            return {
                path
                for path, stat in ws.ledger.note_stats().items()
                if stat.indexed_digest == stat.digest
            }

    def digests(self) -> dict[str, str]:
        """What the ledger says of each note, whether the vault stands or is away."""
        with closing(sqlite3.connect(self.places.ledger)) as ledger:
            return dict(ledger.execute("SELECT path, digest FROM notes"))

    def report(self) -> str:
        try:
            return self.vault.read("drift-report.md")
        except FileNotFoundError:
            return ""


@dataclass
class Watched(Seen):
    """A vault and the process that watches it."""

    process: subprocess.Popen[str]

    def __post_init__(self) -> None:
        # Read all along: a pipe that nobody empties would stop the daemon.
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()

    def _read_log(self) -> None:
        for line in self.process.stderr or ():
            self.said.append(line.rstrip())

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it and keep what it said; return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return self.process.returncode


@contextmanager
def watching(vault: Vault, *, wait: bool = True, **environment: str) -> Iterator[Watched]:
    """Run a daemon on the vault; on the way out it is killed if it still runs."""
    heartbeat = Places(vault.folder, state_base=vault.state).heartbeat
    heartbeat.unlink(missing_ok=True)
    process = vault.start("run", **environment)
    watched = Watched(vault, process)
    try:
        if wait:
            eventually(
                lambda: watched.is_ready() or process.poll() is not None, "the daemon is ready"
            )
            assert process.poll() is None, watched.said
        yield watched
    except BaseException as error:
        error.add_note("\n".join(["The daemon said:", *watched.said[-40:], str(watched.state)]))
        raise
    finally:
        if process.poll() is None:
            process.kill()
        watched.stop()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


class _Here(daemon_run.Daemon):
    """The daemon on a thread of this process: told to stop by a call, not by a signal."""

    def _listen(self) -> None:
        pass


class _Keeping(logging.Handler):
    """Keeps every line of the log."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@contextmanager
def watching_here(vault: Vault) -> Iterator[Seen]:
    """Run a daemon on a thread of this process: all the same but for the process and its signals.

    To start one of its own takes a second and a half of CPU. This one tries again sooner, too.
    """
    seen = Seen(vault)
    seen.places.heartbeat.unlink(missing_ok=True)
    keeping, ours = _Keeping(seen.said), logging.getLogger("vaultwatch")
    ours.addHandler(keeping)
    logging.getLogger("vaultwatch.daemon").setLevel(logging.INFO)  # whatever a command sets
    named = {"VAULTWATCH_STATE": str(vault.state), "VAULTWATCH_VAULT": str(vault.folder)}
    try:
        with (
            patch.dict(os.environ, named),
            # What is for a whole process: its heap, and its end where the worker hangs.
            patch.multiple(daemon_run, keep_heap_small=lambda: None, STOP_S=PATIENCE_S),
            patch.multiple(daemon_worker, give_back_memory=lambda: None, FIRST_RETRY_S=0.5),
        ):
            daemon = _Here(vault.folder, do_for_another)
            thread = threading.Thread(target=daemon.run, name="watching", daemon=True)
            with powerless():  # its threads never have root's power over modes
                thread.start()
            try:
                eventually(lambda: seen.is_ready() or not thread.is_alive(), "it is ready")
                assert thread.is_alive(), seen.said
                yield seen
                assert thread.is_alive(), seen.said
            except BaseException as error:
                error.add_note("\n".join(["The daemon said:", *seen.said[-40:], str(seen.state)]))
                raise
            finally:
                daemon.stop()
                thread.join(PATIENCE_S)
    finally:
        ours.removeHandler(keeping)
        logging.getLogger("vaultwatch.daemon").setLevel(logging.NOTSET)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let who is asked for a command take its time: a busy machine may need more than a second."""
    monkeypatch.setattr(own_asking, "CLAIM_S", PATIENCE_S)
    monkeypatch.setattr(desk, "CLAIM_S", PATIENCE_S)
    for name in ("CLAIM_S", "SAID_WITHIN_S"):
        monkeypatch.setattr(own_door, name, PATIENCE_S)


def with_settings(vault: Vault, more: str = "") -> None:
    """Settings that need no model and settle fast."""
    Path(vault.folder / ".vaultwatch").mkdir(parents=True, exist_ok=True)
    vault.write(
        ".vaultwatch/config.toml",
        f'[index]\nembedder = "hash"\n[watch]\nquiet_s = 0.2\nmax_wait_s = 2.0\n{more}',
    )
