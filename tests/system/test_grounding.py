"""What a note says to a memory when the memory is first seen counts from then on."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.raw_ledger import raw_ledger
from tests.system.drifted import copy_of, findings, stall
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Grounding
from vaultwatch.drift.scoring import compare
from vaultwatch.drift.scoring.grounding import worth_of
from vaultwatch.notes import statements
from vaultwatch.notes.model import Statement
from vaultwatch.services.indexing import reading
from vaultwatch.services.scanning import baselines, pairs

NOTE = "# Depot\n\nThe gate listens on port 8080.\n\nThe spare key hangs in the office.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(made)
    made.write("Depot.md", NOTE)
    return made


def remember(vault: Vault, text: str, *, created: str = "") -> None:
    head = f"---\nid: mem_a\n{created}---\n"
    vault.write("Memories/gate.md", f"{head}{text} [[Depot]]\n")


def in_ledger(vault: Vault, statement: str) -> None:
    (ledger,) = vault.state.glob("*/ledger.sqlite")
    with raw_ledger(ledger) as connection:
        connection.execute(statement)


def changes(vault: Vault) -> list[object]:
    return [row["change"] for row in vault.call("scan", "--json").rows]


@pytest.mark.parametrize("created", ["created: 2020-01-01\n", ""], ids=["old", "new"])
def test_a_note_that_denies_a_memory_is_a_finding_at_once(vault: Vault, created: str) -> None:
    remember(vault, "The gate listens on port 9090,", created=created)
    (row,) = vault.call("scan", "--json").rows
    assert row["change"] == "never_agreed"
    assert "The gate listens on port 8080." in str(row)
    report = vault.read("drift-report.md")
    assert "1 memory never agreed with its note." in report
    assert "0 of 1 comparison still true" in report


def test_a_memory_that_a_tick_lets_stand_is_not_said_to_hold_while_its_note_denies_it(
    vault: Vault,
) -> None:
    vault.call("memory", "add", "The gate listens on port 8080 ([[Depot]])")
    vault.call("memory", "add", "The gate listens on port 9090 ([[Depot]])", "--allow-similar")
    vault.call("scan")
    report = vault.read("drift-report.md")
    (box,) = re.findall(r".*\^\w+-activate$", report, re.MULTILINE)
    vault.write("drift-report.md", report.replace(box, box.replace("[ ]", "[x]")))
    vault.call("scan")
    told = vault.read("drift-report.md")
    assert "9090” stands; that its note says otherwise is open still." in told
    assert "holds from now on" not in told


def test_what_a_note_said_at_first_is_told_beside_what_it_says_instead_now(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    vault.call("scan")
    for port in ("8081", "8082"):
        vault.write("Depot.md", NOTE.replace("8080", port))
        vault.call("scan")
        (row,) = vault.call("findings", "--json").rows
        assert row["change"] == "never_agreed"
        assert f"port ~~8080~~ ==**{port}**==" in vault.read("drift-report.md")
    vault.write("Depot.md", NOTE)
    vault.call("scan")
    assert "says “The gate listens on port ==**8080**==.”" in vault.read("drift-report.md")


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("The key hangs in the office. [[Depot]] The stall opens at 7:30. [[Fair]]", []),
        ("The key hangs in the office ([[Depot]]). The stall opens at 7:30 ([[Fair|fair]]).", []),
        ("The key hangs in the office. [[Depot]] The stall opens at 9:45. [[Fair]]", ["Fair.md"]),
        (
            "The key hangs in the office. [[Depot|It]] The gate opens at 7:30. [[Depot]]",
            ["Depot.md"],
        ),
        ("The gate of [[Fair]] opens at 7:30. [[Depot]] So it is.", ["Depot.md"]),
    ],
)
def test_a_sentence_is_denied_by_the_note_whose_link_stands_behind_it(
    vault: Vault, says: str, told: list[str]
) -> None:
    vault.write("Depot.md", "# Depot\n\nThe key hangs in the office.\n\nThe gate opens at 15:15.\n")
    vault.write("Fair.md", "# Fair\n\nThe stall opens at 7:30.\n")
    vault.write("Memories/a.md", f"---\nid: mem_a\n---\n{says}\n")
    rows = vault.call("scan", "--json").rows
    assert [row["note"] for row in rows] == told
    assert {row["change"] for row in rows} <= {"never_agreed"}


def test_the_folders_of_a_link_are_nothing_that_a_note_could_deny(vault: Vault) -> None:
    vault.write("North/Yard/Hall.md", NOTE)
    says = "Port 8080 is the gate's, see [[North/Yard/Hall]] and [[Yard/Hall]]."
    vault.write("Memories/gate.md", f"---\nid: mem_a\n---\n{says}\n")
    assert changes(vault) == []


def test_a_note_need_not_name_the_folder_that_it_lies_in(vault: Vault) -> None:
    vault.write("North/Highmoor/Watch.md", "# Watch\n\n- Warden: Ilse\n- Deputy: Jan\n")
    says = "Ilse is the warden at {}, says [[Watch]]."
    vault.write("Memories/a.md", f"---\nid: mem_a\n---\n{says.format('Highmoor')}\n")
    assert changes(vault) == []
    assert "unverified" not in vault.read("drift-report.md")
    vault.write("Memories/b.md", f"---\nid: mem_b\n---\n{says.format('Lowmoor')}\n")
    assert changes(vault) == []
    assert "1 memory counts as unverified" in vault.read("drift-report.md")


def test_it_closes_when_the_note_comes_to_agree(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    assert changes(vault) == ["never_agreed"]
    vault.write("Depot.md", NOTE.replace("8080", "9090"))
    assert changes(vault) == []
    vault.write("Depot.md", NOTE.replace("8080", "7070"))
    assert changes(vault) == ["value"]  # it rests on what agreed


def test_it_closes_when_the_memory_is_edited(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    assert changes(vault) == ["never_agreed"]
    remember(vault, "The gate listens on port 8080,")
    assert changes(vault) == []


@pytest.mark.parametrize("answer", ["dismiss", "verify"])
def test_a_persons_word_settles_it(vault: Vault, answer: str) -> None:
    remember(vault, "The gate listens on port 9090,")
    (row,) = vault.call("scan", "--json").rows
    vault.call("findings", answer, str(row["finding_id"]))
    assert changes(vault) == []


@pytest.mark.parametrize("answer", ["dismiss", "verify"])
def test_a_persons_word_outlives_the_upgrade_that_grounds_older_baselines(
    vault: Vault, answer: str
) -> None:
    remember(vault, "The gate listens on port 8080,")
    assert changes(vault) == []
    vault.write("Depot.md", NOTE.replace("8080", "9090"))
    (row,) = vault.call("scan", "--json").rows
    vault.call("findings", answer, str(row["finding_id"]))
    assert changes(vault) == []
    in_ledger(vault, "UPDATE baselines SET grounding = NULL")  # as an older version left it
    assert changes(vault) == []


def test_what_older_rules_took_for_a_denial_is_grounded_anew(vault: Vault) -> None:
    remember(vault, "The gate listens on port 8080,")
    assert changes(vault) == []
    in_ledger(vault, """UPDATE baselines SET grounding = '["denied",0.9,2,"8080",""]'""")
    vault.write("Memories/other.md", "---\nid: mem_b\n---\nIt rains.\n")
    assert changes(vault) == ["never_agreed"]
    in_ledger(vault, "UPDATE facts SET value = 'older' WHERE name = 'grounding_version'")
    vault.write("Memories/other.md", "---\nid: mem_b\n---\nIt snows.\n")
    assert changes(vault) == []


def test_a_note_that_stays_silent_is_asked_once_for_all_looks(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(vault, "Katrin prefers tea before noon,")
    assert changes(vault) == []
    asked: list[Belief] = []

    def counted(belief: Belief, now: Sequence[Statement]) -> Grounding:
        asked.append(belief)
        return worth_of(belief, now)

    monkeypatch.setattr(baselines, "worth_of", counted)
    for text, times in ((f"{NOTE}\nIt rains.\n", 1), (f"{NOTE}\nIt snows.\n", 2)):
        vault.write("Depot.md", text)
        for _ in range(3):
            assert changes(vault) == []
        assert len(asked) == times


def test_a_silent_note_is_listed_until_it_speaks(vault: Vault) -> None:
    remember(vault, "Katrin prefers tea before noon,")
    assert changes(vault) == []
    report = vault.read("drift-report.md")
    assert "1 memory cites a note that doesn't speak of it." in report
    assert "“Depot” does not speak of it" in report
    said = vault.call("findings", "explain", "mem_a").out
    assert "the note does not speak of it" in said
    assert "still true" not in said
    vault.write("Depot.md", f"{NOTE}\nKatrin prefers tea before noon.\n")
    assert changes(vault) == []
    assert "speak of it" not in vault.read("drift-report.md")


def test_a_silent_note_that_comes_to_say_otherwise_denies_the_memory(vault: Vault) -> None:
    remember(vault, "Katrin stacks 40 crates of plums behind the lockers,")
    assert changes(vault) == []
    vault.write("Depot.md", f"{NOTE}\nKatrin stacks 25 crates of plums behind the lockers.\n")
    (row,) = vault.call("scan", "--json").rows
    assert row["change"] == "never_agreed"
    assert "25 crates of plums" in str(row)
    vault.write("Depot.md", f"{NOTE}\nKatrin stacks 40 crates of plums behind the lockers.\n")
    assert changes(vault) == []


HIVE = "Hive 3 was lost to a blocked feeder in February, mites played no part."
CAUSE = "Hive 3 starved because the feeder was blocked. The mites were few and did not matter."
REVISED = "Varroa mites weakened hive 3 until it died. The blocked feeder came on top."


@pytest.mark.parametrize(
    ("text", "before", "after", "quoted"),
    [
        pytest.param(
            HIVE, CAUSE, REVISED, "Varroa mites weakened hive 3 until it died.", id="silent"
        ),
        pytest.param(
            "The well is 50 m deep, its pump was rebuilt by Orla.",
            "The well is 42 m deep.\n\nThe pump was rebuilt by Orla.",
            "Nobody measured the well.\n\nThe pump was thrown away by Orla.",
            "The pump was thrown away by Orla.",
            id="denied",
        ),
    ],
)
def test_what_a_note_said_is_kept_for_a_memory_that_it_did_not_support(
    vault: Vault, text: str, before: str, after: str, quoted: str
) -> None:
    vault.write("Depot.md", f"# Depot\n\n{before}\n")
    remember(vault, text)
    assert vault.call("scan", "--json", "--all").rows[0]["outcome"] != "holds"
    vault.write("Depot.md", f"# Depot\n\n{after}\n")
    (row,) = vault.call("scan", "--json", "--all").rows
    assert row["outcome"] in {"shown", "likely"}
    assert row["mode"] == "warm"
    assert row["evidence"]["after"]["text"] == quoted
    assert row["evidence"]["before"]["text"] in before


def test_a_denial_that_went_is_not_called_agreement(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    changes(vault)
    vault.write("Depot.md", "# Depot\n\nIt rains.\n\nThe spare key hangs in the office.\n")
    (row,) = vault.call("scan", "--json", "--all").rows
    assert row["outcome"] == "unverified"
    assert "agrees again" not in vault.read("drift-report.md")


TEA = "Katrin prefers tea before noon,"


def test_what_is_shown_to_have_changed_is_told_though_another_line_seems_to_say_it(
    vault: Vault,
) -> None:
    offer = "Full refunds are offered within 7 days of purchase, with no questions asked."
    past = "Who needs a refund past 7 days after the purchase writes to the support."
    vault.write("Depot.md", f"# Depot\n\n{offer}\n\n{past}\n")
    remember(vault, "Full refunds are given within 7 days of purchase.")
    assert changes(vault) == []
    vault.write("Depot.md", f"# Depot\n\n{offer.replace('7', '14')}\n\n{past}\n")
    assert changes(vault) == ["value"]


def test_a_line_added_since_that_says_the_memory_is_heard_above_what_changed(vault: Vault) -> None:
    rest = "# Depot\n\nThe gate shuts at noon.\n\nKeys hang behind the door.\n"
    told = "For upgrades of pumps all lean on the old depot leaflet, a draft with no successor."
    vault.write("Depot.md", f"---\nstatus: draft\n---\n{rest}")
    remember(
        vault, "For upgrades of pumps we lean on the leaflet, a draft with no successor named."
    )
    assert changes(vault) == []
    vault.write("Depot.md", f"---\nstatus: abandoned\n---\n{rest}\n{told}\n")
    assert changes(vault) == []
    vault.write("Depot.md", f"---\nstatus: abandoned\n---\n{rest}")
    assert changes(vault) != []


def test_a_note_that_came_to_say_a_memory_is_not_explained_as_known_too_late(vault: Vault) -> None:
    remember(vault, TEA, created="created: 2020-01-01\n")
    assert changes(vault) == []
    said = vault.call("findings", "explain", "mem_a").out
    assert "Decided by a rule: nothing that the note said carries it" in said
    vault.write("Depot.md", f"{NOTE}\n{TEA} says everybody.\n")
    assert changes(vault) == []
    told = vault.call("findings", "explain", "mem_a").out
    assert "still true. Decided by a rule: the note says what it said, which was kept after" in told
    assert not any("no earlier state" in one or "nobody knows" in one for one in (said, told))
    vault.write("Depot.md", f"{NOTE}\n{TEA.replace('tea', 'milk')} says everybody.\n")
    assert changes(vault) != [], "what it said meanwhile was kept"


def test_a_memory_that_its_note_does_not_speak_of_is_shown_as_unverified(vault: Vault) -> None:
    remember(vault, TEA)
    changes(vault)
    for asked in (("recall", "tea before noon"), ("context", "tea before noon")):
        assert "unverified: its note does not speak of it" in vault.call(*asked).out, asked
    (row,) = vault.call("recall", "tea before noon", "--json").rows
    assert row["standing"] == "silent"
    vault.write("Depot.md", f"{NOTE}\n{TEA} says everybody.\n")
    for asked in (("recall", "tea before noon"), ("context", "tea before noon")):
        assert "unverified" not in vault.call(*asked).out, asked
    (row,) = vault.call("recall", "tea before noon", "--json").rows
    assert row["standing"] == "supported"


STANDINGS = {
    "supported": "The spare key hangs in the office, [[Depot]]",
    "silent": f"{TEA} [[Depot]]",
    "denied": "The gate listens on port 9090, [[Depot]]",
    "drifted": "The crane lifts 12 tonnes, [[Crane]]",
}


def test_how_each_memory_stands_is_told_and_counted(vault: Vault) -> None:
    vault.write("Crane.md", "# Crane\n\nThe crane lifts 12 tonnes.\n")
    for name, text in STANDINGS.items():
        vault.write(f"Memories/{name}.md", f"---\nid: mem_{name}\n---\n{text}\n")
    vault.write("Memories/alone.md", "---\nid: mem_alone\n---\nIt rains.\n")
    vault.call("scan")
    vault.write("Crane.md", "# Crane\n\nThe crane lifts 15 tonnes.\n")
    vault.call("scan")
    listed = {
        row["memory_id"]: row["standing"] for row in vault.call("memory", "list", "--json").rows
    }
    assert listed == {"mem_alone": None, **{f"mem_{name}": name for name in STANDINGS}}
    lines = vault.call("memory", "list").out.splitlines()
    assert lines[0].split() == ["Id", "Status", "By", "its", "notes", "What", "it", "says"]
    assert any("mem_silent" in line and " unverified " in line for line in lines)
    (health,) = vault.call("status", "--json").rows
    assert health["standings"] == {**dict.fromkeys(STANDINGS, 1), "in_doubt": 0}
    assert "1 supported, 1 unverified, 1 denied, 0 in doubt, 1 drifted" in vault.call("status").out


@pytest.mark.parametrize(
    ("name", "said", "line"),
    [
        ("supported", "it said so", "The spare key hangs in the office."),
        ("silent", "it did not speak of it, unverified", None),
        ("denied", "it said otherwise", "The gate listens on port 8080."),
    ],
)
def test_a_memory_is_shown_with_the_line_that_decides(
    vault: Vault, name: str, said: str, line: str | None
) -> None:
    vault.write(f"Memories/{name}.md", f"---\nid: mem_a\n---\n{STANDINGS[name]}\n")
    vault.call("scan")
    assert said in (shown := vault.call("memory", "show", "mem_a").out)
    assert line is None or line in shown
    (row,) = vault.call("memory", "show", "mem_a", "--json").rows
    (ground,) = row["grounds"]
    assert ground["outcome"] == row["stance"]["standing"] == name
    assert (ground["decided_by"] or {}).get("text") == line


def test_a_denial_that_was_dismissed_counts_for_the_memory(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    (row,) = vault.call("scan", "--json").rows
    vault.call("findings", "dismiss", str(row["finding_id"]))
    (shown,) = vault.call("memory", "list", "--json").rows
    assert shown["standing"] == "supported"


def test_report_and_status_count_the_same_memories_as_silent(vault: Vault) -> None:
    other = "the baker of Nesting sells rye loaves on Thursday"
    vault.write("Bakery.md", "# Bakery\n\nNobody bakes here any more.\n")
    vault.write("Memories/b.md", f"---\nid: mem_b\n---\nIt says [[Depot]] that {other}.\n")
    vault.write(
        "Memories/c.md",
        "---\nid: mem_c\n---\nThe gate listens on port 8080, [[Depot]], [[Bakery]].\n",
    )
    remember(vault, f"The gate listens on port 8080, and {other},")
    assert changes(vault) == []
    (row,) = vault.call("status", "--json").rows
    standings = row["standings"]
    assert isinstance(standings, dict)
    assert (standings["supported"], standings["silent"]) == (2, 1)
    report = vault.read("drift-report.md")
    assert "2 of 4 comparisons still true. 1 memory cites a note that" in report
    assert "“Bakery” does not speak of it, but another note that it cites does" in report


def test_a_memory_that_is_unverified_is_not_counted_as_still_true(vault: Vault) -> None:
    crew = "Our crew of 18 fits in one borrowed boat, since the cap is 20 people."
    vault.write("Depot.md", f"{NOTE}\nThe most rowers of a borrowed boat are 20 people.\n")
    remember(vault, crew)
    assert "speaks of the matter, but does not say this" in vault.call("recall", crew).out
    report = vault.call("findings", "report", "--print").out
    told = "1 memory counts as unverified: no note cited says so."
    assert f"0 of 1 comparison still true. {told}" in report


def test_who_adds_a_memory_is_told_that_its_note_does_not_speak_of_it(vault: Vault) -> None:
    assert "It counts as unverified" in vault.call("memory", "add", f"{TEA} [[Depot]]").out
    key = "The spare key hangs in the office, [[Depot]]"
    assert "unverified" not in vault.call("memory", "add", key).out


def test_of_two_facts_the_one_that_the_note_does_not_speak_of_is_named(vault: Vault) -> None:
    other = "the baker of Nesting sells rye loaves on Thursday"
    remember(vault, f"The gate listens on port 8080, and {other},")
    assert changes(vault) == []
    told = f"its note does not speak of “{other}”"
    report = vault.read("drift-report.md")
    assert told in report
    assert "1 of 1 comparison still true." in report
    assert "## Unverified in part" in report
    assert "don't speak of it" not in report, "status counts it as supported"
    assert f"unverified: {told}" in vault.call("recall", "gate port").out
    assert "1 supported (1 unverified in part), 0 unverified," in vault.call("status").out
    assert f"it did not speak of: {other}" in vault.call("memory", "show", "mem_a").out
    (row,) = vault.call("memory", "list", "--json").rows
    assert row["standing"] == "supported"
    vault.write("Bakery.md", "# Bakery\n\nOn Thursday the baker of Nesting sells rye loaves.\n")
    remember(vault, f"The gate listens on port 8080, and {other}, [[Bakery]]")
    assert changes(vault) == []
    assert told not in vault.read("drift-report.md"), "another note that it cites speaks of it"


def test_of_two_facts_the_one_that_the_note_denies_is_quoted(vault: Vault) -> None:
    remember(vault, "The spare key hangs in the office, and the gate listens on port 9090,")
    assert changes(vault) == ["never_agreed"]
    assert "where the memory says “the gate listens on port 9090”" in vault.read("drift-report.md")
    assert "against: the gate listens on port 9090" in vault.call("memory", "show", "mem_a").out


@pytest.mark.parametrize("word", ["dismiss", "verify"])
def test_a_line_that_was_answered_speaks_against_the_memory_no_more(
    drifted: Vault, tmp_path: Path, word: str
) -> None:
    """Until it changes; another note's line is another."""
    vault = copy_of(drifted, tmp_path)
    asked = ("context", "The fee of the Alder stall")
    against = ">> note Stalls/Alder.md says, line 3: The fee of the Alder stall is {} euros."
    assert against.format(55) in vault.call(*asked).out
    id_ = findings(vault)["Alder"]["finding_id"]
    assert vault.call("findings", word, id_).status == 0
    assert "is 40 euros" in vault.call(*asked).out
    assert ">> note Stalls/Alder.md" not in vault.call(*asked).out
    vault.write("Stalls/Alder.md", f"Closed in June.\n\n{stall('Alder', 55)}")
    assert ">> note Stalls/Alder.md" not in vault.call(*asked).out
    vault.write("Stalls/Alder.md", stall("Alder", 60))
    assert against.format(60) in vault.call(*asked).out


