"""A patch of two stores that is killed at any step stands whole or not at all, and is told of."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vaultwatch.adapters.files import safe_write
from vaultwatch.adapters.files.store_writer import StoreWriter
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.services.known_stores import Store, read_store
from vaultwatch.services.patching.applying import PlannedPatch, apply_patches, plan_patch
from vaultwatch.services.patching.desk import StoresDesk
from vaultwatch.services.patching.proposing import propose
from vaultwatch.settings import Settings, StoreSettings

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
TWICE = b"- Use four spaces\r\n- Ask\r\n- Use four spaces\r\n"
MARKED = b"- Use four spaces\r\n- Ask\r\n- Use four spaces (deprecated: said above)\r\n"
NAMES = ("one/AGENTS.md", "one/CLAUDE.md", "two/AGENTS.md")
STEPS = ("fsync", "rename", "replace", "unlink")
KILLED = 9


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StoresDesk:
    monkeypatch.setattr("os.fsync", lambda _: None)
    for name in NAMES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(TWICE)
    state, clock = tmp_path / "state", SystemClock()
    return StoresDesk(state, WriteJournal(state / "journal", clock=clock), StoreWriter(), clock)


def planned(desk: StoresDesk) -> list[PlannedPatch]:
    places = [str(desk.state.parent / name) for name in ("one", "two")]
    settings = Settings(stores=tuple(StoreSettings(path=one) for one in places))
    made = [propose(desk, read_store(Store(Path(one).name, Path(one), None))) for one in places]
    return [plan_patch(desk, settings, one.patch, ()) for one in made]


def held(desk: StoresDesk) -> set[bytes]:
    return {(desk.state.parent / name).read_bytes() for name in NAMES}


def killed_at(nth: int, act: Callable[[], object]) -> bool:
    """Do something in a process of its own that dies at the n-th step; tell whether it did."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED
    left = nth

    def fused(step: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **named: Any) -> Any:  # noqa: ANN401 -- whatever it stands for
            nonlocal left
            left -= 1
            if left == 0:
                os._exit(KILLED)
            return step(*args, **named)

        return counted

    try:
        for name in STEPS:
            setattr(os, name, fused(getattr(os, name)))
        safe_write.rename = fused(safe_write.rename)
        act()
    finally:
        os._exit(0)


def is_well(desk: StoresDesk) -> bool:
    """Tell that all files stand or none, and that nothing of ours lies beside them."""
    folders = [desk.state.parent / name for name in ("one", "two")]
    left = {one.name for folder in folders for one in folder.iterdir()}
    return len(held(desk)) == 1 and left == {"AGENTS.md", "CLAUDE.md"} and desk.heal() is None


def test_a_patch_that_is_killed_at_any_step_stands_whole_or_not_at_all(desk: StoresDesk) -> None:
    plans, told = planned(desk), 0
    for nth in range(1, 1_000):
        if not killed_at(nth, lambda: apply_patches(desk, plans)):
            break
        is_begun = held(desk) != {TWICE}
        healed = desk.heal()
        assert is_well(desk), nth
        assert healed is not None or not is_begun or held(desk) == {MARKED}, nth
        told += healed is not None
        if held(desk) == {MARKED}:
            desk.take_back()
    assert held(desk) == {MARKED}
    assert (told > len(NAMES), nth > 3 * len(NAMES)) == (True, True)


def test_one_that_is_killed_as_it_is_taken_back_is_taken_back_whole(desk: StoresDesk) -> None:
    plans = planned(desk)
    apply_patches(desk, plans)
    for nth in range(1, 1_000):
        if not killed_at(nth, desk.take_back):
            break
        desk.heal()
        assert is_well(desk), nth
        if held(desk) == {TWICE}:
            apply_patches(desk, plans)
    assert held(desk) == {TWICE}
    assert nth > len(NAMES)


def test_healing_may_be_killed_too(desk: StoresDesk) -> None:
    plans = planned(desk)
    for middle in range(1, 1_000):
        killed_at(middle, lambda: apply_patches(desk, plans))
        if len(held(desk)) > 1:
            break
        desk.heal()
    for nth in range(1, 1_000):
        if not killed_at(nth, desk.heal):
            break
        desk.heal()
        assert is_well(desk), nth
        killed_at(middle, lambda: apply_patches(desk, plans))
    assert is_well(desk)
    assert nth > len(NAMES)
