"""What a watcher hints at on a real disk, whatever program changed the vault and however.

Each case says which hints must come, or that none may. A hint too many is no harm but where a case
says so: work that feeds on itself would never end.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import watching as watched
from tests.watching import Hints, hinted_by, write
from vaultwatch.adapters.files.watcher import EVERYTHING

# watchdog warns where a folder is taken in twice; as an error it would end watchdog's own thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")


vault, way, hints, watcher = watched.vault, watched.way, watched.hints, watched.watcher


def rename(old: str, new: str) -> Callable[[Path], object]:
    return lambda vault: (vault / old).rename(vault / new)


def save_by_rename(path: str, temp: str) -> Callable[[Path], object]:
    def change(vault: Path) -> None:
        (vault / temp).write_bytes(b"new text\n")
        (vault / temp).replace(vault / path)

    return change


def save_with_the_old_times(vault: Path) -> None:
    before = (vault / "a.md").stat()
    (vault / ".new").write_bytes(b"new\n")  # of the old one's size
    os.utime(vault / ".new", ns=(before.st_atime_ns, before.st_mtime_ns))
    (vault / ".new").replace(vault / "a.md")


def save_as_vim(vault: Path) -> None:
    (vault / "4913").write_bytes(b"")
    (vault / "4913").unlink()
    (vault / "a.md").rename(vault / "a.md~")
    (vault / "a.md").write_bytes(b"new text\n")
    (vault / "a.md~").unlink()


def take_away_as_icloud(vault: Path) -> None:
    (vault / "b" / ".c.md.icloud").write_bytes(b"")
    (vault / "b" / "c.md").unlink()


def bring_from_outside(vault: Path) -> None:
    outside = vault.parent / "new.md"
    outside.write_bytes(b"new\n")
    outside.rename(vault / "b" / "new.md")


def bring_folder_from_outside(vault: Path) -> None:
    outside = vault.parent / "outside"
    (outside / "in").mkdir(parents=True)
    (outside / "in" / "n.md").write_bytes(b"new\n")
    outside.rename(vault / "b" / "came")


CORE = [
    pytest.param(write("new.md"), {"new.md"}, id="create"),
    pytest.param(write("b/d/e.md"), {"b/d/e.md"}, id="modify"),
    pytest.param(lambda vault: (vault / "b/c.md").unlink(), {"b/c.md"}, id="delete"),
    pytest.param(rename("a.md", "b/moved.md"), {"a.md", "b/moved.md"}, id="rename a file"),
    pytest.param(rename("a.md", "A.md"), {"a.md", "A.md"}, id="rename in case only"),
    pytest.param(rename("b", "renamed"), {EVERYTHING}, id="rename a folder"),
    pytest.param(rename("a.md", ".trash.md"), {"a.md"}, id="rename to a hidden name"),
    pytest.param(write("n/e/w/n.md"), {EVERYTHING}, id="folders and a note"),
    pytest.param(lambda vault: shutil.rmtree(vault / "b"), {EVERYTHING}, id="delete a folder"),
    pytest.param(bring_from_outside, {"b/new.md"}, id="a file from outside"),
    pytest.param(bring_folder_from_outside, {EVERYTHING}, id="a folder from outside"),
    pytest.param(write("a.md"), {"a.md"}, id="Obsidian and VS Code save in place"),
    pytest.param(save_by_rename("a.md", "a.md.tmp"), {"a.md"}, id="VS Code saves by a rename"),
    pytest.param(save_as_vim, {"a.md"}, id="vim: probe, backup, new file"),
    pytest.param(
        save_by_rename("b/c.md", "b/.syncthing.c.md.tmp"), {"b/c.md"}, id="Syncthing brings a note"
    ),
    pytest.param(
        save_by_rename("b/c.md", f"b/.vaultwatch-{'a' * 16}.tmp"), {"b/c.md"}, id="we ourselves"
    ),
    pytest.param(save_with_the_old_times, {"a.md"}, id="a sync client keeps size and times"),
    pytest.param(take_away_as_icloud, {"b/c.md"}, id="iCloud takes a note off the disk"),
    pytest.param(
        rename("b/c.md", "b/c.sync-conflict-20260504-101112-ABCDEF7.md"),
        {"b/c.md", "b/c.sync-conflict-20260504-101112-ABCDEF7.md"},
        id="Syncthing finds a conflict",
    ),
    pytest.param(lambda vault: (vault / "a.md").chmod(0o600), {"a.md"}, id="chmod of a note"),
    pytest.param(
        lambda vault: (vault / "l.md").symlink_to("a.md"), {"l.md"}, id="a link to a note"
    ),
    pytest.param(write("b/y.png"), {"b/y.png"}, id="a new attachment"),
    pytest.param(lambda vault: (vault / "b/x.png").unlink(), {"b/x.png"}, id="attachment gone"),
    pytest.param(write(".vaultwatch/config.toml"), {".vaultwatch/config.toml"}, id="our settings"),
    pytest.param(
        write(".vaultwatch/requests/r1.json"), {".vaultwatch/requests/r1.json"}, id="a request"
    ),
    pytest.param(write("b/a\nb'\".md"), {"b/a\nb'\".md"}, id="a name with anything in it"),
]


@pytest.mark.parametrize(("change", "hinted"), CORE)
@pytest.mark.usefixtures("watcher")
def test_the_hinted_paths_include(
    vault: Path, hints: Hints, change: Callable[[Path], object], hinted: set[str]
) -> None:
    if hinted == {EVERYTHING}:
        change(vault)
        assert hints.until(EVERYTHING)
    else:
        assert hinted_by(vault, hints, change) >= hinted


def read_all(vault: Path) -> None:
    for folder, _, names in os.walk(vault):
        for name in names:
            (Path(folder) / name).read_bytes()


def play_in_git(vault: Path) -> None:
    (vault / ".git" / "objects" / "ab").mkdir(parents=True)
    (vault / ".git" / "HEAD").write_bytes(b"new text\n")
    (vault / ".git" / "index.lock").write_bytes(b"")
    (vault / ".git" / "index.lock").replace(vault / ".git" / "index")
    shutil.rmtree(vault / ".git" / "objects")


def touch_temporary_files(vault: Path) -> None:
    for name in (
        f".vaultwatch-{'a' * 16}.tmp",
        f"b/.vaultwatch-{'a' * 16}-{'b' * 16}-{'c' * 16}.tmp",
        "b/~syncthing~n.md.tmp",
        "b/.syncthing.n.md.tmp",
        "4913",
        "a.md~",
        "#a.md#",
        ".a.md.swp",
    ):
        (vault / name).write_bytes(b"")
        (vault / name).unlink()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(read_all, id="a mere read"),
        pytest.param(write(".obsidian/workspace.json"), id="Obsidian's own folder"),
        pytest.param(play_in_git, id="a repository's folder"),
        pytest.param(touch_temporary_files, id="what programs write in passing"),
        pytest.param(write("b/x.png"), id="the content of an attachment"),
        pytest.param(write(".vaultwatch/requests/r1.answer.json"), id="our own answer"),
        pytest.param(write(".vaultwatch/requests/.r1.json"), id="a hidden file among requests"),
        pytest.param(write(".vaultwatch/other.toml"), id="another file of ours"),
    ],
)
@pytest.mark.usefixtures("watcher")
def test_nothing_is_hinted_at_by(
    vault: Path, hints: Hints, change: Callable[[Path], object]
) -> None:
    assert hinted_by(vault, hints, change) == set()


@pytest.mark.usefixtures("watcher")
def test_a_name_that_is_not_utf8_is_passed_over(vault: Path, hints: Hints) -> None:
    def change(vault: Path) -> None:
        Path(os.fsdecode(os.fsencode(vault) + b"/b/\xff.md")).write_bytes(b"new\n")
        (vault / "a.md").rename(os.fsdecode(os.fsencode(vault) + b"/b/\xfe.md"))
        Path(os.fsdecode(os.fsencode(vault) + b"/b/\xfd")).mkdir()

    assert hinted_by(vault, hints, change) == {"a.md", EVERYTHING}


@pytest.mark.usefixtures("watcher")
def test_a_note_in_a_folder_made_meanwhile_is_seen_later_too(vault: Path, hints: Hints) -> None:
    (vault / "n" / "e" / "w").mkdir(parents=True)
    assert hints.until(EVERYTHING)
    hinted_by(vault, hints, write("n/e/w/one.md"))
    assert "n/e/w/one.md" in hinted_by(vault, hints, write("n/e/w/one.md", b"newer text\n"))


@pytest.mark.usefixtures("watcher")
def test_a_note_in_a_renamed_folder_is_seen_under_its_new_name(vault: Path, hints: Hints) -> None:
    (vault / "b").rename(vault / "renamed")
    assert hints.until(EVERYTHING)
    assert "renamed/d/e.md" in hinted_by(vault, hints, write("renamed/d/e.md"))


@pytest.mark.usefixtures("watcher")
def test_a_link_in_a_circle_ends_nothing(vault: Path, hints: Hints) -> None:
    (vault / "b" / "circle").symlink_to(vault)
    assert "b/c.md" in hinted_by(vault, hints, write("b/c.md"))
