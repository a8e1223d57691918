"""Make a folder ready to be watched: settings file, memories folder, and the plugin if wanted."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.places import Places
from vaultwatch.services.operations.palette_install import (
    carry_out,
    installed_version,
    plan_install,
)
from vaultwatch.services.records.away import refuse_away
from vaultwatch.settings import default_config_text, load_settings


@dataclass(frozen=True, slots=True)
class SetUp:
    """What `init` makes."""

    vault: Path
    made: tuple[str, ...]
    """Vault-relative paths that did not exist."""
    plugin: tuple[str, ...] = ()
    """Files of the palette plugin: offered where Obsidian's folder stands without it."""


def plan_setup(vault: Path) -> SetUp:
    """Return what is missing.

    Raises:
        NotThereError: no such folder.
        VaultVanishedError: it is the empty place of a vault that is away.
        SettingsError: a settings file stands and is wrong.
    """
    if not vault.is_dir():
        raise NotThereError(f"There is no folder {str(vault)!r}.", hint="Make it first.")
    refuse_away(Places(vault))
    settings = load_settings(vault)
    wanted = (".vaultwatch/config.toml", settings.memories.folder)
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
                place.parent.mkdir(exist_ok=True)
                with place.open("x", encoding="utf-8") as file:
                    file.write(default_config_text())
            else:
                place.mkdir(parents=True, exist_ok=True)
        Places(plan.vault).ensure()
    except OSError as exc:
        raise RefusedError(
            f"Cannot write into {str(plan.vault)!r}: {exc.strerror}.",
            hint="Give yourself write permission on it.",
        ) from exc
