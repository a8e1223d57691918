"""A suggested wording is written when a person says so, and never over what they wrote since."""

from pathlib import Path
from typing import Any

import pytest

from tests.system.drifted import (
    REPORT,
    copy_of,
    edit,
    findings,
    scan,
    stall,
    tick,
    told,
)
from tests.system.test_answers_killed import Killed, killed_at, look_again
from tests.system.vaults import Vault
from vaultwatch.services.look import look
from vaultwatch.wiring import open_workspace

MEMORY = "Memories/Alder fee.md"
CONFIG = ".vaultwatch/config.toml"
RENAMED = "Memories/The fee of the Alder stall is 55 euros.md"
NEW = "The fee of the [[Alder]] stall is 55 euros.\n"


def test_a_wording_is_never_applied_by_itself(vault: Vault) -> None:
    before = vault.read(MEMORY)
    scan(vault)
    assert "[ ] Use this wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros.”" in (
        vault.read(REPORT)
    )
    assert vault.read(MEMORY) == before


def test_a_command_writes_it_and_undo_takes_it_back(vault: Vault) -> None:
    before = vault.read(MEMORY)
    id_ = findings(vault)["Alder"]["finding_id"]
    shown = vault.call("findings", "apply", id_, "--dry-run")
    assert "suggest" in shown.out
    assert vault.read(MEMORY) == before
    assert vault.call("findings", "apply", id_).status == 0
    assert vault.read(MEMORY).endswith(f"---\n{NEW}")
    assert "drift:" not in vault.read(MEMORY)
    closed = findings(vault)["Alder"]
    assert (closed["status"], closed["why"]) == ("resolved", "the suggested wording was applied")
    assert vault.call("undo").status == 0
    assert "is 40 euros" in vault.read(MEMORY)
    assert "drift:" in vault.read(MEMORY)


def test_a_memory_with_the_wording_of_its_note_is_grounded_by_that_line(vault: Vault) -> None:
    """Though the note says too little else of what the memory says."""
    rest = "Labels are red.\n\nHens get corn.\n\nThe cook counts jars.\n"
    said = "By default, tins stand a minimum of 5 minutes apart, and are good for {} days.\n"
    vault.write("Pantry.md", f"{said.format(7)}\n{rest}", day="2026-05-01")
    belief = "Hens get what is left of tins from the cook after 7 days, see [[Pantry]]."
    vault.write("Memories/Leftovers.md", f"---\nid: mem_leftovers\n---\n{belief}\n")
    scan(vault)
    assert listed_as(vault, "mem_leftovers") == "silent"
    vault.write("Pantry.md", f"{said.format(14)}\n{rest}")
    scan(vault)
    tick(vault, "Leftovers", "apply")
    scan(vault)
    assert "after 14 days" in vault.read("Memories/Leftovers.md")
    assert listed_as(vault, "mem_leftovers") == "supported"
    assert vault.call("undo").status == 0
    scan(vault)
    assert listed_as(vault, "mem_leftovers") == "drifted"


def test_what_was_suggested_once_is_grounded_by_no_line_that_went_since(vault: Vault) -> None:
    rest = "Labels are red.\n\nHens get corn.\n\nThe cook counts jars.\n"
    told = "The jam jars stand on shelf {}.\n"
    memory = "---\nid: mem_jam\n---\nThe jam jars stand on shelf {}. [[Pantry]]\n"
    vault.write("Memories/Jam.md", memory.format(7))
    for shelf in (7, 9, 11, 13):
        vault.write("Pantry.md", f"{told.format(shelf)}\n{rest}")
        scan(vault)
        if shelf > 7:
            tick(vault, "Jam", "apply")
            scan(vault)
    vault.write("Pantry.md", rest)
    vault.write("Memories/Jam.md", memory.format(9))
    scan(vault)
    assert listed_as(vault, "mem_jam") == "silent"


def listed_as(vault: Vault, memory: str) -> str:
    """How a memory stands with its notes."""
    (row,) = [one for one in listed(vault) if one["memory_id"] == memory]
    return str(row["standing"])


def test_a_memory_that_tells_its_dates_tells_when_it_was_said_anew(vault: Vault) -> None:
    before = vault.read(MEMORY)
    vault.write(MEMORY, before.replace("---\nid:", "---\ncreated: 2026-05-01\nid:", 1))
    scan(vault)
    assert vault.call("findings", "apply", findings(vault)["Alder"]["finding_id"]).status == 0
    assert "\nupdated: " in vault.read(MEMORY)


def listed(vault: Vault) -> list[dict[str, Any]]:
    return vault.call("memory", "list", "--json").rows


