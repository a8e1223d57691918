"""A person answers in the report: what they ticked is carried out, what they typed is kept."""

import re
from pathlib import Path

import pytest

from tests.raw_ledger import raw_ledger
from tests.system.daemons import eventually, watching_here, with_settings
from tests.system.drifted import (
    NAMES,
    REPORT,
    edit,
    findings,
    scan,
    stall,
    tick,
    told,
)
from tests.system.vaults import Vault
from vaultwatch.report.groups import OUTGROWN
from vaultwatch.services.exchange.answers import take_answers
from vaultwatch.services.exchange.publishing import publish
from vaultwatch.services.exchange.report_file import MOST_OUTCOMES
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.look import look
from vaultwatch.services.scanning.citing import cite
from vaultwatch.wiring import open_workspace

RESTS = "on your word, until what “{}” says changes."


def remark(vault: Vault, name: str, text: str) -> None:
    """Type a line under a finding."""
    last = f"^{findings(vault)[name]['finding_id']}-forget"
    edit(vault, last, f"{last}\n    {text}")


def grounds(vault: Vault, memory: str) -> list[str]:
    """The words that a memory rests on, the strongest of each note."""
    (shown,) = vault.call("memory", "show", memory, "--json").rows
    return [ground["supports"][0]["text"] for ground in shown["grounds"]]


def test_a_dismissed_finding_stays_closed(vault: Vault) -> None:
    tick(vault, "Alder", "dismiss")
    report = scan(vault)
    assert findings(vault)["Alder"]["status"] == "dismissed"
    assert "drift:" not in vault.read("Memories/Alder fee.md")
    assert told(report) == [
        "The finding on “Alder fee” is dismissed until its passage changes again."
    ]
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "dismissed"


def test_a_memory_that_is_still_true_rests_on_the_note_as_it_stands(vault: Vault) -> None:
    tick(vault, "Alder", "true")
    report = scan(vault)
    assert told(report) == [f"“Alder fee” is still true, {RESTS.format('Alder')}"]
    assert findings(vault)["Alder"]["status"] == "resolved"
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "resolved"
    assert grounds(vault, "mem_alder") == ["The fee of the Alder stall is 55 euros."]
    assert grounds(vault, "mem_birch") == ["The fee of the Birch stall is 40 euros."]


def groups(report: str) -> list[str]:
    """The boxes that answer for several findings, as they stand."""
    return [line.rsplit(" ^", 1)[0] for line in report.splitlines() if " ^all-" in line]


def tick_group(vault: Vault, said: str) -> None:
    (line,) = [line for line in vault.read(REPORT).splitlines() if said in line and "^all-" in line]
    edit(vault, line, line.replace("[ ]", "[x]"))


ALL = "Alder fee, Birch fee, Cedar fee"
APPLY_ALL = f"Another value: write the wordings offered for all 3 findings: {ALL}"


def test_findings_are_settled_together_once_a_second_box_says_so_too(vault: Vault) -> None:
    assert f"- [ ] {APPLY_ALL} (you are asked to confirm)" in groups(vault.read(REPORT))
    tick_group(vault, APPLY_ALL)
    assert vault.call("scan").status == 0
    asked = groups(vault.read(REPORT))
    assert asked[asked.index(f"- [x] {APPLY_ALL}") + 1] == f"    - [ ] Yes, all 3: {ALL}"
    assert {one["status"] for one in findings(vault).values()} == {"open"}
    tick_group(vault, "Yes, all 3")
    report = scan(vault)
    assert {one["status"] for one in findings(vault).values()} == {"resolved"}
    assert all("55 euros" in vault.read(f"Memories/{name} fee.md") for name in NAMES)
    assert told(report) == [f"3 of 3 findings were settled together: {APPLY_ALL}."]
    assert groups(report) == []


