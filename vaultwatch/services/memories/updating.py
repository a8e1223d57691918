"""Change memories that stand: what they say, how they are tagged, one made of two; forget one.

The one place that puts a memory away: commands, ticks in the report and agents all come here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Repair
from vaultwatch.errors import NoteChangedError, RefusedError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.facts import (
    MOST_TRIGGERS,
    Facts,
    MemorySource,
    as_claimed,
    properties_of,
    voice_of,
    with_voice,
)
from vaultwatch.memories.items import anchor_of, is_item, without_items
from vaultwatch.memories.record import said_in, saying
from vaultwatch.memories.trust import BASES, content_hash
from vaultwatch.memories.validity import stamp
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.adding import MemoryWrite, vouch_for
from vaultwatch.services.memories.cited import contradicted_by_note
from vaultwatch.services.memories.naming import follow_words
from vaultwatch.services.memories.property_writes import plan_supersede, supersede, taken_since
from vaultwatch.services.memories.validating import (
    REASON,
    checked_belief,
    checked_facts,
    gated,
    hold_no_impact,
    hold_no_record,
    hold_no_secret,
    hold_sound,
)
from vaultwatch.services.memories.weighing import decision_on, with_bound
from vaultwatch.services.records.scale import labelled, take_back_words
from vaultwatch.services.records.settled import as_it_stands
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import owning, revoke
from vaultwatch.services.scanning.checking import with_what_holds
from vaultwatch.services.scanning.taking_in import catch_up, take_in, take_out
from vaultwatch.services.workspace import Workspace


def written_belief(ws: Workspace, wanted: str) -> tuple[str, bytes]:
    """Return a memory's belief as its note holds it, nothing masked, and the note's bytes.

    For its owner's editor: the bytes tell, when the editor closes, whether the note moved on.
    """
    row = find_memory(ws, wanted)
    data = ws.files.read(row.path)
    return said_in(data, row.path, row.id) + "\n", data


def edit_memory(
    ws: Workspace, wanted: str, belief: str, *, seen: bytes | None = None
) -> MemoryWrite:
    """Replace the belief of a memory, its properties untouched; it gets a new baseline.

    A file that was named after the words it had follows them. `seen` is the note as its editor saw
    it.

    Raises:
        NotThereError: no such memory.
        NoteChangedError: the note is not `seen` any more.
        SecretError, RefusedError: as for a new one.
    """
    belief, row = checked_belief(belief), find_memory(ws, wanted)
    if ws.is_rehearsal:
        return MemoryWrite(row.id, row.path)
    seen = ws.files.read(row.path) if seen is None else seen
    owe_look(ws)
    with owning(ws, row), ws.journal.run("memory edit") as run:
        for one in ws.ledger.findings(statuses=LIVE, memory_ids=[row.id], outcomes=None):
            run.settled(as_it_stands(ws, one))  # the look that follows closes it
        vouch_for(ws, row.id, row.path, new := saying(seen, row.path, row.id, belief))
        ws.files.replace_note(row.path, seen=seen, new=new)
        ws.ledger.record("memory edit", row.id)
        named = follow_words(ws, row, Repair(row.belief, belief))
    take_in(ws, {row.path, named})
    return MemoryWrite(row.id, named)


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """What is to become of a memory; None leaves a thing as it is."""

    belief: str | None = None
    value: str | None = None
    """Of its claim."""
    tags: tuple[str, ...] | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    type: str | None = None
    importance: float | None = None
    expires: datetime | None = None
    never_expires: bool = False
    source: MemorySource = "inference"
    """Where the new belief or value comes from, as its writer claims."""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class UpdatedMemory:
    """A memory after a change."""

    id: str
    path: str
    changed: tuple[str, ...]
    """What is other than before: `content`, `tags`, ..."""
    row: MemoryRow
    warning: str = ""


Author: TypeAlias = Literal["agent", "person", "note"]
"""Whose word a change is: an agent's; a person's; or the note's, which a memory follows under the
source it had."""


def update_memory(
    ws: Workspace, wanted: str, change: MemoryChange, *, by: Author = "agent"
) -> UpdatedMemory:
    """Change a memory. Another belief closes its findings and takes a new baseline; tags do not.

    `by` is whose word it is: `proposing` decides what an agent may do by itself.

    Raises:
        NotThereError: no such memory.
        NoteChangedError: a person is editing it right now.
        SecretError, RefusedError: what it would say is empty, too long, secret or suspicious, or
            speaks against another memory that has the better claim.
    """
    catch_up(ws)
    row = find_memory(ws, wanted)
    facts = changed_facts(row, change)
    belief = row.belief if change.belief is None else checked_belief(change.belief)
    changed = what_changed(row, belief, facts)
    if not changed:
        return UpdatedMemory(row.id, row.path, (), row)
    _hold_line_alone(row.id, changed)
    is_said_anew = bool({"content", "value"} & set(changed))
    if is_said_anew:
        facts = _said_anew(with_what_holds(ws, row, facts), belief, change, by=by)
    if {"content", "value", "tags", "type"} & set(changed):
        hold_sound(ws, belief, facts, before=None if is_said_anew else row.facts)
    if is_said_anew and by == "agent":
        hold_no_impact(ws, belief, facts, row.path)
    facts = checked_facts(facts)
    if "content" in changed:
        facts = with_bound(ws, belief, facts)
    against = _hold_its_ground(ws, row, belief, facts, by) if "value" in changed else ()
    if ws.is_rehearsal:
        return UpdatedMemory(row.id, row.path, changed, row)
    planned = plan_supersede(ws, against, by=row.id, since=taken_since(ws, facts))
    if is_said_anew:
        owe_look(ws)  # the reader is told
    with ws.journal.run("memory update"):
        said = belief if "content" in changed else None
        written = write_changed(ws, row, said, facts, is_said_anew=is_said_anew)
        stood_back = supersede(ws, planned, by=row.id)
        named = follow_words(ws, row, Repair(row.belief, belief))
    ws.ledger.record("memory update", row.id, ", ".join(changed))
    take_in(ws, {row.path, named, *stood_back})
    take_back_words(ws, row.id)  # an agent's change is no lesson
    if is_said_anew and by != "note" and (otherwise := contradicted_by_note(ws, belief)):
        written = f"{otherwise}. {written}".strip()
    return UpdatedMemory(row.id, named, changed, find_memory(ws, row.id), written)


def _hold_line_alone(memory_id: str, changed: Sequence[str]) -> None:
    """Let a change of a hand-over's item pass that is one of its words alone."""
    if is_item(memory_id) and {*changed} - {"content"}:  # the rest its note says of all its items
        raise RefusedError(
            f"{memory_id} is an item of a hand-over: only its words can be changed.",
            hint="What else is to be known of it, keep as a memory of its own: vault_remember.",
        )