def named_after_its_words(
    vault: Vault, name: str = "The fee of the Alder stall is 40 euros"
) -> str:
    """Give the memory the name that we would; return where its note stands."""
    place = f"Memories/{name}.md"
    (vault.folder / MEMORY).rename(vault.folder / place)
    scan(vault)
    return place


def test_the_file_that_was_named_after_the_words_follows_them(vault: Vault) -> None:
    old = named_after_its_words(vault)
    before = vault.read(old)
    done = vault.call("findings", "apply", findings(vault)["Alder"]["finding_id"])
    assert (done.status, f"renamed {RENAMED}\n" in done.out) == (0, True)
    assert vault.read(RENAMED).endswith(f"---\n{NEW}")
    assert not (vault.folder / old).exists()
    (row,) = [row for row in listed(vault) if row["memory_id"] == "mem_alder"]
    assert (row["path"], row["state"]) == (RENAMED, "present")
    assert f"[[{RENAMED[:-3]}|" in vault.read(REPORT)
    scan(vault)
    assert findings(vault)["Alder"]["why"] == "the suggested wording was applied"
    assert vault.call("undo").status == 0
    assert (vault.read(old), (vault.folder / RENAMED).exists()) == (before, False)
    scan(vault)
    (row,) = [row for row in listed(vault) if row["memory_id"] == "mem_alder"]
    assert (row["path"], row["state"]) == (old, "present")


def test_an_edit_by_a_command_renames_it_as_a_tick_does_and_undo_takes_both_back(
    vault: Vault,
) -> None:
    old = named_after_its_words(vault)
    before, id_ = vault.read(old), findings(vault)["Alder"]["finding_id"]
    done = vault.call("memory", "edit", "mem_alder", NEW.strip())
    assert (done.status, done.out) == (0, f"Changed mem_alder in {RENAMED}\n"), done.err
    assert vault.read(RENAMED).endswith(f"---\n{NEW}")
    assert not (vault.folder / old).exists()
    assert vault.call("undo").status == 0
    assert (vault.read(old), (vault.folder / RENAMED).exists()) == (before, False)
    scan(vault)
    standing = findings(vault)["Alder"]
    assert (standing["finding_id"], standing["status"]) == (id_, "open")


def test_a_tick_renames_too_and_a_taken_name_is_numbered(vault: Vault) -> None:
    old = named_after_its_words(vault, "The fee of the Alder stall is 40 euros 2")
    vault.write(RENAMED, "Mine.\n")
    tick(vault, "Alder", "apply")
    report, said = scan(vault), "says now what was suggested."
    assert f"\n- ✓ The fee of the Alder stall is 55 euros: it {said}\n" in report
    assert told(report) == [f"“The fee of the Alder stall is 55 euros 2” {said}"]
    assert vault.read(RENAMED) == "Mine.\n"
    assert vault.read(RENAMED.replace(".md", " 2.md")).endswith(NEW)
    assert not (vault.folder / old).exists()


@pytest.mark.parametrize("reason", ["link", "canvas", "setting", "own id", "taken by a link"])
def test_a_name_that_something_leads_to_stays(vault: Vault, reason: str) -> None:
    if reason == "own id":
        vault.write(MEMORY, vault.read(MEMORY).replace("id: mem_alder\n", ""))
    old = named_after_its_words(vault)
    title = old.removeprefix("Memories/").removesuffix(".md")
    others = {
        "link": ("Hub.md", f"See [[{title}]].\n"),
        "canvas": ("Board.canvas", f'{{"nodes": [{{"file": "{old}"}}]}}'),
        "setting": (CONFIG, vault.read(CONFIG) + "[memories]\nrename = false\n"),
        "taken by a link": ("Hub.md", "See [[The fee of the Alder stall is 55 euros]].\n"),
    }
    if reason in others:
        vault.write(*others[reason])
    scan(vault)
    (found,) = [row for row in vault.call("findings", "--json").rows if "Alder" in row["note"]]
    assert vault.call("findings", "apply", found["finding_id"]).status == 0
    assert vault.read(old).endswith(NEW)


def test_a_tick_writes_it(vault: Vault) -> None:
    tick(vault, "Alder", "apply")
    assert told(scan(vault)) == ["“Alder fee” says now what was suggested."]
    assert vault.read(MEMORY).endswith(f"---\n{NEW}")
    assert findings(vault)["Alder"]["status"] == "resolved"


def test_a_tick_is_enough_for_a_look_at_the_report_alone(vault: Vault) -> None:
    tick(vault, "Alder", "apply")
    with open_workspace(vault.folder, "write", state=vault.state) as ws:
        look(ws, [REPORT])
    assert vault.read(MEMORY).endswith(f"---\n{NEW}")
    assert "drift:" not in vault.read(MEMORY)
    assert findings(vault)["Alder"]["status"] == "resolved"


