"""Write down what a session leaves to the next, as one note whose items are memories.

`memories.handoff` decides how the note reads; `services.sessions.opening` tells the next session.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from vaultwatch.drift.model import Baseline, FindingStatus
from vaultwatch.errors import NoteUnreadableError, NothingLeftError, RefusedError
from vaultwatch.guard.secrets import find_secrets
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.file_names import file_stem
from vaultwatch.memories.handoff import (
    Entry,
    HandedOver,
    Handoff,
    entries_of,
    first_bytes,
    reconsidered,
    with_entries,
    with_links,
)
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.items import (
    HANDOFF,
    anchor_of,
    is_item,
    item_id,
    items_of,
    note_id_of,
    ticked,
)
from vaultwatch.memories.likeness import gist_digest, near_identical
from vaultwatch.memories.projects import MOST_NAME_CHARS, project_name
from vaultwatch.memories.validity import stamp
from vaultwatch.notes.days import on_clock
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.duplicates import gist_of, says_nearly
from vaultwatch.report.escape import is_linkable
from vaultwatch.services.indexing.reading import read_bytes
from vaultwatch.services.memories.naming import free_path
from vaultwatch.services.memories.validating import (
    checked_facts,
    gated,
    hold_no_secret,
    why_planted,
)
from vaultwatch.services.memories.weighing import why_waits
from vaultwatch.services.recall.search import MAX_QUERY_CHARS, passages
from vaultwatch.services.records.small_facts import HANDED_OVER
from vaultwatch.services.records.trust import is_anothers
from vaultwatch.services.scanning.citing import Cited, why_unresolved
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.sessions.left_behind import hand_over_of, hand_overs, sessions_folder
from vaultwatch.services.workspace import Workspace

MOST_KEPT: Final = 200
"""Hand-overs of which it is known what was written. Chosen by hand."""
MOST_MEMORIES: Final = 20
"""That a hand-over names as what it rests on. Chosen by hand."""
_NO_LONGER_LISTED: Final = "[x]"
"""In place of who wrote an item: a program that no longer lists it had it ticked."""
_LOOKED_AT: Final = 8
"""Passages of memories that an item is held against. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class HandoffWrite:
    """What came of a hand-over."""

    id: str
    path: NotePath
    is_written: bool
    """False where the note said all of it already."""
    items: int
    """Open items in the note."""
    closed: int
    """Items of earlier hand-overs of the project that are closed by it."""
    left_out: tuple[str, ...]
    """A sentence for each item that was not kept."""
    warnings: tuple[str, ...]
    """A sentence for each item that will not be compared as it stands."""


@dataclass(slots=True)
class _Kept:
    """What of a hand-over is written, and what is closed by it."""

    said: Sequence[Entry] = ()
    """All that can be written, whether or not it is kept."""
    entries: list[Entry] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    ticks: dict[NotePath, dict[str, str]] = field(default_factory=dict)
    """Marks of items in earlier hand-overs, by note and anchor."""
    twins: dict[str, list[tuple[NotePath, str]]] = field(default_factory=dict)
    """By anchor of what is said again: the notes and anchors of what said it before."""


