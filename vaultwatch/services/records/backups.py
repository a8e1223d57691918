"""Copy the ledger daily, daemon or not, and know the copies."""

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vaultwatch.errors import LedgerDamagedError, LedgerError
from vaultwatch.places import Places
from vaultwatch.services.records.small_facts import LEDGER_BORN
from vaultwatch.services.records.upkeep import upkeep
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

BACKUP_EVERY = timedelta(days=1)
"""Chosen by hand: what a day brings can be answered again."""
_NAMES = "ledger-*.sqlite"
_STAMP = "ledger-%Y%m%d-%H%M%S"


def backups(places: Places) -> list[Path]:
    """Return the daily copies of a vault's ledger, newest first by the time in their names."""
    return sorted(places.backups.glob(_NAMES), reverse=True)


def upgraded_copies(places: Places) -> list[Path]:
    """Return the copies from before upgrades, newest first."""
    return sorted(places.state.glob(f"{places.ledger.name}.before-upgrade-*"), reverse=True)


def made_at(backup: Path) -> datetime | None:
    """Return when a copy was made, by its name; None where it says nothing."""
    try:
        return datetime.strptime(backup.stem, _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def back_up_if_due(ws: Workspace) -> Path | None:
    """Copy the ledger where the newest copy is older than a day; a failure is only logged."""
    if ws.is_rehearsal:
        return None
    now = ws.clock.now()
    made = next((at for one in backups(ws.places) if (at := made_at(one))), None)
    # One from the future is no reason to wait: the clock was set back.
    if made is not None and timedelta() <= now - made < BACKUP_EVERY:
        return None
    try:
        return back_up_ledger(ws)
    except LedgerError as error:
        log.warning("the ledger was not backed up: %s %s", error.message, error.hint)
        return None


def back_up_ledger(ws: Workspace) -> Path:
    """Check the ledger and copy it, keeping the newest `schedule.keep_backups` copies.

    Raises:
        LedgerDamagedError: no good copy is pushed out by a bad one.
        LedgerError: the copy cannot be written.
    """
    with upkeep(ws, "backup"):
        return _back_up(ws)


def _back_up(ws: Workspace) -> Path:
    problems = ws.ledger.check()
    if problems:
        raise LedgerDamagedError(problems[0], hint="Run `vaultwatch doctor --restore-ledger`.")
    folder = ws.places.backups
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as exc:
        raise LedgerError(f"No backup can be kept: {exc.strerror}.", hint="Make room.") from exc
    copy = folder / f"{ws.clock.now().astimezone(UTC).strftime(_STAMP)}.sqlite"
    ws.ledger.backup(copy)
    # After a clock went back the newest copy has not the last name; it stays all the same.
    kept = {copy, *(copies_of_the_lost(ws) or ())[:1]}  # the lost ledger can still be had
    others = [file for file in backups(ws.places) if file not in kept]
    for old in others[max(0, ws.settings.schedule.keep_backups - 1) :]:
        old.unlink(missing_ok=True)
    return copy


def copies_of_the_lost(ws: Workspace) -> list[Path] | None:
    """Return the copies of a ledger that was lost and is not given up, newest first.

    Copies of the one made in its place are left out. None where no ledger was lost.
    """
    born = LEDGER_BORN.get(ws.ledger)
    if born is None or not born.is_loss:
        return None
    since = born.at.replace(microsecond=0)  # names tell whole seconds
    return [one for one in backups(ws.places) if (at := made_at(one)) and at < since]
