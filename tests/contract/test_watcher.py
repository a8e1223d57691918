"""What a watcher hints at on a real disk, whatever program changed the vault and however.

Each case says which hints must come, or that none may. A hint too many is no harm but where a case
says so: work that feeds on itself would never end.
"""

import logging
import os
import shutil
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest

from vaultwatch.adapters import watcher as watching
from vaultwatch.adapters.hints import EVERYTHING
from vaultwatch.adapters.mounts import Way
from vaultwatch.adapters.watcher import Watcher
from vaultwatch.errors import VaultwatchError

# watchdog warns where a folder is taken in twice; as an error it would end watchdog's own thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

DEADLINE_S = 20.0
POLL_S = 0.1
QUEUE = Path("/proc/sys/fs/inotify/max_queued_events")
LAST = "zz last.md"
"""Made when a case is over: what was hinted at before it is all there was."""


class Hints:
    """What a watcher said so far."""

    def __init__(self) -> None:
        self.paths: Counter[str] = Counter()
        self.reasons: list[str] = []
        self.changed = threading.Condition()

    def on_hint(self, path: str) -> None:
        with self.changed:
            self.paths[path] += 1
            self.changed.notify_all()

    def on_lost(self, reason: str) -> None:
        with self.changed:
            self.reasons.append(reason)
            self.changed.notify_all()

    def wait_for(self, what: Callable[[], bool]) -> bool:
        with self.changed:
            return self.changed.wait_for(what, DEADLINE_S)

    def until(self, *paths: str) -> bool:
        return self.wait_for(lambda: self.paths.keys() >= set(paths))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    for name in ("a.md", "b/c.md", "b/x.png", "b/d/e.md", ".obsidian/app.json", ".git/HEAD"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"old\n")
    (root / ".vaultwatch" / "requests").mkdir(parents=True)
    (root / ".vaultwatch" / "config.toml").write_bytes(b"")
    return root


@pytest.fixture(params=get_args(Way))
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found


@pytest.fixture
def hints() -> Hints:
    return Hints()


def watching_of(vault: Path, hints: Hints, way: Way) -> Watcher:
    return Watcher(vault, on_hint=hints.on_hint, on_lost=hints.on_lost, way=way, poll_s=POLL_S)


@pytest.fixture
def watcher(vault: Path, hints: Hints, way: Way) -> Iterator[Watcher]:
    watcher = watching_of(vault, hints, way)
    watcher.start()
    yield watcher
    watcher.stop()


@pytest.fixture
def native(vault: Path, hints: Hints) -> Iterator[Watcher]:
    watcher = watching_of(vault, hints, "native")
    watcher.start()
    yield watcher
    watcher.stop()


def hinted_by(vault: Path, hints: Hints, change: Callable[[Path], object]) -> set[str]:
    """Make a change and return all that was hinted at because of it."""
    change(vault)
    (vault / LAST).write_bytes(b"")
    assert hints.until(LAST)
    with hints.changed:
        return set(hints.paths) - {LAST}


def rename(old: str, new: str) -> Callable[[Path], object]:
    return lambda vault: (vault / old).rename(vault / new)


def write(path: str, data: bytes = b"new text\n") -> Callable[[Path], object]:
    def change(vault: Path) -> None:
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(data)

    return change


def save_by_rename(path: str, temp: str) -> Callable[[Path], object]:
    def change(vault: Path) -> None:
        (vault / temp).write_bytes(b"new text\n")
        (vault / temp).replace(vault / path)

    return change


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


