"""People's links in answers: what cites lends."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.agent_vaults import live, make_vault, opened, store
from tests.system.vaults import Vault
from vaultwatch.errors import RefusedError
from vaultwatch.recall.rank import SHARE
from vaultwatch.services.findings.listing import prediction_errors
from vaultwatch.services.findings.settle import apply, dismiss
from vaultwatch.services.look import scan
from vaultwatch.services.memories.cited import cited_notes
from vaultwatch.services.recall.search import passages, search
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.workspace import Workspace


@pytest.fixture(scope="module")
def ws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    vault = make_vault(tmp_path_factory.mktemp("links"))
    vault.write("Garden.md", "# Garden\n\nIt moves 480 litres an hour, see [[Attic]].\n")
    vault.write("Orchard.md", "# Orchard\n\nIt moves 480 litres an hour in autumn.\n")
    vault.write("Attic.md", "# Attic\n\nBoxes stand left of the window.\n")
    vault.write("Plans/Kettle.md", "# Kettle\n\nIt boils 20 litres.\n")
    vault.write("Yard/Kettle.md", "# Kettle\n\nIt boils 9 litres.\n")
    with opened(vault) as made:
        scan(made)
        store(made, "The Aquaro pump waters the garden beds, see [[Garden]].")
        scan(made)
        yield made


def test_a_place_that_near_memories_cite_is_lifted(ws: Workspace) -> None:
    asked = "Which Aquaro pump waters it?"
    plain: dict[str, float] = {hit.note: hit.score for hit in passages(ws, asked, memories=False)}
    found: dict[str, float] = {hit.note: hit.score for hit in search(ws, asked, memories=False)}
    gained = {note: score - plain[note] for note, score in found.items() if score != plain[note]}
    assert gained.keys() == {"Garden.md"}
    assert 0 < gained["Garden.md"] <= SHARE


def test_a_link_with_two_readings_is_no_witness(ws: Workspace) -> None:
    belief = "A kettle like [[Kettle]] boils 14 litres for the [[Garden]]."
    assert cited_notes(ws, belief) == ["Garden.md"]


def memory_files(vault: Vault) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (vault.folder / "Memories").iterdir()}


def test_one_box_links_a_name_in_the_memories_shown_and_undo_takes_it_back(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    vault.write("People/Mira Lund.md", "# Mira\n\nShe fires the kiln on Monday.\n")
    report = vault.folder / "drift-report.md"
    with opened(vault) as ws:
        for day in ("Monday", "Tuesday", "Friday"):
            store(ws, f"Mira Lund comes on {day}, see [[Fees]].")
        before = memory_files(vault)
        scan(ws)
        (asked,) = live(ws, "unlinked")
        text = report.read_text("utf-8")
        assert memory_files(vault) == before  # told and nothing written
        assert not prediction_errors(ws).notes
        sources = {row.id: row.facts.source for row in ws.ledger.memories()}
        ticked = text.replace("- [ ] Link them", "- [x] Link them")
        assert ticked != text
        report.write_text(ticked, "utf-8")
        scan(ws)
        after = memory_files(vault)
        link = b"[[Mira Lund]]"
        hashes = re.compile(rb"content_hash: .*")
        for name, was in before.items():
            now = after[name]
            assert now.count(link) == 1
            assert hashes.sub(b"", now.replace(link, b"Mira Lund")) == hashes.sub(b"", was)
        assert live(ws, "unlinked") == []
        rows = ws.ledger.memories()
        assert {row.id: row.facts.source for row in rows} == sources
        grounds = grounds_of(ws, rows)
        assert not any(is_persons(ws, row, grounds[row.id]) for row in rows)
        assert "link to it" in report.read_text("utf-8")
    assert vault.call("undo").status == 0
    assert memory_files(vault) == before
    with opened(vault) as ws:
        assert [one.id for one in live(ws, "unlinked")] == [asked.id]
        dismiss(ws, asked.id)
        store(ws, "Mira Lund comes on Sunday.")
        scan(ws)
        assert live(ws, "unlinked") == []  # left once, not asked about again


def test_a_link_that_is_put_in_hides_no_drift(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    vault.write("People/Mira Lund.md", "# Mira\n\nShe fires the kiln.\n")
    with opened(vault) as ws:
        store(ws, "Mira Lund says the stand costs 40 euros a day, see [[Fees]].")
        for day in ("Tuesday", "Friday"):
            store(ws, f"Mira Lund comes on {day}.")
        scan(ws)
        vault.write("Fees.md", "# Fees\n\nThe stand costs 55 euros a day.\n")
        scan(ws)
        (drifted,) = live(ws, "memory_drift")
        apply(ws, live(ws, "unlinked")[0].id)
        scan(ws)
        assert [one.id for one in live(ws, "memory_drift")] == [drifted.id]


def test_a_box_links_nothing_where_a_memory_reads_otherwise_by_now(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    vault.write("People/Mira Lund.md", "# Mira\n\nShe fires the kiln.\n")
    with opened(vault) as ws:
        days = ("Monday", "Tuesday", "Friday")
        paths = [store(ws, f"Mira Lund comes on {day}.").path for day in days]
        scan(ws)
        (asked,) = live(ws, "unlinked")
        edited = vault.folder / paths[1]
        edited.write_bytes(edited.read_bytes().replace(b"Tuesday", b"Wednesday"))
        before = memory_files(vault)
        with pytest.raises(RefusedError, match="otherwise by now"):
            apply(ws, asked.id)
        assert memory_files(vault) == before
