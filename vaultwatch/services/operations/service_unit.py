"""Say what the systemd unit of a vault is called and what stands in its files.

Texts in, texts out; `services.operations.service_control` looks at the machine and carries out. The
unit is one template for all vaults (`systemd/vaultwatch@.service`); what differs by vault or
machine stands in a drop-in beside it.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from vaultwatch.errors import NotThereError, RefusedError

TEMPLATE = "vaultwatch@.service"
DROP_IN = "vaultwatch.conf"
LONGEST_NAME_BYTES = 253
"""A file name may have 255 bytes, and the drop-in's folder adds `.d` to the unit's name."""
_EXEC = "ExecStart="
_UNESCAPED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789:_.")
_SIGNATURE = "# Written by `vaultwatch setup service install`; what you change is kept. sha256: "


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
    reader_keeps: tuple[Path, ...] = ()
    """Where that program keeps its login, which it renews."""
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
    """Return the template: beside the package in a checkout, inside it when installed.

    Raises:
        NotThereError: the installation holds none.
    """
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
            "# Your own settings name an endpoint: let it be reached.",
            "RestrictAddressFamilies=AF_INET AF_INET6",
            "# Wherever it stands: its address may change with its name.",
            "IPAddressDeny=",
        ]
    if around.runs_reader:
        lines += [
            "# Your own settings have a program read: what such run on writes code into memory.",
            "MemoryDenyWriteExecute=no",
        ]
    if around.reader_keeps:
        lines += [
            "# It renews its login there.",
            "ReadWritePaths=" + " ".join(quoted(f"-{one}") for one in around.reader_keeps),
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


def signed(text: str) -> str:
    """Return a text under a line that tells whether it was changed since."""
    return f"{_SIGNATURE}{_digest(text)}\n{text}"


def is_untouched(text: str) -> bool:
    """Tell whether a file is as `service install` wrote it, whichever version did."""
    first, _, rest = text.partition("\n")
    return first == f"{_SIGNATURE}{_digest(rest)}"


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
