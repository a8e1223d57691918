"""Ask the machine itself: its name and system, if a variable is set, if a port listens."""

import os
import platform
import socket
from typing import Final

WAIT_S: Final = 0.3


def host_names() -> set[str]:
    """Return the names of this machine, in small letters."""
    name = platform.node().lower()
    return {name, name.partition(".")[0]} - {""}


def system_names() -> set[str]:
    """Return what its operating system is called, in small letters."""
    name = platform.system().lower()
    also = {"darwin": {"macos", "mac", "osx"}, "windows": {"win"}}
    return {name, *also.get(name, ())}


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
