"""What else a first hour can set up: the agents on this machine, and the service.

Each is planned by the module that its own command uses; here is only found what is there.
"""

import shlex
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from vaultwatch.errors import VaultwatchError
from vaultwatch.services.operations import client_config, hook_config, service_control
from vaultwatch.services.operations.hook_config import HookClient
from vaultwatch.services.operations.own_program import as_typed
from vaultwatch.services.operations.service_files import ServicePlan

PROGRAMS: Final[Mapping[HookClient, tuple[str, str]]] = {
    "claude-code": ("claude", "Claude Code"),
    "codex": ("codex", "Codex"),
    "cursor": ("cursor", "Cursor"),
}
"""What each is started by, and what people call it."""


@dataclass(frozen=True, slots=True)
class AgentOffer:
    """What connects one agent at hand."""

    client: HookClient
    files: tuple[str, ...]
    """That would be written; none where it is connected already."""
    trouble: str = ""
    """Why it is left alone, or what of it."""
    plans: tuple[client_config.InstallPlan, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Extras:
    """What is offered beside the vault itself."""

    agents: tuple[AgentOffer, ...]
    service: tuple[str, ...]
    """Files of the service; none where it stands or cannot be had here."""
    service_plan: ServicePlan | None = field(default=None, repr=False)
    no_service: str = ""
    """Why it cannot be had here."""

    @property
    def is_anything(self) -> bool:
        """Whether there is something to do."""
        return bool(self.service) or any(one.files for one in self.agents)


def plan_extras(vault: Path) -> Extras:
    """Return what can be connected to a vault; nothing is written."""
    plan, trouble = None, ""
    try:
        service_control.require_manager()
        plan = service_control.plan_install(vault)
    except VaultwatchError as error:
        trouble = error.message
    steps = plan.steps if plan is not None else ()
    return Extras(tuple(_agents(vault)), tuple(str(one.path) for one in steps), plan, trouble)


def _agents(vault: Path) -> Iterator[AgentOffer]:
    for client, (program, _) in PROGRAMS.items():
        settings = hook_config.settings_file(client)
        if not settings.parent.is_dir() and shutil.which(program) is None:
            continue
        try:
            if client == "claude-code" and hook_config.plugin_file(vault) is not None:
                yield AgentOffer(client, ())
                continue
            folder = vault if client == "claude-code" else None
            plans = (
                client_config.plan_install(client, vault, folder),
                hook_config.plan_hooks(client, "user", vault),
            )
        except VaultwatchError as error:
            yield AgentOffer(client, (), error.message)
            continue
        # Who comes to a second vault did not say that the agent should leave the first.
        installs = (f"mcp install {client}", f"setup hooks install {client}")
        trouble = " ".join(
            f"{str(plan.file)!r} names the vault {plan.other!r}: "
            f"`{as_typed()} {install} --vault {shlex.quote(str(vault))}` changes it."
            for plan, install in zip(plans, installs, strict=True)
            if plan.other
        )
        wanted = tuple(one for one in plans if not (one.is_there or one.other))
        yield AgentOffer(client, tuple(str(one.file) for one in wanted), trouble, wanted)


def set_up_extras(extras: Extras) -> Iterator[tuple[str, str]]:
    """Write what was planned; yield what could not be, and why. One that fails stops no other."""
    for offer in extras.agents:
        for plan in offer.plans:
            try:
                client_config.write_install(plan)
            except VaultwatchError as error:
                yield str(plan.file), error.message
    if extras.service and extras.service_plan is not None:
        try:
            service_control.install(extras.service_plan)
        except VaultwatchError as error:
            yield extras.service_plan.unit, error.message
