"""Tell a session what it begins with: what is pinned and left open, what notes moved on from."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.files.session_records import project_of, session_records
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.adapters.reality.project_folders import project_of as folder_of_store
from vaultwatch.drift.findings.conditions import NOT_AGAINST
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.memories.handoff import HandedOver, LeftItem
from vaultwatch.memories.items import anchor_of, is_item
from vaultwatch.memories.likeness import near_identical
from vaultwatch.memories.projects import (
    REMOTE,
    Project,
    address_of,
    are_one,
    project_id,
    project_key,
    project_name,
)
from vaultwatch.memories.stores.places import place_of_record
from vaultwatch.recall.rank import Wanted
from vaultwatch.report.escape import as_read, flat
from vaultwatch.report.words import counted
from vaultwatch.services.known_stores import stores_for
from vaultwatch.services.recall.context_answer import NOTHING, NOTHING_FITS, Asking, context_answer
from vaultwatch.services.recall.contexts import AnswerText
from vaultwatch.services.recall.notes_against import NoteLine, NotesAgainst
from vaultwatch.services.recall.quoting import HEADER, QUOTED, caveat_of, memory_line, with_note
from vaultwatch.services.recall.recalling import Recalled, known_memories
from vaultwatch.services.records.small_facts import FLAGGED_ELSEWHERE
from vaultwatch.services.sessions.left_behind import day_of, hand_over_of, hand_overs, has_namesake
from vaultwatch.services.workspace import Workspace

Beginning: TypeAlias = Literal["startup", "resume", "clear", "compact"]
"""How a session begins, as an agent's program tells its hooks."""
MOST_TOLD: Final = 40
"""Items of all hand-overs together that a session begins with. Chosen by hand."""
LEAST: Final = 50
"""Tokens that are left to what is pinned, where there is any."""
MORE: Final = "# and {} more of these"
MOST_MOVED_ON: Final = 400
"""Tokens of the memories that notes have moved on from."""
MOST_LOOKED_AT: Final = 20
"""Memories that are held against their notes as they stand. Chosen by hand: more than has room."""
NO_LONGER_SO: Final = "# of what agents believe here, notes have moved on from this:"
Aside: TypeAlias = Callable[[Workspace], str]
"""Returns what else is told in one line; empty for nothing."""


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """An open item of a hand-over, with how it stands by now."""

    called: str
    """`next action`"""
    left_in: HandedOver
    one: Recalled
    against: NoteLine | None
    """What its note says against it by now."""


def project_in(folder: str) -> Project:
    """Return the project that a folder is of, for who begins a session there."""
    return project_at(folder)


def open_items(ws: Workspace, handed: Sequence[HandedOver]) -> list[LeftOpen]:
    """Return what is open in hand-overs, in their order, each thing once.

    Of those that say the same one with an open finding is told, however young another is. Those of
    which the text is quarantined are left out, as of any memory.
    """
    placed: dict[str, tuple[HandedOver, LeftItem]] = {}
    twins: dict[str, list[str]] = {}
    said: dict[str, list[tuple[str, str]]] = {}
    for note in handed:
        told = said.setdefault(" ".join(note.ids) or project_key(note.project), [])
        rows = {anchor_of(row.id): row for row in ws.ledger.find_memories(paths=[note.path])}
        for left in note.items:
            row = rows.get(left.item.anchor)
            if left.item.is_done or row is None:
                continue
            first = near_identical(row.belief, told)
            if first is None and len(twins) == MOST_TOLD:
                continue
            if first is None:
                told.append((row.id, row.belief))
            twins.setdefault(first or row.id, []).append(row.id)
            placed[row.id] = (note, left)
    known = {one.row.id: one for one in known_memories(ws, placed.keys())} if placed else {}
    against = NotesAgainst(ws).told([*known.values()])
    opened = []
    for ids in twins.values():
        active = [id_ for id_ in ids if id_ in known and known[id_].row.facts.status == "active"]
        active.sort(key=lambda id_: not known[id_].findings)
        for id_ in active[:1]:
            note, left = placed[id_]
            opened.append(LeftOpen(left.called, note, known[id_], against.get(id_)))
    return opened


