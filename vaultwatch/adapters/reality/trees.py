"""List the names in a project's folder once, so that a path can be known by its end.

A page that speaks of `server/app.py` may mean `src/x/server/app.py`; what git ignores is made here
and there.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Collection
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final, TypeVar

from vaultwatch.adapters.reality.git import (
    GitSilentError,
    deleted_files,
    elsewhere_files,
    is_ignored,
    renamed_files,
    stood_before,
    tracked_files,
)
from vaultwatch.memories.checks.places import is_common_name

T = TypeVar("T")

MOST_NAMES: Final = 60_000
SMALL_INDEX: Final = 300_000
"""Bytes in which git keeps some 3,000 names. Chosen by hand."""
_NEVER: Final = frozenset(
    {".git", "node_modules", "__pycache__", ".venv", "venv", "site-packages", ".tox", "target"}
)


class Tree:
    """The names of files and folders in a project's folder."""

    def __init__(self, root: Path) -> None:
        """List them."""
        self.root = root
        self.is_whole = True
        """Whether every name is known."""
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._missing: list[str] = []
        self._left_out: set[str] = set()
        self._kept = self._tracked()
        for path in {*self._kept, *self._walked()}:
            self._by_name[path.rpartition("/")[2]].append(path)
        self._renamed = lru_cache(maxsize=256)(self._renamed_by)
        self.is_ignored = lru_cache(maxsize=4_096)(self._is_ignored)

    def _tracked(self) -> set[str]:
        if not (self.root / ".git").exists():
            return set()
        try:
            files, submodules, self._left_out = tracked_files(self.root)
        except GitSilentError:
            return set()
        found = set(files)
        self._missing = [one for one in submodules if not (self.root / one / ".git").exists()]
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
            inside = os.path.relpath(place, self.root)
            under = "" if inside == "." else f"{inside}/"
            found.update(f"{under}{name}" for name in (*folders, *names))
            if len(found) > MOST_NAMES:
                self.is_whole = False
                break
        return found

    def ending_in(self, path: str) -> list[str]:
        """Return the paths that are this one, or end in it, and stand there."""
        return [one for one in self.known(path) if (self.root / one).exists()]

    def known(self, path: str) -> list[str]:
        """Return the paths that are this one, or end in it: those too that git alone knows."""
        wanted = path.strip("/")
        held = self._by_name.get(wanted.rpartition("/")[2], [])
        return [one for one in held if one == wanted or one.endswith(f"/{wanted}")]

    def leaves_out(self, path: str) -> bool:
        """Tell whether git keeps a file, or a folder's files, that are not checked out."""
        return any(f"/{one}/".startswith(f"/{path}/") for one in self._left_out)

    def named(self, name: str) -> list[str]:
        """Return the paths whose last part is this one."""
        return sorted(self._by_name.get(name, []))

    def keeps(self, path: str) -> bool:
        """Tell whether git keeps a path now."""
        return path.strip("/") in self._kept

    def once_held(self, path: str, *, exactly: bool = False) -> bool | None:
        """Tell whether git once knew a path, or one that ends so; None where it cannot tell."""
        return None if self._deleted is None else bool(_like(path, self._deleted, exactly=exactly))

    def is_elsewhere(self, path: str) -> bool:
        """Tell whether another branch knows a path that this one does not."""
        return bool(_like(path, self._elsewhere))

    def new_place(self, path: str) -> str:
        """Return where a path stands now that was renamed; empty where that is not one place.

        Git tells it.
        """
        place, seen = path, {""}
        while place not in seen and not self.keeps(place):
            seen.add(place)
            place = self._moved_to(place)
        if place and self.keeps(place):
            return place if (self.root / place).exists() else ""
        # Too much may have changed on the way for git to know it again: its name tells it, if it
        # came as the other went.
        commits = {(self._deleted or {})[one] for one in _like(path, self._deleted or {})}
        alike, commit = self.alike(path), commits.pop() if len(commits) == 1 else ""
        is_old = not (alike and commit) or _said(
            stood_before, self.root, commit, alike, unknown=True
        )
        return "" if is_old else alike

    def taken_by(self, path: str) -> str:
        """Return the commit that took a path away; empty where that is none, or not one alone."""
        once = self._deleted or {}
        commits = {once[one] for one in _like(path, once)}
        return commits.pop() if len(commits) == 1 and not self.known(path) else ""

    def alike(self, path: str) -> str:
        """Return the one file that git keeps by the name of a path; empty for a usual name."""
        name = path.rstrip("/").rpartition("/")[2]
        named = [one for one in self.named(name) if self.keeps(one)]
        others = [one for one in named if (self.root / one).exists()]
        return others[0] if len(others) == 1 and "/" in path and not is_common_name(name) else ""

    def _moved_to(self, path: str) -> str:
        """Return where the commit that took a path away put it; empty where that is not plain."""
        once = self._deleted or {}
        olds = _like(path, once)
        last = once[olds[0]] if olds else ""
        renamed = self._renamed(last) if last else {}
        places = [_swapped(one, renamed.get(one, ""), path) for one in olds if once[one] == last]
        most = max(places, key=places.count, default="")
        # Of a folder some files may have gone elsewhere; of a file's end one file alone is meant.
        is_folder = f"/{path.strip('/')}/" in f"/{olds[0]}" if olds else False
        is_plain = places.count(most) * 2 > len(places) if is_folder else len(olds) == 1
        return most if is_plain else ""

    def lacking(self, path: str) -> str:
        """Return the submodule, not checked out, that a path would stand in; empty for none."""
        parts = path.strip("/").split("/")
        heads = ["/" + "/".join(parts[:count]) for count in range(1, len(parts) + 1)]
        is_whole = (self.root / parts[0]).exists()
        return next(
            (
                one
                for one in self._missing
                for head in heads
                if (f"/{one}" == head if is_whole else f"/{one}".endswith(head))
            ),
            "",
        )

    @cached_property
    def _deleted(self) -> dict[str, str] | None:
        return (
            _said(deleted_files, self.root, unknown=None) if (self.root / ".git").exists() else None
        )

    @cached_property
    def _elsewhere(self) -> set[str]:
        return _said(elsewhere_files, self.root, unknown=set())

    def _renamed_by(self, commit: str) -> dict[str, str]:
        return _said(renamed_files, self.root, commit, unknown={})

    def _is_ignored(self, path: str) -> bool:
        """Tell whether git leaves a path out, so that it may be made at any time."""
        return _said(is_ignored, self.root, path, unknown=False)