def test_a_box_for_several_that_is_unticked_asks_no_more(vault: Vault) -> None:
    tick_group(vault, APPLY_ALL)
    assert vault.call("scan").status == 0
    edit(vault, f"- [x] {APPLY_ALL}", f"- [ ] {APPLY_ALL}")
    assert vault.call("scan").status == 0
    assert all("Yes" not in one for one in groups(vault.read(REPORT)))
    assert {one["status"] for one in findings(vault).values()} == {"open"}


def test_a_box_for_several_beside_single_ones_is_asked_about_what_is_left(vault: Vault) -> None:
    vault.write("Stalls/Dogwood.md", stall("Dogwood", 40), day="2026-05-01")
    belief = "The fee of the [[Dogwood]] stall is 40 euros."
    vault.write("Memories/Dogwood fee.md", f"---\nid: mem_dogwood\n---\n{belief}\n")
    assert vault.call("scan").status == 0
    vault.write("Stalls/Dogwood.md", stall("Dogwood", 55))
    assert vault.call("scan").status == 0
    tick_group(vault, "for all 4")
    tick(vault, "Dogwood", "dismiss")
    assert vault.call("scan").status == 0
    asked = groups(vault.read(REPORT))
    assert asked[asked.index(f"- [x] {APPLY_ALL}") + 1] == f"    - [ ] Yes, all 3: {ALL}"
    assert findings(vault)["Dogwood"]["status"] == "dismissed"
    tick(vault, "Cedar", "true")
    assert vault.call("scan").status == 0
    assert groups(vault.read(REPORT)) == []
    assert told(vault.read(REPORT))[0].startswith("Nothing was done for a box that answers for")
    assert {findings(vault)[name]["status"] for name in ("Alder", "Birch")} == {"open"}


def test_a_box_for_several_whose_findings_close_before_the_second_is_answered(
    vault: Vault,
) -> None:
    tick_group(vault, APPLY_ALL)
    assert vault.call("scan").status == 0
    vault.write("Stalls/Alder.md", stall("Alder", 40))
    assert vault.call("scan").status == 0
    assert told(vault.read(REPORT)) == [OUTGROWN]
    assert vault.call("scan").status == 0
    assert told(vault.read(REPORT)) == [OUTGROWN]


def test_a_box_for_several_reaches_no_finding_that_was_not_shown(vault: Vault) -> None:
    tick_group(vault, APPLY_ALL)
    assert vault.call("scan").status == 0
    tick_group(vault, "Yes, all 3")
    assert vault.call("findings", "dismiss", findings(vault)["Alder"]["finding_id"]).status == 0
    report = vault.read(REPORT)
    assert vault.call("scan").status == 0
    assert "Nothing was done for a box that answers for several" in vault.read(REPORT), report
    assert {findings(vault)[name]["status"] for name in ("Birch", "Cedar")} == {"open"}


def test_a_forgotten_memory_goes_to_the_trash_and_undo_brings_it_back(vault: Vault) -> None:
    before = vault.read("Memories/Alder fee.md")
    tick(vault, "Alder", "forget")
    report = scan(vault)
    assert told(report) == [
        "“Alder fee” is forgotten; its note lies in '.trash/Memories/Alder fee.md'."
    ]
    assert "~~Alder~~" not in report  # the note that it cited
    assert vault.read(".trash/Memories/Alder fee.md") == before
    assert not (vault.folder / "Memories/Alder fee.md").exists()
    assert findings(vault)["Alder"]["why"] == "the memory was forgotten"


def test_a_memory_of_a_gone_note_that_is_still_true_is_not_asked_about_again(vault: Vault) -> None:
    (vault.folder / "Stalls/Alder.md").unlink()
    scan(vault)
    tick(vault, "Alder", "unverified")
    why = "no note says so, and it counts as unverified"
    assert told(scan(vault)) == [f"“Alder fee” is still true; {why}."]
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "resolved"
    assert "mem_alder" not in [row["memory_id"] for row in vault.call("findings", "--json").rows]


