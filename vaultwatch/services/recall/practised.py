"""Give each memory that was found what its use takes off its age."""

from collections.abc import Sequence
from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.recall.rank import Candidate, Judged, days_off, practice
from vaultwatch.services.records.trust import age_days, grounds_of, is_persons
from vaultwatch.services.records.use import question_digest
from vaultwatch.services.workspace import Workspace


def with_use(
    ws: Workspace, hits: Sequence[tuple[MemoryRow, Candidate]], query: str
) -> list[tuple[MemoryRow, Candidate]]:
    """Return the candidates with what sessions said of them; what was said of older words is void.

    Reads alone: what answers hand out is noted elsewhere (`records.use`).
    """
    said = ws.ledger.accesses([row.id for row, _ in hits], is_judged=True)
    if not said:
        return list(hits)
    asked, now = question_digest(query), ws.clock.now()
    practised: dict[str, float] = {}
    for row, _ in hits:
        practised[row.id] = practice(
            Judged(age_days(one.at, now), bool(one.helped), one.query == asked)
            for one in said.get(row.id, ())
            if one.at >= row.known_since
        )
    doubted = [row for row, _ in hits if practised[row.id] < 0]
    grounds = grounds_of(ws, doubted)
    theirs = {row.id for row in doubted if is_persons(ws, row, grounds[row.id])}
    return [
        (
            row,
            replace(one, days_off=days_off(practised[row.id], is_persons=row.id in theirs)),
        )
        for row, one in hits
    ]
