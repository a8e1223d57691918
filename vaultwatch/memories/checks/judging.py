"""Decide what an observation does to what a memory says: passes, contradicts, cannot tell.

Pure; `services.scanning.checking` looks and asks.
"""

from typing import Final

from vaultwatch.memories.checks.code_names import PROJECT
from vaultwatch.memories.checks.code_shapes import same_literal
from vaultwatch.memories.checks.model import CheckKind, Judgement, MachineCheck, Sighting
from vaultwatch.memories.checks.plain_words import is_doubtful
from vaultwatch.memories.checks.versions import version_agrees, version_in

_NOUN: Final[dict[CheckKind, str]] = {
    "file": "the file ",
    "folder": "the folder ",
    "script": "the script ",
    "command": "the program ",
    "package": "the package ",
    "branch": "the branch ",
    "tracked": "the tracked file ",
    "host": "the machine ",
    "os": "the system ",
    "env": "the variable ",
    "port": "the port ",
}
IS: Final = "it is "
GONE: Final = "it is not there"
STANDS: Final = " is"
"""Behind what stands in the place of what is gone."""
NEVER: Final = "it is not there, and git's history does not know it"
COMMIT: Final = " (commit "
"""Before the commit that made it so, which says nothing of what is there."""
VERSIONED: Final[frozenset[CheckKind]] = frozenset({"runtime", "command", "package"})


def judge(  # noqa: PLR0911 - one answer a case
    check: MachineCheck, seen: Sighting, *, has_held: bool = False
) -> Judgement:
    """Return what comes of a check; a value is told only where the sighting is open.

    Args:
        check: what the memory says.
        seen: what stands there.
        has_held: whether it passed before: then it was there, whoever else knows of it.
    """
    said = told(check)
    is_unkept = seen.state == "never" or seen.is_away
    if is_unkept and has_held and check.origin == "suggested" and is_doubtful(check.words):
        return Judgement("cannot_tell", said, "it was there, and a run may make it")
    if seen.state == "gone" or (is_unkept and has_held):
        return Judgement("contradicts", said, _instead(check, seen))
    if seen.state == "never":
        return Judgement("never_there", said, NEVER)
    if seen.state == "unknown":
        return Judgement("cannot_tell", said, seen.why or "nothing can be told")
    if not check.says or check.kind in {"contains", "digest"}:
        return Judgement("passes", said, seen.why or "it is there")
    agrees, value = _agrees(check, seen.value), seen.value if seen.is_open else ""
    if agrees is None:
        why = f"{f'“{value}”' if value else 'what stands there'} cannot be compared"
        return Judgement("cannot_tell", said, why if seen.value else "no value stands there")
    if agrees:
        return Judgement("passes", said, f"{IS}{value}" if value else "it is so")
    noun = "version" if check.kind in VERSIONED else "value"
    return Judgement("contradicts", said, f"{IS}{value}" if value else f"another {noun} is there")


def without_commit(found: str) -> str:
    """Return what was there, in words, without the commit that made it so."""
    return found.partition(COMMIT)[0]


def _instead(check: MachineCheck, seen: Sighting) -> str:
    """Return what is there instead of what is gone, in words."""
    if seen.value and seen.is_open:
        return f"{GONE}; {seen.value}{STANDS}"
    return seen.why if seen.state == "gone" and seen.why else _MISSING.get(check.kind, GONE)


def _agrees(check: MachineCheck, there: str) -> bool | None:  # noqa: PLR0911 - one answer a kind
    if not there:
        return None
    if check.kind == "symbol":
        return same_literal(check.says, there)
    if check.kind == "changed":
        return there <= check.says
    if check.kind == "remote":
        return is_remote(check.says, there)
    if check.kind in VERSIONED:
        return version_agrees(check.says, there)
    if " ".join(check.says.split()).casefold() == " ".join(there.split()).casefold():
        return True
    if version_in(check.says) and not any(sign.isalpha() for sign in check.says):
        return version_agrees(check.says, there) or False
    return False


def is_remote(says: str, there: str) -> bool:
    """Tell whether an address is the one that is said, whole or by its last names: `me/app`."""
    return f"/{_address(there)}".endswith(f"/{_address(says)}")


def _address(url: str) -> str:
    """Return a remote without what two spellings of it differ in: scheme, user, ending."""
    text = url.strip().lower().removesuffix("/").removesuffix(".git")
    text = text.rpartition("://")[2]
    text = text.rpartition("@")[2]
    return text.replace(":", "/", 1)


_MISSING: Final[dict[CheckKind, str]] = {
    "env": "it is not set",
    "port": "nothing listens there",
    "contains": "it does not stand there",
    "command": "it is not on the PATH",
    "package": "it is not installed",
    "host": "this machine is called otherwise",
    "os": "this is another system",
}


def told(check: MachineCheck) -> str:  # noqa: C901, PLR0911 - one answer a kind
    """Return what a memory says, in words: the place, and the value where it gives one."""
    name = f"{_NOUN.get(check.kind, '')}{check.place}"
    match check.kind:
        case "value":
            return f"{check.key} in {check.place} is {check.says}"
        case "symbol":
            where = "" if check.place == PROJECT else f" in {check.place}"
            return f"{check.key}{where}{f' is {check.says}' if check.says else ''}"
        case "runtime":
            return f"{check.key} {check.says}"
        case "script":
            return f"{_NOUN['script']}{check.key.replace(':', ' ', 1)}"
        case "package":
            return f"{_NOUN['package']}{check.key} {check.says}".strip()
        case "branch":
            return f"{_NOUN['branch']}{check.key}"
        case "contains":
            return f"“{check.says}” in {check.place}"
        case "command":
            return f"{name} {check.says}".strip()
        case "remote":
            return f"the remote {check.says}"
        case "changed":
            return f"{check.place} was not changed after {check.says}"
        case _:
            return name