def test_all_ticks_of_one_save_are_carried_out(vault: Vault) -> None:
    for name, answer in zip(NAMES, ("true", "dismiss", "forget"), strict=True):
        tick(vault, name, answer)
    assert len(told(scan(vault))) == 3
    assert vault.call("findings", "--json").rows == []


def test_of_two_boxes_on_one_finding_neither_is_carried_out(vault: Vault) -> None:
    before = vault.read("Memories/Alder fee.md")
    tick(vault, "Alder", "true")
    tick(vault, "Alder", "forget")
    assert told(scan(vault)) == [
        "Nothing was done about “Alder fee”: different boxes were ticked; tick one."
    ]
    assert findings(vault)["Alder"]["status"] == "open"
    assert vault.read("Memories/Alder fee.md") == before
    id_ = findings(vault)["Alder"]["finding_id"]
    done = vault.call("findings", "verify", id_, "--why", "asked")
    assert done.out.endswith("2 findings are left.\n")
    other = findings(vault)["Birch"]["finding_id"]
    assert vault.call("findings", "dismiss", other).out.endswith("1 finding is left.\n")
    assert told(scan(vault)) == [], "it was settled since"


def test_of_many_ticks_of_one_save_none_that_did_nothing_goes_untold(vault: Vault) -> None:
    others = [f"Elm {n}" for n in range(MOST_OUTCOMES)]
    for euros in (40, 55):
        for name in others:
            vault.write(f"Stalls/{name}.md", stall(name, euros), day=f"2026-05-0{euros // 20}")
            belief = f"The fee of the [[{name}]] stall is 40 euros."
            vault.write(f"Memories/{name} fee.md", f"---\nid: mem_{name.lower()}\n---\n{belief}\n")
        assert vault.call("scan").status == 0
    for name, answer in (("Alder", "true"), ("Alder", "forget"), *((n, "dismiss") for n in others)):
        tick(vault, name, answer)
    why = "different boxes were ticked; tick one"
    report = scan(vault)
    assert f"Nothing was done about “Alder fee”: {why}." in told(report)
    assert f"    - Nothing was done about “Alder fee”: {why}." in report


def test_a_tick_on_a_finding_that_closed_meanwhile_is_answered(vault: Vault) -> None:
    tick(vault, "Alder", "true")
    done = vault.call(
        "findings", "dismiss", findings(vault)["Alder"]["finding_id"], "--why", "last year"
    )
    assert done.status == 0
    assert told(vault.read(REPORT)) == [
        "Nothing was done about “Alder fee”: the finding was dismissed already (last year)."
    ]


def test_a_box_of_no_finding_is_answered_once(vault: Vault) -> None:
    edit(vault, "# Drift report\n", "# Drift report\n\n- [x] Still true ^zzz-true\n")
    report = scan(vault)
    assert told(report) == ["Nothing was done: no finding is called 'zzz'."]
    assert told(scan(vault)) == told(report)


def test_a_remark_is_kept_with_its_finding_even_when_it_closes(vault: Vault) -> None:
    one = findings(vault)["Alder"]
    edit(
        vault,
        f"^{one['finding_id']}-forget",
        f"^{one['finding_id']}-forget\n    Ask Ana, token=ghp_{'a1B2' * 9}",
    )
    edit(vault, "# Drift report\n", "# Drift report\n\nRead on Friday.\n")
    report = scan(vault)
    assert "    > Ask Ana, token=" in report
    assert "ghp_a1B2" not in report
    assert report.endswith("\n## Your remarks\n\nRead on Friday.\n")
    assert "remark  Ask Ana" in vault.call("findings", "show", one["finding_id"]).out
    assert scan(vault) == report
    tick(vault, "Alder", "dismiss")
    assert "    > Ask Ana" in scan(vault).split("settled this week")[1]


