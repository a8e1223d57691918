"""Gather the few memories that only a person can confirm, and that matter enough to be asked about.

No check passes for them and no note says them. A hint of the lowest rank, three at a time.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import OVER, Condition
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.memories.checks.judging import HIGH, Unconfirmed, queue_for_person
from vaultwatch.memories.schemas import concepts_of
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import against
from vaultwatch.services.scanning.checking import impact_of, standing_memories
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.rows import SignalRow

RANK: Final = 0.1
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
            note=None,
            kind="unverifiable",
            score=RANK,
            before=None,
            after=None,
            reasons=(f"no note says it and no check can: {one.reason}",),
            passage=_passage(rows[one.memory_id]),
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
        row for row in old if row.id not in busy | held and (row.id, _passage(row)) not in answered
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
            is_in_use=any(_is_since(one.at, row) for one in uses.get(row.id, ())),
            against=against(heard.get(row.id, ())),
        )
        for row in rows.values()
    ]


def _is_since(at: datetime, row: MemoryRow) -> bool:
    return at > row.known_since


def _passage(row: MemoryRow) -> str:
    said = f"unverifiable\0{row.belief_digest}".encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=16).hexdigest()
