"""A vault to watch, and somebody who keeps what its watcher hints at."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from vaultwatch.adapters.files.watcher import Watcher
from vaultwatch.adapters.machine.mounts import Way

DEADLINE_S = 20.0
POLL_S = 0.1
LAST = "zz last"
"""How a note's name begins that is made when a case is over: what came before its hint is all."""


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


def make_vault(root: Path) -> Path:
    for name in ("a.md", "b/c.md", "b/x.png", "b/d/e.md", ".obsidian/app.json", ".git/HEAD"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"old\n")
    (root / ".vaultwatch" / "requests").mkdir(parents=True)
    (root / ".vaultwatch" / "config.toml").write_bytes(b"")
    return root


def watching_of(vault: Path, hints: Hints, way: Way) -> Watcher:
    return Watcher(vault, on_hint=hints.on_hint, on_lost=hints.on_lost, way=way, poll_s=POLL_S)


def hinted_by(vault: Path, hints: Hints, change: Callable[[Path], object]) -> set[str]:
    """Make a change and return all that was hinted at because of it."""
    change(vault)
    last = f"{LAST} {len(list(vault.glob(f'{LAST}*')))}.md"
    (vault / last).write_bytes(b"")
    assert hints.until(last)
    with hints.changed:
        return {path for path in hints.paths if not path.startswith(LAST)}


def write(path: str, data: bytes = b"new text\n") -> Callable[[Path], object]:
    def change(vault: Path) -> None:
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(data)

    return change


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return make_vault(tmp_path / "vault")


@pytest.fixture(params=get_args(Way))
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.param
    return found


@pytest.fixture
def hints() -> Hints:
    return Hints()


@pytest.fixture
def watcher(vault: Path, hints: Hints, way: Way) -> Iterator[Watcher]:
    watcher = watching_of(vault, hints, way)
    watcher.start()
    yield watcher
    watcher.stop()
