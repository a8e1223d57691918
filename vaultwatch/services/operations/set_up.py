"""Make a folder ready to be watched: settings, memories folder, plugin, and the model."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from vaultwatch.adapters.files.safe_write import create_file
from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.places import Places
from vaultwatch.report.flags import BASE_NAME, render_base
from vaultwatch.services.operations.palette_install import (
    carry_out,
    installed_version,
    plan_install,
)
from vaultwatch.services.records.losses import refuse_away
from vaultwatch.settings import default_config_text, load_settings


@dataclass(frozen=True, slots=True)
class SetUp:
    """What `init` makes."""

    vault: Path
    made: tuple[str, ...]
    """Vault-relative paths that did not exist."""
    plugin: tuple[str, ...] = ()
    """Files of the palette plugin: offered where Obsidian's folder stands without it."""


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
    return SetUp(vault, made, _plugin_files(vault))


def _plugin_files(vault: Path) -> tuple[str, ...]:
    if installed_version(vault) is not None:
        return ()
    # What stands in the way is told by `palette install`: it is no reason not to be ready.
    with suppress(NotThereError, RefusedError):
        return tuple(step.path for step in plan_install(vault).steps)
    return ()


def add_plugin(vault: Path) -> None:
    """Put the palette plugin into the vault; whether Obsidian runs it is the reader's to say.

    Raises:
        RefusedError: it cannot be written.
    """
    carry_out(plan_install(vault))


def set_up(plan: SetUp) -> None:
    """Make what is missing; nothing that stands is touched."""
    try:
        for name in plan.made:
            place = plan.vault / name
            if name.endswith(".toml"):
                create_file(place, default_config_text().encode())
            elif name.endswith(BASE_NAME):
                create_file(place, render_base(load_settings(plan.vault).memories.folder).encode())
            else:
                place.mkdir(parents=True, exist_ok=True)
        Places(plan.vault).ensure()
    except OSError as exc:
        raise RefusedError(
            f"Cannot write into {str(plan.vault)!r}: {exc.strerror}.",
            hint="Give yourself write permission on it.",
        ) from exc


@dataclass(frozen=True, slots=True)
class PlacedModel:
    """A model on this disk."""

    name: str
    folder: str


def pull_model(name: str, say: Callable[[str], None]) -> PlacedModel:
    """Fetch a model into the user's cache; where it stands already, nothing is done.

    It is `minilm`, `reader`, or a fastembed model by its name.

    Raises:
        EmbedderError: it cannot be had, or is not what it should be.
    """
    cache = models_folder()
    if name == "minilm":
        from vaultwatch.adapters.models.embedders.minilm import pull_minilm

        return PlacedModel(name, str(pull_minilm(cache, progress=say)))
    if name == "reader":
        from vaultwatch.adapters.models.readers.nli_model import pull_nli

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
    folders = sorted(folder for folder in cache.iterdir() if folder.is_dir())
    return [PlacedModel(folder.name, str(folder)) for folder in folders]
