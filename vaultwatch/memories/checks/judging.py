"""Decide what an observation does to what a memory says: passes, contradicts, cannot tell.

Pure; `services.scanning.checking` looks and asks.
"""

from typing import Final

from vaultwatch.memories.checks.model import CheckKind, Judgement, MachineCheck, Sighting
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
VERSIONED: Final[frozenset[CheckKind]] = frozenset({"runtime", "command", "package"})


def judge(check: MachineCheck, seen: Sighting) -> Judgement:
    """Return what comes of a check.

    Args:
        check: what the memory says.
        seen: what stands there.
    """
    said = told(check)
    if seen.state == "unknown":
        return Judgement("cannot_tell", said, seen.why or "nothing can be told")
    if seen.state == "gone":
        return Judgement(
            "contradicts", said, seen.value or _MISSING.get(check.kind, "it is not there")
        )
    if not check.says or check.kind in {"contains", "digest"}:
        return Judgement("passes", said, seen.value or "it is there")
    agrees = _agrees(check, seen.value)
    if agrees is None:
        why = f"“{seen.value}” cannot be compared" if seen.value else "no value stands there"
        return Judgement("cannot_tell", said, why)
    return Judgement("passes" if agrees else "contradicts", said, f"it is {seen.value}")


def _agrees(check: MachineCheck, there: str) -> bool | None:  # noqa: PLR0911 - one answer a kind
    if not there:
        return None
    if check.kind == "changed":
        return there <= check.says
    if check.kind == "remote":
        return _address(check.says) == _address(there)
    if check.kind in VERSIONED:
        return version_agrees(check.says, there)
    if " ".join(check.says.split()).casefold() == " ".join(there.split()).casefold():
        return True
    if version_in(check.says) and not any(sign.isalpha() for sign in check.says):
        return version_agrees(check.says, there) or False
    return False


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
}


def told(check: MachineCheck) -> str:  # noqa: PLR0911 - one answer a kind
    """Return what a memory says, in words: the place, and the value where it gives one."""
    name = f"{_NOUN.get(check.kind, '')}{check.place}"
    match check.kind:
        case "value":
            return f"{check.key} in {check.place} is {check.says}"
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
