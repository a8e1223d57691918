"""Tell how memories stand with the notes that they cite, as the ledger has it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, get_args

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.standing import Stance, Standing, stance_of
from vaultwatch.memories.facts import EARNED, STOOD_BACK
from vaultwatch.memories.trust import Grounds
from vaultwatch.services.records.trust import is_persons
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from vaultwatch.drift.model import Finding, Grounding


def stances(ws: Workspace, rows: Collection[MemoryRow]) -> Mapping[str, Stance]:
    """Return how each of these memories stands, by id.

    Left out are those that no note was held against, and those whose place another one has taken.
    """
    held = {row.id: row for row in rows if row.facts.status not in STOOD_BACK}
    grounded: dict[str, list[Grounding]] = defaultdict(list)
    for (owner, _), head in ws.ledger.baseline_heads(held.keys()).items():
        if head.grounding is not None and head.belief_digest == held[owner].belief_digest:
            grounded[owner].append(head.grounding)
    told: dict[str, list[Finding]] = defaultdict(list)
    statuses = (*LIVE, "dismissed")
    for finding in ws.ledger.findings(statuses=statuses, memory_ids=held.keys(), outcomes=None):
        told[finding.memory_id or ""].append(finding)
    made = {id_: stance_of(grounded[id_], told[id_]) for id_ in held}
    return {id_: stance for id_, stance in made.items() if stance is not None}


def count_standings(ws: Workspace) -> Mapping[Standing, int]:
    """Return how many memories stand in each way."""
    counts = Counter(one.standing for one in stances(ws, ws.ledger.memories()).values())
    return {standing: counts[standing] for standing in get_args(Standing)}


def is_backed(ws: Workspace, row: MemoryRow, grounds: Grounds, stance: Stance | None) -> bool:
    """Tell whether a person, a note that it cites or a signed tool stands behind all of a memory.

    What a hand-over says is to be done is its writer's to say.
    """
    # Here alone: what only reads the ledger does without the parser that it brings.
    from vaultwatch.memories.items import is_wish

    is_said = stance is not None and stance.standing == "supported" and not stance.unspoken
    is_earned = row.facts.source in EARNED or grounds.is_signed or is_wish(row.id)
    return is_said or is_earned or is_persons(ws, row, grounds)
