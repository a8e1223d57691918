"""Take in what a session says of memories that it was handed: did they help?"""

from collections.abc import Sequence
from dataclasses import dataclass

from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.errors import RefusedError
from vaultwatch.notes.days import day_at
from vaultwatch.services.lookup import known_id
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class TakenFeedback:
    """What came of a session's word."""

    recorded: tuple[str, ...]
    """Ids of the memories of which it is news."""
    said_before: tuple[str, ...]
    """Ids of those of which this session had said the same."""


def give_feedback(ws: Workspace, memory_ids: Sequence[str], *, helped: bool) -> TakenFeedback:
    """Keep whether memories helped the session that asks; its last word on each counts.

    Where a memory was handed to the session, that is kept with the question it was handed out for.
    What it is worth, and what it never does, says `recall.strength`. The workspace's `session` says
    so; where there is none its person, once a day.

    Raises:
        NotThereError: there is no such memory; then nothing is kept of any.
        RefusedError: one is quarantined: nobody was handed it.
    """
    ids = list(dict.fromkeys(known_id(ws, one) for one in memory_ids))
    for row in ws.ledger.find_memories(ids=ids):
        if row.facts.status == "quarantined":
            raise RefusedError(
                f"Memory {row.id} is quarantined: whether it helps is asked once it holds.",
                hint="`vaultwatch review` lists what waits.",
            )
    now = ws.clock.now()
    session = ws.session or f"person-{day_at(now).isoformat()}"
    new = ws.ledger.judge_accesses(AccessRow(id_, session, "", now, helped) for id_ in ids)
    return TakenFeedback(
        tuple(id_ for id_ in ids if id_ in new), tuple(id_ for id_ in ids if id_ not in new)
    )
