"""Remember what findings showed before, so that the past is told as it was found.

A finding holds its last state alone. Each that a later one takes the place of is kept as a line of
the audit, as long as earlier wordings are.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.small_facts import SHOWN_SINCE
from vaultwatch.services.workspace import Workspace

SHOWED: Final = "finding showed"
"""The verb of such a line."""
MOST_STATES: Final = 200
"""Of one finding that are read. Chosen by hand: a change a day for half a year."""


@dataclass(frozen=True, slots=True)
class _State:
    """What a finding showed until another state took its place."""

    until: datetime
    after: Quote | None
    score: float
    reasons: tuple[str, ...]


def keep_shown(ws: Workspace, before: Iterable[Finding], changed: Iterable[Finding]) -> None:
    """Keep what live findings showed that show something else now.

    `changed` are about to be saved.
    """
    if SHOWN_SINCE.get(ws.ledger) is None:
        SHOWN_SINCE.set(ws.ledger, ws.clock.now())
    held = {one.id: one for one in before if one.status in LIVE}
    outgrown = (
        held[one.id] for one in changed if one.id in held and one.after != held[one.id].after
    )
    ws.ledger.record_all((SHOWED, one.id, _written(one)) for one in outgrown)


def shown_at(ws: Workspace, finding: Finding, moment: datetime) -> Finding | None:
    """Return a finding as it showed itself at a moment; None where nobody kept that.

    It was open then.
    """
    since = SHOWN_SINCE.get(ws.ledger)
    if since is None or moment < since:
        return None
    lines = ws.ledger.audit(finding.id, limit=MOST_STATES)
    states = [_read(one.at, one.why) for one in reversed(lines) if one.verb == SHOWED]
    then = next((one for one in states if one is not None and one.until > moment), None)
    if then is None:
        return finding
    shown = replace(finding, after=then.after, score=then.score, reasons=then.reasons)
    return replace(shown, also=None, repair=None, explained=(), last_seen=moment)


def forget_old_states(ws: Workspace) -> None:
    """Drop what is too old to be asked for."""
    # Here alone: a server's threads must not import SQLAlchemy while another opens the ledger.
    ledger = ws.ledger
    from vaultwatch.adapters.ledger.memories_store import KEPT

    ledger.drop_audit({SHOWED}, ws.clock.now() - KEPT)


def _written(one: Finding) -> str:
    quote = one.after
    after = None
    if quote is not None:
        after = (quote.text, quote.line, quote.section, quote.note, quote.is_replaced)
    return json.dumps((after, one.score, one.reasons), ensure_ascii=False)


def _read(at: datetime, text: str) -> _State | None:
    try:
        after, score, reasons = json.loads(text)
        quote = None
        if after is not None:
            said, line, section, note, is_replaced = after
            place = None if note is None else NotePath(str(note))
            names = tuple(map(str, section))
            quote = Quote(str(said), int(line), names, place, is_replaced=bool(is_replaced))
        return _State(at, quote, float(score), tuple(map(str, reasons)))
    except (TypeError, ValueError):
        return None
