"""Memories that name the days of a question are found where no word of it is theirs."""

from tests.system import agent_vaults
from tests.system.agent_vaults import store
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws
BACKUP = "Our newest backup ran on 18 February 2026."
MOVE = "In July 2025 Ines moved to the attic."


def test_days_are_found_in_another_language(ws: Workspace) -> None:
    for belief in (BACKUP, MOVE, "The kiln wants another lid."):
        store(ws, belief)
    asked = {
        "was geschah letzte Woche": [BACKUP],
        "que s'est-il passé la semaine dernière": [BACKUP],
        "先週": [BACKUP],
        "o que aconteceu em julho de 2025": [MOVE],
        "was geschah im September": [],
        "qui donc chante bien": [],
    }
    found = {one: [hit.row.belief for hit in recall(ws, one, Wanted()).hits] for one in asked}
    assert found == asked
