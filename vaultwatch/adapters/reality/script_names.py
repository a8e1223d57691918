"""Look a script or target up in a project: `npm run build`, `make test`, `just lint`."""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.projects import (
    MOST_PACKAGES,
    just_recipes,
    make_targets,
    nox_sessions,
    npm_scripts,
    tox_factors,
    versions_of,
)
from vaultwatch.adapters.reality.roots import NotAllowedError, read_text
from vaultwatch.adapters.reality.trees import Tree
from vaultwatch.memories.checks.model import Sighting
from vaultwatch.memories.checks.versions import version_agrees

_FILES: Final = {
    "make": ("GNUmakefile", "makefile", "Makefile"),
    "just": ("justfile", "Justfile", ".justfile"),
}
_PYTHON_FACTOR: Final = re.compile(r"py(?P<major>\d)(?P<minor>\d{1,2})")


class Scripts:
    """The scripts of projects, each file read once."""

    def __init__(self, tree_of: Callable[[Path], Tree]) -> None:
        """Read nothing yet.

        Args:
            tree_of: gives the names in a project's folder.
        """
        self._tree_of = tree_of
        self._npm = lru_cache(maxsize=1_024)(npm_scripts)

    def look(self, folder: Path, key: str, *, is_asked: bool) -> Sighting:
        """Return whether a script stands in a project, its parts included.

        Args:
            folder: the project's.
            key: the tool and the name.
            is_asked: whether a person asks for it; else words may only look like a command.

        Raises:
            NotAllowedError: a file may not be read.
            OSError: it cannot be.
        """
        tool, _, name = key.partition(":")
        match tool:
            case "npm":
                return self._of_npm(folder, name)
            case "tox" | "nox":
                return _of_sessions(folder, tool, name)
            case _:
                return self._of_maker(folder, tool, name, is_asked=is_asked)

    def _of_npm(self, folder: Path, name: str) -> Sighting:
        tree = self._tree_of(folder)
        files = [one for one in tree.named("package.json") if "node_modules/" not in one]
        read = [self._npm(folder / one) for one in files[:MOST_PACKAGES]]
        if any(name in scripts for scripts in read if scripts is not None):
            return Sighting("there")
        is_sure = files and len(files) <= MOST_PACKAGES and None not in read and tree.is_whole
        why = "no package.json says which scripts there are"
        return Sighting("gone") if is_sure else Sighting("unknown", why=why)

    def _of_maker(self, folder: Path, tool: str, name: str, *, is_asked: bool) -> Sighting:
        file = next(
            (folder / one for one in _FILES.get(tool, ()) if (folder / one).is_file()), None
        )
        if file is None:
            others = [
                one for names in _FILES.get(tool, ()) for one in self._tree_of(folder).named(names)
            ]
            if others or not self._tree_of(folder).is_whole:
                return Sighting("unknown", why="it may be meant in a part of the project")
            if not (is_asked or self._was_there(folder, tool)):
                return Sighting("unknown", why="it never had such a file: they may be plain words")
            return Sighting("gone", why=f"there is no {_FILES[tool][-1]}")
        read = make_targets if tool == "make" else just_recipes
        try:
            names, is_whole = read(read_text(file))
        except NotAllowedError as error:
            return Sighting("unknown", why=str(error))
        if name in names or (folder / name).exists():
            return Sighting("there")
        return Sighting("gone") if is_whole else Sighting("unknown", why="the file takes in others")

    def _was_there(self, folder: Path, tool: str) -> bool:
        """Tell whether a project had a file of a tool; `make` is believed where none can tell."""
        once = [self._tree_of(folder).once_held(one) for one in _FILES.get(tool, ())]
        return tool == "make" if None in once else any(once)


def _of_sessions(folder: Path, tool: str, name: str) -> Sighting:
    file = folder / ("tox.ini" if tool == "tox" else "noxfile.py")
    if not file.is_file():
        return Sighting("unknown", why=f"there is no {file.name}")
    factors, is_whole = (tox_factors if tool == "tox" else nox_sessions)(read_text(file))
    missing = {name} if tool == "nox" else set(name.split("-")) - factors
    if name in factors or not missing:
        return Sighting("there")
    if tool == "tox" and all(_is_made_up(one, folder) for one in missing):
        return Sighting("there")
    return Sighting("gone") if is_whole else Sighting("unknown", why="any name will do there")


def _is_made_up(factor: str, folder: Path) -> bool:
    """Tell whether tox knows a factor without being told: a Python that the project admits."""
    match = _PYTHON_FACTOR.fullmatch(factor)
    if match is None:
        return False
    asked = versions_of(folder, "python")
    said = f"{match['major']}.{match['minor']}"
    return not asked or any(version_agrees(said, one) is not False for one, _ in asked)
