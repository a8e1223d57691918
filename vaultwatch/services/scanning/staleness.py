"""Gather how long memories were not confirmed, and how often what they rest on changes."""

from collections.abc import Collection, Iterator
from datetime import datetime

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import OVER, Condition
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.staleness import LEAST_CHANGES, Freshness, stale_among
from vaultwatch.drift.model import Finding
from vaultwatch.memories.stores.places import is_record
from vaultwatch.services.records.standings import stances
from vaultwatch.services.workspace import Workspace

RANK = 0.2
"""Score of such a finding: below all that a note says. Chosen by hand."""


def stale_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the few memories that are to be asked about; of one that a finding speaks of, none."""
    changes = ws.ledger.often_changed(LEAST_CHANGES)
    found = _reviewable(ws, changes)
    rows = [row for row in found if not is_record(row.id)]  # their own tools look after those
    now = ws.clock.now()
    standing = [row for row in rows if row.facts.ends is None or row.facts.ends > now]
    told = ws.ledger.findings(memory_ids=[row.id for row in standing]) if standing else []
    spoken_of = {one.memory_id for one in told if one.status in LIVE and one.kind != "stale"}
    asked = [row for row in standing if row.id not in spoken_of]
    by_id = {row.id: row for row in asked}
    for stale in stale_among(_known(ws, asked, told, changes), now):
        row = by_id[stale.memory_id]
        yield Condition(
            memory_id=row.id,
            note=None,
            kind="stale",
            score=RANK,
            before=None,
            after=None,
            reasons=(stale.reason,),
            passage=_passage(row),
            newest=stale.due,
        )


def _reviewable(ws: Workspace, changed: Collection[str]) -> list[MemoryRow]:
    """Return the active ones of some memories, and those whose note says when to look again."""
    rows = ws.ledger.memories_saying(("review_after", "volatility_days"))
    others = ws.ledger.find_memories(ids={*changed} - {row.id for row in rows})
    return sorted(
        (*rows, *(row for row in others if row.facts.status == "active")), key=lambda row: row.id
    )


def _passage(row: MemoryRow) -> str:
    """Return what a dismissal rests on: this wording, with what its note says of its review."""
    review = row.facts.review_after
    return f"{row.belief_digest} {review.isoformat() if review is not None else ''}".strip()


def _known(
    ws: Workspace,
    rows: list[MemoryRow],
    findings: list[Finding],
    changes: dict[str, tuple[datetime, ...]],
) -> list[Freshness]:
    ids = [row.id for row in rows]
    stand = stances(ws, rows)
    taken: dict[str, datetime] = {}
    for (owner, _), head in ws.ledger.baseline_heads(ids).items() if ids else ():
        is_word = head.grounding is not None and head.grounding.outcome == "supported"
        if is_word:
            taken[owner] = max(head.taken_at, taken.get(owner, head.taken_at))
    for one in findings:  # called true, or settled otherwise by somebody
        is_word = one.kind == "stale" and one.why != OVER["stale"]
        if is_word and one.closed_at is not None and one.memory_id:
            taken[one.memory_id] = max(one.closed_at, taken.get(one.memory_id, one.closed_at))
    known = []
    for row in rows:
        if (row.id, _passage(row)) in _dismissed(findings):
            continue
        stance = stand.get(row.id)
        known.append(
            Freshness(
                memory_id=row.id,
                confirmed=max(row.known_since, taken.get(row.id, row.known_since)),
                review_after=row.facts.review_after,
                volatility_days=row.facts.volatility_days,
                changes=changes.get(row.id, ()),
                known_since=row.created or row.first_seen,
                is_supported=stance is not None and stance.standing == "supported",
            )
        )
    return known


def _dismissed(findings: list[Finding]) -> set[tuple[str | None, str]]:
    of_kind = (one for one in findings if one.kind == "stale" and one.status == "dismissed")
    return {(one.memory_id, one.passage) for one in of_kind}