def top_of(folder: Path) -> Path | None:
    """Return the top of the repository, or of its worktree, that a folder lies in."""
    return next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)


def is_small(top: Path) -> bool:
    """Tell whether a repository's names are listed in a moment."""
    try:
        return (top / ".git" / "index").stat().st_size <= SMALL_INDEX
    except OSError:
        return False


def _said(ask: Callable[..., T], *asked: object, unknown: T) -> T:
    """Return what git says; where it is silent, what stands for not knowing."""
    try:
        return ask(*asked)
    except GitSilentError:
        return unknown


def _swapped(old: str, new: str, path: str) -> str:
    """Return what a path is called by now, if a file that is it, or lies in it, was renamed."""
    wanted = f"/{path.strip('/')}"
    inside = f"/{old}".partition(f"{wanted}/")[2]
    if not inside or f"/{old}".endswith(wanted):
        return new
    if not new.endswith(f"/{inside}"):
        return ""
    return new.removesuffix(inside if path.endswith("/") else f"/{inside}")


def _like(path: str, known: Collection[str], *, exactly: bool = False) -> list[str]:
    """Return those of some paths that are one, end in it, or lie in it."""
    wanted = f"/{path.strip('/')}"
    if exactly:
        return [one for one in known if f"/{one}" == wanted or f"/{one}".startswith(f"{wanted}/")]
    return [one for one in known if f"/{one}".endswith(wanted) or f"{wanted}/" in f"/{one}"]
