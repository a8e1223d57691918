"""What was believed at a moment of the past, and what the notes said then."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import ATTACK, DAY, HOUR, NOW, move_clock, opened, store
from tests.system.agents import agent_here
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger.memories_store import MemoriesStore
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.lookup import find_memory, find_note, get_finding, known_id
from vaultwatch.services.memories.showing_past import UNKEPT, names_then, show_then
from vaultwatch.services.memories.updating import MemoryChange, forget_memory, update_memory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.as_of import context_as_of, recall_as_of
from vaultwatch.services.records.history import as_of_moment
from vaultwatch.services.records.small_facts import SHOWN_SINCE
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at


def beliefs(ws: Workspace, when: datetime, query: str = "") -> list[str]:
    found = recall_as_of(ws, query, Wanted(), when, limit=50)
    return [one.shown.belief for one in found.hits]


def test_earlier_words_and_the_note_of_then_are_told(ws: Workspace, vault: Vault) -> None:
    fee = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    first = ws.clock.now()
    move_clock(ws, 10 * DAY)
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    scan(ws)
    update_memory(ws, fee.id, MemoryChange(belief="The stand of [[Fees]] costs 55 euros a day."))
    scan(ws)
    move_clock(ws, 10 * DAY)

    shown = show_then(ws, fee.id, first + DAY)
    assert shown.belief == "The stand of [[Fees]] costs 40 euros a day."
    assert [quote.text for one in shown.said for quote in one.quotes] == [
        "The stand costs 40 euros a day."
    ]
    assert [one.at for one in shown.said] == [first]
    assert "reworded on 2026-03-11" in shown.since_then
    assert shown.is_recorded
    later = show_then(ws, fee.id, first + 11 * DAY)
    assert later.belief == "The stand of [[Fees]] costs 55 euros a day."
    assert not later.since_then
    assert [quote.text for one in later.said for quote in one.quotes] == [
        "The stand costs 55 euros a day."
    ]
    assert beliefs(ws, first + DAY, "what does the stand cost") == [shown.belief]
    assert beliefs(ws, first + 11 * DAY, "what does the stand cost") == [later.belief]


def test_what_a_finding_showed_is_what_the_note_said_then(ws: Workspace, vault: Vault) -> None:
    fee = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    move_clock(ws, 10 * DAY)
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    scan(ws)
    move_clock(ws, 10 * DAY)
    shown = show_then(ws, fee.id, NOW + 15 * DAY)
    assert "55 euros" in shown.said[0].quotes[0].text
    assert [one.kind for one in shown.findings] == ["memory_drift"]
    assert show_then(ws, fee.id, NOW + DAY).findings == ()


def test_what_a_note_said_only_afterwards_is_not_told_of_the_past(
    ws: Workspace, vault: Vault
) -> None:
    fee = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    said = vault.read("Fees.md")
    for price in ("55 euros", "90 euros"):
        move_clock(ws, 10 * DAY)
        vault.write("Fees.md", said.replace("40 euros", price))
        scan(ws)
    SHOWN_SINCE.set(ws.ledger, ws.clock.now())  # as of a ledger that kept no states before
    between = show_then(ws, fee.id, NOW + 15 * DAY)
    assert [one.reasons for one in between.findings] == [(UNKEPT,)]
    assert "90" not in repr((between.findings, between.said))
    (after,) = show_then(ws, fee.id, NOW + 20 * DAY).findings
    assert "90 euros" in after.reasons[0]


def test_each_value_that_a_finding_showed_is_told_of_its_time(ws: Workspace, vault: Vault) -> None:
    fee = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    said = vault.read("Fees.md")
    for price in ("55", "70", "90"):
        move_clock(ws, 10 * DAY)
        vault.write("Fees.md", said.replace("40 euros", f"{price} euros"))
        scan(ws)
    move_clock(ws, 10 * DAY)
    for day, price in ((5, "40"), (15, "55"), (25, "70"), (35, "90")):
        shown = show_then(ws, fee.id, NOW + day * DAY)
        (note,) = shown.said
        assert [quote.text for quote in note.quotes] == [f"The stand costs {price} euros a day."]
        assert not note.told
        told = [one.after.text for one in shown.findings if one.after is not None]
        assert told == ([] if price == "40" else [f"The stand costs {price} euros a day."])


def test_a_note_is_told_by_the_name_it_had_then(ws: Workspace, vault: Vault) -> None:
    fee = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    for old, new in (("Fees.md", "Prices.md"), ("Prices.md", "Costs.md")):
        move_clock(ws, 10 * DAY)
        (vault.folder / old).rename(vault.folder / new)
        scan(ws)
    move_clock(ws, DAY)
    for day, name in ((5, "Fees.md"), (15, "Prices.md"), (20.5, "Costs.md")):
        (note,) = show_then(ws, fee.id, NOW + day * DAY).said
        assert note.note == name
        assert [quote.text for quote in note.quotes] == ["The stand costs 40 euros a day."]
        assert ("“Costs” today" in note.told) == (name != "Costs.md")
    for name in ("Fees", "Costs.md"):
        assert show_then(ws, fee.id, NOW + 5 * DAY, name).said[0].note == "Fees.md"


@pytest.mark.parametrize(
    ("moves", "names"),
    [
        pytest.param([], "C", id="never moved"),
        pytest.param(["AB", "BC"], "CBA", id="twice"),
        pytest.param(["CB", "BC"], "CBC", id="away and back"),
        pytest.param(["AB", "XC"], "CX", id="another note's"),
        pytest.param(["CD"], "C", id="another took its place elsewhere"),
    ],
)
def test_names_are_followed_back(moves: list[str], names: str) -> None:
    told = [(NOW, NotePath(one[0]), NotePath(one[1])) for one in moves]
    assert "".join(names_then(NotePath("C"), told)) == names


def test_a_memory_of_later_was_not_believed(ws: Workspace) -> None:
    store(ws, "The lamp is green.")
    move_clock(ws, 10 * DAY)
    late = store(ws, "The rug is red.")
    assert beliefs(ws, NOW + DAY) == ["The lamp is green."]
    with pytest.raises(NotThereError, match="Nothing is known"):
        show_then(ws, late.id, NOW + DAY)


def test_a_superseded_memory_was_active_before(ws: Workspace) -> None:
    store(ws, "The fee is 40 euros.", agent_vaults.claiming("40", source="user_explicit"))
    move_clock(ws, 10 * DAY)
    store(ws, "The fee is 55 euros.", agent_vaults.claiming("55", source="user_explicit"))
    scan(ws)
    move_clock(ws, DAY)
    assert beliefs(ws, NOW + DAY) == ["The fee is 40 euros."]
    assert beliefs(ws, ws.clock.now()) == ["The fee is 55 euros."]
    (hit,) = recall_as_of(ws, "fee", Wanted(), NOW + DAY).hits
    assert "Today it is superseded." in hit.shown.since_then
    assert "The fee is 55 euros." in hit.shown.since_then


def test_what_is_forgotten_is_not_told_of_the_past_either(ws: Workspace) -> None:
    gone = store(ws, "The lamp is old.")
    update_memory(ws, gone.id, MemoryChange(belief="The lamp is very old."))
    move_clock(ws, DAY)
    forget_memory(ws, gone.id)
    assert beliefs(ws, NOW) == []
    undo_last_run(ws)
    assert beliefs(ws, NOW + timedelta(hours=1)) == ["The lamp is very old."]
    forget_memory(ws, gone.id)
    ws.ledger.prune()
    undo_last_run(ws)
    assert ws.ledger.earlier_wordings() == {}


@pytest.mark.parametrize("words", ["The lamp is very old.", "The lamp is new."])
def test_what_is_said_again_revives_nothing_of_what_was_forgotten(
    ws: Workspace, vault: Vault, words: str
) -> None:
    path = "Memories/Lamp.md"
    text = "---\nid: mem_lamp\n---\n{}\n"
    vault.write(path, text.format("The lamp is old."))
    scan(ws)
    move_clock(ws, DAY)
    vault.write(path, text.format("The lamp is very old."))
    scan(ws)
    forget_memory(ws, "mem_lamp")
    move_clock(ws, 10 * DAY)
    vault.write(path, text.format(words))
    scan(ws)
    assert beliefs(ws, NOW + HOUR) == []
    assert beliefs(ws, NOW + DAY + HOUR) == []
    assert beliefs(ws, ws.clock.now()) == [words]
    assert ws.ledger.earlier_wordings() == {}


def test_what_a_sync_took_away_and_brought_back_is_known_as_before(
    ws: Workspace, vault: Vault
) -> None:
    path = "Memories/Lamp.md"
    for words in ("The lamp is old.", "The lamp is very old."):
        vault.write(path, f"---\nid: mem_lamp\n---\n{words}\n")
        scan(ws)
        move_clock(ws, DAY)
    there = vault.folder / path
    kept = there.read_bytes()
    there.unlink()
    scan(ws)
    there.write_bytes(kept)
    scan(ws)
    assert beliefs(ws, NOW + HOUR) == ["The lamp is old."]


def test_of_days_before_the_first_record_dates_alone_tell(vault: Vault) -> None:
    dated = "---\nid: mem_old\ncreated: 2025-06-01\n---\nThe barn has two doors.\n"
    vault.write("Memories/barn.md", dated)
    vault.write("Memories/cat.md", "---\nid: mem_cat\n---\nThe cat is called Rye.\n")
    with opened(vault) as ws:
        scan(ws)
        move_clock(ws, DAY)
        found = recall_as_of(ws, "", Wanted(), datetime(2025, 7, 1, tzinfo=UTC))
        assert [(one.shown.id, one.shown.is_recorded) for one in found.hits] == [("mem_old", False)]
        assert "recorded since 2026-03-01" in found.about
        text = context_as_of(
            ws, "barn doors", Wanted(), datetime(2025, 7, 1, tzinfo=UTC), max_tokens=500
        )
        assert "by its own date" in text
        assert text.startswith("# As of 2025-07-01")
        assert "the past, not what holds now" in text


def test_words_that_give_orders_are_not_handed_on(ws: Workspace, vault: Vault) -> None:
    fee = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    move_clock(ws, DAY)
    path = f"{fee.path}"
    vault.write(path, vault.read(path).replace("costs 40 euros a day.", f"is dear. {ATTACK}"))
    scan(ws)
    move_clock(ws, DAY)
    text = context_as_of(ws, "stand of fees", Wanted(), ws.clock.now(), max_tokens=800)
    assert "kiln" not in text
    text = context_as_of(ws, "stand of fees", Wanted(), NOW, max_tokens=800)
    assert "40 euros" in text
    assert "kiln" not in text


@pytest.mark.parametrize("said", ["31 February", "yesterdayish", "", "2026-13-45", "x" * 10_000])
def test_what_is_no_date_is_refused(said: str) -> None:
    with pytest.raises(RefusedError, match="no date"):
        as_of_moment(said, NOW)


@pytest.mark.parametrize(
    "said", ["9999-12-31", "2027", "2026-03-02", "tomorrow", "9999", "9999-01", "来週", "明日"]
)
def test_the_future_is_no_past(said: str) -> None:
    with pytest.raises(RefusedError, match="still to come"):
        as_of_moment(said, NOW)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026-02-03", "2026-02-03"),
        ("February", "2026-02-28"),
        ("in December", "2025-12-31"),
        ("last week", "2026-02-22"),
        ("vor zwei Wochen", "2026-02-15"),
        ("2024", "2024-12-31"),
        ("today", "2026-03-01"),
        ("March", "2026-03-01"),
        ("先週", "2026-02-22"),
        ("去年", "2025-12-31"),
        ("昨日", "2026-02-28"),
    ],
)
def test_a_period_is_asked_about_to_its_end(said: str, day: str) -> None:
    assert as_of_moment(said, NOW).date().isoformat() == day


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("2026-02-03 05:04 UTC", "2026-02-03T05:04:59.999999+00:00"),
        ("2026-02-03T05:04", "2026-02-03T05:04:59.999999+00:00"),
        ("2026-02-03T05:04+02:00", "2026-02-03T03:04:59.999999+00:00"),
        ("2026-02-03T05:04:07Z", "2026-02-03T05:04:07.999999+00:00"),
        ("2026-02-03T05:04:07.25Z", "2026-02-03T05:04:07.250000+00:00"),
        ("now", NOW.isoformat()),
        (f"{NOW:%Y-%m-%d %H:%M}", NOW.isoformat()),
    ],
)
def test_a_time_that_was_told_can_be_asked_for(said: str, then: str) -> None:
    assert as_of_moment(said, NOW).isoformat() == then


def test_the_past_is_asked_for_at_the_command_line(vault: Vault) -> None:
    with opened(vault, datetime(2026, 3, 1, 12, tzinfo=UTC)) as ws:
        scan(ws)
        fee = store(
            ws, "The stand of [[Fees]] costs 40 euros a day.", Facts(source="user_explicit")
        )
    with opened(vault, datetime(2026, 5, 1, 12, tzinfo=UTC)) as ws:
        update_memory(ws, fee.id, MemoryChange(belief="The stand of [[Fees]] is free."))
    before = vault.bytes()
    for arguments in (
        ("recall", "what does the stand cost", "--as-of", "2026-03-31"),
        ("context", "what does the stand cost", "--as-of", "2026-03-31"),
        ("memory", "show", fee.id, "--as-of", "2026-03-31"),
        ("findings", "explain", fee.id, "Fees", "--as-of", "2026-03-31"),
    ):
        done = vault.call(*arguments)
        assert done.status == 0, done.err
        assert "As of 2026-03-31: the past, not what holds now." in done.out
        assert "costs 40 euros" in done.out
    (row,) = vault.call("recall", "stand", "--as-of", "2026-03-31", "--json").rows
    assert row["content"] == "The stand of [[Fees]] costs 40 euros a day."
    assert vault.call("recall", "x", "--as-of", "2999").status == 5
    assert vault.bytes() == before


def test_an_agent_asks_about_the_past(vault: Vault) -> None:
    dated = "---\nid: mem_old\ncreated: 2025-06-01\n---\nThe stand of [[Fees]] costs 40 euros.\n"
    vault.write("Memories/fee.md", dated)
    assert vault.call("setup", "index").status == 0
    with agent_here(vault) as agent:
        asked = {"as_of": "2025-07-01"}
        found = agent.ask("vault_memories", query="what does the stand cost", filters=asked)
        assert found["notice"].startswith("As of 2025-07-01: the past, not what holds now.")
        (row,) = found["memories"]
        assert row["memory_id"] == "mem_old"
        assert row["by_own_date"] is True
        assert ["was not kept" in line for line in row["said_then"]] == [True]
        text = agent.ask("vault_context", task="the stand's cost", show=asked)["context"]
        assert text.startswith("# As of 2025-07-01")
        assert "> memory mem_old" in text
        assert "no date" in agent.refused("vault_memories", filters={"as_of": "soon"})
        question = "What did I believe on 2025-07-01 about the stand's cost?"
        assert agent.ask("vault_memories", query=question) == agent.ask(
            "vault_memories", query="on about the stand's cost?", filters=asked
        )
        text = agent.ask("vault_context", task=question)["context"]
        assert text.startswith("# As of 2025-07-01")
    for asked_by in ("recall", "context"):
        ran = vault.call(asked_by, question)
        assert "As of 2025-07-01" in ran.out
        assert "The stand of [[Fees]] costs 40 euros." in ran.out
    assert "As of" not in vault.call("recall", question, "--valid-at", "2025").out


def test_a_question_that_is_too_long_is_refused(ws: Workspace) -> None:
    with pytest.raises(RefusedError, match="longer than"):
        recall_as_of(ws, "what did I know " * 2_500, Wanted(), NOW)


def test_memories_that_replace_each_other_in_a_circle_are_told(vault: Vault) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        head = f"---\nid: mem_{one}\nstatus: superseded\nsuperseded_by: mem_{other}\n---\n"
        vault.write(f"Memories/{one}.md", f"{head}The lamp of {one} is green.\n")
    with opened(vault) as ws:
        scan(ws)
        move_clock(ws, DAY)
        assert show_then(ws, "mem_a", NOW).status == "superseded"
        assert recall_as_of(ws, "lamp", Wanted(), NOW).hits == ()


def test_before_the_first_record_it_is_said_since_when_there_is_one(ws: Workspace) -> None:
    store(ws, "The lamp is green.")
    early = as_of_moment("1900-01-01", ws.clock.now())
    found = recall_as_of(ws, "lamp", Wanted(), early)
    assert found.hits == ()
    assert "recorded since 2026-03-01" in found.about


def test_of_many_memories_those_alone_are_read_that_may_answer(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(ws, "The kiln reaches 900 degrees.")
    move_clock(ws, DAY)
    monkeypatch.setattr(MemoriesStore, "memories", None)
    (hit,) = recall_as_of(ws, "kiln degrees", Wanted(), NOW + HOUR).hits
    assert hit.shown.belief == "The kiln reaches 900 degrees."


def test_ten_thousand_words_for_a_name_are_not_told_back(ws: Workspace) -> None:
    words = "word " * 10_000
    for find in (find_memory, find_note, get_finding, known_id):
        with pytest.raises(NotThereError) as failed:
            find(ws, words)
        assert len(failed.value.message) < 300
