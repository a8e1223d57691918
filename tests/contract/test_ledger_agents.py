"""What the ledger keeps for agents: memories by every name, signals, misses, feedback, facts."""

# Long because each of the stores that agents use is tried by its table here.

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.raw_ledger import raw_ledger
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.ledger import MemoryRow, codec, open_ledger
from vaultwatch.adapters.ledger.evidence_store import MOST_MISSES
from vaultwatch.adapters.ledger.rows import MissRow, ReadingRow, SignalRow
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.drift.findings.labels import LabelledCase
from vaultwatch.memories.claims import Claim, Scope, claim_key
from vaultwatch.memories.facts import Facts, MemorySource, MemoryStatus
from vaultwatch.notes.model import NotePath
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.wiring import open_workspace

Said: TypeAlias = Literal["", "holds", "void"]
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
NOTE = NotePath("Fees.md")
CLAIM = Claim("Stand", "fee", "40 euros")
MEMORY = MemoryRow("mem_1", NotePath("Memories/m.md"), "digest", NOW, "A holds.", "present", NOW)
HOSTILE = [
    pytest.param("'; DROP TABLE memories; --\"`", id="quotes"),
    pytest.param("a\0b", id="NUL"),
    pytest.param("a\udcff\ud800\ufdd0d800b", id="no Unicode"),
    pytest.param("%_[*]\\", id="wildcards"),
    pytest.param("e\u0301 \U0001f9ff \u202e\ufeff", id="emoji and marks"),
    pytest.param("x" * 100_000, id="long"),
]


def memory(id_: str, *, gist: str = "", claim: Claim | None = None, hours: float = 0) -> MemoryRow:
    return replace(
        MEMORY,
        id=id_,
        path=NotePath(f"Memories/{id_}.md"),
        belief_digest=f"digest of {id_}",
        created=NOW + hours * HOUR,
        gist=gist or f"gist of {id_}",
        facts=Facts(claim=claim),
    )


def ids(rows: Sequence[MemoryRow | ReadingRow]) -> list[str]:
    return [row.id for row in rows]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ids", "mem_b"),
        ("paths", "Memories/mem_b.md"),
        ("belief_digests", "digest of mem_b"),
        ("gists", "gist of mem_b"),
        ("claim_keys", claim_key(CLAIM)),
    ],
)
def test_a_memory_is_found_by_each_name_and_a_forgotten_one_only_if_asked(
    ledger: Ledger, name: str, value: str
) -> None:
    ledger.put_memories([memory("mem_a"), memory("mem_b", claim=CLAIM), memory("mem_c")])
    ledger.forget_memory("mem_b")
    named: dict[str, Any] = {name: [value]}
    assert ids(ledger.find_memories(forgotten=True, **named)) == ["mem_b"]
    assert ledger.find_memories(**named) == []
    for nobody in ([], ["", "no such"]):
        named[name] = nobody
        assert ledger.find_memories(forgotten=True, **named) == []


def test_a_memory_without_claim_or_gist_is_not_found_by_an_empty_one(ledger: Ledger) -> None:
    ledger.put_memories([replace(MEMORY, gist="")])
    assert ledger.find_memories(gists=[""], claim_keys=[""]) == []


def test_several_names_find_each_memory_once_by_id(ledger: Ledger) -> None:
    ledger.put_memories([memory("mem_b"), memory("mem_a"), memory("mem_c")])
    found = ledger.find_memories(
        ids=["mem_b", "mem_b"], paths=["Memories/mem_b.md"], gists=["gist of mem_a"]
    )
    assert ids(found) == ["mem_a", "mem_b"]


