"""What every test may use: golden files (`pytest --update-golden` rewrites them), the real model.

The model is fetched once into the user's cache; where it cannot be had, its tests are skipped.
"""

import gc
import os
import signal
import sqlite3
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from tests.golden_files import GoldenFiles
from tests.object_store import object_store
from tests.postgres import server
from vaultwatch.adapters.models.embedders import Embedder
from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.adapters.models.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.errors import EmbedderError

__all__ = ["object_store", "server"]  # one of each for all that a worker tests

# A busy machine is no bug: what a test promises does not depend on the time one example takes.
settings.register_profile("vaultwatch", deadline=None)
settings.load_profile("vaultwatch")

# Collecting makes hundreds of thousands of things that all stay: to look through them for rubbish
# again and again took four of each worker's ten seconds.
gc.disable()

# A test that means another zone says so: what the others expect are days of Greenwich.
os.environ["TZ"] = "UTC"
time.tzset()

# A shell that starts the tests in the background has them ignore Ctrl-C, and all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class WatchedConnection(sqlite3.Connection):
    """Warns where nobody closed it, as Python does by itself from 3.13 on."""

    def __del__(self) -> None:
        try:
            _ = self.total_changes
        except sqlite3.ProgrammingError:  # it is closed
            return
        warnings.warn(f"unclosed database in {self!r}", ResourceWarning, source=self, stacklevel=2)


if sys.version_info < (3, 13):
    sqlite3.connect = partial(sqlite3.connect, factory=WatchedConnection)  # type: ignore[assignment]


MEMORY_DISK = Path("/dev/shm")  # noqa: S108 -- our own folders in it are pytest's
ROOM_BYTES = 2 << 30
"""What a whole run writes is 1.4 GB, and what a test that passed wrote is deleted after it."""


def pytest_configure(config: pytest.Config) -> None:
    """Let the tests write into memory where there is room, unless told where to.

    Ledger and notes are synced to the disk at each write, some fifty times a vault: it is the disk
    that tests waited for, and the kernel's work for it was a third of theirs.
    """
    is_told = {"TMPDIR", "PYTEST_DEBUG_TEMPROOT"} & os.environ.keys()
    if not is_told and not config.getoption("basetemp") and _is_roomy(MEMORY_DISK):
        os.environ["TMPDIR"] = str(MEMORY_DISK)
        tempfile.tempdir = None


def _is_roomy(folder: Path) -> bool:
    """Tell whether it has room, and programs may stand in it; a container's often has neither."""
    try:
        disk = os.statvfs(folder)
    except (AttributeError, OSError):
        return False
    return (
        os.access(folder, os.W_OK)
        and not disk.f_flag & os.ST_NOEXEC
        and disk.f_bavail * disk.f_frsize >= ROOM_BYTES
    )


def pytest_collection_finish() -> None:
    gc.enable()
    gc.freeze()  # the little rubbish among it too: to look for it takes half a second
    gc.set_threshold(20_000, 20, 20)  # a twelfth of the tests' own time went into looking


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


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    try:
        return pull_minilm(models_folder(), progress=lambda _: None)
    except EmbedderError as error:
        pytest.skip(f"MiniLM cannot be had here: {error.message}")  # `-ra` prints the reason


@pytest.fixture(scope="session")
def minilm(minilm_folder: Path) -> Iterator[Embedder]:
    embedder = load_minilm(minilm_folder)
    yield embedder
    embedder.close()
