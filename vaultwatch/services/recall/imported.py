"""Know a record of a store and the memory that was imported from it as one."""

from collections.abc import Collection

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.stores.places import (
    is_record,
    place_of_record,
    record_of_twin,
    twin_of_record,
)
from vaultwatch.services.records.small_facts import STORES_SEEN
from vaultwatch.services.workspace import Workspace


def imported_as(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, str]:
    """Return the records that memories were made of and say the same, with those memories' ids."""
    records = {twin_of_record(row.id): row for row in rows if is_record(row.id)}
    found = ws.ledger.find_memories(ids=records.keys()) if records else []
    return {records[one.id].id: one.id for one in found if one.gist == records[one.id].gist}


def imported_from(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, str]:
    """Return where the records stand, in words, that memories were made of and say the same."""
    if not STORES_SEEN.get(ws.ledger):
        return {}
    memories = {record_of_twin(row.id): row for row in rows if not is_record(row.id)}
    found = {}
    for one in ws.ledger.find_memories(ids=memories.keys()) if memories else []:
        place = place_of_record(one.path)
        if place is not None and one.gist == memories[one.id].gist:
            found[memories[one.id].id] = place.words
    return found