def test_a_memory_whose_note_was_moved_is_not_called_forgotten(vault: Vault) -> None:
    tick(vault, "Alder", "forget")
    (vault.folder / "Memories/Alder fee.md").rename(vault.folder / "Memories/Moved fee.md")
    assert told(scan(vault)) == [
        "Nothing was done about “Alder fee”: its note is not where it was."
    ]
    assert findings(vault)["Alder"]["status"] == "open"
    tick(vault, "Alder", "forget")
    assert "“Moved fee” is forgotten" in told(scan(vault))[0]


def test_two_machines_that_share_a_vault_do_not_write_the_report_in_turns(
    vault: Vault, tmp_path: Path
) -> None:
    one = findings(vault)["Alder"]["finding_id"]
    edit(vault, f"^{one}-forget", f"^{one}-forget\n    Ask Ana.")
    theirs = scan(vault)
    other = Vault(vault.folder, tmp_path / "other state")
    mine = scan(other)
    assert mine != theirs
    assert "Ask Ana." in mine  # of a finding that is not known here
    with open_workspace(other.folder, state=other.state) as ws:
        other.write(REPORT, theirs)  # as a sync client brings it
        assert look(ws, [REPORT]).scanned is None
        assert other.read(REPORT) == theirs


def test_a_rehearsal_tells_what_ticks_would_do_and_counts_as_after_it(vault: Vault) -> None:
    for name, answer in zip(NAMES, ("apply", "forget", "true"), strict=True):
        tick(vault, name, answer)
    before = vault.bytes()
    done = vault.call("scan", "--dry-run")
    assert vault.bytes() == before
    ids = {name: one["finding_id"] for name, one in findings(vault).items()}
    assert done.out.splitlines()[1:] == [
        f"would rewrite “Alder fee”, as you ticked (finding {ids['Alder']})",
        f"would settle “Cedar fee”, as you ticked (finding {ids['Cedar']})",
        f"would forget “Birch fee”, as you ticked (finding {ids['Birch']})",
        "2 memories, 2 comparisons, 0 open findings, 3 closed as you ticked.",
    ]
    assert vault.call("scan", "--dry-run", "--json").rows == []
    assert done.out.splitlines()[-1] in vault.call("scan").out, "and so it is"


@pytest.mark.parametrize("seen_before", [False, True])
def test_a_box_that_only_the_writer_of_a_report_knows_waits_for_it(
    vault: Vault, tmp_path: Path, *, seen_before: bool
) -> None:
    other = Vault(vault.folder, tmp_path / "other state")
    theirs = vault.read(REPORT)
    if seen_before:
        scan(other)
        vault.write(REPORT, theirs)
        edit(vault, "# Drift report\n", "# Drift report\n\n- [x] Still true ^zzz-true\n")
    tick(vault, "Alder", "apply")
    ticked = vault.read(REPORT)
    for _ in range(2) if seen_before else range(1):
        done = other.call("scan")
        assert done.status == 1
        assert "boxes are ticked in it that are not known here" in done.err
        assert other.read(REPORT) == ticked
    assert "“Alder fee” says now what was suggested." in told(scan(vault))
    assert "is 55 euros" in vault.read("Memories/Alder fee.md")


def test_a_box_that_another_state_folder_knows_too_is_acted_on(
    vault: Vault, tmp_path: Path
) -> None:
    other = Vault(vault.folder, tmp_path / "other state")
    theirs = vault.read(REPORT)
    scan(other)
    vault.write(REPORT, theirs)
    tick(vault, "Alder", "apply")
    assert told(scan(other)) == ["“Alder fee” says now what was suggested."]


