"""Keep who called what, a line of JSON each; of a long log the oldest part goes."""

import errno
import json
import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

KEPT: Final = 4
"""Full logs beside the one that grows. Chosen by hand."""


class AuditLog:
    """Takes lines until closed; one process writes it."""

    def __init__(self, file: Path, *, most_bytes: int) -> None:
        """Open the log where it ends."""
        self._file = file
        self.most_bytes = most_bytes
        self._opened = self._open()

    def note(self, said: Mapping[str, object]) -> None:
        """Add a line; a disk that takes none is told of in the other log."""
        try:
            line = json.dumps(said).encode() + b"\n"
            taken = os.write(self._opened, line)
            size = os.fstat(self._opened).st_size
            if taken < len(line):  # the disk is full: what follows begins a line of its own
                os.ftruncate(self._opened, size - taken)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # noqa: TRY301
            if size >= self.most_bytes:
                self._begin_another()
        except OSError as exc:
            log.error("a call was not audited: %s", exc.strerror)  # noqa: TRY400 -- no bug of ours

    def close(self) -> None:
        """Take no more."""
        os.close(self._opened)

    def _open(self) -> int:
        return os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def _begin_another(self) -> None:
        for number in range(KEPT if self._file.exists() else 0, 0, -1):
            older = self._file.with_suffix(f".{number}.jsonl")
            newer = self._file.with_suffix(f".{number - 1}.jsonl") if number > 1 else self._file
            with suppress(FileNotFoundError):
                newer.replace(older)
        # Where none can be opened the old one grows on; closed first, its number would be reused.
        opened = self._open()
        os.close(self._opened)
        self._opened = opened
