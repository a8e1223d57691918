"""Say what upkeep did to the pile, by what of it stands now, and what contexts take since.

From the ledger alone: `status` and the report tell of it, and neither opens a model.
"""

import sys
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import AuditRow
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.days import day_at
from vaultwatch.recall.signals import status_at
from vaultwatch.report.model import PileKept
from vaultwatch.services.records.small_facts import CONTEXTS_GIVEN
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import DEEDS

DAYS: Final = 30
"""Of contexts before the first deed and of late that are held against each other. By hand."""
LEAST_CONTEXTS: Final = 10
"""On either side: fewer tell nothing. Chosen by hand."""


def kept_small(ws: Workspace) -> PileKept:
    """Return what upkeep did that stands; what was taken back, or done away with since, is none."""
    done = ws.ledger.audit(verbs=DEEDS.values(), limit=sys.maxsize)
    if not done:  # whatever stands otherwise, a person made so
        return PileKept()
    rows = {row.id: row for row in ws.ledger.memories() if is_of_pile(ws, row)}
    now = ws.clock.now()
    status = {id_: status_at(row.facts, now) for id_, row in rows.items()}

    def of(name: str) -> list[AuditRow]:
        return [one for one in done if one.verb == DEEDS[name]]

    first, today = day_at(min(one.at for one in done)), day_at(now)
    days = {date.fromisoformat(day): one for day, one in CONTEXTS_GIVEN.get(ws.ledger).days.items()}
    month = timedelta(days=DAYS)
    before = _mean(given for day, given in days.items() if first - month <= day < first)
    # Without today: else the report would be another one at every look.
    since = _mean(given for day, given in days.items() if max(first, today - month) < day < today)
    return PileKept(
        drawn_on=sum(one == "active" for one in status.values()),
        merged=len(_behind(of("merged"), rows)),
        gathered=len(_behind(of("compressed"), rows)),
        faded=sum(status.get(id_) == "faded" for id_ in {one.subject for one in of("faded")}),
        archived=sum(
            status.get(id_) == "archived" for id_ in {one.subject for one in of("archived")}
        ),
        tokens_before=before if since else None,
        tokens_since=since if before else None,
    )


def is_of_pile(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether a memory is the vault's own, a note by itself, and no procedure."""
    return not (is_item(row.id) or is_record(row.id) or ws.is_procedure(row.path))


def _behind(merges: Collection[AuditRow], rows: Mapping[str, MemoryRow]) -> set[str]:
    """Return the memories that stand back still behind the one that says it."""
    named = {(id_, one.subject) for one in merges for id_ in one.why[len("with ") :].split(", ")}
    return {id_ for id_, kept in named if id_ in rows and rows[id_].facts.superseded_by == kept}


def _mean(given: Iterable[tuple[int, int]]) -> int | None:
    """Return the tokens of a context over some days; None where too few were given."""
    counts, tokens = zip(*given, (0, 0), strict=True)
    return round(sum(tokens) / sum(counts)) if sum(counts) >= LEAST_CONTEXTS else None
