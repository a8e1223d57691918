"""Tell whether the index holds what the ledger says it does, and by which model.

Called by `services.indexing.reindex` before and after its round.
"""

from vaultwatch.services.workspace import Workspace


def mistrust_rows(ws: Workspace) -> None:
    """Forget that notes are indexed whose rows the index does not hold; drop rows of no note."""
    if not ws.places.index.exists():
        return
    rows = ws.chunks.notes()
    held = ws.ledger.note_stats()
    lost = {path: "" for path, stat in held.items() if stat.indexed_digest and path not in rows}
    if lost:
        ws.ledger.set_indexed(lost, ws.ledger.get_fact("model_id") or "")
    strays = rows - held.keys()
    if strays:
        ws.chunks.remove(strays)


def is_index_lost(ws: Workspace, *, knows_notes: bool) -> bool:
    """Tell whether the index was begun anew although the ledger knows of indexed notes."""
    return knows_notes and not ws.is_rehearsal and ws.is_index_new


def forget_model(ws: Workspace) -> None:
    """Let the next round take every vector for missing."""
    if not ws.is_rehearsal:
        ws.ledger.set_fact("model_wish", "")
        ws.ledger.set_fact("model_id", "")


def is_model_stale(ws: Workspace) -> bool:
    """Tell whether other vectors are wanted than the index holds.

    The model is loaded only where its wish changed or the index is gone: an unchanged vault is
    looked through without it.
    """
    if ws.is_rehearsal:
        return False
    if not ws.places.index.exists():
        return True
    if ws.ledger.get_fact("model_wish") == ws.model_wish and not ws.is_model_open:
        return False
    return not ws.is_model_of_index()


def settle_model(ws: Workspace, *, stale: bool) -> None:
    """Record which model the index now holds, where another was wanted."""
    wish = ws.ledger.get_fact("model_wish")
    if ws.is_rehearsal or (wish == ws.model_wish and not stale):
        return
    ws.ledger.set_fact("model_wish", ws.model_wish)
    ws.ledger.set_fact("model_id", ws.model.embedder.model_id)
    ws.ledger.set_fact("model_notice", ws.model.notice)
    ws.chunks.drop_other_models()
