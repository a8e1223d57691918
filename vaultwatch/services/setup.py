"""Make a folder ready to be watched: the settings file and the memories folder."""

from dataclasses import dataclass
from pathlib import Path

from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.settings import Places, default_config_text, load_settings


@dataclass(frozen=True, slots=True)
class SetUp:
    """What `init` makes."""

    vault: Path
    made: tuple[str, ...]
    """Vault-relative paths that did not exist."""


def plan_setup(vault: Path) -> SetUp:
    """Return what is missing.

    Raises:
        NotThereError: no such folder.
        SettingsError: a settings file stands and is wrong.
    """
    if not vault.is_dir():
        raise NotThereError(f"There is no folder {str(vault)!r}.", hint="Make it first.")
    settings = load_settings(vault)
    wanted = (".vaultwatch/config.toml", settings.memories.folder)
    return SetUp(vault, tuple(name for name in wanted if not (vault / name).exists()))


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
