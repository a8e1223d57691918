"""A person answers in the report: what they ticked is carried out, what they typed is kept."""

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.system.daemons import eventually, watching, with_settings
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.ledger.connection import Connected
from vaultwatch.adapters.vault_files import VaultFiles
from vaultwatch.services.answers import take_answers
from vaultwatch.services.citing import cite
from vaultwatch.services.publishing import publish
from vaultwatch.services.reindex import NOTHING_INDEXED
from vaultwatch.services.report_file import started
from vaultwatch.services.scan import look
from vaultwatch.settings import Places
from vaultwatch.wiring import open_workspace

REPORT = "drift-report.md"
RESTS = "it now rests on what “{}” says today."
NAMES = ("Alder", "Birch", "Cedar")


def stall(name: str, euros: int) -> str:
    return f"# {name}\n\nThe fee of the {name} stall is {euros} euros.\n\nIt has two chairs.\n"


@pytest.fixture(scope="module")
def drifted(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """Three memories that three edits overtook; to be copied, not changed."""
    folder = tmp_path_factory.mktemp("drifted")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, 40), day="2026-05-01")
        belief = f"The fee of the [[{name}]] stall is 40 euros."
        vault.write(f"Memories/{name} fee.md", f"---\nid: mem_{name.lower()}\n---\n{belief}\n")
    assert vault.call("scan").status == 0
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, 55))
    assert vault.call("scan").status == 0
    assert len(vault.call("findings", "--json").rows) == len(NAMES)
    return vault


def copy_of(vault: Vault, folder: Path) -> Vault:
    copy = Vault(folder / "vault", folder / "state")
    shutil.copytree(vault.folder, copy.folder)
    old, new = (Places(one.folder, state_base=one.state).state for one in (vault, copy))
    shutil.copytree(old, new)
    return copy


@pytest.fixture
def vault(drifted: Vault, tmp_path: Path) -> Vault:
    return copy_of(drifted, tmp_path)


def findings(vault: Vault) -> dict[str, dict[str, Any]]:
    """The latest finding of each memory, by the stall's name."""
    rows = sorted(vault.call("findings", "--all", "--json").rows, key=lambda row: row["last_seen"])
    return {row["memory_id"].removeprefix("mem_").title(): row for row in rows}


def edit(vault: Vault, old: str, new: str) -> None:
    report = vault.read(REPORT)
    assert report.count(old) == 1, old
    vault.write(REPORT, report.replace(old, new))


def tick(vault: Vault, name: str, answer: str) -> None:
    anchor = f"^{findings(vault)[name]['id']}-{answer}"
    (line,) = [line for line in vault.read(REPORT).splitlines() if line.endswith(anchor)]
    edit(vault, line, line.replace("[ ]", "[x]"))


def scan(vault: Vault) -> str:
    """Look at the vault; return the report."""
    done = vault.call("scan")
    assert done.status == 0, done.err
    report = vault.read(REPORT)
    assert "[x]" not in report
    return report


def told(report: str) -> list[str]:
    if "## Your answers" not in report:
        return []
    section = report.split("## Your answers\n\n")[1].split("\n\n", maxsplit=1)[0]
    return [line[len("- 2026-11-21: ") :] for line in section.splitlines()]


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
    assert told(report) == [f"“Alder fee” is still true; {RESTS.format('Alder')}"]
    assert findings(vault)["Alder"]["status"] == "resolved"
    scan(vault)
    assert findings(vault)["Alder"]["status"] == "resolved"
    assert grounds(vault, "mem_alder") == ["The fee of the Alder stall is 55 euros."]
    assert grounds(vault, "mem_birch") == ["The fee of the Birch stall is 40 euros."]


def test_a_memory_that_was_updated_is_told_from_one_that_was_not(vault: Vault) -> None:
    memory = vault.read("Memories/Alder fee.md")
    vault.write("Memories/Alder fee.md", memory.replace("40", "55"))
    tick(vault, "Alder", "updated")
    tick(vault, "Birch", "updated")
    assert sorted(told(scan(vault))) == [
        f"“Alder fee” was updated; {RESTS.format('Alder')}",
        f"“Birch fee” reads as before, but counts as updated; {RESTS.format('Birch')}",
    ]
    assert {findings(vault)[name]["status"] for name in ("Alder", "Birch")} == {"resolved"}


def test_a_forgotten_memory_goes_to_the_trash_and_undo_brings_it_back(vault: Vault) -> None:
    before = vault.read("Memories/Alder fee.md")
    tick(vault, "Alder", "forget")
    report = scan(vault)
    assert told(report) == [
        "“Alder fee” is forgotten; its note lies in '.trash/Memories/Alder fee.md'."
    ]
    assert vault.read(".trash/Memories/Alder fee.md") == before
    assert not (vault.folder / "Memories/Alder fee.md").exists()
    assert findings(vault)["Alder"]["why"] == "the memory was forgotten"


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


