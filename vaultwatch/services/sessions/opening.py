"""Tell a session what it begins with: what is pinned and left open, what notes moved on from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.memories.handoff import HandedOver, LeftItem
from vaultwatch.memories.items import anchor_of
from vaultwatch.memories.likeness import near_identical
from vaultwatch.memories.projects import Project, project_key, project_name
from vaultwatch.recall.rank import Wanted
from vaultwatch.report.escape import as_read, flat
from vaultwatch.services.recall.answer_text import AnswerText
from vaultwatch.services.recall.context_answer import (
    NOTHING,
    NOTHING_FITS,
    Asking,
    context_answer,
)
from vaultwatch.services.recall.contexts import counting
from vaultwatch.services.recall.notes_against import NoteLine, NotesAgainst
from vaultwatch.services.recall.quoting import HEADER, QUOTED, caveat_of, with_note
from vaultwatch.services.recall.recalling import Recalled, known_memories
from vaultwatch.services.sessions.left_behind import day_of, hand_over_of, hand_overs
from vaultwatch.services.sessions.moved_on import moved_on
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

    After `compact` it is what that very session handed over, and nothing of others.

    Args:
        ws: the vault.
        session: its id; empty where nobody knows.
        project: hand-overs and memories of other projects are not told.
        how: how the session begins.
        max_tokens: of all of it.
        goal: in place of the goal in the pinned note.
        asides: told last, a line each.
    """
    pinned = context_answer(ws, "", Wanted(), Asking(max_tokens, goal)).text  # freshens too
    if how == "compact":
        own = hand_over_of(ws, session, project) if session.strip() else None
        handed = [own] if own is not None else []
    else:
        handed = hand_overs(ws, project)
    items = open_items(ws, handed)
    count = counting(ws)
    lines = [_lead(how, project), *map(told_line, items)] if items else []
    moved = _within(count, moved_on(ws, project, pinned), MOST_MOVED_ON)
    ends = [f"# {flat(line)}" for aside in asides if (line := aside(ws))]
    if not (lines or moved):
        return "\n".join([*([] if pinned == NOTHING else [pinned]), *ends])
    answer = AnswerText(count, max_tokens)
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
