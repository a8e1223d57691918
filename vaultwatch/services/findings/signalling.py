"""Keep evidence about a memory that the user's own hooks hand in; what it means stays with them."""

import json
import math
from dataclasses import dataclass

from vaultwatch.adapters.ledger.rows import SignalRow
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.errors import RefusedError
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.workspace import Workspace

MOST_EVIDENCE_CHARS = 10_000
MOST_SOURCE_CHARS = 100
MOST_SIGNALS = 100
"""Of one belief: more would say nothing new. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Signalled:
    """What came of a signal."""

    memory_id: str
    finding: str
    """The id of the finding that tells of it; empty where the belief's was settled already."""
    signals: int
    """How many speak of this belief now."""


def record_signal(
    ws: Workspace, wanted: str, *, source: str, evidence: object, weight: float
) -> Signalled:
    """Keep evidence against a memory as it reads now.

    Args:
        ws: the vault.
        wanted: the memory.
        source: who observed it: `git`, `tracker`, `calendar`, `manual`, or any other word.
        evidence: any JSON value; kept and shown, never understood.
        weight: 0..1, how strongly it speaks against the memory.

    Raises:
        NotThereError: no such memory.
        RefusedError: a part is missing, too large or no JSON.
    """
    name, text = _checked_source(source), _checked_evidence(evidence)
    if not math.isfinite(weight) or not 0 < weight <= 1:
        raise RefusedError("A signal's weight lies above 0 and up to 1.", hint="Try 0.8.")
    row = find_memory(ws, wanted)
    heard = [s for s in ws.ledger.signals([row.id]) if s.belief_digest == row.belief_digest]
    if len(heard) >= MOST_SIGNALS:
        raise RefusedError(
            f"{MOST_SIGNALS} signals speak of this memory already.",
            hint="Update or forget the memory: that closes them.",
        )
    signal = SignalRow(
        memory_id=row.id,
        belief_digest=row.belief_digest,
        source=mask_secrets(name),
        evidence=mask_secrets(text),
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


def _checked_source(source: str) -> str:
    name = " ".join(source.split())
    if not name or len(name) > MOST_SOURCE_CHARS:
        raise RefusedError(
            f"A signal needs a source of at most {MOST_SOURCE_CHARS} characters.",
            hint="Say who observed it, such as `git`.",
        )
    return name


def _checked_evidence(evidence: object) -> str:
    try:
        text = json.dumps(evidence, ensure_ascii=False, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as exc:
        raise RefusedError("The evidence is no JSON.", hint="Give a text or an object.") from exc
    if len(text) > MOST_EVIDENCE_CHARS:
        raise RefusedError(f"The evidence is longer than {MOST_EVIDENCE_CHARS} characters.")
    return text
