"""Ask after paths as a person types them: one that no disk takes is one where nothing stands."""

import os
from pathlib import Path


def is_there(path: Path) -> bool:
    """Tell whether something stands there; `Path.exists` raises for a name of 5,000 letters."""
    return os.path.exists(path)  # noqa: PTH110 -- see above


def is_folder(path: Path) -> bool:
    """Tell whether a folder stands there."""
    return os.path.isdir(path)  # noqa: PTH112 -- see above
