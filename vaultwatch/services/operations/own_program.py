"""Say how this program is started: by a client, by a service, by a person at a shell."""

import os
import shlex
import shutil
import sys
from pathlib import Path

NAME = "vaultwatch"
_AS_MODULE = ("-P", "-m", "vaultwatch")
"""-P: else a file of the folder it is started in could pass for a library."""


def own_program() -> tuple[str, ...]:
    """Return the words that start this installation's program from anywhere."""
    script = Path(sys.executable).with_name(NAME)
    if os.access(script, os.X_OK):
        return (str(script),)
    return (sys.executable, *_AS_MODULE)


def shared_program() -> tuple[str, ...]:
    """Return the words that start it on another machine too: its name, where a shell finds it so.

    Else this installation's, as `own_program`.
    """
    found = shutil.which(NAME)
    is_ours = found and Path(found).resolve() == Path(sys.executable).with_name(NAME).resolve()
    return (NAME,) if is_ours else own_program()


def without_console(program: tuple[str, ...]) -> tuple[str, ...]:
    """Return what starts this program on Windows without a window, where that is at hand."""
    windowless = Path(sys.executable).with_name("pythonw.exe")
    return (str(windowless), *_AS_MODULE) if windowless.is_file() else program


def as_typed() -> str:
    """Return what a person types for it in any folder: its name, or its path where no shell has it.

    They may have typed a path that leads there from this folder alone.
    """
    if shutil.which(NAME):
        return NAME
    typed = Path(sys.argv[0])
    is_path = os.sep in sys.argv[0] and typed.name == NAME
    is_ours = is_path and typed.is_file() and os.access(typed, os.X_OK)
    return shlex.quote(str(typed.absolute())) if is_ours else shlex.join(own_program())
