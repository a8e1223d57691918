"""One writer per vault, and who it is."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from vaultwatch.adapters.machine.lock import (
    daemon_lock,
    is_watched,
    stand_in_line,
    try_lock,
    writer_lock,
)
from vaultwatch.errors import BusyError, RefusedError

DIE = """
import os, sys
from pathlib import Path
from vaultwatch.adapters.machine.lock import writer_lock
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


def test_who_waits_longest_has_the_lock_next(tmp_path: Path) -> None:
    order: list[int] = []

    def wait(number: int) -> None:
        with writer_lock(tmp_path, wait_s=120):
            order.append(number)

    line = tmp_path / "writer.line"
    waiting = []
    with writer_lock(tmp_path):
        for number in range(4):
            waiting.append(threading.Thread(target=wait, args=(number,)))
            waiting[-1].start()
            while not line.exists() or len(list(line.iterdir())) <= number:
                time.sleep(0.001)
        with try_lock(tmp_path, 0) as is_ours:
            assert not is_ours
    for one in waiting:
        one.join(120)
    assert order == [0, 1, 2, 3]
    assert list(line.iterdir()) == []


def test_nobody_who_tries_once_goes_before_those_who_wait_nor_waits_for_the_dead(
    tmp_path: Path,
) -> None:
    line = tmp_path / "writer.line"
    with stand_in_line(line) as pause_s, try_lock(tmp_path, 0) as is_ours:
        assert (is_ours, pause_s()) == (False, 0)
    (line / f"{0:020d}-1-0").touch()  # its process was killed
    with try_lock(tmp_path, 0) as is_ours:
        assert is_ours
    assert list(line.iterdir()) == []


def test_a_second_daemon_is_told_who_watches(tmp_path: Path) -> None:
    with daemon_lock(tmp_path):
        assert is_watched(tmp_path)
        with pytest.raises(BusyError) as caught, daemon_lock(tmp_path):
            pass
    assert f"process {os.getpid()}" in caught.value.message
    assert not is_watched(tmp_path)


def test_a_daemon_leaves_the_writers_lock_to_others(tmp_path: Path) -> None:
    with daemon_lock(tmp_path), writer_lock(tmp_path):
        assert is_watched(tmp_path)


def test_a_lock_that_is_not_ours_to_take_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    for name in ("writer", "watcher"):
        (tmp_path / f"{name}.lock").mkdir()
    for take in (writer_lock, daemon_lock):
        with pytest.raises(RefusedError, match="cannot be taken") as caught, take(tmp_path):
            pass
        assert repr(str(tmp_path)) in caught.value.hint
    with pytest.raises(RefusedError, match="cannot be taken"):
        is_watched(tmp_path)
