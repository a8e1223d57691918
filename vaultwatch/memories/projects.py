"""Tell which project a session is of: what Git says of its folder, not the folder's name alone.

Pure. `adapters.machine.projects` reads a folder. The name is for people; two folders of one name
are two projects, and worktrees and clones of one repository are one.
"""

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, TypeAlias
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex

MOST_NAME_CHARS: Final = 60
"""Of a project's name."""
REMOTE, PLACE = "r", "p"
"""What the ids of a project begin with: of its repository's address, of its folder."""
_SCP = late_regex(r"(?:[^/@]*@)?(\[[^\]]+\]|[^/:]{2,}):(?!//)(.+)")
"""`git@host:path`; one letter before the colon is a drive."""
_ADDRESS = late_regex(
    r"[a-z][a-z0-9+.-]*://(?:[^/]*@)?(\[[^\]]+\]|[^/:]*)(?::\d*)?/(.*)", re.IGNORECASE
)
_ID = late_regex(f"[{REMOTE}{PLACE}][0-9a-f]{{12}}")
ProjectIds: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Project:
    """What is known of a project; all empty where nobody said."""

    name: str = ""
    ids: ProjectIds = ()
    """Digests of where it is, see `project_id`: no address and no path stands in a note."""
    once: tuple[str, ...] = ()
    """Other names that hand-overs of it may bear: of the folders that sessions began in."""

    @property
    def keys(self) -> frozenset[str]:
        """What its names have in common with any other spelling of them."""
        return frozenset(key for one in (self.name, *self.once) if (key := project_key(one)))

    def is_named(self, name: str) -> bool:
        """Tell whether it bears a name, or neither has one."""
        key = project_key(name)
        return key in self.keys or (not key and not self.keys)


NO_PROJECT: Final = Project()


def are_one(ids: ProjectIds, others: ProjectIds) -> bool | None:
    """Tell whether ids are of one project; None where that cannot be told by them.

    Where both have an address that decides: one folder may hold another repository by now.
    """
    for kind in (REMOTE, PLACE):
        known = [{one for one in some if one.startswith(kind)} for some in (ids, others)]
        if all(known):
            return not known[0].isdisjoint(known[1])
    return None


def project_id(kind: str, said: str) -> str:
    """Return the id of an address or of a place."""
    plain = unicodedata.normalize("NFC", said).encode("utf-8", "surrogateescape")
    return f"{kind}{blake2b(plain, digest_size=6).hexdigest()}"


def ids_of(text: str) -> ProjectIds:
    """Return the ids that a note names; what is none is left out."""
    return tuple(one for one in text.split() if _ID.fullmatch(one))


def address_of(url: str) -> str:
    """Return what all spellings of a repository's address have in common; a path stays one.

    Who logs in, by which protocol and port, says nothing of what it is.
    """
    said = url.strip()
    found = _ADDRESS.fullmatch(said) or _SCP.fullmatch(said)
    if found is None or not found[1]:
        return said
    path = unquote(found[2]).strip("/").removesuffix(".git").strip("/")
    return f"{found[1]}/{path}".casefold() if path else said


def is_address(url: str) -> bool:
    """Tell whether the address of a repository is of another machine, and no path."""
    said = address_of(url)
    return bool(said) and said != url.strip()


def project_key(project: str) -> str:
    """Return what two names of one project have in common."""
    return project_name(project).casefold()


def project_name(project: str) -> str:
    """Return a project's name as a plain word or a few."""
    composed = unicodedata.normalize("NFC", project)
    plain = " ".join(re.sub(r"[^\w .-]+", " ", composed).split())
    return plain[:MOST_NAME_CHARS].strip(" .")


def last_part(path: str) -> str:
    """Return the last name of a path, whichever system's."""
    return re.split(r"[\\/]", path.rstrip("\\/"))[-1]
