"""Install, look at and remove what keeps a vault watched: a service of the user's own.

systemd on Linux, launchd on macOS, the Task Scheduler on Windows. Which one is decided here alone.
"""

import os
import sys
from pathlib import Path

from vaultwatch.adapters.machine.systemd import require_user_manager
from vaultwatch.errors import RefusedError
from vaultwatch.places import Places
from vaultwatch.services.operations import login_services, systemd_unit
from vaultwatch.services.operations.service_files import (
    ServicePlan,
    ServiceState,
    ask_all,
    carry_out,
)

PLATFORM = sys.platform
_LOGIN = {"darwin": login_services.LAUNCHD, "win32": login_services.TASKS}


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
