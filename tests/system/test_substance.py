"""What says nothing is refused at every door where a memory is handed in, and leaves no trace."""

from pathlib import Path

from tests.system.agent_vaults import make_vault
from tests.system.agents import agent_here


def test_a_greeting_is_refused_with_a_way_out_and_no_suspicion(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    before = vault.bytes()
    done = vault.call("memory", "add", "hello there")
    assert (done.status, done.out) == (5, "")
    assert "says nothing" in done.err
    assert "Mara is vegan" in done.err, "the way out"
    assert "suspicious" not in done.err
    with agent_here(vault) as ada:
        assert "says nothing" in ada.refused("vault_remember", content="Thanks!")
        assert "says nothing" in ada.refused("vault_remember", content="ok", source="user_explicit")
        assert vault.bytes() == before
        # A claim or a check is something said, and so is a link.
        ada.remember("As said.", subject="fair", predicate="fee", value="40 euros")
        ada.remember("See [[Fees]].")
        ada.remember("Use tabs")
    assert vault.call("memory", "add", "Port 8080").status == 0
    assert len(vault.call("memory", "list", "--json").rows) == 4
    assert vault.call("findings", "list", "--json").out == ""
