"""An index that turns out garbled is made anew by the command that met it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.recall.search import search
from vaultwatch.services.records.small_facts import ADDED_NOTES
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".vaultwatch").mkdir(parents=True)
    (folder / ".vaultwatch" / "config.toml").write_text('[index]\nembedder = "hash"\n')
    for name in ("pump", "hose", "well"):
        (folder / f"{name}.md").write_text(f"The {name} is green.\n")
    return folder


@pytest.fixture
def ws(vault: Path, tmp_path: Path) -> Iterator[Workspace]:
    with open_workspace(vault, state=tmp_path / "state") as opened:
        reindex(opened)
        yield opened


def drop(ws: Workspace, what: str) -> None:
    for file in ws.places.index.glob(f"*.lance/{what}"):
        file.unlink()


def test_a_search_that_cannot_read_the_index_makes_it_anew_and_answers(ws: Workspace) -> None:
    reindex(ws)  # nothing is new: what follows is met by the question alone
    drop(ws, "data/*")
    assert {hit.note for hit in search(ws, "pump")} >= {"pump.md"}
    assert ws.chunks.notes() == {"pump.md", "hose.md", "well.md"}


def test_indexing_that_cannot_read_the_index_makes_it_anew(ws: Workspace, vault: Path) -> None:
    drop(ws, "data/*")
    (vault / "pump.md").write_text("The pump is red.\n")
    reindex(ws)
    assert ws.chunks.notes() == {"pump.md", "hose.md", "well.md"}


def test_rows_of_a_note_that_went_before_the_ledger_was_told_of_it_go_too(
    ws: Workspace, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    (vault / "tank.md").write_text("The tank is green.\n")
    with monkeypatch.context() as patch:
        patch.setattr(type(ws.ledger), "put_notes", killed)
        with pytest.raises(KeyboardInterrupt):
            reindex(ws)
    assert "tank.md" in ws.chunks.notes()
    (vault / "tank.md").unlink()
    reindex(ws)
    assert ws.chunks.notes() == {"pump.md", "hose.md", "well.md"}
    assert ADDED_NOTES.get(ws.ledger) == ("hose.md", "pump.md", "well.md")  # nothing compared yet


def test_doctor_tells_of_garbled_files_and_reads_none(vault: Path, tmp_path: Path) -> None:
    state = tmp_path / "state"
    with open_workspace(vault, state=state) as ws:
        reindex(ws)
    for file in ws.places.index.glob("*.lance/data/*"):
        file.write_bytes(bytes(file.stat().st_size))
    with open_workspace(vault, "read", state=state) as ws:
        (told,) = [one for one in examine(ws) if one.name == "index"]
        assert (told.outcome, ws.is_index_open) == ("bad", False)
        assert "other bytes" in told.message
