"""Ask git about a repository, so that nothing in it is run: no hook, no monitor, no own command.

By argument lists, never through a shell; settings of the system and of the user's are left out,
those of the repository that name programs are overruled.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from vaultwatch.late_regex import late_regex

LIMIT_S: Final = 2.0
MOST_CHARS: Final = 20_000_000
"""Of an answer: the names of 200,000 files."""

_SAFE: Final = (
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.pager=cat",
    "-c", "core.sshCommand=false",
    "-c", "core.attributesFile=/dev/null",
    "-c", "diff.external=",
    "-c", "log.showSignature=false",
    "-c", "log.showRoot=true",
    "-c", "log.follow=false",
    "-c", "credential.helper=",
    "-c", "protocol.allow=never",
    "-c", "safe.directory=*",
)  # fmt: skip
"""`safe.directory`: a repository of somebody else is read as any other; nothing of it is run."""


_NAMES: Final = ("-z", "--no-ext-diff", "--relative")
_COMMIT: Final = "//"
"""Before a commit's name; no path begins so."""
_DAY = late_regex(r"(?!0000)\d{4}-\d\d-\d\d", re.ASCII)
_SUBMODULE: Final = "160000"


class GitSilentError(Exception):
    """Git is not there, took too long, or would not say."""


def ask_git(folder: Path, *words: str, no: int = 0, limit_s: float = LIMIT_S) -> str:
    """Return what git says about a folder's repository; nothing where its exit status is `no`."""
    program = shutil.which("git")
    if program is None:
        raise GitSilentError("git is not installed")
    env = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "HOME": os.devnull,
    }
    try:
        # Fixed words; what a memory says stands behind `--` or in a pattern of one argument.
        done = subprocess.run(  # noqa: S603
            [program, *_SAFE, "-C", str(folder), *words],
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=limit_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise GitSilentError("git did not answer") from error
    if done.returncode not in {0, no}:
        raise GitSilentError("it is in no repository that git can read")
    return done.stdout[:MOST_CHARS].decode("utf-8", "replace")


def remotes_of(folder: Path) -> list[str]:
    """Return the addresses of a repository's remotes, logins cut out."""
    lines = ask_git(folder, "config", "--local", "--get-regexp", r"^remote\..*\.url$").splitlines()
    return [without_login(line.partition(" ")[2]) for line in lines]


def without_login(url: str) -> str:
    """Return an address without the name and password that may stand in it."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}" if mark else url


def has_branch(folder: Path, name: str) -> bool:
    """Tell whether a repository has a branch of this name, its own or a remote's."""
    names = ask_git(folder, "for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")
    refs = names.splitlines()
    return f"refs/heads/{name}" in refs or any(
        ref.startswith("refs/remotes/") and ref.split("/", 3)[3:] == [name] for ref in refs
    )


def tracked_files(folder: Path) -> tuple[list[str], list[str], set[str]]:
    """Return the names below a folder that git keeps, and which are submodules, which left out.

    Left out: not checked out on purpose, as by a sparse checkout.
    """
    entries = ask_git(folder, "ls-files", "-z", "--stage", "-t").split("\0")
    parted = [one.partition("\t") for one in entries if one]
    names = [name for _, _, name in parted]
    submodules = [name for mode, _, name in parted if mode[2:].startswith(_SUBMODULE)]
    return names, submodules, {name for mode, _, name in parted if mode.startswith("S ")}


def is_tracked(file: Path) -> bool:
    """Tell whether git knows a file."""
    return bool(ask_git(file.parent, "ls-files", "-z", "--", f":(literal){file.name}"))


def is_plainly_kept(file: Path) -> bool:
    """Tell whether git keeps the words of a file as they stand.

    Not where it is told to overlook what changes in it, nor where a program of its own makes them,
    as one that deciphers.
    """
    name = f":(literal,attr:!filter){file.name}"
    return ask_git(file.parent, "ls-files", "-v", "-z", "--", name).startswith("H ")


def committed_text(file: Path) -> str:
    """Return a file's words as its last commit has them, whatever was edited since."""
    return ask_git(file.parent, "cat-file", "blob", f"HEAD:./{file.name}").removeprefix("\ufeff")


def is_ignored(folder: Path, path: str) -> bool:
    """Tell whether git passes over a path below a folder, be it there or not."""
    return bool(ask_git(folder, "check-ignore", "--no-index", "--", path, no=1))


def last_change(file: Path) -> str:
    """Return the day of the last commit that changed a file: `2026-03-31`; empty for none."""
    words = ("log", "-1", "--format=%cs", "--no-ext-diff", "--no-textconv")
    return ask_git(file.parent, *words, "--", f":(literal){file.name}").strip()


def files_naming(folder: Path, word: str) -> list[str]:
    """Return the files below a folder that git keeps and that hold a word, as they stand now."""
    words = ("grep", "-l", "-z", "-I", "-w", "-F", "--no-recurse-submodules", "-e", word)
    return [one for one in ask_git(folder, *words, "--", ".", no=1).split("\0") if one]


def last_commit(folder: Path, *which: str, limit_s: float = LIMIT_S) -> tuple[str, str, str]:
    """Return short name, day and subject of the last commit that fits; all empty for none.

    A commit of a day that no calendar has, as anybody may make one, is none.
    """
    words = ("log", "-1", "--format=%h%x00%cs%x00%s", "--no-ext-diff", "--no-textconv")
    name, _, rest = ask_git(folder, *words, *which, limit_s=limit_s).strip("\n").partition("\0")
    day, _, subject = rest.partition("\0")
    return (name, day, subject) if _DAY.fullmatch(day) else ("", "", "")


def deleted_files(folder: Path) -> dict[str, str] | None:
    """Return the files below a folder that were deleted or renamed, each with the last commit.

    None where the history is not whole, as of a shallow clone.
    """
    if ask_git(folder, "rev-parse", "--is-shallow-repository").strip() != "false":
        return None
    words = ("log", "--diff-filter=D", f"--format={_COMMIT}%H", "--no-renames", *_NAMES)
    found: dict[str, str] = {}
    commit = ""
    for said in ask_git(folder, *words, "--name-only", "--", ".").split("\0"):
        if said.startswith(_COMMIT):
            commit = said.removeprefix(_COMMIT)
        elif name := said.removeprefix("\n"):
            found.setdefault(name, commit)
    return found


def elsewhere_files(folder: Path) -> set[str]:
    """Return the files below a folder that commits beside the history of its branch speak of."""
    words = ("log", "--all", "--not", "HEAD", "--format=", "--no-renames", *_NAMES)
    said = ask_git(folder, *words, "--name-only", "--", ".").split("\0")
    return {one.removeprefix("\n") for one in said}


def stood_before(folder: Path, commit: str, path: str) -> bool:
    """Tell whether a path below a folder stood already before a commit."""
    return bool(ask_git(folder, "ls-tree", "-z", "--name-only", f"{commit}^", "--", path))


def renamed_files(folder: Path, commit: str) -> dict[str, str]:
    """Return the new names of the files below a folder that a commit renamed, by the old ones."""
    words = ("log", "-1", "--format=", "-M", "--diff-filter=R", *_NAMES, "--name-status")
    said = ask_git(folder, *words, commit, "--", ".").split("\0")
    return dict(zip(said[1::3], said[2::3], strict=False))
