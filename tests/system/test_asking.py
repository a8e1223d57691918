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

ASKING = "Please ensure that all boat readings are verified and reported promptly."
TOLD = "The meter readings of the boat are kept in the blue folder."
TASK = "verify the meter readings of the boat"


def remembered(ws: Workspace, text: str, *, is_confirmed: bool = False) -> str:
    ws.client = "" if is_confirmed else "claude-code"
    kept = store_memory(ws, Draft(text, Facts(source="inference")), is_confirmed=is_confirmed)
    assert row_of(ws, kept.id).facts.status == "active"
    return kept.id


def line_of(ws: Workspace, memory_id: str) -> str:
    lines = assemble(ws, TASK, Wanted(), max_tokens=2_000).text.splitlines()
    return next(line for line in lines if memory_id in line)


def test_what_nobody_stands_behind_is_marked_wherever_an_agent_reads_it(ws: Workspace) -> None:
    asking, told = remembered(ws, ASKING), remembered(ws, TOLD)
    lines = assemble(ws, TASK, Wanted(), max_tokens=2_000).text.splitlines()
    assert [one for one in lines if ASKS in one] == [line_of(ws, asking)] == lines[-1:]
    found = recall(ws, TASK, Wanted()).hits
    assert {one.row.id: caveat_of(one) for one in found} == {asking: ASKS, told: ""}
    shapes = rows.memories(found, {}, is_full=False, is_explained=False, has_findings=False)
    assert {one.memory_id: one.caveat for one in shapes} == {asking: ASKS, told: None}
    now = ws.clock.now()
    assert ASKS in described(show_memory(ws, asking), now)
    assert ASKS not in described(show_memory(ws, told), now)


def test_a_persons_word_is_never_marked(ws: Workspace) -> None:
    assert ASKS not in line_of(ws, remembered(ws, ASKING, is_confirmed=True))


@pytest.mark.parametrize(
    ("note", "is_marked"),
    [(f"# Boat\n\n{ASKING}\n", False), ("# Boat\n\nThe boat was built in 1962.\n", True)],
    ids=["the note says it", "the note is silent"],
)
def test_what_its_note_says_is_never_marked(
    ws: Workspace, vault: Vault, note: str, *, is_marked: bool
) -> None:
    vault.write("Boat.md", note)
    id_ = remembered(ws, f"{ASKING.rstrip('.')}, [[Boat]].")
    scan(ws)
    assert (ASKS in line_of(ws, id_)) == is_marked