def opening_block(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    *,
    session: str,
    project: Project,
    how: Beginning,
    max_tokens: int,
    goal: str = "",
    asides: Sequence[Aside] = (),
) -> str:
    """Return what a session begins with; empty where nothing is pinned, left open or outdated.

    After `compact` it is what that very session handed over, and nothing of others. Each aside is
    told last, in a line; the goal stands in place of the one in the pinned note.
    """
    pinned = context_answer(ws, "", Wanted(), Asking(max_tokens, goal)).text  # freshens too
    if how == "compact":
        own = hand_over_of(ws, session, project) if session.strip() else None
        handed = [own] if own is not None else []
    else:
        handed = hand_overs(ws, project)
    items = open_items(ws, handed)
    answer = AnswerText(ws, max_tokens)
    count = answer.count
    lines = [_lead(how, project), *map(told_line, items)] if items else []
    moved = _within(count, moved_on(ws, project, pinned), MOST_MOVED_ON)
    ends = [f"# {flat(line)}" for aside in asides if (line := aside(ws))]
    if not (lines or moved):
        return "\n".join([*([] if pinned == NOTHING else [pinned]), *ends])
    needed, kept = (sum(count(f"\n{one}") for one in some) for some in (lines, [*moved, *ends]))
    if pinned != NOTHING and count(pinned) + needed + kept > answer.room:
        share = min(max(LEAST, max_tokens // 2, max_tokens - needed - kept), max_tokens)
        pinned = context_answer(ws, "", Wanted(), Asking(share, goal)).text
    answer.add(HEADER if pinned in {NOTHING, NOTHING_FITS} else pinned)
    kept = min(kept, answer.room // 2)
    answer.room -= kept
    answer.add_most(lines)
    answer.room += kept
    answer.add_most([*moved, *ends])
    return answer.text


def _within(count: Callable[[str], int], lines: Sequence[str], most: int) -> list[str]:
    """Return the first lines that take no more tokens than that, and how many more there are."""
    told, left = list[str](), most - count(f"\n{MORE.format(len(lines))}")
    for line in lines:
        left -= count(f"\n{line}")
        if left < 0:
            break
        told.append(line)
    more = len(lines) - len(told)
    if len(told) < 2:  # noqa: PLR2004 -- a lead alone
        return []
    return [*told, *([MORE.format(more)] if more else [])]


def told_line(one: LeftOpen) -> str:
    """Return an open item on one line, and what its note says against it on a second."""
    told = [f"handoff {one.one.row.id}", one.called, day_of(one.left_in.at)]
    if caveat := caveat_of(one.one):
        told.append(caveat)
    line = f"{QUOTED} {flat(', '.join(told))}: {as_read(flat(one.one.row.belief))}"
    return with_note(line, one.against)


def _lead(how: Beginning, project: Project) -> str:
    if how == "compact":
        return "# what this session handed over:"
    name = project_name(project.name)
    return f"# left open by earlier sessions{f' of {name}' if name else ''}, newest first:"


def open_line(ws: Workspace) -> str:
    """Return how many memories of the whole vault have something open against them, in a line."""
    found = [one for one in ws.ledger.findings(statuses=LIVE) if one.status == "open"]
    ids = {one.memory_id for one in found if one.kind not in NOT_AGAINST | {"suspicious"}} - {None}
    if not ids:
        return ""
    memories = counted(len(ids), "memory")
    return f"{memories} in the whole vault may be outdated: vault_prediction_errors lists them."


def moved_on(ws: Workspace, project: Project, told: str) -> list[str]:
    """Return a lead and a line for each memory, the most used first, then the newest.

    Not of what the session is `told` already, nor of other projects.
    """
    live = ws.ledger.findings(statuses=LIVE, outcomes=None)
    ids = {one.memory_id for one in live if one.kind not in NOT_AGAINST | {"suspicious"}}
    ids |= FLAGGED_ELSEWHERE.get(ws.ledger)
    found = ws.ledger.find_memories(ids={one for one in ids if one})
    # Items of hand-overs are told as what they are.
    rows = [row for row in found if row.facts.status == "active" and not is_item(row.id)]
    uses = ws.ledger.accesses([row.id for row in rows])
    is_of = _Belonging(ws, project)
    own = [row for row in rows if row.id not in told and is_of(row, uses.get(row.id, ()))]
    own.sort(key=lambda row: (len(uses.get(row.id, ())), row.known_since), reverse=True)
    order = [row.id for row in own[:MOST_LOOKED_AT]]
    known = {one.row.id: one for one in known_memories(ws, order)} if order else {}
    against = NotesAgainst(ws).told([*known.values()])
    lines = [
        memory_line(one, against.get(id_))
        for id_ in order
        if (one := known.get(id_)) is not None
        and (one.findings or one.is_flagged_elsewhere or id_ in against)
    ]
    return [NO_LONGER_SO, *lines] if lines else []


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
