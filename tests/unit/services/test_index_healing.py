"""An index that turns out garbled is made anew by the command that met it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.recall.search import search
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
