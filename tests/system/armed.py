"""The processes that are killed: vaultwatch over a market, armed, and what its heartbeat says."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.system.killing import Arms
from tests.system.market import Market
from vaultwatch.adapters.ledger.bare import VERSION

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 90.0
"""A job that failed is tried again after 5, 10, 20 seconds."""


@dataclass
class Armed:
    """One daemon at most over a vault, and commands beside it."""

    market: Market
    _process: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """Leave no process behind."""
        if self._process is not None and self._process.poll() is None:
            self._end(signal.SIGKILL)

    @property
    def log(self) -> Path:
        return self.market.state / "chaos.log"

    @property
    def arms(self) -> Path:
        return self.market.state / "arms.json"

    def _start(self, arms: Arms | None = None) -> None:
        self.market.places.heartbeat.unlink(missing_ok=True)
        self.arms.unlink(missing_ok=True)
        if arms is not None:
            self._arm(arms)
        self._process = self._launch(self.arms, "run")

    def _arm(self, arms: Arms) -> None:
        draft = self.arms.with_suffix(".draft")
        draft.write_text(json.dumps(asdict(arms)))
        draft.replace(self.arms)

    def _launch(self, arms: Path, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {
            **os.environ,
            "VAULTWATCH_STATE": str(self.market.state),
            "VAULTWATCH_VAULT": str(self.market.folder),
            "PYTHONPATH": str(ROOT),
            "CHAOS_TICK_S": str(self.market.tick_s),
        }
        command = [sys.executable, str(ROOT / "tests" / "system" / "killing.py"), str(arms)]
        with self.log.open("ab") as log:
            return subprocess.Popen(  # noqa: S603 -- our own command line
                [*command, *arguments], env=environment, stdout=log, stderr=log
            )

    def _wait_until_ready(self) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not self._heartbeat().get("ready_at"):
            if self._running().poll() is not None or time.monotonic() > end_s:
                raise AssertionError(f"not ready: {self.log.read_text('utf-8')[-2000:]}")
            time.sleep(0.01)

    def _wait_until_away(self) -> None:
        """Have it see that the vault is not there; it may end for that."""
        end_s = time.monotonic() + PATIENCE_S
        while not self._heartbeat().get("gone") and time.monotonic() < end_s:
            if self._running().poll() is not None:
                self._process = None
                return
            time.sleep(0.01)

    def _heartbeat(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self.market.places.heartbeat.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if found.get("pid") == self._running().pid else {}

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def _end(self, how: int) -> None:
        process = self._running()
        process.send_signal(how)
        process.wait(PATIENCE_S)
        self._process = None


def make_old(ledger: Path) -> None:
    """Have a ledger say that it is of the version before, which is brought over as a whole."""
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION - 1}")
