"""Copies that a sync left beside a note under names that a person may give too."""

import pytest

from tests.system import agent_vaults
from tests.system.drifted import REPORT
from tests.system.vaults import Vault
from vaultwatch.services.indexing.plan import LookScope
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.look import look, scan
from vaultwatch.services.operations.status import status_of
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at

KILN = (
    "---\ntags: [pottery]\n---\n# The kiln\n\nWe fire on Thursdays. It takes 14 hours to cool.\n"
    "\n- Ana stacks the shelves, Ben keeps the log.\n- Nobody opens the door above 90 degrees.\n"
)
NEAR = KILN.replace("14 hours", "16 hours") + "- Glazes dry over night.\n"
OWN = KILN.replace("Thursdays", "Mondays").replace("14 hours", "9 hours").replace("Ana", "Cem")
COPIES = [
    "Kiln-DESKTOP-7QK2.md", "Kiln.orig.md", "~$Kiln.md", "kiln (Case Conflict).md",
    "Kiln (Ana's Selective Sync Conflict 1).md", "Kiln.md.orig",
]  # fmt: skip
PLAIN = ["Kiln 2.md", "Kiln (1).md", "Kiln(3).md", "Kiln-annex.md", "Kiln-2026-05.md", "Kiln-B2.md"]
"""Names that a person gives as well."""


def told(vault: Vault) -> list[str]:
    _, found, section = vault.read(REPORT).partition("## Copies that a sync left\n\n")
    lines = section.split("\n## ")[0].splitlines() if found else []
    return sorted(line.split("[[")[1].split("|")[0] for line in lines if line.startswith("- [["))


def indexed(ws: Workspace) -> set[str]:
    return {path for path in ws.ledger.note_stats() if path.lower().lstrip("~$").startswith("kiln")}


def test_what_says_nearly_what_its_note_says_is_named_and_not_indexed(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Kiln.md", KILN)
    for path in COPIES:
        vault.write(path, NEAR)
    scan(ws)
    assert indexed(ws) == {"Kiln.md"}
    assert len(told(vault)) == len(COPIES)
    assert status_of(ws).behind == 0
    vault.write("Kiln.md", OWN)  # what is known for a copy stays one while its note moves on
    look(ws, ["Kiln.md"])
    scan(ws)
    assert indexed(ws) == {"Kiln.md"}


@pytest.mark.parametrize("path", PLAIN)
def test_a_name_without_a_tools_mark_is_a_copys_while_it_says_the_very_same(
    ws: Workspace, vault: Vault, path: str
) -> None:
    vault.write("Kiln.md", KILN)
    vault.write(path, KILN)
    scan(ws)
    assert (indexed(ws), told(vault)) == ({"Kiln.md"}, [path[:-3]])
    vault.write(path, KILN.replace("14 hours", "16 hours"))
    look(ws, [path])
    assert indexed(ws) == {"Kiln.md", path}
    scan(ws)
    assert told(vault) == []


@pytest.mark.parametrize("path", [*COPIES[:-1], *PLAIN])
def test_a_note_of_its_own_is_indexed_whatever_its_name(
    ws: Workspace, vault: Vault, path: str
) -> None:
    vault.write("Kiln.md", KILN)
    vault.write(path, OWN)
    scan(ws)
    assert indexed(ws) == {"Kiln.md", path}
    assert told(vault) == []
    vault.write(path, NEAR)  # it was a note, and is one
    look(ws, [path])
    assert indexed(ws) == {"Kiln.md", path}


def test_of_notes_that_a_person_names_so_none_is_a_copy(ws: Workspace, vault: Vault) -> None:
    vault.write("Kiln.md", KILN)
    vault.write("Kiln 2.md", KILN)
    vault.write("Kiln-BERLIN.md", NEAR)
    scan(ws)
    assert indexed(ws) == {"Kiln.md"}
    vault.write("Kiln 3.md", OWN)
    look(ws, ["Kiln 3.md"])
    assert indexed(ws) == {"Kiln.md", "Kiln 2.md", "Kiln 3.md", "Kiln-BERLIN.md"}
    assert told(vault) == []


@pytest.mark.parametrize("name", ["raku", "2", "Wood-Ash"])
def test_a_note_that_says_what_its_name_adds_is_no_copy(
    ws: Workspace, vault: Vault, name: str
) -> None:
    vault.write("Kiln.md", KILN)
    vault.write(f"Kiln-{name}.md", KILN.replace("shelves", name.lower().replace("-", " ")))
    scan(ws)
    assert indexed(ws) == {"Kiln.md", f"Kiln-{name}.md"}
    assert told(vault) == []


@pytest.mark.parametrize("is_watched", [False, True])
def test_a_copy_becomes_a_note_where_it_is_edited_or_its_note_goes(
    ws: Workspace, vault: Vault, *, is_watched: bool
) -> None:
    vault.write("Kiln.md", KILN)
    for path in COPIES[:2]:
        vault.write(path, NEAR)
    scan(ws)
    assert indexed(ws) == {"Kiln.md"}
    vault.write(COPIES[0], OWN)
    look(ws, [COPIES[0]] if is_watched else None)
    assert COPIES[0] in indexed(ws)
    vault.write(COPIES[0], NEAR)
    (vault.folder / "Kiln.md").unlink()
    look(ws, ["Kiln.md"] if is_watched else None)
    assert indexed(ws) == {*COPIES[:2]}
    assert told(vault) == []


def test_a_copy_that_was_indexed_while_its_note_was_away_is_known_at_a_deep_look(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Kiln 2.md", KILN)
    vault.write("Kiln 3.md", KILN)
    vault.write("Memories/Log.md", "---\nid: mem_log\n---\nBen keeps the log, see [[Kiln 3]].\n")
    scan(ws)
    vault.write("Kiln.md", KILN)
    scan(ws)
    assert indexed(ws) == {"Kiln.md", "Kiln 2.md", "Kiln 3.md"}
    reindex(ws, LookScope(is_deep=True))
    assert indexed(ws) == {"Kiln.md", "Kiln 3.md"}, "what a memory cites stays"
