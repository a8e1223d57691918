"""Have what is in doubt read by the clock, by a process of its own.

A model takes a minute to answer: meanwhile saved notes are looked at.
"""

import logging
import subprocess
from pathlib import Path
from typing import Final

from vaultwatch.services.operations.own_program import own_program
from vaultwatch.services.reader.waiting import waiting_findings
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

END_S: Final = 5.0
"""So long a run that shall end may take to."""


class ReadingRun:
    """One run at a time."""

    def __init__(self, vault: Path) -> None:
        """Begin nothing yet."""
        self._vault = vault
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, ws: Workspace) -> str:
        """Begin a run where somebody is named to read and something waits; say so for the log."""
        if ws.settings.reader.kind == "off" or self._runs():
            return ""
        if not waiting_findings(ws, ws.settings.reader.known_as):
            return ""
        words = [*own_program(), "setup", "reader", "run", "--vault", str(self._vault)]
        self._process = subprocess.Popen(  # noqa: S603 -- this very program
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return "a reader began"

    def stop(self) -> None:
        """End a run that goes on; what it read and did not hand in is read another day."""
        if self._process is not None and self._runs():
            self._process.terminate()
            try:
                self._process.wait(END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(END_S)

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None
