"""What fails again and again behind a look is told by `status` and `doctor`, until it succeeds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.raw_ledger import harmed_ledger
from vaultwatch.adapters.index.lance_chunks import LanceChunkStore
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.errors import LedgerError, StoreError, VaultwatchError
from vaultwatch.services.indexing import reindex as indexing
from vaultwatch.services.look import scan
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.operations.status import status_of
from vaultwatch.services.records.losses import backups
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace


def failing(error: VaultwatchError) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


def told(ws: Workspace) -> tuple[str, list[tuple[str, str]]]:
    found = [one for one in examine(ws) if one.name == "upkeep"]
    return status_of(ws).trouble, [(one.outcome, one.fix) for one in found]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    vault = tmp_path / "vault"
    (vault / ".vaultwatch").mkdir(parents=True)
    (vault / ".vaultwatch" / "config.toml").write_text('[index]\nembedder = "hash"\n')
    return vault


@pytest.mark.parametrize(
    ("owner", "verb", "error", "trouble"),
    [
        pytest.param(
            LanceChunkStore,
            "optimise",
            StoreError("No more handles.", hint="Begin it anew."),
            "The index could not be tidied, so it grows, 2 times since ",
            id="tidying",
        ),
        pytest.param(
            Ledger,
            "backup",
            LedgerError("No room for a copy.", hint="Make room."),
            "The ledger could not be backed up, 2 times since ",
            id="backup",
        ),
    ],
)
def test_what_fails_twice_is_told_until_it_succeeds(  # noqa: PLR0913, PLR0917 -- a table's columns
    vault: Path,
    monkeypatch: pytest.MonkeyPatch,
    owner: type,
    verb: str,
    error: VaultwatchError,
    trouble: str,
) -> None:
    monkeypatch.setattr(indexing, "is_tidying_due", lambda _: True)

    def look(ws: Workspace, said: str) -> None:
        (vault / "pump.md").write_text(f"The pump is {said}.\n")
        scan(ws)

    with open_workspace(vault, state=vault.parent / "state") as ws:
        with monkeypatch.context() as broken:
            broken.setattr(owner, verb, failing(error))
            look(ws, "green")
            assert told(ws) == ("", [])
            look(ws, "red")
            said, checks = told(ws)
            assert said.startswith(trouble)
            assert said.endswith(f" (UTC): {error.message}")
            assert checks == [("bad", error.hint)]
        look(ws, "blue")
        assert told(ws) == ("", [])


def test_damage_found_by_the_daily_look_at_the_ledger_is_told_at_once(vault: Path) -> None:
    (vault / "pump.md").write_text("The pump is green.\n")
    with open_workspace(vault, state=vault.parent / "state") as ws:
        scan(ws)
        for copy in backups(ws.places):
            copy.unlink()
        with harmed_ledger(ws.places.ledger) as connection:
            connection.execute("UPDATE notes SET size_bytes = size_bytes + 1")
        scan(ws)
        said, checks = told(ws)
        assert said.startswith("The ledger could not be backed up, 1 time since ")
        assert said.endswith("Rows of 'notes' in the ledger are not those that were written.")
        assert checks == [("bad", "Run `vaultwatch doctor --restore-ledger`.")]
