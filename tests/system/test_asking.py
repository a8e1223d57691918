"""What asks for something, or allows it, with nobody behind it: an agent is told so."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import row_of
from tests.system.doors import store_memory
from tests.system.vaults import Vault
from vaultwatch.doors.mcp import rows
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft
from vaultwatch.services.memories.showing import show_memory
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.quoting import ASKS, caveat_of, described
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws

ASKING = "Please water the ferns on the boat and read its meter."
TOLD = "The meter readings of the boat are kept in the blue folder."
TASK = "verify the meter readings of the boat"


def remembered(ws: Workspace, text: str, *, is_confirmed: bool = False) -> str:
    ws.client = "" if is_confirmed else "claude-code"
    kept = store_memory(ws, Draft(text, Facts(source="inference")), is_confirmed=is_confirmed)
    assert row_of(ws, kept.id).facts.status == "active"
    return kept.id


def in_context(ws: Workspace) -> list[str]:
    return [one.row.id for one in assemble(ws, TASK, Wanted(), max_tokens=2_000).memories]


def test_what_asks_with_nobody_behind_it_stands_in_no_context_and_is_marked_in_lists(
    ws: Workspace,
) -> None:
    asking, told = remembered(ws, ASKING), remembered(ws, TOLD)
    made = assemble(ws, TASK, Wanted(), max_tokens=2_000)
    assert [one.row.id for one in made.memories] == [told]
    assert ASKING not in made.text
    assert [(one.id, one.reason) for one in made.left] == [(f"memory {asking}", ASKS)]
    found = recall(ws, TASK, Wanted()).hits
    assert {one.row.id: caveat_of(one) for one in found} == {asking: ASKS, told: ""}
    flags = {"is_full": False, "is_explained": False, "has_findings": False}
    shapes = [rows.memory(one, {}, **flags) for one in found]
    assert {one.memory_id: one.caveat for one in shapes} == {asking: ASKS, told: None}
    now = ws.clock.now()
    assert ASKS in described(show_memory(ws, asking), now)
    assert ASKS not in described(show_memory(ws, told), now)


def test_a_persons_word_may_ask(ws: Workspace) -> None:
    id_ = remembered(ws, ASKING, is_confirmed=True)
    assert in_context(ws) == [id_]


@pytest.mark.parametrize(
    ("note", "is_left_out"),
    [(f"# Boat\n\n{ASKING}\n", False), ("# Boat\n\nThe boat was built in 1962.\n", True)],
    ids=["the note says it", "the note is silent"],
)
def test_what_its_note_says_may_ask(
    ws: Workspace, vault: Vault, note: str, *, is_left_out: bool
) -> None:
    vault.write("Boat.md", note)
    id_ = remembered(ws, f"{ASKING.rstrip('.')}, [[Boat]].")
    scan(ws)
    assert in_context(ws) == ([] if is_left_out else [id_])
