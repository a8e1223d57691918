"""What no write may lose: whatever somebody saves in the instants of a swap, and whatever way."""

import errno
import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.folders import files_in
from vaultwatch.adapters.files import safe_write
from vaultwatch.adapters.files.safe_write import EXCHANGE, NO_REPLACE, sweep_own
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import NoteChangedError, NoteUnreadableError, RefusedError

ROOT = Path(__file__).resolve().parents[2]
FLAG = b"drift: likely\n"
NOW = datetime(2026, 5, 4, tzinfo=UTC)
MINE = b"a person's"

Save = Callable[[Path, bytes], None]


def save_in_place(file: Path, text: bytes) -> None:
    file.write_bytes(text)


def save_atomically(file: Path, text: bytes) -> None:
    temp = file.with_name(f"{file.name}.{threading.get_ident()}.part")
    temp.write_bytes(text)
    temp.replace(file)


SAVES = [
    pytest.param(save_in_place, id="in place"),
    pytest.param(save_atomically, id="by a rename"),
]


def all_texts(vault: Path) -> list[bytes]:
    return sorted(files_in(vault).values())


def names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


@pytest.fixture
def files(vault: Path, tmp_path: Path) -> VaultFiles:
    return VaultFiles(vault, journal=WriteJournal(tmp_path / "j", clock=FixedClock(NOW)))


class Disk:
    """The real `rename`, with somebody who does something before or after the nth call of it."""

    def __init__(self) -> None:
        self.calls = 0
        self.before: dict[int, Callable[[], object]] = {}
        self.after: dict[int, Callable[[], object]] = {}
        self.lacks: frozenset[int] = frozenset()
        self.real = safe_write.rename

    def rename(self, old: Path, new: Path, flags: int) -> None:
        self.calls += 1
        self.before.get(self.calls, int)()
        if flags in self.lacks:
            raise OSError(errno.EINVAL, "no such flag here")
        self.real(old, new, flags)
        self.after.get(self.calls, int)()


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(safe_write, "rename", disk.rename)
    return disk


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def link(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "no links on this disk")

    monkeypatch.setattr(os, "link", link)


@pytest.mark.parametrize("save", SAVES)
def test_a_save_just_before_the_swap_stands(
    vault: Path, files: VaultFiles, disk: Disk, save: Save
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.before[1] = lambda: save(note, MINE)
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"new")
    assert note.read_bytes() == MINE
    assert names_in(vault) == ["a.md"]


@pytest.mark.parametrize("second", SAVES)
@pytest.mark.parametrize("first", SAVES)
def test_of_two_saves_around_the_swap_the_later_stands_and_the_other_is_in_the_trash(
    vault: Path, files: VaultFiles, disk: Disk, first: Save, second: Save
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.before[1] = lambda: first(note, b"first")
    disk.after[1] = lambda: second(note, b"second")
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"new")
    assert note.read_bytes() == b"second"
    assert all_texts(vault) == [b"first", b"second"]
    assert names_in(vault) == [".trash", "a.md"]
    assert disk.calls == 3


def test_a_writer_who_saves_at_every_instant_finds_his_last_but_one_saves_in_the_trash(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    for call in range(1, 20):
        disk.before[call] = partial(save_atomically, note, b"%d" % call)
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"new")
    kept = {int(text) for text in all_texts(vault)}
    assert {disk.calls, disk.calls - 1} <= kept
    assert [name for name in names_in(vault) if name.endswith(".tmp")] == []


