"""Tell in words how the service of a vault fares, from what systemd says of its unit."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.adapters.machine.systemd import ask_systemctl, require_user_manager
from vaultwatch.errors import VaultwatchError
from vaultwatch.services.operations.service_control import plan_install, unit_folder
from vaultwatch.services.operations.service_unit import TEMPLATE, unit_name

ASKED = (
    "LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus,StatusText,"
    "ActiveEnterTimestamp,NRestarts,MainPID"
)
INSTALL = "vaultwatch service install"

_EXITS = {
    "2": "its settings are wrong; the log names the line",
    "4": "the vault is not there",
    "5": "it refused to work, to do no harm",
    "6": "another vaultwatch watches this vault",
    "10": "the vault is empty but the index is not: most likely unmounted",
    "203": f"its program is gone; run `{INSTALL}` again",
    "217": f"this kernel lets users make no namespaces; run `{INSTALL}` again",
    "226": f"a folder that it needs cannot be mounted; run `{INSTALL}` again",
}
"""Our own exit statuses (errors.py) and those of systemd that a person can do something about:
systemd.exec(5), table 7."""
_RESULTS = {
    "watchdog": "it hung and was killed",
    "oom-kill": "it took too much memory",
    "signal": "it was killed",
    "core-dump": "it crashed",
    "timeout": "it took too long to end",
    "start-limit-hit": "it failed too often within an hour",
}


@dataclass(frozen=True, slots=True)
class ServiceState:
    """How the service of a vault fares."""

    vault: Path
    unit: str
    is_installed: bool
    is_enabled: bool
    """Whether it starts when the user logs in."""
    is_running: bool
    state: str
    """In words."""
    since: str
    """When it became ready, in systemd's own words; empty where it is not."""
    pid: int
    restarts: int
    is_outdated: bool
    """Whether installing it now would write something else."""
    logs: str
    """A command that shows the last lines of its log."""
    hint: str
    """What to do, or empty."""


def service_state(vault: Path) -> ServiceState:
    """Ask systemd how the service of a vault fares.

    Raises:
        NotThereError: no systemd of the user's own.
    """
    require_user_manager()
    unit = unit_name(vault)
    answer = ask_systemctl("show", unit, f"--property={ASKED}")
    if answer.status != 0:
        raise VaultwatchError(f"systemctl knows nothing of it: {' '.join(answer.err.split())}")
    said = dict(line.split("=", 1) for line in answer.out.splitlines() if "=" in line)
    has_template = (unit_folder() / TEMPLATE).is_file()
    is_enabled = said.get("UnitFileState") == "enabled"
    # A template counts for every vault: only what was enabled, or runs, was installed for this one.
    is_installed = has_template and (is_enabled or said.get("ActiveState") != "inactive")
    is_outdated = is_installed and plan_install(vault).changes_files
    words = in_words(said) if is_installed else "not installed"
    return ServiceState(
        vault=vault,
        unit=unit,
        is_installed=is_installed,
        is_enabled=is_enabled,
        is_running=said.get("ActiveState") in {"active", "reloading"},
        state=words,
        since=said.get("ActiveEnterTimestamp", ""),
        pid=_number(said, "MainPID"),
        restarts=_number(said, "NRestarts"),
        is_outdated=is_outdated,
        logs=f"journalctl --user -n 30 -u {shlex.quote(unit)}",
        hint=_hint(said, is_installed=is_installed, is_outdated=is_outdated),
    )


def in_words(said: dict[str, str]) -> str:
    """Return a sentence's worth of what `systemctl show` said."""
    status = said.get("StatusText", "")
    match said.get("ActiveState"), said.get("SubState"):
        case "active", _:
            words = f"running: {status}" if status else "running"
        case "reloading", _:
            words = "reading its settings again"
        case "activating", "auto-restart":
            words = f"failed, and tries again within half a minute: {_why(said)}"
        case "activating", _:
            words = f"starting: {status or 'it looks at what changed while it was down'}"
        case "deactivating", _:
            words = "stopping"
        case "failed", _:
            words = f"failed, and does not try again: {_why(said)}"
        case _:
            words = "stopped"
    return words


def _why(said: dict[str, str]) -> str:
    result = said.get("Result", "")
    status = said.get("ExecMainStatus", "")
    own = _EXITS.get(status, f"it ended with status {status}") if status not in {"", "0"} else ""
    if result == "start-limit-hit" and own:
        return f"{_RESULTS[result]}, last because {own}"
    if result in {"exit-code", ""} and own:
        return own
    return _RESULTS.get(result, own or result or "the log says why")


def _hint(said: dict[str, str], *, is_installed: bool, is_outdated: bool) -> str:
    if not is_installed:
        return f"Run `{INSTALL}`."
    if is_outdated:
        return f"Its files no longer fit this installation or your settings: run `{INSTALL}` again."
    if said.get("ActiveState") == "failed":
        return f"When it is mended, run `{INSTALL}` again."
    if said.get("ActiveState") == "inactive":
        return f"Run `{INSTALL}` to start it."
    return ""


def _number(said: dict[str, str], name: str) -> int:
    value = said.get(name, "")
    return int(value) if value.isdecimal() else 0
