"""Memories as people really leave them: broken, doubled, citing nothing, hostile."""

import re
import shutil
from pathlib import Path

import pytest

from tests.system.vaults import Vault, use_hash_embedder

FEES = """# Fees

## Stands

The stand costs 40 euros a day. ^stand

## Parking

Parking is free before noon.
"""
HOSTILE = (
    '<script>alert(1)</script> <img src=x onerror="x"> ![[Fees]] `= this.file` %%hidden%% '
    "{{title}} <% tp.date %> #trap ==mark== | cell | $x$ ^anchor"
)
STAND = "The stand in [[Fees]] costs 40 euros a day"
MEMORIES = {
    "Broken yaml": f"---\nid: [mem_broken\ncolour: : :\n---\n{STAND}.\n",
    "Tents": "---\nid: mem_tents\n---\nThree tents are up, says [[Tents]].\n",
    "Unclosed": "---\nid: mem_unclosed\nThe stand in [[Fees]] costs 40 euros a day.\n",
    "Twin a": "---\nid: mem_twin\n---\nThe stand in [[Fees]] costs 40 euros a day.\n",
    "Twin b": "---\nid: mem_twin\n---\nParking, says [[Fees]], is free before noon.\n",
    "No id": "The stand in [[Fees]] costs 40 euros a day, and no id stands here.\n",
    "Cites nothing": "---\nid: mem_nothing\n---\nNobody likes rain at a fair.\n",
    "Unresolved": "---\nid: mem_unresolved\n---\nSee [[No such note]] about the tent.\n",
    "Ambiguous": "---\nid: mem_ambiguous\n---\nThe tent is green, says [[Tent]].\n",
    "Attachment": "---\nid: mem_attachment\n---\nThe plan is in ![[plan.pdf]].\n",
    "Itself": "---\nid: mem_itself\n---\nI am [[Itself]] and cite [[#myself]].\n",
    "Heading gone": "---\nid: mem_heading\n---\nThe stand costs 40 euros: [[Fees#Prices]].\n",
    "Block gone": "---\nid: mem_block\n---\nThe stand costs 40 euros: [[Fees#^price]].\n",
    "Other memory": "---\nid: mem_other\n---\nAs [[Cites nothing]] says, nobody likes rain.\n",
    "Empty": "---\nid: mem_empty\n---\n",
    "Way out": f"---\nid: ../../way-out\n---\n{STAND}, outside.\n",
    "Loud id": f'---\nid: "mem`|]]\\n# x"\n---\n{STAND}, loudly.\n',
    "Long id": f"---\nid: {'x' * 5000}\n---\n{STAND}, at length.\n",
    "Hostile": f"---\nid: mem_hostile\n---\n{HOSTILE} {STAND}.\n",
    "Number id": "---\nid: 007\n---\nThe stand in [[Fees]] costs 40 euros a day, 007.\n",
    "List id": "---\nid: [a, b]\n---\nThe stand in [[Fees]] costs 40 euros a day, listed.\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """The memories, scanned; then the fee changed, scanned again."""
    folder = tmp_path_factory.mktemp("memories")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", FEES, day="2026-05-01")
    vault.write("North/Tent.md", "# Tent\n\nThe tent is green.\n", day="2026-05-01")
    vault.write("South/Tent.md", "# Tent\n\nThe tent is red.\n", day="2026-05-01")
    vault.write("Camp/Tents.md", "# Tents\n\nThree tents are up.\n", day="2026-05-01")
    vault.write("plan.pdf", "%PDF")
    for name, text in MEMORIES.items():
        vault.write(f"Memories/{name}.md", text)
    first = vault.call("scan", "--json")
    assert first.status == 0, first.err
    # What reads like an attack is quarantined from the start; nothing drifted yet.
    assert [(row["memory_id"], row["kind"]) for row in first.rows] == [
        ("mem_hostile", "suspicious"),
        ("mem_ambiguous", "ambiguous"),
    ]
    vault.write("Fees.md", FEES.replace("40 euros a day", f"55 euros a day {HOSTILE}"))
    second = vault.call("scan", "--json")
    assert second.status == 0, second.err
    return vault


def test_every_memory_is_one_whatever_its_properties(vault: Vault) -> None:
    rows = vault.call("memory", "list", "--json").rows
    assert {row["path"] for row in rows} == {f"Memories/{name}.md" for name in MEMORIES}
    assert len({row["memory_id"] for row in rows}) == len(MEMORIES)


def test_properties_that_cannot_be_read_are_never_touched_and_always_reported(
    vault: Vault,
) -> None:
    report = vault.read("drift-report.md")
    for name in ("Broken yaml", "Unclosed"):
        assert vault.read(f"Memories/{name}.md") == MEMORIES[name]
        assert f"[[Memories/{name}" in report
    done = vault.call("findings", "report")
    told = "Note: Memories/Broken yaml.md: its drift flags are left as they are."
    assert (done.status, told in done.err, "Error" in done.err) == (0, True, False)


def test_a_doubled_id_is_told(vault: Vault) -> None:
    report = vault.read("drift-report.md")
    troubles = report.split("## Notes read only in part")[1]
    assert "[[Memories/Twin b" in troubles
    assert "mem_twin" in troubles
    assert any("mem_twin" in row["message"] for row in vault.call("doctor", "--json").rows)


def test_a_date_that_bounds_nothing_is_told(vault: Vault) -> None:
    vault.write("Memories/Door.md", "---\nexpires: 20.11.2026\n---\nThe door code is 7.\n")
    assert vault.call("scan").status == 0
    told = "no date that is read"
    assert told in vault.read("drift-report.md").split("## Notes read only in part")[1]
    assert any(told in row["message"] for row in vault.call("doctor", "--json").rows)
    vault.write("Memories/Door.md", "---\nexpires: 2026-11-20\n---\nThe door code is 7.\n")
    assert vault.call("scan").status == 0
    assert told not in vault.read("drift-report.md")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Cites nothing", "cites no note"),
        ("Unresolved", "leads nowhere"),
        ("Attachment", "cites no note"),
        ("Itself", "cites no note"),
        ("Empty", "cites no note"),
    ],
)
def test_what_cannot_be_compared_is_listed_and_not_called_drifted(
    vault: Vault, name: str, words: str
) -> None:
    assert vault.read(f"Memories/{name}.md") == MEMORIES[name]
    section = vault.read("drift-report.md").split("## Not compared")[1].split("\n## ")[0]
    (line,) = [line for line in section.splitlines() if f"[[Memories/{name}|" in line]
    assert words in line


def test_a_link_with_two_answers_is_asked_about_and_never_guessed(vault: Vault) -> None:
    report = vault.read("drift-report.md")
    section = report.split("## Links to mend")[1].split("\n## ")[0]
    assert "[[North/Tent|" in section
    assert "[[South/Tent|" in section
    found = vault.call("findings", "--json").rows
    assert [row["kind"] for row in found if row["memory_id"] == "mem_ambiguous"] == ["ambiguous"]


def test_a_memory_called_like_its_note_rests_on_the_note(vault: Vault) -> None:
    (shown,) = vault.call("memory", "show", "mem_tents", "--json").rows
    assert [ground["note"] for ground in shown["grounds"]] == ["Camp/Tents.md"]


def test_a_memory_given_another_id_is_still_one_and_keeps_what_it_rests_on(vault: Vault) -> None:
    before = {
        row["memory_id"] for row in vault.call("scan", "--all", "--json").rows if row["drifted"]
    }
    assert "mem_other_id" not in before
    vault.write(
        "Memories/List id.md", vault.read("Memories/List id.md").replace("[a, b]", "mem_other_id")
    )
    rows = {row["memory_id"]: row for row in vault.call("scan", "--all", "--json").rows}
    assert (rows["mem_other_id"]["drifted"], rows["mem_other_id"]["mode"]) == (True, "warm")
    paths = [row["path"] for row in vault.call("memory", "list", "--json").rows]
    assert paths.count("Memories/List id.md") == 1


def test_a_part_that_is_gone_rests_on_the_whole_note(vault: Vault) -> None:
    pairs = {(row["memory_id"], row["note"]) for row in vault.call("scan", "--all", "--json").rows}
    assert {("mem_heading", "Fees.md"), ("mem_block", "Fees.md")} <= pairs


def test_hostile_words_stand_in_the_report_and_do_nothing(vault: Vault) -> None:
    report = vault.read("drift-report.md")
    for live in ("<script", "<img", "![[", "`= this", "%%hidden", "{{title", "<% tp", "#trap"):
        escaped = "".join(f"\\\\?{re.escape(sign)}" for sign in live)
        for written in re.findall(escaped, report):
            assert "\\" in written, written
    assert "alert(1)" in report
    assert "```" not in report.replace("```mermaid", "").replace("\n```\n", "")  # the chart's own


def test_a_hostile_id_reaches_no_path_and_no_command(vault: Vault) -> None:
    report = vault.read("drift-report.md")
    assert "edit ../../way-out" not in report
    assert "\n# x" not in report
    assert not list(vault.folder.parent.glob("*way-out*"))
    assert not list(vault.folder.glob("*way-out*"))
    (found,) = vault.call("memory", "show", "../../way-out", "--json").rows
    assert found["path"] == "Memories/Way out.md"


def test_a_memory_without_id_keeps_its_finding_when_its_note_is_renamed(vault: Vault) -> None:
    def finding(path: str) -> dict[str, object]:
        ids = {row["path"]: row["memory_id"] for row in vault.call("memory", "list", "--json").rows}
        rows = vault.call("findings", "--json").rows
        return {row["memory_id"]: row for row in rows}[ids[path]]

    before = finding("Memories/No id.md")
    shutil.move(vault.folder / "Memories/No id.md", vault.folder / "Memories/Now named.md")
    assert vault.call("scan").status == 0
    after = finding("Memories/Now named.md")
    assert (after["memory_id"], after["first_seen"]) == (before["memory_id"], before["first_seen"])
    assert after["status"] == "open"


def test_a_near_identical_memory_is_named_and_a_wilful_one_written(vault: Vault) -> None:
    before = vault.bytes()
    done = vault.call("memory", "add", "Nobody likes rain at the fair")
    assert done.status == 5
    assert "mem_nothing" in done.err
    assert vault.bytes() == before
    done = vault.call("memory", "add", "Nobody likes rain at the fair", "--allow-similar", "--json")
    assert done.status == 0, done.err
    assert (vault.folder / done.rows[0]["path"]).is_file()


def test_a_memory_moved_out_of_the_folder_is_a_note_and_its_finding_closes(vault: Vault) -> None:
    shutil.move(vault.folder / "Memories/Number id.md", vault.folder / "Number id.md")
    assert vault.call("scan").status == 0
    assert "007" not in {row["memory_id"] for row in vault.call("memory", "list", "--json").rows}
    closed = {row["memory_id"]: row for row in vault.call("findings", "--all", "--json").rows}
    assert closed["007"]["status"] == "resolved"
    assert "drift:" in vault.read("Number id.md"), "flags that no scan removes are a person's now"


def test_an_editor_is_given_the_very_words(vault: Vault) -> None:
    secret, editor = "AKIA" + "Q7ZTR4LMXW2VBN5K", "sed -i s/nobody/everybody/"
    text = MEMORIES["Other memory"].replace("rain", f"rain {secret}")
    vault.write("Memories/Other memory.md", text)
    done = vault.call_on_terminal("memory", "edit", "mem_other", EDITOR=editor)
    assert (done.status, "looks like a secret" in done.err) == (5, True), done.err
    assert vault.read("Memories/Other memory.md") == text
    vault.write("Memories/Other memory.md", text.replace(secret, "and snow"))
    done = vault.call_on_terminal("memory", "edit", "mem_other", EDITOR=editor)
    assert done.status == 0, done.err
    assert vault.read("Memories/Other memory.md").endswith("says, everybody likes rain and snow.\n")


def test_a_wrong_belief_is_refused_in_one_sentence(vault: Vault) -> None:
    for belief in ("", "   \n", "x" * 20_001):
        done = vault.call("memory", "add", belief)
        assert (done.status, done.err.startswith("Error: The memory ")) == (5, True), done.err


def test_an_answer_to_more_than_one_memory_is_asked_about(vault: Vault) -> None:
    done = vault.call("memory", "show", "mem_")
    assert (done.status, "More than one memory" in done.err) == (4, True)
    for name in "abcdef":
        vault.write(f"Memories/{name}.md", f"---\nid: one_{name}\n---\nThe {name} is red.\n")
    assert vault.call("scan").status == 0
    several = vault.call("memory", "show", "one_").err
    assert "one_a, one_b, one_c, one_d, one_e, and 1 more." in several
    assert vault.call("memory", "forget", "mem_none").status == 4


def test_the_memories_folder_may_be_absent(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", FEES)
    done = vault.call("scan")
    assert done.status == 0, done.err
    assert "There is no memory yet" in vault.read("drift-report.md")
