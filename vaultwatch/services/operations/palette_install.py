"""Put the palette plugin into a vault's `.obsidian`, and take it away again.

`plan_install` and `plan_uninstall` say what would be done, `carry_out` does it. No other plugin is
touched, and Obsidian's list of plugins that are turned on is changed only where that was asked for.
"""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.errors import NotThereError, OutsideVaultError, RefusedError, told_as

PLUGIN_ID = "vaultwatch"
OBSIDIAN = ".obsidian"
PLUGIN_FOLDER = f"{OBSIDIAN}/plugins/{PLUGIN_ID}"
TURNED_ON = f"{OBSIDIAN}/community-plugins.json"
"""Obsidian's own list of the plugins that run: a JSON array of ids."""
PLUGIN_FILES = ("main.js", "styles.css", "manifest.json")
"""The manifest last: it is what makes Obsidian, and `installed_version`, see the plugin."""

PaletteVerb: TypeAlias = Literal["make", "replace", "remove", "turn on", "turn off"]


@dataclass(frozen=True, slots=True)
class PaletteStep:
    """One file that is to be written or removed."""

    path: str
    """Inside the vault."""
    verb: PaletteVerb
    why: str = ""
    """What a person should know before it is done."""


@dataclass(frozen=True, slots=True)
class PalettePlan:
    """What is to be done to a vault's plugin."""

    vault: Path
    steps: tuple[PaletteStep, ...]
    version: str
    """The version that vaultwatch brings."""
    standing: str | None
    """The version that stands in the vault; empty where its manifest cannot be read."""
    is_turned_on: bool
    """Whether Obsidian runs it, as far as its list says, once the plan is carried out."""


def shipped_version() -> str:
    """Return the version of the plugin that vaultwatch brings."""
    version = json.loads(shipped("manifest.json"))["version"]
    return str(version)


def installed_version(vault: Path) -> str | None:
    """Return the version of the plugin in a vault; None where it has none, empty if unreadable."""
    try:
        manifest = (vault / PLUGIN_FOLDER / "manifest.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        return ""
    return _text_in(manifest, "version")


def is_turned_on(vault: Path) -> bool:
    """Tell whether Obsidian's list has the plugin turned on."""
    try:
        return PLUGIN_ID in _turned_on(vault)
    except RefusedError:
        return False


def plan_install(vault: Path, *, enable: bool = False) -> PalettePlan:
    """Return what brings the plugin into the vault, or to the version at hand.

    Raises:
        NotThereError: the folder is no vault that Obsidian ever opened.
        OutsideVaultError: a link leads the plugin out of the vault.
        RefusedError: another plugin stands in its place, or the list cannot be edited.
    """
    if not (vault / OBSIDIAN).is_dir():
        raise NotThereError(
            f"There is no `{OBSIDIAN}` folder in {str(vault)!r}.",
            hint="Open the folder as a vault in Obsidian once, then try again.",
        )
    _hold_inside(vault, PLUGIN_FOLDER)
    _hold_own(vault)
    standing = installed_version(vault)
    steps = [step for name in PLUGIN_FILES if (step := _copying(vault, name, standing))]
    listed = PLUGIN_ID in _turned_on(vault) if enable else is_turned_on(vault)
    if enable and not listed:
        _hold_inside(vault, TURNED_ON)
        steps.append(PaletteStep(TURNED_ON, "turn on", "adds one line, no other plugin is touched"))
    return PalettePlan(vault, tuple(steps), shipped_version(), standing, listed or enable)


def plan_uninstall(vault: Path) -> PalettePlan:
    """Return what takes the plugin out of the vault again."""
    standing = installed_version(vault)
    steps = []
    if os.path.lexists(vault / PLUGIN_FOLDER):
        _hold_inside(vault, PLUGIN_FOLDER)
        _hold_own(vault)
        for name in reversed(PLUGIN_FILES):
            path = f"{PLUGIN_FOLDER}/{name}"
            if os.path.lexists(vault / path):
                _hold_inside(vault, path)
                steps.append(PaletteStep(path, "remove"))
    if is_turned_on(vault):
        _hold_inside(vault, TURNED_ON)
        steps.append(
            PaletteStep(TURNED_ON, "turn off", "removes one line, no other plugin is touched")
        )
    return PalettePlan(vault, tuple(steps), shipped_version(), standing, is_turned_on=False)


def carry_out(plan: PalettePlan) -> None:
    """Do what the plan says, each file in one step.

    Raises:
        RefusedError: a file cannot be written or removed.
        OutsideVaultError: a link that leads out of the vault appeared meanwhile.
    """
    with told_as(
        RefusedError,
        f"Cannot write into {str(plan.vault / OBSIDIAN)!r}",
        "Give yourself write permission on it.",
    ):
        for step in plan.steps:
            _hold_inside(plan.vault, step.path)
            place = plan.vault / step.path
            match step.verb:
                case "make" | "replace":
                    place.parent.mkdir(parents=True, exist_ok=True)
                    put_file(place, shipped(place.name))
                case "remove":
                    place.unlink(missing_ok=True)
                case "turn on":
                    place.parent.mkdir(parents=True, exist_ok=True)
                    put_file(place, _list_text(plan.vault, on=True))
                case "turn off":
                    put_file(place, _list_text(plan.vault, on=False))
        if any(step.verb == "remove" for step in plan.steps):
            with suppress(OSError):  # a person's own files in it stay, and so does it
                (plan.vault / PLUGIN_FOLDER).rmdir()
                (plan.vault / PLUGIN_FOLDER).parent.rmdir()


def _copying(vault: Path, name: str, standing: str | None) -> PaletteStep | None:
    path = f"{PLUGIN_FOLDER}/{name}"
    _hold_inside(vault, path)
    place = vault / path
    if not os.path.lexists(place):
        return PaletteStep(path, "make")
    with told_as(RefusedError, f"{path!r} cannot be read", "Move it away and try again."):
        if place.read_bytes() == shipped(name):
            return None
    return PaletteStep(path, "replace", _difference(standing, shipped_version()))


def _difference(standing: str | None, shipped: str) -> str:
    """Return in words what stands there compared with what would."""
    if not standing:
        return f"its version cannot be told; this one is {shipped}"
    if standing == shipped:
        return f"it was changed since version {shipped} was installed; the change is lost"
    age = "older" if _order(standing) < _order(shipped) else "newer"
    return f"the one there is {age}, {standing}; this one is {shipped}"


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in version.split("."))


