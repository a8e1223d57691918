"""A vault whose ledger lies in a PostgreSQL database is used like any other."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.postgres import Server
from tests.system.daemons import eventually, watching_here, with_settings
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.copying import counted
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.errors import LedgerError
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.indexing import plan
from vaultwatch.services.look import look
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.losses import back_up_ledger
from vaultwatch.wiring import open_workspace

MOST_TRIES = 10
"""A daemon whose server is away waits longer and longer."""
MOST_OF_A_RECALL = 8
MOST_OF_A_LATER_RECALL = 3
MOST_OF_AN_UNCHANGED_LOOK = 5
MOST_OF_A_COMMAND = 25
"""Statements, each a way to the server and back; what was seen stands in benchmarks/FIGURES.md."""


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own settings file, which does not stand yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "vaultwatch").mkdir(parents=True)
    return tmp_path / "config" / "vaultwatch" / "config.toml"


@pytest.fixture
def moved(vault: Vault, server: Server, own_settings: Path) -> Vault:
    """The vault, its ledger moved as the command told."""
    assert vault.call("scan").status in {0, 3}
    done = vault.call("ledger", "move", server.url(), "--json")
    assert done.status == 0, done.err
    own_settings.write_text(f"[ledger]\n{done.rows[0]['setting']}\n")
    return vault


@pytest.fixture
def born_there(vault: Vault, server: Server, own_settings: Path) -> Vault:
    """The vault, its ledger made on the server."""
    for file in vault.state.rglob("ledger.sqlite*"):
        file.unlink()
    own_settings.write_text(f'[ledger]\nurl = "{server.url()}"\n')
    assert vault.call("doctor", "--keep-ledger").status == 0
    assert vault.call("scan").status in {0, 3}
    return vault


def listed(vault: Vault) -> list[object]:
    return [row["finding_id"] for row in vault.call("findings", "--json").rows]


def test_a_ledger_is_moved_used_and_moved_back(moved: Vault, own_settings: Path) -> None:
    before = next(moved.state.rglob("ledger.sqlite")).read_bytes()
    found = listed(moved)
    assert found
    assert moved.call("scan").status in {0, 3}
    assert listed(moved) == found
    assert moved.call("recall", "stall", "--json").status == 0
    said = moved.call("doctor").out + moved.call("status").out
    assert "Sound" in said
    dismissed = moved.call("findings", "dismiss", str(found[0]))
    assert dismissed.status == 0, dismissed.err
    assert listed(moved) == found[1:]
    file = next(moved.state.rglob("ledger.sqlite"))
    assert file.read_bytes() == before  # the old one was left alone
    refused = moved.call("ledger", "move", "sqlite")
    assert refused.status == 5
    assert "other rows" in refused.err
    file.rename(file.with_name("old"))
    back = moved.call("ledger", "move", "sqlite", "--json")
    assert back.status == 0, back.err
    own_settings.unlink()
    assert listed(moved) == found[1:]


def test_the_daily_copy_of_it_is_a_sound_file_that_doctor_tells_of(born_there: Vault) -> None:
    with open_workspace(born_there.folder, state=born_there.state) as ws:
        ws.ledger.set_fact("kept", "yes")
        copy = back_up_ledger(ws)
        held = counted(ws.ledger.site)
    with open_ledger(copy, clock=SystemClock()) as copied:
        assert counted(copied.site) == held
        assert copied.check() == []
    assert sum(one.rows for one in held) > 3
    said = born_there.call("doctor").out
    assert "on the server 'postgresql://tests@/postgres', which keeps rows" in said
    assert "the newest copy here is of 20" in said
    with open_workspace(born_there.folder, state=born_there.state) as ws:
        with ws.ledger.site.engine.begin() as damaging:
            damaging.exec_driver_sql("UPDATE memories SET facts = '{'")
        problem = next(one for one in examine(ws) if one.name == "ledger")
        with pytest.raises(LedgerError) as told:
            back_up_ledger(ws)
    assert problem.outcome == "bad"
    assert "docs/scale.md" in problem.fix
    assert "docs/scale.md" in told.value.hint


def test_a_rehearsal_and_a_backup_of_it_are_files(moved: Vault) -> None:
    before = listed(moved)
    assert moved.call("scan", "--all", "--dry-run").status == 0
    assert listed(moved) == before
    restored = moved.call("doctor", "--restore-ledger")
    assert restored.status == 5
    assert "in a database" in restored.err


def test_a_vault_that_is_away_is_known_by_its_mark(born_there: Vault) -> None:
    vault = born_there
    away = vault.folder.with_name("drive")
    vault.folder.rename(away)
    vault.folder.mkdir()
    for words in (("scan",), ("doctor",), ("status",)):
        done = vault.call(*words)
        assert done.status == 10, (words, done.err)
        assert "Mount the drive" in done.err
    assert [*vault.folder.iterdir()] == []
    vault.folder.rmdir()
    away.rename(vault.folder)
    assert vault.call("scan").status in {0, 3}
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        assert {row.state for row in ws.ledger.memories(forgotten=True)} == {"present"}


@pytest.mark.parametrize("to", ["sqlite", "{other}"])
def test_a_ledger_that_is_open_elsewhere_is_not_moved(
    born_there: Vault, server: Server, own_settings: Path, to: str
) -> None:
    vault, target = born_there, to.format(other=server.url("template1"))
    with_settings(vault)
    with watching_here(vault):
        assert vault.call("ledger", "move", target, "--dry-run").status == 0
        refused = vault.call("ledger", "move", target)
    assert refused.status == 6, refused.out
    assert "open in another process" in refused.err
    eventually(  # a server sees a moment later that a connection is gone
        lambda: vault.call("ledger", "move", target).status == 0, "the daemon has let go"
    )
    own_settings.write_text(f'[ledger]\nurl = "{"" if to == "sqlite" else target}"\n')
    with watching_here(vault):
        refused = vault.call("ledger", "move", server.url("elsewhere"))
    assert refused.status == 6, refused.out


def test_a_server_that_is_away_is_told_of_in_a_sentence(moved: Vault, server: Server) -> None:
    server.stop()
    try:
        done = moved.call("scan")
        assert done.status == 1
        assert "cannot be reached" in done.err
        assert "Traceback" not in done.err
    finally:
        server.start()
    assert moved.call("scan").status in {0, 3}


def test_a_daemon_goes_on_when_the_server_is_back(moved: Vault, server: Server) -> None:
    with_settings(moved)
    with watching_here(moved) as daemon:
        server.stop()
        try:
            moved.write("New.md", "# New\n\nThe new stall is blue.\n")
            eventually(
                lambda: "cannot be reached" in str(daemon.state.get("last_error")), "it says so"
            )
        finally:
            server.start()
        eventually(lambda: "New.md" in daemon.indexed(), "it goes on")
        assert len([one for one in daemon.said if "cannot be reached" in one]) < MOST_TRIES


@pytest.mark.parametrize(
    "url", ["postgresql://me:s3cret@host/db", "postgresql://me@host/db?password=s3cret", "s3cret:/"]
)
def test_a_password_is_neither_taken_nor_shown(vault: Vault, own_settings: Path, url: str) -> None:
    moved = vault.call("ledger", "move", url)
    own_settings.write_text(f'[ledger]\nurl = "{url}"\n')
    scanned = vault.call("scan")
    assert (moved.status, scanned.status) == (5, 2)
    for done in (moved, scanned):
        assert "s3cret" not in done.out + done.err
        assert "must" in done.err


def test_a_vaults_file_does_not_choose_the_ledger(vault: Vault) -> None:
    vault.write(".vaultwatch/config.toml", '[ledger]\nurl = "postgresql://me@host/db"\n')
    done = vault.call("scan")
    assert done.status == 2
    assert "must not choose where is kept" in done.err


@contextmanager
def counting() -> Iterator[list[str]]:
    """Give what is asked of any database, a round trip each on PostgreSQL."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(re.sub(r"\s+", " ", statement))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_how_often_the_server_is_asked(moved: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "TICK_NS", 0)  # else notes that are seconds old are read again
    with open_workspace(moved.folder, state=moved.state) as ws:
        look(ws)
        with counting() as looked:
            look(ws)
        counts = []
        for question in ("stall", "stall", "the fee"):
            with ws.ledger.steady(), counting() as recalled:
                recall(ws, question, Wanted())
            counts.append(len(recalled))
    assert len(looked) <= MOST_OF_AN_UNCHANGED_LOOK, looked
    assert 0 < counts[0] <= MOST_OF_A_RECALL
    assert 0 < max(counts[1:]) <= MOST_OF_A_LATER_RECALL, recalled


def test_how_often_a_command_asks_that_knows_nothing_yet(moved: Vault) -> None:
    assert moved.call("scan").status in {0, 3}
    with counting() as scanned:
        assert moved.call("scan").status in {0, 3}
    assert len(scanned) <= MOST_OF_A_COMMAND, scanned
