"""What agents and upkeep propose to do to memories, and what the person says."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultwatch.adapters.ledger.rows import ProposedVerb
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.findings.review import (
    ClaimedWords,
    decide_claims,
    is_waiting,
    show_claims,
)
from vaultwatch.services.findings.settle import SettlingWord, settle
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.memories.forget import forget_memory
from vaultwatch.services.memories.updating import MemoryChange, merge_memories, update_memory
from vaultwatch.services.memories.validating import REASON, gated
from vaultwatch.services.records.owed import owe_look
from vaultwatch.services.records.proposals import StandingProposal, standing_proposals
from vaultwatch.services.records.trust import owning
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.upkeep.applying import carry_out_upkeep, of_row
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposals import ROW_VERBS

Answer: TypeAlias = Literal["apply", "leave"]
"""`apply`: it is done as the person's own word; `leave`: the memory stays as it is."""


@dataclass(frozen=True, slots=True)
class ProposedChange:
    """One proposal that waits for a person."""

    id: str
    """Of the memory."""
    path: NotePath
    verb: ProposedVerb
    belief: str
    """What the memory says."""
    wording: str | None
    """What it would say; None where its words stay, or where it would be put away."""
    value: str | None
    """What its claim would say; None where that stays."""
    other: str
    """What the memories say that would be merged into it and stand back; empty where none is."""
    agent: str
    finding: str
    """The id of the finding that asks; empty until the next look."""
    digest: str
    """What a decision rests on; another one needs another decision."""


def list_proposals(ws: Workspace) -> list[ProposedChange]:
    """Return what is proposed, by the memory's path; of each memory the newest."""
    asked = {
        finding.memory_id: finding.id
        for finding in ws.ledger.findings(statuses=LIVE, kind="proposal")
    }
    items = [_item(one, asked.get(one.row.id, "")) for one in standing_proposals(ws)]
    return sorted(items, key=lambda item: item.path)


def show_proposal(ws: Workspace, wanted: str) -> ProposedChange:
    """Return what is proposed for a memory, by its id or the finding's.

    Raises:
        NotThereError: nothing is.
    """
    for item in list_proposals(ws):
        if wanted.lstrip("^") in {item.id, item.finding}:
            return item
    raise NotThereError(
        f"Nothing is proposed for memory {wanted!r}.",
        hint="`vaultwatch review` names what is.",
    )


def decide_proposal(
    ws: Workspace, wanted: str, answer: Answer, *, why: str = "", digest: str = ""
) -> ProposedChange | MemoryWrite:
    """Carry out a person's answer to a proposal; `leave` also what files claim to be their word.

    Args:
        ws: the vault.
        wanted: the memory, or the finding.
        answer: `apply` does what is proposed, as the person's own word; `leave` drops it, and they
            are not asked about the same again.
        why: the person's reason.
        digest: of what the person was shown; empty where they saw it as it stands.

    Raises:
        NotThereError: nothing is proposed.
        RefusedError: something else is by now, or it cannot be done.
        NoteUnreadableError, NoteChangedError: a note cannot be read, or changed just now.
    """
    why = gated(ws, why, REASON)
    catch_up(ws)  # what a person wrote by hand since makes it void
    claimed = claims_meant(ws, wanted, answer)
    if claimed is not None:
        return decide_claims(ws, claimed, are_theirs=False, why=why, digest=digest)
    item = show_proposal(ws, wanted)
    if digest and digest != item.digest:
        raise RefusedError(
            "What is proposed is not what was shown: it changed meanwhile.",
            hint="Look at it again.",
        )
    if ws.is_rehearsal:
        return item
    owe_look(ws)
    standing = next(one for one in standing_proposals(ws) if one.proposal.id == item.digest)
    if answer == "apply":
        _apply(ws, standing, why)
    word: SettlingWord = "decided" if answer == "apply" else "left"
    for finding in ws.ledger.findings(statuses=LIVE, kind="proposal", memory_id=item.id):
        if finding.passage == item.digest:
            settle(ws, finding, word, why=why)
    ws.ledger.record(f"proposal {answer}", item.id, why)
    return item


def claims_meant(ws: Workspace, wanted: str, answer: str) -> ClaimedWords | None:
    """Return the files that an answer is about: where nothing else waits for it by this name."""
    if answer == "activate":
        is_other = is_waiting(ws, wanted)
    else:
        is_other = any(one.row.id == wanted for one in standing_proposals(ws))
    is_theirs = answer in {"activate", "leave"} and not is_other
    return show_claims(ws, wanted) if is_theirs else None


def _apply(ws: Workspace, standing: StandingProposal, why: str) -> None:
    proposal, row = standing.proposal, standing.row
    if proposal.verb in ROW_VERBS.values():
        carry_out_upkeep(ws, of_row(proposal))
        return
    with owning(ws, row):
        match proposal.verb:
            case "update":
                wish = MemoryChange(belief=proposal.belief, value=proposal.value)
                update_memory(ws, row.id, wish, by="person")
            case "merge":
                merge_memories(ws, row.id, proposal.other, is_persons=True)
            case "forget":
                forget_memory(ws, row.id, why=why or "as an agent proposed")


def _item(standing: StandingProposal, finding: str) -> ProposedChange:
    proposal, row = standing.proposal, standing.row
    return ProposedChange(
        id=row.id,
        path=row.path,
        verb=proposal.verb,
        belief=row.belief,
        wording=proposal.belief,
        value=proposal.value,
        other="\n\n".join(one.belief for one in standing.others),
        agent=proposal.agent,
        finding=finding,
        digest=proposal.id,
    )
