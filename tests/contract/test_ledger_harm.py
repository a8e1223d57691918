"""What a ledger survives: kills, other writers, damage."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.raw_ledger import harmed_ledger
from vaultwatch.adapters.ledger import MemoryRow, connection, open_ledger
from vaultwatch.adapters.ledger.connection import LedgerSite
from vaultwatch.adapters.ledger.row_digests import know_digests
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.drift.model import Finding
from vaultwatch.errors import LedgerBusyError, LedgerError, LedgerNoRoomError
from vaultwatch.notes.model import NotePath

NOW = datetime(2026, 3, 1, 12, 30, 0, 5, tzinfo=UTC)
FINDING = Finding(
    "f1", "mem_1", NotePath("a.md"), "memory_drift", "value", "warm", ("Top",), 0.7, 0.9, None,
    None, ("because",), "p", "dismissed", NOW, NOW, NOW, "",
)  # fmt: skip


def test_what_is_written_together_is_seen_by_its_writer_at_once_and_stands_when_it_is_settled(
    ledger: Ledger, file: Path
) -> None:
    with open_ledger(file, clock=FixedClock(NOW)) as other:
        with ledger.together():
            assert ledger.get_fact("a") is None  # nothing is begun: others may write meanwhile
            other.set_fact("a", "theirs")
            ledger.set_fact("a", "1")
            ledger.record("verb", "a")
            with ledger.together():
                assert (ledger.get_fact("a"), len(ledger.audit())) == ("1", 1)
            assert (other.get_fact("a"), other.audit()) == ("theirs", [])
            ledger.settle()
            assert (other.get_fact("a"), len(other.audit())) == ("1", 1)
            ledger.set_fact("a", "2")
            assert other.get_fact("a") == "1"
        assert other.get_fact("a") == "2"


def test_of_what_is_written_together_one_that_fails_takes_no_other_with_it(ledger: Ledger) -> None:
    live = replace(FINDING, status="open", closed_at=None)
    with ledger.together():
        ledger.set_fact("a", "1")
        with pytest.raises(LedgerError):
            ledger.save_findings([live, replace(live, id="f2")])
        ledger.set_fact("b", "2")
    assert (ledger.get_fact("a"), ledger.get_fact("b"), ledger.findings()) == ("1", "2", [])


def test_what_was_written_together_before_an_error_stands(ledger: Ledger) -> None:
    def fail() -> None:
        with ledger.together():
            ledger.set_fact("a", "1")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    ledger.set_fact("b", "2")
    assert (ledger.get_fact("a"), ledger.get_fact("b")) == ("1", "2")


KILLED = """
import os, signal, sys
from pathlib import Path
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.adapters.ledger import connection, open_ledger, sql_ledger
from vaultwatch.adapters.ledger.connection import writing
ledger = open_ledger(Path(sys.argv[1]), clock=SystemClock())
ledger.set_fact("kept", "yes")
with writing(ledger._engine) as connection:
    connection.exec_driver_sql("UPDATE facts SET value = 'half'")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_writer_leaves_its_last_whole_transaction(file: Path) -> None:
    run = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", KILLED, str(file)], check=False, timeout=60
    )
    assert run.returncode == -9
    with open_ledger(file, clock=FixedClock(NOW)) as ledger:
        assert ledger.get_fact("kept") == "yes"
        assert ledger.check() == []


def test_a_ledger_that_cannot_be_made_is_told_of_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="cannot be made") as caught:
        open_ledger(tmp_path / "gone" / "ledger.sqlite", clock=FixedClock(NOW))
    assert caught.value.hint


def test_a_second_writer_waits_and_a_reader_does_not(file: Path, ledger: Ledger) -> None:
    ledger.set_fact("who", "nobody")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        know_digests(other)
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE facts SET value = 'other'")
        waiting = threading.Thread(target=ledger.set_fact, args=("who", "ledger"))
        waiting.start()
        assert ledger.get_fact("who") == "nobody"
        assert waiting.is_alive()
        other.execute("COMMIT")
        waiting.join(timeout=120)
    assert ledger.get_fact("who") == "ledger"


def test_writers_that_read_first_do_not_lose_to_each_other(file: Path, ledger: Ledger) -> None:
    def write(name: str) -> None:
        with open_ledger(file, clock=FixedClock(NOW)) as own:
            for number in range(50):
                own.save_findings([replace(FINDING, id=f"{name}{number}")])

    with ThreadPoolExecutor(max_workers=2) as pool:
        for done in [pool.submit(write, name) for name in "ab"]:
            done.result()
    assert len(ledger.findings()) == len(ledger.audit(limit=1000)) == 100