def _said_anew(facts: Facts, belief: str, change: MemoryChange, *, by: Author) -> Facts:
    """Return the facts of a belief that was changed: whoever changed it is its source from now on.

    What only follows its note keeps its source: else it would be anybody's to rewrite next.
    """
    if by == "agent" and facts.status != "active":
        said = f"The memory is {facts.status}: until a person decides it stays as it is worded."
        raise RefusedError(said, hint="Hand the new wording in with vault_remember.")
    agents: dict[Author, MemorySource] = {"person": "user_explicit", "note": facts.source}
    return replace(
        facts,
        source=agents.get(by, as_claimed(change.source)),
        agent=facts.agent if by == "note" else change.agent,
        corroborated_by=(),
        content_hash=content_hash(belief),
        tool="",
        signature="",
    )


def changed_facts(row: MemoryRow, change: MemoryChange) -> Facts:
    """Return a memory's facts with a change in them, its source as it was.

    Raises:
        RefusedError: it carries no claim whose value could change, or the new one is empty.
    """
    facts = row.facts
    tags = facts.tags if change.tags is None else change.tags
    gone = {tag.lstrip("#").casefold() for tag in change.remove_tags}
    tags = tuple(tag for tag in (*tags, *change.add_tags) if tag.lstrip("#").casefold() not in gone)
    claim = facts.claim
    if change.value is not None:
        if claim is None:
            raise RefusedError(
                f"Memory {row.id} carries no claim whose value could change.",
                hint="Change its content instead.",
            )
        claim = replace(claim, value=change.value.strip())
        if not claim.value:
            raise RefusedError("The claim's value is empty.", hint="Say what its value is.")
    return replace(
        facts,
        tags=tuple(dict.fromkeys(tags)),
        type=change.type or facts.type,
        importance=facts.importance if change.importance is None else change.importance,
        expires=None if change.never_expires else change.expires or facts.expires,
        claim=claim,
    )


def what_changed(row: MemoryRow, belief: str, facts: Facts) -> tuple[str, ...]:
    """Return the names of what a change makes different in a memory."""
    named = {
        "content": (row.belief, belief),
        "value": (row.facts.claim, facts.claim),
        "tags": (row.facts.tags, facts.tags),
        "trigger": (row.facts.triggers, facts.triggers),
        "type": (row.facts.type, facts.type),
        "importance": (row.facts.importance, facts.importance),
        "expires": (row.facts.expires, facts.expires),
        "corroborated_by": (row.facts.corroborated_by, facts.corroborated_by),
    }
    return tuple(name for name, (before, now) in named.items() if before != now)