def hand_over(
    ws: Workspace,
    handoff: Handoff,
    *,
    agent: str = "",
    whole: Collection[str] = (),
    typed: Collection[str] = (),
) -> HandoffWrite:
    """Write the note of a session's hand-over, or bring the one that stands up to date.

    The same again writes nothing. What a person ticked, struck, changed or took out stays so. A
    list that is given takes the place of what the same agent said in it before; an empty one leaves
    it so, and what another one said stays. Of a whole list what is gone is ticked. `whole` names
    the lists that hold all that is open, `typed` those that hold what a person typed: the topic is
    of the goals.

    Raises:
        RefusedError: the session is not named, or nothing is left of what was handed over.
        SecretError, NoteChangedError: the names hold one; a person is editing the note right now.
    """
    facts = _facts(ws, handoff, agent)
    catch_up(ws)
    before = hand_over_of(ws, facts.session, handoff.project)
    kept = _sifted(ws, handoff, facts, before, typed)
    path, seen, data, note_id = _note(ws, handoff, facts, before, is_typed="goals" in typed)
    earlier = HANDED_OVER.get(ws.ledger).get(note_id, {})
    unlisted = {anchor for anchor, writer in earlier.items() if writer == _NO_LONGER_LISTED}
    own = {anchor for anchor, writer in earlier.items() if writer == agent}
    made, gone = reconsidered(path, data, kept.said, unlisted=unlisted, own=own, whole=whole)
    made = with_entries(path, made, kept.entries, taken_out=earlier.keys() - unlisted, own=own)
    made = with_links(made, list(_memory_links(ws, handoff.memory_ids, kept.left)))
    is_written = made != seen and (before is not None or not all(e.is_done for e in kept.entries))
    cited = None
    if before is not None and is_written:
        made = edit_properties(made, put={"updated": stamp(ws.clock.now()), **handoff.marks})
    if not ws.is_rehearsal and (is_written or kept.ticks):
        rested = _rested_on(ws, note_id, kept.twins)
        kept.left += _write(ws, note_id, {path: (seen, made)} if is_written else {}, kept.ticks)
        ours = {*gone, *unlisted} & _anchors(path, made, is_done=True)
        written = _writers(earlier, {one.anchor: agent for one in kept.entries}, ours)
        dropped = _anchors(path, data) - _anchors(path, made)
        _keep_written(ws, note_id, {a: who for a, who in written.items() if a not in dropped})
        cited = take_in(ws, [path, *kept.ticks])
        _rest_on(ws, note_id, rested, cited)
    items = len(_anchors(path, made) - _anchors(path, made, is_done=True))
    closed, warnings = sum(map(len, kept.ticks.values())), tuple(_warnings(ws, cited, note_id))
    return HandoffWrite(note_id, path, is_written, items, closed, tuple(kept.left), warnings)


def _anchors(path: NotePath, data: bytes, *, is_done: bool = False) -> set[str]:
    reading = read_bytes(path, data)
    items = items_of(reading.note, reading.body) or ()
    return {one.anchor for one in items if one.is_done or not is_done}


def _writers(
    earlier: Mapping[str, str], said: Mapping[str, str], unlisted: Collection[str]
) -> dict[str, str]:
    """Return who wrote each item: who said it first, but of what we ticked ourselves nobody."""
    known = {anchor: who for anchor, who in earlier.items() if who != _NO_LONGER_LISTED}
    return {**said, **known, **dict.fromkeys(unlisted, _NO_LONGER_LISTED)}


def _keep_written(ws: Workspace, note_id: str, written: Mapping[str, str]) -> None:
    """Remember what was written, and by whom: what of it is gone later a person took out."""
    others = [one for one in HANDED_OVER.get(ws.ledger).items() if one[0] != note_id]
    kept = [*others, (note_id, written)]
    HANDED_OVER.set(ws.ledger, dict(kept[-MOST_KEPT:]))


def _facts(ws: Workspace, handoff: Handoff, agent: str) -> Facts:
    """Return what the note says of itself."""
    if not handoff.session.strip():
        raise RefusedError(
            "A hand-over names its session.",
            hint="Give session_id: any name that stays the same for this session.",
        )
    hold_no_secret(f"{handoff.project.name}\n{handoff.topic}")
    session = " ".join(handoff.session.split())
    for text in (session, handoff.project.name, agent) if agent else ():
        gated(ws, text, "name", is_name=True)
    return checked_facts(Facts(type=HANDOFF, agent=agent, client=ws.client, session=session))


def _note(
    ws: Workspace, handoff: Handoff, facts: Facts, before: HandedOver | None, *, is_typed: bool
) -> tuple[NotePath, bytes | None, bytes, str]:
    """Return the note's path, its bytes as they stand, those to begin with, and its id."""
    if before is not None:
        seen = ws.files.read(before.path)
        rows = [row for row in ws.ledger.find_memories(paths=[before.path]) if is_item(row.id)]
        given = read_bytes(before.path, seen).note.properties.get("id")
        id_ = given if isinstance(given, str) and given else memory_id(before.path)
        return before.path, seen, seen, note_id_of(rows[0].id) if rows else id_
    topic = " ".join(handoff.topic.split())[:200]
    if why_planted(topic, is_vouched=is_typed, is_wish=True):
        topic = ""  # all read it
    facts = checked_facts(replace(facts, topic=topic[:MOST_NAME_CHARS]))
    title = topic or project_name(handoff.project.name) or "Session"
    begun = on_clock(ws.clock.now())
    stem = f"{begun:%Y-%m-%d %H%M} {file_stem(title)}"
    path = free_path(ws, sessions_folder(ws), stem)
    note_id = memory_id(f"{HANDOFF}\n{project_name(handoff.project.name)}\n{facts.session}\n{stem}")
    data = first_bytes(note_id, handoff, file_stem(title), facts, ws.clock.now())
    return path, None, data, note_id


