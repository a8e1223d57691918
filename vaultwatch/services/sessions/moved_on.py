"""Tell a session which memories of its project drifted or are in doubt by now.

By what the ledger holds, and for the few that are told the notes as they stand.
"""

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.session_records import project_of, session_records
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.adapters.reality.project_folders import project_of as folder_of_store
from vaultwatch.drift.findings.conditions import NOT_AGAINST
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.memories.items import is_item
from vaultwatch.memories.projects import (
    REMOTE,
    Project,
    address_of,
    are_one,
    project_id,
    project_key,
)
from vaultwatch.memories.stores.places import place_of_record
from vaultwatch.services.known_stores import stores_for
from vaultwatch.services.recall.notes_against import NotesAgainst
from vaultwatch.services.recall.quoting import memory_line
from vaultwatch.services.recall.recalling import known_memories
from vaultwatch.services.sessions.left_behind import has_namesake
from vaultwatch.services.workspace import Workspace

MOST_LOOKED_AT: Final = 20
"""Memories that are held against their notes as they stand. Chosen by hand: more than has room."""
LEAD: Final = "# of what agents believe here, notes have moved on from this:"


def moved_on(ws: Workspace, project: Project, told: str) -> list[str]:
    """Return a lead and a line for each memory, the most used first, then the newest.

    Args:
        ws: the vault, its index up to date.
        project: memories of others are left out.
        told: what the session is told already.
    """
    live = ws.ledger.findings(statuses=LIVE, outcomes=None)
    ids = {one.memory_id for one in live if one.kind not in NOT_AGAINST | {"suspicious"}}
    rows = [row for row in ws.ledger.find_memories(ids={one for one in ids if one}) if _may(row)]
    uses = ws.ledger.accesses([row.id for row in rows])
    is_of = _Belonging(ws, project)
    own = [row for row in rows if row.id not in told and is_of(row, uses.get(row.id, ()))]
    own.sort(key=lambda row: (len(uses.get(row.id, ())), row.known_since), reverse=True)
    order = [row.id for row in own[:MOST_LOOKED_AT]]
    known = {one.row.id: one for one in known_memories(ws, order)} if order else {}
    against = NotesAgainst(ws).told([*known.values()])
    lines = [
        memory_line(known[id_], against.get(id_))
        for id_ in order
        if id_ in known and (known[id_].findings or id_ in against)
    ]
    return [LEAD, *lines] if lines else []


def _may(row: MemoryRow) -> bool:
    """Tell whether a memory may be told; items of hand-overs are told as what they are."""
    return row.facts.status == "active" and not is_item(row.id)


class _Belonging:
    """Tells whether a memory is of a project, by what is known of it and of its uses."""

    def __init__(self, ws: Workspace, project: Project) -> None:
        # A word that two projects bear says of neither that a memory is its own.
        self._names = frozenset() if has_namesake(ws, project) else project.keys
        self._ids = project.ids
        self._is_here = cache(lambda folder: bool(are_one(project_at(folder).ids, project.ids)))
        # Who works on the repository that the vault lies in works on all that it holds.
        self._is_own = self._is_here(str(ws.places.vault))
        self._sessions = {
            one.session
            for _, one in session_records(ws.places.sessions)
            if are_one(project_of(one).ids, project.ids)
        }
        home = Path.home()
        folders = {store.name: folder_of_store(store.place, home) for store in stores_for(ws)}
        self._stores: Collection[str] = {
            name for name, folder in folders.items() if folder and self._is_here(str(folder))
        }

    def __call__(self, row: MemoryRow, uses: Sequence[AccessRow]) -> bool:
        facts, record = row.facts, place_of_record(row.path)
        return (
            self._is_own
            or (record is not None and record.store in self._stores)
            or (bool(facts.session) and facts.session in self._sessions)
            or project_key(facts.topic) in self._names
            or self._is_meant(facts.repository)
            or project_id(REMOTE, address_of(facts.remote)) in self._ids
            or any(one.place and self._is_here(one.place) for one in uses)
        )

    def _is_meant(self, repository: str) -> bool:
        """Tell whether a repository is this one, by its folder or, without one, by its name."""
        is_folder = repository.startswith(("/", "~"))
        return self._is_here(repository) if is_folder else project_key(repository) in self._names
