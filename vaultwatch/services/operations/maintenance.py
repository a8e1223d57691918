"""Put a backup in the ledger's place."""

import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from vaultwatch.adapters.files.safe_write import SCRATCH
from vaultwatch.adapters.ledger.restoring import newest_sound, put_in_place
from vaultwatch.errors import LedgerError, LedgerOutOfReachError, NotThereError, RefusedError
from vaultwatch.services.records.backups import (
    backups,
    copies_of_the_lost,
    made_at,
    upgraded_copies,
)
from vaultwatch.services.records.small_facts import SCAN_DUE
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restoring did, or would do."""

    backup: str
    made: datetime
    """When the backup was made: what was learnt since is not in it."""
    age_s: float
    memories: int
    findings: int
    """What it holds: memories that are not forgotten, findings live or closed."""
    set_aside: str
    """Where the ledger that stood there went; empty where none did."""
    skipped: tuple[tuple[str, str], ...]
    """Newer backups that are damaged, each with what is wrong."""


def restore_ledger(ws: Workspace, *, dry_run: bool = False) -> Restored:
    """Put the newest sound backup in the place of a ledger that is lost or damaged.

    The ledger that stands there is set aside, whatever its state.

    Raises:
        NotThereError: there is no sound backup.
        RefusedError: the ledger is sound and no other was lost.
        LedgerOutOfReachError: it cannot be asked now, so that nobody can tell whether it is sound.
        LedgerError: a file cannot be moved.
    """
    is_sound, is_wanting, candidates = _asked(ws)
    if not is_wanting:
        raise RefusedError(
            "The ledger is sound; nothing was restored.",
            hint=f"To go back all the same, move {str(ws.places.ledger)!r} away and run it again.",
        )
    file = ws.places.ledger
    aside = file.with_name(f"{file.name}.set-aside-{ws.clock.now():%Y%m%d-%H%M%S}")
    with tempfile.TemporaryDirectory(prefix=SCRATCH, dir=ws.places.state) as scratch:
        found = newest_sound(candidates, Path(scratch), clock=ws.clock)
        if found is None:
            raise NotThereError(
                f"There is no sound backup in {str(ws.places.backups)!r}.",
                hint=_without_backup(file, is_sound=is_sound),
            )
        # One from before an upgrade does not bear its time in its name.
        made = made_at(found.backup) or datetime.fromtimestamp(found.backup.stat().st_mtime, UTC)
        was_there = file.exists() if dry_run else put_in_place(found.draft, file, aside)
    if not dry_run:
        SCAN_DUE.set(ws.ledger, value=True)
        ws.ledger.record("doctor", "ledger", f"restored from {found.backup.name}")
    return Restored(
        str(found.backup),
        made,
        (ws.clock.now() - made).total_seconds(),
        found.memories,
        found.findings,
        str(aside) if was_there else "",
        tuple((str(backup), problem) for backup, problem in found.skipped),
    )


def _without_backup(file: Path, *, is_sound: bool) -> str:
    """Return what to do where there is no backup."""
    if is_sound:
        return "`vaultwatch doctor --keep-ledger` goes on with the new ledger."
    aside = f"Move {str(file)!r} away: the" if file.exists() else "The"
    return f"{aside} next scan makes a new ledger."


def _asked(ws: Workspace) -> tuple[bool, bool, list[Path]]:
    """Return whether the ledger is sound, if another is wanted, and the copies, newest first.

    The ledger is not left open, and where none stands none is made.
    """
    upgraded = upgraded_copies(ws.places)
    if not ws.places.ledger.exists():
        return False, True, [*backups(ws.places), *upgraded]
    try:
        lost = copies_of_the_lost(ws)
        copies = backups(ws.places) if lost is None else lost
        is_sound = not ws.ledger.check()
    except LedgerOutOfReachError:  # neither lost nor damaged
        raise
    except LedgerError:
        return False, True, [*backups(ws.places), *upgraded]
    else:
        return is_sound, lost is not None or not is_sound, [*copies, *upgraded]
    finally:
        ws.let_go_of_ledger()
