"""A vault whose settings vanish together with its notes is away, not set up anew: at every door."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.system.vaults import Vault, called
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.daemon.heartbeat import Heartbeat
from vaultwatch.daemon.run import Daemon
from vaultwatch.daemon.work import Job
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.errors import LedgerBusyError, NotThereError, VaultVanishedError
from vaultwatch.places import Places
from vaultwatch.services.look import look
from vaultwatch.services.records import losses
from vaultwatch.settings import Settings
from vaultwatch.wiring import open_workspace

OWN = '[index]\nembedder = "hash"\n[memories]\nfolder = "Agent"\n[report]\nfolder = "Reports"\n'
DOORS = (
    ("scan",), ("scan", "--check"), ("setup", "index"), ("findings", "report"),
    ("status",), ("memory", "search", "fee"),
    ("memory", "add", "The fee is 41 euros, says [[Atlas]]."), ("memory", "list"), ("findings",),
    ("recall", "fee"), ("init",), ("undo",),
)  # fmt: skip


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    made.write(".vaultwatch/config.toml", OWN)
    made.write("Atlas.md", "# Atlas\n\nThe fee is 40 euros.\n")
    made.write("Agent/fee.md", "The fee is 40 euros, says [[Atlas]].\n")
    monkeypatch.setenv("VAULTWATCH_STATE", str(made.state))
    assert made.call("scan").status == 0
    made.write("Atlas.md", "# Atlas\n\nThe fee is 55 euros.\n")
    assert "1 open finding," in made.call("scan").out
    return made


@pytest.fixture(params=["empty", "opened in Obsidian", "with a word from the system"])
def away(vault: Vault, request: pytest.FixtureRequest) -> Iterator[Vault]:
    """The vault's drive is unmounted; it comes back at the end and is as it was."""
    drive = vault.folder.with_name("drive")
    vault.folder.rename(drive)
    vault.folder.mkdir()
    if request.param == "opened in Obsidian":
        vault.write(".obsidian/app.json", "{}")
    if request.param == "with a word from the system":
        vault.write("README.md", "This drive is not mounted.\n")
    before = vault.bytes()
    yield vault
    assert vault.bytes() == before
    shutil.rmtree(vault.folder)
    drive.rename(vault.folder)
    found = vault.call("findings", "--json").rows
    assert "1 open finding, 0 closed" in vault.call("scan").out
    assert vault.call("findings", "--json").rows == found


def test_no_door_acts_in_the_place_of_a_vault_that_is_away(away: Vault) -> None:
    statuses = {door: away.call(*door).status for door in DOORS}
    statuses["init",] = away.call("init", str(away.folder)).status
    assert statuses == dict.fromkeys(DOORS, VaultVanishedError.exit_status)


def test_an_agent_is_told_that_the_vault_is_away(away: Vault) -> None:
    with pytest.raises(VaultVanishedError):
        Desk(away.folder)


def test_where_the_ledger_is_busy_no_door_takes_the_place_for_a_new_vault(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> tuple[bool, list[str]]:
        raise LedgerBusyError("The ledger is locked.", hint="Try again.")

    monkeypatch.setattr(losses, "read_last_sight", busy)
    (vault.folder / ".vaultwatch/config.toml").unlink()
    with pytest.raises(LedgerBusyError):
        Desk(vault.folder)
    daemon = Daemon(vault.folder)
    settings = daemon._settings = Settings()  # noqa: SLF001 -- what it goes by
    daemon._reload()  # noqa: SLF001 -- it asks again in a moment, and lives on
    assert daemon._settings is settings  # noqa: SLF001


def test_a_daemon_neither_takes_it_for_the_vault_nor_reads_settings_there(vault: Vault) -> None:
    daemon = Daemon(vault.folder)
    settings = daemon._settings  # noqa: SLF001 -- what it goes by
    vault.folder.rename(vault.folder.with_name("drive"))
    vault.folder.mkdir()
    assert daemon._root_now() is None  # noqa: SLF001
    daemon._reload()  # noqa: SLF001
    assert daemon._settings == settings  # noqa: SLF001
    assert Daemon(vault.folder)._root_now() is None  # noqa: SLF001 -- at boot, before the drive


def test_a_daemon_that_began_before_the_drive_is_ready_after_any_look_at_everything(
    vault: Vault,
) -> None:
    daemon = Daemon(vault.folder)
    daemon._heartbeat = Heartbeat(Places(vault.folder).heartbeat, SystemClock())  # noqa: SLF001
    daemon._worker = cast("Any", SimpleNamespace(last_runs={}))  # noqa: SLF001
    daemon._done(Job("look"))  # noqa: SLF001
    assert not daemon._heartbeat.state.ready_at  # noqa: SLF001
    daemon._done(Job("scan"))  # noqa: SLF001 -- of the settings that came with the drive
    assert daemon._schedule is not None  # noqa: SLF001
    daemon._schedule.stop()  # noqa: SLF001
    assert daemon._heartbeat.state.ready_at  # noqa: SLF001


def test_who_opened_a_vault_acts_in_no_other_at_its_place(vault: Vault) -> None:
    with open_workspace(vault.folder) as ws:
        shutil.copytree(vault.folder, vault.folder.with_name("drive"))
        vault.folder.rename(vault.folder.with_name("before"))
        vault.folder.with_name("drive").rename(vault.folder)
        with pytest.raises(NotThereError, match="Another folder"):
            look(ws)
        with pytest.raises(NotThereError, match="Another folder"):
            ws.files.replace_note("new.md", seen=None, new=b"x")


def test_a_person_may_empty_a_vault_all_the_same(vault: Vault) -> None:
    shutil.rmtree(vault.folder)
    vault.folder.mkdir()
    assert vault.call("setup", "index", "--allow-empty").status == 0
    assert vault.call("status").status == 0


def test_settings_that_a_person_deleted_are_the_defaults(vault: Vault) -> None:
    (vault.folder / ".vaultwatch/config.toml").write_text('[index]\nembedder = "hash"\n')
    assert vault.call("scan").status == 0
    (vault.folder / ".vaultwatch/config.toml").unlink()
    assert vault.call("findings").status == 0


@pytest.mark.parametrize(
    "words",
    [
        ("scan",),
        ("init",),
        ("stores", "detect"),
        ("stores", "add", "x"),
        ("mcp", "uninstall", "claude-code"),
        ("setup", "hooks", "status"),
    ],
    ids=" ".join,
)
def test_a_folder_that_went_from_under_its_shell_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.delenv("VAULTWATCH_VAULT", raising=False)
    (tmp_path / "branch").mkdir()
    monkeypatch.chdir(tmp_path / "branch")
    (tmp_path / "branch").rmdir()
    done = called(*words)
    assert (done.status, "The folder you are in" in done.err) == (4, True), done
    assert "Traceback" not in done.err
