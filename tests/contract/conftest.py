"""What most tests of files and of the ledger begin with; a module's `NOW` is the time in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock


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


@pytest.fixture
def ledger(file: Path, clock: FixedClock) -> Iterator[Ledger]:
    with open_ledger(file, clock=clock) as opened:
        yield opened
