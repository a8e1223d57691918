"""What each word does to a finding, at the one place that settles: by table, over a real ledger."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tests.contract.test_ledger import BASELINE, FINDING, MEMORY, NOTE
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.ledger import MemoryRow, open_ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.drift.findings.conditions import REVIEWED
from vaultwatch.drift.model import FindingKind, FindingStatus
from vaultwatch.errors import RecordReadOnlyError, RefusedError
from vaultwatch.memories.stores.places import record_path
from vaultwatch.services.findings.settle import (
    MEANINGS,
    Resolved,
    SettlingWord,
    acknowledge,
    apply,
    dismiss,
    reopen,
    resolve_errors,
    settle,
)
from vaultwatch.services.memories.proposing import change_or_propose, forget_or_propose
from vaultwatch.services.memories.updating import MemoryChange, hold_mergeable
from vaultwatch.services.records.small_facts import (
    CALLED_TRUE,
    SCAN_DUE,
    CalledTrue,
    is_look_owed,
    look_taken,
)
from vaultwatch.services.scanning.taking_in import due_pairs
from vaultwatch.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vaultwatch.services.scanning.citing import Cited
    from vaultwatch.services.workspace import Workspace

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
KEY = "ghp_" + "a1B2" * 9
RECORD = replace(MEMORY, id="rec_1", path=record_path("app", "MEMORY.md", 2))
PAIR = ("mem_1", NOTE.path)

# word: status, label of a person's word, whether the memory rests on the note anew
TABLE: dict[SettlingWord, tuple[FindingStatus, str, bool]] = {
    "acknowledged": ("acknowledged", "", False),
    "applied": ("resolved", "drifted by applied", False),
    "dealt with": ("resolved", "", False),
    "decided": ("resolved", "", False),
    "dismissed": ("dismissed", "current by dismissed", False),
    "left": ("dismissed", "", False),
    "outdated": ("open", "drifted by outdated", False),
    "reopened": ("open", "", False),
    "said there": ("resolved", "current by still true", True),
    "still true": ("resolved", "current by still true", True),
    "unverified": ("resolved", "current by still true", True),
}


@pytest.fixture
def ws(tmp_path: Path) -> "Iterator[Workspace]":
    clock = FixedClock(NOW)
    ledger = open_ledger(tmp_path / "ledger.sqlite", clock=clock)
    ledger.put_notes([NOTE])
    ledger.put_memories([MEMORY])
    ledger.put_baselines([BASELINE])
    ledger.save_findings([FINDING])
    parts = SimpleNamespace(
        ledger=ledger,
        clock=clock,
        is_rehearsal=False,
        client="",
        settings=Settings(),
        journal=WriteJournal(tmp_path / "journal", clock=clock),
    )
    yield cast("Workspace", parts)
    ledger.close()


def lessons(ws: "Workspace") -> str:
    return ", ".join(f"{case.label} by {case.by}" for case in ws.ledger.cases())


def test_every_word_stands_in_the_table() -> None:
    assert TABLE.keys() == MEANINGS.keys()


@pytest.mark.parametrize("is_persons", [True, False], ids=["person", "agent"])
@pytest.mark.parametrize("word", TABLE)
def test_a_word_is_recorded_whole(ws: "Workspace", word: SettlingWord, *, is_persons: bool) -> None:
    status, lesson, rests_anew = TABLE[word]
    closed = settle(ws, FINDING, word, why=f"so says {KEY}", is_persons=is_persons)
    (kept,) = ws.ledger.find_findings(FINDING.id)
    assert kept == closed
    assert (kept.status, kept.closed_at) == (status, None if status in LIVE_ONES else NOW)
    assert "so says" in kept.why
    assert KEY not in kept.why
    assert kept.note_digest == (NOTE.digest if status == "dismissed" else FINDING.note_digest)
    if status != FINDING.status:
        line = ws.ledger.audit(FINDING.id)[0]
        assert (line.verb, line.why) == (f"finding {status}", kept.why)
    assert lessons(ws) == (lesson if is_persons else "")
    assert CALLED_TRUE.get(ws.ledger) == ({PAIR: CalledTrue(NOW)} if rests_anew else {})
    assert is_look_owed(ws)
    assert SCAN_DUE.get(ws.ledger)


LIVE_ONES = ("open", "acknowledged")


def test_a_records_line_is_named_where_nothing_can_be_written(ws: "Workspace") -> None:
    ws.ledger.put_memories([RECORD])
    ws.ledger.save_findings([replace(FINDING, id="f2", memory_id=RECORD.id)])
    with pytest.raises(RecordReadOnlyError) as refused:
        apply(ws, "f2")
    assert "MEMORY.md:2" in refused.value.message
    assert "vaultwatch stores propose" in refused.value.hint


@pytest.mark.parametrize("pair", [(RECORD, MEMORY), (MEMORY, RECORD)])
def test_a_record_is_merged_with_nothing(pair: tuple[MemoryRow, MemoryRow]) -> None:
    with pytest.raises(RecordReadOnlyError):
        hold_mergeable(*pair)


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param(lambda ws: forget_or_propose(ws, RECORD.id), id="forget"),
        pytest.param(
            lambda ws: change_or_propose(ws, RECORD.id, MemoryChange(belief="X.")), id="change"
        ),
    ],
)
def test_an_agents_word_on_a_record_becomes_no_proposal(
    ws: "Workspace", deed: "Callable[[Workspace], object]", monkeypatch: pytest.MonkeyPatch
) -> None:
    ws.ledger.put_memories([RECORD])
    monkeypatch.setattr("vaultwatch.services.memories.proposing.catch_up", lambda ws: ws)
    monkeypatch.setattr("vaultwatch.services.memories.proposing._waits", lambda *_: True)
    with pytest.raises(RecordReadOnlyError):
        deed(ws)


def test_a_word_without_a_reason_has_the_tables(ws: "Workspace") -> None:
    assert settle(ws, FINDING, "dismissed").why == MEANINGS["dismissed"].why


def test_a_word_taken_back_is_no_lesson_any_more(ws: "Workspace") -> None:
    closed = settle(ws, FINDING, "dismissed")
    assert lessons(ws)
    settle(ws, closed, "reopened")
    assert lessons(ws) == ""


def test_the_look_is_owed_before_anything_is_said(
    ws: "Workspace", monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(type(ws.ledger), "save_findings", killed)
    with pytest.raises(KeyboardInterrupt):
        settle(ws, FINDING, "dismissed")
    assert is_look_owed(ws)


def test_a_look_that_was_taken_is_owed_no_more(ws: "Workspace") -> None:
    settle(ws, FINDING, "dismissed")
    look_taken(ws)
    assert not is_look_owed(ws)
    assert not SCAN_DUE.get(ws.ledger)


def test_a_memory_called_true_of_a_note_that_is_gone_rests_on_nothing(ws: "Workspace") -> None:
    ws.ledger.remove_notes([NOTE.path])
    settle(ws, FINDING, "still true")
    assert CALLED_TRUE.get(ws.ledger) == {}
    assert ws.ledger.baselines("mem_1") == []


@pytest.mark.parametrize(
    ("taken_after", "is_due"),
    [
        pytest.param(None, True, id="no baseline"),
        pytest.param(timedelta(days=-1), True, id="an older baseline"),
        pytest.param(timedelta(seconds=1), False, id="taken for this word, before a kill"),
    ],
)
def test_a_word_asks_for_one_baseline(
    ws: "Workspace", taken_after: timedelta | None, *, is_due: bool
) -> None:
    settle(ws, FINDING, "still true")
    heads = {} if taken_after is None else {PAIR: SimpleNamespace(taken_at=NOW + taken_after)}
    cited = cast("Cited", SimpleNamespace(heads=heads))
    assert due_pairs(ws, cited).keys() == ({PAIR} if is_due else set())


def test_what_was_seen_stays_live_and_can_be_seen_again(ws: "Workspace") -> None:
    assert acknowledge(ws, FINDING.id).status == "acknowledged"
    assert acknowledge(ws, FINDING.id, why="still looking").why == "still looking"


@pytest.mark.parametrize("kind", sorted(REVIEWED))
def test_what_waits_for_a_decision_is_not_dismissed(ws: "Workspace", kind: FindingKind) -> None:
    waiting = replace(FINDING, kind=kind)
    ws.ledger.save_findings([waiting])
    with pytest.raises(RefusedError, match="waits for a decision"):
        dismiss(ws, FINDING.id)
    assert ws.ledger.find_findings(FINDING.id) == [waiting]


@pytest.mark.parametrize("word", ["acknowledged", "still true"])
def test_only_a_dismissal_is_taken_back(ws: "Workspace", word: SettlingWord) -> None:
    said = settle(ws, FINDING, word)
    with pytest.raises(RefusedError, match="only a dismissed one"):
        reopen(ws, FINDING.id)
    assert ws.ledger.find_findings(FINDING.id) == [said]


def test_a_dismissal_is_taken_back_once_and_not_past_a_later_finding(ws: "Workspace") -> None:
    dismiss(ws, FINDING.id)
    later = replace(FINDING, id="f2")
    ws.ledger.save_findings([later])
    with pytest.raises(RefusedError, match="Finding f2 stands in its place"):
        reopen(ws, FINDING.id)
    dismiss(ws, later.id)
    assert reopen(ws, FINDING.id).status == "open"


def test_a_rehearsal_settles_nothing(ws: "Workspace", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ws, "is_rehearsal", True)
    assert resolve_errors(ws, [FINDING.id]) == Resolved((), ())
    assert ws.ledger.find_findings(FINDING.id) == [FINDING]
