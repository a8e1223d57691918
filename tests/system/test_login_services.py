"""Services of launchd and the Task Scheduler: what is written, held against what is documented.

Neither runs here: `launchctl` and `schtasks` are stubs that write their words down, so that what is
shown is what they are given and told, not what they do.
"""

import os
import plistlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.system.vaults import Done, Vault
from vaultwatch.adapters.machine.lock import daemon_lock
from vaultwatch.errors import RefusedError
from vaultwatch.places import Places
from vaultwatch.services.operations import service_control
from vaultwatch.services.operations.service_control import TASK, agent_plist, task_xml
from vaultwatch.services.operations.service_files import is_untouched

STUB = """#!/bin/sh
printf '%s|' "$@" >> "$STUB_FOLDER/asked"; echo >> "$STUB_FOLDER/asked"
word=$(echo "$1" | tr -d /)
if [ -e "$STUB_FOLDER/fails-$word" ]; then cat "$STUB_FOLDER/fails-$word" >&2; exit 1; fi
exit 0
"""

# launchd.plist(5): each key that is used, with its type and, where it has some, its values.
PLIST_TYPES: dict[str, type] = {
    "Label": str,
    "ProgramArguments": list,
    "RunAtLoad": bool,
    "KeepAlive": dict,
    "ThrottleInterval": int,
    "ProcessType": str,
    "StandardOutPath": str,
    "StandardErrorPath": str,
    "Umask": int,
    "EnvironmentVariables": dict,
}
PROCESS_TYPES = {"Background", "Standard", "Adaptive", "Interactive"}

# Task Scheduler Schema: the children of each element; "all" in any order and once at most, a
# "sequence" in this order. What must stand is marked.
SCHEMA: dict[str, tuple[str, list[str]]] = {
    "Task": (
        "all",
        ["RegistrationInfo", "Triggers", "Settings", "Data", "Principals", "Actions!"],
    ),
    "RegistrationInfo": (
        "all",
        ["URI", "SecurityDescriptor", "Source", "Date", "Author", "Version", "Description"],
    ),
    "Triggers": ("sequence", ["LogonTrigger"]),
    "LogonTrigger": (
        "sequence",
        [
            *("Enabled", "StartBoundary", "EndBoundary", "Repetition", "ExecutionTimeLimit"),
            *("UserId", "Delay"),
        ],
    ),
    "Principals": ("sequence", ["Principal!"]),
    "Principal": ("all", ["UserId", "LogonType", "GroupId", "DisplayName", "RunLevel"]),
    "Settings": (
        "all",
        [
            *("AllowStartOnDemand", "RestartOnFailure", "MultipleInstancesPolicy"),
            *("DisallowStartIfOnBatteries", "StopIfGoingOnBatteries", "AllowHardTerminate"),
            *("StartWhenAvailable", "NetworkProfileName", "RunOnlyIfNetworkAvailable"),
            *("WakeToRun", "Enabled", "Hidden", "DeleteExpiredTaskAfter", "IdleSettings"),
            *("NetworkSettings", "ExecutionTimeLimit", "Priority", "RunOnlyIfIdle"),
        ],
    ),
    "RestartOnFailure": ("all", ["Interval!", "Count!"]),
    "Actions": ("sequence", ["Exec!"]),
    "Exec": ("all", ["Command!", "Arguments", "WorkingDirectory"]),
}
BOOLEAN = {"true", "false"}
VALUES = {
    "LogonType": {"S4U", "Password", "InteractiveToken", "InteractiveTokenOrPassword"},
    "RunLevel": {"LeastPrivilege", "HighestAvailable"},
    "MultipleInstancesPolicy": {"Parallel", "Queue", "IgnoreNew", "StopExisting"},
    "Enabled": BOOLEAN,
    "DisallowStartIfOnBatteries": BOOLEAN,
    "StopIfGoingOnBatteries": BOOLEAN,
    "StartWhenAvailable": BOOLEAN,
}


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode("utf-16"))  # noqa: S314 -- our own


def held_against_schema(element: ET.Element) -> None:
    """Fail where an element of a task is not as the schema says."""
    name = element.tag.removeprefix(f"{{{TASK}}}")
    assert element.tag != name, "outside the namespace"
    children = [child.tag.removeprefix(f"{{{TASK}}}") for child in element]
    if name not in SCHEMA:
        assert children == [], f"{name} holds a value"
        assert (element.text or "").strip()
        assert element.text in VALUES.get(name, {element.text})
        return
    how, known = SCHEMA[name]
    names = [one.removesuffix("!") for one in known]
    assert set(children) <= set(names), name
    assert len(set(children)) == len(children), name
    assert {one[:-1] for one in known if one.endswith("!")} <= set(children), name
    if how == "sequence":
        assert children == [one for one in names if one in children], name
    for child in element:
        held_against_schema(child)


