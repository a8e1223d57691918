"""Tell whether a program stands on the PATH, and of a few well-known ones which version.

Only programs of a closed list are ever run, with one fixed argument, in no project's folder: a
memory names a program, it does not choose what is run.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from typing import Final

from vaultwatch.memories.checks.versions import version_in

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
