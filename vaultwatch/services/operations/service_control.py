"""Install, look at and remove the service of a vault: a user unit of systemd.

A plan first, as plain values: `--dry-run` prints it. What a person changed in a file is never
lost: installing puts theirs aside, removing leaves it.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import platformdirs

from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.adapters.machine.systemd import ask_systemctl, require_user_manager
from vaultwatch.adapters.models.readers.presets import PRESETS
from vaultwatch.errors import RefusedError, VaultwatchError
from vaultwatch.places import Places
from vaultwatch.services.operations.own_program import own_program
from vaultwatch.services.operations.service_unit import (
    DROP_IN,
    TEMPLATE,
    Surroundings,
    is_untouched,
    render_drop_in,
    render_unit,
    template_text,
    unit_name,
)
from vaultwatch.settings import load_settings

ServiceAction: TypeAlias = Literal["write", "renew", "set aside", "remove", "leave"]
"""`write` what is missing, `renew` what we wrote before, `set aside` what a person changed, writing
ours, `remove` what we wrote, `leave` what a person changed."""

_CARRIED = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME")
_SHARED_TMP = (Path("/tmp"), Path("/var/tmp"))  # noqa: S108 -- only compared
_NAMESPACE_SWITCHES = {
    "user/max_user_namespaces": "0",
    "kernel/unprivileged_userns_clone": "0",
    "kernel/apparmor_restrict_unprivileged_userns": "1",
}
"""What each of these says where users get no (useful) namespaces: all kernels, Debian, Ubuntu."""


@dataclass(frozen=True, slots=True)
class ServiceStep:
    """One file to write or remove."""

    action: ServiceAction
    path: Path
    text: str = ""
    aside: Path | None = None
    """Where a person's version goes."""


@dataclass(frozen=True, slots=True)
class ServicePlan:
    """What installing or removing does."""

    vault: Path
    unit: str
    steps: tuple[ServiceStep, ...]
    commands: tuple[tuple[str, ...], ...]
    """Words for `systemctl --user`, in order."""
    notices: tuple[str, ...] = ()

    @property
    def changes_files(self) -> bool:
        """Whether a file is written or removed."""
        return any(step.action != "leave" for step in self.steps)


def unit_folder() -> Path:
    """Return where a user's own units stand."""
    return platformdirs.user_config_path("systemd") / "user"


def plan_install(vault: Path, *, kernel: Path = Path("/proc/sys")) -> ServicePlan:
    """Return what is missing or differs.

    Args:
        vault: the vault's folder, as the unit is to name it.
        kernel: where the kernel tells its settings.

    Raises:
        SettingsError: the settings are wrong; a service would not start with them.
        RefusedError: the vault's path is too long.
    """
    unit = unit_name(vault)
    folder = unit_folder()
    program = own_program()
    around = _surroundings(vault, program, kernel)
    wanted = {
        folder / TEMPLATE: render_unit(template_text(), program),
        folder / f"{unit}.d" / DROP_IN: render_drop_in(around),
    }
    steps = tuple(step for path, text in wanted.items() if (step := _step(path, text)))
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
    steps = []
    for path in places:
        if path.is_file():
            is_ours = not path.is_symlink() and is_untouched(_read(path))
            steps.append(ServiceStep("remove" if is_ours else "leave", path))
    is_installed = bool(steps) or (folder / TEMPLATE).is_file()
    commands = (("disable", "--now", unit), ("daemon-reload",)) if is_installed else ()
    notices = (f"{TEMPLATE} stays: {others[0]} uses it.",) if others else ()
    return ServicePlan(vault, unit, tuple(steps), commands, notices)


def require_systemd() -> None:
    """Return if this user's own systemd answers: to be asked before the user is.

    Raises:
        NotThereError: it does not.
    """
    require_user_manager()


def install(plan: ServicePlan) -> None:
    """Write the files and start the service; running it twice changes nothing.

    Raises:
        NotThereError: no systemd of the user's own; nothing was written.
        RefusedError: a file cannot be written.
    """
    require_user_manager()
    Places(plan.vault).ensure()  # a service may not make it: what is above it is read-only
    for step in plan.steps:
        _carry_out(step)
    for words in plan.commands:
        _ask(words)


