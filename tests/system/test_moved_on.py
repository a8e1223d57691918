"""A session is told which memories of its project drifted or are in doubt, and of no other's."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.system.drifted import NAMES, copy_of, doubted_vault
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.places import Places
from vaultwatch.recall.tokens import count_tokens
from vaultwatch.services.findings.settle import dismiss
from vaultwatch.services.sessions.hook_calls import HookCall, note_call
from vaultwatch.services.sessions.opening import (
    MOST_MOVED_ON,
    NO_LONGER_SO,
    Beginning,
    opening_block,
)
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace


@pytest.fixture
def vault(drifted: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = copy_of(drifted, tmp_path)
    monkeypatch.setenv("VAULTWATCH_STATE", str(made.state))
    return made


def say(vault: Vault, name: str, line: str) -> None:
    path = f"Memories/{name} fee.md"
    vault.write(path, vault.read(path).replace("---\n", f"---\n{line}\n", 1))


def told(ws: Workspace, folder: Path, how: Beginning = "startup", tokens: int = 1_000) -> list[str]:
    project = project_at(str(folder))
    text = opening_block(ws, session="s", project=project, how=how, max_tokens=tokens)
    return text.partition(f"{NO_LONGER_SO}\n")[2].splitlines()


def use(ws: Workspace, name: str, folder: Path, times: int) -> None:
    at = ws.clock.now()
    rows = [
        AccessRow(
            f"mem_{name.lower()}", f"s{n}", f"q{n}", at - timedelta(hours=n), None, str(folder)
        )
        for n in range(times)
    ]
    with ws.writing() as is_ours:
        assert is_ours
        ws.ledger.put_accesses(rows)


def names(lines: list[str]) -> list[str]:
    return [
        name for line in lines for name in NAMES if line.startswith(f"> memory mem_{name.lower()}")
    ]


def test_what_was_used_here_most_stands_first_with_what_its_note_says(
    vault: Vault, tmp_path: Path
) -> None:
    here, elsewhere = tmp_path / "a" / "proj", tmp_path / "b" / "proj"
    for folder in (here, elsewhere):
        folder.mkdir(parents=True)
    with open_workspace(vault.folder) as ws:
        assert told(ws, here) == []
        use(ws, "Cedar", here, 3)
        use(ws, "Birch", here, 1)
        use(ws, "Alder", elsewhere, 9)
        lines = told(ws, here)
        assert names(lines) == ["Cedar", "Birch"]
        assert lines[1].startswith(">> note Stalls/Cedar.md says, line 3: The fee of the Cedar")
        assert names(told(ws, here, "compact")) == ["Cedar", "Birch"]
        assert names(told(ws, elsewhere)) == ["Alder"]
        (found,) = ws.ledger.findings(memory_id="mem_birch")
        dismiss(ws, found.id)
        assert names(told(ws, here)) == ["Cedar"]


def test_a_memory_is_of_the_project_of_its_session_its_topic_or_its_repository(
    vault: Vault, tmp_path: Path
) -> None:
    here = tmp_path / "proj"
    here.mkdir()
    say(vault, "Alder", "session: s-1")
    say(vault, "Birch", "topic: Proj")
    say(vault, "Cedar", f"repository: {here}")
    vault.call("scan")
    with open_workspace(vault.folder) as ws:
        places = Places(vault.folder, state_base=vault.state)
        assert sorted(names(told(ws, here))) == ["Birch", "Cedar"]
        begun = HookCall("session-start", "codex", "s-1", project=str(here))
        note_call(places, begun, ws.clock.now())
        assert sorted(names(told(ws, here))) == ["Alder", "Birch", "Cedar"]
        assert names(told(ws, tmp_path)) == []
        other = tmp_path / "other" / "proj"
        other.mkdir(parents=True)
        note_call(places, HookCall("stop", "codex", "s-2", project=str(other)), ws.clock.now())
        assert sorted(names(told(ws, here))) == ["Alder", "Cedar"], "two bear the name of Birch"
        assert sorted(names(told(ws, vault.folder))) == [*NAMES], "the vault is all of it"


def test_what_is_in_doubt_is_told_as_unjudged_and_all_of_it_in_few_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = tuple(f"{name}{n}" for n in range(8) for name in NAMES)[:15]
    vault = doubted_vault(tmp_path, many)
    monkeypatch.setenv("VAULTWATCH_STATE", str(vault.state))
    with open_workspace(vault.folder) as ws:
        lines = told(ws, vault.folder)
        assert lines[1].startswith("?? note Stalls/")
        assert "nobody has judged it" in lines[1]
        assert count_tokens("\n".join([NO_LONGER_SO, *lines]), None) <= MOST_MOVED_ON
        beliefs = sum(line.startswith("> memory") for line in lines)
        assert lines[-1] == f"# and {len(many) - beliefs} more of these"
        assert told(ws, vault.folder, tokens=600) == lines
        assert len(told(ws, vault.folder, tokens=100)) < len(lines)


def test_what_else_is_to_be_told_stands_last_on_a_line_of_its_own(
    vault: Vault, tmp_path: Path
) -> None:
    with open_workspace(vault.folder) as ws:
        for folder, is_lone in ((vault.folder, False), (tmp_path, True)):
            text = opening_block(
                ws,
                session="s",
                project=project_at(str(folder)),
                how="startup",
                max_tokens=1_000,
                asides=(lambda _: "3 memories wait.", lambda _: ""),
            )
            assert text.splitlines()[-1] == "# 3 memories wait."
            assert (text == "# 3 memories wait.") is is_lone


def test_a_session_elsewhere_is_told_how_many_are_open_in_the_vault(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    begun = vault.call("context", "--session-start").out
    assert "3 memories in the whole vault may be outdated: vault_prediction_errors" in begun
    for row in vault.call("findings", "--json").rows:
        assert vault.call("findings", "dismiss", row["finding_id"]).status == 0
    assert "may be outdated" not in vault.call("context", "--session-start").out