def test_what_stands_behind_a_struck_sentence_is_quoted_with_it(vault: Vault) -> None:
    remember(vault, "The spare key hangs in the office,")
    assert changes(vault) == []
    line = "The spare key hangs in the office."
    vault.write("Depot.md", NOTE.replace(line, f"~~{line}~~ Superseded: Ida has it."))
    (row,) = vault.call("scan", "--json").rows
    assert row["after"]["text"] == f"~~{line}~~ Superseded: Ida has it."
    report = vault.read("drift-report.md")
    assert f"**struck out** “{line}”, **behind it** “Superseded: Ida has it.”" in report
    assert "nothing stands in its place" not in report


LINES = "# Depot\n\nGate port 8080\nOffice port 5432\nSpare key with Ida\n"


@pytest.mark.parametrize("is_edited", [False, True])
def test_lines_that_an_older_version_read_as_one_are_cut_and_tell_nothing(
    vault: Vault,
    monkeypatch: pytest.MonkeyPatch,
    is_edited: bool,  # noqa: FBT001
) -> None:
    """As one they were kept; by the rules of now each is a statement, whether the note moved on."""
    vault.write("Depot.md", LINES)
    remember(vault, "The gate has port 8080,", created="created: 2020-01-01\n")
    with monkeypatch.context() as older:
        older.setattr(statements, "_meant_ends", lambda *_, **__: [])
        older.setattr(compare, "RULES_VERSION", "older")
        older.setattr(pairs, "RULES_VERSION", "older")
        older.setattr(baselines, "GROUNDING_VERSION", "older")
        assert changes(vault) == []
    reading._kept.cache_clear()  # noqa: SLF001 -- another process reads anew
    if is_edited:
        vault.write("Depot.md", LINES.replace("5432", "5433"))
    assert changes(vault) == []
    assert changes(vault) == []
    vault.write("Depot.md", LINES.replace("5432", "5433").replace("8080", "7070"))
    (row,) = vault.call("scan", "--json").rows
    assert row["change"] == "value"
    assert row["before"]["text"] == "Gate port 8080"
