"""Make a folder ready to be watched, and connect the agents and the service that are at hand."""

import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Final

from vaultwatch.adapters.files.safe_write import create_file
from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.errors import NotThereError, RefusedError, VaultwatchError, told_as
from vaultwatch.places import Places, is_made
from vaultwatch.report.flags import BASE_NAME, render_base
from vaultwatch.services.operations import client_config, hook_config, service_control
from vaultwatch.services.operations.hook_config import HookClient
from vaultwatch.services.operations.own_program import as_typed
from vaultwatch.services.operations.palette_install import (
    carry_out,
    installed_version,
    plan_install,
)
from vaultwatch.services.operations.service_files import ServicePlan
from vaultwatch.services.records.losses import refuse_away
from vaultwatch.settings import default_config_text, load_settings

NO_OBSIDIAN: Final = (
    "This does not look like a vault: no .obsidian stands in it, so Obsidian never opened it."
)
ALL_OF_HOME: Final = " It holds your whole home folder: each Markdown file there would be a note."


@dataclass(frozen=True, slots=True)
class SetUp:
    """What `init` makes."""

    vault: Path
    made: tuple[str, ...]
    """Vault-relative paths that did not exist."""
    plugin: tuple[str, ...] = ()
    """Files of the palette plugin: offered where Obsidian's folder stands without it."""
    doubt: str = field(default="", repr=False)
    """Why the folder does not look like a vault, in a sentence; empty where it does."""
    is_all_of_home: bool = field(default=False, repr=False)
    """Whether that is as it is, or holds, the whole home folder of who asks."""


def plan_setup(vault: Path, *, base: bool = False) -> SetUp:
    """Return what is missing.

    `base`: a base of the memories with drift is wanted too, beside the report.

    Raises:
        NotThereError: no such folder.
        VaultVanishedError: it is the empty place of a vault that is away.
        SettingsError: a settings file stands and is wrong.
    """
    if not vault.is_dir():
        raise NotThereError(f"There is no folder {str(vault)!r}.", hint="Make it first.")
    refuse_away(Places(vault))
    settings = load_settings(vault)
    wanted = [".vaultwatch/config.toml", settings.memories.folder]
    if base:
        wanted.append(str(PurePosixPath(settings.report.folder, BASE_NAME)))
    made = tuple(name for name in wanted if not (vault / name).exists())
    home = Path.home().resolve()
    is_doubted = not is_made(vault)
    is_home = is_doubted and vault.resolve() in {home, *home.parents}
    doubt = NO_OBSIDIAN + ALL_OF_HOME * is_home if is_doubted else ""
    return SetUp(vault, made, _plugin_files(vault), doubt, is_home)


def _plugin_files(vault: Path) -> tuple[str, ...]:
    if installed_version(vault) is not None:
        return ()
    # What stands in the way is told by `setup palette install`: it is no reason not to be ready.
    with suppress(NotThereError, RefusedError):
        return tuple(step.path for step in plan_install(vault).steps)
    return ()


def add_plugin(vault: Path) -> None:
    """Put the palette plugin into the vault; whether Obsidian runs it is the reader's to say."""
    carry_out(plan_install(vault))


def set_up(plan: SetUp) -> None:
    """Make what is missing; nothing that stands is touched."""
    with told_as(
        RefusedError,
        f"Cannot write into {str(plan.vault)!r}",
        "Give yourself write permission on it.",
    ):
        for name in plan.made:
            place = plan.vault / name
            if name.endswith(".toml"):
                create_file(place, default_config_text().encode())
            elif name.endswith(BASE_NAME):
                create_file(place, render_base(load_settings(plan.vault).memories.folder).encode())
            else:
                place.mkdir(parents=True, exist_ok=True)
        Places(plan.vault).ensure()


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """A model on this disk."""

    name: str
    folder: str


def pull_model(name: str, say: Callable[[str], None]) -> PlacedModel:
    """Fetch a model into the user's cache; where it stands already, nothing is done.

    It is `minilm`, `multilingual`, `reader`, or a fastembed model by its name.
    """
    cache = models_folder()
    if name == "minilm":
        from vaultwatch.adapters.models.embedders.minilm import pull_minilm

        return PlacedModel(name, str(pull_minilm(cache, progress=say)))
    if name == "multilingual":
        from vaultwatch.adapters.models.embedders.e5 import pull_e5

        return PlacedModel(name, str(pull_e5(cache, progress=say)))
    if name == "reader":
        from vaultwatch.adapters.models.readers.cross_encoder import pull_nli

        return PlacedModel(name, str(pull_nli(cache, progress=say)))
    from vaultwatch.adapters.models.embedders.fastembed_model import pull_fastembed

    pull_fastembed(name, cache, progress=say)
    return PlacedModel(name, str(cache))


def place_of() -> str:
    """Return the folder that holds the models."""
    return str(models_folder())


def list_models() -> list[PlacedModel]:
    """Return the models in the user's cache, by name."""
    cache = models_folder()
    if not cache.is_dir():
        return []
    # Hidden ones are half made: of a pull that goes on, or was killed.
    folders = sorted(one for one in cache.glob("[!.]*") if one.is_dir())
    return [PlacedModel(folder.name, str(folder)) for folder in folders]


# What else a first hour can set up: the agents on this machine, and the service.

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
