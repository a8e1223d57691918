"""A memory of two facts that a person edits is still told what its note says of the other one."""

from pathlib import Path

import pytest

from tests.system.drifted import copy_of
from tests.system.vaults import Vault, use_hash_embedder

NOTE = """# Trip

The ferry to Hollin leaves at 08:15.

A room of the hotel costs 80 euros.
"""
SAYS = "The ferry to Hollin leaves at {}, and a room of the hotel costs {} euros, [[Trip]]"


@pytest.fixture(scope="module")
def remembered(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    folder = tmp_path_factory.mktemp("remembered")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    vault.write("Trip.md", NOTE, day="2026-05-01")
    remember(vault, "08:15", "80")
    assert drifted(vault) == []
    return vault


@pytest.fixture
def vault(remembered: Vault, tmp_path: Path) -> Vault:
    return copy_of(remembered, tmp_path)


def remember(vault: Vault, ferry: str, hotel: str) -> None:
    text = SAYS.format(ferry, hotel)
    vault.write("Memories/trip.md", f"---\nid: mem_trip\n---\n{text}\n")


def drifted(vault: Vault) -> list[tuple[str, str]]:
    rows = vault.call("scan", "--json").rows
    return [(row["change"], row["after"] and row["after"]["text"]) for row in rows]


def test_the_fact_that_was_left_is_still_told_of(vault: Vault) -> None:
    hotel = "A room of the hotel costs 95 euros."
    vault.write("Trip.md", NOTE.replace("08:15", "09:40").replace("80", "95"))
    assert len(drifted(vault)) == 1
    remember(vault, "09:40", "80")
    assert [after for _, after in drifted(vault)] == [hotel]
    assert [after for _, after in drifted(vault)] == [hotel], "at the next look too"
    remember(vault, "09:40", "95")
    assert drifted(vault) == []


def test_a_passage_that_is_gone_is_still_told_of(vault: Vault) -> None:
    gone = NOTE.replace("08:15", "09:40").replace("A room of the hotel costs 80 euros.\n", "")
    vault.write("Trip.md", gone)
    drifted(vault)
    remember(vault, "09:40", "80")
    (row,) = vault.call("scan", "--json").rows
    assert (row["change"], row["before"]["text"]) == (
        "removed",
        "A room of the hotel costs 80 euros.",
    )


def test_what_was_dismissed_is_not_told_again_because_the_memory_was_edited(vault: Vault) -> None:
    vault.write("Trip.md", NOTE.replace("80", "95"))
    (row,) = vault.call("scan", "--json").rows
    vault.call("findings", "dismiss", row["finding_id"])
    vault.write("Trip.md", NOTE.replace("80", "95").replace("08:15", "09:40"))
    remember(vault, "09:40", "80")
    assert drifted(vault) == []
    remember(vault, "09:40", "70")
    assert len(drifted(vault)) == 1, "another value is another memory"


def test_an_edit_of_what_drifted_alone_closes_it(vault: Vault) -> None:
    vault.write("Trip.md", NOTE.replace("08:15", "09:40"))
    assert len(drifted(vault)) == 1
    remember(vault, "09:40", "80")
    assert drifted(vault) == []


def test_an_edit_that_is_taken_back_rests_on_what_it_rested_on(vault: Vault) -> None:
    vault.write("Trip.md", NOTE.replace("80", "95"))
    assert len(drifted(vault)) == 1
    remember(vault, "09:40", "80")
    drifted(vault)
    remember(vault, "08:15", "80")
    assert len(drifted(vault)) == 1
