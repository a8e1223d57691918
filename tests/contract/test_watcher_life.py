"""How a watcher begins, loses, notices its end and ends, on a real disk."""

import errno
import logging
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import watching as watched
from tests.watching import DEADLINE_S, POLL_S, Hints, hinted_by, watching_of, write
from vaultwatch.adapters.files import watcher as watching
from vaultwatch.adapters.files.watcher import EVERYTHING, Watcher
from vaultwatch.adapters.machine.mounts import Way
from vaultwatch.errors import VaultwatchError

# watchdog warns where a folder is taken in twice; as an error it would end watchdog's own thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

QUEUE = Path("/proc/sys/fs/inotify/max_queued_events")


vault, way, hints, watcher = watched.vault, watched.way, watched.hints, watched.watcher


@pytest.fixture
def native(vault: Path, hints: Hints) -> Iterator[Watcher]:
    watcher = watching_of(vault, hints, "native")
    watcher.start()
    yield watcher
    watcher.stop()


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


@pytest.mark.parametrize("is_of_instances", [False, True])
def test_a_limit_of_watches_makes_it_look_in_turns_and_say_so(
    vault: Path, hints: Hints, monkeypatch: pytest.MonkeyPatch, *, is_of_instances: bool
) -> None:
    def refused() -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    if is_of_instances:  # of inotify, 128 a user by default
        monkeypatch.setattr(watching, "Observer", refused)
    else:
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


def test_a_stop_waits_for_no_poll_and_leaves_nothing(vault: Path, hints: Hints, way: Way) -> None:
    before = set(threading.enumerate())
    watcher = Watcher(vault, on_hint=hints.on_hint, on_lost=hints.on_lost, way=way, poll_s=600)
    watcher.start()
    assert all(thread.daemon for thread in set(threading.enumerate()) - before)
    start_s = time.monotonic()
    watcher.stop()
    watcher.stop()
    assert time.monotonic() - start_s < 60
    assert not watcher.is_alive()
    (vault / "a.md").write_bytes(b"new text\n")
    for thread in set(threading.enumerate()) - before:
        thread.join(DEADLINE_S)
    assert set(threading.enumerate()) <= before
    assert not hints.paths


def test_a_hint_that_takes_long_keeps_no_stop_waiting(vault: Path, way: Way) -> None:
    hold, came, gone = threading.Event(), threading.Event(), threading.Event()

    def on_hint(_: str) -> None:
        came.set()
        hold.wait(DEADLINE_S)
        gone.set()

    watcher = Watcher(vault, on_hint=on_hint, on_lost=lambda _: None, way=way, poll_s=POLL_S)
    watcher.start()
    (vault / "a.md").write_bytes(b"new text\n")
    assert came.wait(DEADLINE_S)
    with suppress(RuntimeError):
        watcher.stop()
    assert not gone.is_set()
    hold.set()
