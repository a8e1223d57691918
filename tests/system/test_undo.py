"""One `vaultwatch undo` after one command takes back all that the command wrote.

The report is written anew instead: it follows from what is known.
"""

from pathlib import Path

import pytest

from tests.system.agent_vaults import ATTACK
from tests.system.drifted import NAMES, REPORT, copy_of, findings, stall, tick
from tests.system.inboxes import PNPM, TABS, propose, said
from tests.system.inboxes import tick as tick_line
from tests.system.vaults import Vault
from vaultwatch.doors.cli import care_commands
from vaultwatch.services.look import look
from vaultwatch.wiring import open_workspace

MEMORY = "Memories/Alder fee.md"


def undone(vault: Vault, *command: str) -> str:
    """Run a command and take it back with one undo; return what undo said."""
    before = vault.notes()
    done = vault.call(*command)
    assert done.status == 0, (command, done.err)
    assert vault.notes() != before, command
    said = vault.call("undo")
    assert said.status == 0, (command, said.err)
    assert vault.notes() == before, command
    return said.out.splitlines()[0].split(" of ")[0]


def test_each_command_is_one_step_to_take_back(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    ids = {name: found["finding_id"] for name, found in findings(vault).items()}
    assert undone(vault, "findings", "apply", ids["Alder"]) == "Took back 'findings apply'"
    assert undone(vault, "findings", "verify", ids["Birch"]) == "Took back 'finding still true'"
    assert undone(vault, "findings", "dismiss", ids["Cedar"]) == "Took back 'finding dismissed'"
    edited = ("memory", "edit", "mem_birch", "The [[Birch]] stall costs 55 euros.")
    assert undone(vault, *edited) == "Took back 'memory edit'"
    assert undone(vault, "memory", "forget", "mem_cedar") == "Took back 'memory forget'"
    added = ("memory", "add", "The [[Alder]] stall has two chairs.")
    assert undone(vault, *added) == "Took back 'memory add'"


def test_each_decision_is_one_step_to_take_back(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    vault.write("Memories/Oven.md", f"---\nid: mem_oven\n---\n{ATTACK}\n")
    assert vault.call("scan").status == 0
    for choice, deed in (("accept", "activate"), ("drop", "reject")):
        said = undone(vault, "review", choice, "mem_oven")
        assert said == f"Took back 'review {deed}'"
        assert vault.call("scan").status == 0


def test_of_many_files_as_many_are_named_as_a_screen_holds(
    drifted: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = copy_of(drifted, tmp_path)
    monkeypatch.setattr(care_commands, "MOST_NAMED", 1)
    rehearsed = vault.call("undo", "--dry-run").out.splitlines()
    (row,) = vault.call("undo", "--dry-run", "--json").rows
    assert len(row["restored"]) > 2
    assert rehearsed[1:] == [
        f"  {row['restored'][0]}",
        f"  and {len(row['restored']) - 1} files more: --json names each",
        "  Flags that go by this stay off until their finding changes.",
    ]


def took_back(vault: Vault) -> str:
    """Take a step back; return its name."""
    done = vault.call("undo")
    assert done.status == 0, done.err
    return done.out.split("'")[1]


def statuses(vault: Vault) -> list[str]:
    return [findings(vault)[name]["status"] for name in NAMES]


@pytest.mark.parametrize("is_behind_a_command", [False, True])
def test_each_tick_of_one_save_is_a_step_and_the_deed_beside_it_another(
    drifted: Vault, tmp_path: Path, *, is_behind_a_command: bool
) -> None:
    vault = copy_of(drifted, tmp_path)
    vault.write(
        "Memories/Chairs.md", "---\nid: mem_chairs\n---\nThe [[Alder]] stall has two chairs.\n"
    )
    assert vault.call("scan").status == 0
    before = vault.notes()
    with open_workspace(vault.folder, state=vault.state) as ws:
        propose(ws, said(TABS, PNPM))
    for name, answer in zip(NAMES, ("apply", "forget", "dismiss"), strict=True):
        tick(vault, name, answer)
    tick_line(vault, TABS, "keep")
    if is_behind_a_command:
        assert vault.call("memory", "forget", "mem_chairs").status == 0
    else:
        with open_workspace(vault.folder, state=vault.state) as ws:
            look(ws, [REPORT])
    assert statuses(vault) == ["resolved", "resolved", "dismissed"]
    assert took_back(vault) == "inbox keep"
    assert statuses(vault) == ["resolved", "resolved", "dismissed"]
    assert took_back(vault) == "memory forget"
    assert vault.read("Memories/Birch fee.md") == before["Memories/Birch fee.md"].decode()
    assert took_back(vault) == "finding dismissed"
    assert "55 euros" in vault.read(MEMORY)
    assert took_back(vault) == "findings apply"
    if is_behind_a_command:
        assert took_back(vault) == "memory forget"
    assert {path: vault.read(path).encode() for path in before} == before
    assert statuses(vault) == ["open", "open", "open"]


def test_ticks_about_one_memory_are_taken_back_one_by_one(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    path = "Memories/All fees.md"
    belief = "\n\n".join(f"The fee of the [[{name}]] stall is 55 euros." for name in NAMES)
    vault.write(path, f"---\nid: mem_all\n---\n{belief}\n")
    assert vault.call("scan").status == 0
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, 70))
    assert vault.call("scan").status == 0
    flagged = vault.read(path)
    rows = vault.call("findings", "--json").rows
    mine = [row["finding_id"] for row in rows if row["memory_id"] == "mem_all"]
    for id_, answer in zip(mine, ("true", "dismiss", "true"), strict=True):
        box = next(line for line in vault.read(REPORT).splitlines() if f"^{id_}-{answer}" in line)
        vault.write(REPORT, vault.read(REPORT).replace(box, box.replace("[ ]", "[x]")))
    assert vault.call("scan").status == 0
    assert "drift:" not in vault.read(path)
    notes = []
    for step in ("finding still true", "finding dismissed", "finding still true"):
        assert took_back(vault) == step
        notes.append(vault.read(path).count("[[Stalls/"))
    assert notes == [1, 2, 3]
    assert vault.read(path) == flagged


@pytest.mark.parametrize(
    "command",
    [
        ("findings", "apply", "FINDING"),
        ("memory", "edit", "mem_alder", "The [[Alder]] stall is 55 euros a day."),
        ("memory", "edit", "mem_alder", "It costs 55 euros."),
    ],
    ids=["apply", "edit", "edit that drops the link"],
)
def test_a_belief_that_is_taken_back_has_drifted_as_before(
    drifted: Vault, tmp_path: Path, command: tuple[str, ...]
) -> None:
    vault = copy_of(drifted, tmp_path)
    found = findings(vault)["Alder"]
    done = vault.call(*(found["finding_id"] if word == "FINDING" else word for word in command))
    assert done.status == 0, done.err
    assert findings(vault)["Alder"]["status"] == "resolved"
    assert vault.call("undo").status == 0
    assert vault.call("scan").status == 0
    again = findings(vault)["Alder"]
    assert again["status"] == "open"
    assert (again["before"], again["after"]) == (found["before"], found["after"])
