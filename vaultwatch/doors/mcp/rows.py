"""Turn what services return into what tools answer. No decision is made here."""

from datetime import datetime
from typing import TYPE_CHECKING, get_args

from vaultwatch.doors.mcp import shapes
from vaultwatch.drift.model import TOLD, Outcome
from vaultwatch.memories.claims import Claim
from vaultwatch.notes.days import day_at
from vaultwatch.recall.signals import why_ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vaultwatch.recall.rank import Excluded
    from vaultwatch.services.findings.listing import MemoryFinding, NoteMisfit
    from vaultwatch.services.memories.adding import MemoryWrite
    from vaultwatch.services.memories.proposing import Proposed
    from vaultwatch.services.memories.updating import UpdatedMemory
    from vaultwatch.services.recall.as_of import PastHit
    from vaultwatch.services.recall.note_reading import Marked
    from vaultwatch.services.recall.notes_against import NoteLine
    from vaultwatch.services.recall.recalling import Recalled


QUARANTINED = "(quarantined; vault_review with action `show` has its words)"


def memory(
    one: "Recalled",
    said: "Mapping[str, NoteLine]",
    *,
    is_full: bool,
    is_explained: bool,
    has_findings: bool,
) -> shapes.Memory:
    """Return a memory that was found, with what a note says against it; `said` goes by its id."""
    from vaultwatch.services.recall.quoting import caveat_of, told_against

    row, facts, ranked = one.row, one.row.facts, one.ranked
    outcome = _outcome(one)
    lean = shapes.Memory(
        memory_id=row.id,
        content=row.belief,
        date=day_at(row.known_since).isoformat(),
        source=_source(one),
        trust=round(one.grounds.trust, 2),
        type=facts.type,
        tags=list(facts.tags),
        topic=facts.topic or None,
        status=ranked.candidate.status,
        superseded_by=facts.superseded_by or None,
        ended=why_ended(facts) if ranked.candidate.status == "expired" else None,
        expires=None if facts.expires is None else moment(facts.expires),
        claim=None if facts.claim is None else claim(facts.claim),
        drifted=outcome in TOLD,
        outcome=outcome,
        caveat=None if outcome in TOLD and not one.asks else caveat_of(one) or None,
        against=told_against(one, said.get(row.id)) or None,
        unverified=(one.stance.unverified or None) if one.stance is not None else None,
        explanation=_explanation(one) if is_explained else None,
        findings=_findings(one) if has_findings else None,
    )
    if not is_full:
        return lean
    return shapes.FullMemory(
        **dict(lean),
        created=moment(row.created or row.first_seen),
        updated=None if row.updated is None else moment(row.updated),
        agent=facts.agent or None,
        session_id=facts.session or None,
        importance=facts.importance,
        path=row.path,
        standing=one.stance.standing if one.stance is not None else None,
        score=round(ranked.shown_score, 4),
    )


def _source(one: "Recalled") -> str:
    """Return who a memory comes from, and of what store it is a record."""
    from vaultwatch.memories.stores.places import place_of_record

    record = place_of_record(one.row.path)
    where = record.words if record is not None else one.record and f"imported from {one.record}"
    return ", ".join(filter(None, (one.row.facts.source, where)))


def _outcome(one: "Recalled") -> Outcome | None:
    """Return what holding a memory against its notes came to; None where nothing speaks."""
    found = {each.outcome for each in (*one.findings, *one.doubts) if each.kind == "memory_drift"}
    return next((each for each in get_args(Outcome) if each in found), None)


def past_memories(hits: "Iterable[PastHit]") -> list[shapes.Memory]:
    """Return memories as they were at a moment of the past, with what their notes said then."""
    from vaultwatch.services.recall.as_of import said_lines, told_safely

    found: list[shapes.Memory] = []
    for hit in hits:
        known, one = hit.ranked.candidate, told_safely(hit.shown)
        found.append(
            shapes.PastMemory(
                memory_id=one.id,
                content=one.belief,
                date=day_at(one.said_since).isoformat(),
                source=known.source,
                trust=round(known.trust, 2),
                type=known.type,
                tags=list(known.tags),
                status=one.status,
                by_own_date=not one.is_recorded,
                said_then=[line for said in one.said for line in said_lines(said)],
                since_then=one.since_then or None,
            )
        )
    return found


def _explanation(one: "Recalled") -> shapes.Explanation:
    parts = [
        shapes.Part(name=part.name, value=round(part.value, 3), weight=part.weight)
        for part in one.ranked.parts
    ]
    return shapes.Explanation(
        parts=parts,
        status_factor=one.ranked.status_factor,
        topic_factor=one.ranked.topic_factor,
        trust=list(one.grounds.story),
        chain=list(one.chain),
    )


