"""Commands print what a finding is about, whatever it is about."""

from pathlib import Path

from tests.system.agent_vaults import ATTACK
from tests.system.drifted import copy_of
from tests.system.vaults import Vault


def test_what_waits_is_listed_with_what_it_is_about(drifted: Vault, tmp_path: Path) -> None:
    vault = copy_of(drifted, tmp_path)
    vault.write("Memories/Oven.md", f"---\nid: mem_oven\n---\n{ATTACK}\n")
    vault.write("Memories/Mine.md", "---\nsource: user_explicit\n---\nThe [[Alder]] has chairs.\n")
    for command in (("scan",), ("findings",)):
        lines = vault.call(*command).out.splitlines()
        assert any("mem_oven" in line for line in lines), lines
        assert any("`vaultwatch review` names" in line for line in lines), lines
        assert not any(line.rstrip().endswith("against") or " line 0" in line for line in lines)
    for row in vault.call("findings", "--json").rows:
        assert " line 0" not in vault.call("findings", "show", row["finding_id"]).out
