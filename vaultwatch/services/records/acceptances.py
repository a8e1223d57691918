"""Remember which memories a person accepted although their text is suspicious."""

import json

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.services.workspace import Workspace

_ACCEPTED = "accepted"
"""The fact that holds, as JSON, the belief's digest of each one that was accepted, by id."""
_BY_ITS_NOTE = ":active"
"""Behind the digest of one whose note was not written by us: it counts while the note says that it
is active, so that undoing the decision takes it back."""


def accept(ws: Workspace, row: MemoryRow) -> None:
    """Remember that a person accepted a memory as it reads now."""
    mark = _BY_ITS_NOTE if row.facts.is_held else ""
    _keep(ws, {**_accepted(ws), row.id: row.belief_digest + mark})


def is_accepted(
    ws: Workspace, memory_id: str, belief_digest: str, *, says_active: bool = True
) -> bool:
    """Tell whether a person accepted a memory as it reads now."""
    digest = _accepted(ws).get(memory_id)
    return digest == belief_digest or (says_active and digest == belief_digest + _BY_ITS_NOTE)


def revoke(ws: Workspace, memory_id: str) -> None:
    """Forget that a memory was accepted: it was put away."""
    _keep(ws, {id_: digest for id_, digest in _accepted(ws).items() if id_ != memory_id})


def _keep(ws: Workspace, accepted: dict[str, str]) -> None:
    if accepted != _accepted(ws):
        ws.ledger.set_fact(_ACCEPTED, json.dumps(accepted))


def _accepted(ws: Workspace) -> dict[str, str]:
    kept = ws.ledger.get_fact(_ACCEPTED)
    return json.loads(kept) if kept else {}
