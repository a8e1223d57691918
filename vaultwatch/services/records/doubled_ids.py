"""Know which memory notes claim the id of another one, as the last look found it."""

from collections.abc import Iterator

from vaultwatch.memories.items import note_id_of
from vaultwatch.notes.model import NotePath, Trouble
from vaultwatch.services.records.small_facts import CLAIMED_IDS
from vaultwatch.services.workspace import Workspace


def doubled_ids(ws: Workspace) -> Iterator[tuple[NotePath, Trouble]]:
    """Yield the memory notes that claim the id of another one, each with what to do."""
    claims = CLAIMED_IDS.get(ws.ledger)
    named = ws.ledger.find_memories(ids=claims.values(), paths=claims.keys())
    rows = {row.id: row for row in named}
    paths = {row.path: row for row in rows.values()}
    for path, claimed in sorted(claims.items()):
        holder, own = rows.get(claimed), paths.get(path)
        if holder is not None and own is not None and holder.path != path:
            theirs, its = note_id_of(claimed), note_id_of(own.id)
            message = f"Its id {theirs!r} belongs to {holder.path!r}; it goes by {its}."
            yield path, Trouble("taken_id", message, 1)
