"""What goes along with a note that moves, and comes back with it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.contract.test_ledger import BASELINE, CASE, COMPARISON, FINDING, NOW, A, B
from vaultwatch.adapters.ledger import AuditRow
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.drift.scoring.grounding import SILENT
from vaultwatch.notes.model import NotePath


def test_a_renamed_note_takes_everything_along(ledger: Ledger) -> None:
    ledger.put_baselines([BASELINE])
    ledger.put_comparisons([(COMPARISON, "i")])
    ledger.save_findings([FINDING], cases=[CASE])
    ledger.move_note(A, B)
    assert ledger.baselines() == [replace(BASELINE, note=B, followed_from=A)]
    assert ledger.cases() == [replace(CASE, note=B)]
    assert ledger.comparisons() == {("mem_1", B): ("i", replace(COMPARISON, note=B))}
    assert ledger.findings() == [replace(FINDING, note=B)]


def test_a_note_renamed_onto_a_cited_one_takes_its_place(ledger: Ledger) -> None:
    ledger.put_baselines([BASELINE])
    ledger.put_baselines([replace(BASELINE, note=B, origin="adopted")])
    ledger.put_comparisons([(COMPARISON, "moved"), (replace(COMPARISON, note=B), "there")])
    ledger.put_comparisons([(replace(COMPARISON, memory_id="mem_2", note=B), "another's")])
    ledger.move_note(A, B)
    ledger.move_note(B, B)
    assert ledger.baselines() == [replace(BASELINE, note=B, followed_from=A)]
    inputs = {pair: rests_on for pair, (rests_on, _) in ledger.comparisons().items()}
    assert inputs == {("mem_1", B): "moved", ("mem_2", B): "another's"}


def test_a_baseline_tells_from_where_it_followed_its_note_until_it_is_back(ledger: Ledger) -> None:
    c = NotePath("C \udcff.md")
    ledger.put_baselines([BASELINE, replace(BASELINE, memory_id="mem_2", note=B)])

    def came_from() -> dict[tuple[str, NotePath], NotePath | None]:
        return {pair: head.followed_from for pair, head in ledger.baseline_heads().items()}

    ledger.move_note(A, c)
    assert came_from() == {("mem_1", c): A, ("mem_2", B): None}
    ledger.move_note(c, B)
    assert came_from() == {("mem_1", B): A, ("mem_2", B): None}
    ledger.move_note(B, A)
    assert came_from() == {("mem_1", A): None, ("mem_2", A): B}
    ledger.move_note(A, c)
    (mine, _) = ledger.baselines()
    ledger.put_baselines([replace(mine, belief_digest="other", grounding=SILENT)])
    assert came_from() == {("mem_1", c): A, ("mem_2", c): B}, "it stands from there still"
    ledger.put_baselines([replace(BASELINE, note=c, taken_at=NOW + timedelta(hours=1))])
    assert came_from() == {("mem_1", c): None, ("mem_2", c): B}


def test_what_one_memory_rests_on_goes_back_alone(ledger: Ledger) -> None:
    other = replace(BASELINE, memory_id="mem_2")
    ledger.put_baselines([BASELINE, other])
    ledger.put_comparisons([(COMPARISON, "i"), (replace(COMPARISON, memory_id="mem_2"), "i")])
    of_other = replace(FINDING, id="f2", memory_id="mem_2")
    ledger.save_findings([FINDING, of_other], cases=[CASE])
    ledger.move_note(A, B, "mem_1")
    assert ledger.baselines() == [replace(BASELINE, note=B, followed_from=A), other]
    assert ledger.comparisons().keys() == {("mem_1", B), ("mem_2", A)}
    notes = {one.id: one.note for one in ledger.findings()}
    assert notes == {FINDING.id: B, "f2": A}
    assert ledger.cases() == [replace(CASE, note=B)]


@pytest.mark.parametrize(
    ("moved", "there", "kept"),
    [
        pytest.param(0.8, 0.7, "moved", id="the moved one is stronger"),
        pytest.param(0.7, 0.8, "there", id="the one there is stronger"),
        pytest.param(0.7, 0.7, "moved", id="equal"),
    ],
)
@pytest.mark.parametrize("memory_id", ["mem_1", None])
def test_of_two_live_findings_that_a_rename_brings_together_the_stronger_stays(
    ledger: Ledger, moved: float, there: float, kept: str, memory_id: str | None
) -> None:
    one = replace(FINDING, id="moved", memory_id=memory_id, score=moved)
    ledger.save_findings([one, replace(one, id="there", note=B, score=there)])
    ledger.save_findings([replace(one, id="old", status="dismissed", closed_at=NOW)])
    ledger.move_note(A, B)
    assert {finding.note for finding in ledger.findings()} == {B}
    assert [finding.id for finding in ledger.findings(statuses=["open"])] == [kept]
    (closed,) = ledger.findings(statuses=["resolved"])
    why = "the note was renamed"
    assert (closed.closed_at, closed.why) == (NOW, why)
    assert ledger.audit(closed.id)[0] == AuditRow(NOW, "finding resolved", closed.id, why)
