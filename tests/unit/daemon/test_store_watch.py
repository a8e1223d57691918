"""A store's change is told once its files are at rest, and none where nothing changed."""

from pathlib import Path

import pytest

from vaultwatch.daemon.run import LOOK_S, StoreWatch
from vaultwatch.daemon.work import EVERYTHING
from vaultwatch.places import Places
from vaultwatch.settings import load_settings, own_settings_file

SETTINGS = "settings"


class Watched:
    def __init__(self, folder: Path) -> None:
        self.vault = folder / "vault"
        self.store = folder / "store"
        for one in (self.vault, self.store):
            one.mkdir()
        self.own = own_settings_file()
        self.own.parent.mkdir(parents=True, exist_ok=True)
        self.own.write_text(f'[[stores]]\npath = "{self.store}"\n')
        self.hints: list[str] = []
        places = Places(self.vault, state_base=folder / "state")
        self.watch = StoreWatch(places, self.hints.append, settings_hint=SETTINGS)
        self.settings = load_settings(self.vault, user_config=self.own)
        self.now_s = 100.0
        self.look()

    def look(self, times: int = 1) -> list[str]:
        self.hints.clear()
        for _ in range(times):
            self.watch.look(self.settings, self.now_s)
            self.now_s += LOOK_S + 0.1
        return list(self.hints)

    def write(self, text: str) -> None:
        (self.store / "MEMORY.md").write_text(text)


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr("vaultwatch.daemon.run.own_settings_file", lambda: tmp_path / "config.toml")
    monkeypatch.setattr(f"{__name__}.own_settings_file", lambda: tmp_path / "config.toml")
    return Watched(tmp_path)


def test_what_came_to_rest_is_told_once(watched: Watched) -> None:
    assert watched.look(3) == []
    watched.write("- a\n")
    assert watched.look() == []
    assert watched.look(3) == [EVERYTHING]


def test_a_file_that_is_being_written_is_waited_for_but_not_for_ever(watched: Watched) -> None:
    told = []
    for count in range(12):
        watched.write("- a\n" * count)
        told += watched.look()
    assert told.count(EVERYTHING) < 12
    assert EVERYTHING in told


def test_a_store_that_vanishes_and_comes_back_is_told(watched: Watched) -> None:
    watched.store.rename(watched.store.with_name("away"))
    assert watched.look(2) == [EVERYTHING]
    watched.store.with_name("away").rename(watched.store)
    assert watched.look(2) == [EVERYTHING]


def test_the_users_own_settings_are_told_of(watched: Watched) -> None:
    watched.own.write_text("# other\n")
    assert watched.look() == [SETTINGS]
    assert watched.look() == []
