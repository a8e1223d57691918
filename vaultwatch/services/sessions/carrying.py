"""Let what is said again rest on what it rested on: to repeat a thing confirms nothing.

`services.sessions.handing_over` closes the older line of an item that a later hand-over says again.
Were the newer one held against its note as it stands now, what drifted would be forgotten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from vaultwatch.drift.model import Baseline, FindingStatus
from vaultwatch.memories.items import anchor_of, item_id
from vaultwatch.notes.model import NotePath
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.workspace import Workspace

_DISMISSED: Final[tuple[FindingStatus, ...]] = ("dismissed",)


def rested_on(
    ws: Workspace, note_id: str, twins: Mapping[str, Sequence[tuple[NotePath, str]]]
) -> dict[str, list[Baseline]]:
    """Return by new item what its older twins rest on, of each note what was taken first.

    Not where a person called what the note says since a false alarm: they are not told of it again.

    Args:
        ws: the vault.
        note_id: of the note that says them again.
        twins: by the anchor of an item in it the notes and anchors of those that say the same.
    """
    paths = {path for places in twins.values() for path, _ in places}
    ids = {(row.path, anchor_of(row.id)): row.id for row in ws.ledger.find_memories(paths=paths)}
    standing = {row.id for row in ws.ledger.find_memories(ids=[item_id(note_id, a) for a in twins])}
    found: dict[str, list[Baseline]] = {}
    for anchor, places in twins.items():
        older = [ids[place] for place in places if place in ids]
        if item_id(note_id, anchor) in standing or not older:
            continue
        dismissed = {
            (one.memory_id, one.note)
            for one in ws.ledger.findings(statuses=_DISMISSED, memory_ids=older)
        }
        held = [one for id_ in older for one in ws.ledger.baselines(id_)]
        held = [one for one in held if (one.memory_id, one.note) not in dismissed]
        held.sort(key=lambda one: one.taken_at, reverse=True)
        found[anchor] = [*{one.note: one for one in held}.values()]
    return found


def rest_on(
    ws: Workspace, note_id: str, held: Mapping[str, Sequence[Baseline]], cited: Cited
) -> None:
    """Record what older twins rested on as what the new items rest on.

    Args:
        ws: the vault.
        note_id: of the note that says them again.
        held: what `rested_on` gave before it was written.
        cited: the note's items, taken in just now.
    """
    rows = {anchor: cited.memories.get(item_id(note_id, anchor)) for anchor in held}
    ws.ledger.put_baselines(
        replace(one, memory_id=row.id, belief_digest=row.belief_digest)
        for anchor, row in rows.items()
        if row is not None
        for one in held[anchor]
    )
