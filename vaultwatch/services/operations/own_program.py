"""Say how this program is started: by a client, by systemd, by a person at a shell."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "vaultwatch"


def own_program() -> tuple[str, ...]:
    """Return the words that start this installation's program from anywhere."""
    script = Path(sys.executable).with_name(NAME)
    if os.access(script, os.X_OK):
        return (str(script),)
    # -P: else a file of the folder it is started in could pass for a library.
    return (sys.executable, "-P", "-m", "vaultwatch.cli.main")


def as_typed() -> str:
    """Return what a person types for it: its name where the shell finds it, else its path."""
    return NAME if shutil.which(NAME) else shlex.join(own_program())
