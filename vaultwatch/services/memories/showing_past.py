"""Tell of a memory what was believed at a moment of the past, and what its notes said then.

Read alone: nothing is compared, nothing is written. What a note said is quoted from the newest
state of it that was kept by then: a baseline, or what a finding showed.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from vaultwatch.adapters.ledger import AuditRow, MemoryRow
from vaultwatch.drift.model import Baseline, Finding, Quote
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.errors import NotThereError
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.signals import RecallStatus, status_at
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.showing import chain_of, quote_of
from vaultwatch.services.records.changes import CHANGED, KEPT
from vaultwatch.services.records.changes import shown_at as state_at
from vaultwatch.services.records.history import (
    PastMemory,
    kept_since,
    memories_at,
    told_about,
    told_moment,
)
from vaultwatch.services.workspace import Workspace

MOST_QUOTES = 3
"""Lines of one note that are quoted: those that support a memory best. Chosen by hand."""
UNKEPT = "what it showed then was not kept"
MOST_LINES = 1_000
"""Of the audit of one note: more saves than a month has. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class SaidThen:
    """What a note said at a moment of the past."""

    note: NotePath
    """As it was called then."""
    note_now: NotePath
    """As it is called today, or was when it went."""
    at: datetime | None
    """Of when the newest state of it is that was kept by then; None where none was."""
    quotes: tuple[Quote, ...]
    """What of it speaks to the memory, the strongest first."""
    told: str
    """What else is known, as a sentence; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class ShownThen:
    """A memory with all that was known of it at a moment of the past."""

    about: str
    """That the past is told, and since when it is recorded."""
    moment: datetime
    id: str
    path: NotePath
    belief: str
    status: RecallStatus
    said_since: datetime
    is_recorded: bool
    """Whether the ledger saw it say so; else its own dates alone tell."""
    status_now: RecallStatus
    since_then: str
    """What became of it, as a sentence; empty where it says the same today."""
    said: tuple[SaidThen, ...]
    findings: tuple[Finding, ...]
    """Those that were open then."""


def show_then(ws: Workspace, wanted: str, moment: datetime, note: str | None = None) -> ShownThen:
    """Return a memory as it was, with what its notes said.

    With a note, by its path or name, what that one said alone.

    Raises:
        NotThereError: no such memory, it was not there yet, or nothing is kept of the note.
    """
    row = find_memory(ws, wanted)
    found = memories_at(ws, moment, only=[row.id])
    if not found:
        first = told_moment(row.created or row.first_seen)
        since = kept_since(ws)
        kept = f" What memories say is recorded since {told_moment(since)}." if since else ""
        raise NotThereError(
            f"Nothing is known of what memory {row.id} said on {told_moment(moment)}.",
            hint=f"It was first written or seen on {first}.{kept}",
        )
    (shown,) = shown_at(ws, found[:1], moment)
    if note is None:
        return shown
    named = {note, f"{note}.md"}
    said = tuple(
        one
        for one in shown.said
        if {one.note, title_of(one.note), one.note_now, title_of(one.note_now)} & named
    )
    if not said:
        raise NotThereError(f"Memory {row.id} rested on no note called {note!r}.")
    at = {one.note_now for one in said}
    return replace(
        shown, said=said, findings=tuple(one for one in shown.findings if one.note in at)
    )


def shown_at(ws: Workspace, some: Sequence[PastMemory], moment: datetime) -> list[ShownThen]:
    """Return memories of the past with what their notes said, and what became of each."""
    ids = [past.row.id for past in some]
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    states = _States(ws, ids, moment)
    found: dict[str, list[Finding]] = {}
    for one in ws.ledger.findings(memory_ids=ids):
        found.setdefault(one.memory_id or "", []).append(one)
    return [
        _shown(ws, past, rows.get(past.row.id, past.row), found.get(past.row.id, []), states)
        for past in some
    ]


def _shown(
    ws: Workspace, past: PastMemory, now: MemoryRow, findings: Sequence[Finding], states: "_States"
) -> ShownThen:
    row, moment = past.row, states.moment
    return ShownThen(
        about=told_about(ws, moment),
        moment=moment,
        id=row.id,
        path=row.path,
        belief=row.belief,
        status=status_at(row.facts, moment),
        said_since=past.said_since,
        is_recorded=past.is_recorded,
        status_now=status_at(now.facts, ws.clock.now()),
        since_then=_since_then(ws, past, now),
        said=_said_then(ws, past, findings, states),
        findings=tuple(_as_then(ws, one, moment) for one in findings if _was_open(one, moment)),
    )


def _was_open(one: Finding, moment: datetime) -> bool:
    return one.first_seen <= moment and (one.closed_at is None or one.closed_at > moment)


def _as_then(ws: Workspace, one: Finding, moment: datetime) -> Finding:
    """Return a finding as it showed itself then.

    Where that was not kept, without what it shows of a note that may have been written only later.
    """
    if one.note is None or one.last_seen <= moment:
        return one
    if (then := state_at(ws, one, moment)) is not None:
        return then
    if _is_unchanged_since(ws, _changes_of(ws, one.note), one.first_seen):
        return one
    return replace(one, after=None, also=None, repair=None, reasons=(UNKEPT,), explained=())


def _since_then(ws: Workspace, past: PastMemory, row: MemoryRow) -> str:
    """Return what became of a memory since, as sentences; empty where it says the same today."""
    told = []
    when = f" on {told_moment(past.changed)}" if past.changed is not None else ""
    if past.is_reworded:
        told.append(f"It was reworded{when}, and says now: “{' '.join(row.belief.split())}”")
    now = status_at(row.facts, ws.clock.now())
    if now not in {past.row.facts.status, "active"}:
        told.append(f"Today it is {now.replace('_', ' ')}.")
        told += [line for line in chain_of(ws, row) if line.startswith("Memory ")]
    return " ".join(told)


class _States:
    """What is kept of the notes that some memories rest on, read at once for all of them."""

    def __init__(self, ws: Workspace, ids: Collection[str], moment: datetime) -> None:
        self.moment = moment
        self.moves = ws.ledger.moves_since(moment)
        self._kept = ws.ledger.all_baselines(ids)
        notes = {one.note for owner in ids for one in self.of(owner)}
        self._newest = ws.ledger.baselines_at(notes, moment)
        others = {owner for owner, _ in self._newest.values()} - self._kept.keys()
        self._kept |= ws.ledger.all_baselines(others)

    def of(self, owner: str) -> list[Baseline]:
        """Return what a memory rested on before, and what it rests on."""
        now, earlier = self._kept[owner]
        return [*earlier, *now]

    def newer(self, note: NotePath, state: Baseline | None) -> Baseline | None:
        """Return another memory's state of a note where it is newer, of those taken by then."""
        owner, at = self._newest.get(note, ("", self.moment))
        if not owner or (state is not None and at <= state.taken_at):
            return state
        now, earlier = self._kept[owner]
        whole = (one for one in (*now, *earlier) if one.note == note)
        return _newest(one for one in whole if one.taken_at <= self.moment)


