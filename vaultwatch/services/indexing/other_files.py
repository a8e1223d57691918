"""Know the vault's files that are no notes: attachments, and copies that a sync conflict left."""

from collections.abc import Collection, Sequence
from hashlib import blake2b

from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.report.edition import is_as_written
from vaultwatch.services.indexing.reading import is_generated
from vaultwatch.services.records.small_facts import ATTACHMENTS, CONFLICT_COPIES
from vaultwatch.services.workspace import Workspace


def keep_attachments(ws: Workspace, found: Sequence[str]) -> bool:
    """Remember which attachments stand; return whether that is news, which may mend a link."""
    digest = blake2b("\x00".join(sorted(found)).encode("utf-8", "replace")).hexdigest()
    return ATTACHMENTS.set(ws.ledger, digest)


def conflict_copies(ws: Workspace) -> tuple[str, ...]:
    """Return the copies that a sync conflict left in the vault, as last seen."""
    return CONFLICT_COPIES.get(ws.ledger)


def keep_conflicts(ws: Workspace, found: Sequence[str], only: Collection[str] | None) -> bool:
    """Remember which conflict copies stand; return whether that is news.

    One of the report in which nobody ticked or typed anything counts for nothing: if it were told
    of, two machines would write their reports over it at once, which makes the next copy.

    Args:
        ws: the vault.
        found: those that were seen.
        only: the paths that were looked at; None for all.
    """
    kept = [path for path in conflict_copies(ws) if only is not None and path not in only]
    told = {path for path in found if not _is_untouched_report(ws, path)}
    return CONFLICT_COPIES.set(ws.ledger, tuple(sorted({*kept, *told})))


def _is_untouched_report(ws: Workspace, path: str) -> bool:
    """Tell whether a conflict copy is of the report, as some vaultwatch wrote it."""
    if not path.startswith(ws.report_path.removesuffix(".md")):
        return False
    try:
        data = ws.files.read(NotePath(path))
    except (NoteUnreadableError, RefusedError):
        return False
    return is_generated(data) and is_as_written(data.decode("utf-8", "replace"))
