"""Run one program to its end, and no further: its time, its output and its children are bounded.

One thread serves its three pipes. When the program ends, by itself or by us, everything that it
started and that did not leave its process group ends with it.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, cast

from vaultwatch.adapters.models.readers import WaitPulse
from vaultwatch.errors import ReaderError

MAX_OUTPUT_BYTES: Final = 1_000_000
"""Of either stream. A batch's answer takes some 5 kB."""
PULSE_S: Final = 0.2
_PIECE_BYTES: Final = 65_536


@dataclass(frozen=True, slots=True)
class ProgramEnd:
    """What a program left behind."""

    status: int
    out: bytes
    err: bytes


def run_to_end(  # noqa: PLR0913 -- what a process is
    argv: Sequence[str],
    prompt: bytes,
    *,
    folder: Path,
    env: Mapping[str, str],
    limit_s: float,
    pulse: WaitPulse,
) -> ProgramEnd:
    """Run a program, without a shell.

    Args:
        argv: the program and its arguments.
        prompt: what it reads from standard input.
        folder: where it runs.
        env: all of its environment.
        limit_s: how long it may take.
        pulse: see `WaitPulse`.

    Raises:
        ReaderError: it cannot be started, takes too long or says too much.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own settings name it
            argv,
            cwd=folder,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as exc:
        raise ReaderError(
            f"The reader's program {argv[0]!r} cannot be started: {exc}",
            hint="Set reader.command to a program that stands, by its whole path.",
            ends_the_day=True,
        ) from exc
    following = _Following(process, prompt)
    try:
        following.until_it_ends(limit_s, pulse)
    finally:
        _end(process)
        following.read_what_is_left()
    return ProgramEnd(process.returncode, bytes(following.out), bytes(following.err))


class _Following:
    """The pipes of a program that runs."""

    def __init__(self, process: "subprocess.Popen[bytes]", prompt: bytes) -> None:
        self.out, self.err = bytearray(), bytearray()
        self._process = process
        self._left = memoryview(prompt)
        self._stdin = cast("IO[bytes]", process.stdin)
        self._into = {
            cast("IO[bytes]", process.stdout): self.out,
            cast("IO[bytes]", process.stderr): self.err,
        }
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        for pipe in (self._stdin, *self._into):
            os.set_blocking(pipe.fileno(), False)
        for pipe in self._into:
            self._selector.register(pipe, selectors.EVENT_READ)

    def until_it_ends(self, limit_s: float, pulse: WaitPulse) -> None:
        """Serve the pipes until the program itself is gone, whatever its children do."""
        ends_s = time.monotonic() + limit_s
        while self._process.poll() is None:
            pulse()
            left_s = ends_s - time.monotonic()
            if left_s <= 0:
                raise ReaderError(f"The reader took longer than {limit_s:g} s and was ended.")
            for key, _ in self._selector.select(min(PULSE_S, left_s)):
                if key.fileobj is self._stdin:
                    self._write()
                else:
                    self._read(cast("IO[bytes]", key.fileobj))
            if max(len(self.out), len(self.err)) > MAX_OUTPUT_BYTES:
                raise ReaderError("The reader's program says too much and was ended.")

    def read_what_is_left(self) -> None:
        """Take what stands in the pipes, and close them."""
        for pipe in (*self._into, self._stdin):
            while pipe in self._into and pipe in self._selector.get_map():
                if not self._read(pipe) or len(self._into[pipe]) > MAX_OUTPUT_BYTES:
                    break
            with suppress(OSError):  # a prompt that nobody read
                pipe.close()
        self._selector.close()

    def _write(self) -> None:
        try:
            self._left = self._left[os.write(self._stdin.fileno(), self._left[:_PIECE_BYTES]) :]
        except BlockingIOError:
            return
        except OSError:  # it reads no more: its answer says why
            self._left = self._left[:0]
        if not self._left:
            self._selector.unregister(self._stdin)
            self._stdin.close()

    def _read(self, pipe: IO[bytes]) -> bool:
        """Take a piece; False where there is none now."""
        try:
            piece = os.read(pipe.fileno(), _PIECE_BYTES)
        except BlockingIOError:
            return False
        if not piece:
            self._selector.unregister(pipe)
            return False
        self._into[pipe] += piece
        return True


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End the whole group; what has ended by itself leaves children behind at times."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
