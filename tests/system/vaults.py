"""A vault on disk and the real command line, for tests that use the product as a person would."""

import ctypes
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import vaultwatch.doors.cli.main  # noqa: F401 -- fills the table, as where a daemon was started
from tests.folders import named_files_in
from vaultwatch.__main__ import main

ROOT = Path(__file__).resolve().parents[2]

_POWERLESS = """
import ctypes, os, sys
if os.geteuid() == 0 and hasattr(ctypes.CDLL(None), "prctl"):
    for capability in (1, 2):
        ctypes.CDLL(None).prctl(24, capability)
os.execv(sys.executable, [sys.executable, "-m", "vaultwatch", *sys.argv[1:]])
"""
"""The command line without root's power over file modes (PR_CAPBSET_DROP of CAP_DAC_OVERRIDE and
CAP_DAC_READ_SEARCH), so that what is unreadable is so for whoever runs the tests."""

_CAPABILITIES = 0x20080522
"""Which layout of `capget` and `capset` is meant: two sets of three words. Source: capget(2)."""
_OVER_MODES = 1 << 1 | 1 << 2


@contextmanager
def powerless() -> Iterator[None]:
    """Take root's power over file modes from this thread for a while, as `Vault.run` does."""
    libc = ctypes.CDLL(None)
    if os.geteuid() != 0 or not hasattr(libc, "capset"):
        yield
        return
    head, sets = (ctypes.c_uint32 * 2)(_CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(head, sets) == 0
    full = sets[0]
    sets[0] = full & ~_OVER_MODES  # what is effective; what is permitted stays, to come back
    assert libc.capset(head, sets) == 0
    try:
        yield
    finally:
        sets[0] = full
        assert libc.capset(head, sets) == 0


@dataclass(frozen=True)
class Done:
    """What a command said."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of a command's JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def called(*arguments: str, **named: str) -> Done:
    """Run a command inside this process, with these variables in its environment."""
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.dict(os.environ, named),
        patch.object(sys, "argv", ["vaultwatch", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        status = main()
    return Done(status, out.getvalue(), err.getvalue())


@contextmanager
def terminal_that_types(typed: str) -> Iterator[None]:
    """Let the input of this process be a terminal."""
    keyboard, terminal = os.openpty()
    try:
        os.write(keyboard, typed.encode())
        with os.fdopen(terminal) as stdin, patch.object(sys, "stdin", stdin):
            yield
    finally:
        os.close(keyboard)


@dataclass(frozen=True)
class Vault:
    """One vault with its own state folder."""

    folder: Path
    state: Path

    def write(self, path: str, text: str, *, day: str | None = None) -> Path:
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())
        if day is not None:
            self.age(path, day)
        return place

    def age(self, path: str, day: str) -> None:
        stamp = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        os.utime(self.folder / path, (stamp, stamp))

    def read(self, path: str) -> str:
        return (self.folder / path).read_bytes().decode()

    def tick_box(self, ending: str) -> None:
        """Tick the one box of the report whose line ends so."""
        report = self.read("drift-report.md")
        (line,) = [one for one in report.splitlines() if one.endswith(ending)]
        self.write("drift-report.md", report.replace(line, line.replace("[ ]", "[x]")))

    def notes(self) -> dict[str, bytes]:
        """Return what stands beside the report, which `undo` writes anew and never puts back."""
        return {path: data for path, data in self.bytes().items() if path != "drift-report.md"}

    def run(self, *arguments: str, **more: str) -> Done:
        """Run a command to its end; `more` are variables of its environment."""
        with self.start(*arguments, **more) as process:
            out, err = process.communicate()
        assert "ResourceWarning" not in err, err
        return Done(process.returncode, out, err)

    def call(self, *arguments: str, **more: str) -> Done:
        """Run a command inside this process: the same way but for the start of Python.

        A start costs a second of CPU; `run` is for tests that need a process of their own.
        """
        named = {"VAULTWATCH_STATE": str(self.state), "VAULTWATCH_VAULT": str(self.folder), **more}
        return called(*arguments, **named)

    def run_on_terminal(self, *arguments: str, **more: str) -> Done:
        """Run a command to its end as a person does: its input is a terminal."""
        keyboard, terminal = os.openpty()
        try:
            with self._start(arguments, more, stdin=terminal) as process:
                out, err = process.communicate()
        finally:
            os.close(terminal)
            os.close(keyboard)
        return Done(process.returncode, out, err)

    def call_on_terminal(self, *arguments: str, typed: str = "", **more: str) -> Done:
        """Run a command inside this process whose input is a terminal."""
        with terminal_that_types(typed):
            return self.call(*arguments, **more)

    def start(self, *arguments: str, **more: str) -> subprocess.Popen[str]:
        """Start a command; who starts it ends it."""
        return self._start(arguments, more)

    def start_in(self, terminal: int, *arguments: str) -> subprocess.Popen[str]:
        """Start a command in a terminal; who starts it ends it."""
        return self._start(arguments, {}, told=terminal)

    def _start(
        self,
        arguments: Sequence[str],
        more: Mapping[str, str],
        stdin: int | None = None,
        told: int = subprocess.PIPE,
    ) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "VAULTWATCH_STATE": str(self.state),
            "VAULTWATCH_VAULT": str(self.folder),
            "PYTHONWARNINGS": "default",
            **more,
        }
        return subprocess.Popen(  # noqa: S603 -- our own command line
            [sys.executable, "-c", _POWERLESS, *arguments],
            env=environment,
            stdin=stdin,
            stdout=told,
            stderr=told,
            encoding="utf-8",
            cwd=ROOT,
        )

    def bytes(self) -> dict[str, bytes]:
        """Every file outside the hidden folders."""
        return {
            name: data
            for name, data in named_files_in(self.folder).items()
            if "/." not in f"/{name}"
        }


def use_hash_embedder(vault: Vault) -> None:
    """Settings that need no model: for tests that are not about meaning."""
    vault.write(".vaultwatch/config.toml", '[index]\nembedder = "hash"\n')
