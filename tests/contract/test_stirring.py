"""What the system tells of a vault between two questions."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from vaultwatch.adapters.clock import SystemClock
from vaultwatch.adapters.stirring import MOST_CALM_S, Stirring
from vaultwatch.adapters.vault_files import VaultFiles
from vaultwatch.adapters.write_journal import WriteJournal


def files_of(root: Path) -> VaultFiles:
    journal = WriteJournal(root.parent / "journal", clock=SystemClock())
    return VaultFiles(root, journal=journal)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "vault" / "Sub").mkdir(parents=True)
    (tmp_path / "vault" / "Sub" / "Note.md").write_text("one")
    return tmp_path / "vault"


@pytest.fixture
def files(root: Path) -> VaultFiles:
    made = files_of(root)
    made.listen()
    made.survey()
    made.settle()
    return made


def saved_beside(root: Path) -> None:
    draft = root / "Sub" / ".draft"
    draft.write_text("two")
    draft.replace(root / "Sub" / "Note.md")


def copied_in(root: Path) -> None:
    folder = root.parent / "elsewhere"
    folder.mkdir()
    (folder / "Deep").mkdir()
    folder.rename(root / "New")


def edit(root: Path) -> None:
    with (root / "Sub" / "Note.md").open("r+b") as note:
        note.write(b"ONE")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(edit, id="edited in place"),
        pytest.param(saved_beside, id="saved as editors do"),
        pytest.param(lambda root: (root / "Sub" / "Note.md").unlink(), id="removed"),
        pytest.param(lambda root: (root / "Sub").rename(root / "Other"), id="folder renamed"),
        pytest.param(lambda root: os.utime(root / "Sub" / "Note.md", (1, 1)), id="other times"),
        pytest.param(copied_in, id="folder moved in"),
        pytest.param(lambda root: root.rename(root.with_name("away")), id="the vault itself moved"),
    ],
)
def test_whatever_changes_ends_the_calm(
    files: VaultFiles, root: Path, change: Callable[[Path], object]
) -> None:
    assert files.is_calm()
    change(root)
    assert not files.is_calm()
    assert not files.is_calm(), "until somebody has looked"


def test_a_folder_that_came_is_listened_to_once_it_was_looked_at(
    files: VaultFiles, root: Path
) -> None:
    copied_in(root)
    assert not files.is_calm()
    files.survey()
    files.settle()
    assert files.is_calm()
    (root / "New" / "Deep" / "Late.md").write_text("late")
    assert not files.is_calm()


def test_reading_stirs_nothing_and_a_change_during_a_look_is_not_lost(
    files: VaultFiles, root: Path
) -> None:
    assert files.read("Sub/Note.md") == b"one"
    assert files.is_calm()
    files.survey()
    edit(root)
    files.settle()
    assert not files.is_calm()


def test_a_look_that_was_not_settled_is_no_calm(files: VaultFiles) -> None:
    files.survey()
    assert not files.is_calm()


def test_nobody_is_calm_who_did_not_ask_to_listen(root: Path) -> None:
    files = files_of(root)
    files.survey()
    files.settle()
    assert not files.is_calm()


def test_a_note_that_is_a_link_keeps_every_question_looking(files: VaultFiles, root: Path) -> None:
    (root / ".hidden").mkdir()
    (root / ".hidden" / "Far.md").write_text("far")
    (root / "Near.md").symlink_to(root / ".hidden" / "Far.md")
    files.survey()
    files.settle()
    assert not files.is_calm()


def test_calm_lasts_no_longer_than_it_may(root: Path) -> None:
    now = [0.0]
    stirring = Stirring(now_s=lambda: now[0])
    stirring.begin()
    stirring.watch(root)
    stirring.settle()
    now[0] = MOST_CALM_S
    assert stirring.is_calm()
    now[0] += 1
    assert not stirring.is_calm()


def test_where_the_system_tells_nothing_all_is_looked_at(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: object())
    stirring = Stirring()
    stirring.begin()
    stirring.watch(root)
    stirring.settle()
    assert not stirring.is_calm()


def test_no_room_for_a_watch_keeps_every_question_looking_and_a_folder_that_went_does_not(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stirring = Stirring()
    for code, is_calm in ((errno.ENOENT, True), (errno.ENOSPC, False)):
        stirring.begin()
        stirring.watch(root / "Gone")
        monkeypatch.setattr("ctypes.get_errno", lambda code=code: code)
        stirring.watch(root / "Gone")
        stirring.settle()
        assert stirring.is_calm() == is_calm
