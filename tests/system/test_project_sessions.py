"""What a session leaves reaches the next one of its project, and no other of its name."""

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.test_projects import git, made
from tests.system import agent_vaults
from tests.system.vaults import Vault
from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.memories.handoff import Handoff
from vaultwatch.memories.projects import Project
from vaultwatch.places import Places
from vaultwatch.services.sessions.handing_over import hand_over
from vaultwatch.services.sessions.hook_calls import HookCall, left_undone, note_call
from vaultwatch.services.sessions.left_behind import hand_overs, project_called
from vaultwatch.services.sessions.opening import opening_block
from vaultwatch.services.sessions.session_work import work
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import SessionsSettings

QUIET = SessionsSettings(capture=False)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return agent_vaults.make_vault(tmp_path)


@pytest.fixture
def places(vault: Vault) -> Places:
    found = Places(vault.folder, state_base=vault.state)
    found.ensure()
    return found


def session(places: Places, ws: Workspace, folder: Path, task: str) -> str:
    """Have a session in a folder end with a task open; return its key."""
    call = {"type": "tool_use", "name": "TodoWrite", "input": {"todos": [{"content": task}]}}
    row = {"type": "assistant", "message": {"role": "assistant", "content": [call]}}
    transcript = places.state / f"{abs(hash((folder, task)))}.jsonl"
    transcript.write_text(json.dumps(row), encoding="utf-8")
    said = HookCall("session-start", "claude-code", task, project=str(folder))
    note_call(places, replace(said, transcript=str(transcript)), ws.clock.now())
    key = note_call(places, replace(said, kind="session-end"), ws.clock.now())
    work(places, key, QUIET, lambda _: nullcontext(ws), now=ws.clock.now)
    ws.client = ""
    return key


def told(ws: Workspace, folder: Path) -> str:
    return opening_block(
        ws, session="next", project=project_at(str(folder)), how="startup", max_tokens=1_000
    )


def test_open_work_stays_in_its_project(places: Places, vault: Vault, tmp_path: Path) -> None:
    a, b = made(tmp_path / "a" / "proj"), made(tmp_path / "b" / "proj")
    bare = tmp_path / "c" / "proj"
    bare.mkdir(parents=True)
    git(a, "worktree", "add", "-q", str(tmp_path / "fix"))
    with agent_vaults.opened(vault) as ws:
        session(places, ws, a, "Rotate the key")
        assert "Rotate the key" in told(ws, a)
        assert "Rotate the key" in told(ws, tmp_path / "fix")
        assert told(ws, b) == told(ws, bare) == ""
        session(places, ws, tmp_path / "fix", "Tell the printer")
        session(places, ws, b, "Move the invoices")
        assert "Tell the printer" in told(ws, a)
        assert "Move the invoices" not in told(ws, a)
        assert "Rotate the key" not in told(ws, b)
        assert len(hand_overs(ws, Project("Proj"))) == 3, "a person asks by name"
    text = "".join(one.decode() for path, one in vault.bytes().items() if "Sessions/" in path)
    assert str(tmp_path) not in text, "no path of the machine stands in a note"


def by_name(ws: Workspace, session: str, name: str, task: str) -> None:
    """Leave a hand-over as it was once written: the project by its folder's name alone."""
    ws.client = "claude-code"
    hand_over(ws, Handoff(session, Project(name), next_actions=(task,)))
    ws.client = ""


def test_a_hand_over_that_only_names_its_project_is_told_where_one_bears_the_name(
    places: Places, vault: Vault, tmp_path: Path
) -> None:
    a, b = made(tmp_path / "a" / "proj"), made(tmp_path / "b" / "proj")
    (a / "api").mkdir()
    with agent_vaults.opened(vault) as ws:
        by_name(ws, "old", "proj", "Rotate the key")
        assert "Rotate the key" in told(ws, a)
        assert told(ws, tmp_path) == ""
        by_name(ws, "older", "api", "Tell the printer")
        assert "Tell the printer" in told(ws, a / "api")
        session(places, ws, b, "Move the invoices")
        assert "Rotate the key" not in told(ws, a), "it may be of the other"
        begun = HookCall("session-start", "claude-code", "new", project=str(a))
        note_call(places, begun, ws.clock.now())
        assert "Rotate the key" not in told(ws, b)
        # What the hooks noted of the session then says which it is.
        stopped = HookCall("stop", "claude-code", "old", project=str(a))
        note_call(places, stopped, ws.clock.now())
        assert "Rotate the key" in told(ws, a)
        assert "Rotate the key" not in told(ws, b)


def test_a_hand_over_that_only_names_its_project_is_told_apart_once_it_is_written_again(
    vault: Vault, tmp_path: Path
) -> None:
    a = made(tmp_path / "a" / "proj")
    with agent_vaults.opened(vault) as ws:
        by_name(ws, "old", "proj", "Rotate the key")
        ws.client = "claude-code"
        again = Handoff("old", project_at(str(a)), next_actions=("Rotate the key", "Rest"))
        path = hand_over(ws, again).path
        ws.client = ""
        (one,) = hand_overs(ws)
        assert (one.path, one.ids) == (path, project_at(str(a)).ids)


def test_what_an_agent_hands_over_is_of_the_folder_of_its_session(
    places: Places, vault: Vault, tmp_path: Path
) -> None:
    a, b = made(tmp_path / "a" / "proj"), made(tmp_path / "b" / "proj")
    with agent_vaults.opened(vault) as ws:
        begun = HookCall("session-start", "codex", "0199", project=str(a))
        note_call(places, begun, ws.clock.now())
        ws.client = "codex-tools"
        called = project_called(ws, "0199", "The relay")
        assert called == Project("The relay", project_at(str(a)).ids)
        assert project_called(ws, "0199", str(tmp_path)) == Project("proj", called.ids)
        hand_over(ws, Handoff("0199", called, next_actions=("Rotate the key",)), agent="Bot")
        assert "Rotate the key" in told(ws, a)
        assert told(ws, b) == ""
        ws.works_in = str(b)
        assert project_called(ws, "none", "proj").ids == project_at(str(b)).ids
        assert project_called(ws, "none", "another") == Project("another")
        assert project_called(ws, "none", str(a)) == Project("proj", project_at(str(a)).ids)


def test_a_session_takes_up_what_was_left_undone_in_its_own_project_alone(
    places: Places, vault: Vault, tmp_path: Path
) -> None:
    a, b = made(tmp_path / "a" / "proj"), made(tmp_path / "b" / "proj")
    git(a, "worktree", "add", "-q", str(tmp_path / "fix"))
    with agent_vaults.opened(vault) as ws:
        now = ws.clock.now()
    key = note_call(places, HookCall("session-end", "codex", "s", project=str(a)), now)
    begun = HookCall("session-start", "codex", "t", project=str(b))
    assert left_undone(places, begun, now) == []
    assert left_undone(places, replace(begun, project=str(tmp_path / "fix")), now) == [key]
