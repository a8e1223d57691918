"""Know the copies that a sync conflict left: no notes, but something a reader should merge."""

import json
from collections.abc import Collection, Sequence

from vaultwatch.services.workspace import Workspace

_CONFLICTS = "conflict_copies"
"""The fact that holds their paths as JSON."""


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
