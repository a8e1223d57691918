"""Keep evidence about a memory from outside; what it means stays with the person.

It is told to other programs and in the report, so that its words go through the gate. How much it
takes of a memory's trust, `records.trust.against` bounds.
"""

import json
import math
from dataclasses import dataclass

from vaultwatch.adapters.ledger.rows import SignalRow
from vaultwatch.errors import RefusedError
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.validating import gated
from vaultwatch.services.records.trust import heard_through, through
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.workspace import Workspace

MOST_EVIDENCE_CHARS = 10_000
MOST_SOURCE_CHARS = 100
MOST_SIGNALS = 100
"""Of one belief, by its person: more would say nothing new. Chosen by hand."""
MOST_BY_ONE = 20
"""Likewise by one program. Chosen by hand."""
DEFAULT_WEIGHT = 0.5
"""Of a signal that says none: an even chance. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Signalled:
    """What came of a signal."""

    memory_id: str
    finding: str
    """The id of the finding that tells of it; empty where the belief's was settled already."""
    signals: int
    """How many speak of this belief now."""


def record_signal(
    ws: Workspace, wanted: str, *, source: str, evidence: object, weight: float = DEFAULT_WEIGHT
) -> Signalled:
    """Keep evidence against a memory as it reads now.

    `source` is who observed it: `git`, `tracker`, `calendar`, `manual`, or any other word.
    `evidence` is any JSON value; kept and shown, never understood. `weight` is 0..1, how strongly
    it speaks against the memory.

    Raises:
        NotThereError: no such memory.
        RefusedError: a part is missing, too large or no JSON, or reads like an order.
    """
    name, text = _checked_source(ws, source), _checked_evidence(ws, evidence)
    if not math.isfinite(weight) or not 0 < weight <= 1:
        raise RefusedError("A signal's weight lies above 0 and up to 1.", hint="Try 0.8.")
    row = find_memory(ws, wanted)
    heard = [s for s in ws.ledger.signals([row.id]) if s.belief_digest == row.belief_digest]
    through_it = heard_through(named := through(ws, name))
    most = MOST_BY_ONE if ws.client else MOST_SIGNALS
    if sum(heard_through(one.source) == through_it for one in heard) >= most:
        raise RefusedError(
            f"{most} signals of yours speak of this memory already.",
            hint="Update or forget the memory: that closes them.",
        )
    signal = SignalRow(
        memory_id=row.id,
        belief_digest=row.belief_digest,
        source=named,
        evidence=text,
        weight=weight,
        at=ws.clock.now(),
    )
    if not ws.is_rehearsal:
        ws.ledger.put_signal(signal)
        ws.ledger.record("memory signal", row.id, signal.source)
        keep_conditions(ws)
    found = ws.ledger.findings(
        statuses=("open", "acknowledged"), kind="memory_external_signal", memory_id=row.id
    )
    return Signalled(row.id, found[0].id if found else "", len(heard) + 1)


def _checked_source(ws: Workspace, source: str) -> str:
    name = gated(ws, source, "source", most=MOST_SOURCE_CHARS, is_name=True)
    if not name:
        raise RefusedError("A signal needs a source.", hint="Say who observed it, such as `git`.")
    return name


def _checked_evidence(ws: Workspace, evidence: object) -> str:
    try:
        text = json.dumps(evidence, ensure_ascii=False, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as exc:
        raise RefusedError("The evidence is no JSON.", hint="Give a text or an object.") from exc
    return gated(ws, text, "evidence", most=MOST_EVIDENCE_CHARS)
