"""Read of which project a folder is: Git's own files, without Git, for a hook must be quick.

What cannot be read says nothing: the folder is then a project of its own.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.projects import (
    PLACE,
    REMOTE,
    Project,
    address_of,
    is_address,
    last_part,
    project_id,
    project_name,
)

_MOST_CLONES: Final = 4
"""One of the other, on this machine, that are followed."""
_MOST_BYTES: Final = 200_000
"""Of a file of Git's settings. Chosen by hand."""
_SECTION = late_regex(r'\s*\[\s*remote\s+"((?:[^"\\]|\\.)*)"\s*\]', re.IGNORECASE)
_URL = late_regex(r'\s*url\s*=\s*"?([^"]*?)"?\s*', re.IGNORECASE)


def project_at(folder: str, *, _depth: int = 0) -> Project:
    """Return the project that a folder is of: of a worktree and a clone the repository's.

    A folder that is gone, or in no repository, is a project by its place.
    """
    if not folder.strip() or "\0" in folder:
        return Project()
    here, home = _real(folder), _real("~")
    root, git = _repository(here, home)
    # Below the home as a second machine may have it too.
    place = f"~/{root.relative_to(home)}" if root.is_relative_to(home) else str(root)
    ids, name = [project_id(PLACE, place)], last_part(str(root)).removesuffix(".git")
    url = _remote(git) if git is not None else ""
    if is_address(url):
        address = address_of(url)
        ids.append(project_id(REMOTE, address))
        name = last_part(address)
    elif url and _depth < _MOST_CLONES:
        source = project_at(_local(root, url), _depth=_depth + 1)
        ids += source.ids
        name = source.name
    names = dict.fromkeys([name, last_part(str(root)), last_part(str(here)), last_part(folder)])
    named = [one for one in names if project_name(one)]
    return Project(named[0] if named else "", tuple(ids), tuple(named[1:]))


def _real(folder: str) -> Path:
    try:
        return Path(os.path.realpath(os.path.expanduser(folder)))  # noqa: PTH111 -- never fails
    except (OSError, ValueError):
        return Path(folder)


def _repository(here: Path, home: Path) -> tuple[Path, Path | None]:
    """Return the root of the project that a folder lies in, and where Git keeps what is of it.

    A repository of all of the home, as of its settings, is not that of the projects in it.
    """
    for one in (here, *here.parents):
        if one == home and here != home:
            break
        mark = one / ".git"
        if os.path.isdir(mark):  # noqa: PTH112 -- here and below: never an error
            return one, mark
        if os.path.isfile(mark):  # noqa: PTH113
            return _linked(one, mark)
        if _is_bare(one):
            return _root_of(one), one
    return here, None


def _linked(folder: Path, mark: Path) -> tuple[Path, Path | None]:
    """Return the same of a folder whose `.git` names another: a worktree, a submodule."""
    git = folder / _text(mark).removeprefix("gitdir:").strip()
    if common := _text(git / "commondir").strip():
        git = _real(str(git / common))
        return _root_of(git), git
    return folder, git if _is_bare(git) else None


def _root_of(git: Path) -> Path:
    """Return the folder of the main checkout; of a bare repository its own."""
    return git.parent if git.name.startswith(".") else git


def _is_bare(folder: Path) -> bool:
    return all(os.path.exists(folder / one) for one in ("HEAD", "objects", "refs"))  # noqa: PTH110


def _remote(git: Path) -> str:
    """Return the address of `origin`, else of the first remote; empty where there is none."""
    found = dict(reversed([*_remotes(_text(git / "config"))]))
    return found.get("origin") or next(iter([*found.values()][::-1]), "")


def _remotes(text: str) -> Iterator[tuple[str, str]]:
    name = None
    for line in text.splitlines():
        if section := _SECTION.match(line):
            name = section[1]
        elif line.lstrip().startswith("["):
            name = None
        elif name is not None and (url := _URL.fullmatch(line)) and url[1]:
            yield name, url[1]


def _local(root: Path, url: str) -> str:
    """Return where a repository of this machine stands."""
    path = url.removeprefix("file://")
    return os.path.join(root, path)  # noqa: PTH118


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return ""
