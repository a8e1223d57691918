"""Keep what agents propose to do to memories that a person stands behind, until they decide.

And how much may wait for a person at a time: what buries them is never read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import ProposalRow
from vaultwatch.drift.findings.conditions import passage_of
from vaultwatch.drift.model import FindingStatus
from vaultwatch.errors import RefusedError, VaultwatchError
from vaultwatch.memories.facts import Facts, asserter_of
from vaultwatch.memories.file_names import file_stem
from vaultwatch.notes.model import NotePath
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import ROW_VERBS, digest_of

MOST_WAITING = 10
"""Memories and changes of one agent that wait for a person; of one program, where that is known.
Chosen by hand: so many are read in a minute or two."""
REJECTED = "review reject"
"""The audit's verb for a memory that was put away in review."""
_LEFT: tuple[FindingStatus, ...] = ("dismissed",)


@dataclass(frozen=True, slots=True)
class StandingProposal:
    """A proposal that can still be carried out."""

    proposal: ProposalRow
    row: MemoryRow
    others: tuple[MemoryRow, ...] = ()
    """What would be merged into it."""


def keep_proposal(
    ws: Workspace, wish: ProposalRow, row: MemoryRow, other: MemoryRow | None
) -> bool:
    """Keep a proposal, the same again once; return whether a person has not left it before.

    `wish` has no id yet, nor what it is against; `other` is what would be merged into `row`.

    Raises:
        RefusedError: enough of this agent's waits already.
    """
    against = _against(row, other)
    id_ = _digest(wish.verb, row.id, against, wish.belief, wish.value, wish.other)
    if id_ in left_proposals(ws, row.id):
        return False
    if all(one.id != id_ for one in ws.ledger.proposals()):
        hold_room(ws, wish.agent)
    if not ws.is_rehearsal:
        ws.ledger.put_proposal(replace(wish, id=id_, against=against))
    return True


def standing_proposals(ws: Workspace) -> Iterator[StandingProposal]:
    """Yield of each memory the proposal that waits longest of each program's newest."""
    asked: dict[str, StandingProposal] = {}
    for one in _undecided(ws):
        asked[one.row.id] = one  # the newest first
    yield from asked.values()


def _undecided(ws: Workspace) -> Iterator[StandingProposal]:
    """Yield of each memory the newest proposal of each program, the newest first."""
    proposals = ws.ledger.proposals()
    ids = {id_ for one in proposals for id_ in (one.memory_id, *one.other.split("\n"))}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)} if ids else {}
    left = left_proposals(ws) if proposals else set()
    heard = set()
    for proposal in proposals:
        row = rows.get(proposal.memory_id)
        if proposal.verb == "distil":
            row = None if row is not None else _draft_row(ws, proposal)
        if row is None or (row.id, proposal.agent) in heard or proposal.id in left:
            continue
        if proposal.verb == "promote" and not place_of_line(ws, row.id, proposal.belief or ""):
            continue  # until its note takes it again
        others = tuple(rows[id_] for id_ in proposal.other.split("\n") if id_ in rows)
        if proposal.against == _stands_against(proposal, row, others):
            heard.add((row.id, proposal.agent))
            yield StandingProposal(proposal, row, others)


def _draft_row(ws: Workspace, proposal: ProposalRow) -> MemoryRow | None:
    """Return the procedure that would be written, which says nothing yet; None once it was."""
    from vaultwatch.upkeep.repeating import DRAFT, name_of_draft  # seldom, and long to import

    if ws.ledger.audit(proposal.memory_id, limit=1):
        return None
    name = name_of_draft(proposal.belief or "")
    path = NotePath(f"{ws.procedures_folder}/{file_stem(name)}.md")
    return MemoryRow(proposal.memory_id, path, "", proposal.at, "", "present", facts=DRAFT)


def _stands_against(proposal: ProposalRow, row: MemoryRow, others: tuple[MemoryRow, ...]) -> str:
    """Return what a proposal would be against were it made today."""
    if proposal.verb in ROW_VERBS.values():
        return "\n".join(digest_of(one.belief, one.facts) for one in (row, *others))
    return _against(row, *others)


def place_of_line(ws: Workspace, id_: str, line: str) -> tuple[NotePath, bytes, bytes] | None:
    """Return the one note that a memory cites, as it is and with one more line at its end.

    None where it would not stand there as one, nor in a memory's note, nor in one that is left out
    of the index, nor in none or several.
    """
    from vaultwatch.upkeep.gathering import with_line  # seldom, and what parses is long to import

    notes = [note for _, note in ws.ledger.baseline_heads([id_])]
    if len(notes) != 1 or ws.is_memory(notes[0]) or not ws.ledger.note_stats(notes):
        return None
    try:
        before = ws.files.read(notes[0])
    except VaultwatchError:
        return None
    after = with_line(before, line)
    return None if after is None else (notes[0], before, after)


def hold_room(ws: Workspace, whose: str) -> None:
    """Let one more of an agent's wishes wait for a person, if not too many do."""
    waiting = [row for row in ws.ledger.unsettled_memories() if row.facts.status == "quarantined"]
    count = sum(whose_wish(row) == whose for row in waiting)
    count += sum(one.proposal.agent == whose for one in _undecided(ws))
    if count >= MOST_WAITING:
        raise RefusedError(
            f"{count} memories and changes of yours wait for the user already; nothing was kept.",
            hint="Ask the user to decide on those first, in the drift report or with "
            "`vaultwatch review`.",
        )


def whose_wish(row: MemoryRow) -> str:
    """Return whose memory it is that waits; nobody's where it came as a file."""
    return "" if row.facts.is_found else asserter_of(row.facts)


def was_rejected(ws: Workspace, belief: str, facts: Facts) -> bool:
    """Tell whether a person has put away just this in review: they are not asked about it again."""
    from vaultwatch.memories.likeness import gist_digest, near_identical  # with all that parses

    rows = ws.ledger.find_memories(gists=[gist_digest(belief)], forgotten=True)
    gone = [row for row in rows if row.state == "forgotten" and row.facts.claim == facts.claim]
    same = near_identical(belief, [(row.id, row.belief) for row in gone])
    return same is not None and any(line.verb == REJECTED for line in ws.ledger.audit(same))


def left_proposals(ws: Workspace, memory_id: str | None = None) -> set[str]:
    """Return the proposals that a person has left; they are not asked again."""
    found = ws.ledger.findings(statuses=_LEFT, kind="proposal", memory_id=memory_id)
    return {one.passage for one in found}


def _against(*rows: MemoryRow | None) -> str:
    """Return what a proposal is made against: of another wording or claim it is void.

    To the letter: what `belief_digest` passes over, such as a comment, would be written too.
    """
    said: list[str | None] = []
    for one in rows:
        if one is not None:
            claim = one.facts.claim
            said += [one.id, one.belief, claim.value if claim is not None else None]
    return _digest(*said)


def _digest(*parts: str | None) -> str:
    return passage_of(*("-" if part is None else f"+{part}" for part in parts))
