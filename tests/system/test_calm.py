"""A server that stays asks the system what changed, and looks at files only then."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.system.agent_vaults import make_vault
from tests.system.daemons import PATIENCE_S
from vaultwatch.adapters.files.vault_survey import Survey, Surveyor
from vaultwatch.adapters.index.lance_chunks import LanceChunkStore
from vaultwatch.adapters.machine.lock import try_lock
from vaultwatch.doors.mcp import desk as desk_module
from vaultwatch.doors.mcp.desk import AtPause, Desk
from vaultwatch.places import STATE_VARIABLE, Places
from vaultwatch.services.recall.note_reading import search_notes
from vaultwatch.services.records.small_facts import TIDIED_AT
from vaultwatch.services.workspace import Workspace


def test_a_question_looks_at_the_files_only_where_one_stirred_and_misses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path)
    monkeypatch.setenv(STATE_VARIABLE, str(vault.state))
    looks: list[Surveyor] = []
    survey = Surveyor.survey

    def counted(surveyor: Surveyor, *, is_aside: bool = False) -> Survey:
        looks.append(surveyor)
        return survey(surveyor, is_aside=is_aside)

    monkeypatch.setattr(Surveyor, "survey", counted)
    desk = Desk(vault.folder)

    def says(query: str) -> str:
        found = desk.read(lambda ws: search_notes(ws, query, limit=5).passages)
        return " ".join(one.hit.text for one in found)

    try:
        assert "40 euros" in says("what the stand costs")
        before = len(looks)
        assert "noon" in says("when parking is free")
        assert len(looks) == before
        for price in ("45", "50"):
            vault.write("Fees.md", f"# Fees\n\nThe stand costs {price} euros a day.\n")
            assert f"{price} euros" in says("what the stand costs")
        assert len(looks) == before, "what was saved is named, and looked at alone"
        (vault.folder / "Fees.md").rename(vault.folder / "Prices.md")
        assert "50 euros" in says("what the stand costs")
        assert "Fees.md" not in desk.read(lambda ws: ws.ledger.note_paths())
        (vault.folder / "Deep" / "er").mkdir(parents=True)
        vault.write("Deep/er/Well.md", "# Well\n\nThe well is dry.\n")
        assert "dry" in says("is the well dry")
        vault.write("Deep/er/Well.md", "# Well\n\nThe well is full again.\n")
        assert "full" in says("is the well dry")
        (vault.folder / "Deep").rename(vault.folder / "Deeper")
        found = desk.read(lambda ws: search_notes(ws, "is the well dry", limit=1).passages)
        assert found[0].hit.note == "Deeper/er/Well.md"
    finally:
        desk.close()


def test_a_question_waits_for_no_writer_where_nothing_stirred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path)
    monkeypatch.setenv(STATE_VARIABLE, str(vault.state))
    desk = Desk(vault.folder)

    def notice() -> str:
        return desk.read(lambda ws: search_notes(ws, "what the stand costs", limit=5).notice)

    try:
        assert notice() == ""
        with try_lock(Places(vault.folder).state, 0) as is_ours:
            assert is_ours
            assert notice() == ""
            vault.write("Fees.md", "# Fees\n\nThe stand costs 45 euros a day.\n")
            assert "changes of the last seconds may be missing" in notice()
        assert notice() == ""
    finally:
        desk.close()


def test_the_index_is_tidied_behind_an_answer_and_not_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path)
    monkeypatch.setenv(STATE_VARIABLE, str(vault.state))
    monkeypatch.setattr("vaultwatch.services.indexing.reindex.is_tidying_due", lambda _: True)
    monkeypatch.setattr("vaultwatch.doors.mcp.desk.TIDY_AFTER_S", 0.01)
    monkeypatch.setattr("vaultwatch.doors.mcp.desk.MOST_PUT_OFF_S", 0.0)
    tidied: list[threading.Thread] = []
    optimise = LanceChunkStore.optimise

    def noted(chunks: LanceChunkStore) -> None:
        optimise(chunks)
        tidied.append(threading.current_thread())

    monkeypatch.setattr(LanceChunkStore, "optimise", noted)
    desk = Desk(vault.folder)
    try:
        desk.read(lambda ws: search_notes(ws, "what the stand costs", limit=1))
        deadline = time.monotonic() + PATIENCE_S
        while not desk.read(lambda ws: TIDIED_AT.get(ws.ledger) > 0):
            assert time.monotonic() < deadline
        assert tidied
        assert threading.current_thread() not in tidied
        found = desk.read(lambda ws: search_notes(ws, "what the stand costs", limit=1).passages)
        assert "40 euros" in found[0].hit.text
    finally:
        desk.close()


def test_what_waits_for_a_pause_is_put_off_by_each_call_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now_s, stood, begin = 0.0, set[int](), list[Callable[[], None]]()

    def soon(_wait_s: float, _pool: object, act: Callable[[], None]) -> SimpleNamespace:
        at = len(begin)
        stood.add(at)
        begin.append(act)
        return SimpleNamespace(cancel=lambda: stood.discard(at))

    monkeypatch.setattr(desk_module, "_soon", soon)
    monkeypatch.setattr(desk_module, "time", SimpleNamespace(monotonic=lambda: now_s))
    done: list[float] = []
    with ThreadPoolExecutor(1) as pool:
        waits = AtPause(pool, lambda: done.append(now_s))
        for now_s in (0.0, 4.0, 8.0):  # noqa: B007 -- the clock reads it
            waits.put_off(5.0)
        assert stood == {2}
        now_s = desk_module.MOST_PUT_OFF_S - 4.0
        waits.put_off(5.0)
        assert stood == {2}, "the last one stays"
        begin[-1]()
        assert done == [now_s]
        assert not waits.give_up()
        waits.put_off(5.0)
        assert waits.give_up()
    assert stood == {2}


def test_who_puts_it_off_at_once_sets_one_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=0.3)
    stood = list[object]()

    def soon(*_: object) -> SimpleNamespace:
        with suppress(threading.BrokenBarrierError):
            both.wait()
        timer: SimpleNamespace = SimpleNamespace(cancel=lambda: stood.remove(timer))
        stood.append(timer)
        return timer

    monkeypatch.setattr(desk_module, "_soon", soon)
    with ThreadPoolExecutor(2) as pool:
        waits = AtPause(pool, lambda: None)
        for done in [pool.submit(waits.put_off, 5.0) for _ in range(2)]:
            done.result()
    assert len(stood) == 1


def test_a_vault_that_was_opened_anew_is_closed_by_who_uses_the_old_one_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault(tmp_path)
    monkeypatch.setenv(STATE_VARIABLE, str(vault.state))
    desk = Desk(vault.folder)
    config = ".vaultwatch/config.toml"

    def outlives(old: Workspace) -> Workspace:
        vault.write(config, f"{vault.read(config)}\n[watch]\nquiet_s = 3\n")
        assert desk.read(lambda ws: ws is not old), "other settings: opened anew"
        assert "ledger" in vars(old), "open while it is used"
        return old

    try:
        assert "ledger" not in vars(desk.read(outlives))
    finally:
        desk.close()
