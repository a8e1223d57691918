"""The vault of most tests here: three memories that three edits overtook.

Made once a run and copied; a file that wants another one makes its own `vault`.
"""

from pathlib import Path

import pytest

from tests.system.drifted import copy_of, drifted_vault
from tests.system.vaults import Vault


@pytest.fixture(scope="session")
def drifted(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    return drifted_vault(tmp_path_factory.mktemp("drifted"))


@pytest.fixture
def vault(drifted: Vault, tmp_path: Path) -> Vault:
    return copy_of(drifted, tmp_path)
