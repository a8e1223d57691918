"""Does it help? Counted from the ledger: what was handed out, told in time, settled and read."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.system import agent_vaults
from tests.system.agent_vaults import FEES, NOW, make_vault, move_clock, opened, store
from tests.system.agents import agent_here
from tests.system.doors import dismiss, verify
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger.rows import ReadingRow
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.days import day_at, first_of
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.operations.stats import BY_ITSELF, ReaderAgreement, VaultStats, stats_of
from vaultwatch.services.recall.context_answer import Asking, context_answer
from vaultwatch.services.records.small_facts import CONTEXTS_GIVEN
from vaultwatch.services.records.use import note_use, take_use
from vaultwatch.services.workspace import Workspace

WEEK = timedelta(weeks=1)
vault, ws = agent_vaults.vault, agent_vaults.ws


def hand(ws: Workspace, id_: str, session: str) -> None:
    """Note that a session was given a context with a memory, whatever its note says by now."""
    ws.session = session
    note_use(ws, "what does the stand cost a day", [id_], tokens=70)
    take_use(ws)
    ws.session = ""


def in_time(told: VaultStats) -> tuple[int, int, int]:
    return told.findings.before_use, told.findings.after_use, told.findings.not_used


def save(vault: Vault, ws: Workspace, text: str) -> None:
    """Save the note as of now, and look."""
    vault.write("Fees.md", text)
    vault.age("Fees.md", ws.clock.now().isoformat()[:19])


def test_a_month_is_counted_and_drawn(vault: Vault, ws: Workspace) -> None:
    # The disk says by its own clock when a note was saved: the last week is the present one, and
    # what follows takes six minutes of one day.
    now = datetime.now(UTC)
    begin = max(now, first_of(day_at(now + timedelta(minutes=7))))
    move_clock(ws, begin - NOW - 4 * WEEK)
    id_ = store(ws, "The stand in [[Fees]] costs 40 euros a day.", Facts(source="document")).id
    scan(ws)
    report = vault.read("drift-report.md")
    hand(ws, id_, "early")
    for week, price in enumerate((50, 60, 70, 80)):
        move_clock(ws, WEEK)
        save(vault, ws, FEES.replace("40", str(price)))
        if week == 3:
            assert in_time(stats_of(ws, 90)) == (1, 0, 2)
            move_clock(ws, timedelta(minutes=1))
            hand(ws, id_, "between the save and the look")
            move_clock(ws, timedelta(minutes=1))
        scan(ws)
        (finding,) = [one for one in ws.ledger.findings() if one.status == "open"]
        move_clock(ws, timedelta(minutes=1))
        if week == 0:
            hand(ws, id_, "after it was told")
        elif week == 1:
            dismiss(ws, finding.id)
        elif week == 3:
            verify(ws, finding.id)
        if week < 3:  # and the note says again what it said
            save(vault, ws, FEES)
            scan(ws)
    told = stats_of(ws, 90)
    found = told.findings
    assert found.told == 4
    assert in_time(told) == (3, 1, 0)
    assert found.settled == {BY_ITSELF: 2, "dismissed": 1, "still true": 1}
    assert (told.use.memories, told.use.sessions) == (1, 3)
    assert told.contexts == 3
    assert told.tokens == sum(week.tokens for week in told.weeks) == 3 * 70
    assert [week.told for week in told.weeks if week.told] == [1, 1, 1, 1]
    assert [*told.upkeep.values()] == [0] * 8
    assert stats_of(ws, 1).findings.told == 1, "today alone"
    # The report drew nothing until four weeks had something, and then one folded chart.
    assert "mermaid" not in report
    drawn = vault.read("drift-report.md")
    assert drawn.count("> [!abstract]-") == drawn.count("xychart-beta") == 1
    (bars,) = re.findall(r"bar \[(.+)\]", drawn)
    assert sorted(bars.split(", "))[-4:] == ["1", "1", "1", "1"]


def test_contexts_are_counted_by_the_day_and_twice_taken_in_once(ws: Workspace) -> None:
    store(ws, "The stand in [[Fees]] costs 40 euros a day.")
    ws.session = "ada"
    context_answer(ws, "what does the stand cost", Wanted(), Asking(2_000))
    noted = ws.places.accesses.read_bytes()
    take_use(ws)
    ws.places.accesses.write_bytes(noted)
    take_use(ws)
    kept = CONTEXTS_GIVEN.get(ws.ledger)
    ((day, (count, tokens)),) = kept.days.items()
    assert (day, count) == (NOW.date().isoformat(), 1)
    assert tokens > 20
    assert b"stand cost" not in noted, "no word of what was asked"
    move_clock(ws, timedelta(days=500))
    context_answer(ws, "what does the stand cost", Wanted(), Asking(2_000))
    take_use(ws)
    assert [*CONTEXTS_GIVEN.get(ws.ledger).days.values()] == [(1, tokens)], "a year is enough"


def test_a_reader_is_held_against_the_person_alone(ws: Workspace) -> None:
    one = ReadingRow(
        *("r1", "b1", "claude", "mem_x", NotePath("Fees.md"), "digest", "passage", ws.clock.now()),
        said="outdated",
        truth="outdated",
    )
    ws.ledger.put_readings(
        [
            one,
            replace(one, id="r2", truth="holds"),
            replace(one, id="r3", said="holds", truth="holds"),
            replace(one, id="r4", is_test=True),
            replace(one, id="r5", truth=""),
            replace(one, id="r6", said="unsure"),
            replace(one, id="r7", at=one.at - timedelta(days=90)),
            replace(one, id="r8", reader="local", truth="holds"),
        ]
    )
    assert stats_of(ws, 90).readers == {
        "claude": ReaderAgreement(agreed=2, disagreed=1),
        "local": ReaderAgreement(agreed=0, disagreed=1),
    }


def test_a_person_reads_it_on_a_screen_and_a_program_as_json(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    with agent_here(vault) as ada:
        id_ = ada.remember("The stand in [[Fees]] costs 40 euros a day.")
        ada.ask("vault_context", task="what does the stand cost a day")
        ada.ask("vault_feedback", memory_ids=[id_], helped=True)
    done = vault.call("memory", "stats")
    assert done.status == 0
    assert len(done.out.splitlines()) <= 24
    assert "Handed out  1 memory, 1 time, to 1 session; 1 helped, 0 did not" in done.out
    told = json.loads(vault.call("memory", "stats", "--days", "7", "--json").out)
    assert told["days"] == 7
    assert told["statuses"] == {"active": 1}
    assert told["standings"]["supported"] == 1
    assert told["use"] == {
        "memories": 1, "times": 1, "sessions": 1, "helped": 1, "not_helped": 0,
    }  # fmt: skip
    assert told["contexts"] == 1
    assert told["tokens"] > 20
    assert vault.call("memory", "stats", "--days", "0").status == 2
    with opened(vault) as ws:
        assert stats_of(ws, 7).readers == {}