def test_a_note_that_another_program_holds_open_for_writing_is_left_alone(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    with note.open("ab", buffering=0) as out:
        with pytest.raises(NoteChangedError):
            files.replace_note("a.md", seen=b"old", new=b"new")
        with pytest.raises(NoteChangedError):
            files.trash("a.md", seen=b"old")
        out.write(b" and more")
    assert disk.calls == 0
    assert note.read_bytes() == b"old and more"
    assert files.replace_note("a.md", seen=b"old and more", new=b"new")


def test_a_program_that_opens_a_note_just_before_the_swap_writes_into_what_stands(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    opened = []
    disk.before[1] = lambda: opened.append(note.open("ab", buffering=0))
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"new")
    with opened[0] as out:
        out.write(b" and more")
    assert note.read_bytes() == b"old and more"
    assert names_in(vault) == ["a.md"]


def test_a_disk_that_calls_every_file_open_for_writing_is_believed_by_the_bytes(
    vault: Path, files: VaultFiles, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(fcntl, "fcntl", refuse)
    note = vault / "a.md"
    note.write_bytes(b"old")
    assert files.replace_note("a.md", seen=b"old", new=b"new")
    disk.before[disk.calls + 1] = lambda: note.write_bytes(MINE)
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"new", new=b"newer")
    assert files.trash("a.md", seen=MINE) == ".trash/a.md"
    assert names_in(vault) == [".trash"]
    assert all_texts(vault) == [MINE]


def test_a_note_deleted_around_the_swap_stays_deleted(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.before[1] = note.unlink
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"new")
    assert names_in(vault) == []


def test_a_note_saved_and_then_deleted_around_the_swap_is_found_in_the_trash(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.before[1] = lambda: note.write_bytes(MINE)
    disk.after[1] = note.unlink
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"new")
    assert names_in(vault) == [".trash"]
    assert all_texts(vault) == [MINE]


def test_a_disk_that_cannot_swap_is_written_all_the_same(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    disk.lacks = frozenset({EXCHANGE, NO_REPLACE})
    (vault / "a.md").write_bytes(b"old")
    assert files.replace_note("a.md", seen=b"old", new=b"new")
    assert files.replace_note("b.md", seen=None, new=b"new")
    assert files.trash("b.md", seen=b"new") == ".trash/b.md"
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=b"old", new=b"newer")
    assert all_texts(vault) == [b"new", b"new"]
    assert names_in(vault) == [".trash", "a.md"]


@pytest.mark.parametrize("lacks", [frozenset(), frozenset({EXCHANGE, NO_REPLACE})])
def test_a_disk_without_hard_links_takes_a_new_note_over_nothing(
    vault: Path,
    files: VaultFiles,
    disk: Disk,
    monkeypatch: pytest.MonkeyPatch,
    lacks: frozenset[int],
) -> None:
    without_links(monkeypatch)
    disk.lacks = lacks
    assert files.replace_note("a.md", seen=None, new=b"new")
    disk.before[disk.calls + 1] = lambda: (vault / "b.md").write_bytes(MINE)
    with pytest.raises(NoteChangedError):
        files.replace_note("b.md", seen=None, new=b"new")
    assert files.trash("a.md", seen=b"new") == ".trash/a.md"
    assert (vault / "b.md").read_bytes() == MINE
    assert names_in(vault) == [".trash", "b.md"]
    taken = vault / ".trash" / "b.md"
    disk.before[disk.calls + 1] = lambda: taken.write_bytes(b"theirs")
    with pytest.raises(NoteChangedError):
        files.trash("b.md", seen=MINE)
    assert taken.read_bytes() == b"theirs"


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("lacks", [frozenset(), frozenset({EXCHANGE, NO_REPLACE})])
def test_a_save_just_before_a_note_goes_to_the_trash_keeps_it_where_it_is(
    vault: Path, files: VaultFiles, disk: Disk, save: Save, lacks: frozenset[int]
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.lacks = lacks
    disk.before[1] = lambda: save(note, MINE)
    with pytest.raises(NoteChangedError):
        files.trash("a.md", seen=b"old")
    assert note.read_bytes() == MINE
    assert all_texts(vault) == [MINE]


def test_a_save_by_a_rename_stands_where_a_note_can_only_be_moved_by_a_link(
    vault: Path, files: VaultFiles, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.lacks = frozenset({EXCHANGE, NO_REPLACE})
    real = os.link

    def link(old: Path, new: Path, *, follow_symlinks: bool) -> None:
        real(old, new, follow_symlinks=follow_symlinks)
        save_atomically(note, MINE)

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(NoteChangedError):
        files.trash("a.md", seen=b"old")
    assert all_texts(vault) == [MINE]


def test_a_note_made_anew_while_a_changed_one_comes_back_from_the_trash_stands(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    note = vault / "a.md"
    note.write_bytes(b"old")
    disk.before[1] = lambda: note.write_bytes(b"first")
    disk.after[1] = lambda: note.write_bytes(b"second")
    with pytest.raises(NoteChangedError):
        files.trash("a.md", seen=b"old")
    assert note.read_bytes() == b"second"
    assert (vault / ".trash" / "a.md").read_bytes() == b"first"


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        pytest.param("save", NoteChangedError, id="somebody made it"),
        pytest.param("folder", RefusedError, id="the folder cannot be made"),
    ],
)
def test_a_new_note_goes_over_nothing(
    vault: Path, files: VaultFiles, disk: Disk, kind: str, outcome: type[Exception]
) -> None:
    if kind == "save":
        disk.before[1] = lambda: (vault / "b.md").write_bytes(MINE)
        path = "b.md"
    else:
        (vault / "b").write_bytes(MINE)
        path = "b/c.md"
    with pytest.raises(outcome):
        files.replace_note(path, seen=None, new=b"new")
    assert all_texts(vault) == [MINE]


def test_what_a_kill_left_is_swept_but_for_what_a_person_saved(
    vault: Path, files: VaultFiles, disk: Disk
) -> None:
    class KillError(BaseException):
        pass

    def kill() -> None:
        raise KillError

    for name, save in (("ours.md", b""), ("theirs.md", MINE)):
        note = vault / name
        note.write_bytes(b"old")
        os.utime(note, (0, 0))  # what is swapped out may be old; that it was, is not
        if save:
            disk.before[disk.calls + 1] = partial(note.write_bytes, MINE)
        disk.after[disk.calls + 1] = kill
        with pytest.raises(KillError):
            files.replace_note(name, seen=b"old", new=b"new")
    assert files.sweep(now=datetime.now(UTC)) == 0
    assert files.sweep(now=datetime.now(UTC) + timedelta(hours=2)) == 2
    assert all_texts(vault) == [MINE, b"new", b"new"]
    assert names_in(vault) == [".trash", "ours.md", "theirs.md"]


RACE_S = float(os.environ.get("VAULTWATCH_RACE_S", "3"))
"""How long two processes race; a benchmark sets minutes."""


def test_no_save_is_lost_while_flags_are_set_and_removed(vault: Path, files: VaultFiles) -> None:
    note = vault / "a.md"
    note.write_bytes(b"save 0\n")
    command = [sys.executable, "-m", "tests.saving", str(note), "7", str(RACE_S)]
    written = refused = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as writer:  # noqa: S603 -- ours
        while writer.poll() is None:
            try:
                seen = files.read("a.md")
                new = seen.removeprefix(FLAG) if seen.startswith(FLAG) else FLAG + seen
                written += files.replace_note("a.md", seen=seen, new=new)
            except (NoteChangedError, NoteUnreadableError):
                refused += 1
        assert writer.stdout is not None
        told = writer.stdout.read().decode()
    assert (writer.returncode, told[:6]) == (0, "saves="), told
    assert written > 10 * RACE_S
    assert refused > 0
    assert [name for name in names_in(vault) if name.endswith(".tmp")] == []


def test_what_killed_runs_left_in_a_folder_of_our_own_goes_after_an_hour(tmp_path: Path) -> None:
    ours = (f".vaultwatch-{'a' * 16}.tmp", ".ledger-20260504-000000.sqlite.tmp")
    for name in (*ours, "writer.json", "mine.tmp"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / ".restore-ab12").mkdir()
    (tmp_path / ".restore-ab12" / "0.sqlite").write_bytes(b"")
    now = datetime.now(UTC)
    assert sweep_own(tmp_path, now=now) == 0
    assert sweep_own(tmp_path, now=now + timedelta(hours=2)) == 3
    assert names_in(tmp_path) == ["mine.tmp", "writer.json"]
