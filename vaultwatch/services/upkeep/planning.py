"""Gather the pile, say what is proposed for it, and keep a few proposals a week for the person."""

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

from vaultwatch.adapters.files.session_records import STEPS_KEPT_FOR, all_progress
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import ProposalRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import (
    NoteUnreadableError,
    NotThereError,
    OutsideVaultError,
    RefusedError,
    VaultwatchError,
)
from vaultwatch.memories.procedures import procedure_of
from vaultwatch.memories.record import said_in
from vaultwatch.notes.days import day_at
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import is_generated, read_bytes, read_note
from vaultwatch.services.memories.property_writes import SUPERSEDED
from vaultwatch.services.memories.validating import hold_sound
from vaultwatch.services.records.proposals import hold_room, left_proposals, place_of_line
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.records.use import use_of
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.scanning.meeting import judged_same
from vaultwatch.services.upkeep.saved import is_of_pile
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import DEEDS, ROW_VERBS, UPKEEP, UpkeepProposal, digest_of
from vaultwatch.upkeep.proposals import PiledMemory, plan_upkeep
from vaultwatch.upkeep.repeating import DRAFT, SessionSteps, repeated, step_key

if TYPE_CHECKING:
    from vaultwatch.drift.model import Comparison

MOST_NEW_A_WEEK: Final = 5
"""Proposals that the report shows for the first time within seven days. Chosen by hand: what is
asked every day is ticked unread."""
_WEEK: Final = timedelta(days=7)
_DRAFT: Final = NotePath("Procedures/draft.md")
_QUOTING: Final = frozenset({"split", "promote"})
"""Verbs that write a memory's words anew, for which all of them must be known."""


def planned(ws: Workspace) -> list[UpkeepProposal]:
    """Return all that is proposed now, without what the person has left before."""
    rows = {row.id: row for row in ws.ledger.memories() if _is_of_pile(ws, row)}
    left = left_proposals(ws)
    found = plan_upkeep(_pile(ws, rows), ws.today, _summary(ws), judged_same(ws))
    found += _repeated(ws, left)
    return [one for one in found if one.id not in left and _can_be_done(ws, one, rows)]


def _repeated(ws: Workspace, left: Collection[str]) -> Iterator[UpkeepProposal]:
    """Yield what sessions repeat and no procedure says; what was left or undone stays so."""
    sessions = list(_steps_done(ws))
    if not sessions:
        return
    done = {one.subject for one in ws.ledger.audit(verbs=[DEEDS["distilled"]], limit=sys.maxsize)}
    drafts = [one for one in ws.ledger.proposals() if one.verb == "distil"]
    unwanted = [one for one in drafts if one.id in left or one.memory_id in done]
    said = [read_bytes(_DRAFT, (one.belief or "").encode()) for one in unwanted]
    for row in ws.ledger.find_memories(paths=ws.ledger.paths_in(ws.procedures_folder)):
        with suppress(NoteUnreadableError, OutsideVaultError):
            said.append(read_note(ws.files, row.path))
    steps = (procedure_of(one.note, one.text).steps for one in said)
    for one in repeated(sessions, [[step_key(line.text) for line in lines] for lines in steps]):
        if one.memories[0][0] not in done and _reads_back(one.text):
            yield one


def _steps_done(ws: Workspace) -> Iterator[SessionSteps]:
    """Yield what the sessions of late did, by their agents' own lists."""
    since = ws.clock.now() - STEPS_KEPT_FOR
    for one in all_progress(ws.places.sessions):
        with suppress(ValueError, TypeError):  # a clock that says no time, or no zone
            if one.done and (at := datetime.fromisoformat(one.seen_at)) >= since:
                yield SessionSteps(day_at(at), one.checkpoint.goal, one.done)


def summary_path(ws: Workspace) -> NotePath:
    """Return where the core summary stands, if it does."""
    return NotePath(f"{ws.memories_folder}Me.md")


def _summary(ws: Workspace) -> str | None:
    """Return the core summary as it stands; None where it is not ours to write."""
    path = summary_path(ws)
    if ws.files.stat(path) is None:
        return "" if ws.files.is_free(path) else None
    try:
        data = ws.files.read(path)
        return data.decode() if is_generated(data) else None
    except (VaultwatchError, UnicodeDecodeError):
        return None