def _hold_its_ground(
    ws: Workspace, row: MemoryRow, belief: str, facts: Facts, by: Author
) -> Sequence[str]:
    """Return the ids that the new value supersedes."""
    if row.facts.status != "active":
        raise RefusedError(
            f"Memory {row.id} is {row.facts.status}; its claim cannot be changed.",
            hint="Hand the new value in with vault_remember.",
        )
    if by == "note":  # it may follow its note, not push others aside in a person's name
        facts = replace(facts, source="document")
    decision = decision_on(ws, replace(row, belief=belief, facts=facts))
    if decision.same:
        raise RefusedError(
            f"Memory {decision.same} says the same already.", hint="Forget one of the two."
        )
    if not decision.is_active:
        others = f"Memory {', '.join(decision.against)} says otherwise: "
        raise RefusedError(
            f"{others if decision.against else ''}{decision.reason}",
            hint="Hand it in with vault_remember: it will wait for a person's decision.",
        )
    return decision.against if decision.outcome == "supersede" else ()


def hold_unedited(
    ws: Workspace, path: NotePath, seen: bytes, *, hint: str = "Try again later."
) -> None:
    """Let a note pass that is the one that was taken in: a person may have saved it just now."""
    held = ws.ledger.note_stats([path]).get(path)
    if held is None or held.digest != digest_of(seen):
        raise NoteChangedError(f"{path!r} was edited just now.", hint=hint)


def write_changed(
    ws: Workspace, row: MemoryRow, belief: str | None, facts: Facts, *, is_said_anew: bool = False
) -> str:
    """Write a changed memory into its note; return what the writer should be told, or nothing.

    Raises:
        NoteChangedError: the note was edited since it was indexed.
    """
    seen = ws.files.read(row.path)
    hold_unedited(ws, row.path, seen, hint="Read it again first.")
    new = seen
    if not is_item(row.id):
        put, before = properties_of(facts), properties_of(row.facts)
        remove = before.keys() - put.keys()
        put = {key: value for key, value in put.items() if before.get(key) != value}
        if is_said_anew:
            put["updated"] = stamp(ws.clock.now())
        if belief is not None and facts.tags:  # some may have stood in the text that goes
            put["tags"] = facts.tags
        new = edit_properties(seen, put=put, remove=remove)
    if belief is not None:
        new = saying(new, row.path, row.id, belief)
    with ws.journal.run("memory update"):
        ws.files.replace_note(row.path, seen=seen, new=new)
    claim = None if is_item(row.id) else facts.claim
    if claim is not None and belief is not None and claim == row.facts.claim:
        return mask_secrets(
            f"Its claim still says {claim.subject} {claim.predicate}: {claim.value}; "
            "give `value` too if that changed."
        )
    return ""


def merge_memories(
    ws: Workspace, target: str, folding: str, *, is_persons: bool = False
) -> UpdatedMemory:
    """Fold one memory into another; the folded one stays, superseded, and can be put back.

    Where a person says so, what is said anew is their word.

    Raises:
        NotThereError: no such memory.
        SecretError: the note that is kept holds a secret, which must not be lost.
        RefusedError: both are one, a claim would be lost, or they cannot be written.
    """
    catch_up(ws)
    kept, folded = find_memory(ws, target), find_memory(ws, folding)
    hold_mergeable(kept, folded)
    belief = checked_belief(joined_belief(kept.belief, folded.belief))
    voices = with_voice(kept.facts, voice_of(folded.facts))
    for voice in folded.facts.corroborated_by:
        voices = with_voice(replace(kept.facts, corroborated_by=voices), voice)
    tags = tuple(dict.fromkeys((*kept.facts.tags, *folded.facts.tags)))
    occasions = dict.fromkeys((*kept.facts.triggers, *folded.facts.triggers))
    triggers = tuple(occasions)[:MOST_TRIGGERS]
    facts = replace(kept.facts, tags=tags, triggers=triggers, corroborated_by=voices)
    if belief != kept.belief:
        hold_no_secret(written_belief(ws, kept.id)[0])  # what ours masks would be gone for good
        # Together they are worth what the weaker of them is: no word borrows another's trust.
        weaker = min(kept.facts.source, folded.facts.source, key=lambda source: BASES[source])
        source: MemorySource = "user_explicit" if is_persons else weaker
        facts = replace(facts, source=source, content_hash=content_hash(belief))
        hold_sound(ws, belief, facts)  # two halves may be one attack
        if not is_persons:
            hold_no_impact(ws, belief, facts, kept.path)
    facts = checked_facts(facts)
    changed = what_changed(kept, belief, facts)
    # First: what cannot be edited refuses before anything is written.
    planned = plan_supersede(ws, [folded.id], by=kept.id)
    if not ws.is_rehearsal:
        owe_look(ws)
        with ws.journal.run("memory merge"):
            said = belief if "content" in changed else None
            if changed:
                write_changed(ws, kept, said, facts, is_said_anew="content" in changed)
            supersede(ws, planned, by=kept.id)
        ws.ledger.record("memory merge", kept.id, f"with {folded.id}")
        take_in(ws, [kept.path, folded.path])
        take_back_words(ws, kept.id)  # an agent's change is no lesson
    return UpdatedMemory(kept.id, kept.path, changed, find_memory(ws, kept.id))


