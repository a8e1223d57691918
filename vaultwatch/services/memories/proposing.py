"""Let an agent change what is its own to change, and keep the rest as proposals for a person.

What another program made, what a person stands behind, and what is worth more than any agent's
word, no agent rewrites, joins or puts away, except a program its own reports: it may propose that,
one box in the report says so, and `findings.review` carries it out. Except where the note that the
memory cites moved on and the new wording only follows it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import ProposalRow, ProposedVerb
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.reconciling import only_follows
from vaultwatch.drift.model import Finding
from vaultwatch.drift.scoring.grounding import contradicting_statement
from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.memories.facts import MemorySource, as_claimed
from vaultwatch.memories.file_names import told_by_name
from vaultwatch.memories.trust import BASES, SIGNED_TOOL_BASE
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.memories.cited import said_otherwise
from vaultwatch.services.memories.updating import (
    MemoryChange,
    UpdatedMemory,
    changed_facts,
    forget_memory,
    hold_mergeable,
    joined_belief,
    merge_memories,
    update_memory,
    what_changed,
)
from vaultwatch.services.memories.validating import (
    checked_belief,
    checked_facts,
    hold_no_record,
    hold_sound,
)
from vaultwatch.services.memories.weighing import schema_of, settled_by
from vaultwatch.services.records.proposals import keep_proposal
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.records.trust import grounds_of, is_anothers, is_persons, owning
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace

REPORTED: frozenset[MemorySource] = frozenset({"user_reported", "user_implicit", "tool_output"})
"""What a program hands in on its word alone and may keep up by itself."""

MOST_PROPOSED_CHARS = 2_000
"""Of a proposed wording: a person is to read all of it before they agree. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """What an agent may not do by itself, kept for a person to decide."""

    memory_id: str
    told: str
    """What the agent is told, in sentences."""


def outranks_agents(ws: Workspace, row: MemoryRow, claimed: MemorySource = "inference") -> bool:
    """Tell whether only a person may change a memory or put it away.

    What an agent claims as a person's word may take a reported one's place, what it made up itself
    may not.
    """
    grounds = grounds_of(ws, [row])[row.id]
    if is_persons(ws, row, grounds):
        return True
    base = SIGNED_TOOL_BASE if grounds.is_signed else BASES[row.facts.source]
    return base > max(BASES[as_claimed(claimed)], BASES["document"])


def _waits(ws: Workspace, row: MemoryRow, claimed: MemorySource = "inference") -> bool:
    """Tell whether a change is kept for a person: a program's own report is its own to keep up."""
    if is_anothers(ws, row.facts.client):
        return True
    return outranks_agents(ws, row, claimed) and not _is_own_report(ws, row)


