"""Findings that stand as long as something holds: opened once, told anew, settled for good."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from vaultwatch.drift.findings.conditions import CONDITION_KINDS, Condition, plan_conditions
from vaultwatch.drift.findings.lifecycle import FindingPlace, close
from vaultwatch.drift.model import Finding, FindingKind, FindingStatus, Quote
from vaultwatch.notes.model import NotePath

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
ATLAS = NotePath("Memories/Atlas.md")


def condition(
    kind: FindingKind = "suspicious",
    *,
    passage: str = "p",
    reasons: tuple[str, ...] = ("it orders its reader about",),
    newest: datetime | None = None,
) -> Condition:
    note = ATLAS if kind == "contradiction" else None
    quote = Quote("The key is missing.", 0, ())
    return Condition(
        memory_id="mem_a", note=note, kind=kind, score=0.9, after=quote, reasons=reasons,
        passage=passage, newest=newest,
    )  # fmt: skip


def planned(on_record: list[Finding], *conditions: Condition, now: datetime = NOW) -> list[Finding]:
    places: dict[str, FindingPlace] = {
        one.id: (one.memory_id, one.note, one.kind) for one in on_record
    }
    return plan_conditions(on_record, conditions, places=places, now=now)


def opened(one: Condition) -> Finding:
    (finding,) = planned([], one)
    return finding


@pytest.mark.parametrize("kind", sorted(CONDITION_KINDS))
def test_what_holds_opens_one_finding_and_stands_without_another_write(kind: FindingKind) -> None:
    finding = opened(condition(kind))
    assert (finding.status, finding.kind, finding.first_seen) == ("open", kind, NOW)
    assert planned([finding], condition(kind), now=LATER) == []


def test_what_is_told_otherwise_is_written_again_under_the_same_id() -> None:
    finding = opened(condition())
    (newer,) = planned([finding], condition(reasons=("another reason",)), now=LATER)
    assert newer == replace(finding, reasons=("another reason",), last_seen=LATER)


def test_what_holds_no_longer_closes_by_itself() -> None:
    finding = opened(condition("contradiction"))
    (closed,) = planned([finding], now=LATER)
    assert (closed.id, closed.status, closed.closed_at) == (finding.id, "resolved", LATER)
    assert closed.why
    assert planned([closed], now=LATER) == []


@pytest.mark.parametrize("status", ["resolved", "dismissed"])
def test_what_still_holds_after_it_was_settled(status: FindingStatus) -> None:
    settled = close(opened(condition()), status=status, why="said so", now=NOW)
    again = planned([settled], condition(), now=LATER)
    # A dismissal sticks to what it rests on; what was resolved and holds again is news.
    assert [one.status for one in again] == ([] if status == "dismissed" else ["open"])
    assert all(one.id != settled.id for one in again)


def test_a_dismissal_falls_with_what_it_rests_on() -> None:
    dismissed = close(opened(condition()), status="dismissed", why="fine", now=NOW)
    (again,) = planned([dismissed], condition(passage="another"), now=LATER)
    assert again.status == "open"


@pytest.mark.parametrize(
    ("evidence", "opens"),
    [
        pytest.param(NOW - timedelta(hours=1), False, id="older than the word on it"),
        pytest.param(NOW, False, id="of the same moment"),
        pytest.param(NOW + timedelta(seconds=1), True, id="new since"),
    ],
)
def test_only_new_evidence_opens_what_was_settled(evidence: datetime, *, opens: bool) -> None:
    first = condition("memory_external_signal", newest=NOW - timedelta(days=1))
    settled = close(opened(first), status="resolved", why="dealt with", now=NOW)
    again = planned([settled], condition("memory_external_signal", newest=evidence), now=LATER)
    assert bool(again) is opens


def test_places_are_kept_apart() -> None:
    finding = opened(condition())
    other = replace(condition(), memory_id="mem_b")
    (new,) = planned([finding], condition(), other)
    assert (new.memory_id, new.id == finding.id) == ("mem_b", False)
