"""A lost ledger is told of, can be had back with one command, and its backups are kept."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.row_digests import know_digests
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import LedgerError, LedgerNoRoomError, NotThereError, RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.places import Places
from vaultwatch.services.look import scan
from vaultwatch.services.operations.doctor import examine, restore_ledger
from vaultwatch.services.operations.status import status_of
from vaultwatch.services.records.losses import (
    back_up_if_due,
    back_up_ledger,
    backups,
    give_up_lost_ledger,
    is_from_before_a_loss,
    is_sure_loss,
    loss_notice,
)
from vaultwatch.services.records.small_facts import LAST_SCAN, REPORT_REMARKS, SCAN_DUE
from vaultwatch.services.scanning.baselines import origin_now
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import OpenMode, open_workspace

if TYPE_CHECKING:
    from vaultwatch.memories.record import Memory
    from vaultwatch.services.scanning.citing import Cited

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
REPORT = b"---\ngenerated: vaultwatch\nlooked_on: 2026-06-01\nedition: abcdefgh\n---\n"


@contextmanager
def opened(vault: Path, *, days: float = 0, mode: OpenMode = "write") -> Iterator[Workspace]:
    clock = FixedClock(NOON + days * DAY)
    with open_workspace(vault, mode, clock=clock, state=vault.parent / "state") as ws:
        yield ws


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".vaultwatch").mkdir(parents=True)
    return folder


@pytest.fixture
def places(vault: Path) -> Places:
    return Places(vault, state_base=vault.parent / "state")


@pytest.fixture
def kept(vault: Path) -> Path:
    """A vault whose ledger knows something and has a backup; returns the backup."""
    with opened(vault) as ws:
        REPORT_REMARKS.set(ws.ledger, "salt")
        path = NotePath("Memories/fee.md")
        ws.ledger.put_memories(
            [MemoryRow("mem_1", path, "digest", NOON, "The fee is 40.", state="present")]
        )
        return back_up_ledger(ws)


def lose(places: Places) -> None:
    for file in places.state.glob("ledger.sqlite*"):
        file.unlink()


def empty(places: Places) -> None:
    lose(places)
    places.ledger.touch()


def garble(places: Places) -> None:
    data = bytearray(places.ledger.read_bytes())
    data[:: len(data) // 200] = b"\xff" * len(data[:: len(data) // 200])
    places.ledger.write_bytes(data)


def test_a_first_ledger_has_lost_nothing(vault: Path) -> None:
    for _ in range(2):
        with opened(vault) as ws:
            assert loss_notice(ws) == status_of(ws).loss == ""


@pytest.mark.parametrize("harm", [lose, empty])
def test_a_lost_ledger_is_told_of_until_it_is_restored(
    vault: Path, places: Places, kept: Path, harm: Callable[[Places], None]
) -> None:
    harm(places)
    for _ in range(2):  # the second time a ledger stands again, a new one
        with opened(vault, days=1, mode="read") as ws:
            assert kept.name in status_of(ws).loss
            told = {one.message for one in examine(ws) if one.outcome == "bad"}
            assert loss_notice(ws) in told
    with opened(vault, days=1) as ws:
        done = restore_ledger(ws)
        assert done.backup == str(kept)
        assert (loss_notice(ws), REPORT_REMARKS.get(ws.ledger)) == ("", "salt")
        assert SCAN_DUE.get(ws.ledger)


def test_a_copy_of_the_new_ledger_from_its_first_second_is_none_of_the_lost(
    vault: Path, places: Places, kept: Path
) -> None:
    lose(places)
    a_moment = timedelta(milliseconds=200) / DAY  # names of copies tell whole seconds
    with opened(vault, days=2 + a_moment) as ws:
        assert back_up_if_due(ws) is not None
        assert restore_ledger(ws, dry_run=True).backup == str(kept)


@pytest.mark.parametrize("trace", ["the index", "the report in the vault"])
def test_whatever_stands_of_a_ledger_tells_that_it_was_there(
    vault: Path, places: Places, trace: str
) -> None:
    (places.index / "chunks.lance").mkdir(parents=True) if trace == "the index" else None
    (vault / "drift-report.md").write_bytes(REPORT if trace != "the index" else b"# Mine\n")
    with opened(vault) as ws:
        assert trace in loss_notice(ws)
        assert is_sure_loss(ws) == (trace == "the index")
        assert ("for the first time" in loss_notice(ws)) is not is_sure_loss(ws)
        outcomes = {one.message: one.outcome for one in examine(ws)}
        assert outcomes[loss_notice(ws)] == ("bad" if is_sure_loss(ws) else "warning")
        with pytest.raises(NotThereError, match="no sound backup"):
            restore_ledger(ws)


@pytest.mark.parametrize("version", [0, 99], ids=["older than is brought over", "newer"])
def test_a_backup_of_a_version_that_cannot_be_read_is_not_offered(
    vault: Path, places: Places, kept: Path, version: int
) -> None:
    with closing(sqlite3.connect(kept)) as copy:
        copy.execute(f"PRAGMA user_version = {version}")
    lose(places)
    with opened(vault, days=1) as ws:
        told = loss_notice(ws)
        assert "can be read by this version" in told
        assert ("--restore-ledger" in told, "--keep-ledger" in told) == (False, True)
        with pytest.raises(NotThereError) as refused:
            restore_ledger(ws)
        assert "--keep-ledger" in refused.value.hint
        assert give_up_lost_ledger(ws)
        assert kept.exists(), "an older program still reads it"


def test_a_persons_note_of_the_reports_name_is_no_trace(vault: Path) -> None:
    (vault / "drift-report.md").write_bytes(b"# Mine\n\nedition: abcdefgh\n")
    with opened(vault) as ws:
        assert loss_notice(ws) == ""


def test_giving_up_ends_the_notice_and_not_the_doubt(
    vault: Path, places: Places, kept: Path
) -> None:
    lose(places)
    with opened(vault, days=1) as ws:
        assert kept.exists()
        assert give_up_lost_ledger(ws, dry_run=True)
        assert loss_notice(ws)
        assert give_up_lost_ledger(ws)
        assert not give_up_lost_ledger(ws)
        assert loss_notice(ws) == ""
        # When a memory was written is no better known: its file may bear the time of a flag.
        assert is_from_before_a_loss(ws, NOON)
        assert not is_from_before_a_loss(ws, NOON + 2 * DAY)


@pytest.mark.parametrize(
    ("said", "is_lost", "origin"),
    [
        pytest.param(None, False, "written", id="its file is the younger one"),
        pytest.param(None, True, "adopted", id="but our flag may have made it so"),
        pytest.param(NOON, True, "written", id="a time that it says itself was not ours to touch"),
    ],
)
@pytest.mark.usefixtures("kept")
def test_a_memory_from_before_a_loss_is_not_taken_for_younger_than_its_note(
    vault: Path, places: Places, said: datetime | None, origin: str, *, is_lost: bool
) -> None:
    note, memory = NotePath("Atlas.md"), NotePath("Memories/a.md")
    (vault / "Memories").mkdir()
    for path, hours in ((note, -2), (memory, -1)):
        at = (NOON + timedelta(hours=hours)).timestamp()
        (vault / path).write_text("Text.\n")
        os.utime(vault / path, (at, at))
    if is_lost:
        lose(places)
    with opened(vault) as ws:
        held = cast("Memory", SimpleNamespace(id="m", path=memory, updated=None, created=said))
        cited = cast("Cited", SimpleNamespace(changed_beliefs=frozenset()))
        assert origin_now(ws, cited, held, note) == origin


def test_a_damaged_ledger_is_set_aside_for_the_newest_sound_backup(
    vault: Path, places: Places, kept: Path
) -> None:
    newer = kept.with_name("ledger-20260602-120000.sqlite")
    shutil.copy(kept, newer)
    newer.write_bytes(newer.read_bytes()[:9000])
    garble(places)
    with opened(vault, days=2, mode="read") as ws:
        rehearsed = restore_ledger(ws, dry_run=True)
        assert not Path(rehearsed.set_aside).exists()
        with pytest.raises(LedgerError):
            _ = ws.ledger
    spoilt = places.ledger.read_bytes()
    with opened(vault, days=2) as ws:
        done = restore_ledger(ws)
        assert done == rehearsed
        assert (done.made, done.age_s) == (NOON, 2 * DAY.total_seconds())
        assert (done.memories, done.findings) == (1, 0)
        assert [Path(name).name for name, _ in done.skipped] == [newer.name]
        assert Path(done.set_aside).read_bytes() == spoilt
        assert REPORT_REMARKS.get(ws.ledger) == "salt"
        with pytest.raises(RefusedError, match="sound"):
            restore_ledger(ws)


def test_a_sound_ledger_is_not_set_aside_because_the_disk_is_full(
    vault: Path, places: Places, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept.exists()
    before = places.ledger.read_bytes()

    def refuse(*_: object, **__: object) -> sqlite3.Connection:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with opened(vault, days=1) as ws, monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", refuse)
        with pytest.raises(LedgerNoRoomError):
            restore_ledger(ws)
    assert places.ledger.read_bytes() == before


def test_a_log_of_the_old_ledger_is_no_part_of_the_restored_one(
    vault: Path, places: Places, kept: Path
) -> None:
    log = places.ledger.with_name("ledger.sqlite-wal")
    with closing(sqlite3.connect(places.ledger)) as other:
        know_digests(other)
        other.execute("INSERT INTO facts VALUES ('late', 'word')")
        other.commit()
        left = log.read_bytes()
    log.write_bytes(left)  # as a kill leaves it
    garble(places)
    with opened(vault, days=1) as ws:
        done = restore_ledger(ws)
        assert done.backup == str(kept)
        assert (ws.ledger.get_fact("late"), ws.ledger.check()) == (None, [])


def test_new_backups_do_not_push_out_the_last_one_of_a_lost_ledger(
    vault: Path, places: Places, kept: Path
) -> None:
    lose(places)
    for days in range(1, 12):
        with opened(vault, days=days) as ws:
            assert back_up_if_due(ws) is not None
            assert len(backups(places)) <= ws.settings.schedule.keep_backups + 1
    with opened(vault, days=12) as ws:
        assert restore_ledger(ws).backup == str(kept)
        assert REPORT_REMARKS.get(ws.ledger) == "salt"


@pytest.mark.parametrize(
    ("days", "is_due"),
    [(0.9, False), (1, True), (-1, True)],
    ids=["same day", "next", "clock back"],
)
def test_a_look_without_a_daemon_backs_up_once_a_day(
    vault: Path, kept: Path, days: float, *, is_due: bool
) -> None:
    assert kept.exists()
    with opened(vault, days=days) as ws:
        assert (back_up_if_due(ws) is not None) == is_due
    with opened(vault, days=days, mode="rehearse") as ws:
        LAST_SCAN.set(ws.ledger, NOON)
        assert back_up_if_due(ws) is None


def test_a_scan_clears_away_what_killed_runs_left_beside_the_ledger(vault: Path) -> None:
    (vault / ".vaultwatch" / "config.toml").write_text('[index]\nembedder = "hash"\n')
    with opened(vault) as ws:
        back_up_ledger(ws)
        left = ws.places.state / f".vaultwatch-{'a' * 16}.tmp", ws.places.backups / ".ledger-1.tmp"
        for file in left:
            file.touch()
            os.utime(file, (0, 0))
        scan(ws)
        assert [file for file in left if file.exists()] == []