def test_words_typed_into_a_report_that_was_written_anew_meanwhile_are_kept(vault: Vault) -> None:
    edit(vault, "# Drift report\n", "# Drift report\n\nCall Ana.\n")
    stale = scan(vault)
    remark(vault, "Birch", "It was 45 in May.")
    for fee in (60, 61, 62, 63):
        vault.write("Stalls/Cedar.md", stall("Cedar", fee))
        scan(vault)
    vault.write(REPORT, stale)  # an editor that read it then, or a phone that was away
    remark(vault, "Alder", "Ask Ana.")
    edit(vault, "# Drift report\n", "# Drift report\n\nBuy milk.\n")
    tick(vault, "Alder", "dismiss")
    report = scan(vault)
    assert findings(vault)["Alder"]["remark"] == "Ask Ana."
    assert findings(vault)["Birch"]["remark"] == "It was 45 in May."
    assert findings(vault)["Alder"]["status"] == "dismissed"
    assert [report.count(text) for text in ("Buy milk.", "Call Ana.")] == [1, 1]
    assert scan(vault) == report


def test_a_rehearsal_changes_nothing_in_the_vault(vault: Vault) -> None:
    for name, answer in zip(NAMES, ("true", "dismiss", "forget"), strict=True):
        tick(vault, name, answer)
    before = vault.bytes()
    assert vault.call("scan", "--dry-run").status == 0
    assert vault.call("findings", "report", "--dry-run").status == 0
    assert vault.bytes() == before
    assert {row["status"] for row in findings(vault).values()} == {"open"}


def test_the_report_command_answers_too(vault: Vault) -> None:
    tick(vault, "Alder", "true")
    tick(vault, "Birch", "forget")
    assert vault.call("findings", "report").status == 0
    assert len(told(vault.read(REPORT))) == 2
    assert [row["memory_id"] for row in vault.call("findings", "--json").rows] == ["mem_cedar"]


def test_a_report_that_was_edited_meanwhile_is_not_overwritten(vault: Vault) -> None:
    tick(vault, "Alder", "dismiss")
    with open_workspace(vault.folder, state=vault.state) as ws:
        taken = take_answers(ws)
        tick(vault, "Birch", "dismiss")
        edited = vault.read(REPORT)
        published = publish(ws, cite(ws, NOTHING_INDEXED), (), taken)
    assert [path for path, _ in published.refused] == [REPORT]
    assert vault.read(REPORT) == edited
    assert len(told(scan(vault))) == 2
    assert [row["memory_id"] for row in vault.call("findings", "--json").rows] == ["mem_cedar"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(r"\A.*\Z", "", id="emptied"),
        pytest.param(r"looked_on.*\Z", "", id="cut off"),
        pytest.param("edition: ", "edition: aaaaaaaa\nx: ", id="another's"),
        pytest.param("\n", "\r\n", id="CRLF"),
        pytest.param("---\n\n#", "\n#", id="unclosed properties"),
    ],
)
def test_a_spoiled_report_is_written_again_or_left_as_a_persons(
    vault: Vault, old: str, new: str
) -> None:
    vault.write(REPORT, re.sub(old, new, vault.read(REPORT), flags=re.DOTALL))
    done = vault.call("scan")
    report = vault.read(REPORT)
    is_ours = "generated: vaultwatch" in report
    assert done.status == (0 if is_ours else 1), done.err
    assert is_ours == ("|The fee of the Alder" in report)
    assert is_ours or "a note of yours" in done.err


def test_a_look_takes_answers_where_no_note_changed_and_rests_afterwards(vault: Vault) -> None:
    with open_workspace(vault.folder, state=vault.state) as ws:
        assert look(ws, [REPORT]).scanned is None
        tick(vault, "Alder", "dismiss")
        assert look(ws, [REPORT]).scanned is not None
        assert look(ws, [REPORT]).scanned is None
        edit(vault, "looked_on:", "updated: 12\nlooked_on:")
        look(ws, [REPORT])
        assert look(ws, [REPORT]).scanned is None
        assert "updated: 12\n---" in vault.read(REPORT)
        (vault.folder / REPORT).unlink()
        assert look(ws, [REPORT]).scanned is None
        vault.write("Stalls/Cedar.md", stall("Cedar", 40))
        look(ws, ["Stalls/Cedar.md"])
        assert "|The fee of the Birch" in vault.read(REPORT)


