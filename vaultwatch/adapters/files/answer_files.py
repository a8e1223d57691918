"""Answers to findings as files of the vault, one a machine, which grow line by line.

`<vault>/.vaultwatch/settled/<machine>.txt`. They came by a sync or a clone, so nothing is taken for
what it seems: only plain files of that folder are read, none whole that is too large, no link is
followed, and the folder itself must be none.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.own_files import AS_BYTES, NO_LINK, NO_WAIT, open_plain, own_folder

MOST_BYTES: Final = 1 << 17
"""Of a file: 1,600 answers; then a machine begins another. Chosen by hand."""
MOST_FILES: Final = 64
"""Chosen by hand: full, they take a quarter of a second to read, which whoever can write the vault
may cost each look."""
_ENDING: Final = ".txt"


class AnswerFiles:
    """The folder of answers of one vault."""

    def __init__(self, vault: Path) -> None:
        """Look at nothing yet."""
        self._vault = vault

    def read(self) -> Iterator[tuple[str, list[str] | None]]:
        """Yield each file's name with its lines; None for one that is not read.

        Raises:
            OutsideVaultError: the folder is a link.
            OSError: it cannot be read.
        """
        try:
            names = sorted(os.listdir(self._folder()))  # noqa: PTH208 -- names are all
        except FileNotFoundError:
            return
        found = [name for name in names if name.endswith(_ENDING) and not name.startswith(".")]
        for count, name in enumerate(found):
            yield name, self._lines(name) if count < MOST_FILES else None

    def _lines(self, name: str) -> list[str] | None:
        with suppress(OSError), open_plain(self._folder() / name) as opened:
            data = opened.read(MOST_BYTES + 1)
            if len(data) <= MOST_BYTES:
                return data.decode("utf-8", "replace").splitlines()
        return None

    def append(self, machine: str, lines: Sequence[str]) -> bool:
        """Add lines to a machine's file, synced; return whether it has room for them.

        Raises:
            OutsideVaultError: the folder is a link.
            OSError: it cannot be written, or no plain file stands there.
        """
        folder = self._folder()
        folder.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{line}\n" for line in lines).encode()
        handle = os.open(
            folder / f"{machine}{_ENDING}",
            os.O_RDWR | os.O_CREAT | os.O_APPEND | AS_BYTES | NO_LINK | NO_WAIT,
            0o666,
        )
        with os.fdopen(handle, "r+b") as out:
            size = out.seek(0, os.SEEK_END)
            if size + len(text) > MOST_BYTES:
                return False
            if size:
                out.seek(-1, os.SEEK_END)
                text = text if out.read(1) == b"\n" else b"\n" + text  # it was cut off
            out.write(text)
            out.flush()  # all of it, or it fails
            os.fsync(out.fileno())
        return True

    def _folder(self) -> Path:
        return own_folder(self._vault, "settled")
