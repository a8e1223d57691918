"""Care for what stands in the state folder, and take a write run back.

After many writes and by the clock: tidy the index. By the clock: prune, check and copy the ledger.
When a person asks: throw the index away, undo.
"""

import shutil
import sys
from pathlib import Path

from vaultwatch.adapters.write_journal import UndoResult
from vaultwatch.errors import LedgerError, NotThereError
from vaultwatch.services.workspace import Workspace


def drop_index(ws: Workspace) -> None:
    """Delete the index folder; the next indexing makes it anew and nothing else is lost."""
    if ws.places.index.is_dir():
        shutil.rmtree(ws.places.index, ignore_errors=True)
    else:  # something else has taken its place
        ws.places.index.unlink(missing_ok=True)


_TIDIED = "tidied_at_serial"
"""The fact that says up to which outline the index was tidied."""
_REMOVED = "removed_since_tidied"
WRITES_BETWEEN = 300
"""Each write, of one note or a batch, makes three files or so that later readings list. Source:
measured, 579 files after 150 edits. Chosen by hand: tidying takes 0.4 s at 1,000 notes."""


def is_tidying_due(ws: Workspace) -> bool:
    """Tell whether so much was written since the last time that reading slows down."""
    return _newest(ws) - int(ws.ledger.get_fact(_TIDIED) or 0) >= WRITES_BETWEEN or (
        ws.chunks.needs_optimise()
    )


def owe_tidying(ws: Workspace) -> None:
    """Remember that notes were removed: their words shall not stay in the index's old versions."""
    if not ws.ledger.get_fact(_REMOVED):
        ws.ledger.set_fact(_REMOVED, "yes")


def tidy_index(ws: Workspace) -> bool:
    """Join the index's small files, drop its old versions and vectors that nothing uses.

    Returns:
        False where nothing was indexed or removed since the last time.
    """
    newest = str(_newest(ws))
    is_tidy = ws.ledger.get_fact(_TIDIED) == newest and not ws.ledger.get_fact(_REMOVED)
    if is_tidy or not ws.places.index.exists():
        return False
    ws.chunks.optimise()
    ws.vectors.prune()
    ws.ledger.set_fact(_TIDIED, newest)
    ws.ledger.set_fact(_REMOVED, "")
    return True


def _newest(ws: Workspace) -> int:
    newest, _ = ws.ledger.outlines_since(sys.maxsize)
    return newest


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