def _is_own_report(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether the program that asks handed a memory in, and it rests on nobody else's word.

    Another agent within that program counts as it: what agents call themselves anybody can invent.
    """
    facts, grounds = row.facts, grounds_of(ws, [row])[row.id]
    is_vouched = bool(facts.corroborated_by) or grounds.is_signed or is_persons(ws, row, grounds)
    return _is_its(ws, row) and not is_vouched and facts.source in REPORTED


def is_own_wish(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether the program that asks handed in what waits, so that it may take it back."""
    return _is_its(ws, row) and not outranks_agents(ws, row)


def _is_its(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether the program that asks handed a memory in."""
    maker = "" if row.facts.is_found else row.facts.client
    return bool(ws.client and maker) and not is_anothers(ws, maker)


def _hold_undecided(ws: Workspace, row: MemoryRow) -> None:
    """Let a memory pass that waits for nobody, or whose own program asks."""
    if row.facts.status == "quarantined" and not is_own_wish(ws, row):
        raise RefusedError(
            f"Memory {row.id} waits for a person: until they decide it stays as it is.",
            hint="See vault_review.",
        )


def _why(ws: Workspace, row: MemoryRow) -> str:
    """Return why a memory is not an agent's to change, as a sentence without its end."""
    if is_persons(ws, row, grounds_of(ws, [row])[row.id]):
        return f"A person stands behind memory {row.id}"
    if is_anothers(ws, row.facts.client):
        return f"Another program made memory {row.id}: {row.facts.client}"
    return f"Memory {row.id} ({row.facts.source}) is worth more than this change, and not yours"


def belief_to_change(ws: Workspace, wanted: str) -> str:
    """Return what a memory says that only a person may change; empty for any other."""
    row = find_memory(ws, wanted)
    is_kept = is_anothers(ws, row.facts.client) or outranks_agents(ws, row)
    return row.belief if is_kept else ""


def change_or_propose(
    ws: Workspace, wanted: str, change: MemoryChange, *, confirmed_over: str = ""
) -> UpdatedMemory | Proposed:
    """Change a memory for an agent, or keep what it would say as a proposal.

    The change's source is as the agent claims it. `confirmed_over` is what the memory said when a
    person just confirmed the wording and the value: they were shown nothing else, so nothing else
    is changed.

    Raises:
        As `update_memory`; RefusedError too where it says otherwise than they were shown, and for
            what cannot be proposed: other tags, a type, an importance or an end that a person set.
    """
    catch_up(ws)
    row = find_memory(ws, wanted)
    hold_no_record(row)
    only = MemoryChange(belief=change.belief, value=change.value, agent=change.agent)
    if confirmed_over:
        return _confirmed(ws, row, change, only, confirmed_over)
    is_its_own = not _waits(ws, row, change.source) or _is_overtaken_report(ws, row, change)
    if is_its_own or not outranks_agents(ws, row, change.source):
        _hold_undecided(ws, row)
    if is_its_own:
        return update_memory(ws, row.id, change)
    belief = row.belief if change.belief is None else checked_belief(change.belief)
    facts = changed_facts(row, change)
    changed = set(what_changed(row, belief, facts))
    if not changed:
        return UpdatedMemory(row.id, row.path, (), row)
    if not changed & {"content", "value"}:
        raise RefusedError(
            f"{_why(ws, row)}: its tags, type, importance and end stay as they are; nothing was "
            "changed.",
            hint="Tell the user what you would change.",
        )
    facts = checked_facts(replace(changed_facts(row, only), agent=change.agent))
    hold_sound(ws, belief, facts)
    if follows_note(ws, row, belief, change.value):
        return update_memory(ws, row.id, only, by="note")
    wish = MemoryChange(
        belief=belief if "content" in changed else None,
        value=facts.claim.value if "value" in changed and facts.claim is not None else None,
        agent=facts.agent,
    )
    proposed = _propose(ws, "update", row, wish, None)
    return replace(proposed, told=f"{proposed.told} {_left_out(sorted(changed))}".strip())


def _confirmed(
    ws: Workspace, row: MemoryRow, change: MemoryChange, only: MemoryChange, seen: str
) -> UpdatedMemory:
    """Write what a person confirmed, as their word."""
    if row.belief != seen:
        raise RefusedError(
            f"Memory {row.id} was changed while the person was asked; nothing was changed.",
            hint="Read it again.",
        )
    untold = _left_out(what_changed(row, row.belief, changed_facts(row, change)))
    with owning(ws, row):
        done = update_memory(ws, row.id, only, by="person")
    return replace(done, warning=f"{untold} {done.warning}".strip())


def _left_out(changed: Iterable[str]) -> str:
    """Return what an agent is told of the changes that a person was not asked about."""
    named = [name for name in changed if name not in {"content", "value"}]
    theirs = f"{', '.join(named)}: theirs to change, and left as they are."
    return f"Not part of it: {theirs}" if named else ""


def merge_or_propose(ws: Workspace, target: str, source: str) -> UpdatedMemory | Proposed:
    """Merge two memories for an agent, or keep that as a proposal."""
    catch_up(ws)
    kept, folded = find_memory(ws, target), find_memory(ws, source)
    if not (_waits(ws, kept) or _waits(ws, folded)):
        return merge_memories(ws, kept.id, folded.id)
    hold_mergeable(kept, folded)
    belief = checked_belief(joined_belief(kept.belief, folded.belief))
    hold_sound(ws, belief, kept.facts)
    return _propose(ws, "merge", kept, MemoryChange(belief=belief), folded)


def forget_or_propose(ws: Workspace, wanted: str, *, why: str = "") -> MemoryWrite | Proposed:
    """Put a memory away for an agent, or keep that as a proposal."""
    catch_up(ws)
    row = find_memory(ws, wanted)
    hold_no_record(row)
    if not outranks_agents(ws, row):
        _hold_undecided(ws, row)
    if not _waits(ws, row):
        return forget_memory(ws, row.id, why=why, is_persons=False)
    return _propose(ws, "forget", row, MemoryChange(), None)


def _is_overtaken_report(ws: Workspace, row: MemoryRow, change: MemoryChange) -> bool:
    """Tell whether a reported word's note moved on: agents reconcile it in words of their own.

    Not in words that the note speaks against.
    """
    found = ws.ledger.findings(statuses=LIVE, kind="memory_drift", memory_id=row.id)
    if row.facts.source != "user_reported" or not found or is_anothers(ws, row.facts.client):
        return False
    notes = [one.note for one in found if one.note is not None]
    return not (
        is_persons(ws, row, grounds_of(ws, [row])[row.id])
        or said_otherwise(ws, change.belief or row.belief, notes)
    )


def follows_note(ws: Workspace, row: MemoryRow, belief: str, value: str | None) -> bool:
    """Tell whether a wording does nothing but follow a note that an open finding says moved on.

    Where a mistake costs most a person is asked all the same: an agent may have written the note.
    """
    if row.facts.claim is not None and schema_of(ws, row.facts).high_impact:
        return False
    name = told_by_name(ws.memory_name(row.path), belief)
    if settled_by(ws, belief, row.facts, name) is not None:
        return False
    if value is not None and " ".join(value.split()).casefold() not in belief.casefold():
        return False
    found = ws.ledger.findings(statuses=LIVE, kind="memory_drift", memory_id=row.id)
    return any(_follows(ws, row, belief, finding) for finding in found)


def _follows(ws: Workspace, row: MemoryRow, belief: str, finding: Finding) -> bool:
    then, now = finding.before, finding.after
    if then is None or now is None or finding.note is None or now.note is not None:
        return False
    if not only_follows(row.belief, belief, then=then.text, now=now.text):
        return False
    try:
        statements = read_note(ws.files, finding.note).note.statements
    except NoteUnreadableError:
        return False
    stands = any(" ".join(one.text.split()) == " ".join(now.text.split()) for one in statements)
    return stands and contradicting_statement(belief, statements) is None


def _propose(
    ws: Workspace, verb: ProposedVerb, row: MemoryRow, wish: MemoryChange, other: MemoryRow | None
) -> Proposed:
    """Keep a proposal for a person."""
    if len(wish.belief or "") > MOST_PROPOSED_CHARS:
        raise RefusedError(
            f"{_why(ws, row)}, and a change of more than {MOST_PROPOSED_CHARS} characters "
            "cannot be proposed; nothing was changed.",
            hint="Propose a shorter wording.",
        )
    if not ws.is_rehearsal:
        owe_look(ws)  # the person is asked
    named = "" if other is None else other.id
    now = ws.clock.now()
    is_kept = keep_proposal(
        ws,
        ProposalRow(
            "", verb, row.id, "", wish.belief, wish.value, named, ws.client or wish.agent, now
        ),
        row,
        other,
    )
    lead = f"{_why(ws, row)}: nothing was changed."
    if not is_kept:
        return Proposed(row.id, f"{lead} They have left this very proposal before.")
    told = (
        f"{lead} It is kept as a proposal; a person decides: in the drift report, with "
        f"`vaultwatch review accept {row.id}`, or through vault_review."
    )
    return Proposed(row.id, told)