@dataclass(frozen=True)
class Desk:
    """A vault, a home folder and stubs of what runs services."""

    vault: Vault
    home: Path
    stub: Path
    platform: str

    @property
    def name(self) -> str:
        return f"vaultwatch.{Places(self.vault.folder).vault_id}"

    @property
    def file(self) -> Path:
        if self.platform == "darwin":
            return self.home / "Library" / "LaunchAgents" / f"{self.name}.plist"
        return Places(self.vault.folder, state_base=self.vault.state).state / f"{self.name}.xml"

    def asked(self) -> list[list[str]]:
        file = self.stub / "asked"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        asked = [line.removesuffix("|").split("|") for line in lines]
        return [words for words in asked if words[0] not in {"print", "/Query"}]

    def expected(self, *, is_renewed: bool) -> list[list[str]]:
        name, file = self.name, str(self.file)
        if self.platform == "darwin":
            domain = f"gui/{os.getuid()}"
            stop = [["bootout", f"{domain}/{name}"]]
            start = [
                ["enable", f"{domain}/{name}"],
                ["bootstrap", domain, file],
                ["kickstart", f"{domain}/{name}"],
            ]
        else:
            stop = [["/End", "/TN", name]]
            start = [["/Create", "/TN", name, "/XML", file, "/F"], ["/Run", "/TN", name]]
        return [*(stop if is_renewed else []), *start]

    def service(self, *words: str) -> Done:
        return self.vault.call("setup", "service", *words)


@pytest.fixture(params=["darwin", "win32"])
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Desk:
    stub, folder = tmp_path / "stub", tmp_path / 'Ada\'s 50% <vault> & "ü"'
    for made in (stub, folder / ".obsidian", tmp_path / "home"):
        made.mkdir(parents=True)
    for program in ("launchctl", "schtasks"):
        (stub / program).write_text(STUB, encoding="utf-8")
        (stub / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(stub), prepend=os.pathsep)
    monkeypatch.setenv("STUB_FOLDER", str(stub))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(service_control, "PLATFORM", request.param)
    return Desk(Vault(folder, tmp_path / "state"), tmp_path / "home", stub, request.param)


def test_install_writes_its_file_and_starts_it(desk: Desk) -> None:
    done = desk.service("install", "--yes")
    assert done.status == 0
    assert desk.asked() == desk.expected(is_renewed=True)
    assert f"{desk.name} runs" in done.out
    again = desk.service("install", "--yes")
    assert "every file stands as it should" in again.out
    assert desk.asked() == desk.expected(is_renewed=False)


def test_a_rehearsal_shows_all_and_writes_nothing(desk: Desk) -> None:
    done = desk.service("install", "--dry-run")
    assert done.status == 0
    assert str(desk.file) in done.out
    program = "launchctl" if desk.platform == "darwin" else "schtasks"
    assert f"run       {program} " in done.out
    assert not desk.file.exists()
    assert desk.asked() == []
    (plan,) = desk.service("install", "--dry-run", "--json").rows
    assert plan["manager"] == program
    assert plan["steps"][0]["text"].startswith("<?xml")


def test_uninstall_stops_it_and_takes_its_file_away(desk: Desk) -> None:
    desk.service("install", "--yes")
    desk.asked()
    rehearsed = desk.service("uninstall", "--dry-run")
    assert f"remove    {desk.file}" in rehearsed.out
    assert desk.file.exists()
    assert desk.service("uninstall", "--yes").status == 0
    assert not desk.file.exists()
    first, *then = desk.asked()
    assert first == desk.expected(is_renewed=True)[0]
    assert then == ([] if desk.platform == "darwin" else [["/Delete", "/TN", desk.name, "/F"]])
    assert "No service is installed" in desk.service("uninstall", "--yes").out


def test_what_a_person_changed_is_kept(desk: Desk) -> None:
    desk.service("install", "--yes")
    how = "utf-8" if desk.platform == "darwin" else "utf-16"
    theirs = desk.file.read_bytes().decode(how).replace("Background", "Standard") + "<!-- mine -->"
    desk.file.write_bytes(theirs.encode(how))
    assert "yours is kept as" in desk.service("install", "--yes").out
    kept = desk.file.with_name(f"{desk.file.name}.bak")
    assert kept.read_bytes().decode(how) == theirs
    desk.file.write_bytes(theirs.encode(how))
    assert "you changed it" in desk.service("uninstall", "--yes").out
    assert desk.file.exists()


