"""Ask the machine itself: its name and system, if a variable is set, if a port listens."""

import os
import platform
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from vaultwatch.adapters.reality.project_folders import NotAllowedError
from vaultwatch.memories.checks.judging import version_in
from vaultwatch.memories.checks.model import Sighting

WAIT_S: Final = 0.3


def host_names() -> set[str]:
    """Return the names of this machine, in small letters."""
    name = platform.node().lower()
    return {name, name.partition(".")[0]} - {""}


def system_names() -> set[str]:
    """Return what its operating system is called, in small letters."""
    name = platform.system().lower()
    return {name, *({"macos", "mac", "osx"} if name == "darwin" else ())}


def is_set(variable: str) -> bool:
    """Tell whether a variable of the environment is set; its value is nobody's business."""
    return bool(os.environ.get(variable))


def is_listening(port: int) -> bool:
    """Tell whether a port on loopback takes connections; nothing is sent."""
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as tried:
                tried.settimeout(WAIT_S)
                if tried.connect_ex((address, port)) == 0:
                    return True
        except OSError:
            continue
    return False


LIMIT_S: Final = 2.0
ASKED: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(
        (
            *("python3", "python", "git", "node", "ruby", "gcc", "clang", "cmake", "make", "rg"),
            *("fd", "jq", "sqlite3", "psql", "curl", "bash", "zsh", "tmux", "pandoc", "ffmpeg"),
        ),
        ("--version",),
    ),
    "go": ("version",),
    "ffmpeg": ("-version",),
    "tmux": ("-V",),
}
"""How each is asked. Those that read files of the folder they run in, start a service or fetch what
is missing are not among them."""


def stands_on_path(name: str) -> bool:
    """Tell whether a program of this name can be run."""
    return "/" not in name and shutil.which(name) is not None


def program_version(name: str) -> str:
    """Return the version that a program tells; empty for one that is not asked, or is silent."""
    program = shutil.which(name) if name in ASKED else None
    if program is None:
        return ""
    kept = ("PATH", "SYSTEMROOT", "HOME")
    env = {key: os.environ[key] for key in kept if key in os.environ}
    try:
        done = subprocess.run(  # noqa: S603 - a program of `ASKED`, by fixed words
            [program, *ASKED[name]],
            env={**env, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1"},
            cwd=tempfile.gettempdir(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LIMIT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return version_in((done.stdout or done.stderr)[:500].decode("utf-8", "replace"))


MOST_ENTRIES: Final = 20_000


def installed_version(environment: Path, name: str) -> str | None:
    """Return the version of a package in an environment or its `site-packages`; None for none.

    Raises:
        OSError: the folder is no environment, or cannot be listed.
    """
    wanted = _plain(name)
    for folder in _site_packages(environment):
        for count, entry in enumerate(folder.iterdir()):
            stem, mark, _ = entry.name.partition(".dist-info")
            known, dash, version = stem.rpartition("-")
            if mark and dash and _plain(known) == wanted:
                return version
            if count > MOST_ENTRIES:
                break
    return None


def _site_packages(environment: Path) -> list[Path]:
    if environment.name == "site-packages":
        return [environment]
    found = sorted((environment / "lib").glob("python3*/site-packages"))
    standing = [one for one in found if one.is_dir()]
    if not standing:
        raise FileNotFoundError(environment)
    return standing


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


_GONE: Final = frozenset({404, 410})
_FINE: Final = range(200, 400)


def url_status(url: str, hosts: Collection[str]) -> Sighting:
    """Return whether an address stands, and what was answered; nothing is followed.

    Without login, query and port: nothing of a memory is sent but a path.

    Raises:
        NotAllowedError: its host may not be asked, or it is no such address.
    """
    try:
        parts = urlsplit(url)
        is_plain = parts.port is None and parts.username is None and not parts.query
    except ValueError as error:
        raise NotAllowedError("it is no address") from error
    if parts.scheme not in {"http", "https"} or not is_plain:
        raise NotAllowedError("only plain addresses of the web are asked")
    if (parts.hostname or "").casefold() not in {host.casefold() for host in hosts}:
        raise NotAllowedError("its host is not among those that your settings allow")
    import httpx  # opt-in, and it takes a tenth of a second to load

    try:
        with httpx.Client(timeout=LIMIT_S, trust_env=False, follow_redirects=False) as client:
            status = client.head(
                f"{parts.scheme}://{parts.hostname}{parts.path or '/'}"
            ).status_code
    except httpx.HTTPError:
        return Sighting("unknown", why="it does not answer")
    if status in _GONE:
        return Sighting("gone", why=f"it answers {status}")
    return Sighting("there" if status in _FINE else "unknown", why=f"it answers {status}")
