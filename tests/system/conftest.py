"""The vault of most tests here: three memories that three edits overtook.

Made once a run and copied; a file that wants another one makes its own `vault`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from tests.system.agent_vaults import looked_at_once, opened_once
from tests.system.daemons import patient
from tests.system.drifted import copy_of, drifted_vault
from tests.system.homes import home
from tests.system.reading import vault_in_doubt
from tests.system.request_asking import fair_once
from tests.system.vaults import Vault

__all__ = ["fair_once", "home", "looked_at_once", "opened_once", "patient"]


@pytest.fixture(scope="session", autouse=True)
def home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Nothing here reads or writes the home of whoever runs it; models stay where they were got."""
    home, cache = tmp_path_factory.mktemp("home"), user_cache_path()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_CACHE_HOME", str(cache))
        yield home


@pytest.fixture(scope="session")
def drifted(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    return drifted_vault(tmp_path_factory.mktemp("drifted"))


@pytest.fixture(scope="session")
def in_doubt(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    return vault_in_doubt(tmp_path_factory.mktemp("in_doubt"))


@pytest.fixture
def vault(drifted: Vault, tmp_path: Path) -> Vault:
    return copy_of(drifted, tmp_path)
