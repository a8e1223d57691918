"""Memories used where they are not meant for, and such as can be read in two ways, end to end."""

from pathlib import Path

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, live, move_clock, store
from tests.system.vaults import Vault
from vaultwatch.services.findings.settle import dismiss, verify
from vaultwatch.services.findings.verifying import queued
from vaultwatch.services.look import scan
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.memories.updating import MemoryChange, update_memory
from vaultwatch.services.records.use import note_use
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("oven", "kiln"):
        (tmp_path / "src" / name / ".git").mkdir(parents=True)
    return tmp_path


def scoped(ws: Workspace, **properties: str) -> str:
    done = store(ws, "The oven is lit with `~/src/oven/light.sh`.")
    (row,) = ws.ledger.find_memories(ids=[done.id])
    put_properties(ws, row.path, dict(properties))
    scan(ws)
    return done.id


def given_out(ws: Workspace, memory: str, *questions: str, folder: Path | None = None) -> None:
    move_clock(ws, DAY / 24)
    ws.session, ws.works_in = "a session", str(folder or "")
    for question in questions:
        note_use(ws, question, [memory])
    scan(ws)


@pytest.mark.usefixtures("home")
def test_a_memory_of_another_machine_is_told_of_once_agents_are_given_it_here(
    ws: Workspace, vault: Vault
) -> None:
    memory = scoped(ws, machine="no-such-machine")
    assert live(ws, "scope_break") == [], "nothing is wrong with it"
    given_out(ws, memory, "how is the oven lit?")
    assert live(ws, "scope_break") == []
    given_out(ws, memory, "light the oven")
    (found,) = live(ws, "scope_break")
    assert found.memory_id == memory
    assert found.score < ws.settings.drift.min_score, "below drift"
    assert live(ws, "contradicted_by_check") == [], "it is not checked here"
    report = vault.read("drift-report.md")
    assert "it is for the machine no-such-machine, and was given to agents on " in report
    assert f"^{found.id}-dismiss" in report
    (row,) = ws.ledger.find_memories(ids=[memory])
    assert "drift" not in vault.read(row.path), "no flag"
    dismiss(ws, found.id)
    given_out(ws, memory, "and once more")
    assert live(ws, "scope_break") == [], "what was said of it holds"


def test_a_memory_of_another_repository_is_told_of_where_it_is_used_in_a_third_alone(
    ws: Workspace, home: Path
) -> None:
    memory = scoped(ws, repository="~/src/oven")
    asked = ("how is it lit?", "light it")
    given_out(ws, memory, *asked, folder=home / "src" / "oven" / "lib")
    given_out(ws, memory, *asked, folder=home)
    assert live(ws, "scope_break") == [], "its own repository, and none"
    given_out(ws, memory, "how, here?", "light this", folder=home / "src" / "kiln")
    (found,) = live(ws, "scope_break")
    scope, where = "the repository ~/src/oven", "in ~/src/kiln, for 2 questions"
    assert found.reasons == (f"it is for {scope}, and agents were given it {where}",)
    (row,) = ws.ledger.find_memories(ids=[memory])
    put_properties(ws, row.path, {}, remove=["repository"])
    scan(ws)
    assert live(ws, "scope_break") == []


def test_a_path_that_stands_in_two_projects_is_told_with_both_and_never_guessed(
    ws: Workspace, vault: Vault, home: Path
) -> None:
    for name in ("oven", "kiln"):
        (home / "src" / name / "conf").mkdir()
    (home / "src" / "oven" / "conf" / "limits.toml").touch()
    done = store(
        ws,
        "The repo of the oven is at `~/src/oven`, the repo of the kiln is at `~/src/kiln`. "
        "The limits are in `conf/limits.toml`.",
    )
    scan(ws)
    assert live(ws, "ambiguous") == [], "it fits one of them"
    assert queued(ws) == [], "nobody is asked about the other"
    (home / "src" / "kiln" / "conf" / "limits.toml").touch()
    move_clock(ws, 2 * DAY)
    scan(ws)
    (found,) = live(ws, "ambiguous")
    places = "~/src/kiln/conf/limits.toml or ~/src/oven/conf/limits.toml"
    assert found.reasons == (f"conf/limits.toml may mean {places}",)
    assert "## Links to mend" in vault.read("drift-report.md")
    assert f"^{found.id}-dismiss" in vault.read("drift-report.md")
    update_memory(
        ws, done.id, MemoryChange(belief="The limits are in `~/src/oven/conf/limits.toml`.")
    )
    scan(ws)
    assert live(ws, "ambiguous") == []


def test_a_link_that_fits_two_notes_is_a_finding_until_it_says_which_or_nobody_minds(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("North/Tent.md", "# Tent\n\nGreen.\n")
    vault.write("South/Tent.md", "# Tent\n\nRed.\n")
    vault.write("Memories/t.md", "---\nid: mem_t\n---\nIt is where [[Tent]] says.\n")
    scan(ws)
    (found,) = live(ws, "ambiguous")
    assert found.reasons == ("[[Tent]] may mean North/Tent.md or South/Tent.md",)
    verify(ws, found.id)
    scan(ws)
    assert live(ws, "ambiguous") == []
    assert "## Links to mend" not in vault.read("drift-report.md")
    vault.write("West/Tent.md", "# Tent\n\nBlue.\n")
    scan(ws)
    assert len(live(ws, "ambiguous")) == 1, "a third one is another question"
