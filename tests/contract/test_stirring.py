"""What the system tells of a vault between two questions."""

import errno
import os
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from vaultwatch.adapters.files.stirring import DOUBTED_CALM_S, MOST_CALM_S, MOST_NAMED, Stirring
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.machine.clock import SystemClock


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


@pytest.mark.parametrize(
    ("change", "named"),
    [
        pytest.param(edit, {"Sub/Note.md"}, id="edited in place"),
        pytest.param(saved_beside, {"Sub/Note.md"}, id="saved as editors do"),
        pytest.param(lambda root: (root / "Sub" / "Note.md").unlink(), {"Sub/Note.md"}, id="gone"),
        pytest.param(
            lambda root: (root / "Sub" / "Note.md").rename(root / "Ünï.md"),
            {"Sub/Note.md", "Ünï.md"},
            id="renamed",
        ),
        pytest.param(lambda root: (root / ".trash").mkdir(), set(), id="a hidden folder"),
        pytest.param(lambda root: (root / "a.tmp").touch(), set(), id="a file in passing"),
        pytest.param(lambda root: (root / "a.png").touch(), None, id="another file"),
        pytest.param(lambda root: (root / ".a.md.icloud").touch(), None, id="taken off the disk"),
        pytest.param(lambda root: (root / "a\\b.md").touch(), None, id="no path for Obsidian"),
        pytest.param(
            lambda root: Path(os.fsdecode(os.fsencode(root) + b"/\xff.md")).touch(),
            None,
            id="a name that is no UTF-8",
        ),
        pytest.param(lambda root: (root / "Sub").rename(root / "B"), None, id="folder renamed"),
        pytest.param(lambda root: (root / "Sub").chmod(0o500), None, id="folder locked"),
        pytest.param(copied_in, None, id="folder moved in"),
        pytest.param(
            lambda root: [(root / f"{n}.md").touch() for n in range(MOST_NAMED + 1)],
            None,
            id="very many",
        ),
    ],
)
def test_what_stirred_is_named_where_a_look_at_it_alone_will_do(
    files: VaultFiles,
    root: Path,
    change: Callable[[Path], object],
    named: Collection[str] | None,
) -> None:
    named = None if named is None else frozenset(named)
    change(root)
    assert files.stirred() == named
    assert files.stirred() == named, "until somebody has looked"
    files.look_at(named) if named else files.survey()
    files.settle()
    assert files.is_calm()


def test_who_only_asks_for_the_other_files_leaves_what_stirred_to_be_looked_at(
    files: VaultFiles, root: Path
) -> None:
    (root / "a.png").touch()
    files.survey()
    files.settle()
    edit(root)
    assert files.attachments() == ("a.png",)
    assert files.stirred() == frozenset({"Sub/Note.md"})
    files.look_at(["Sub/Note.md"])
    files.settle()
    assert files.attachments() == ("a.png",)
    assert files.is_calm()


def test_a_save_during_a_look_at_one_note_is_not_lost(files: VaultFiles, root: Path) -> None:
    edit(root)
    assert files.stirred() == frozenset({"Sub/Note.md"})
    files.look_at(["Sub/Note.md"])
    saved_beside(root)
    files.settle()
    assert files.stirred() == frozenset({"Sub/Note.md"})


def test_what_we_wrote_and_took_in_is_not_looked_at_again_and_others_are(
    files: VaultFiles, root: Path
) -> None:
    edit(root)
    (root / "Ours.md").write_text("ours")
    files.stirred()
    files.look_at(["Ours.md"])
    files.settle(["Ours.md"])
    assert files.stirred() == frozenset({"Sub/Note.md"})
    (root / "Ours.md").write_text("a person's by now")
    assert files.stirred() == frozenset({"Sub/Note.md", "Ours.md"})


def test_a_folder_that_left_the_vault_is_heard_no_more(files: VaultFiles, root: Path) -> None:
    (root / "Sub").rename(root.parent / "elsewhere")
    assert files.stirred() is None
    files.survey()
    files.settle()
    (root.parent / "elsewhere" / "Note.md").write_text("other")
    assert files.is_calm()


def test_where_a_note_has_a_second_name_the_system_is_believed_for_a_short_while(
    root: Path,
) -> None:
    now = [0.0]
    stirring = Stirring(now_s=lambda: now[0])
    files = files_of(root)
    files.stirring = stirring
    (root.parent / "other.md").hardlink_to(root / "Sub" / "Note.md")
    files.survey()
    files.settle()
    now[0] = DOUBTED_CALM_S + 1
    assert files.stirred() is None


def test_a_watch_that_died_leaves_every_question_looking(
    files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(handle: int, size: int) -> bytes:
        raise OSError(errno.EBADF, f"no such handle: {handle}, {size}")

    monkeypatch.setattr("os.read", broken)
    assert files.stirred() is None
    monkeypatch.undo()
    files.survey()
    files.settle()
    assert files.stirred() is None
