"""Rows of comparisons, findings and labelled cases: each read from its row and laid into one."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from vaultwatch.adapters.ledger.codec import (
    quote_text,
    repair_text,
    time_text,
    to_json,
    to_paths,
    to_quote,
    to_repair,
    to_time,
    to_words,
)
from vaultwatch.drift.findings.labels import LabelledCase
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.notes.model import NotePath


def comparison_of(row: Row[*tuple[Any, ...]]) -> Comparison:
    """Return a comparison as its row holds it."""
    return Comparison(
        memory_id=row.memory_id,
        note=NotePath(row.note),
        mode=row.mode,
        score=row.score,
        outcome=row.outcome,
        proof=row.proof,
        kind=row.kind,
        change=row.change,
        section=to_words(row.section),
        before=to_quote(row.before),
        after=to_quote(row.after),
        reasons=to_words(row.reasons),
        passage=row.passage,
        also=to_quote(row.also),
        unopposed=row.unopposed or "",
    )


def comparison_values(one: Comparison, inputs: str) -> dict[str, object]:
    """Return the row that holds it."""
    return {
        "memory_id": one.memory_id,
        "note": one.note,
        "inputs": inputs,
        "mode": one.mode,
        "score": float(one.score),
        "outcome": one.outcome,
        "proof": one.proof,
        "kind": one.kind,
        "change": one.change,
        "section": to_json(one.section),
        "before": quote_text(one.before),
        "after": quote_text(one.after),
        "reasons": to_json(one.reasons),
        "passage": one.passage,
        "also": quote_text(one.also),
        "unopposed": one.unopposed or None,
    }


def finding_of(row: Row[*tuple[Any, ...]]) -> Finding:
    """Return a finding as its row holds it."""
    return Finding(
        id=row.id,
        memory_id=row.memory_id,
        note=None if row.note is None else NotePath(row.note),
        kind=row.kind,
        change=row.change,
        mode=row.mode,
        section=to_words(row.section),
        score=row.score,
        top_score=row.top_score,
        before=to_quote(row.before),
        after=to_quote(row.after),
        reasons=to_words(row.reasons),
        passage=row.passage,
        status=row.status,
        first_seen=to_time(row.first_seen),
        last_seen=to_time(row.last_seen),
        closed_at=_moment(row.closed_at),
        why=row.why,
        remark=row.remark,
        repair=to_repair(row.repair),
        explained=to_words(row.explained),
        note_digest=row.note_digest,
        also=to_quote(row.also),
        speakers=to_paths(row.speakers),
        outcome=row.outcome,
        proof=row.proof,
    )


def case_of(row: Row[*tuple[Any, ...]]) -> LabelledCase:
    """Return a case as its row holds it."""
    return LabelledCase(
        finding=row.finding,
        memory_id=row.memory_id,
        note=NotePath(row.note),
        mode=row.mode,
        score=row.score,
        version=row.version,
        label=row.label,
        at=to_time(row.at),
        by=row.by,
        belief=row.belief,
    )


def case_values(one: LabelledCase) -> dict[str, object]:
    """Return the row that holds it."""
    return {
        "finding": one.finding,
        "memory_id": one.memory_id,
        "note": one.note,
        "mode": one.mode,
        "score": float(one.score),
        "version": one.version,
        "label": one.label,
        "at": time_text(one.at),
        "by": one.by,
        "belief": one.belief,
    }


def _moment(text: str | None) -> datetime | None:
    return None if text is None else to_time(text)


def finding_values(one: Finding) -> dict[str, object]:
    """Return the row that holds it."""
    return {
        "id": one.id,
        "memory_id": one.memory_id,
        "note": one.note,
        "kind": one.kind,
        "change": one.change,
        "mode": one.mode,
        "section": to_json(one.section),
        "score": float(one.score),
        "top_score": float(one.top_score),
        "before": quote_text(one.before),
        "after": quote_text(one.after),
        "reasons": to_json(one.reasons),
        "passage": one.passage,
        "status": one.status,
        "first_seen": time_text(one.first_seen),
        "last_seen": time_text(one.last_seen),
        "closed_at": None if one.closed_at is None else time_text(one.closed_at),
        "why": one.why,
        "remark": one.remark,
        "repair": repair_text(one.repair),
        "explained": to_json(one.explained),
        "note_digest": one.note_digest,
        "also": quote_text(one.also),
        "speakers": None if one.speakers is None else to_json(one.speakers),
        "outcome": one.outcome,
        "proof": one.proof,
    }
