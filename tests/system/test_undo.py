"""One `vaultwatch undo` after one command takes back all that the command wrote.

The report is written anew instead: it follows from what is known.
"""

from pathlib import Path

import pytest

from tests.system.agent_vaults import ATTACK
from tests.system.drifted import NAMES, REPORT, copy_of, findings, tick
from tests.system.vaults import Vault
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
    ids = {name: found["id"] for name, found in findings(vault).items()}
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
    for choice in ("activate", "reject"):
        said = undone(vault, "review", choice, "mem_oven")
        assert said == f"Took back 'review {choice}'"
        assert vault.call("scan").status == 0


def test_a_look_with_its_ticks_is_one_step_to_take_back(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    for name, answer in zip(NAMES, ("apply", "forget", "dismiss"), strict=True):
        tick(vault, name, answer)
    before = vault.notes()
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws, [REPORT])
    assert "55 euros" in vault.read(MEMORY)
    assert vault.call("undo").status == 0
    assert vault.notes() == before


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
    done = vault.call(*(found["id"] if word == "FINDING" else word for word in command))
    assert done.status == 0, done.err
    assert findings(vault)["Alder"]["status"] == "resolved"
    assert vault.call("undo").status == 0
    assert vault.call("scan").status == 0
    again = findings(vault)["Alder"]
    assert again["status"] == "open"
    assert (again["before"], again["after"]) == (found["before"], found["after"])