def keep_proposals(ws: Workspace) -> int:
    """Keep what is new of what is proposed, a few a week; return how many.

    The look that is owed then tells of them in the report.
    """
    known = ws.ledger.proposals()
    since = ws.clock.now() - _WEEK
    room = MOST_NEW_A_WEEK - sum(one.verb in ROW_VERBS.values() and one.at > since for one in known)
    ids, count = {one.id for one in known}, 0
    if ws.is_rehearsal or room <= 0:
        return 0
    for one in planned(ws):
        if one.id in ids:
            continue
        try:
            hold_room(ws, UPKEEP)
        except RefusedError:  # enough waits already: what buries the person is never read
            break
        owe_look(ws)
        ws.ledger.put_proposal(_as_row(one, ws.clock.now()))
        count += 1
        if count == room:
            break
    return count


def keep_asked(ws: Workspace, id_: str) -> UpkeepProposal:
    """Keep one of what is proposed, by its id's beginning, as if the report had asked of it."""
    one = named_in(planned(ws), id_)
    if not ws.is_rehearsal and all(kept.id != one.id for kept in ws.ledger.proposals()):
        ws.ledger.put_proposal(_as_row(one, ws.clock.now()))
        keep_conditions(ws)
    return one


def _as_row(one: UpkeepProposal, at: datetime) -> ProposalRow:
    (first, *others), digests = zip(*one.memories, strict=True)
    return ProposalRow(
        id=one.id,
        verb=ROW_VERBS[one.verb],
        memory_id=first,
        against="\n".join(digests),
        belief=one.text or None,
        value=None,
        other="\n".join(others),
        agent=UPKEEP,
        at=at,
    )


def named_in(found: Sequence[UpkeepProposal], wanted: str) -> UpkeepProposal:
    """Return the one proposal that an id, or the beginning of one, names."""
    named = [one for one in found if wanted and one.id.startswith(wanted)]
    if len(named) == 1:
        return named[0]
    said = "More than one thing is" if named else "Nothing is"
    raise NotThereError(
        f"{said} proposed as {wanted!r}: it may be done, or a memory of it changed since.",
        hint="`vaultwatch memory upkeep` lists what is proposed now.",
    )


