"""Remember which memories a person accepted although their text is suspicious."""

import json

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.services.workspace import Workspace

_ACCEPTED = "accepted"
"""The fact that holds, as JSON, the belief's digest of each one that was accepted, by id."""


def accept(ws: Workspace, row: MemoryRow) -> None:
    """Remember that a person accepted a memory as it reads now."""
    if not is_accepted(ws, row.id, row.belief_digest):
        kept = {**_accepted(ws), row.id: row.belief_digest}
        ws.ledger.set_fact(_ACCEPTED, json.dumps(kept))


def is_accepted(ws: Workspace, memory_id: str, belief_digest: str) -> bool:
    """Tell whether a person accepted a memory as it reads now."""
    return _accepted(ws).get(memory_id) == belief_digest


def _accepted(ws: Workspace) -> dict[str, str]:
    kept = ws.ledger.get_fact(_ACCEPTED)
    return json.loads(kept) if kept else {}
