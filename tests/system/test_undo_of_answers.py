"""Taking back what a tick or a word settled: the finding stands again, and nothing acts twice."""

import re
from pathlib import Path

import pytest

from tests.system.drifted import REPORT, copy_of, findings, scan, tick, told
from tests.system.vaults import Vault
from vaultwatch.services.look import look
from vaultwatch.wiring import open_workspace

MEMORY = "Memories/Alder fee.md"


def notes(vault: Vault) -> dict[str, bytes]:
    """All that stands in the vault beside the report."""
    return {path: data for path, data in vault.bytes().items() if path != REPORT}


def cases(vault: Vault) -> int:
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        return len(ws.ledger.cases())


def undo(vault: Vault) -> str:
    done = vault.call("undo")
    assert done.status == 0, done.err
    return done.out


@pytest.mark.parametrize("answer", ["apply", "dismiss", "true", "forget"])
def test_a_tick_that_is_taken_back_acts_no_more(
    drifted: Vault, tmp_path: Path, answer: str
) -> None:
    vault = copy_of(drifted, tmp_path)
    before = notes(vault)
    tick(vault, "Alder", answer)
    scan(vault)
    assert notes(vault) != before
    assert cases(vault) == 1
    undo(vault)
    report = vault.read(REPORT)
    assert notes(vault) == before
    assert "[x]" not in report
    assert findings(vault)["Alder"]["status"] == "open"
    assert f"^{findings(vault)['Alder']['id']}" in report
    (said,) = told(report)
    assert said.startswith("Taken back with undo: ")
    assert cases(vault) == 0
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
    assert notes(vault) == before
    assert findings(vault)["Alder"]["status"] == "open"
    assert told(scan(vault)) == [said]


def test_several_steps_are_taken_back_one_after_another(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    stood = [notes(vault)]
    for name, answer in (("Alder", "apply"), ("Birch", "dismiss"), ("Cedar", "apply")):
        tick(vault, name, answer)
        scan(vault)
        vault.write(REPORT, f"{vault.read(REPORT)}\nI looked at {name}.\n")
        scan(vault)  # only the report is written anew
        stood.append(notes(vault))
    for before in reversed(stood[:-1]):
        undo(vault)
        assert notes(vault) == before
    assert {found["status"] for found in findings(vault).values()} == {"open"}


def test_a_wording_that_is_taken_back_is_a_finding_again_at_once(
    drifted: Vault, tmp_path: Path
) -> None:
    vault = copy_of(drifted, tmp_path)
    found = findings(vault)["Alder"]
    assert vault.call("findings", "apply", found["id"]).status == 0
    said = undo(vault)
    assert f"what was said of finding {found['id']}" in said
    (again,) = [one for one in vault.call("findings", "--json").rows if one["id"] == found["id"]]
    assert (again["before"], again["after"]) == (found["before"], found["after"])
    assert f"^{found['id']}" in vault.read(REPORT)


def test_an_acknowledged_finding_is_acknowledged_again(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    id_ = findings(vault)["Alder"]["id"]
    for word in ("acknowledge", "dismiss"):
        assert vault.call("findings", word, id_).status == 0
    undo(vault)
    assert findings(vault)["Alder"]["status"] == "acknowledged"


def test_a_note_edited_since_keeps_what_was_said_of_it(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    assert vault.call("findings", "apply", findings(vault)["Alder"]["id"]).status == 0
    vault.write(MEMORY, vault.read(MEMORY).replace("55", "56"))
    assert "It was changed since." in vault.call("undo").err
    assert findings(vault)["Alder"]["status"] == "resolved"


def test_flags_of_a_look_that_are_taken_back_stay_off(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    undo(vault)
    assert not re.search("^drift:", vault.read(MEMORY), re.MULTILINE)
    bare = notes(vault)
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
    assert notes(vault) == bare
    assert vault.call("undo").status == 4