def hold_mergeable(kept: MemoryRow, folded: MemoryRow) -> None:
    """Let two memories pass of which nothing would be lost.

    Raises:
        RecordReadOnlyError: one is a store's record.
        RefusedError: both are one, one does not hold, or a claim or time would be lost.
    """
    hold_no_record(kept, folded)
    if is_item(kept.id) or is_item(folded.id):
        raise RefusedError(
            "An item of a hand-over cannot be merged.",
            hint="Tick it in its note if it is done, or forget it.",
        )
    if kept.id == folded.id:
        raise RefusedError("A memory cannot be merged with itself.", hint="Name two.")
    if kept.facts.status != "active" or folded.facts.status != "active":
        raise RefusedError(
            "Only active memories can be merged.",
            hint="A quarantined one waits for a person: `vaultwatch review`.",
        )
    if folded.facts.claim not in {None, kept.facts.claim}:
        raise RefusedError(
            f"Memory {folded.id} carries a claim of its own, which a merge would lose.",
            hint="Update one of the two, or forget it.",
        )
    ends, others = kept.facts.ends, folded.facts.ends
    if ends is not None and (others is None or others > ends):
        raise RefusedError(
            f"Memory {kept.id} ends before {folded.id} does, which a merge would lose.",
            hint="Merge them the other way round.",
        )


def joined_belief(kept: str, folded: str) -> str:
    """Return both beliefs as one; one that holds the other says it all."""
    one, other = (" ".join(text.split()).casefold().rstrip(".") for text in (kept, folded))
    if other in one:
        return kept
    if one in other:
        return folded
    return f"{kept.strip()}\n\n{folded.strip()}"


Deed: TypeAlias = Literal["memory forget", "review reject"]
"""What it is called in the audit."""


def forget_memory(
    ws: Workspace,
    wanted: str,
    *,
    why: str = "",
    deed: Deed = "memory forget",
    is_persons: bool = True,
) -> MemoryWrite:
    """Move a memory's note to the vault's `.trash`; nothing is ever deleted.

    That a person accepted it although it looks suspicious is forgotten with it: should the same
    come again, it is held anew. Only where a person forgets it its findings are lessons for later
    verdicts: what is rejected in review may agree with its notes.

    Raises:
        NotThereError, RecordReadOnlyError: no such memory, or a store's record.
        NoteUnreadableError, NoteChangedError: its note is not where it was, or changed just now.
        RefusedError: it is a link, or the trash leads out of the vault.
    """
    row, why = find_memory(ws, wanted), gated(ws, why, REASON)
    hold_no_record(row)
    if ws.is_rehearsal:
        return MemoryWrite(row.id, row.path, ".trash")
    seen = ws.files.read(row.path)  # first: where it cannot be put away nothing is recorded
    if not is_item(row.id):
        ws.files.place_in_trash(row.path, seen)
    owe_look(ws)
    found = ws.ledger.findings(statuses=LIVE, memory_id=row.id)
    if is_persons and deed == "memory forget":
        # Before the deed: a kill behind it loses nothing, and what the reader said they said.
        ws.ledger.save_findings((), cases=labelled(ws, found, "forgotten"))
    revoke(ws, row.id)
    with ws.journal.run(deed) as run, ws.journal.whole(ws.files):
        for finding in found:  # the look that follows closes them
            run.settled(as_it_stands(ws, finding))
        place = ""
        if is_item(row.id):  # its line alone; `undo` brings it back
            new = without_items(row.path, seen, [anchor_of(row.id)])
            ws.files.replace_note(row.path, seen=seen, new=new)
        else:
            place = ws.files.trash(row.path, seen=seen)
    ws.ledger.record(deed, row.id, why)
    if is_item(row.id):
        take_in(ws, [row.path])
    else:
        take_out(ws, row.path)
    return MemoryWrite(row.id, row.path, place)
