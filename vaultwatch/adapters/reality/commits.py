"""Name the commit that made what a check finds: by its short name, its day and its subject.

Of who made it nothing is told. What is changed and not committed is nobody's yet.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.git import GitSilentError, ask_git, last_commit
from vaultwatch.adapters.reality.projects import files_saying
from vaultwatch.adapters.reality.trees import Tree
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.judging import COMMIT, other_value
from vaultwatch.memories.checks.model import PLACES, MachineCheck
from vaultwatch.memories.checks.places import is_of_home

COMMIT_S: Final = 0.5
"""Seconds that the search for one may take. Chosen by hand; what takes longer is not named."""
MOST_SUBJECT: Final = 72
_PARTS: Final = late_regex(r"\.|::|#|:")


def commit_made(  # noqa: PLR0913, PLR0917 - what `World` knows of the place
    check: MachineCheck,
    found: str,
    real: Path,
    root: Path | None,
    tree_of: Callable[[Path], Tree],
    top_of: Callable[[Path], Path | None],
) -> tuple[str, str]:
    """Return the day of the commit that made what speaks against a check, and it in words.

    Both are empty where none did. What is `found` has its place at `real`, links followed; `root`
    is the folder that a relative place is meant in.

    Raises:
        GitSilentError: git does not tell, or not in time.
    """
    top = top_of(real / "x") or top_of(real.parent)
    if top is None:
        return "", ""
    if check.kind in PLACES:
        is_whole = is_of_home(check.place) or root is None
        folder, place = (top, below(real, top)) if is_whole else (root or top, check.place)
        name = tree_of(folder).taken_by(place)
        which: tuple[str, ...] = ("--no-walk", name) if name else ()
    elif check.kind in {"symbol", "contains", "value", "script", "runtime"}:
        which = _by_words(check, found, top, below(real, top))
    else:
        which = ()
    commit = last_commit(top, *which, limit_s=COMMIT_S) if which else ("", "", "")
    return commit[1], _told(*commit)


def commit_of_line(file: Path, line: str, *, is_there: bool) -> tuple[str, str]:
    """Return the day of the commit that put a line into a file, or took it out, and it in words.

    Both are empty for none.
    """
    where = ("--", f":(literal){file.name}")
    try:
        asked = ("grep", "-l", "-F", "-e", line, "HEAD", *where)
        if (
            not line.strip()
            or bool(ask_git(file.parent, *asked, no=1, limit_s=COMMIT_S)) != is_there
        ):
            return "", ""  # nobody's yet
        commit = last_commit(file.parent, f"-S{line}", *where, limit_s=COMMIT_S)
        return commit[1], _told(*commit)
    except GitSilentError:
        return "", ""


def below(real: Path, top: Path) -> str:
    """Return a place as its repository calls it."""
    return real.relative_to(top).as_posix()


def _by_words(check: MachineCheck, found: str, top: Path, place: str) -> tuple[str, ...]:
    """Return how git finds the commit that put a value there, or took a word away."""
    where: tuple[str, ...] = ("--", f":(literal){place}" if place != "." else ".")
    if check.kind in {"script", "runtime"}:
        where = ("--", *(f":(glob)**/{one}" for one in files_saying(check.kind, check.key)))
    word = check.says if check.kind == "contains" else _PARTS.split(check.key)[-1]
    if value := other_value(found):
        return (f"-G{_loosely(word)}.*{_loosely(value)}", *where)
    asked = ("grep", "-l", "-F", "-e", word, "HEAD", *where)
    return () if ask_git(top, *asked, no=1, limit_s=COMMIT_S) else (f"-S{word}", *where)


def _loosely(text: str) -> str:
    """Return a pattern of git's for words, whatever signs stand between them."""
    return re.sub(r"[^\w ]", ".", text)


def _told(name: str, day: str, subject: str) -> str:
    said = " ".join(mask_secrets(subject).split())[:MOST_SUBJECT]
    is_plain = said and "@" not in said and suspect(said).score < QUARANTINE_AT
    return f"{COMMIT}{name} of {day}{f': “{said}”' if is_plain else ''})" if name else ""