def test_status_says_how_it_fares(desk: Desk) -> None:
    said = desk.service("status")
    assert (said.status, "not installed" in said.out) == (1, True)
    desk.service("install", "--yes")
    said = desk.service("status")
    assert (said.status, "service   stopped" in said.out) == (1, True)
    with daemon_lock(desk.file.parent if desk.platform == "win32" else state_of(desk)):
        said = desk.service("status")
        assert (said.status, "service   running" in said.out) == (0, True)
        assert "at login  starts" in said.out
    word = "print" if desk.platform == "darwin" else "Query"
    (desk.stub / f"fails-{word}").write_text("no such thing\n", encoding="utf-8")
    assert "at login  does not start" in desk.service("status").out


def state_of(desk: Desk) -> Path:
    return Places(desk.vault.folder, state_base=desk.vault.state).state


def test_a_moved_installation_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.service("install", "--yes")
    monkeypatch.setattr(sys, "executable", "/elsewhere/python")
    assert "no longer fits this installation" in desk.service("status").out


def test_what_fails_is_said(desk: Desk) -> None:
    word = "kickstart" if desk.platform == "darwin" else "Create"
    (desk.stub / f"fails-{word}").write_text("access is denied\n", encoding="utf-8")
    done = desk.service("install", "--yes")
    assert done.status == 1
    assert "access is denied" in done.err


def test_what_has_nothing_to_stop_is_no_failure(desk: Desk) -> None:
    for word in ("bootout", "bootstrap", "End"):
        (desk.stub / f"fails-{word}").write_text("not found\n", encoding="utf-8")
    assert desk.service("install", "--yes").status == 0
    assert desk.service("uninstall", "--yes").status == 0


def test_without_the_systems_own_program_the_way_out_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(desk.home))
    done = desk.service("install", "--yes")
    assert done.status == 4
    assert "vaultwatch run --vault" in done.err
    assert not desk.file.exists()


def test_an_agent_is_as_launchd_documents_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", "/srv/50% & <state>")
    vault = tmp_path / 'a & <b> "c" ü'
    text = agent_plist("vaultwatch.x", vault)
    held = plistlib.loads(text.encode())
    assert set(held) <= set(PLIST_TYPES)
    for key, value in held.items():
        assert type(value) is PLIST_TYPES[key], key
    assert held["Label"] == "vaultwatch.x"
    assert held["ProgramArguments"][-3:] == ["run", "--vault", str(vault)]
    assert all(type(word) is str for word in held["ProgramArguments"])
    assert held["KeepAlive"] == {"SuccessfulExit": False}
    assert held["ProcessType"] in PROCESS_TYPES
    assert held["EnvironmentVariables"]["VAULTWATCH_STATE"] == "/srv/50% & <state>"
    assert is_untouched(text)
    assert not is_untouched(text.replace("<true/>", "<false/>"))
    if shutil.which("plutil"):
        (tmp_path / "x.plist").write_text(text)
        subprocess.run(["plutil", "-lint", str(tmp_path / "x.plist")], check=True)  # noqa: S603, S607


def test_a_task_is_as_the_schema_documents_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USERDOMAIN", "DESK & CO")
    vault = tmp_path / "a & <b> ü"
    text = task_xml("vaultwatch.x", vault)
    assert text.startswith('<?xml version="1.0" encoding="UTF-16"?>\n')
    task = parsed(text)
    assert task.get("version") == "1.2"
    held_against_schema(task)
    found = {one.tag.removeprefix(f"{{{TASK}}}"): one.text for one in task.iter()}
    assert str(found["Arguments"]).endswith(f'run --vault "{vault}"')
    assert str(found["UserId"]).startswith("DESK & CO\\")
    assert is_untouched(text)


def test_the_check_of_a_task_sees_what_is_wrong() -> None:
    text = task_xml("vaultwatch.x", Path("/v"))
    held_against_schema(parsed(text))
    for right, wrong in (
        ("<Count>20</Count>", ""),
        ("IgnoreNew", "Ignore"),
        ("Command>", "Program>"),
        ("</UserId>", "</UserId><Enabled>true</Enabled>"),
        (TASK, "http://example.com"),
    ):
        assert right in text
        with pytest.raises(AssertionError):
            held_against_schema(parsed(text.replace(right, wrong)))


@pytest.mark.parametrize("make", [agent_plist, task_xml])
def test_a_path_that_cannot_be_named_is_refused(make: object) -> None:
    assert callable(make)
    with pytest.raises(RefusedError):
        make("vaultwatch.x", Path("/home/ada/a\x01b"))
