"""The service of a vault under systemd: a user's own unit.

One template serves all vaults (`systemd/vaultwatch@.service`); what differs by vault or machine
stands in a drop-in beside it.
"""

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import platformdirs

from vaultwatch.adapters.index.snapshots import BUCKET_KEYS
from vaultwatch.adapters.machine.systemd import ask_systemctl, require_user_manager
from vaultwatch.adapters.models.readers.command import PRESETS
from vaultwatch.errors import NotThereError, RefusedError, VaultwatchError
from vaultwatch.places import Places
from vaultwatch.services.operations.own_program import own_program
from vaultwatch.services.operations.service_files import (
    INSTALL,
    ServicePlan,
    ServiceState,
    read_back,
    removal_of,
    signed,
    step_to,
)
from vaultwatch.settings import load_settings

TEMPLATE = "vaultwatch@.service"
DROP_IN = "vaultwatch.conf"
LONGEST_NAME_BYTES = 253
"""A file name may have 255 bytes, and the drop-in's folder adds `.d` to the unit's name."""
_EXEC = "ExecStart="
_UNESCAPED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:_.")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What of a vault and its machine decides over the drop-in."""

    state_base: Path | None = None
    """What holds the state folders, where it is not the one that the template names."""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables that this shell has and a service would not."""
    needs_network: bool = False
    runs_reader: bool = False
    """Whether it runs a program that reads: an agent's, as a rule."""
    keeps: tuple[Path, ...] = ()
    """Where that program keeps its login, which it renews, and where the index is saved."""
    needs_shared_tmp: bool = False
    """Something it needs stands in /tmp."""
    has_namespaces: bool = True
    """Whether the kernel lets users make namespaces, without which PrivateUsers= fails."""


def escape_path(path: Path) -> str:
    """Return a path as `systemd-escape --path` does."""
    name = os.fsencode(path).strip(b"/")
    if not name:
        return "-"
    shown = []
    for place, byte in enumerate(name):
        if byte == ord("/"):
            shown.append("-")
        elif byte in _UNESCAPED and not (place == 0 and byte == ord(".")):
            shown.append(chr(byte))
        else:
            shown.append(f"\\x{byte:02x}")
    return "".join(shown)


def unit_name(vault: Path) -> str:
    """Return the name of a vault's unit.

    Raises:
        RefusedError: it would be longer than systemd takes.
    """
    name = TEMPLATE.replace("@", f"@{escape_path(vault)}")
    if len(name) > LONGEST_NAME_BYTES:
        raise RefusedError(
            f"The path of this vault is too long for a service's name: {len(name)} bytes once it "
            f"is escaped, {LONGEST_NAME_BYTES} at most.",
            hint="Make a link to it from a shorter path and name that: ln -s VAULT ~/vault; "
            "vaultwatch setup service install ~/vault",
        )
    return name


def template_text() -> str:
    """Return the template: beside the package in a checkout, inside it when installed."""
    package = Path(str(files("vaultwatch")))
    for folder in (package / "systemd", package.parent / "systemd"):
        if (folder / TEMPLATE).is_file():
            return (folder / TEMPLATE).read_text(encoding="utf-8")
    raise NotThereError("This installation holds no systemd unit.", hint="Install it anew.")


def render_unit(template: str, program: Sequence[str]) -> str:
    """Return the unit with this installation's program in it, signed."""
    # systemd takes no program whose own name holds one of these; `env` becomes that program.
    is_odd = any(not char.isprintable() or char in "\"'\\" for char in program[0])
    command = " ".join(quoted(word) for word in (["/usr/bin/env"] if is_odd else []) + [*program])
    lines = [
        f"{_EXEC}:{command} run --vault %f\n" if line.startswith(_EXEC) else line
        for line in template.splitlines(keepends=True)
    ]
    return signed("".join(lines))


def render_drop_in(around: Surroundings) -> str:
    """Return what the template cannot know, signed; empty where it knows all."""
    lines: list[str] = []
    if around.needs_network:
        lines += [
            "# Your own settings name a service: let it be reached.",
            "RestrictAddressFamilies=AF_INET AF_INET6",
            "# Wherever it stands: its address may change with its name.",
            "IPAddressDeny=",
        ]
    if around.runs_reader:
        lines += [
            "# Your own settings have a program read: what such run on writes code into memory.",
            "MemoryDenyWriteExecute=no",
        ]
    if around.keeps:
        lines += [
            "# Of your own settings: a reader renews its login there, or the index is saved there.",
            "ReadWritePaths=" + " ".join(quoted(f"-{one}") for one in around.keeps),
        ]
    if around.state_base is not None:
        lines += [
            "# The state folders stand elsewhere, as you said when this was installed.",
            f"Environment={quoted(f'VAULTWATCH_STATE={around.state_base}')}",
            "# And may be written there.",
            f"ReadWritePaths={quoted(f'-{around.state_base}')}",
        ]
    for name, value in around.environment:
        lines += [
            "# Set in the shell that installed this: settings and models are looked for there.",
            f"Environment={quoted(f'{name}={value}')}",
        ]
    if around.needs_shared_tmp:
        lines += [
            "# The vault, its state or the program stands in /tmp, which a private one would hide.",
            "PrivateTmp=no",
            "# Then the shared one must be writable.",
            "ReadWritePaths=/tmp /var/tmp",
        ]
    if not around.has_namespaces:
        lines += [
            "# This kernel lets users make no namespaces, and PrivateUsers=yes would not start:",
            "# files are then not locked away; what else the unit forbids stays forbidden.",
            "PrivateUsers=no",
            "# Without a namespace these two take root, and nothing would start.",
            "PrivateDevices=no",
            "# A user's processes have none of these powers anyway.",
            "CapabilityBoundingSet=~",
        ]
    return signed("\n".join(["[Service]", *lines, ""])) if lines else ""