@pytest.mark.parametrize(
    "line",
    [
        "Inotify queue overflowed; filesystem events were lost",
        "Unable to rebuild recursive inotify watches below b'/vault'",
    ],
)
def test_a_loss_that_watchdog_only_logs_is_told_of(
    native: Watcher, hints: Hints, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning(line)
    assert hints.wait_for(lambda: hints.paths[EVERYTHING] == 2)
    assert hints.reasons == ["the kernel's queue of file events overflowed"]
    native.stop()
    logging.getLogger("watchdog.observers.inotify_c").warning(line)
    assert len(hints.reasons) == 1
    assert logging.getLogger("watchdog").handlers == []
    assert caplog.messages == [line, line]


def test_after_a_storm_that_overflows_the_queue_all_is_seen_again(
    vault: Path, hints: Hints, native: Watcher
) -> None:
    # One file makes two events; while the reader waits for its lock nobody takes them.
    count = int(QUEUE.read_text(encoding="ascii")) // 2 + 1000
    reader = native._observer._inotify_fd  # type: ignore[union-attr]  # noqa: SLF001 -- to hold it
    with reader._lock:  # noqa: SLF001
        for number in range(count):
            (vault / "b" / f"n{number}.md").write_bytes(b"new\n")
        (vault / "made").mkdir()
    assert hints.wait_for(lambda: bool(hints.reasons) and hints.paths[EVERYTHING] >= 2)
    assert "made/n.md" in hinted_by(vault, hints, write("made/n.md"))


@pytest.mark.parametrize("kind", ["moved away", "deleted"])
def test_a_vault_that_goes_is_told_of(
    vault: Path, hints: Hints, watcher: Watcher, kind: str
) -> None:
    assert watcher.is_alive()
    if kind == "deleted":
        shutil.rmtree(vault)
    else:
        vault.rename(vault.parent / "elsewhere")
    assert hints.wait_for(lambda: bool(hints.reasons) and EVERYTHING in hints.paths)
    assert not watcher.is_alive()


def test_a_limit_of_watches_makes_it_look_in_turns_and_say_so(
    vault: Path, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "has_room_for_watches", lambda _: False)
    watcher = watching_of(vault, hints, "native")
    watcher.start()
    try:
        assert watcher.way == "polling"
        assert hints.wait_for(lambda: bool(hints.reasons) and EVERYTHING in hints.paths)
        assert "max_user_watches" in hints.reasons[0]
        assert "b/c.md" in hinted_by(vault, hints, write("b/c.md"))
        assert watcher.is_alive()
    finally:
        watcher.stop()


def test_a_limit_of_watches_met_later_ends_it(
    vault: Path, hints: Hints, native: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "has_room_for_watches", lambda _: False)
    (vault / "new").mkdir()
    assert hints.wait_for(lambda: bool(hints.reasons))
    assert not native.is_alive()


def test_a_folder_that_is_not_there_is_refused(vault: Path, hints: Hints, way: Way) -> None:
    watcher = watching_of(vault / "nowhere", hints, way)
    with pytest.raises(VaultwatchError):
        watcher.start()
    assert not watcher.is_alive()


def test_a_stop_ends_within_two_seconds_and_leaves_nothing(
    vault: Path, hints: Hints, way: Way
) -> None:
    before = set(threading.enumerate())
    watcher = Watcher(vault, on_hint=hints.on_hint, on_lost=hints.on_lost, way=way, poll_s=60)
    watcher.start()
    assert all(thread.daemon for thread in set(threading.enumerate()) - before)
    start_s = time.monotonic()
    watcher.stop()
    watcher.stop()
    assert time.monotonic() - start_s < 2
    assert not watcher.is_alive()
    (vault / "a.md").write_bytes(b"new text\n")
    for thread in set(threading.enumerate()) - before:
        thread.join(DEADLINE_S)
    assert set(threading.enumerate()) <= before
    assert not hints.paths


def test_a_hint_that_takes_long_keeps_no_stop_waiting(vault: Path, way: Way) -> None:
    hold, came = threading.Event(), threading.Event()

    def on_hint(_: str) -> None:
        came.set()
        hold.wait(DEADLINE_S)

    watcher = Watcher(vault, on_hint=on_hint, on_lost=lambda _: None, way=way, poll_s=POLL_S)
    watcher.start()
    (vault / "a.md").write_bytes(b"new text\n")
    assert came.wait(DEADLINE_S)
    start_s = time.monotonic()
    with suppress(RuntimeError):
        watcher.stop()
    assert time.monotonic() - start_s < 2
    hold.set()
