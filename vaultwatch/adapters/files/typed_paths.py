"""Ask after paths as a person types them: one that no disk takes is one where nothing stands.

`Path.resolve` raises for a link that leads to itself; `os.path.realpath` leaves it as it is.
"""

import os
from pathlib import Path


def real_path(path: Path) -> Path:
    """Return where a path really leads; one that leads nowhere as it is."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # half a character, a NUL
        return path.absolute()


def is_there(path: Path) -> bool:
    """Tell whether something stands there; `Path.exists` raises for a name of 5,000 letters."""
    return os.path.exists(path)  # noqa: PTH110 -- see above


def is_folder(path: Path) -> bool:
    """Tell whether a folder stands there."""
    return os.path.isdir(path)  # noqa: PTH112 -- see above


def is_file(path: Path) -> bool:
    """Tell whether a file stands there."""
    return os.path.isfile(path)  # noqa: PTH113 -- see above
