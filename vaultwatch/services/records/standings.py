"""Tell how memories stand with the notes that they cite, as the ledger has it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, get_args

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.standing import Standing, standing_of
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from vaultwatch.drift.model import Finding, GroundingOutcome


def standings(ws: Workspace, rows: Collection[MemoryRow]) -> Mapping[str, Standing]:
    """Return how each of these memories stands, by id.

    Left out are those that no note was held against, and those whose place another one has taken.
    """
    held = {row.id: row for row in rows if row.facts.status != "superseded"}
    grounded: dict[str, list[GroundingOutcome]] = defaultdict(list)
    for (owner, _), head in ws.ledger.baseline_heads(held.keys()).items():
        if head.grounded is not None and head.belief_digest == held[owner].belief_digest:
            grounded[owner].append(head.grounded)
    told: dict[str, list[Finding]] = defaultdict(list)
    for finding in ws.ledger.findings(statuses=(*LIVE, "dismissed"), memory_ids=held.keys()):
        told[finding.memory_id or ""].append(finding)
    made = {id_: standing_of(grounded[id_], told[id_]) for id_ in held}
    return {id_: standing for id_, standing in made.items() if standing is not None}


def count_standings(ws: Workspace) -> Mapping[Standing, int]:
    """Return how many memories stand in each way."""
    counts = Counter(standings(ws, ws.ledger.memories()).values())
    return {standing: counts[standing] for standing in get_args(Standing)}
