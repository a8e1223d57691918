"""Say what the daemon is at, for `vaultwatch status` and for systemd's watchdog."""

import os
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from vaultwatch import __version__
from vaultwatch.adapters.machine.clock import Clock
from vaultwatch.services.daemon_state import BEAT_S, DaemonState, keep_state

HANG_S = 600.0
"""A job that says nothing for so long hangs. Chosen by hand: the longest silent step, tidying a
million chunks, takes 10 s (FACTS), and a slow disk may take ten times that."""


class Heartbeat:
    """The state that doors read; any thread may change it."""

    def __init__(self, file: Path, clock: Clock) -> None:
        """Begin a life; nothing is written yet."""
        self._file = file
        self._clock = clock
        self._lock = threading.Lock()
        now = clock.now().isoformat()
        self._state = DaemonState(os.getpid(), __version__, started_at=now, beat_at=now)
        self._written_s = 0.0
        self._progress_s = time.monotonic()

    @property
    def state(self) -> DaemonState:
        """What was last said."""
        return self._state

    def now(self) -> str:
        """Return the present as the state holds it."""
        return self._clock.now().isoformat()

    def change(self, **values: Any) -> None:  # noqa: ANN401 -- fields of DaemonState
        """Set fields and write the state at once."""
        with self._lock:
            self._state = replace(self._state, **values)
            self._progress_s = time.monotonic()
            self._write()

    def progress(self) -> None:
        """Take note that the job in hand gets on."""
        self._progress_s = time.monotonic()

    def beat(self, *, queue: int, last_event_at: str) -> None:
        """Write the state if it is due or the queue changed between empty and not."""
        with self._lock:
            is_due = time.monotonic() - self._written_s >= BEAT_S
            turned = bool(queue) != bool(self._state.queue)
            self._state = replace(self._state, queue=queue, last_event_at=last_event_at)
            if is_due or turned:
                self._write()

    def hangs(self) -> bool:
        """Tell whether a job is in hand and has not got on for `HANG_S`."""
        return bool(self._state.doing) and time.monotonic() - self._progress_s > HANG_S

    def _write(self) -> None:
        self._state = replace(self._state, beat_at=self.now())
        self._written_s = time.monotonic()
        keep_state(self._file, self._state)
