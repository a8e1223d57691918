"""A vault whose memories drifted, and a person at its report."""

import re
import shutil
from pathlib import Path
from typing import Any

from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.places import Places

REPORT = "drift-report.md"
NAMES = ("Alder", "Birch", "Cedar")


def stall(name: str, euros: int) -> str:
    return f"# {name}\n\nThe fee of the {name} stall is {euros} euros.\n\nIt has two chairs.\n"


def drifted_vault(folder: Path) -> Vault:
    """Three memories that three edits overtook."""
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, 40), day="2026-05-01")
        belief = f"The fee of the [[{name}]] stall is 40 euros."
        vault.write(f"Memories/{name} fee.md", f"---\nid: mem_{name.lower()}\n---\n{belief}\n")
    assert vault.call("scan").status == 0
    for name in NAMES:
        vault.write(f"Stalls/{name}.md", stall(name, 55))
    assert vault.call("scan").status == 0
    assert len(vault.call("findings", "--json").rows) == len(NAMES)
    return vault


def copy_of(vault: Vault, folder: Path) -> Vault:
    """Copy a vault with all that is known of it: a tenth of what it takes to index one."""
    copy = Vault(folder / "vault", folder / "state")
    shutil.copytree(vault.folder, copy.folder, dirs_exist_ok=True)
    copy_state(vault, copy)
    return copy


def copy_state(vault: Vault, copy: Vault) -> None:
    """Have a copy of a vault know what is known of it."""
    old, new = (Places(one.folder, state_base=one.state).state for one in (vault, copy))
    shutil.copytree(old, new)


def findings(vault: Vault) -> dict[str, dict[str, Any]]:
    """The latest finding of each memory, by the stall's name."""
    rows = sorted(vault.call("findings", "--all", "--json").rows, key=lambda row: row["last_seen"])
    return {row["memory_id"].removeprefix("mem_").title(): row for row in rows}


def edit(vault: Vault, old: str, new: str) -> None:
    report = vault.read(REPORT)
    assert report.count(old) == 1, old
    vault.write(REPORT, report.replace(old, new))


def tick(vault: Vault, name: str, answer: str) -> None:
    vault.tick_box(f"^{findings(vault)[name]['finding_id']}-{answer}")


def scan(vault: Vault) -> str:
    """Look at the vault; return the report."""
    done = vault.call("scan")
    assert done.status == 0, done.err
    report = vault.read(REPORT)
    assert "[x]" not in report
    return report


def told(report: str) -> list[str]:
    """What became of answers, from the folded list of the week."""
    settled = report.partition("> [!done]- Answered and settled this week")[2].split("\n\n")[0]
    said = re.findall(r"^> - \d{4}-\d\d-\d\d: (.*)$", settled, re.MULTILINE)
    return [str(one) for one in said]


def doubted_vault(folder: Path, names: tuple[str, ...] = NAMES) -> Vault:
    """Memories whose passages were said in other words: nothing shows whether they hold."""
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    config = vault.read(".vaultwatch/config.toml")
    vault.write(".vaultwatch/config.toml", f"{config}\n[drift]\nmin_score = 1.0\n")
    for name in names:
        said = f"# {name}\n\nThe {name} stall is looked after by people of the mill.\n"
        vault.write(f"Stalls/{name}.md", f"{said}\nIt has two chairs.\n", day="2026-05-01")
        belief = f"People of the mill look after the [[{name}]] stall."
        vault.write(f"Memories/{name} care.md", f"---\nid: mem_{name.lower()}\n---\n{belief}\n")
    assert vault.call("scan").status == 0
    for name in names:
        reword(vault, name, "Volunteers from nearby take turns with the mill at it.")
    assert vault.call("scan").status == 0
    return vault


def reword(vault: Vault, name: str, said: str) -> None:
    vault.write(f"Stalls/{name}.md", f"# {name}\n\n{said}\n\nIt has two chairs.\n")
