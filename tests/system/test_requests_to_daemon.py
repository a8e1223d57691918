"""A running daemon carries out what is asked in request files, and answers beside them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.system.daemons import eventually, watching_here, with_settings
from tests.system.vaults import Vault, use_hash_embedder

FEES = "# Fees\n\nThe stand costs 40 euros a day.\n"
MEMORY = "---\nid: mem_stand\n---\nThe stand costs 40 euros a day, says [[Fees]].\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", FEES, day="2026-05-01")
    vault.write("Memories/Stand.md", MEMORY)
    return vault


def drift(vault: Vault) -> None:
    assert vault.call("scan").status == 0
    vault.write("Fees.md", FEES.replace("40", "55"))


def requests_in(vault: Vault) -> list[str]:
    folder = vault.folder / ".vaultwatch" / "requests"
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []


def test_a_running_daemon_answers(vault: Vault) -> None:
    with_settings(vault)
    drift(vault)
    folder = vault.folder / ".vaultwatch" / "requests"

    def answer_to(name: str, **asked: str) -> dict[str, Any]:
        vault.write(f".vaultwatch/requests/{name}.json", json.dumps(asked))
        eventually(lambda: not (folder / f"{name}.json").exists(), "it is carried out")
        answer: dict[str, Any] = json.loads((folder / f"{name}.answer.json").read_text())
        return answer

    with watching_here(vault) as watched:
        vault.write("Fees.md", FEES.replace("40", "65"))
        (found,) = answer_to("look", verb="rescan", note="Fees.md")["findings"]
        assert found["after"] == "The stand costs 65 euros a day."
        refused = answer_to("out", verb="rescan", note="../out.md")
        assert (refused["state"], "vault" in refused["hint"]) == ("refused", True)
        answer = answer_to("mine", verb="dismiss", finding=found["finding_id"])
        assert (answer["state"], answer["findings"][0]["status"]) == ("done", "dismissed")
        assert requests_in(vault) == [f"{name}.answer.json" for name in ("look", "mine", "out")]
        assert any("rescan: done" in line for line in watched.said), watched.said
