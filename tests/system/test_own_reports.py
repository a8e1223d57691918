"""A program keeps up what it reported itself, and is told why what is not its own waits."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import store
from tests.system.doors import change_or_propose, forget_or_propose
from tests.system.vaults import Vault
from vaultwatch.memories.facts import Facts, MemorySource
from vaultwatch.services.findings.review import list_proposals
from vaultwatch.services.look import scan
from vaultwatch.services.memories.proposing import Proposed
from vaultwatch.services.memories.updating import MemoryChange, UpdatedMemory
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws


@pytest.mark.parametrize("source", ["user_reported", "user_implicit", "tool_output"])
def test_a_program_keeps_up_what_it_reported_itself(ws: Workspace, source: MemorySource) -> None:
    ws.client = "codex"
    said = store(ws, "The build takes nine minutes.", Facts(source=source, agent="Bot"))
    done = change_or_propose(ws, said.id, MemoryChange(belief="The build takes ten minutes."))
    assert isinstance(done, UpdatedMemory)
    again = store(ws, "The kiln is lit at noon.", Facts(source=source, agent="Bot"))
    assert not isinstance(forget_or_propose(ws, again.id), Proposed)
    assert list_proposals(ws) == []


def test_what_is_not_its_own_waits_and_the_program_is_told_why(ws: Workspace, vault: Vault) -> None:
    ws.client = "codex"
    reported = Facts(source="user_reported", agent="Bot")
    theirs = store(ws, "The build takes nine minutes.", reported).id
    edited = store(ws, "The kiln is lit at noon.", reported)
    vault.write(edited.path, vault.read(edited.path).replace("noon", "one"))
    scan(ws)
    found = forget_or_propose(ws, edited.id)
    assert isinstance(found, Proposed)
    assert "A person stands behind" in found.told
    ws.client = "other"
    for told in (
        forget_or_propose(ws, theirs),
        change_or_propose(ws, theirs, MemoryChange(belief="The build takes ten minutes.")),
    ):
        assert isinstance(told, Proposed)
        assert "A person stands behind" not in told.told
        assert f"Another program made memory {theirs}: codex" in told.told


def test_what_another_program_said_too_is_no_longer_its_own(ws: Workspace) -> None:
    reported = Facts(source="tool_output")
    ws.client = "codex"
    said = store(ws, "The build takes nine minutes.", reported).id
    ws.client = "other"
    store(ws, "The build takes nine minutes.", reported)
    ws.client = "codex"
    assert isinstance(forget_or_propose(ws, said), Proposed)
