"""A person asks why: what the memory rested on, what became of it, what weighed how much."""

import re

import pytest

from tests.contract.homes import git
from tests.system.drifted import NAMES, findings, scan
from tests.system.vaults import Vault


def test_a_finding_carries_why_and_a_suggested_wording(vault: Vault) -> None:
    found = findings(vault)["Alder"]
    assert found["repair"]["after"] == "The fee of the [[Alder]] stall is 55 euros."
    assert "went “40”, came “55”" in found["explained"][0]
    assert found["explained"][-1].startswith("Score ")


def test_why_is_told_for_people_and_for_programs_and_changes_nothing(vault: Vault) -> None:
    report, memory = vault.read("drift-report.md"), vault.read("Memories/Alder fee.md")
    said = vault.call("findings", "explain", "mem_alder").out
    assert "Rests on line 3, “The fee of the Alder stall is 40 euros.”: reworded" in said
    assert "outdated. Decided by" in said
    (row,) = vault.call("findings", "explain", "mem_alder", "Stalls/Alder.md", "--json").rows
    told = row["explanation"]
    assert told["rests_on"][0]["gone"] == ["40"]
    assert told["rests_on"][0]["came"] == ["55"]
    assert told["score"] == pytest.approx(findings(vault)["Alder"]["score"])
    assert told["signals"]
    assert (vault.read("drift-report.md"), vault.read("Memories/Alder fee.md")) == (report, memory)


def test_why_begins_with_what_both_say_and_what_decided_before_any_figure(vault: Vault) -> None:
    plain, figures = vault.call("findings", "explain", "mem_alder").out.split("\n\n")
    fee = "“The fee of the Alder stall is {} euros”"
    said, now = fee.format(40), fee.format(55)
    assert plain.splitlines()[1:] == [
        f"  The memory says {said}; the note said {said}, and now says, line 3: {now}.",
        "  It is outdated. Decided by a proof: a value that the memory says was replaced.",
    ]
    assert figures.startswith("  Weighed: score 0.9")


def test_a_note_that_no_longer_says_it_is_said_to(vault: Vault) -> None:
    gone = "The fee of the Alder stall is 55 euros."
    vault.write("Stalls/Alder.md", vault.read("Stalls/Alder.md").replace(gone, ""))
    assert "line 3, which is gone.\n" in vault.call("findings", "explain", "mem_alder").out


def test_a_finding_that_two_memories_disagree_is_explained_itself(vault: Vault) -> None:
    vault.write("Memories/Other fee.md", "The fee of the [[Alder]] stall is 47 euros.\n")
    scan(vault)
    rows = vault.call("findings", "--kind", "contradiction", "--json").rows
    said = vault.call("findings", "explain", rows[0]["finding_id"]).out
    assert "Something contradicts it: " in said
    assert "47 euros" in said
    assert "Decided by" not in said


def test_a_findings_id_names_its_memory(vault: Vault) -> None:
    said = vault.call("findings", "explain", "mem_alder").out
    assert vault.call("findings", "explain", findings(vault)["Alder"]["finding_id"]).out == said
    assert "There is no memory" in vault.call("findings", "explain", "nothing").err


def test_help_is_a_word_too(vault: Vault) -> None:
    told = vault.call("help", "findings", "explain")
    assert (told.status, told.out) == (0, vault.call("findings", "explain", "--help").out)


def test_why_is_told_of_the_note_as_it_stands_before_any_scan(vault: Vault) -> None:
    vault.write("Stalls/Alder.md", vault.read("Stalls/Alder.md").replace("55", "40"))
    (row,) = vault.call("findings", "explain", "mem_alder", "--json").rows
    assert row["explanation"]["rests_on"][0]["fate"] == "unchanged"
    assert row["explanation"]["score"] < row["explanation"]["bar"]


