"""What most tests of files and of the ledger begin with; a module's `NOW` is the time in it."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.places import Places


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> FixedClock:
    return FixedClock(request.module.NOW)


IN_BOTH = {
    "test_ledger",
    "test_ledger_agents",
    "test_ledger_history",
    "test_ledger_moves",
    "test_ledger_use",
}
"""Modules whose tests hold for a ledger in a file and for one on PostgreSQL."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = inspect.signature(metafunc.function).parameters
    if "ledger" in metafunc.fixturenames:
        is_of_both = metafunc.module.__name__.rpartition(".")[2] in IN_BOTH and "file" not in asked
        metafunc.parametrize("site", ["file", "postgres"] if is_of_both else ["file"])


@pytest.fixture
def places(tmp_path: Path, vault: Path) -> Places:
    found = Places(vault, state_base=tmp_path / "state")  # a vault a test: a schema a test
    found.ensure()
    return found


@pytest.fixture
def ledger(
    file: Path, clock: FixedClock, site: str, request: pytest.FixtureRequest
) -> Iterator[Ledger]:
    if site == "file":
        opened = open_ledger(file, clock=clock)
    else:
        from vaultwatch.adapters.ledger.postgres import open_postgres

        url = request.getfixturevalue("server").url()
        of_it = request.getfixturevalue("places")
        opened = open_postgres(url, of_it.schema, of_it.ledger_home, clock=clock)
    with opened:
        yield opened