def test_a_memory_that_was_edited_since_is_left_alone(vault: Vault) -> None:
    mine = vault.read(MEMORY).replace("euros", "euros a day")
    vault.write(MEMORY, mine)
    refused = vault.call("findings", "apply", findings(vault)["Alder"]["finding_id"])
    assert refused.status == 5
    assert "reads otherwise by now" in refused.err
    assert vault.read(MEMORY) == mine
    tick(vault, "Alder", "apply")
    assert "reads otherwise by now" in told(scan(vault))[0]
    assert "40 euros a day" in vault.read(MEMORY)


def test_a_note_that_moved_on_since_has_the_finding_looked_at_again(vault: Vault) -> None:
    vault.write("Stalls/Alder.md", stall("Alder", 70))
    tick(vault, "Alder", "apply")
    report = scan(vault)
    assert "was changed since" in told(report)[0]
    assert "is 40 euros" in vault.read(MEMORY)
    assert "==**70**== euros.”" in report


def test_a_wording_that_is_not_the_one_in_the_report_is_not_written(vault: Vault) -> None:
    said = "- [{}] Use this wording: “The fee of the Alder stall is ~~40~~ ==**{}**== euros.”"
    edit(vault, said.format(" ", 55), said.format("x", 50))
    done = vault.call("scan")
    assert "outdated" not in done.out, "a tick that was refused called nothing outdated"
    assert "look at it again" in told(vault.read(REPORT))[0]
    assert "is 40 euros" in vault.read(MEMORY)


def test_a_wording_that_a_report_gave_with_the_link_to_its_source_is_written(vault: Vault) -> None:
    belief = "The fee of the Alder stall is 40 euros, says [[Alder]]."
    vault.write("Stalls/Alder.md", stall("Alder", 40))
    vault.write(MEMORY, f"---\nid: mem_alder\n---\n{belief}\n")
    scan(vault)
    vault.write("Stalls/Alder.md", stall("Alder", 55))
    scan(vault)
    said = "- [{}] Use this wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros{}.”"
    edit(vault, said.format(" ", ""), said.format("x", ", says Alder"))
    scan(vault)
    assert "is 55 euros, says [[Alder]]." in vault.read(MEMORY)


def test_a_wording_that_a_report_of_the_version_before_suggested_is_written(vault: Vault) -> None:
    anchor = f"^{findings(vault)['Alder']['finding_id']}-apply"
    words = "wording: “The fee of the Alder stall is ~~40~~ ==**55**== euros.”"
    older = f"    - Suggested {words}\n    - [x] Apply the suggested wording {anchor}"
    edit(vault, f"    - [ ] Use this {words} {anchor}", older)
    scan(vault)
    assert "is 55 euros" in vault.read(MEMORY)


def test_a_change_that_is_no_replacement_has_no_box_and_is_refused(vault: Vault) -> None:
    vault.write("Stalls/Alder.md", "# Alder\n\nIt has two chairs.\n")
    report = scan(vault)
    found = findings(vault)["Alder"]
    assert found["repair"] is None
    assert f"^{found['finding_id']}-apply" not in report
    refused = vault.call("findings", "apply", found["finding_id"])
    assert refused.status == 5
    assert "suggests no wording: nothing stands in its place." in refused.err


def test_a_kill_at_any_step_of_a_tick_writes_the_wording_once(
    drifted: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticked = copy_of(drifted, tmp_path / "ticked")
    old = named_after_its_words(ticked)
    tick(ticked, "Alder", "apply")
    is_over = False
    # Each step of the deed; those of the look behind it `test_answers_killed` takes one by one.
    for step in (*range(14), *range(14, 100, 5)):
        vault = copy_of(ticked, tmp_path / str(step))
        with killed_at(step, monkeypatch) as steps:
            try:
                look_again(vault)
                is_over = True
            except Killed:
                pass
        report = scan(vault)
        (place,) = [place for place in (old, RENAMED) if (vault.folder / place).exists()]
        assert vault.read(place).endswith(f"---\n{NEW}"), step
        assert findings(vault)["Alder"]["status"] == "resolved", step
        (said,) = told(report)
        assert said.endswith("says now what was suggested."), step
        (row,) = [one for one in listed(vault) if one["memory_id"] == "mem_alder"]
        assert (row["path"], row["state"]) == (place, "present"), step
        (case,) = vault.call("findings", "export").rows
        assert (case["label"], case["by"]) == ("drifted", "applied"), step
        if is_over:
            break
    assert (is_over, place, "write" in steps[:14]) == (True, RENAMED, True)
