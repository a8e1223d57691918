"""Read the transcript that a client keeps of a session: JSON lines that grow while it runs.

A client's file is another program's: it may be away, half written, of a format that is not known or
of hundreds of megabytes. What cannot be read says nothing; it is never an error.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from vaultwatch.adapters.files.own_files import NotPlainFileError, open_plain
from vaultwatch.memories.transcript_lines import Row, SaidInSession, Task, said_in

MOST_BYTES: Final = 32_000_000
"""Of what is new that is read. Chosen by hand: some days' work at a desk; about a second of a
processor. Of more its end is read, and of a file that was never read its beginning, for there
stands what the session is about."""
HEAD_BYTES: Final = 1_000_000
MOST_LINE_BYTES: Final = 8_000_000
"""A longer line holds a tool's result, and is passed by; a request with a picture in it is shorter.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a part of a transcript says."""

    said: SaidInSession
    next_byte: int = 0
    """Where the next look begins: behind the last whole line."""
    left_out: str = ""
    """What was not read; empty where all was."""
    trouble: str = ""
    """Why nothing could be read; empty where it could."""


def read_turns(
    path: Path, *, from_byte: int = 0, tasks: Sequence[Task] = (), most_bytes: int = MOST_BYTES
) -> Transcript:
    """Return what a person typed and an agent wrote, from a byte to the end.

    A file shorter than `from_byte` is another one by now, and read from its beginning. `tasks` are
    the agent's as the last look left them.
    """
    nothing = SaidInSession(tasks=tuple(tasks))
    try:
        file = open_plain(path, follows_link=True)
    except NotPlainFileError:
        return Transcript(nothing, from_byte, trouble="the transcript is no plain file")
    except (OSError, ValueError) as exc:
        return Transcript(nothing, from_byte, trouble=f"the transcript cannot be opened ({exc})")
    with file:
        size = os.fstat(file.fileno()).st_size
        is_same = 0 <= from_byte <= size
        lines = _Lines(file, from_byte if is_same else 0, size)
        try:
            said = said_in(lines.rows(most_bytes), tasks if is_same else ())
        except OSError as exc:
            return Transcript(nothing, from_byte, trouble=f"the transcript cannot be read ({exc})")
    return Transcript(said, lines.end, lines.left_out)


class _Lines:
    """Reads the whole lines of a file that hold an object, and knows where they ended."""

    def __init__(self, file: BinaryIO, begin: int, size: int) -> None:
        self._file, self._size = file, size
        self.end = begin
        self._skipped = self._long = 0

    def rows(self, most_bytes: int) -> Iterator[Row | None]:
        """Yield the lines; None in place of those that were left out."""
        if self._size - self.end > most_bytes:
            if not self.end:
                yield from self._until(min(HEAD_BYTES, most_bytes))
            begin = max(self.end, self._size - most_bytes)
            if self._ends_line_before(begin):
                yield None
            self._skipped, self.end = begin - self.end, begin
        yield from self._until(self._size, is_cut=self._skipped > 0)

    @property
    def left_out(self) -> str:
        """What was not read, for a log."""
        told = []
        if self._skipped:
            of = f"of a transcript of {_mb(self._size)} {_mb(self._skipped)}"
            told.append(f"{of} were left out: all that is new but its beginning and its end")
        if self._long:
            told.append(f"lines longer than {_mb(MOST_LINE_BYTES)} were passed by: {self._long}")
        return "; ".join(told)

    def _ends_line_before(self, begin: int) -> bool:
        """Tell whether a line ends in what is left out: else it is of one long line alone."""
        self._file.seek(self.end)
        for at in range(self.end, min(begin, self.end + MOST_BYTES), HEAD_BYTES):
            if b"\n" in self._file.read(min(HEAD_BYTES, begin - at)):
                return True
        return begin - self.end > MOST_BYTES

    def _until(self, last: int, *, is_cut: bool = False) -> Iterator[Row]:
        """Yield the lines that begin before a byte; one that is cut at the beginning is none."""
        self._file.seek(self.end)
        is_rest = is_cut
        while self.end < last:
            line = self._file.readline(MOST_LINE_BYTES)
            row = None if is_rest else _row(line)
            is_ended = line.endswith(b"\n")
            if not line or not (is_ended or row is not None or len(line) == MOST_LINE_BYTES):
                break  # the end, or a line that the client is still writing
            self.end += len(line)
            self._long += not (is_ended or is_rest or row is not None)
            is_rest = not is_ended and row is None
            if row is not None:
                yield row


def _row(line: bytes) -> Row | None:
    try:
        # A byte that is none of UTF-8's spoils a letter, not the line.
        row = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
