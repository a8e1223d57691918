"""Memory is given back, and nothing that runs is harmed."""

import ctypes
import mmap
import re
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import numpy as np

from vaultwatch.adapters.memory_use import _read_only_segments, give_back_memory

ROWS = 200


def _work() -> float:
    matrix = np.arange(ROWS * ROWS, dtype=np.float64).reshape(ROWS, ROWS) / ROWS
    with closing(sqlite3.connect(":memory:")) as link:
        (two,) = link.execute("SELECT length(printf('%d', 42))").fetchone()
    return float((matrix @ matrix).sum() * two)


def _written_ranges() -> list[tuple[int, int]]:
    """Where this process may write, or has written."""
    found, bounds = [], (0, 0)
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if head := re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S+)", line):
            bounds = (int(head[1], 16), int(head[2], 16))
            if "w" in head[3]:
                found.append(bounds)
        elif line.startswith("Anonymous:") and int(line.split()[1]):
            found.append(bounds)
    return found


def _resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE


def test_the_process_holds_less_afterwards() -> None:
    _work()
    before = _resident_bytes()
    give_back_memory()
    assert _resident_bytes() < before - 1_000_000


def test_no_page_is_dropped_that_anything_was_written_to() -> None:
    segments = _read_only_segments(ctypes.PyDLL(None))
    assert len(segments) > 5
    written = _written_ranges()
    assert not [
        (hex(start), hex(low))
        for start, length in segments
        for low, high in written
        if start < high and low < start + length
    ]


def test_threads_at_work_never_notice() -> None:
    right = _work()
    wrong: list[float] = []
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            if (got := _work()) != right:
                wrong.append(got)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        give_back_memory()
    stop.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert _work() == right
