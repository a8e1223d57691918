"""Install, look at and remove the service; the `systemctl` here only writes its words down."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.folders import named_files_in
from tests.system.vaults import Vault
from vaultwatch.services.operations.systemd_unit import unit_name

STUB = """#!/bin/sh
shift 2
printf '%s|' "$@" >> "$STUB_FOLDER/asked"; echo >> "$STUB_FOLDER/asked"
if [ -e "$STUB_FOLDER/fails-$1" ]; then cat "$STUB_FOLDER/fails-$1" >&2; exit 1; fi
if [ "$1" = show ] && [ "$2" = --property=Version ]; then echo 252
elif [ "$1" = show ]; then cat "$STUB_FOLDER/shown" 2>/dev/null; fi
exit 0
"""
RUNNING = """LoadState=loaded
ActiveState=active
SubState=running
UnitFileState=enabled
StatusText=3 notes = all looked at
ActiveEnterTimestamp=Sat 2026-11-21 09:00:00 UTC
NRestarts=2
MainPID=4711
"""


@dataclass(frozen=True)
class Desk:
    """A vault, a home folder and a stub of the user's own systemd."""

    vault: Vault
    home: Path
    stub: Path

    @property
    def units(self) -> Path:
        return self.home / "config" / "systemd" / "user"

    @property
    def template(self) -> Path:
        return self.units / "vaultwatch@.service"

    @property
    def unit(self) -> str:
        return unit_name(self.vault.folder.resolve())

    @property
    def drop_in(self) -> Path:
        return self.units / f"{self.unit}.d" / "vaultwatch.conf"

    def asked(self) -> list[list[str]]:
        """The words of every call since the last look."""
        file = self.stub / "asked"
        if not file.exists():
            return []
        lines = file.read_text(encoding="utf-8").splitlines()
        file.unlink()
        return [line.removesuffix("|").split("|") for line in lines]

    def changes_asked(self) -> list[list[str]]:
        return [words for words in self.asked() if words[0] != "show"]

    def files(self) -> dict[str, bytes]:
        return named_files_in(self.units) if self.units.is_dir() else {}

    def configure(self, text: str) -> None:
        folder = self.home / "config" / "vaultwatch"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    stub = tmp_path / "stub"
    folder = tmp_path / "Ada's 50% vault ü"
    for made in (stub, folder / ".obsidian", tmp_path / "home"):
        made.mkdir(parents=True)
    (stub / "systemctl").write_text(STUB, encoding="utf-8")
    (stub / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", str(stub), prepend=os.pathsep)
    monkeypatch.setenv("STUB_FOLDER", str(stub))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    return Desk(Vault(folder, tmp_path / "state"), tmp_path / "home", stub)


def test_install_writes_the_unit_and_starts_it(desk: Desk) -> None:
    done = desk.vault.run("setup", "service", "install", "--yes")
    assert (done.status, done.err) == (0, "")
    assert desk.changes_asked() == [
        ["daemon-reload"],
        ["reset-failed", desk.unit],
        ["try-restart", "--no-block", desk.unit],
        ["enable", "--now", "--no-block", desk.unit],
    ]
    assert list(desk.files()) == [
        "vaultwatch@.service",
        f"{desk.unit}.d/vaultwatch.conf",
    ]
    script = Path(sys.executable).with_name("vaultwatch")
    assert f'ExecStart=:"{script}" run --vault %f\n' in desk.template.read_text(encoding="utf-8")
    assert f"{desk.unit} runs" in done.out


def test_what_install_starts_is_a_program_that_runs(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    text = desk.template.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    program = line.split('"')[1]
    words = [program, "run", "--vault", str(desk.vault.folder), "--dry-run", "--json"]
    run = subprocess.run(words, capture_output=True, check=True, text=True)  # noqa: S603
    assert json.loads(run.stdout)["vault"] == str(desk.vault.folder.resolve())


def test_installing_twice_changes_nothing_and_restarts_nothing(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    before = desk.files()
    desk.asked()
    done = desk.vault.call("setup", "service", "install", "--yes")
    assert desk.files() == before
    assert "every file stands as it should" in done.out
    assert "try-restart" not in [words[0] for words in desk.asked()]


def test_a_rehearsal_shows_all_and_writes_nothing(desk: Desk) -> None:
    done = desk.vault.call("setup", "service", "install", "--dry-run")
    assert done.status == 0
    assert "ProtectSystem=strict" in done.out
    assert "enable --now" in done.out
    assert not desk.units.exists()
    assert not desk.vault.state.exists()
    assert desk.asked() == []


def test_the_plan_can_be_read_by_a_program(desk: Desk) -> None:
    (plan,) = desk.vault.call("setup", "service", "install", "--dry-run", "--json").rows
    assert plan["unit"] == desk.unit
    assert [step["action"] for step in plan["steps"]] == ["write", "write"]
    assert plan["steps"][0]["path"] == str(desk.template)


def test_nobody_to_ask_means_nothing_is_made(desk: Desk) -> None:
    done = desk.vault.call("setup", "service", "install")
    assert done.status == 2
    assert "--yes" in done.err
    assert not desk.units.exists()


@pytest.mark.parametrize(
    ("answer", "status", "is_made"),
    [pytest.param("n\n", 1, False, id="no"), pytest.param("y\n", 0, True, id="yes")],
)
def test_a_person_is_asked_first(desk: Desk, answer: str, status: int, *, is_made: bool) -> None:
    keyboard, terminal = os.openpty()
    os.write(keyboard, answer.encode())
    words = [sys.executable, "-m", "vaultwatch", "setup", "service", "install"]
    try:
        run = subprocess.run(  # noqa: S603 -- our own command line
            [*words, str(desk.vault.folder)],
            stdin=terminal,
            capture_output=True,
            check=False,
            text=True,
            env={**os.environ, "VAULTWATCH_STATE": str(desk.vault.state)},
        )
    finally:
        os.close(terminal)
        os.close(keyboard)
    assert run.returncode == status
    assert "Go on?" in run.stderr
    assert desk.template.exists() == is_made


def test_another_state_folder_is_told_to_the_service(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    text = desk.drop_in.read_text(encoding="utf-8")
    assert f'Environment="VAULTWATCH_STATE={desk.vault.state}"' in text
    assert f'ReadWritePaths="-{desk.vault.state}"' in text
    assert any(desk.vault.state.iterdir())  # a service could not make it


def test_the_network_stays_shut_until_your_own_settings_open_it(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    assert "AF_INET" not in desk.drop_in.read_text(encoding="utf-8")
    desk.configure('[endpoint]\nurl = "http://localhost:1/v1"\nkey_env = "MY_KEY"\n')
    done = desk.vault.call("setup", "service", "install", "--yes")
    assert f"renew     {desk.drop_in}" in done.out
    assert "MY_KEY" in done.err
    text = desk.drop_in.read_text(encoding="utf-8")
    assert "RestrictAddressFamilies=AF_INET AF_INET6" in text
    assert ["try-restart", "--no-block", desk.unit] in desk.asked()


def test_a_reader_on_another_machine_or_port_is_reached_by_the_service(desk: Desk) -> None:
    desk.configure('[reader]\nkind = "cross_encoder"\nfolder = "/models/nli"\n')
    desk.vault.call("setup", "service", "install", "--yes")
    assert "AF_INET" not in desk.drop_in.read_text(encoding="utf-8")
    service = 'kind = "language_model"\nurl = "http://localhost:1/v1"\nmodel = "m"'
    desk.configure(f'[reader]\n{service}\nkey_env = "READER_KEY"\n')
    done = desk.vault.call("setup", "service", "install", "--yes")
    assert "READER_KEY" in done.err
    assert "RestrictAddressFamilies=AF_INET" in desk.drop_in.read_text(encoding="utf-8")


def test_a_vault_that_came_by_sync_cannot_open_the_network(desk: Desk) -> None:
    desk.vault.write(".vaultwatch/config.toml", '[endpoint]\nurl = "http://localhost:1/v1"\n')
    done = desk.vault.call("setup", "service", "install", "--yes")
    assert done.status == 2
    assert not desk.units.exists()


@pytest.mark.parametrize("which", ["template", "drop_in"])
def test_what_a_person_changed_is_kept_beside_and_said(desk: Desk, which: str) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    place = getattr(desk, which)
    ours = place.read_text(encoding="utf-8")
    for number in ("", "1"):
        place.write_text(ours + f"# Mine{number}.\n", encoding="utf-8")
        done = desk.vault.call("setup", "service", "install", "--yes")
        aside = place.with_name(f"{place.name}.bak{number}")
        assert f"you changed it: yours is kept as {aside}" in done.out
        assert aside.read_text(encoding="utf-8") == ours + f"# Mine{number}.\n"
        assert place.read_text(encoding="utf-8") == ours


def test_a_link_of_a_person_is_not_written_through(desk: Desk) -> None:
    desk.units.mkdir(parents=True)
    dotfiles = desk.home / "dotfiles.service"
    dotfiles.write_text("[Unit]\n", encoding="utf-8")
    desk.template.symlink_to(dotfiles)
    desk.vault.call("setup", "service", "install", "--yes")
    assert dotfiles.read_text(encoding="utf-8") == "[Unit]\n"
    assert not desk.template.is_symlink()
    assert desk.template.with_name("vaultwatch@.service.bak").is_symlink()


def test_uninstall_leaves_what_was_there_before(desk: Desk) -> None:
    desk.units.mkdir(parents=True)
    (desk.units / "other.service").write_text("[Unit]\n", encoding="utf-8")
    desk.vault.call("setup", "service", "install", "--yes")
    desk.asked()
    done = desk.vault.call("setup", "service", "uninstall", "--yes")
    assert done.status == 0
    assert desk.changes_asked() == [["disable", "--now", desk.unit], ["daemon-reload"]]
    assert [path.name for path in desk.units.iterdir()] == ["other.service"]
    again = desk.vault.call("setup", "service", "uninstall", "--yes")
    assert (again.status, desk.changes_asked()) == (0, [])
    assert "No service is installed" in again.out


def test_uninstall_leaves_what_a_person_changed(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    with desk.template.open("a", encoding="utf-8") as file:
        file.write("# Mine.\n")
    done = desk.vault.call("setup", "service", "uninstall", "--yes")
    assert f"leave     {desk.template}: you changed it" in done.out
    assert list(desk.files()) == ["vaultwatch@.service"]


def test_uninstall_can_be_rehearsed(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    before = desk.files()
    desk.asked()
    done = desk.vault.call("setup", "service", "uninstall", "--dry-run")
    assert f"remove    {desk.template}" in done.out
    assert (desk.files(), desk.asked()) == (before, [])


def test_the_unit_stays_while_another_vault_uses_it(desk: Desk) -> None:
    other = Vault(desk.home / "Other", desk.vault.state)
    (other.folder / ".obsidian").mkdir(parents=True)
    desk.vault.call("setup", "service", "install", "--yes")
    other.call("setup", "service", "install", "--yes")
    done = other.call("setup", "service", "uninstall", "--yes")
    assert f"vaultwatch@.service stays: {desk.unit} uses it" in done.err
    assert list(desk.files()) == [
        "vaultwatch@.service",
        f"{desk.unit}.d/vaultwatch.conf",
    ]


def test_the_service_of_a_vault_that_is_gone_can_be_removed(desk: Desk) -> None:
    gone = Vault(desk.home / "Gone", desk.vault.state)
    (gone.folder / ".obsidian").mkdir(parents=True)
    gone.call("setup", "service", "install", "--yes")
    (gone.folder / ".obsidian").rmdir()
    gone.folder.rmdir()
    assert gone.call("setup", "service", "uninstall", str(gone.folder), "--yes").status == 0
    assert desk.files() == {}


@pytest.mark.parametrize("command", ["install", "status", "uninstall"])
def test_without_a_systemd_of_ones_own_the_way_out_is_said(desk: Desk, command: str) -> None:
    if command == "uninstall":
        desk.vault.call("setup", "service", "install", "--yes")
    before = desk.files()
    (desk.stub / "fails-show").write_text("Failed to connect to bus\n", encoding="utf-8")
    yes = [] if command == "status" else ["--yes"]
    done = desk.vault.call("setup", "service", command, *yes)
    assert done.status == 4
    assert "Failed to connect to bus" in done.err
    assert "vaultwatch run --vault" in done.err
    assert "docs/service.md" in done.err
    assert (desk.files()) == before


def test_a_failure_of_systemctl_is_passed_on(desk: Desk) -> None:
    (desk.stub / "fails-enable").write_text("Unit is masked.\n", encoding="utf-8")
    done = desk.vault.call("setup", "service", "install", "--yes")
    assert done.status == 1
    assert "Unit is masked." in done.err


def test_a_unit_that_never_failed_is_no_reason_to_stop(desk: Desk) -> None:
    (desk.stub / "fails-reset-failed").write_text("Unit not loaded.\n", encoding="utf-8")
    assert desk.vault.call("setup", "service", "install", "--yes").status == 0


def test_status_of_a_service_that_runs(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    (desk.stub / "shown").write_text(RUNNING, encoding="utf-8")
    done = desk.vault.call("setup", "service", "status")
    assert done.status == 0
    assert "service   running: 3 notes = all looked at" in done.out
    assert "Sat 2026-11-21 09:00:00 UTC, process 4711, 2 restarts" in done.out
    assert f"journalctl --user -n 30 -u '{desk.unit}'" in done.out
    (row,) = desk.vault.call("setup", "service", "status", "--json").rows
    assert (row["is_running"], row["is_outdated"], row["pid"]) == (True, False, 4711)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        pytest.param(
            "ActiveState=failed\nResult=exit-code\nExecMainStatus=2\nUnitFileState=enabled\n",
            "failed, and does not try again: its settings are wrong",
            id="failed",
        ),
        pytest.param("ActiveState=inactive\nUnitFileState=enabled\n", "stopped", id="stopped"),
        pytest.param(
            "ActiveState=inactive\nUnitFileState=disabled\n", "not installed", id="another vault's"
        ),
    ],
)
def test_status_of_a_service_that_does_not_run(desk: Desk, shown: str, words: str) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    (desk.stub / "shown").write_text(shown, encoding="utf-8")
    done = desk.vault.call("setup", "service", "status")
    assert done.status == 1
    assert f"service   {words}" in done.out
    assert "vaultwatch setup service install" in done.out


def test_status_tells_when_the_unit_no_longer_fits(desk: Desk) -> None:
    desk.vault.call("setup", "service", "install", "--yes")
    (desk.stub / "shown").write_text(RUNNING, encoding="utf-8")
    desk.configure('[endpoint]\nurl = "http://localhost:1/v1"\n')
    (row,) = desk.vault.call("setup", "service", "status", "--json").rows
    assert row["is_outdated"]
    assert "no longer fit" in row["hint"]