def quoted(word: str) -> str:
    """Return a word of a unit file that means itself: specifiers, quotes and spaces included."""
    # fmt: off
    plain = (
        word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
        .replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    )
    # fmt: on
    return f'"{plain}"'


_CARRIED = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME")
_SHARED_TMP = (Path("/tmp"), Path("/var/tmp"))  # noqa: S108 -- only compared
_KERNEL = Path("/proc/sys")
"""Where the kernel tells its settings."""
_NAMESPACE_SWITCHES = {
    "user/max_user_namespaces": "0",
    "kernel/unprivileged_userns_clone": "0",
    "kernel/apparmor_restrict_unprivileged_userns": "1",
}
"""What each of these says where users get no (useful) namespaces: all kernels, Debian, Ubuntu."""


def unit_folder() -> Path:
    """Return where a user's own units stand."""
    return platformdirs.user_config_path("systemd") / "user"


def plan_install(vault: Path) -> ServicePlan:
    """Return what is missing or differs.

    Raises:
        SettingsError: the settings are wrong; a service would not start with them.
        RefusedError: the vault's path is too long.
    """
    unit = unit_name(vault)
    folder = unit_folder()
    program = own_program()
    around = _surroundings(vault, program)
    wanted = {
        folder / TEMPLATE: render_unit(template_text(), program),
        folder / f"{unit}.d" / DROP_IN: render_drop_in(around),
    }
    steps = tuple(step for path, text in wanted.items() if (step := step_to(path, text)))
    renewed = [("try-restart", "--no-block", unit)] if steps else []
    commands = (
        ("daemon-reload",),
        ("reset-failed", unit),
        *renewed,  # before `enable`, which would start it on its own
        ("enable", "--now", "--no-block", unit),  # it is ready only when it has caught up
    )
    return ServicePlan(vault, unit, steps, commands, _notices(vault, around))


def plan_uninstall(vault: Path) -> ServicePlan:
    """Return what is there to remove; the template stays while another vault uses it."""
    unit = unit_name(vault)
    folder = unit_folder()
    places = [folder / f"{unit}.d" / DROP_IN]
    others = _other_instances(folder, unit)
    if not others:
        places.append(folder / TEMPLATE)
    steps = [removal_of(path) for path in places if path.is_file()]
    is_installed = bool(steps) or (folder / TEMPLATE).is_file()
    commands = (("disable", "--now", unit), ("daemon-reload",)) if is_installed else ()
    notices = (f"{TEMPLATE} stays: {others[0]} uses it.",) if others else ()
    return ServicePlan(vault, unit, tuple(steps), commands, notices)


def _surroundings(vault: Path, program: tuple[str, ...]) -> Surroundings:
    settings = load_settings(vault)
    reader, snapshot = settings.reader, settings.snapshot
    saves_in = () if snapshot.is_bucket or not snapshot.place else (Path(snapshot.place),)
    is_asking = bool(settings.endpoint.url) or reader.kind in {"command", "language_model"}
    preset = PRESETS.get(reader.name) if reader.kind == "command" else None
    base = Places(vault).state.parent
    usual = Path.home() / ".local" / "state" / "vaultwatch"
    needed = (vault.resolve(), base.resolve(), Path(program[0]), *saves_in)
    return Surroundings(
        state_base=None if base == usual else base,
        environment=tuple((name, value) for name in _CARRIED if (value := os.environ.get(name))),
        needs_network=is_asking or snapshot.is_bucket,
        runs_reader=reader.kind == "command",
        keeps=(*(Path.home() / one for one in (preset.keeps if preset else ())), *saves_in),
        needs_shared_tmp=any(p.is_relative_to(tmp) for p in needed for tmp in _SHARED_TMP),
        has_namespaces=not any(
            read_back(_KERNEL / name).strip() == without
            for name, without in _NAMESPACE_SWITCHES.items()
        ),
    )


def _notices(vault: Path, around: Surroundings) -> tuple[str, ...]:
    notices = []
    if not around.has_namespaces:
        notices.append(
            "This kernel lets users make no namespaces: the service can be kept from the network, "
            "not from other files of yours. docs/service.md says more."
        )
    settings = load_settings(vault)
    asked = (settings.endpoint.key_env, settings.reader.key_env, *settings.reader.env)
    keys = dict.fromkeys((*asked, *(BUCKET_KEYS if settings.snapshot.is_bucket else ())))
    notices.extend(
        f"The service's key is read from {name}, which a service does not have from your "
        f"shell: put `{name}=...` into a file of ~/.config/environment.d that only you can "
        "read, and log in anew."
        for name in keys
        if name and around.needs_network
    )
    return tuple(notices)


def _other_instances(folder: Path, unit: str) -> list[str]:
    links = {path.name for path in folder.glob("*.wants/vaultwatch@*.service")}
    drop_ins = {path.parent.name[:-2] for path in folder.glob(f"vaultwatch@*.service.d/{DROP_IN}")}
    return sorted((links | drop_ins) - {unit, TEMPLATE})


# Tell in words how the service of a vault fares, from what systemd says of its unit.

ASKED = (
    "LoadState,ActiveState,SubState,UnitFileState,Result,ExecMainStatus,StatusText,"
    "ActiveEnterTimestamp,NRestarts,MainPID"
)

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


def service_state(vault: Path) -> ServiceState:
    """Ask systemd how the service of a vault fares."""
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
