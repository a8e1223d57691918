"""Tell which project a folder is of, and of which the memory files of an agent speak."""

import os
import re
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.store_files import main_checkout

MOST_PARTS: Final = 40
_SIGNS: Final = re.compile(r"[^A-Za-z0-9]")
_OF_TOOLS: Final = frozenset({".claude", ".cursor", ".windsurf", ".clinerules", ".github"})


def project_of(place: Path, home: Path) -> Path | None:
    """Return the folder of the project that a store belongs to; None where it is of no one.

    Claude Code keeps those of `/home/me/my-app` in `~/.claude/projects/-home-me-my-app/memory`.

    Args:
        place: the store's folder or file.
        home: the user's.
    """
    parts = place.parts
    if ".claude" in parts and "projects" in parts[parts.index(".claude") :]:
        at = parts.index("projects", parts.index(".claude")) + 1
        return _standing(parts[at]) if len(parts) > at else None
    tool = next((at for at, part in enumerate(parts) if part in _OF_TOOLS), None)
    folder = Path(*parts[:tool]) if tool else (place if place.is_dir() else place.parent)
    is_project = folder != home and folder.is_relative_to(home) and (folder / ".git").exists()
    return folder if is_project else None


def repository_at(folder: Path) -> Path | None:
    """Return the repository that a folder lies in, a worktree's by its main checkout; or None."""
    real = Path(os.path.realpath(folder))
    for one in (real, *real.parents):
        mark = one / ".git"
        if mark.is_dir():
            return one
        if mark.is_file():
            return main_checkout(mark) or one
    return None


def as_written(folder: Path) -> str:
    """Return a folder as a memory would write it: one of the home from `~` on."""
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)


def _standing(written: str) -> Path | None:
    """Return the folder that a name with dashes for all signs means, if one stands."""
    left, folder = written, Path("/")
    for _ in range(MOST_PARTS):
        if not left:
            return folder
        try:
            names = [one.name for one in os.scandir(folder) if one.is_dir()]
        except OSError:
            return None
        fitting = [
            name
            for name in names
            if left == (own := _SIGNS.sub("-", f"/{name}")) or left.startswith(f"{own}-")
        ]
        if not fitting:
            return None
        name = max(fitting, key=len)
        left, folder = left[len(name) + 1 :], folder / name
    return None
