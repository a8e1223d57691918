"""What every test may use: golden files, rewritten with `pytest --update-golden`."""

from pathlib import Path

import pytest

from tests.golden_files import GoldenFiles


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
