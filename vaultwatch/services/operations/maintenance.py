"""Back the ledger up, and take a write run back."""

from pathlib import Path

from vaultwatch.adapters.write_journal import UndoResult
from vaultwatch.errors import LedgerError, NotThereError
from vaultwatch.services.workspace import Workspace


def back_up_ledger(ws: Workspace) -> Path:
    """Check the ledger and copy it, keeping the newest `schedule.keep_backups` copies.

    Raises:
        LedgerError: it is damaged, so that no good copy is pushed out by a bad one, or the copy
            cannot be written.
    """
    problems = ws.ledger.check()
    if problems:
        raise LedgerError(
            problems[0], hint=f"Stop vaultwatch and restore a copy from {str(ws.places.backups)!r}."
        )
    folder = ws.places.backups
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as exc:
        raise LedgerError(f"No backup can be kept: {exc.strerror}.", hint="Make room.") from exc
    copy = folder / f"ledger-{ws.clock.now():%Y%m%d-%H%M%S}.sqlite"
    ws.ledger.backup(copy)
    # After a clock went back the newest copy has not the last name; it stays all the same.
    others = sorted(file for file in folder.glob("ledger-*.sqlite") if file != copy)
    too_many = max(0, len(others) + 1 - ws.settings.schedule.keep_backups)
    for old in others[:too_many]:
        old.unlink(missing_ok=True)
    return copy


def undo_last_run(ws: Workspace) -> UndoResult:
    """Take the last write run back; a file edited since stays as it is.

    In a rehearsal nothing is written.

    Raises:
        NotThereError: there is no run to take back.
    """
    if ws.journal.last() is None:
        raise NotThereError("There is nothing to take back.")
    return ws.journal.undo(ws.files, dry_run=ws.is_rehearsal)
