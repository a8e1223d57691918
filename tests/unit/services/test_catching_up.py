"""A look tells its findings before it embeds many records; that is made up for afterwards."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.contract.endpoints import Service, good
from tests.contract.loopback import Reply
from vaultwatch.memories.stores.places import is_record_path
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.indexing import catching_up, store_records
from vaultwatch.services.indexing.catching_up import embed_owed, owed_notice
from vaultwatch.services.indexing.index_state import drop_index
from vaultwatch.services.look import scan
from vaultwatch.services.operations.status import status_of
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.small_facts import VECTORS_OWED
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

COUNT, AT_ONCE = 12, 4
Opening = Callable[[], AbstractContextManager[Workspace]]


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as opened:
        yield opened


@pytest.fixture
def opened(tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch) -> Opening:
    monkeypatch.setattr(store_records, "EMBEDDED_AT_ONCE", AT_ONCE)
    monkeypatch.setattr(catching_up, "SLICE", 5)
    vault, store = tmp_path / "vault", tmp_path / "store"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "pump.md").write_text("The pump moves 30 litres.\n")
    store.mkdir()
    told = [f"- The gauge of tank {number} is read daily\n" for number in range(COUNT)]
    (store / "MEMORY.md").write_text("".join([*told, "- See [[pump]] of tank 0\n"]))
    own = tmp_path / "own" / "vaultwatch" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        f'[index]\nembedder = "endpoint"\n[endpoint]\nurl = "{service.url}"\nmodel = "m:1"\n'
        f'[[stores]]\npath = "{store}"\nname = "app"\nformat = "claude-code"\n'
    )
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    return lambda: open_workspace(vault, state=tmp_path / "state")


def asked(service: Service) -> list[str]:
    told = [text for request in service.requests for text in request["input"]]
    return [text for text in told if "tank" in text]


def test_many_records_are_found_by_words_at_once_and_by_meaning_after_it(
    opened: Opening, service: Service
) -> None:
    with opened() as ws:
        assert scan(ws).indexed.records == COUNT + 1
        assert asked(service) == []
        assert VECTORS_OWED.get(ws.ledger) == COUNT + 1
        assert "13 records of your stores are found by words alone" in status_of(ws).notice
        found = recall(ws, "the gauge of tank 7", Wanted()).hits
        assert any("tank 7" in one.row.belief for one in found)
        assert embed_owed(ws, slices=1)
        assert VECTORS_OWED.get(ws.ledger) == COUNT + 1 - 5
    with opened() as ws:  # as after a kill: what was done stands
        service.requests.clear()
        assert not embed_owed(ws)
        assert len(asked(service)) == COUNT + 1 - 5
        assert ws.chunks.notes_without_vectors() == frozenset()
        assert owed_notice(ws) == status_of(ws).notice == ""
        service.requests.clear()
        assert not embed_owed(ws)
        assert not scan(ws).indexed.records
        assert asked(service) == []


def test_a_few_records_are_embedded_with_the_look(opened: Opening, tmp_path: Path) -> None:
    file = tmp_path / "store" / "MEMORY.md"
    with opened() as ws:
        scan(ws)
        embed_owed(ws)
        with file.open("a") as held:
            held.write("- The valve of tank 30 sticks\n")
        assert scan(ws).indexed.records
        assert ws.chunks.notes_without_vectors() == frozenset()
        assert owed_notice(ws) == ""


def test_an_index_made_anew_and_a_model_that_is_away_leave_their_records_owed(
    opened: Opening, service: Service
) -> None:
    def away(_texts: Sequence[str]) -> Reply:
        return Reply(503, [b""])

    with opened() as ws:
        scan(ws)
        embed_owed(ws)
        drop_index(ws)
    with opened() as ws:
        scan(ws)
        assert VECTORS_OWED.get(ws.ledger) == COUNT + 1
        service.reply = away
        assert not embed_owed(ws), "nobody tries again at once"
        assert VECTORS_OWED.get(ws.ledger) == COUNT + 1
    service.reply = good
    with opened() as ws:
        embed_owed(ws)
        assert not any(map(is_record_path, ws.chunks.notes_without_vectors()))