@pytest.mark.parametrize("arguments", [("nobody",), ("mem_alder", "Stalls/Birch.md")])
def test_what_cannot_be_explained_is_said(vault: Vault, arguments: tuple[str, ...]) -> None:
    done = vault.call("findings", "explain", *arguments)
    assert done.status == 4
    assert "Error:" in done.err


def test_the_report_tells_why_folded_and_in_few_words(vault: Vault) -> None:
    report = vault.read("drift-report.md")
    assert report.count("> [!info]- Why each is told") == 1
    told = report.split("> [!info]-")[1].split("\n>\n")[0].splitlines()[1:]
    for name, row in zip(NAMES, told, strict=True):
        why = "a value changed, shown to be outdated."
        assert re.fullmatch(rf"> - \[\[.*{name}.*\]\] `[a-z0-9]+`, since [\d-]+: {why}", row)
    assert scan(vault) == report


def test_a_note_that_is_gone_is_said_with_the_rule_that_decided(vault: Vault) -> None:
    (vault.folder / "Stalls/Alder.md").unlink()
    scan(vault)
    (row,) = vault.call("findings", "explain", "mem_alder", "--json").rows
    assert (row["note"], row["explanation"]) == ("Stalls/Alder.md", None)
    why = "the note it cites no longer stands in the vault"
    assert row["trouble"] == f"A rule decided, 0.90: {why}."


def test_a_note_renamed_from_an_identifier_is_explained_as_it_is_compared(vault: Vault) -> None:
    said = "\n\nPayments of the kiosk.\n\nThe rollout needs two approvals from the ops team. "
    said += "It starts in the north region.\n"
    vault.write("AB-120.md", f"# AB-120{said}", day="2026-05-01")
    vault.write("Memories/rollout.md", "The rollout in [[AB-120]] needs two approvals from ops.\n")
    scan(vault)
    (vault.folder / "AB-120.md").rename(vault.folder / "Kiosk payments.md")
    vault.write("Kiosk payments.md", f"# Kiosk payments{said}")
    compared = {row["note"]: row["score"] for row in vault.call("scan", "--all", "--json").rows}
    (row,) = vault.call("findings", "explain", "Memories/rollout.md", "--json").rows
    assert row["note"] == "Kiosk payments.md"
    assert row["explanation"]["score"] == compared["Kiosk payments.md"] < 0.5


def test_the_commit_is_named_that_changed_the_passage(vault: Vault) -> None:
    said = vault.read("Stalls/Alder.md")
    vault.write("Stalls/Alder.md", said.replace("55", "40"))
    git(vault.folder, "init", "-q")
    git(vault.folder, "add", "-A")
    git(vault.folder, "commit", "-q", "-m", "Begun")
    vault.write("Stalls/Alder.md", said)
    assert "Changed by" not in vault.call("findings", "explain", "mem_alder").out
    git(vault.folder, "commit", "-q", "-a", "-m", "The fee rises")
    vault.write("Stalls/Birch.md", f"{vault.read('Stalls/Birch.md')}\nIt is red.\n")
    git(vault.folder, "commit", "-q", "-a", "-m", "Paint")
    assert ": “The fee rises”\n" in vault.call("findings", "explain", "mem_alder").out
    vault.write("Stalls/Alder.md", said.replace("The fee of the Alder stall is 55 euros.", ""))
    assert vault.call("scan").status == 0
    told = vault.call("findings", "explain", "mem_alder").out
    assert ": “The fee rises”\n" in told, "it took out what the memory rests on"


def test_a_false_alarm_that_was_dismissed_is_explained_as_it_was_settled(vault: Vault) -> None:
    assert vault.call("findings", "dismiss", findings(vault)["Alder"]["finding_id"]).status == 0
    said = vault.call("findings", "explain", "mem_alder").out
    assert "is still true. Decided by your word: the finding was dismissed." in said
    vault.write("Stalls/Alder.md", vault.read("Stalls/Alder.md").replace("55", "60"))
    assert "is outdated. Decided by a proof" in vault.call("findings", "explain", "mem_alder").out