def test_a_running_daemon_answers_each_save_at_once(vault: Vault) -> None:
    with_settings(vault)
    with watching_here(vault) as watched:
        tick(vault, "Alder", "true")
        eventually(lambda: len(told(watched.report())) == 1, "the first answer")
        tick(vault, "Birch", "forget")
        eventually(lambda: len(told(watched.report())) == 2, "the second answer")
        edit(vault, "# Drift report\n", "# Drift report\n\nRead on Friday.\n")
        eventually(lambda: "## Your remarks\n\nRead on Friday." in watched.report(), "the remark")
        eventually(watched.is_at_rest, "rest")
        rounds = len(watched.jobs())
        vault.write("Stalls/Alder.md", stall("Alder", 55) + "\nIt is green.\n")
        eventually(lambda: len(watched.jobs()) > rounds, "the look at the edit")
        assert len(watched.jobs()) == rounds + 1


def test_what_was_ticked_is_counted_where_the_look_is_told_of(vault: Vault) -> None:
    tick(vault, "Alder", "dismiss")
    tick(vault, "Birch", "true")
    tick(vault, "Cedar", "forget")
    assert "0 open findings, 3 closed as you ticked." in vault.call("scan").out
    assert "0 open findings, 0 closed." in vault.call("scan").out


@pytest.mark.parametrize("mark", ["x", " "])
def test_a_tick_whose_id_was_deleted_is_told_and_stands_as_a_box_again(
    vault: Vault, mark: str
) -> None:
    anchor = findings(vault)["Alder"]["finding_id"]
    edit(vault, f"[ ] Still true ^{anchor}-true", f"[{mark}] Still true")
    report = scan(vault)
    said = f" ^{anchor}\n    - A tick was not understood: the id at the end of its line"
    assert (said in report) == (mark == "x")
    assert f"    - [ ] Still true ^{anchor}-true\n" in report
    assert "> - [" not in report.partition("> [!")[0]
    assert findings(vault)["Alder"]["status"] == "open"


def test_what_is_likely_is_listed_below_what_is_shown(vault: Vault) -> None:
    (ledger,) = vault.state.glob("*/ledger.sqlite")
    with raw_ledger(ledger) as connection:
        id_ = findings(vault)["Alder"]["finding_id"]
        set_to = "UPDATE findings SET outcome = 'likely', score = 1 WHERE id = ?"
        connection.execute(set_to, (id_,))
    listed = [row["outcome"] for row in vault.call("findings", "--json").rows]
    assert listed == ["shown", "shown", "likely"]


def test_what_was_answered_stands_at_its_place(vault: Vault) -> None:
    tick(vault, "Birch", "true")
    lane = scan(vault).partition("## What to look at\n")[2].partition("> [!info]-")[0]
    said = "- ✓ The fee of the Birch stall is 40 euros: it is still true, "
    assert lane.index("Alder") < lane.index("Cedar") < lane.index(said)


@pytest.mark.parametrize("mark", ["[ x]", "[X ]"])
def test_a_tick_a_little_beside_its_box_is_carried_out(vault: Vault, mark: str) -> None:
    anchor = f"^{findings(vault)['Alder']['finding_id']}-dismiss"
    edit(vault, f"[ ] False alarm: dismiss {anchor}", f"{mark} False alarm: dismiss {anchor}")
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "dismissed"


def test_of_a_mark_that_is_no_tick_the_reader_is_told_at_its_place(vault: Vault) -> None:
    anchor = findings(vault)["Alder"]["finding_id"]
    edit(vault, f"[ ] Still true ^{anchor}-true", f"[-] Still true ^{anchor}-true")
    report = scan(vault)
    assert findings(vault)["Alder"]["status"] == "open"
    assert f" ^{anchor}\n    - Nothing was done: a box is ticked with x" in report
    assert "[-]" not in report
