"""Open a ledger: make it, upgrade it, or say why not.

The version is read with bare SQLite first, so that one we do not know is not touched.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vaultwatch.adapters.ledger.bare import (
    RESTORE,
    VERSION,
    back_up,
    read_version,
    version_and_address,
)
from vaultwatch.adapters.machine.clock import Clock
from vaultwatch.errors import LedgerError, LedgerOutOfReachError, told_as

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger


def open_ledger(
    file: Path,
    *,
    clock: "Clock",
    begin: Callable[[], Mapping[str, str]] = dict,
    is_for_long: bool = True,
) -> "Ledger":
    """Open a ledger; make it where there is none, upgrade an old one after backing it up.

    Raises:
        LedgerError: the file is no ledger, garbled, newer than we know, or cannot be written.
    """
    version, address = (read_version(file), "") if is_for_long else version_and_address(file)
    if version == 0:
        raise LedgerError(
            f"{str(file)!r} is not a ledger of ours, or one of before version 22, which is not "
            "brought over.",
            hint=f"It was not touched. {RESTORE}",
        )
    if version is not None and version > VERSION:
        raise LedgerError(
            f"The ledger {str(file)!r} was written by a newer vaultwatch "
            f"(its version {version}, ours {VERSION}).",
            hint="Upgrade vaultwatch; the ledger was not touched.",
        )
    if version is None:
        from vaultwatch.adapters.ledger.making import make

        make(file, begin())
    elif version != VERSION:
        from vaultwatch.adapters.ledger.making import upgrade

        upgrade(file, version)
    from vaultwatch.adapters.ledger.connection import LedgerSite
    from vaultwatch.adapters.ledger.sql_ledger import Ledger

    return Ledger(LedgerSite(file, address), clock)


# Find the newest backup that can be read whole, and put it in the ledger's place.

_LOGS = ("-wal", "-shm")
"""What SQLite keeps beside its file."""


@dataclass(frozen=True, slots=True)
class SoundCopy:
    """A backup that was read whole."""

    backup: Path
    draft: Path
    """A copy of it, upgraded, ready to be put in place."""
    memories: int
    """How many it holds that are not forgotten."""
    findings: int
    """How many it holds, live or closed."""
    skipped: tuple[tuple[Path, str], ...]
    """Newer backups that are damaged, each with what is wrong."""


def newest_sound(candidates: Sequence[Path], scratch: Path, *, clock: Clock) -> SoundCopy | None:
    """Return the newest backup that is sound, with a copy in `scratch`; None for none."""
    skipped: list[tuple[Path, str]] = []
    for number, backup in enumerate(candidates):
        draft = scratch / f"{number}.sqlite"
        try:
            back_up(backup, draft)
            with open_ledger(draft, clock=clock) as ledger:
                problems = ledger.check()
                held = (0, 0) if problems else (len(ledger.memories()), len(ledger.findings()))
        except LedgerOutOfReachError:  # the copy's own place: it says nothing of the backup
            raise
        except LedgerError as error:
            problems = [error.message]
        if not problems:
            return SoundCopy(backup, draft, *held, tuple(skipped))
        skipped.append((backup, problems[0]))
    return None


def rewrite_copy(
    backup: Path, scratch: Path, deed: "Callable[[Ledger], None]", *, clock: Clock
) -> None:
    """Do something to what a backup holds, brought up to date; it stays as old as it was."""
    draft = scratch / "draft.sqlite"
    times = backup.stat()
    back_up(backup, draft)
    with open_ledger(draft, clock=clock) as ledger:
        deed(ledger)
    back_up(draft, backup)
    os.utime(backup, ns=(times.st_atime_ns, times.st_mtime_ns))


def put_in_place(draft: Path, file: Path, aside: Path) -> bool:
    """Set a ledger aside and put another in its place; return whether there was one.

    A kill in between leaves no ledger, which the next start tells of, and the backup.
    """
    with told_as(
        LedgerError,
        f"The ledger {str(file)!r} cannot be put in place",
        f"Give yourself write permission on {str(file.parent)!r} and run it again.",
    ):
        was_there = file.exists()
        if was_there:
            file.rename(aside)
        # A log that stayed would be taken for the new ledger's own.
        for ending in _LOGS:
            with suppress(FileNotFoundError):
                Path(f"{file}{ending}").rename(f"{aside}{ending}")
        draft.chmod(0o600)
        with draft.open("rb") as opened:
            os.fsync(opened.fileno())
        draft.rename(file)
    return was_there
