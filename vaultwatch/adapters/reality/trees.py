"""List the names in a project's folder once, so that a path can be known by its end.

A page that speaks of `server/app.py` may mean `src/x/server/app.py`; what git ignores is made here
and there.
"""

import os
from collections import defaultdict
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.git import GitSilentError, deleted_files, tracked_files
from vaultwatch.adapters.reality.roots import NotAllowedError, read_text

MOST_NAMES: Final = 60_000
_NEVER: Final = frozenset(
    {".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages", ".tox", "target"}
)


class Tree:
    """The names of files and folders in a project's folder."""

    def __init__(self, root: Path) -> None:
        """List them.

        Args:
            root: the folder, links followed.
        """
        self.root = root
        self._is_whole = True
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in {*self._tracked(), *self._walked()}:
            self._by_name[path.rpartition("/")[2]].append(path)
        self._ignored = self._read_ignored()

    @property
    def is_whole(self) -> bool:
        """Whether every name is known."""
        return self._is_whole

    def _tracked(self) -> set[str]:
        if not (self.root / ".git").exists():
            return set()
        try:
            files = tracked_files(self.root)
        except GitSilentError:
            return set()
        found = set(files)
        for file in files:
            above = file
            while "/" in above:
                above = above.rpartition("/")[0]
                if above in found:
                    break
                found.add(above)
        return found

    def _walked(self) -> set[str]:
        found: set[str] = set()
        for place, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in _NEVER]
            inside = os.path.relpath(place, self.root).replace(os.sep, "/")
            under = "" if inside == "." else f"{inside}/"
            found.update(f"{under}{name}" for name in (*folders, *names))
            if len(found) > MOST_NAMES:
                self._is_whole = False
                break
        return found

    def ending_in(self, path: str) -> list[str]:
        """Return the paths that are this one, or end in it."""
        wanted = path.strip("/")
        held = self._by_name.get(wanted.rpartition("/")[2], [])
        return [one for one in held if one == wanted or one.endswith(f"/{wanted}")]

    def named(self, name: str) -> list[str]:
        """Return the paths whose last part is this one."""
        return sorted(self._by_name.get(name, []))

    def once_held(self, path: str, *, exactly: bool = False) -> bool | None:
        """Tell whether git once knew a path that is gone; None where its history does not tell.

        Args:
            path: the path.
            exactly: at the root of the project; else also one that ends so.
        """
        if self._deleted is None:
            return None
        if exactly:
            return path in self._deleted
        wanted = f"/{path.strip('/')}"
        return any(f"/{one}".endswith(wanted) or f"{wanted}/" in f"/{one}" for one in self._deleted)

    @cached_property
    def _deleted(self) -> list[str] | None:
        if not (self.root / ".git").exists():
            return None
        try:
            return deleted_files(self.root)
        except GitSilentError:
            return None

    def is_ignored(self, path: str) -> bool:
        """Tell whether git leaves a path out, so that it may be made at any time."""
        parts = path.strip("/").split("/")
        wholes = ["/".join(parts[: count + 1]) for count in range(len(parts))]
        return any(
            fnmatchcase(whole, rule.lstrip("/"))
            if "/" in rule.rstrip("/")
            else fnmatchcase(part, rule)
            for rule in self._ignored
            for part, whole in zip(parts, wholes, strict=True)
        )

    def _read_ignored(self) -> list[str]:
        try:
            lines = read_text(self.root / ".gitignore").splitlines()
        except (OSError, NotAllowedError):
            return []
        bare = [line.strip().rstrip("/") for line in lines]
        return [line for line in bare if line and not line.startswith(("#", "!"))][:1_000]