def _said_then(
    ws: Workspace, past: PastMemory, findings: Iterable[Finding], states: _States
) -> tuple[SaidThen, ...]:
    """Return what each note that a memory rested on said then, as far as it was kept."""
    own, moment = _of_note(states.of(past.row.id)), states.moment
    shown = [one for one in findings if one.note is not None and one.first_seen <= moment]
    told = []
    for note in sorted(own):
        state = _newest([one for one in own[note] if one.taken_at <= moment])
        state = states.newer(note, state)
        names = names_then(note, states.moves)
        if state is None:
            said = _unkept(note, own[note])
        else:
            of_note = [one for one in shown if one.note == note]
            said = _said(ws, past, names, state, of_note, moment)
        told.append(_as_called(said, note, names[-1]))
    return tuple(told)


def names_then(
    note: NotePath, moves: Sequence[tuple[datetime, NotePath, NotePath]]
) -> tuple[NotePath, ...]:
    """Return a note's names from today's back to that of a moment.

    Moves are those after the moment, the oldest first: when, from where and to where.
    """
    names = [note]
    for _, old, new in reversed(moves):
        if new == names[-1]:
            names.append(old)
    return tuple(names)


def _as_called(said: SaidThen, now: NotePath, then: NotePath) -> SaidThen:
    """Return what a note said under the name that it had then."""
    if then == now:
        return said
    told = f"It is called “{now.removesuffix('.md')}” today."
    return replace(said, note=then, told=" ".join(filter(None, (said.told, told))))


