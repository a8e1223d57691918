"""Bring a fault into a running process; Python imports this by itself where it finds it.

With `FAULTS` naming a file, that file is read again and again: the JSON of the faults that are on.

    clock_s    how many seconds the clock is off

The product waits less between tries than a person's machine would, so that a test ends soon.
"""

import datetime as dt
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

RETRY_S = 0.5


def now_on() -> dict[str, Any]:
    """Return the faults."""
    try:
        faults: dict[str, Any] = json.loads(Path(os.environ["FAULTS"]).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return faults


def bring() -> None:
    """Put the faults under the calls that would meet them."""
    clock = time.time

    class Calendar(dt.datetime):
        """Tells the time by the clock that is off."""

        @classmethod
        def now(cls, tz: dt.tzinfo | None = None) -> dt.datetime:  # type: ignore[override]
            off = dt.timedelta(seconds=now_on().get("clock_s", 0))
            return dt.datetime.now(tz) + off

    time.time = lambda: clock() + now_on().get("clock_s", 0)
    threading.Thread(target=_wait_for_modules, args=(Calendar,), daemon=True).start()


def _wait_for_modules(calendar_off: type) -> None:
    wanted: dict[str, dict[str, object]] = {
        "vaultwatch.adapters.machine.clock": {"datetime": calendar_off},
        "apscheduler.schedulers.base": {"datetime": calendar_off},
        "vaultwatch.daemon.schedule": {"datetime": calendar_off, "CATCH_UP_S": RETRY_S},
        "vaultwatch.daemon.worker": {"FIRST_RETRY_S": RETRY_S},
    }
    while wanted:
        for name, values in list(wanted.items()):
            module = sys.modules.get(name)
            if module is not None and not getattr(module.__spec__, "_initializing", False):
                for key, value in values.items():
                    setattr(module, key, value)
                del wanted[name]
        time.sleep(0.005)


if "FAULTS" in os.environ:
    bring()
