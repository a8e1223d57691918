"""Memories that contradict each other: told once, at once, and never both as truth."""

from pathlib import Path

import pytest

from tests.system.agent_vaults import opened
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.services.look import scan
from vaultwatch.services.scanning import meeting

SEVEN = "The choir of the old mill meets at 7."
NINE = "The choir of the old mill meets at 9."


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Choir.md", "# Choir\n")
    return vault


def add(vault: Vault, belief: str) -> dict[str, object]:
    (row,) = vault.call("memory", "add", belief, "--source", "inference", "--json").rows
    return row


def test_two_memories_that_disagree_are_told_once_and_settled_by_one_word(vault: Vault) -> None:
    first = add(vault, SEVEN)
    second = add(vault, NINE)
    assert SEVEN in str(second["warnings"]), "whoever writes it is told at once"
    vault.call("scan")
    (found,) = vault.call("findings", "--json").rows
    assert (found["kind"], found["memory_id"]) == ("contradiction", first["memory_id"]), "the newer"
    assert [found["before"]["text"], found["after"]["text"]] == [NINE, SEVEN]
    before = vault.notes()

    context = vault.call("context", "when does the choir meet").out
    assert "inference 0.50" in context
    assert context.index(NINE) < context.index(f"?? note Memories/{SEVEN[:-1]}.md says")
    assert context.count(": " + SEVEN) == 1, "as what speaks against the other alone"

    vault.call("review", "accept", "--beside", str(found["finding_id"]))
    assert vault.call("findings", "--json").rows == []
    vault.call("scan")
    assert vault.call("findings", "--json").rows == [], "both may be so, said a person"
    assert "exclusive" not in "".join(map(bytes.decode, vault.notes().values()))
    assert before.keys() == vault.notes().keys()


def test_what_a_person_said_stands_and_a_changed_memory_is_looked_at_again(vault: Vault) -> None:
    vault.call("memory", "add", SEVEN)
    lesser = add(vault, NINE)
    vault.call("scan")
    (found,) = vault.call("findings", "--json").rows
    assert found["memory_id"] == lesser["memory_id"]
    path = str(lesser["path"])
    vault.write(path, vault.read(path).replace("at 9", "at 7"))
    vault.call("scan")
    assert vault.call("findings", "--json").rows == []


def test_what_has_a_note_of_its_own_and_what_is_a_list_disagree_in_nothing(vault: Vault) -> None:
    vault.write("Alder.md", "# Alder\n")
    for name in ("Alder", "Birch"):
        add(vault, f"People of the mill look after {name}.")
    for name in ("oak", "ash", "elm"):
        add(vault, f"The boats of the mill are made of {name}.")
    vault.call("scan")
    assert vault.call("findings", "--json").rows == []


def test_a_large_pile_is_looked_through_by_and_by(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    for belief in (
        SEVEN,
        NINE,
        "The ferry costs 4 euros a ride.",
        "The ferry costs 6 euros a ride.",
    ):
        vault.write(f"Memories/{belief[:-1]}.md", f"{belief}\n")
    with opened(vault) as ws:
        monkeypatch.setattr(meeting, "MOST_AT_ONCE", 1)
        told = []
        for _ in range(4):
            scan(ws)
            told.append(len(ws.ledger.findings(statuses=LIVE, kind="contradiction")))
        assert told[-1] == 2
        assert told[0] < 2
