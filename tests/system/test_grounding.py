"""What a note says to a memory when the memory is first seen counts from then on."""

from pathlib import Path

import pytest

from tests.system.vaults import Vault, use_hash_embedder

NOTE = "# Depot\n\nThe gate listens on port 8080.\n\nThe spare key hangs in the office.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(made)
    made.write("Depot.md", NOTE)
    return made


def remember(vault: Vault, text: str, *, created: str = "") -> None:
    head = f"---\nid: mem_a\n{created}---\n"
    vault.write("Memories/gate.md", f"{head}{text} [[Depot]]\n")


def changes(vault: Vault) -> list[object]:
    return [row["change"] for row in vault.call("scan", "--json").rows]


@pytest.mark.parametrize("created", ["created: 2020-01-01\n", ""], ids=["old", "new"])
def test_a_note_that_denies_a_memory_is_a_finding_at_once(vault: Vault, created: str) -> None:
    remember(vault, "The gate listens on port 9090,", created=created)
    (row,) = vault.call("scan", "--json").rows
    assert row["change"] == "never_agreed"
    assert "The gate listens on port 8080." in str(row)
    report = vault.read("drift-report.md")
    assert "1 memory said otherwise than its note from the first." in report
    assert "0 of 1 comparison find the memory still true" in report


def test_the_folders_of_a_link_are_nothing_that_a_note_could_deny(vault: Vault) -> None:
    vault.write("North/Yard/Hall.md", NOTE)
    says = "Port 8080 is the gate's, see [[North/Yard/Hall]] and [[Yard/Hall]]."
    vault.write("Memories/gate.md", f"---\nid: mem_a\n---\n{says}\n")
    assert changes(vault) == []


def test_it_closes_when_the_note_comes_to_agree(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    assert changes(vault) == ["never_agreed"]
    vault.write("Depot.md", NOTE.replace("8080", "9090"))
    assert changes(vault) == []
    vault.write("Depot.md", NOTE.replace("8080", "7070"))
    assert changes(vault) == ["value"]  # it rests on what agreed


def test_it_closes_when_the_memory_is_edited(vault: Vault) -> None:
    remember(vault, "The gate listens on port 9090,")
    assert changes(vault) == ["never_agreed"]
    remember(vault, "The gate listens on port 8080,")
    assert changes(vault) == []


@pytest.mark.parametrize("answer", ["dismiss", "verify"])
def test_a_persons_word_settles_it(vault: Vault, answer: str) -> None:
    remember(vault, "The gate listens on port 9090,")
    (row,) = vault.call("scan", "--json").rows
    vault.call("findings", answer, str(row["id"]))
    assert changes(vault) == []


def test_a_silent_note_is_listed_until_it_speaks(vault: Vault) -> None:
    remember(vault, "Katrin prefers tea before noon,")
    assert changes(vault) == []
    report = vault.read("drift-report.md")
    assert "1 memory cites a note that doesn't speak of it." in report
    assert "“Depot” does not speak of it" in report
    said = vault.call("explain", "mem_a").out
    assert "the note does not speak of it" in said
    assert "still true" not in said
    vault.write("Depot.md", f"{NOTE}\nKatrin prefers tea before noon.\n")
    assert changes(vault) == []
    assert "speak of it" not in vault.read("drift-report.md")
