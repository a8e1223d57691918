"""Install, look at and remove what keeps a vault watched: a service of the user's own.

systemd on Linux, an agent of launchd on macOS, a task of the Task Scheduler on Windows: decided
here alone. What a service of systemd's is kept from, the others are not; how they fare is told by
the daemon's own word, for what these systems say is for people, in their language.
"""

import os
import plistlib
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path
from typing import Final

from vaultwatch.adapters.machine.systemd import ask_manager, require_user_manager
from vaultwatch.errors import RefusedError
from vaultwatch.places import STATE_VARIABLE, Places
from vaultwatch.services.daemon_state import is_running, read_state
from vaultwatch.services.operations import systemd_unit
from vaultwatch.services.operations.own_program import own_program, without_console
from vaultwatch.services.operations.service_files import (
    INSTALL,
    ServicePlan,
    ServiceState,
    ask_all,
    carry_out,
    removal_of,
    signed,
    step_to,
)
from vaultwatch.settings import load_settings

CARRIED: Final = (STATE_VARIABLE, "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
"""Variables that this shell has and a service would not."""
TASK: Final = "http://schemas.microsoft.com/windows/2004/02/mit/task"
"""The namespace of a task. Source: Microsoft, Task Scheduler Schema."""
AGAIN_S: Final = 30
"""Between two starts of a service that fails, as under systemd; a task's least is a minute."""


def agent_plist(name: str, vault: Path) -> str:
    """Return the property list of a launchd agent. Source: launchd.plist(5).

    Raises:
        RefusedError: a path holds what no property list can.
    """
    log = str(Places(vault).state / "service.log")
    keys: dict[str, object] = {
        "Label": name,
        "ProgramArguments": [*own_program(), "run", "--vault", str(vault)],
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": AGAIN_S,
        "ProcessType": "Background",
        "StandardOutPath": log,
        "StandardErrorPath": log,
        "Umask": 0o077,
    }
    if carried := _carried():
        keys["EnvironmentVariables"] = carried
    try:
        return signed(plistlib.dumps(keys, sort_keys=False).decode())
    except ValueError as exc:
        raise _odd(vault) from exc


def task_xml(name: str, vault: Path) -> str:
    """Return the definition of a task. Source: Microsoft, Task Scheduler Schema.

    Raises:
        RefusedError: a path holds what no XML can.
    """
    program, *words = (*without_console(own_program()), "run", "--vault", str(vault))
    user = "\\".join(filter(None, (os.environ.get("USERDOMAIN"), getuser())))
    task = ET.Element("Task", {"version": "1.2", "xmlns": TASK})
    # In the schema's order, where it has one.
    parts: Mapping[str, Mapping[str, object]] = {
        "RegistrationInfo": {"Description": f"{name}: watches {vault}"},
        "Triggers": {"LogonTrigger": {"Enabled": "true", "UserId": user}},
        "Principals": {
            "Principal": {
                "UserId": user, "LogonType": "InteractiveToken", "RunLevel": "LeastPrivilege",
            }
        },
        "Settings": {
            "MultipleInstancesPolicy": "IgnoreNew",
            "DisallowStartIfOnBatteries": "false",
            "StopIfGoingOnBatteries": "false",
            "StartWhenAvailable": "true",
            "ExecutionTimeLimit": "PT0S",
            "RestartOnFailure": {"Interval": "PT1M", "Count": "20"},
        },
        "Actions": {"Exec": {"Command": program, "Arguments": subprocess.list2cmdline(words)}},
    }  # fmt: skip
    _fill(task, parts)
    ET.indent(task)
    text = ET.tostring(task, encoding="unicode")
    if not all(char.isprintable() or char == "\n" for char in text):
        raise _odd(vault)
    return signed(f'<?xml version="1.0" encoding="UTF-16"?>\n{text}\n')


def _fill(element: ET.Element, parts: Mapping[str, object]) -> None:
    for name, held in parts.items():
        inner = ET.SubElement(element, name)
        if isinstance(held, dict):
            _fill(inner, held)
        else:
            inner.text = str(held)


def _carried() -> dict[str, str]:
    return {name: value for name in CARRIED if (value := os.environ.get(name))}


def _odd(vault: Path) -> RefusedError:
    return RefusedError(
        f"The path {str(vault)!r}, or that of the program, holds signs that no service can name.",
        hint="Give the folder another name.",
    )


@dataclass(frozen=True, slots=True)
class LoginService:
    """A system that starts programs when a user logs in."""

    manager: str
    file: Callable[[str, Path], Path]
    """Of a service's name and vault: where its definition stands."""
    text: Callable[[str, Path], str]
    start: Callable[[str, Path], tuple[tuple[str, ...], ...]]
    """Of a service's name and file: what has the system know it and run it."""
    stop: Callable[[str, Path], tuple[tuple[str, ...], ...]]
    asked: Callable[[str], tuple[str, ...]]
    """What it answers well where it knows the service."""
    logs: Callable[[Path], str]
    carries: bool
    """Whether variables of this shell can be given to it."""

    def plan_install(self, vault: Path) -> ServicePlan:
        """Return what is missing or differs."""
        load_settings(vault)  # a service would not start with wrong ones
        name, file = self._name(vault), self._file(vault)
        step = step_to(file, self.text(name, vault))
        restart = self.stop(name, file)[:1] if step is not None else ()
        lost = () if self.carries else tuple(_carried())
        return ServicePlan(
            vault,
            name,
            (step,) if step is not None else (),
            (*restart, *self.start(name, file)),
            tuple(f"A task has no {one} from your shell: `setx {one} ...` first." for one in lost),
            self.manager,
        )

    def plan_uninstall(self, vault: Path) -> ServicePlan:
        """Return what is there to remove."""
        name, file = self._name(vault), self._file(vault)
        steps = (removal_of(file),) if file.is_file() else ()
        commands = self.stop(name, file) if steps else ()
        return ServicePlan(vault, name, steps, commands, manager=self.manager)

    def state(self, vault: Path) -> ServiceState:
        """Tell how the service of a vault fares, from what the daemon says of itself."""
        self.require()
        name, file, places = self._name(vault), self._file(vault), Places(vault)
        is_installed = file.is_file()
        is_enabled = is_installed and ask_manager(self.manager, *self.asked(name)).status == 0
        runs, beat = is_running(places), read_state(places)
        is_outdated = is_installed and self.plan_install(vault).changes_files
        if not is_installed:
            words, hint = "not installed", f"Run `{INSTALL}`."
        elif is_outdated:
            words = "running" if runs else "stopped"
            hint = f"Its file no longer fits this installation: run `{INSTALL}` again."
        else:
            words = "running" if runs else "stopped"
            hint = "" if runs and is_enabled else f"Run `{INSTALL}` to start it."
        return ServiceState(
            vault=vault,
            unit=name,
            is_installed=is_installed,
            is_enabled=is_enabled,
            is_running=is_installed and runs,
            state=words,
            since=beat.ready_at if beat is not None and runs else "",
            pid=beat.pid if beat is not None and runs else 0,
            restarts=None,
            is_outdated=is_outdated,
            logs=self.logs(vault),
            hint=hint,
        )

    def require(self) -> None:
        """Return if the system's own program is there."""
        ask_manager(self.manager, *self.asked("vaultwatch"))

    def _name(self, vault: Path) -> str:
        return f"vaultwatch.{Places(vault).vault_id}"

    def _file(self, vault: Path) -> Path:
        return self.file(self._name(vault), vault)


def _domain() -> str:
    return f"gui/{os.getuid()}"


LAUNCHD: Final = LoginService(
    "launchctl",
    lambda name, _: Path.home() / "Library" / "LaunchAgents" / f"{name}.plist",
    agent_plist,
    lambda name, file: (
        ("enable", f"{_domain()}/{name}"),
        ("bootstrap", _domain(), str(file)),
        ("kickstart", f"{_domain()}/{name}"),
    ),
    lambda name, _: (("bootout", f"{_domain()}/{name}"),),
    lambda name: ("print", f"{_domain()}/{name}"),
    lambda vault: f"tail -n 30 {shlex.quote(str(Places(vault).state / 'service.log'))}",
    carries=True,
)
TASKS: Final = LoginService(
    "schtasks",
    lambda name, vault: Places(vault).state / f"{name}.xml",
    task_xml,
    lambda name, file: (("/Create", "/TN", name, "/XML", str(file), "/F"), ("/Run", "/TN", name)),
    lambda name, _: (("/End", "/TN", name), ("/Delete", "/TN", name, "/F")),
    lambda name: ("/Query", "/TN", name),
    lambda _: "vaultwatch status",
    carries=False,
)


PLATFORM = sys.platform
_LOGIN = {"darwin": LAUNCHD, "win32": TASKS}


def plan_install(vault: Path) -> ServicePlan:
    """Return what is missing or differs."""
    manager = _LOGIN.get(PLATFORM)
    return manager.plan_install(vault) if manager else systemd_unit.plan_install(vault)


def plan_uninstall(vault: Path) -> ServicePlan:
    """Return what is there to remove."""
    manager = _LOGIN.get(PLATFORM)
    return manager.plan_uninstall(vault) if manager else systemd_unit.plan_uninstall(vault)


def service_state(vault: Path) -> ServiceState:
    """Tell how the service of a vault fares."""
    manager = _LOGIN.get(PLATFORM)
    return manager.state(vault) if manager else systemd_unit.service_state(vault)


def require_manager() -> None:
    """Return if what runs a user's services answers: to be asked before the user is."""
    manager = _LOGIN.get(PLATFORM)
    return manager.require() if manager else require_user_manager()


def install(plan: ServicePlan) -> None:
    """Write the files and start the service; running it twice changes nothing."""
    require_manager()
    Places(plan.vault).ensure()  # a service may not make it: what is above it is read-only
    for step in plan.steps:
        carry_out(step)
    ask_all(plan, plan.commands)


def uninstall(plan: ServicePlan) -> None:
    """Stop the service and remove what `install` wrote."""
    require_manager()
    ask_all(plan, plan.commands[:1])  # while its file stands: else nobody knows whom to stop
    for step in plan.steps:
        carry_out(step)
    ask_all(plan, plan.commands[1:])


def as_named(given: Path | None, vault: Path) -> Path:
    """Return the path that a service names: the real one, or a shorter link to it if given."""
    if given is None or PLATFORM in _LOGIN:
        return vault
    link = Path(os.path.abspath(given))  # noqa: PTH100 -- resolving would lose the link
    try:
        systemd_unit.unit_name(vault)
    except RefusedError:
        return link
    return vault