def _of_note(baselines: Iterable[Baseline]) -> dict[NotePath, list[Baseline]]:
    found: dict[NotePath, list[Baseline]] = {}
    for one in baselines:
        found.setdefault(one.note, []).append(one)
    return found


def _newest(baselines: Iterable[Baseline]) -> Baseline | None:
    return max(baselines, key=lambda one: one.taken_at, default=None)


def _unkept(note: NotePath, kept: Collection[Baseline]) -> SaidThen:
    first = min(one.taken_at for one in kept)
    told = f"What it said then was not kept; its first state that was is of {told_moment(first)}."
    return SaidThen(note, note, None, (), told)


def _said(  # noqa: PLR0913, PLR0917 - each is one thing that is known of then
    ws: Workspace,
    past: PastMemory,
    names: Sequence[NotePath],
    state: Baseline,
    findings: Iterable[Finding],
    moment: datetime,
) -> SaidThen:
    """Return what a note said by a state that was kept, or by a finding that showed a later one."""
    note = names[0]
    lines = [line for name in names for line in _changes_of(ws, name)]
    at, quotes, doubt = state.taken_at, _quotes(past, state), ""
    for one in sorted(findings, key=lambda one: one.first_seen):
        then = state_at(ws, one, moment)
        one = then or one  # noqa: PLW2901
        if one.after is None or one.after.note is not None or one.first_seen <= state.taken_at:
            continue
        if (
            then is not None
            or one.last_seen <= moment
            or _is_unchanged_since(ws, lines, one.first_seen)
        ):
            at, quotes, doubt = min(one.last_seen, moment), (one.after,), ""
        else:  # what it shows may be younger than the moment
            doubt = f"It was found to say otherwise on {told_moment(one.first_seen)}."
    changes = [line.at for line in lines if at < line.at <= moment]
    if changes:
        doubt = f"It changed on {told_moment(max(changes))}; what it said then was not kept."
    said = "" if quotes else "It said nothing that speaks to the memory."
    return SaidThen(note, note, at, quotes, " ".join(filter(None, (said, doubt))))


def _changes_of(ws: Workspace, note: NotePath) -> list[AuditRow]:
    return [one for one in ws.ledger.audit(note, limit=MOST_LINES) if one.verb == CHANGED]


def _is_unchanged_since(ws: Workspace, lines: Iterable[AuditRow], begin: datetime) -> bool:
    """Tell whether a note stands as it stood then; of more than a month ago nobody can."""
    is_known = ws.clock.now() - begin <= KEPT
    return is_known and not any(line.at > begin for line in lines)


def _quotes(past: PastMemory, state: Baseline) -> tuple[Quote, ...]:
    is_own = state.memory_id == past.row.id and state.belief_digest == past.row.belief_digest
    if is_own:
        decides = state.grounding.index if state.grounding is not None else None
        if decides is not None:
            return (quote_of(state.statements[decides]),)
        supports = sorted(state.supports, key=lambda one: -one.strength)[:MOST_QUOTES]
        return tuple(quote_of(state.statements[one.index]) for one in supports)
    found = ground(belief_of_text(past.row.belief), state.statements)
    return () if found.index is None else (quote_of(state.statements[found.index]),)