def _sifted(
    ws: Workspace, handoff: Handoff, facts: Facts, before: HandedOver | None, typed: Collection[str]
) -> _Kept:
    """Return what is kept of what a session says: nothing secret, planted or known already."""
    entries, left = entries_of(handoff)
    kept = _Kept(entries, left=list(left))
    others = hand_overs(ws, handoff.project)
    earlier = [one for one in others if before is None or one.path != before.path]
    named = "" if "goals" in typed else handoff.topic
    for entry in entries:
        if entry.is_done:
            notes = [*earlier, *([before] if before is not None else [])]
            if why := _close(ws, kept, entry, notes, "x"):
                kept.left.append(f"“{entry.text[:60]}” {why}.")
            kept.entries.append(entry)
            continue
        is_typed = entry.kind.name in typed
        why = _why_left_out(ws, entry, facts, earlier, named=named, is_typed=is_typed)
        if why:
            name = entry.kind.one.capitalize()
            said = "" if find_secrets(entry.text) else f" “{entry.text[:60]}”"
            kept.left.append(f"{name}{said} was left out: {why}.")
            continue
        kept.entries.append(entry)
        _close(ws, kept, entry, earlier, ">")
    if before is None and not (kept.ticks or any(not one.is_done for one in kept.entries)):
        hint = " ".join(kept.left[:3]) or "Give at least one item."
        raise NothingLeftError("There is nothing to hand over.", hint=hint)
    return kept


def _close(
    ws: Workspace, kept: _Kept, entry: Entry, earlier: Sequence[HandedOver], mark: str
) -> str:
    """Plan to tick what an entry says is done, or carries over; tell why it ticks none.

    What another program left stays open; what says it again rests on what it rested on.
    """
    why = "is no open item, so that none was ticked"
    for note in earlier:
        for one in note.items:
            is_it = mark == "x" and entry.text.rstrip(".").endswith(f"#{one.item.anchor}")
            is_it = is_it or near_identical(entry.text, [("", one.item.text)]) is not None
            if not is_it:
                continue
            is_theirs = is_anothers(ws, note.client) and not one.item.is_done
            why = f"was left by {note.client}: only it or the user ticks it" if is_theirs else ""
            if one.item.is_done:
                continue
            if not is_theirs:
                kept.ticks.setdefault(note.path, {})[one.item.anchor] = mark
            if mark == ">":
                kept.twins.setdefault(entry.anchor, []).append((note.path, one.item.anchor))
    return why


def _why_left_out(  # noqa: PLR0913 - what an item says, and what is known of it
    ws: Workspace,
    entry: Entry,
    facts: Facts,
    earlier: Sequence[HandedOver],
    *,
    named: str,
    is_typed: bool,
) -> str:
    if hits := find_secrets(entry.text):
        kinds = ", ".join(sorted({hit.kind for hit in hits}))
        return f"it holds what looks like a secret ({kinds})"
    is_wish = entry.kind.is_wish
    if why := why_planted(entry.text, is_vouched=is_typed, is_wish=is_wish):
        return f"it looks planted ({why})"
    # What a person asks for settles nothing: whoever does it asks them in its turn.
    if not (is_typed and is_wish) and (why := why_waits(ws, entry.text, facts, named)):
        return f"{why}; hand it in with vault_remember, it waits for the user there"
    if known := _said_already(ws, entry.text):
        return f"memory {known} says it already"
    return _said_in(ws, earlier, entry)


def _said_in(ws: Workspace, earlier: Sequence[HandedOver], entry: Entry) -> str:
    """Return why an item need not be said after what earlier hand-overs say of it."""
    for note in earlier:
        items = [one.item for one in note.items]
        written = HANDED_OVER.get(ws.ledger).get(note.id, {})
        ended = [one for one in items if one.is_done and not one.is_carried]
        # What a client's list no longer held we ticked ourselves: it may be to do again.
        ended = [one for one in ended if written.get(one.anchor) != _NO_LONGER_LISTED]
        done = [(one.anchor, one.text) for one in ended]
        if near_identical(entry.text, done) is not None:
            return f"it is ticked off in “{title_of(note.path)}”"
        linked = [(one.anchor, one.text) for one in items if not one.is_done and "[[" in one.text]
        if "[[" not in entry.text and near_identical(entry.text, linked) is not None:
            return f"it stands with its links in “{title_of(note.path)}”"  # there it is compared
    return ""


