"""Know the vault's files that are no notes: attachments, and copies that a sync conflict left."""

import json
from collections.abc import Collection, Sequence
from hashlib import blake2b

from vaultwatch.services.workspace import Workspace

_CONFLICTS = "conflict_copies"
"""The fact that holds the paths of conflict copies as JSON."""
_ATTACHMENTS = "attachments_digest"


def keep_attachments(ws: Workspace, found: Sequence[str]) -> bool:
    """Remember which attachments stand; return whether that is news, which may mend a link."""
    digest = blake2b("\x00".join(sorted(found)).encode("utf-8", "replace")).hexdigest()
    if ws.ledger.get_fact(_ATTACHMENTS) == digest:
        return False
    ws.ledger.set_fact(_ATTACHMENTS, digest)
    return True


def conflict_copies(ws: Workspace) -> tuple[str, ...]:
    """Return the copies that a sync conflict left in the vault, as last seen."""
    kept = ws.ledger.get_fact(_CONFLICTS)
    return tuple(json.loads(kept)) if kept else ()


def keep_conflicts(ws: Workspace, found: Sequence[str], only: Collection[str] | None) -> bool:
    """Remember which conflict copies stand; return whether that is news.

    Args:
        ws: the vault.
        found: those that were seen.
        only: the paths that were looked at; None for all.
    """
    before = conflict_copies(ws)
    kept = [path for path in before if only is not None and path not in only]
    now = tuple(sorted({*kept, *found}))
    if now != before:
        ws.ledger.set_fact(_CONFLICTS, json.dumps(now))
    return now != before