def _is_of_pile(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether a memory is kept up here: the vault's own, that waits for no decision."""
    is_line = not {"\n", "\r"} & {*row.id}  # ids are kept one a line
    is_waiting = row.facts.is_claim or row.facts.status == "quarantined"
    return is_of_pile(ws, row) and is_line and not is_waiting


def _pile(ws: Workspace, rows: Mapping[str, MemoryRow]) -> list[PiledMemory]:
    grounds, stand = grounds_of(ws, rows.values()), stances(ws, rows.values())
    uses = use_of(ws, rows)
    gone = [row.id for row in rows.values() if row.facts.status == "superseded"]
    earlier = ws.ledger.earlier_wordings(gone) if gone else {}
    doubted = _doubted(ws)
    overtaken, reworded, cited = _overtaken(ws, rows), _reworded(ws, rows), defaultdict(list)
    for owner, note in sorted(ws.ledger.baseline_heads(rows.keys())):
        cited[owner].append(note)
    pile = []
    for row in rows.values():
        use, ground = uses.get(row.id), grounds[row.id]
        replaced = None
        if row.facts.status == "superseded":
            changed = [one.until for one in earlier.get(row.id, ()) if one.facts != row.facts]
            replaced = _replaced_on(ws, row, max(changed, default=None))
        pile.append(
            PiledMemory(
                id=row.id,
                belief=row.belief,
                facts=row.facts,
                since=day_at(row.known_since),
                trust=ground.trust,
                is_persons=is_persons(ws, row, ground),
                standing=stand[row.id].standing if row.id in stand else None,
                last_used=date.fromisoformat(use.last) if use is not None else None,
                watched_since=day_at(row.first_seen),
                helped=use.helped if use is not None else 0,
                used=use.times if use is not None else 0,
                is_doubted=not doubted.isdisjoint((row.id, row.path)),
                path=row.path,
                cited=tuple(cited[row.id]),
                overtaken=overtaken.get(row.id, ""),
                reworded=reworded.get(row.id),
                replaced_on=replaced,
            )
        )
    return pile


def _doubted(ws: Workspace) -> set[str]:
    """Return the ids of memories with an open finding, and the notes of those they contradict."""
    found = ws.ledger.findings(statuses=LIVE, outcomes=None)
    against = {str(one.note) for one in found if one.kind == "contradiction" and one.note}
    return against | {one.memory_id for one in found if one.memory_id and one.outcome != "holds"}


def _overtaken(ws: Workspace, rows: Mapping[str, MemoryRow]) -> dict[str, str]:
    """Return the words that a note overtook, by memory of which one finding is shown."""
    found = ws.ledger.findings(statuses=LIVE, kind="memory_drift", memory_ids=rows)
    times = Counter(one.memory_id for one in found)
    shown = [one for one in found if times[one.memory_id] == 1 and one.outcome == "shown"]
    heads = ws.ledger.baseline_heads({one.memory_id for one in shown if one.memory_id})
    told = {}
    for one in shown:
        id_ = one.memory_id or ""
        head = heads.get((id_, one.note)) if one.note is not None else None
        denied = head.grounding.clause if head is not None and head.grounding is not None else ""
        told[id_] = one.before.text if one.before is not None else denied
    return told


def _reworded(ws: Workspace, rows: Mapping[str, MemoryRow]) -> dict[str, tuple[str, str]]:
    """Return what the one note of a memory that holds said, and says now, by memory."""
    held: dict[str, list[Comparison]] = defaultdict(list)
    for _, one in ws.ledger.comparisons(rows.keys()).values():
        held[one.memory_id].append(one)
    found = {}
    for id_, compared in held.items():
        first = compared[0]
        if len(compared) > 1 or first.outcome != "holds" or first.before is None:
            continue
        now = first.after
        if now is not None and now.note is None and now.text != first.before.text:
            found[id_] = first.before.text, now.text
    return found


def _replaced_on(ws: Workspace, row: MemoryRow, changed: datetime | None) -> date:
    """Return when another memory took a memory's place: as we did it, or first saw it so."""
    lines = (line.at for line in ws.ledger.audit(row.id, limit=20) if line.verb == SUPERSEDED)
    return day_at(next(lines, changed or row.first_seen))


def _can_be_done(ws: Workspace, one: UpkeepProposal, rows: Mapping[str, MemoryRow]) -> bool:
    """Tell whether no note of it would refuse: what cannot be done is not asked.

    A merged text may not stand either: a link that comes with it may be an attack.
    """
    if one.verb == "core":
        return True
    try:
        if one.verb == "distil":
            hold_sound(ws, one.text, DRAFT)
            return True
        first, *others = said = [rows[id_] for id_, _ in one.memories]
        for row in said:
            data = ws.files.read(row.path)
            edit_properties(data, put={"status": "faded"})
            is_quoted = row in others if one.verb == "compress" else one.verb in _QUOTING
            if is_quoted and said_in(data, row.path, row.id) != row.belief:
                return False  # a secret is masked for us
        if one.verb == "promote":
            return place_of_line(ws, first.id, one.text) is not None
        if one.text and one.text != first.belief:  # else the very words of memories that stand
            hold_sound(ws, one.text, first.facts)
    except (RefusedError, NoteUnreadableError):
        return False
    return True


def _reads_back(text: str) -> bool:
    """Tell whether the steps that a draft lists are those that a procedure of it would have."""
    reading = read_bytes(_DRAFT, text.encode())
    listed = text.partition("## Steps\n\n")[2].split("\n")
    return len(procedure_of(reading.note, reading.text).steps) == len(listed)


def rows_of(ws: Workspace, one: UpkeepProposal) -> list[MemoryRow]:
    """Return the memories that a proposal is about, as they stand, in its order.

    Raises:
        RefusedError: one of them says otherwise by now, or is gone.
    """
    rows = {row.id: row for row in ws.ledger.find_memories(ids=[id_ for id_, _ in one.memories])}
    if one.verb == "distil" and not (rows or ws.ledger.audit(one.memories[0][0], limit=1)):
        return []  # it rests on sessions
    for id_, digest in one.memories:
        if id_ not in rows or digest_of(rows[id_].belief, rows[id_].facts) != digest:
            raise RefusedError(
                f"Memory {id_} is not as it was when this was proposed; nothing was changed.",
                hint="`vaultwatch memory upkeep` lists what is proposed now.",
            )
    return [rows[id_] for id_, _ in one.memories]