def test_a_tick_on_a_finding_that_closed_meanwhile_is_answered(vault: Vault) -> None:
    tick(vault, "Alder", "true")
    done = vault.call("findings", "dismiss", findings(vault)["Alder"]["id"], "--why", "last year")
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
    edit(vault, f"^{one['id']}-forget", f"^{one['id']}-forget\n    Ask Ana, token=ghp_{'a1B2' * 9}")
    edit(vault, "# Drift report\n", "# Drift report\n\nRead on Friday.\n")
    report = scan(vault)
    assert "    > Ask Ana, token=" in report
    assert "ghp_a1B2" not in report
    assert report.endswith("\n## Your remarks\n\nRead on Friday.\n")
    assert "remark  Ask Ana" in vault.call("findings", "show", one["id"]).out
    assert scan(vault) == report
    tick(vault, "Alder", "dismiss")
    assert "    > Ask Ana" in scan(vault).split("## Recently closed")[1]


def test_a_rehearsal_changes_nothing_in_the_vault(vault: Vault) -> None:
    for name, answer in zip(NAMES, ("true", "dismiss", "forget"), strict=True):
        tick(vault, name, answer)
    before = vault.bytes()
    assert vault.call("scan", "--dry-run").status == 0
    assert vault.call("report", "--dry-run").status == 0
    assert vault.bytes() == before
    assert {row["status"] for row in findings(vault).values()} == {"open"}


def test_the_report_command_answers_too(vault: Vault) -> None:
    tick(vault, "Alder", "true")
    tick(vault, "Birch", "forget")
    assert vault.call("report").status == 0
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
    assert done.status == 0, done.err
    report = vault.read(REPORT)
    is_ours = "generated: vaultwatch" in report
    assert is_ours == ("### Alder" in report)
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
        look(ws, [REPORT])
        assert "### Birch" in vault.read(REPORT)


def test_a_running_daemon_answers_each_save_at_once(vault: Vault) -> None:
    with_settings(vault)
    with watching(vault) as watched:
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
        assert watched.stop() == 0


class Killed(BaseException):
    """The end of the process, as far as a test in it can tell."""


@contextmanager
def killed_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """End the work at the so-manieth write to ledger or vault; yield the steps so far."""
    steps: list[str] = []
    write = Connected._write  # noqa: SLF001 -- the one way to every write
    replace_note, trash = VaultFiles.replace_note, VaultFiles.trash

    def reached(name: str) -> None:
        steps.append(name)
        if len(steps) > step:
            raise Killed

    def counted_write(self: Connected) -> Any:  # noqa: ANN401 -- as the real one
        reached("ledger")
        return write(self)

    def counted_replace(self: VaultFiles, path: str, **more: Any) -> bool:  # noqa: ANN401
        reached("write")
        return replace_note(self, path, **more)

    def counted_trash(self: VaultFiles, path: str, **more: Any) -> str:  # noqa: ANN401
        reached("trash")
        return trash(self, path, **more)

    with monkeypatch.context() as patched:
        patched.setattr(Connected, "_write", counted_write)
        patched.setattr(VaultFiles, "replace_note", counted_replace)
        patched.setattr(VaultFiles, "trash", counted_trash)
        yield steps


def test_what_is_typed_after_a_kill_before_the_report_was_written_is_kept(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    tick(vault, "Alder", "dismiss")
    whole = 10_000
    with killed_at(whole, monkeypatch) as steps:
        look_again(copy_of(vault, vault.folder.parent / "whole"))
    last = len(steps) - 1 - steps[::-1].index("write")
    with killed_at(last, monkeypatch), pytest.raises(Killed):
        look_again(vault)
    assert "[x]" in vault.read(REPORT)
    edit(vault, "# Drift report\n", "# Drift report\n\nRead on Friday.\n")
    report = scan(vault)
    assert report.endswith("\n## Your remarks\n\nRead on Friday.\n")
    assert len(told(report)) == 1


def look_again(vault: Vault) -> None:
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws, None)
        assert started(ws) == frozenset()


def test_a_kill_at_any_step_loses_no_tick_and_does_no_harm(
    drifted: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticked = copy_of(drifted, tmp_path / "ticked")
    for name, answer in zip(NAMES, ("true", "dismiss", "forget"), strict=True):
        tick(ticked, name, answer)
    one = findings(ticked)["Alder"]["id"]
    edit(ticked, f"^{one}-forget", f"^{one}-forget\n    Ask Ana.")
    step, is_over = 0, False
    while not is_over:
        vault = copy_of(ticked, tmp_path / str(step))
        with killed_at(step, monkeypatch) as steps:
            try:
                look_again(vault)
                is_over = True
            except Killed:
                pass
        report = scan(vault)
        found = findings(vault)
        statuses = {name: (found[name]["status"], found[name]["why"]) for name in NAMES}
        assert statuses == {
            "Alder": ("resolved", "still true, ticked in the report"),
            "Birch": ("dismissed", "a false alarm, ticked in the report"),
            "Cedar": ("resolved", "the memory was forgotten"),
        }, (step, steps)
        assert len(vault.call("findings", "--all", "--json").rows) == len(NAMES), (step, steps)
        trashed = [path.name for path in (vault.folder / ".trash").rglob("*.md")]
        assert trashed == ["Cedar fee.md"], (step, steps)
        said = told(report)
        assert len(said) == len(NAMES), (step, steps, said)
        assert not any("Nothing was done" in line for line in said), (step, steps, said)
        assert found["Alder"]["remark"] == "Ask Ana.", (step, steps)
        assert "## Your remarks" not in report, (step, steps)
        step += 1
    assert "trash" in steps
    assert step > 8
