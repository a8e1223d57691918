"""Tell which project a folder is of, and of which the memory files of an agent speak."""

import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.own_files import NotPlainFileError, open_plain
from vaultwatch.adapters.files.store_files import main_checkout
from vaultwatch.late_regex import late_regex

MOST_PARTS: Final = 40
_SIGNS: Final = late_regex(r"[^A-Za-z0-9]")
_OF_TOOLS: Final = frozenset({".claude", ".cursor", ".windsurf", ".clinerules", ".github"})


def project_of(place: Path, home: Path) -> Path | None:
    """Return the folder of the project that a store's place belongs to; None where it is of no one.

    Claude Code keeps those of `/home/me/my-app` in `~/.claude/projects/-home-me-my-app/memory`.
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


# Tell where on the machine a check may look: the home, and folders that the user's settings name.

MOST_BYTES: Final = 1_000_000
"""Of a file whose words are looked at. Chosen by hand: far above a file of settings."""

_SECRET_PARTS: Final = frozenset(
    """
    .ssh .gnupg .aws .azure .kube .docker .password-store .netrc .pgpass .pypirc .git-credentials
    .npmrc .vault-token gcloud keyrings credentials .electrum .bitcoin id_rsa id_ed25519 .mozilla
    .thunderbird google-chrome chromium 1password bitwarden keychains secrets .config/gh .history
    .bash_history .zsh_history .python_history .psql_history .mysql_history .lesshst
    _netrc .htpasswd .my.cnf .pgservice.conf .dockercfg .s3cfg .boto .rclone .secrets .credentials
    .envrc auth.json wp-config.php local.settings.json
    """.split()  # noqa: SIM905 - read as a list of words
)
_PROJECT: Final = (".git", "pyproject.toml", "package.json", "go.mod", "Cargo.toml")
"""What tells that a folder is a project's."""
_SECRET_ENDINGS: Final = (
    *(".pem", ".key", ".p12", ".pfx", ".p8", ".kdbx", ".kdb", ".keystore", ".jks", ".asc", ".gpg"),
    *(".age", ".ppk", ".keytab", ".ovpn", ".agekey", ".token"),
)
_SECRET_NAMES: Final = late_regex(
    r"id_\w+|\.env(?:rc|\..*)?|.*\.(?:env|tfvars|tfstate)"
    r"|\.?(?:[\w.-]*[._-])?(?:creds?|credentials?|secrets?|tokens?|passwords?|passwd|api[_-]?keys?"
    r"|service[_-]account)(?:[_-][\w-]*)?(?:\.(?:prod|production|dev|staging|local|test|enc))?"
    r"(?:\.(?:json5?|ya?ml|toml|ini|cfg|conf|txt|properties|xml))?"
)
"""In small letters. Those in a language that programs are written in hold code."""
_EXAMPLE_ENDINGS: Final = (".example", ".sample", ".template", ".dist")


class NotAllowedError(Exception):
    """A check would look where it may not, or at what it may not read; the message says why."""


@dataclass(frozen=True, slots=True)
class Roots:
    """The folders below which a check may look."""

    home: Path
    others: Sequence[Path] = ()

    def real(self, place: str, base: str = "") -> Path:
        """Return where a place really is, links followed: from `~` or `/` on, or in `base`.

        Raises:
            NotAllowedError: it lies outside, or is relative to nothing.
        """
        whole = self._whole(place, base)
        real = Path(os.path.realpath(whole))
        allowed = [Path(os.path.realpath(root)) for root in (self.home, *self.others)]
        if not any(real.is_relative_to(root) for root in allowed):
            raise NotAllowedError("it lies outside your home and the folders you allow")
        return real

    def hold_readable(self, real: Path) -> None:
        """Hold a file to what may be looked into: files of projects, and what the user allows.

        An agent that has no files of its own must not learn by checks what stands in others.
        """
        if any(real.is_relative_to(os.path.realpath(root)) for root in self.others):
            return
        home = Path(os.path.realpath(self.home))
        above = [one for one in real.parents if one != home and one.is_relative_to(home)]
        is_hidden = bool(above) and above[-1].name.startswith(".")
        if is_hidden or not any((one / mark).exists() for one in above for mark in _PROJECT):
            raise NotAllowedError("only files of projects are looked into")

    def _whole(self, place: str, base: str) -> Path:
        if "\0" in place or "\0" in base:
            raise NotAllowedError("it is no path")
        if place == "~" or place.startswith("~/"):
            return self.home / place[2:].lstrip("/")
        if place.startswith("/"):
            return Path(place)
        if not base:
            raise NotAllowedError("nobody knows which folder it is meant in")
        return self._whole(base, "") / place


def is_secret(real: Path) -> bool:
    """Tell whether a file is one that holds keys or passwords, by its name and where it lies."""
    parts = [part.lower() for part in real.parts]
    pairs = {"/".join(pair) for pair in itertools.pairwise(parts)}
    name = parts[-1]
    if _SECRET_NAMES.fullmatch(name) and not name.endswith(_EXAMPLE_ENDINGS):
        return True
    return bool(_SECRET_PARTS & {*parts, *pairs}) or name.endswith(_SECRET_ENDINGS)


def read_plain(real: Path, *, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a plain file that holds no secrets.

    Raises:
        NotAllowedError: it is no plain file, holds secrets, or is too large.
        OSError: it cannot be read.
    """
    if is_secret(real):
        raise NotAllowedError("files with keys and passwords are not read")
    try:  # a link that was put there since its place was resolved is not followed
        opened = open_plain(real)
    except NotPlainFileError as error:
        raise NotAllowedError("it is no plain file") from error
    with opened:
        if os.fstat(opened.fileno()).st_size > most:
            raise NotAllowedError(f"it is larger than {most:,} bytes")
        data = opened.read(most + 1)
    if len(data) > most:
        raise NotAllowedError(f"it is larger than {most:,} bytes")
    return data


def read_text(real: Path) -> str:
    """Return the words of a plain file; as `read_plain`."""
    return read_plain(real).decode("utf-8-sig", "replace")
