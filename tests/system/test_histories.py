"""What replaced what: one line of history, wherever in the chain one stands."""

import json

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, claiming, move_clock, store
from tests.system.vaults import Vault
from vaultwatch.services.findings.explaining import explain_memory
from vaultwatch.services.look import scan
from vaultwatch.services.memories.showing import show_memory
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws


def test_three_that_replaced_each_other_are_one_line(ws: Workspace, vault: Vault) -> None:
    ids = []
    for price in ("40", "50", "60"):
        belief = f"The stand in [[Fees]] costs {price} euros a day."
        ids.append(store(ws, belief, claiming(price, source="user_explicit")).id)
        if len(ids) == 2:
            first, second = (show_memory(ws, id_).chain[0] for id_ in ids)
            assert first.startswith(f"Memory {ids[1]} took its place")
            assert second.startswith(f"It took the place of memory {ids[0]}")
        move_clock(ws, 10 * DAY)
    scan(ws)
    a, b, c = ids
    said = [f"“The stand in [[Fees]] costs {price} euros a day.”" for price in ("40", "50", "60")]
    of_a, of_b = (
        f"{a} {said[0]} until 2026-03-11",
        f"{b} {said[1]} until 2026-03-21",
    )
    lines = {
        a: f"this one, replaced by {of_b}, replaced by {c} {said[2]}.",
        b: f"{of_a}, replaced by this one, replaced by {c} {said[2]}.",
        c: f"{of_a}, replaced by {of_b}, replaced by this one.",
    }
    for id_, line in lines.items():
        assert show_memory(ws, id_).chain[0] == line
        assert line.splitlines() == [line]
    assert [one.history for one in explain_memory(ws, c)] == [lines[c]]
    assert f"            {lines[b]}\n" in vault.call("memory", "show", b).out
    assert f"  {lines[c]}\n" in vault.call("findings", "explain", c).out
    assert json.loads(vault.call("findings", "explain", c, "--json").out)["history"] == lines[c]
