"""List findings: as they are for a person, in the rows that their prompts know for agents."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import NOT_AGAINST, OF_CHECKS, OF_NOTES
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import TOLD, Finding, FindingKind, Outcome, Quote
from vaultwatch.report.words import leads_of, what_happened
from vaultwatch.services.lookup import find_memory, find_note, to_kind
from vaultwatch.services.records.trust import grounds_of
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class MemoryFinding:
    """A finding about a memory, with the memory inside."""

    finding: Finding
    context: str
    """One sentence for an agent."""
    row: MemoryRow | None
    """None where the memory is gone."""
    trust: float
    """In the memory, 0..1; 0 where it is gone."""


@dataclass(frozen=True, slots=True)
class NoteMisfit:
    """A note that answered badly, over all the times it did."""

    finding: Finding
    note: str
    kind: str
    context: str
    distance: float
    """Mean of 1 - cosine."""
    occurrences: int
    last_seen: str
    sample_query: str


@dataclass(frozen=True, slots=True)
class Errors:
    """What was asked for."""

    memories: tuple[MemoryFinding, ...]
    notes: tuple[NoteMisfit, ...]
    flagged_memories: int
    """How many memories have a live finding."""
    flagged_notes: int
    notice: str = ""
    """What the asker should know of how fresh this is."""


_LESS_SURE: Final[Mapping[Outcome, int]] = {"judged": 1, "likely": 2, "in_doubt": 3}


def list_findings(  # noqa: PLR0913 - one argument a filter, all by name
    ws: Workspace,
    *,
    is_all: bool = False,
    kind: FindingKind | None = None,
    memory: str | None = None,
    note: str | None = None,
    outcomes: Collection[Outcome] | None = TOLD,
) -> list[Finding]:
    """Return findings, worst first: the live ones, or all ever; of all outcomes for None.

    As in the report what is shown comes before what a reader said, and that before what is likely.
    """
    found = ws.ledger.findings(
        statuses=None if is_all else LIVE,
        kind=kind,
        memory_id=find_memory(ws, memory).id if memory else None,
        note=find_note(ws, note, is_gone_too=True) if note else None,
        outcomes=outcomes,
    )
    return sorted(found, key=lambda one: _LESS_SURE.get(one.outcome, 0))


def prediction_errors(  # noqa: PLR0913 - one argument a filter, all by name
    ws: Workspace,
    *,
    kind: str | None = None,
    memory: str | None = None,
    note: str | None = None,
    is_resolved: bool = False,
    limit: int = 20,
) -> Errors:
    """Return findings as notes stand now, worst first.

    At most `limit` of each sort; `is_resolved` asks for the closed ones instead of the live.
    """
    from vaultwatch.services.recall.freshening import freshen_findings  # with index and model

    notice = freshen_findings(ws)
    found = ws.ledger.findings(
        statuses=("resolved", "dismissed") if is_resolved else LIVE,
        kind=to_kind(kind) if kind else None,
        memory_id=find_memory(ws, memory).id if memory else None,
        note=find_note(ws, note, is_gone_too=True) if note else None,
    )
    of_memories = [
        one for one in found if one.memory_id is not None and one.kind not in NOT_AGAINST
    ]
    of_notes = [one for one in found if one.kind in OF_NOTES]
    shown = of_memories[:limit]
    ids = {one.memory_id or "" for one in shown}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids, forgotten=True)}
    trusts = {id_: one.trust for id_, one in grounds_of(ws, rows.values()).items()}
    return Errors(
        memories=tuple(
            MemoryFinding(one, _sentence(one), rows.get(id_), trusts.get(id_, 0.0))
            for one in shown
            for id_ in (one.memory_id or "",)
        ),
        notes=tuple(_note_error(ws, one) for one in of_notes[:limit]),
        flagged_memories=len({one.memory_id for one in of_memories}),
        flagged_notes=len({one.note for one in of_notes}),
        notice=notice,
    )


def _sentence(finding: Finding) -> str:
    said = f"{what_happened(finding)}."
    then, now = _quoted("the note said", finding.before), _quoted("it says now", finding.after)
    if finding.is_added:
        lead, lead_now = leads_of(finding)
        then, now = _quoted(lead, finding.before), _quoted(lead_now, finding.after)
    if finding.kind == "contradiction":
        then, now = _quoted("one memory says", finding.before), _quoted("this one", finding.after)
    if finding.kind in OF_CHECKS:
        then, now = _quoted("it says", finding.before), _quoted("here", finding.after)
    parts = ", ".join(part for part in (then, now) if part)
    # Here alone, for agents: its patterns cost more than all else that `findings` needs of ours.
    from vaultwatch.guard.secrets import mask_secrets

    return mask_secrets(f"{said} {parts[:1].upper()}{parts[1:]}.".strip(" .") + ".")


def _quoted(lead: str, quote: Quote | None) -> str:
    if quote is None:
        return ""
    where = [str(quote.note)] if quote.note is not None else []
    where += [f"line {quote.line}"] if quote.line > 0 else []
    place = f" ({', '.join(where)})" if where else ""
    return f"{lead}{place} “{' '.join(quote.text.split())}”"


def _note_error(ws: Workspace, finding: Finding) -> NoteMisfit:
    events = [miss for miss in ws.ledger.misses(finding.note) if miss.kind == finding.kind]
    distance = sum(one.distance for one in events) / len(events) if events else finding.score
    last = max((one.at for one in events), default=finding.last_seen)
    return NoteMisfit(
        finding=finding,
        note=finding.note or "",
        kind=finding.kind,
        context=events[-1].context if events else "",
        distance=round(distance, 3),
        occurrences=len(events),
        last_seen=last.isoformat(timespec="seconds"),
        sample_query=events[0].query if events else "",
    )
