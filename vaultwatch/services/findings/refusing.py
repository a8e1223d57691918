"""Refuse at once all that waits from one hand: an agent's wishes, or files not written by us."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import REVIEWED, passage_of
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.errors import NoteUnreadableError, NotThereError, RefusedError
from vaultwatch.memories.stores.places import is_record
from vaultwatch.report.words import wish_of
from vaultwatch.services.findings.review import (
    decide_claims,
    decide_proposal,
    hold_shown,
    show_claims,
)
from vaultwatch.services.lookup import get_finding
from vaultwatch.services.memories.forget import forget_memory
from vaultwatch.services.memories.validating import REASON, gated
from vaultwatch.services.records.proposals import whose_wish
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import UPKEEP


@dataclass(frozen=True, slots=True)
class WaitingGroup:
    """All that waits from one hand."""

    name: str
    """Of the agent; empty for memory files that we did not write."""
    count: int
    """Memories and changes; of files also those that claim to be the person's word."""
    findings: tuple[str, ...]
    """Ids of those that ask about them."""
    texts: tuple[str, ...]
    """What they say, or would have a memory say."""
    digest: str
    """What a decision rests on; another one needs another decision."""


def waiting_groups(ws: Workspace) -> list[WaitingGroup]:
    """Return what waits for a person, by the hand that it comes from; files last."""
    live = ws.ledger.findings(statuses=LIVE)
    found = [one for one in live if one.kind in REVIEWED and not is_record(one.memory_id)]
    if not found:
        return []
    agents = {one.id: one.agent for one in ws.ledger.proposals()}
    ids = {one.memory_id or "" for one in found}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    by_hand: dict[str, list[Finding]] = {}
    for one in found:
        whose = _whose(one, rows.get(one.memory_id or ""), agents)
        if whose is not None:
            by_hand.setdefault(whose, []).append(one)
    ordered = sorted(by_hand.items(), key=lambda hand: (not hand[0], hand[0]))
    return [_group(ws, name, found, rows) for name, found in ordered]


def group_of(ws: Workspace, wanted: str) -> WaitingGroup:
    """Return all that waits from the hand that one thing comes from.

    `wanted` is the id of a memory that waits, or of a finding that asks.
    """
    named = wanted.lstrip("^")
    claiming = {row.id for row in ws.ledger.claiming_memories()}
    for group in waiting_groups(ws):
        asked = {get_finding(ws, id_).memory_id for id_ in group.findings}
        if named in {*group.findings, *asked} or (not group.name and named in claiming):
            return group
    raise NotThereError(
        f"Nothing waits for a decision as {wanted!r}.",
        hint="`vaultwatch review` names what does.",
    )


def refuse_group(ws: Workspace, wanted: str, *, why: str = "", digest: str = "") -> WaitingGroup:
    """Refuse all that waits from the hand that one thing comes from.

    `wanted` as for `group_of`; `digest` is of what they were shown, empty where they saw it as it
    stands.
    """
    group, why = group_of(ws, wanted), gated(ws, why, REASON)
    hold_shown(digest, group.digest, "What waits")
    refuse_all(ws, group.findings, why=why)
    return group


def refuse_all(ws: Workspace, findings: Collection[str], *, why: str = "") -> None:
    """Put away what waits, leave what is proposed, and what files claim as reported.

    What says something else by now, or is gone, stops no other and is asked about again. `findings`
    are the ids of those that ask.
    """
    if ws.is_rehearsal:
        return
    for id_ in findings:
        finding = get_finding(ws, id_)
        if finding.status in LIVE:  # not decided with one before
            with suppress(NotThereError, NoteUnreadableError, RefusedError):
                _refuse(ws, finding, why)


def _refuse(ws: Workspace, finding: Finding, why: str) -> None:
    if finding.kind == "proposal":
        decide_proposal(ws, finding.id, "leave", why=why, digest=finding.passage)
    elif finding.kind == "claimed":
        while (claimed := show_claims(ws, finding.id)) is not None:  # one asks about some only
            decide_claims(ws, claimed, are_theirs=False, why=why)
    else:
        why = why or "rejected in review"
        forget_memory(ws, finding.memory_id or "", why=why, deed="review reject")


def _whose(finding: Finding, row: MemoryRow | None, agents: dict[str, str]) -> str | None:
    """Return whose wish a finding asks about: an agent's; empty for a file; None for neither."""
    if finding.kind == "proposal":
        whose = agents.get(finding.passage)
        return None if whose == UPKEEP else whose or None
    if finding.kind == "claimed":
        return ""
    return whose_wish(row) if row is not None and row.facts.status == "quarantined" else None


def _group(
    ws: Workspace, name: str, found: list[Finding], rows: dict[str, MemoryRow]
) -> WaitingGroup:
    said: dict[str, str] = {}
    for one in found:
        if one.kind == "proposal":
            said[one.id] = one.after.text if one.after is not None else wish_of(one)
        elif one.memory_id is not None:
            said[one.memory_id] = rows[one.memory_id].belief
    if not name:
        said |= {row.id: row.belief for row in ws.ledger.claiming_memories()}
    asked = sorted(one.id + one.passage for one in found)
    digest = passage_of(*asked, *said.values())
    return WaitingGroup(
        name, len(said), tuple(sorted(one.id for one in found)), tuple(said.values()), digest
    )
