"""Tell of each memory that was found what it replaced, what replaced it, and how it was used."""

from dataclasses import replace

from vaultwatch.services.memories.showing import chain_of
from vaultwatch.services.recall.recalling import Recollection
from vaultwatch.services.records.use import use_of
from vaultwatch.services.workspace import Workspace


def with_stories(ws: Workspace, found: Recollection) -> Recollection:
    """Return what was found with the chain of each memory told, and how it was used."""
    use = use_of(ws, [one.row.id for one in found.hits])
    used = {id_: (f"It was {one.told}.",) for id_, one in use.items()}
    hits = tuple(
        replace(one, chain=(*chain_of(ws, one.row), *used.get(one.row.id, ())))
        for one in found.hits
    )
    return replace(found, hits=hits)