def _said_already(ws: Workspace, text: str) -> str:
    """Return the memory that says what an item says: what was only recalled is not kept again."""
    held = ws.ledger.find_memories(gists=[gist_digest(text)])
    same = [(row.id, row.belief) for row in held if not is_item(row.id)]
    if found := near_identical(text, same):
        return found
    said = text[:MAX_QUERY_CHARS]
    hits = passages(ws, said, limit=_LOOKED_AT, memories=True, has_text=False)
    gist = gist_of(text)
    for row in ws.ledger.find_memories(paths={hit.note for hit in hits}):
        if not is_item(row.id) and says_nearly(gist, gist_of(row.belief)):
            return row.id
    return ""


def _memory_links(ws: Workspace, ids: Sequence[str], left: list[str]) -> Iterator[str]:
    """Yield links to the notes of memories."""
    wanted = list(dict.fromkeys(ids))
    rows = {row.id: row for row in ws.ledger.find_memories(ids=wanted[:MOST_MEMORIES])}
    for id_ in wanted[:MOST_MEMORIES]:
        if id_ in rows and is_linkable(rows[id_].path):
            yield f"[[{rows[id_].path.removesuffix('.md')}|{title_of(rows[id_].path)}]]"
        else:
            left.append(f"There is no memory {id_[:60]!r} to link to.")
    if len(wanted) > MOST_MEMORIES:
        left.append(f"Of {len(wanted)} memories {MOST_MEMORIES} are linked, the most.")


def _write(
    ws: Workspace,
    note_id: str,
    notes: Mapping[NotePath, tuple[bytes | None, bytes]],
    ticks: Mapping[NotePath, Mapping[str, str]],
) -> list[str]:
    """Write what is due; return a sentence for each earlier note that could not be ticked."""
    failed = []
    with ws.journal.run("hand-over"):
        for path, (seen, new) in notes.items():
            ws.files.replace_note(path, seen=seen, new=new)
        # Behind it: a kill in between leaves an item open in two notes, told once.
        for path, marks in ticks.items():
            try:
                seen = now = ws.files.read(path)
                for anchor, mark in marks.items():
                    now = ticked(path, now, anchor, mark)
                ws.files.replace_note(path, seen=seen, new=now)
            except (RefusedError, NoteUnreadableError) as error:  # a person is at it
                failed.append(f"“{title_of(path)}” was not ticked: {error.message}")
    ws.ledger.record("hand-over", note_id)
    return failed


def _warnings(ws: Workspace, cited: Cited | None, note_id: str) -> Iterable[str]:
    if cited is None:
        return
    for id_, plan in sorted(cited.citations.items()):
        if not is_item(id_) or note_id_of(id_) != note_id:
            continue
        said = f"“{cited.memories[id_].belief[:60]}”"
        for link in plan.unresolved:
            yield f"{said}: {link} {why_unresolved(ws, link)}; it is not checked till that changes."
        for link, _ in plan.ambiguous:
            yield f"{said}: {link} names more than one note; it will not be checked."
        if not (plan.pairs or plan.unresolved or plan.ambiguous):
            yield f"{said} cites no note; it will not be checked without a [[link]]."


_DISMISSED: Final[tuple[FindingStatus, ...]] = ("dismissed",)


def _rested_on(
    ws: Workspace, note_id: str, twins: Mapping[str, Sequence[tuple[NotePath, str]]]
) -> dict[str, list[Baseline]]:
    """Return by new item what its older twins rest on, of each note what was taken first.

    Not where a person called what the note says since a false alarm: they are not told of it again.
    `twins` are by the anchor of an item the notes and anchors of those that say the same.
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


def _rest_on(
    ws: Workspace, note_id: str, held: Mapping[str, Sequence[Baseline]], cited: Cited
) -> None:
    """Record what older twins rested on as what the new items rest on.

    `held` is what `_rested_on` gave before the note was written.
    """
    rows = {anchor: cited.memories.get(item_id(note_id, anchor)) for anchor in held}
    ws.ledger.put_baselines(
        replace(one, memory_id=row.id, belief_digest=row.belief_digest)
        for anchor, row in rows.items()
        if row is not None
        for one in held[anchor]
    )