def test_fifteen_hundred_names_are_looked_up_in_one_call(ledger: Ledger) -> None:
    rows = [memory(f"mem_{number:04}") for number in range(1_500)]
    ledger.put_memories(rows)
    assert ledger.find_memories(ids=[row.id for row in rows]) == rows
    assert ledger.find_memories(paths={row.path for row in rows}) == rows
    assert ids(ledger.replaced_by([row.id for row in rows])) == []


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_names_are_only_names(ledger: Ledger, text: str) -> None:
    claim = Claim(text, text, text, "session", text)
    facts = Facts(text, "system", (text,), text, text, None, None, text, claim=claim)
    held = MemoryRow(text, NotePath(text), text, NOW, text, "present", NOW, NOW, "gist", facts)
    older = replace(
        MEMORY, facts=replace(facts, status="superseded", superseded_by=text, claim=None)
    )
    ledger.put_memories([held, older])
    for name in ("ids", "paths", "belief_digests"):
        wanted: dict[str, Any] = {name: [text]}
        assert ledger.find_memories(**wanted) == [held], name
    assert ledger.find_memories(claim_keys=[claim_key(claim)]) == [held]
    assert ledger.memory_facts() == {held.path: held.facts, older.path: older.facts}
    assert "\0" in text or ledger.replaced_by([text]) == [older]  # JSON writes NUL in its own way
    signal = SignalRow(text, text, text, text, 0.5, NOW)
    miss = MissRow(NotePath(text), "low_overlap", text, text, 0.8, NOW)
    ledger.put_signal(signal)
    ledger.put_miss(miss)
    assert ledger.signals([text]) == ledger.signals() == [signal]
    assert ledger.misses(NotePath(text)) == ledger.misses() == [miss]
    assert ledger.check() == []


