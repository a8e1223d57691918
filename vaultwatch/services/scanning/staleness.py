"""Gather the memories that nobody confirmed for long, and the few that only a person can confirm.

Of the second no check passes and no note says them: a hint of the lowest rank, three at a time.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import OVER, Condition, passage_of
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.staleness import LEAST_CHANGES, Freshness, stale_among
from vaultwatch.drift.model import Finding
from vaultwatch.memories.checks.judging import HIGH, Unconfirmed, queue_for_person
from vaultwatch.memories.schemas import concepts_of
from vaultwatch.memories.stores.places import is_record
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import against
from vaultwatch.services.scanning.checking import impact_of, standing_memories
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.rows import SignalRow

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
            kind="stale",
            score=RANK,
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
    left = {
        (one.memory_id, one.passage)
        for one in findings
        if one.kind == "stale" and one.status == "dismissed"
    }
    for row in rows:
        if (row.id, _passage(row)) in left:
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


UNCONFIRMED_RANK: Final = 0.1
"""Score of such a finding: below all others. Chosen by hand."""
LEAST_DAYS: Final = 14.0
"""Nothing younger is asked about. Chosen by hand."""
MOST_WEIGHED: Final = 100
"""Memories a look whose words are weighed for what hangs on them, the oldest. By hand: one takes a
millisecond."""
_DAY_S: Final = 86_400.0


def unconfirmed_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the memories that a person is asked about; of one that a finding speaks of, none."""
    rows = {row.id: row for row in _candidates(ws)}
    if not rows:
        return
    for one in queue_for_person(_weighed(ws, rows)):
        yield Condition(
            memory_id=one.memory_id,
            kind="unverifiable",
            score=UNCONFIRMED_RANK,
            reasons=(f"no note says it and no check can: {one.reason}",),
            passage=_asked_passage(rows[one.memory_id]),
        )


def _candidates(ws: Workspace) -> list[MemoryRow]:
    """Return the memories that stand, old enough, and that nothing speaks for or against."""
    now = ws.clock.now()
    old = [
        row
        for row in standing_memories(ws)
        if (now - row.known_since).total_seconds() >= LEAST_DAYS * _DAY_S
    ]
    if not old:
        return []
    found = [one for one in ws.ledger.findings() if one.memory_id]
    busy = {one.memory_id for one in found if one.status in LIVE and one.kind != "unverifiable"}
    asked = [one for one in found if one.kind == "unverifiable" and one.why != OVER[one.kind]]
    answered = {(one.memory_id, one.passage) for one in asked if one.closed_at is not None}
    held = {one.memory_id for one in ws.ledger.checks() if one.verified_at is not None}
    left = [
        row
        for row in old
        if row.id not in busy | held and (row.id, _asked_passage(row)) not in answered
    ]
    stand = stances(ws, left)
    return [row for row in left if row.id not in stand or stand[row.id].standing != "supported"]


def _weighed(ws: Workspace, rows: Mapping[str, MemoryRow]) -> list[Unconfirmed]:
    now = ws.clock.now()
    uses = ws.ledger.accesses(rows)
    heard: dict[str, list[SignalRow]] = {}
    for signal in ws.ledger.signals(rows):
        if signal.belief_digest == rows[signal.memory_id].belief_digest:
            heard.setdefault(signal.memory_id, []).append(signal)
    oldest = sorted(rows.values(), key=lambda row: (row.known_since, row.id))[:MOST_WEIGHED]
    great = {row.id for row in oldest if next(concepts_of(row.belief, row.facts), None)}
    return [
        Unconfirmed(
            memory_id=row.id,
            impact=HIGH if row.id in great else impact_of(row),
            age_days=(now - row.known_since).total_seconds() / _DAY_S,
            is_in_use=any(one.at > row.known_since for one in uses.get(row.id, ())),
            against=against(heard.get(row.id, ())),
        )
        for row in rows.values()
    ]


def _asked_passage(row: MemoryRow) -> str:
    return passage_of("unverifiable", row.belief_digest)
