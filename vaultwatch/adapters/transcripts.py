"""Read the transcript that a client keeps of a session: JSON lines that grow while it runs.

A client's file is another program's: it may be away, half written, of a format that is not known or
of hundreds of megabytes. What cannot be read says nothing; it is never an error.
"""

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from vaultwatch.memories.transcript_lines import Row, said_in
from vaultwatch.memories.turns import Turn

MOST_BYTES: Final = 8_000_000
"""Read at once. Chosen by hand: a day's work at a desk; about 0.2 s of a processor."""
MOST_LINE_BYTES: Final = 1_000_000
"""A longer line holds a tool's result or a picture, and is passed by. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a part of a transcript says."""

    turns: tuple[Turn, ...] = ()
    next_byte: int = 0
    """Where the next look begins: behind the last whole line."""
    is_whole: bool = True
    """Whether it was read to its end; else another look goes on from `next_byte`."""
    todo: tuple[str, ...] | None = None
    """What the agent's own last list of things to do leaves open; None where it wrote no list."""
    context_used: float | None = None
    """Of the model's window, 0 to 1; None where the client does not say."""
    trouble: str = ""
    """Why nothing could be read; empty where it could."""


def read_turns(path: Path, *, from_byte: int = 0, most_bytes: int = MOST_BYTES) -> Transcript:
    """Return what a person typed and an agent wrote, from a byte on.

    Args:
        path: the transcript, as the client named it.
        from_byte: where the last look ended. A file that is shorter than that is another one by
            now, and read from its beginning.
        most_bytes: to read now.
    """
    try:
        # Without a wait: a pipe that somebody put there has no end.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as exc:
        return Transcript((), from_byte, trouble=f"the transcript cannot be opened ({exc})")
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        return Transcript((), from_byte, trouble="the transcript is no plain file")
    with os.fdopen(handle, "rb") as file:
        try:
            begin = from_byte if 0 <= from_byte <= status.st_size else 0
            file.seek(begin)
            lines = _Lines(file, begin, most_bytes)
            said = said_in(lines)
        except OSError as exc:
            return Transcript((), from_byte, trouble=f"the transcript cannot be read ({exc})")
    return Transcript(said.turns, lines.end, lines.is_whole, said.todo, said.context_used)


class _Lines:
    """Yields the whole lines of a file that hold an object, and knows where they ended."""

    def __init__(self, file: BinaryIO, begin: int, most_bytes: int) -> None:
        self._file = file
        self._last = begin + most_bytes
        self.end = begin
        self.is_whole = False

    def __iter__(self) -> Iterator[Row]:
        is_rest = False
        while self.end < self._last:
            line = self._file.readline(MOST_LINE_BYTES)
            row = None if is_rest else _row(line)
            is_ended = line.endswith(b"\n")
            if not line or not (is_ended or row is not None or len(line) == MOST_LINE_BYTES):
                break  # the end, or a line that the client is still writing
            self.end += len(line)
            is_rest = not is_ended and row is None
            if row is not None:
                yield row
        else:
            return
        self.is_whole = True


def _row(line: bytes) -> Row | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