def test_a_damaged_file_is_told(ledger: Ledger, file: Path) -> None:
    assert ledger.check() == []
    assert ledger.size_bytes() > 0
    with harmed_ledger(file) as other:
        other.execute("PRAGMA foreign_keys = OFF")
        other.execute("INSERT INTO outlines VALUES ('stray.md', '[]', 1)")
    assert len(ledger.check()) == 1


def test_a_ledger_that_another_process_holds_is_busy_and_not_damaged(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_ledger(file, clock=FixedClock(NOW)).close()
    monkeypatch.setattr(connection, "BUSY_S", 0.0)  # it would wait so long
    with Ledger(LedgerSite(file), FixedClock(NOW)) as ledger:
        with closing(sqlite3.connect(file)) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN IMMEDIATE")
            for ask in (ledger.check, ledger.audit):
                with pytest.raises(LedgerBusyError, match="locked") as error:
                    ask()
                assert "--restore-ledger" not in error.value.hint
        assert ledger.check() == []


def without_room(code: int) -> sqlite3.OperationalError:
    """What SQLite raises where it cannot put its logs beside a file."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "free", "what"),
    [
        pytest.param(sqlite3.SQLITE_FULL, 1 << 40, "full", id="full, or over a quota"),
        pytest.param(sqlite3.SQLITE_IOERR_SHMSIZE, 4096, "full", id="no room for its index"),
        pytest.param(sqlite3.SQLITE_IOERR_WRITE, 0, "full", id="no room for its log"),
        pytest.param(sqlite3.SQLITE_IOERR_READ, 1 << 40, "damage", id="a disk that fails"),
        pytest.param(sqlite3.SQLITE_CORRUPT, 0, "damage", id="garbled, on a full disk too"),
    ],
)
def test_a_full_disk_is_told_of_as_such_and_nobody_is_sent_to_restore(
    code: int, free: int, what: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_ledger(file, clock=FixedClock(NOW)).close()
    ledger = Ledger(LedgerSite(file), FixedClock(NOW))
    ledger.close()

    def refuse(*_: object, **__: object) -> sqlite3.Connection:
        raise without_room(code)

    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    monkeypatch.setattr(sqlite3, "connect", refuse)
    for ask in (lambda: open_ledger(file, clock=FixedClock(NOW)), ledger.audit):
        with pytest.raises(LedgerError) as error:
            ask()
        assert isinstance(error.value, LedgerNoRoomError) is (what == "full")
        assert ("The disk is full" in error.value.message) is (what == "full")
        assert ("--restore-ledger" in error.value.hint) is (what == "damage")


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda f: f.write_bytes(b"no database at all" * 100), id="garbled"),
        pytest.param(lambda f: f.mkdir(), id="a folder"),
    ],
)
def test_what_is_no_ledger_is_refused_and_left_alone(
    file: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(file)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(LedgerError) as error:
        open_ledger(file, clock=FixedClock(NOW))
    assert error.value.hint
    assert (file.read_bytes() if file.is_file() else None) == before


def test_a_thread_reads_as_of_one_moment_until_it_may_write(file: Path, ledger: Ledger) -> None:
    row = MemoryRow("mem_1", NotePath("Memories/m.md"), "bd", NOW, "A holds.", "present", NOW)
    with open_ledger(file, clock=FixedClock(NOW)) as other, ledger.steady():
        assert (ledger.get_fact("who"), ledger.find_memories(ids=["mem_1"])) == (None, [])
        moment = ledger.mark()
        other.set_fact("who", "other")
        other.put_memories([row])
        assert (ledger.get_fact("who"), ledger.find_memories(ids=["mem_1"])) == (None, [])
        assert (ledger.count_memories(), ledger.mark() is moment) == ({}, True)
        with ledger.moving():  # as who got the writer lock
            assert (ledger.get_fact("who"), len(ledger.memories())) == ("other", 1)
            assert ledger.mark() is not moment
        other.set_fact("who", "again")
        assert ledger.get_fact("who") == "again"  # another moment begins after it
        other.set_fact("who", "late")
        assert ledger.get_fact("who") == "again"
        ledger.set_fact("mine", "yes")
        assert (ledger.get_fact("mine"), ledger.get_fact("who")) == ("yes", "late")
    assert ledger.check() == []