def _findings(one: "Recalled") -> list[shapes.FindingRow]:
    return [
        shapes.FindingRow(
            finding_id=finding.id,
            kind=finding.kind,
            outcome=finding.outcome,
            note=finding.note,
            context="; ".join(finding.reasons[:2]),
        )
        for finding in (*one.findings, *one.doubts)
    ]


def left(some: "Iterable[Excluded]") -> list[shapes.Excluded]:
    """Return what was left out, each with the reason."""
    return [shapes.Excluded(memory_id=one.id, reason=one.reason) for one in some]


def claim(one: Claim) -> shapes.Claim:
    """Return a claim."""
    return shapes.Claim(
        subject=one.subject,
        predicate=one.predicate,
        value=one.value,
        scope=one.scope,
        session_id=one.session or None,
        exclusive=one.exclusive,
        valid_from=None if one.valid_from is None else moment(one.valid_from),
        valid_until=None if one.valid_until is None else moment(one.valid_until),
    )


def passage(one: "Marked", *, has_text: bool) -> shapes.Passage:
    """Return a passage of a note, or the place of one."""
    hit = one.hit
    return shapes.Passage(
        note=hit.note,
        section=" > ".join(hit.section),
        first_line=hit.first_line,
        last_line=hit.last_line,
        text=hit.text if has_text else None,
        suspicious=one.suspicious or None,
    )


def remembered(
    done: "MemoryWrite", *, expires: datetime | None = None, wrong: "Sequence[str]" = ()
) -> shapes.Remembered:
    """Tell what became of a memory that was handed in."""
    return shapes.Remembered(
        saved=done.outcome not in {"known", "corroborated"},
        memory_id=done.id,
        path=done.path,
        outcome=done.outcome,
        reason=done.reason or None,
        against=list(done.against),
        expires=None if expires is None else moment(expires),
        warnings=[*done.warnings, *wrong],
    )


def updated(one: "UpdatedMemory | Proposed") -> shapes.Updated:
    """Return a memory after a change, or that the change is a proposal."""
    from vaultwatch.services.memories.updating import UpdatedMemory

    if not isinstance(one, UpdatedMemory):
        return shapes.Updated(updated=False, memory_id=one.memory_id, proposal=one.told)
    facts = one.row.facts
    return shapes.Updated(
        updated=bool(one.changed),
        memory_id=one.id,
        changed_fields=list(one.changed),
        source=facts.source,
        type=facts.type if "type" in one.changed else None,
        tags=list(facts.tags) if "tags" in one.changed else None,
        expires=None if facts.expires is None else moment(facts.expires),
        warning=one.warning or None,
    )


def memory_finding(one: "MemoryFinding", *, is_full: bool) -> shapes.MemoryFinding:
    """Return a finding with its memory inside."""
    finding = one.finding
    before, after, also = finding.before, finding.after, finding.also
    is_told = before is not None and after is not None
    lean = shapes.MemoryFinding(
        finding_id=finding.id,
        kind=finding.kind,
        outcome=finding.outcome,
        memory_id=finding.memory_id or "",
        note=finding.note,
        section=" > ".join(finding.section),
        status=finding.status,
        context=one.context,
        also=None if also is None else also.text,
        also_line=None if also is None else also.line or None,
        reasons=[] if is_told and not is_full else list(finding.reasons),
        suggested_content=None if finding.repair is None else finding.repair.after,
        memory=_inside(one, is_full=is_full),
    )
    if not is_full:
        return lean
    return shapes.FullMemoryFinding(
        **dict(lean),
        first_seen=moment(finding.first_seen),
        before=None if before is None else before.text,
        before_line=None if before is None else before.line or None,
        after=None if after is None else after.text,
        after_line=None if after is None else after.line or None,
        closed_at=None if finding.closed_at is None else moment(finding.closed_at),
    )


def _inside(one: "MemoryFinding", *, is_full: bool) -> shapes.MemoryInside | None:
    """Return the memory that a finding speaks of; of a suspicious one not its words."""
    row = one.row
    if row is None:
        return None
    content = QUARANTINED if one.finding.kind == "suspicious" else row.belief
    lean = shapes.MemoryInside(content=content, source=row.facts.source, trust=round(one.trust, 2))
    if not is_full:
        return lean
    return shapes.FullMemoryInside(
        **dict(lean),
        type=row.facts.type,
        tags=list(row.facts.tags),
        created=moment(row.created or row.first_seen),
    )


def note_misfit(one: "NoteMisfit") -> shapes.NoteMisfit:
    """Return a note that answered badly."""
    return shapes.NoteMisfit.model_validate(
        {
            "note": one.note,
            "kind": one.kind,
            "context": one.context,
            "avg_cosine_distance": one.distance,
            "occurrences": one.occurrences,
            "last_seen": one.last_seen,
            "sample_query": one.sample_query,
        }
    )


def moment(one: datetime) -> str:
    """Return a moment as ISO 8601, to the second."""
    return one.isoformat(timespec="seconds")
