"""Plan and write the files of a service, whichever system keeps it running.

A plan first, as plain values: `--dry-run` prints it. What a person changed in a file is never lost:
installing puts theirs aside, removing leaves it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.adapters.machine.systemd import ask_manager, ask_systemctl
from vaultwatch.errors import RefusedError, VaultwatchError, told_as

SYSTEMCTL: Final = "systemctl --user"
INSTALL: Final = "vaultwatch setup service install"
_SIGNATURE = "Written by `vaultwatch setup service install`; what you change is kept. sha256: "


_MAY_FAIL: Final = frozenset({"reset-failed", "bootout", "bootstrap", "/End"})
"""What fails where it has nothing to do: never ran, stopped, or loaded already."""
_SIGNED: Final = re.compile(rf"(?:# |<!-- ){re.escape(_SIGNATURE)}([0-9a-f]{{64}})(?: -->)?\n")

ServiceAction: TypeAlias = Literal["write", "renew", "set aside", "remove", "leave"]
"""`write` what is missing, `renew` what we wrote before, `set aside` what a person changed, writing
ours, `remove` what we wrote, `leave` what a person changed."""


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
    """Words for the manager, in order."""
    notices: tuple[str, ...] = ()
    manager: str = SYSTEMCTL
    """The program that they are for, and what it is told before them."""

    @property
    def changes_files(self) -> bool:
        """Whether a file is written or removed."""
        return any(step.action != "leave" for step in self.steps)


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
    """When it became ready; empty where it is not."""
    pid: int
    restarts: int | None
    """None where the system does not count them."""
    is_outdated: bool
    """Whether installing it now would write something else."""
    logs: str
    """A command that shows the last lines of its log."""
    hint: str
    """What to do, or empty."""


def signed(text: str) -> str:
    """Return a text with a line, behind XML's first, that tells whether it was changed since."""
    said = f"{_SIGNATURE}{_digest(text)}"
    if not text.startswith("<?xml"):
        return f"# {said}\n{text}"
    first, _, rest = text.partition("\n")
    return f"{first}\n<!-- {said} -->\n{rest}"


def is_untouched(text: str) -> bool:
    """Tell whether a file is as `setup service install` wrote it, whichever version did."""
    found = _SIGNED.search(text)
    return found is not None and found[1] == _digest(text[: found.start()] + text[found.end() :])


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def read_back(path: Path) -> str:
    """Return what stands in a file; empty where none can be read."""
    try:
        return path.read_bytes().decode(*_encoding(path))
    except (OSError, UnicodeError):
        return ""


def _encoding(path: Path) -> tuple[str, str]:
    """Return how a file's text is written: of a task in the one form that `schtasks` exports."""
    return ("utf-16", "surrogatepass") if path.suffix == ".xml" else ("utf-8", "surrogateescape")


def step_to(path: Path, text: str) -> ServiceStep | None:
    """Return what brings a file to this text; an empty text means none is needed."""
    if not path.is_file() and not path.is_symlink():
        return ServiceStep("write", path, text) if text else None
    stands = read_back(path)
    if stands == text:
        return None
    is_ours = not path.is_symlink() and is_untouched(stands)
    if not text:
        return ServiceStep("remove" if is_ours else "leave", path)
    if is_ours:
        return ServiceStep("renew", path, text)
    return ServiceStep("set aside", path, text, _free_name(path))


def removal_of(path: Path) -> ServiceStep:
    """Return what takes a file away that stands; a person's stays."""
    is_ours = not path.is_symlink() and is_untouched(read_back(path))
    return ServiceStep("remove" if is_ours else "leave", path)


def _free_name(path: Path) -> Path:
    """Return a name that no system reads and that no file has."""
    number = 0
    while True:
        aside = path.with_name(f"{path.name}.bak{number or ''}")
        if not aside.exists() and not aside.is_symlink():
            return aside
        number += 1


def carry_out(step: ServiceStep) -> None:
    """Bring a file to what a plan says."""
    path = step.path
    with told_as(
        RefusedError,
        f"Cannot {step.action} {str(path)!r}",
        "Give yourself write permission on its folder.",
    ):
        if step.action == "leave":
            return
        if step.action == "remove":
            path.unlink(missing_ok=True)
            if path.parent.suffix == ".d" and not any(path.parent.iterdir()):
                path.parent.rmdir()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if step.aside is not None:
            path.rename(step.aside)
        put_file(path, step.text.encode(*_encoding(path)))


def ask_all(plan: ServicePlan, commands: Sequence[Sequence[str]]) -> None:
    """Have the manager of a plan do some of its commands."""
    for words in commands:
        is_systemd = plan.manager == SYSTEMCTL
        answer = ask_systemctl(*words) if is_systemd else ask_manager(plan.manager, *words)
        if answer.status != 0 and words[0] not in _MAY_FAIL:
            said = " ".join((answer.err or answer.out).split())
            raise VaultwatchError(
                f"`{plan.manager} {words[0]}` failed: {said}",
                hint="Mend what it says and run the same command again.",
            )
