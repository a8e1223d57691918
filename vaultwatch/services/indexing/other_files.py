"""Know the vault's files that are no notes: attachments, and copies that a sync conflict left."""

from collections.abc import Collection, Sequence
from hashlib import blake2b

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

    Args:
        ws: the vault.
        found: those that were seen.
        only: the paths that were looked at; None for all.
    """
    kept = [path for path in conflict_copies(ws) if only is not None and path not in only]
    return CONFLICT_COPIES.set(ws.ledger, tuple(sorted({*kept, *found})))