def test_the_newest_memories_come_page_by_page_without_gap_or_double(ledger: Ledger) -> None:
    rows = [memory(f"mem_{hours:02}", hours=hours // 2) for hours in range(10)]
    rows.append(replace(memory("mem_undated", hours=99), created=None, first_seen=NOW + 99 * HOUR))
    gone = memory("mem_gone", hours=100)
    ledger.put_memories([*rows, gone])
    ledger.forget_memory("mem_gone")
    pages = [ids(ledger.newest_memories(4, after=after)) for after in (0, 4, 8, 12)]
    assert [len(page) for page in pages] == [4, 4, 3, 0]
    assert pages[0] == ["mem_undated", "mem_08", "mem_09", "mem_06"]
    assert sorted(id_ for page in pages for id_ in page) == sorted(ids(rows))


def test_only_what_stands_has_facts_and_is_counted(ledger: Ledger) -> None:
    statuses: list[MemoryStatus] = ["active", "active", "quarantined", "superseded"]
    rows = [
        replace(memory(f"mem_{number}"), facts=Facts(agent=f"a{number}", status=status))
        for number, status in enumerate(statuses)
    ]
    ledger.put_memories([*rows, memory("mem_gone")])
    ledger.forget_memory("mem_gone")
    assert ledger.count_memories() == {"active": 2, "quarantined": 1, "superseded": 1}
    assert ledger.memory_facts() == {row.path: row.facts for row in rows}


def test_facts_of_one_source_are_those_that_name_it_and_what_names_none_is_an_inference(
    ledger: Ledger,
) -> None:
    said = replace(memory("mem_said"), facts=Facts(source="user_explicit"))
    guessed, bare = memory("mem_guessed"), replace(memory("mem_bare"), facts=Facts())
    ledger.put_memories([said, replace(guessed, facts=Facts(agent="a")), bare])
    assert ledger.memory_facts(sources={"user_explicit"}) == {said.path: said.facts}
    assert ledger.memory_facts(sources={"inference"}).keys() == {guessed.path, bare.path}
    assert len(ledger.memory_facts(sources={"inference", "user_explicit"})) == 3


def test_a_memory_from_before_the_statuses_counts_as_active(tmp_path: Path) -> None:
    file = tmp_path / "ledger.sqlite"
    with open_ledger(file, clock=FixedClock(NOW)) as ledger:
        ledger.put_memories([memory("mem_a"), memory("mem_b")])
        with raw_ledger(file) as connection:
            connection.execute("UPDATE memories SET status = '', facts = '' WHERE id = 'mem_a'")
        assert ledger.count_memories() == {"active": 2}


def test_unsettled_are_the_quarantined_and_the_active_that_share_a_claim(ledger: Ledger) -> None:
    alone = replace(CLAIM, subject="Tent")
    other = replace(CLAIM, value="50 euros")
    rows = [
        memory("mem_shared_1", claim=CLAIM),
        memory("mem_shared_2", claim=other),
        memory("mem_session", claim=replace(CLAIM, scope="session", session="s")),
        memory("mem_alone", claim=alone),
        memory("mem_plain_1"),
        memory("mem_plain_2"),
        replace(memory("mem_rival"), facts=Facts(claim=alone, status="superseded")),
        replace(memory("mem_held"), facts=Facts(status="quarantined")),
        memory("mem_gone", claim=alone),
    ]
    ledger.put_memories(rows)
    ledger.forget_memory("mem_gone")
    assert ids(ledger.unsettled_memories()) == ["mem_held", "mem_shared_1", "mem_shared_2"]


def test_what_took_a_memorys_place_is_told_from_what_did_not(ledger: Ledger) -> None:
    behind = Facts(status="superseded", superseded_by="mem_new")
    ledger.put_memories(
        [
            memory("mem_new"),
            replace(memory("mem_old"), facts=behind),
            replace(memory("mem_gone"), facts=behind),
            replace(memory("mem_back"), facts=replace(behind, status="active")),
        ]
    )
    ledger.forget_memory("mem_gone")
    assert ids(ledger.replaced_by(["mem_new"])) == ["mem_old"]
    assert ledger.replaced_by([]) == []


def case(finding: str, label: str, belief: str) -> LabelledCase:
    by = "dismissed" if label == "current" else "updated"
    return LabelledCase(finding, "mem_1", NOTE, "warm", 0.7, "rules", label, NOW, by, belief)  # type: ignore[arg-type]


def test_feedback_is_counted_for_the_present_belief_alone(ledger: Ledger) -> None:
    ledger.put_memories([MEMORY, memory("mem_2")])
    ledger.save_findings(
        [],
        cases=[
            case("f1", "current", MEMORY.belief),
            case("f2", "current", MEMORY.belief),
            case("f3", "drifted", MEMORY.belief),
            case("f4", "drifted", "What it said before."),
        ],
    )
    assert ledger.feedback(["mem_1", "mem_2", "mem_none"]) == {"mem_1": (2, 1)}
    assert ledger.feedback([]) == {}
    ledger.put_memories([replace(MEMORY, belief="What it said before.")])
    assert ledger.feedback(["mem_1"]) == {"mem_1": (0, 1)}


def test_signals_come_back_oldest_first_of_whom_they_were_asked(ledger: Ledger) -> None:
    signals = [
        SignalRow(f"mem_{n % 2}", "digest", f"git {n}", '{"commit": 1}', 0.5, NOW - n * HOUR)
        for n in range(4)
    ]
    for signal in signals:
        ledger.put_signal(signal)
    assert ledger.signals() == signals  # in the order they were handed in
    assert ledger.signals(["mem_1"]) == signals[1::2]
    assert ledger.signals([]) == []


def test_of_what_was_read_only_what_is_asked_for_is_read_back(ledger: Ledger) -> None:
    def read(n: int, batch: str, reader: str = "ada", said: Said = "holds") -> ReadingRow:
        place = ("mem_1", NOTE, "", f"p{n}", NOW + n * HOUR)
        return ReadingRow(f"r{n}", batch, reader, *place, said=said)

    ledger.put_readings([read(1, "b1@one"), read(2, "b2@two"), read(3, "b3@one", "bea", "")])
    ledger.put_readings([read(4, "b4@a_one", "bea"), read(5, "", "eve", "void")])
    assert ids(ledger.answers()) == ["r4", "r2", "r1"], "neither what waits nor what was passed"
    assert ids(ledger.answers(limit=2)) == ["r4", "r2"]
    assert ids(ledger.answers(since=NOW + 2 * HOUR)) == ["r4", "r2"]
    assert ids(ledger.readings(session="one")) == ["r1", "r3"]
    assert ids(ledger.readings(session="_one")) == []
    assert ids(ledger.readings({"mem_1"}, reader="bea")) == ["r3", "r4"]
    assert ledger.reader_counts() == {
        "ada": {("holds", ""): 2},
        "bea": {("", ""): 1, ("holds", ""): 1},
    }


def test_of_one_note_and_kind_only_the_newest_misses_stay(ledger: Ledger) -> None:
    def miss(number: int, note: NotePath = NOTE) -> MissRow:
        return MissRow(note, "low_overlap", f"question {number}", "", 0.8, NOW + number * HOUR)

    other = miss(0, NotePath("Other.md"))
    kind = replace(miss(0), kind="contextual_mismatch", context="Fairs")
    for one in (other, kind, *(miss(number) for number in range(MOST_MISSES + 7))):
        ledger.put_miss(one)
    kept = [one for one in ledger.misses(NOTE) if one.kind == "low_overlap"]
    assert kept == [miss(number) for number in range(7, MOST_MISSES + 7)]
    assert set(ledger.misses()) >= {other, kind}
    assert ledger.misses(NOTE, since=NOW + (MOST_MISSES + 4) * HOUR) == kept[-2:]


TEXTS = st.text(st.characters(exclude_categories=())) | st.text("\x00\ud800\udfff\ufdd0d80f")
LISTS = st.lists(TEXTS, max_size=3).map(tuple)
MOMENTS = st.none() | st.datetimes(
    datetime(2, 1, 1),  # noqa: DTZ001 -- the zone is drawn
    datetime(9998, 1, 1),  # noqa: DTZ001
    timezones=st.timezones() | st.just(UTC),
    allow_imaginary=False,
).filter(lambda moment: moment == moment.astimezone(UTC))
"""Where clocks go back, an hour that comes twice equals no moment of another zone (PEP 495)."""
FACTS = st.builds(
    Facts,
    type=TEXTS,
    source=st.sampled_from(get_args(MemorySource)),
    tags=LISTS,
    agent=TEXTS,
    session=TEXTS,
    importance=st.none() | st.floats(0, 1),
    expires=MOMENTS,
    evidence=TEXTS,
    content_hash=TEXTS,
    tool=TEXTS,
    signature=TEXTS,
    status=st.sampled_from(get_args(MemoryStatus)),
    status_reason=TEXTS,
    superseded_by=TEXTS,
    conflicts_with=LISTS,
    corroborated_by=LISTS,
    claim=st.none()
    | st.builds(
        Claim,
        subject=TEXTS,
        predicate=TEXTS,
        value=TEXTS,
        scope=st.sampled_from(get_args(Scope)),
        session=TEXTS,
        exclusive=st.booleans(),
        valid_from=MOMENTS,
        valid_until=MOMENTS,
    ),
    is_held=st.booleans(),
)


@given(facts=FACTS)
def test_facts_come_back_whatever_they_say(facts: Facts) -> None:
    held = codec.facts_text(facts)
    assert held.encode().decode() == held
    assert codec.to_facts(held) == facts


def test_no_facts_are_those_of_a_note_that_says_nothing() -> None:
    assert codec.to_facts("") == codec.to_facts(codec.facts_text(Facts())) == Facts()
    assert codec.to_facts('{"is_bygone": true}') == Facts()  # as ledgers of this version held it


def test_what_memory_notes_say_is_read_after_the_upgrade(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Memories/Fee.md", "---\nid: mem_fee\nsource: document\n---\nIt is 40.\n")
    with open_workspace(vault.folder, state=vault.state, clock=FixedClock(NOW)) as ws:
        catch_up(ws)
        file = ws.places.ledger
    with raw_ledger(file) as connection:
        # As an upgrade from before the agents leaves it.
        connection.execute("UPDATE memories SET gist='', claim_key='', status='', facts=''")
        connection.execute("UPDATE notes SET indexed_digest = NULL WHERE is_memory = 1")
    with open_workspace(vault.folder, state=vault.state, clock=FixedClock(NOW)) as ws:
        catch_up(ws)
        (row,) = ws.ledger.memories()
        assert (row.facts.source, row.facts.status) == ("document", "active")
        assert row.gist
        assert ws.ledger.count_memories() == {"active": 1}
