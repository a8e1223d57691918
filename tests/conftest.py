"""What every test may use: golden files, rewritten with `pytest --update-golden`."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.golden_files import GoldenFiles

# A busy machine is no bug: what a test promises does not depend on the time one example takes.
settings.register_profile("vaultwatch", deadline=None)
settings.load_profile("vaultwatch")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="Write what the code renders now into tests/golden; read the diff before committing.",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> GoldenFiles:
    return GoldenFiles(
        Path(__file__).parent / "golden", update=bool(request.config.getoption("--update-golden"))
    )
