"""What every caller of the ledger relies on, held against a real file."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from vaultwatch.adapters.ledger import (
    AuditRow,
    BaselineHead,
    MemoryRow,
    NoteRow,
    NoteStat,
    open_ledger,
)
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.drift.findings.labels import LabelledCase
from vaultwatch.drift.model import Baseline, Comparison, Finding, Quote, Repair, Support
from vaultwatch.errors import LedgerError
from vaultwatch.notes.model import Link, NoteOutline, NotePath, Span, Statement, Trouble

NOW = datetime(2026, 3, 1, 12, 30, 0, 5, tzinfo=UTC)
A, B, C = NotePath("a.md"), NotePath("folder/b.md"), NotePath("c.md")
LINK = Link("b", ("H",), "id", "shown", "[[b#H]]", "wiki", is_embed=True, span=Span(3, 9, 2))
PROPERTY_LINK = replace(LINK, span=None, property_key="related.0")
OUTLINE = NoteOutline(
    A, ("alias",), ((1, "Top"), (2, "Below")), ("id",), (LINK, PROPERTY_LINK),
    (Trouble("not_utf8", "Not UTF-8.", 4),),
)  # fmt: skip
NOTE = NoteRow(A, "d1", 10, 2**60, None, None, OUTLINE, is_memory=False)
MEMORY = MemoryRow("mem_1", NotePath("Memories/m.md"), "bd", NOW, "A holds.", "present", NOW)
STATEMENT = Statement(
    "task", "- text", "text", ("Top", "Below"), "Open:", 3, 4, "sd", "x", "key", "bid"
)
BASELINE = Baseline("mem_1", A, "written", NOW, "bd", (STATEMENT,), (Support(0, 0.75),), "nd")
QUOTE = Quote("was", 3, ("Top",))
COMPARISON = Comparison(
    "mem_1", A, "warm", 0.7, outcome="likely", kind="memory_drift", change="value",
    section=("Top",),
    before=QUOTE, after=None, reasons=("because",), passage="p", also=QUOTE, unopposed="u",
)  # fmt: skip
FINDING = Finding(
    "f1", "mem_1", A, "memory_drift", "value", "warm", ("Top",), 0.7, 0.9, QUOTE, None,
    ("because",), "p", "open", NOW, NOW, None, "", "Ask Ana.", also=QUOTE,
)  # fmt: skip
CASE = LabelledCase("f1", "mem_1", A, "current", NOW, "dismissed", "It is 4.")
HOSTILE = [
    pytest.param("'; DROP TABLE findings; --\"`", id="quotes"),
    pytest.param("a\0b", id="NUL"),
    pytest.param("a\udcff\ud800\ufdd0d800b", id="no Unicode"),
    pytest.param("e\u0301 \U0001f9ff \u202e\ufeff", id="emoji and marks"),
    pytest.param("x" * 1_000_000, id="a megabyte"),
    pytest.param("%_[*]\\", id="wildcards"),
    pytest.param("", id="nothing"),
]


def test_a_note_comes_back_as_it_was_put(ledger: Ledger) -> None:
    ledger.put_notes([NOTE])
    assert ledger.note_stats() == {A: NoteStat("d1", 10, 2**60, None, None, is_memory=False)}
    assert list(ledger.outlines()) == [OUTLINE]


def test_a_note_put_again_replaces_itself(ledger: Ledger) -> None:
    changed = replace(NOTE, digest="d2", outline=replace(OUTLINE, aliases=()), is_memory=True)
    ledger.put_notes([NOTE])
    ledger.put_notes([changed])
    assert ledger.note_stats()[A] == NoteStat("d2", 10, 2**60, None, None, is_memory=True)
    assert list(ledger.outlines()) == [changed.outline]


def test_a_removed_note_takes_its_outline_along(ledger: Ledger) -> None:
    ledger.put_notes([NOTE])
    ledger.remove_notes([A, B])
    assert (ledger.note_stats(), list(ledger.outlines())) == ({}, [])


def at(path: NotePath) -> NoteRow:
    return replace(NOTE, path=path, outline=replace(OUTLINE, path=path))


def test_a_new_ledger_has_no_news(ledger: Ledger) -> None:
    assert ledger.outlines_since(0) == (0, ())


def test_only_outlines_put_later_are_news(ledger: Ledger) -> None:
    ledger.put_notes([at(A), at(B)])
    first, outlines = ledger.outlines_since(0)
    assert [one.path for one in outlines] == [A, B]
    ledger.touch_notes({A: (11, 12)}, 15)
    ledger.keep_echo(A, "d3", 13, 14)
    assert ledger.outlines_since(first) == (first, ())
    ledger.put_notes([at(C)])
    ledger.put_notes([at(A)])
    second, outlines = ledger.outlines_since(first)
    assert [one.path for one in outlines] == [C, A]
    assert ledger.outlines_since(second) == (second, ())


def test_a_removed_note_gives_its_serial_to_no_other(ledger: Ledger) -> None:
    ledger.put_notes([at(A)])
    known, _ = ledger.outlines_since(0)
    ledger.remove_notes([A])
    ledger.put_notes([at(B)])
    assert [one.path for one in ledger.outlines_since(known)[1]] == [B]


def test_news_is_counted_on_by_whoever_opens_the_ledger_next(file: Path) -> None:
    with open_ledger(file, clock=FixedClock(NOW)) as mine:
        mine.put_notes([at(A)])
        known, _ = mine.outlines_since(0)
        with open_ledger(file, clock=FixedClock(NOW)) as theirs:
            theirs.put_notes([at(B)])
        assert [one.path for one in mine.outlines_since(known)[1]] == [B]


def test_many_notes_are_removed_at_once(ledger: Ledger) -> None:
    paths = [NotePath(f"{number}.md") for number in range(40_000)]  # over SQLite's variables
    ledger.put_notes([replace(NOTE, path=p, outline=replace(OUTLINE, path=p)) for p in paths[:9]])
    ledger.remove_notes(paths)
    assert ledger.note_stats() == {}


def test_what_is_indexed_touched_and_echoed_is_kept_apart(ledger: Ledger) -> None:
    ledger.put_notes([NOTE])
    ledger.set_indexed({A: "d1"}, "model")
    ledger.touch_notes({A: (11, 12)}, 15)
    assert ledger.note_stats()[A][1:3] + ledger.note_stats()[A][-1:] == (11, 12, 15)
    ledger.keep_echo(A, "d3", 13, 14)
    assert ledger.note_stats() == {A: NoteStat("d3", 13, 14, "d3", "model", is_memory=False)}


def test_nothing_to_do_is_done(ledger: Ledger) -> None:
    ledger.put_notes([])
    ledger.remove_notes([])
    ledger.set_indexed({}, "model")
    ledger.touch_notes({}, 15)
    ledger.put_comparisons([])
    ledger.save_findings([])
    assert ledger.note_stats() == {}


def test_a_memory_keeps_when_it_was_first_seen_and_can_be_forgotten(ledger: Ledger) -> None:
    ledger.put_memories([MEMORY])
    later = replace(MEMORY, belief="B.", created=None)
    ledger.put_memories([replace(later, first_seen=NOW + timedelta(days=1))])
    assert ledger.memories() == [later]
    ledger.forget_memory("mem_1")
    assert (ledger.memories(), ledger.memories(forgotten=True)[0].state) == ([], "forgotten")


@pytest.mark.parametrize(
    "created",
    [
        pytest.param(datetime(2026, 1, 1, 2, tzinfo=timezone(timedelta(hours=3))), id="zone"),
        pytest.param(datetime(1, 1, 1, tzinfo=UTC), id="the year 1"),
    ],
)
def test_times_come_back_as_the_same_moment(ledger: Ledger, created: datetime) -> None:
    ledger.put_memories([replace(MEMORY, created=created)])
    assert ledger.memories()[0].created == created


def test_a_time_that_utc_cannot_hold_is_kept_nearly(ledger: Ledger) -> None:
    east = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))
    ledger.put_memories([replace(MEMORY, created=east)])
    assert ledger.memories()[0].created == east.replace(tzinfo=UTC)


def test_a_baseline_comes_back_whole_and_by_its_head(ledger: Ledger) -> None:
    ledger.put_baselines([BASELINE])
    assert ledger.baselines() == ledger.baselines("mem_1") == [BASELINE]
    assert ledger.baselines("mem_2") == []
    assert ledger.baseline_heads() == {("mem_1", A): BaselineHead("written", NOW, "bd", "nd")}


def test_memories_are_named_whose_note_holds_other_bytes_or_is_gone(ledger: Ledger) -> None:
    ledger.put_baselines([BASELINE, replace(BASELINE, memory_id="mem_2")])
    assert ledger.outgrown() == {"mem_1", "mem_2"}, "no such note"
    ledger.put_notes([replace(NOTE, digest=BASELINE.note_digest)])
    assert ledger.outgrown() == set()
    ledger.put_baselines([replace(BASELINE, memory_id="mem_2", note_digest="older")])
    assert ledger.outgrown() == {"mem_2"}


def test_memories_share_the_statements_of_one_note(ledger: Ledger) -> None:
    ledger.put_memories([MEMORY])
    ledger.put_memories([replace(MEMORY, id="mem_2")])
    ledger.put_baselines([BASELINE])
    ledger.put_baselines([replace(BASELINE, memory_id="mem_2")])
    ledger.drop_baselines("mem_1", A)
    assert ledger.prune() == 0
    ledger.drop_baselines("mem_2", A)
    assert (ledger.prune(), ledger.prune()) == (1, 0)


def test_a_copy_of_a_baseline_is_put_back_though_its_statements_are_pruned(ledger: Ledger) -> None:
    ledger.put_memories([MEMORY])
    ledger.put_baselines([BASELINE])
    copy = ledger.copy_baseline("mem_1", A)
    ledger.drop_baselines("mem_1", A)
    ledger.put_baselines([replace(BASELINE, statements=(), note_digest="later")])
    assert ledger.prune() == 1
    ledger.put_back_baseline(copy)
    assert ledger.baselines() == [BASELINE]
    assert ledger.copy_baseline("mem_1", B) == ledger.copy_baseline("mem_2", A) == ""


def test_what_a_forgotten_memory_rested_on_stays_until_pruned(ledger: Ledger) -> None:
    there = replace(BASELINE, memory_id="mem_2", statements=())
    ledger.put_memories([MEMORY])
    ledger.put_memories([replace(MEMORY, id="mem_2")])
    for baseline in (BASELINE, there):
        ledger.put_baselines([baseline])
        ledger.put_comparisons([(replace(COMPARISON, memory_id=baseline.memory_id), "i")])
    ledger.forget_memory("mem_1")
    assert len(ledger.baselines()) == len(ledger.comparisons()) == 2
    assert ledger.prune() == 1
    assert ledger.baselines() == [there]
    assert list(ledger.comparisons()) == [("mem_2", A)]


def test_comparisons_are_kept_with_what_they_rest_on(ledger: Ledger) -> None:
    other = replace(COMPARISON, note=B, kind=None, change=None, outcome="holds", after=QUOTE)
    ledger.put_comparisons([(COMPARISON, "i1"), (other, "i2")])
    ledger.put_comparisons([(COMPARISON, "i3")])
    assert ledger.comparisons() == {("mem_1", A): ("i3", COMPARISON), ("mem_1", B): ("i2", other)}
    assert ledger.unopposed(["mem_1", "mem_2"]) == {"u"}
    assert ledger.unopposed(["mem_2"]) == frozenset()
    ledger.drop_comparisons("mem_1", A)
    assert list(ledger.comparisons()) == [("mem_1", B)]
    ledger.drop_comparisons("mem_1")
    assert ledger.comparisons() == {}


def test_findings_come_worst_first_and_can_be_narrowed(ledger: Ledger) -> None:
    worse = replace(FINDING, id="f2", note=B, score=0.8)
    closed = replace(FINDING, id="f3", score=0.1, status="resolved", closed_at=NOW, why="agrees")
    alone = replace(FINDING, id="f4", memory_id=None, kind="low_overlap", score=0.2)
    ledger.save_findings([FINDING, worse, closed, alone])
    assert ledger.findings() == [worse, FINDING, alone, closed]
    assert ledger.findings(statuses=["resolved"]) == [closed]
    assert ledger.findings(statuses=[]) == []
    assert ledger.findings(kind="low_overlap") == [alone]
    assert ledger.findings(memory_id="mem_1", note=B) == [worse]
    assert ledger.findings(closed_since=NOW) == [closed]
    assert ledger.findings(closed_since=NOW + timedelta(microseconds=1)) == []
    places = ledger.places_of_findings()
    assert (len(places), places["f2"]) == (4, ("mem_1", B, worse.kind))


def test_a_finding_is_found_by_the_beginning_of_its_id(ledger: Ledger) -> None:
    twin = replace(FINDING, id="f12", note=B)
    ledger.save_findings([FINDING, twin])
    assert ledger.find_findings("f1") == [FINDING, twin]
    assert ledger.find_findings("f12") == [twin]
    assert ledger.find_findings("%") == ledger.find_findings("_1") == []


@pytest.mark.parametrize("note", [A, None], ids=["with a note", "without"])
@pytest.mark.parametrize("memory_id", ["mem_1", None], ids=["with a memory", "without"])
def test_one_finding_is_live_for_a_memory_note_and_kind(
    ledger: Ledger, note: NotePath | None, memory_id: str | None
) -> None:
    first = replace(FINDING, note=note, memory_id=memory_id)
    second = replace(first, id="f2", status="acknowledged")
    ledger.save_findings([first])
    with pytest.raises(LedgerError, match="Two findings"):
        ledger.save_findings([replace(first, id="f3", note=C), second])
    assert ledger.findings() == [first]  # all or nothing
    closed = replace(first, status="dismissed", closed_at=NOW, why="no")
    ledger.save_findings([second, closed])
    assert {one.status for one in ledger.findings()} == {"acknowledged", "dismissed"}


def test_every_change_of_status_is_audited_but_not_being_seen_again(ledger: Ledger) -> None:
    ledger.save_findings([FINDING])
    ledger.save_findings([replace(FINDING, last_seen=NOW + timedelta(days=1), score=0.8)])
    ledger.save_findings([replace(FINDING, status="dismissed", closed_at=NOW, why="no")])
    assert ledger.audit("f1") == [
        AuditRow(NOW, "finding dismissed", "f1", "no"),
        AuditRow(NOW, "finding open", "f1", ""),
    ]


def test_a_readers_word_is_kept_with_the_finding_it_settles_and_the_last_one_holds(
    ledger: Ledger,
) -> None:
    ledger.save_findings([FINDING], cases=[CASE])
    assert ledger.cases() == [CASE]
    later = replace(CASE, label="drifted", by="edited", at=NOW + timedelta(days=1))
    ledger.save_findings((), cases=[later, replace(later, finding="f2")])
    assert [one.finding for one in ledger.cases()] == ["f1", "f2"]
    assert ledger.cases()[0] == later
    ledger.save_findings([FINDING], unlabelled=["f1"])
    assert [one.finding for one in ledger.cases()] == ["f2"]


def test_a_word_on_findings_that_cannot_be_saved_is_not_kept(ledger: Ledger) -> None:
    with pytest.raises(LedgerError):
        ledger.save_findings([FINDING, replace(FINDING, id="f2")], cases=[CASE])
    assert ledger.cases() == []


def test_a_finding_keeps_its_suggestion_and_its_explanation(ledger: Ledger) -> None:
    told = replace(
        FINDING, repair=Repair("It is 4.", "It is 5."), explained=("a", "b"), note_digest="nd"
    )
    ledger.save_findings([told])
    assert ledger.findings() == [told]


def test_the_audit_is_read_newest_first_and_no_further_than_asked(ledger: Ledger) -> None:
    for number in range(5):
        ledger.record("did", str(number), "why")
    assert [row.subject for row in ledger.audit(limit=2)] == ["4", "3"]


def test_a_fact_is_none_until_set_and_the_last_one_holds(ledger: Ledger) -> None:
    assert ledger.get_fact("last_scan") is None
    ledger.set_fact("last_scan", "1")
    ledger.set_fact("last_scan", "2")
    assert ledger.get_fact("last_scan") == "2"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_are_only_words(file: Path, text: str) -> None:
    path = NotePath(text)
    memory = replace(MEMORY, id=text, path=path, belief=text, belief_digest=text)
    statement = replace(STATEMENT, text=text, plain=text, section=(text,), key=text)
    base = replace(BASELINE, memory_id=text, note=path, statements=(statement,))
    quote = Quote(text, 1, (text,))
    found = replace(FINDING, id="h" + text, note=path, after=quote, reasons=(text,), why=text)
    found = replace(found, remark=text)
    compared = replace(COMPARISON, memory_id=text, note=path, before=quote)
    outline = replace(OUTLINE, path=path, aliases=(text,), headings=((1, text),))
    with open_ledger(file, clock=FixedClock(NOW)) as ledger:
        ledger.put_notes([replace(NOTE, path=path, outline=outline)])
        ledger.put_memories([memory])
        ledger.put_baselines([base])
        ledger.put_comparisons([(compared, text)])
        ledger.save_findings([found])
        ledger.record(text, text, text)
        ledger.set_fact(text, text)
    with open_ledger(file, clock=FixedClock(NOW)) as ledger:
        assert list(ledger.outlines()) == [outline]
        assert ledger.memories() == [memory]
        assert ledger.baselines(text) == [base]
        assert ledger.comparisons() == {(text, path): (text, compared)}
        assert ledger.findings(note=path) == [found]
        assert ledger.audit(text)[-1].why == text
        assert ledger.get_fact(text) == text
        ledger.remove_notes([path])
        assert ledger.check() == []


def test_a_backup_is_a_ledger_and_replaces_what_stood_there(ledger: Ledger, file: Path) -> None:
    ledger.save_findings([FINDING])
    (copy := file.with_name("copy.sqlite")).write_text("old", encoding="utf-8")
    ledger.backup(copy)
    with open_ledger(copy, clock=FixedClock(NOW)) as copied:
        assert copied.findings() == [FINDING]
    assert sorted(p.name for p in file.parent.glob(".*")) == []
