"""One writer per vault, and who it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vaultwatch.adapters.lock import writer_lock
from vaultwatch.errors import BusyError

DIE = """
import os, sys
from pathlib import Path
from vaultwatch.adapters.lock import writer_lock
with writer_lock(Path(sys.argv[1])):
    os._exit(9)
"""


def test_a_second_writer_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    with writer_lock(tmp_path), pytest.raises(BusyError) as caught, writer_lock(tmp_path):
        pass
    assert f"process {os.getpid()}" in caught.value.message
    assert caught.value.hint


def test_a_lock_is_free_again_behind_its_holder(tmp_path: Path) -> None:
    for _ in range(2):
        with writer_lock(tmp_path):
            assert (tmp_path / "writer.json").exists()
    assert not (tmp_path / "writer.json").exists()


def test_a_killed_holder_is_no_obstacle(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", DIE, str(tmp_path)], check=False)  # noqa: S603 -- our own interpreter
    assert done.returncode == 9
    assert (tmp_path / "writer.json").exists()
    with writer_lock(tmp_path):
        pass