def _hold_own(vault: Path) -> None:
    """Refuse a folder of our name that holds somebody else's plugin."""
    with suppress(OSError, UnicodeDecodeError):
        manifest = (vault / PLUGIN_FOLDER / "manifest.json").read_text(encoding="utf-8")
        other = _text_in(manifest, "id")
        if other not in {"", PLUGIN_ID}:
            raise RefusedError(
                f"Another plugin, {other!r}, stands in {PLUGIN_FOLDER!r}.",
                hint="Move it away, then try again.",
            )


def _hold_inside(vault: Path, path: str) -> None:
    root = os.path.realpath(vault)
    if os.path.realpath(vault / path) != os.path.join(root, *path.split("/")):  # noqa: PTH118 -- no Path keeps a link's name
        raise OutsideVaultError(
            f"A link stands in the way of {path!r}; nothing was written.",
            hint="Settings that vaults share are changed by hand: copy the plugin yourself.",
        )


def _turned_on(vault: Path) -> list[str]:
    """Return Obsidian's list."""
    try:
        held = json.loads((vault / TURNED_ON).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, RecursionError) as exc:
        raise _unlike(str(exc)) from exc
    if not isinstance(held, list) or not all(isinstance(one, str) for one in held):
        raise _unlike("it is no list of names")
    return held


def _unlike(why: str) -> RefusedError:
    return RefusedError(
        f"{TURNED_ON!r} is left alone: {why}.",
        hint="Turn the plugin on or off in Obsidian: Settings > Community plugins.",
    )


def _list_text(vault: Path, *, on: bool) -> bytes:
    others = [one for one in _turned_on(vault) if one != PLUGIN_ID]
    names = [*others, PLUGIN_ID] if on else others
    try:
        ending = "\n" if (vault / TURNED_ON).read_bytes().endswith(b"\n") else ""
    except FileNotFoundError:
        ending = ""
    # As Obsidian itself writes it: JSON.stringify(names, null, 2).
    return (json.dumps(names, indent=2, ensure_ascii=False) + ending).encode()


def shipped(name: str) -> bytes:
    """Return a file of the plugin; `main.js` is joined of its parts, by their names."""
    palette = files("vaultwatch") / "doors" / "palette"
    if name != "main.js":
        return (palette / name).read_bytes()
    parts = sorted((palette / "main").iterdir(), key=lambda part: part.name)
    return b"\n".join(part.read_bytes() for part in parts if part.name.endswith(".js"))


def _text_in(manifest: str, key: str) -> str:
    try:
        held = json.loads(manifest)
    except (ValueError, RecursionError):
        return ""
    value = held.get(key) if isinstance(held, dict) else None
    return value if isinstance(value, str) else ""
