"""Speak with systemd: tell it how the daemon fares, and ask a user's own systemd to do things.

`Notifier` is sd_notify(3) in a few lines: datagrams to the socket that systemd names. Telling must
never hurt the work, so it fails in silence. `ask_manager` runs a program with a list of words,
never a shell: that of launchd and of Windows too.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from vaultwatch.errors import NotThereError, VaultwatchError

ALIVE_A_THIRD = 3
"""A keep-alive three times a watchdog's period: two may come late. sd_watchdog_enabled(3) asks for
two."""
LONGEST_STATUS_CHARS = 400
"""A line of `systemctl status`; chosen by hand."""
ANSWER_S = 30.0
"""The user's systemd answers in milliseconds; a machine that just woke takes longer."""
BY_HAND = (
    "Run `vaultwatch run --vault FOLDER` in a terminal, or let your desktop start it when you log "
    "in: docs/service.md says how."
)


class Notifier:
    """Tell systemd how the daemon fares; does nothing where it was not started by systemd."""

    def __init__(self, address: str = "") -> None:
        """Keep where to tell it."""
        is_usable = address.startswith(("/", "@")) and len(address) > 1 and "\0" not in address
        name = "\0" + address[1:] if address.startswith("@") else address
        self._address = os.fsencode(name) if is_usable else b""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Notifier":
        """Return one that tells the socket in NOTIFY_SOCKET, if there is one."""
        return cls(environment.get("NOTIFY_SOCKET", ""))

    def ready(self) -> None:
        """Say that the start, or the reading of new settings, is done."""
        self._tell("READY=1")

    def status(self, text: str) -> None:
        """Say in a line what it is at; `systemctl status` shows it."""
        self._tell(f"STATUS={_one_line(text)}")

    def alive(self) -> None:
        """Say that the worker lives, before the watchdog's time is over."""
        self._tell("WATCHDOG=1")

    def reloading(self) -> None:
        """Say that settings are read again; `ready` ends it."""
        monotonic_us = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        self._tell("RELOADING=1", f"MONOTONIC_USEC={monotonic_us}")

    def stopping(self) -> None:
        """Say that it ends in good order."""
        self._tell("STOPPING=1")

    def extend(self, seconds: float) -> None:
        """Ask for so many seconds more before a start or stop counts as failed."""
        self._tell(f"EXTEND_TIMEOUT_USEC={max(0, round(seconds * 1_000_000))}")

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX, _DATAGRAMS) as out:
            out.settimeout(0)  # a full queue costs one message, not the worker's time
            out.sendto("\n".join(lines).encode("utf-8", "replace"), self._address)


_DATAGRAMS = socket.SOCK_DGRAM | getattr(socket, "SOCK_CLOEXEC", 0)


def watchdog_every_s(environment: Mapping[str, str] = os.environ) -> float | None:
    """Return how often to say `alive`; None where no watchdog waits for this process."""
    try:
        period_us = int(environment["WATCHDOG_USEC"])
        watched = int(environment.get("WATCHDOG_PID") or os.getpid())
    except (KeyError, ValueError):
        return None
    if period_us <= 0 or watched != os.getpid():
        return None
    return period_us / 1_000_000 / ALIVE_A_THIRD


@dataclass(frozen=True, slots=True)
class ManagerAnswer:
    """What a program that looks after services said."""

    status: int
    out: str
    err: str


def ask_manager(program: str, *words: str) -> ManagerAnswer:
    """Run a program that looks after services with these words; return what it said.

    Raises:
        NotThereError: this machine has none.
        VaultwatchError: it does not answer.
    """
    found = shutil.which(program)
    if found is None:
        named = _MANAGERS.get(program, program)
        raise NotThereError(f"This machine has no {named} to run a service.", hint=BY_HAND)
    try:
        done = subprocess.run(  # noqa: S603 -- a list of words, no shell
            [found, *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=ANSWER_S,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0"},
        )
    except (OSError, subprocess.TimeoutExpired) as exc:
        raise VaultwatchError(f"{program} does not answer: {exc}.", hint="Try again.") from exc
    return ManagerAnswer(done.returncode, done.stdout, done.stderr)


_MANAGERS = {"systemctl": "systemd", "launchctl": "launchd", "schtasks": "Task Scheduler"}


def ask_systemctl(*words: str) -> ManagerAnswer:
    """Run `systemctl --user` with these words and return what it said, well or ill."""
    return ask_manager("systemctl", "--user", "--no-pager", *words)


def require_user_manager() -> None:
    """Return if this user's own systemd answers.

    Raises:
        NotThereError: it does not: no systemd, or nobody logged in the way that starts one.
    """
    answer = ask_systemctl("show", "--property=Version", "--value")
    if answer.status != 0:
        why = _one_line(answer.err) or f"systemctl ended with {answer.status}"
        raise NotThereError(
            f"No systemd of your own answers here ({why}).",
            hint=f"Log in on a desktop or by ssh, not with su or sudo. {BY_HAND}",
        )


def _one_line(text: str) -> str:
    """Make what could pass for a second line of the protocol part of the first."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return flat[:LONGEST_STATUS_CHARS]
