"""Which memories were handed to whom is kept once, bounded, and gone with them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vaultwatch.adapters.files import use_log
from vaultwatch.adapters.files.use_log import Noted, note_handed, taken
from vaultwatch.adapters.ledger import MemoryRow, evidence_store
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.notes.model import NotePath

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ROW = MemoryRow("mem_1", NotePath("Memories/m.md"), "d0", NOW, "It says 0.", "present", NOW)
ONE = AccessRow("mem_1", "ada", "q1", NOW)
HELPED = replace(ONE, query="", helped=True)


@pytest.fixture
def ledger(ledger: Ledger) -> Ledger:
    ledger.put_memories([ROW])
    return ledger


def held(ledger: Ledger) -> list[AccessRow]:
    return ledger.accesses(["mem_1"]).get("mem_1", [])


def test_one_question_of_one_session_counts_once_and_the_latest_day_stays(ledger: Ledger) -> None:
    ledger.put_accesses([replace(ONE, at=NOW + DAY), ONE, replace(ONE, session="ben")])
    assert held(ledger) == [replace(ONE, session="ben"), replace(ONE, at=NOW + DAY)]
    assert ledger.accesses(["mem_2"]) == {}
    ledger.put_accesses([])


def test_a_word_is_said_of_the_question_that_was_answered_last(ledger: Ledger) -> None:
    ledger.put_accesses([ONE, replace(ONE, query="q2", at=NOW + DAY)])
    assert ledger.judge_accesses([replace(HELPED, at=NOW + 2 * DAY)]) == {"mem_1"}
    ledger.put_accesses([replace(ONE, query="q2", at=NOW + 3 * DAY)])
    assert [(one.query, one.helped) for one in held(ledger)] == [("q1", None), ("q2", True)]
    assert ledger.accesses(is_judged=True) == {"mem_1": held(ledger)[1:]}


def test_a_session_has_one_word_on_a_memory_its_last(ledger: Ledger) -> None:
    ledger.put_accesses([ONE])
    assert ledger.judge_accesses([HELPED]) == {"mem_1"}
    ledger.put_accesses([replace(ONE, at=NOW + DAY)])
    assert held(ledger)[0].at == NOW, "handed out again it is no newer word"
    assert ledger.judge_accesses([replace(HELPED, at=NOW + DAY)]) == frozenset()
    assert held(ledger)[0].at == NOW + DAY, "said again, perhaps of new words, it is"
    ledger.put_accesses([replace(ONE, query="q2", at=NOW + DAY)])
    assert ledger.judge_accesses([replace(HELPED, at=NOW + 2 * DAY, helped=False)]) == {"mem_1"}
    assert [one.helped for one in held(ledger)] == [None, False]
    assert ledger.judge_accesses([replace(HELPED, session="ben")]), "another's is another"
    assert [one.helped for one in held(ledger)].count(True) == 1


def test_what_was_never_handed_out_may_help_all_the_same(ledger: Ledger) -> None:
    ledger.judge_accesses([HELPED])
    assert held(ledger) == [HELPED]


def test_accesses_go_with_their_memory_at_the_daily_tidying(ledger: Ledger) -> None:
    ledger.put_accesses([ONE])
    ledger.put_memories([replace(ROW, state="forgotten")])
    assert held(ledger) == [ONE], "`undo` may bring it back"
    ledger.prune()
    assert held(ledger) == []


def test_old_ones_go_and_of_a_memory_the_newest_stay_judged_ones_first(
    ledger: Ledger, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence_store, "MOST_ACCESSES_OF_ONE", 3)
    ledger.judge_accesses([HELPED])
    ledger.put_accesses(replace(ONE, query=f"q{n}", at=NOW + n * DAY) for n in range(1, 6))
    ledger.put_accesses([replace(ONE, query="old", at=NOW - evidence_store.ACCESSES_KEPT)])
    clock.set(NOW + DAY)
    ledger.prune()
    assert [one.query for one in held(ledger)] == ["", "q4", "q5"]


def test_a_flood_of_answers_pushes_out_no_word(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence_store, "MOST_ACCESSES", 3)
    ledger.judge_accesses([HELPED])
    ledger.put_accesses(replace(ONE, query=f"q{n}") for n in range(9))
    assert [one.query for one in held(ledger)] == ["", "q6", "q7", "q8"]


def test_accesses_follow_a_memory_to_another_id(ledger: Ledger) -> None:
    ledger.put_accesses([ONE, replace(ONE, memory_id="mem_2")])
    ledger.hand_over_accesses("mem_1", "mem_2")
    assert ledger.accesses() == {"mem_2": [replace(ONE, memory_id="mem_2")]}


def test_what_is_noted_is_taken_once_and_kept_where_taking_fails(tmp_path: Path) -> None:
    file = tmp_path / "accesses.jsonl"
    with taken(file) as nothing:
        assert nothing == Noted()
    note_handed(file, ["mem_1", "mem_2"], session="ada", query="q1", at=NOW, tokens=70)
    with pytest.raises(ZeroDivisionError), taken(file):
        raise ZeroDivisionError
    note_handed(file, ["mem_3"], session="ada", query="q1", at=NOW)
    with taken(file) as first:
        assert first == Noted((ONE, replace(ONE, memory_id="mem_2")), ((NOW, 70),))
    with taken(file) as second:
        assert second == Noted((replace(ONE, memory_id="mem_3"),))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        *(b'{"at": "2026', b"[]", b"7", b"\xff"),
        b'{"at": 1, "session": "", "query": "", "ids": 7}',
        b'{"at": "2026-06-01T12:00:00+00:00", "session": "", "query": "", "ids": [], "tokens": ""}',
    ],
)
def test_a_line_that_was_cut_is_passed_over(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "accesses.jsonl"
    file.write_bytes(line + b"\n")
    note_handed(file, ["mem_1"], session="ada", query="q1", at=NOW)
    with taken(file) as rows:
        assert rows == Noted((ONE,))


def test_a_file_that_nobody_takes_stops_growing_and_a_missing_folder_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(use_log, "MOST_BYTES", 200)
    file = tmp_path / "accesses.jsonl"
    for _ in range(9):
        note_handed(file, ["mem_1"], session="ada", query="q1", at=NOW)
    assert file.stat().st_size < 400
    assert file.stat().st_mode & 0o077 == 0
    for place in (tmp_path / "gone" / "x", tmp_path):
        note_handed(place, ["mem_1"], session="ada", query="q1", at=NOW)
        with taken(place / "x") as rows:
            assert rows == Noted()