def uninstall(plan: ServicePlan) -> None:
    """Stop the service and remove what `install` wrote.

    Raises:
        NotThereError: no systemd of the user's own; nothing was removed.
    """
    require_user_manager()
    for words in plan.commands[:1]:
        _ask(words)  # while its file stands: else systemd does not know whom to stop
    for step in plan.steps:
        _carry_out(step)
    for words in plan.commands[1:]:
        _ask(words)


def as_named(given: Path | None, vault: Path) -> Path:
    """Return the path that a unit is named by: the real one, or a shorter link to it if given.

    Args:
        given: what the user named.
        vault: its real path.
    """
    if given is None:
        return vault
    link = Path(os.path.abspath(given))  # noqa: PTH100 -- resolving would lose the link
    try:
        unit_name(vault)
    except RefusedError:
        return link
    return vault


def _surroundings(vault: Path, program: tuple[str, ...], kernel: Path) -> Surroundings:
    settings = load_settings(vault)
    reader = settings.reader
    preset = PRESETS.get(reader.name) if reader.kind == "command" else None
    base = Places(vault).state.parent
    usual = Path.home() / ".local" / "state" / "vaultwatch"
    needed = (vault.resolve(), base.resolve(), Path(program[0]))
    return Surroundings(
        state_base=None if base == usual else base,
        environment=tuple((name, value) for name in _CARRIED if (value := os.environ.get(name))),
        needs_network=bool(settings.endpoint.url) or reader.kind in {"command", "language_model"},
        runs_reader=reader.kind == "command",
        reader_keeps=tuple(Path.home() / one for one in preset.keeps) if preset else (),
        needs_shared_tmp=any(p.is_relative_to(tmp) for p in needed for tmp in _SHARED_TMP),
        has_namespaces=not any(
            _read(kernel / name).strip() == without for name, without in _NAMESPACE_SWITCHES.items()
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
    keys = dict.fromkeys((settings.endpoint.key_env, settings.reader.key_env, *settings.reader.env))
    notices.extend(
        f"The endpoint's key is read from {name}, which a service does not have from your "
        f"shell: put `{name}=...` into a file of ~/.config/environment.d that only you can "
        "read, and log in anew."
        for name in keys
        if name and around.needs_network
    )
    return tuple(notices)


def _step(path: Path, text: str) -> ServiceStep | None:
    """Return what brings a file to this text; an empty text means none is needed."""
    if not path.is_file() and not path.is_symlink():
        return ServiceStep("write", path, text) if text else None
    stands = _read(path)
    if stands == text:
        return None
    is_ours = not path.is_symlink() and is_untouched(stands)
    if not text:
        return ServiceStep("remove" if is_ours else "leave", path)
    if is_ours:
        return ServiceStep("renew", path, text)
    return ServiceStep("set aside", path, text, _free_name(path))


def _free_name(path: Path) -> Path:
    """Return a name that systemd does not read and that no file has."""
    number = 0
    while True:
        aside = path.with_name(f"{path.name}.bak{number or ''}")
        if not aside.exists() and not aside.is_symlink():
            return aside
        number += 1


def _other_instances(folder: Path, unit: str) -> list[str]:
    links = {path.name for path in folder.glob("*.wants/vaultwatch@*.service")}
    drop_ins = {path.parent.name[:-2] for path in folder.glob(f"vaultwatch@*.service.d/{DROP_IN}")}
    return sorted((links | drop_ins) - {unit, TEMPLATE})


def _carry_out(step: ServiceStep) -> None:
    path = step.path
    try:
        if step.action == "leave":
            return
        if step.action == "remove":
            path.unlink(missing_ok=True)
            if path.name == DROP_IN and not any(path.parent.iterdir()):
                path.parent.rmdir()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if step.aside is not None:
            path.rename(step.aside)
        put_file(path, step.text.encode("utf-8", "surrogateescape"))
    except OSError as exc:
        raise RefusedError(
            f"Cannot {step.action} {str(path)!r}: {exc.strerror}.",
            hint="Give yourself write permission on its folder.",
        ) from exc


def _ask(words: tuple[str, ...]) -> None:
    answer = ask_systemctl(*words)
    # What never ran has no failure to forget, and systemd says so with an error.
    if answer.status != 0 and words[0] != "reset-failed":
        raise VaultwatchError(
            f"`systemctl --user {words[0]}` failed: {' '.join(answer.err.split())}",
            hint="The files stand; mend what it says and run the same command again.",
        )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""
