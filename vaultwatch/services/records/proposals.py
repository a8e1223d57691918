"""Keep what agents propose to do to memories that a person stands behind, until they decide."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import ProposalRow
from vaultwatch.drift.model import FindingStatus
from vaultwatch.services.workspace import Workspace

_LEFT: tuple[FindingStatus, ...] = ("dismissed",)


@dataclass(frozen=True, slots=True)
class StandingProposal:
    """A proposal that can still be carried out."""

    proposal: ProposalRow
    row: MemoryRow
    other: MemoryRow | None
    """What would be merged into it."""


def keep_proposal(
    ws: Workspace, wish: ProposalRow, row: MemoryRow, other: MemoryRow | None
) -> bool:
    """Keep a proposal, the same again once; return whether a person has not left it before.

    Args:
        ws: the vault.
        wish: the proposal, its id and what it is against not filled in yet.
        row: the memory, as it stands.
        other: what would be merged into it.
    """
    against = _against(row, other)
    id_ = _digest(wish.verb, row.id, against, wish.belief, wish.value, wish.other)
    if id_ in _left(ws, row.id):
        return False
    if not ws.is_rehearsal:
        ws.ledger.put_proposal(replace(wish, id=id_, against=against))
    return True


def standing_proposals(ws: Workspace) -> Iterator[StandingProposal]:
    """Yield of each memory the newest proposal that nobody decided on, void ones left out."""
    proposals = ws.ledger.proposals()
    ids = {id_ for one in proposals for id_ in (one.memory_id, one.other)}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)} if ids else {}
    left = _left(ws) if proposals else set()
    asked = set()
    for proposal in proposals:
        row, other = rows.get(proposal.memory_id), rows.get(proposal.other)
        if row is None or row.id in asked or proposal.id in left:
            continue
        if proposal.against == _against(row, other):
            asked.add(row.id)
            yield StandingProposal(proposal, row, other)


def _left(ws: Workspace, memory_id: str | None = None) -> set[str]:
    """Return the proposals that a person has left; they are not asked again."""
    found = ws.ledger.findings(statuses=_LEFT, kind="proposal", memory_id=memory_id)
    return {one.passage for one in found}


def _against(row: MemoryRow, other: MemoryRow | None) -> str:
    """Return what a proposal is made against: of another wording or claim it is void.

    To the letter: what `belief_digest` passes over, such as a comment, would be written too.
    """
    said: list[str | None] = []
    for one in (row, other):
        if one is not None:
            claim = one.facts.claim
            said += [one.id, one.belief, claim.value if claim is not None else None]
    return _digest(*said)


def _digest(*parts: str | None) -> str:
    material = "\0".join("-" if part is None else f"+{part}" for part in parts)
    return blake2b(material.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
