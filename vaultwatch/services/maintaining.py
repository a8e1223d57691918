"""Throw the index away, take a write run back: what a person asks for when all is not well."""

import shutil

from vaultwatch.adapters.write_journal import UndoResult
from vaultwatch.errors import NotThereError
from vaultwatch.services.workspace import Workspace


def drop_index(ws: Workspace) -> None:
    """Delete the index folder; the next indexing makes it anew and nothing else is lost."""
    if ws.places.index.is_dir():
        shutil.rmtree(ws.places.index, ignore_errors=True)
    else:  # something else has taken its place
        ws.places.index.unlink(missing_ok=True)


def undo_last_run(ws: Workspace) -> UndoResult:
    """Take the last write run back; a file edited since stays as it is.

    In a rehearsal nothing is written.

    Raises:
        NotThereError: there is no run to take back.
    """
    if ws.journal.last() is None:
        raise NotThereError("There is nothing to take back.")
    return ws.journal.undo(ws.files, dry_run=ws.is_rehearsal)
