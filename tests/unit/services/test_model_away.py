"""While a model is away words alone do; what it missed is made up when it is back."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.contract.endpoints import Service, good
from tests.contract.loopback import Reply
from vaultwatch.adapters.models.embedders.minilm import MODEL_ID
from vaultwatch.adapters.models.embedders.side_by_side import MODEL_FILE
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.operations.status import status_of
from vaultwatch.services.recall.context_answer import Asking, context_answer
from vaultwatch.services.recall.note_reading import search_notes
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.recall.search import search
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

PUMP = NotePath("pump.md")


def away(_texts: Sequence[str]) -> Reply:
    return Reply(503, [b""])


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as opened:
        yield opened


@pytest.fixture
def opened(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Workspace]:
    """Open the vault, as one more command would."""
    own = tmp_path / "own" / "vaultwatch" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        f'[index]\nembedder = "endpoint"\n[endpoint]\nurl = "{service.url}"\nmodel = "m:1"\n'
    )
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    vault = tmp_path / "vault"
    (vault / ".vaultwatch").mkdir(parents=True)
    (vault / "Memories").mkdir()
    (vault / PUMP).write_text("The pump moves 30 litres.\n")
    (vault / "hose.md").write_text("The hose is green.\n")
    (vault / "Memories" / "m.md").write_text("The pump moves 30 litres, see [[pump]].\n")
    return lambda: open_workspace(vault, state=tmp_path / "state")  # type: ignore[return-value]


def edit(ws: Workspace) -> None:
    (ws.vault / PUMP).write_text("The pump moves 90 litres since May.\n")


def test_a_service_that_went_away_stops_nothing_and_is_made_up_for(
    opened: Callable[[], Workspace], service: Service
) -> None:
    with opened() as ws:
        scan(ws)
        assert ws.model_away_notice == ""
    service.reply = away
    with opened() as ws:
        edit(ws)
        assert [hit.note for hit in search(ws, "since May")] == [PUMP]
        assert recall(ws, "pump litres", Wanted()).notice == ws.model_away_notice
        scan(ws)
        assert "503" in ws.model_away_notice
        assert "Start the service" in ws.model_away_notice, "the way out is told with it"
        assert "words alone" in status_of(ws).notice
        assert ws.chunks.notes_without_vectors() == {PUMP}
    service.reply = good
    service.requests.clear()
    with opened() as ws:
        found = scan(ws)
        assert found.indexed.upserted == (PUMP,)
        assert ws.chunks.notes_without_vectors() == frozenset()
        assert status_of(ws).notice == ""
        asked = [text for request in service.requests for text in request["input"]]
        assert not any("hose" in text for text in asked)
        assert scan(ws).indexed.upserted == ()


def test_a_service_that_goes_away_in_the_middle_leaves_its_part_owed(
    opened: Callable[[], Workspace], service: Service
) -> None:
    with opened() as ws:
        assert ws.model.embedder.is_semantic
        service.reply = away
        scan(ws)
        assert ws.chunks.notes_without_vectors() == {PUMP, "hose.md", "Memories/m.md"}
        assert not ws.is_model_worth_asking  # not at once
    service.reply = good
    with opened() as ws:
        scan(ws)
        assert ws.chunks.notes_without_vectors() == frozenset()


def test_a_service_that_never_answered_is_asked_again(
    opened: Callable[[], Workspace], service: Service
) -> None:
    service.reply = away
    with opened() as ws:
        assert [hit.note for hit in search(ws, "hose", limit=1)] == ["hose.md"]
        assert not ws.knows_meaning
    service.reply = good
    with opened() as ws:
        assert scan(ws).indexed.embedded == 3
        assert ws.model.embedder.model_id.startswith("endpoint:m:1:")
        assert ws.chunks.notes_without_vectors() == frozenset()


def test_a_damaged_model_is_told_to_who_asks_and_no_vector_is_lost(
    tmp_path: Path, minilm_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "cache/vaultwatch/models" / MODEL_ID
    shutil.copytree(minilm_folder, folder)
    whole = (folder / MODEL_FILE).read_bytes()
    vault = tmp_path / "vault"
    (vault / ".vaultwatch").mkdir(parents=True)
    (vault / PUMP).write_text("The pump moves 30 litres.\n")

    def opened() -> Workspace:
        return open_workspace(vault, state=tmp_path / "state")  # type: ignore[return-value]

    def checked(ws: Workspace) -> tuple[str, str]:
        return next((one.outcome, one.fix) for one in examine(ws) if one.name == "model")

    with opened() as ws:
        scan(ws)
        assert checked(ws) == ("good", "")
    (folder / MODEL_FILE).write_bytes(whole[: len(whole) // 2])
    with opened() as ws:
        edit(ws)
        wanted = Wanted()
        for told in (
            recall(ws, "pump litres", wanted).notice,
            search_notes(ws, "since May", limit=3).notice,
            context_answer(ws, "mend the pump", wanted, Asking(500)).text,
        ):
            assert "is damaged or half fetched" in told
            assert "`vaultwatch setup models pull`" in told
        assert checked(ws)[0] == "warning"
        assert ws.chunks.notes_without_vectors() == {PUMP}
    (folder / MODEL_FILE).write_bytes(whole)
    with opened() as ws:
        assert scan(ws).indexed.upserted == (PUMP,)
        assert (status_of(ws).notice, ws.chunks.notes_without_vectors()) == ("", frozenset())
    weights = bytearray(whole)
    weights[len(weights) // 2] ^= 0xFF  # of the right size, and it loads
    (folder / MODEL_FILE).write_bytes(weights)
    with opened() as ws:
        outcome, fix = checked(ws)
    assert (outcome, "setup models pull" in fix) == ("bad", True)
