"""Read and write a check on one line, as a property of a note gives it: `path ~/src/x`.

Pure. What cannot be read is told with what would be right; nothing is guessed.
"""

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from vaultwatch.errors import WrongUsageError
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.code_shapes import SYMBOL, language_of
from vaultwatch.memories.checks.model import HIGHEST_PORT, CheckKind, MachineCheck
from vaultwatch.memories.checks.places import is_relative_place, is_whole_place, without_line
from vaultwatch.memories.checks.said_values import runtimes

_Field: TypeAlias = Literal["place", "key", "says", "place:key", "says?"]

FORMS: Final[Mapping[CheckKind, tuple[tuple[_Field, ...], str]]] = {
    "path": (("place",), "path ~/src/x"),
    "file": (("place",), "file ~/src/x/setup.py"),
    "folder": (("place",), "folder ~/src/x"),
    "contains": (("place", "says"), 'contains ~/src/x/Makefile "test:"'),
    "value": (("place:key", "says"), "value ~/src/x/pyproject.toml:project.requires-python >=3.11"),
    "symbol": (("place", "key", "says?"), "symbol ~/src/x/app.py RETRIES 5"),
    "runtime": (("place", "key", "says"), "runtime ~/src/x python 3.11"),
    "script": (("place", "key"), "script ~/src/x npm:build"),
    "command": (("place", "says?"), "command rg 14"),
    "package": (("place", "key", "says?"), "package ~/src/x/.venv requests 2.31"),
    "remote": (("place", "says"), "remote ~/src/x git@git.example.org:me/x.git"),
    "branch": (("place", "key"), "branch ~/src/x release"),
    "tracked": (("place",), "tracked ~/src/x/docs/a.md"),
    "changed": (("place", "says"), "changed ~/src/x/docs/a.md 2026-03-31"),
    "host": (("place",), "host laptop"),
    "os": (("place",), "os linux"),
    "env": (("place",), "env EDITOR"),
    "port": (("place",), "port 8080"),
    "digest": (("place", "says"), "digest ~/src/x/x.toml 3f2a..."),
    "url": (("place",), "url https://docs.example.org/"),
}
"""What stands behind a kind's name, in order, and an example."""
_NAMED: Final = late_regex(
    rf"(?P<place>[^\s:]{{1,300}})::(?P<symbol>{SYMBOL.pattern})(?:\(\))?"
    r"(?:\s*=\s*(?P<value>\S.{0,199}))?"
)
_SETTING: Final = late_regex(
    r"(?:setting|value) (?P<file>[^\s:]{1,300}):(?P<key>[^\s:=]{1,200}) ?= ?(?P<value>\S.{0,199})"
)
_VERSION: Final = late_regex(r"version (?P<name>\S{1,100}) (?P<version>[\d.>=+v]{1,40})")
_PROGRAM: Final = late_regex(r"[A-Za-z0-9_][\w.+-]{0,99}")
"""The name of a program, and no path to one."""
MOST_CHARS: Final = 1_000
"""Of a line. Chosen by hand: a path has 4,096 at most, and nobody writes such a one."""


def read_spec(line: str) -> MachineCheck:
    """Return the check that a line gives."""
    if (short := _short(line[: MOST_CHARS + 1].strip())) is not None:
        return replace(short, words=line)
    try:
        parts = shlex.split(line[: MOST_CHARS + 1])
    except ValueError:
        parts = []
    kind = next((one for one in FORMS if parts and one == parts[0].lower()), None)
    if kind is None or len(line) > MOST_CHARS:
        raise WrongUsageError(f"{line[:80]!r} is no check.", hint=f"The kinds: {', '.join(FORMS)}.")
    (fields, _), given = FORMS[kind], parts[1:]
    least = sum(not name.endswith("?") for name in fields)
    if not least <= len(given) <= len(fields) or not all(one.strip() for one in given):
        raise _unlike(kind, line)
    said = dict(zip(fields, given, strict=False))
    place, key = said.get("place", ""), said.get("key", "")
    if (both := said.get("place:key")) is not None:
        place, _, key = both.rpartition(":")
        if not (place and key):
            raise _unlike(kind, line)
    says = said.get("says", said.get("says?", ""))
    if not _is_well_formed(kind, place, key, says):
        raise _unlike(kind, line)
    if kind in {"path", "file"}:
        place = without_line(place)
    return MachineCheck(kind, place, key, says, words=line)


def _short(line: str) -> MachineCheck | None:
    """Return what a line gives in the form that code is spoken of; None where it is no such.

    `src/app.py`, `src/app.py::load`, `src/app.py::RETRIES = 5`, `setting conf.toml:a.b = 5`,
    `version python 3.11`.
    """
    if named := _NAMED.fullmatch(line):
        is_read = bool(language_of(named["place"]))
        says = named["value"] or ""
        return MachineCheck("symbol", named["place"], named["symbol"], says) if is_read else None
    if setting := _SETTING.fullmatch(line):
        return MachineCheck("value", setting["file"], setting["key"], setting["value"].strip("\"'"))
    if version := _VERSION.fullmatch(line):
        name = version["name"]
        return MachineCheck("runtime", ".", runtimes().get(name.lower(), name), version["version"])
    is_path = line not in FORMS and (is_whole_place(line) or is_relative_place(line))
    return MachineCheck("path", without_line(line)) if is_path else None


def _is_well_formed(kind: CheckKind, place: str, key: str, says: str) -> bool:
    """Tell whether what a line gives can be what its kind asks for; nothing else is looked up."""
    match kind:
        case "port":
            return place.isascii() and place.isdecimal() and 0 < int(place[:9]) <= HIGHEST_PORT
        case "command":
            return _PROGRAM.fullmatch(place) is not None
        case "remote" | "branch" | "tracked" | "changed":
            # A word that begins so would be an option of git's.
            return not any(one.startswith("-") for one in (place, key, says))
        case _:
            return True


def _unlike(kind: CheckKind, line: str) -> WrongUsageError:
    return WrongUsageError(
        f"{line[:80]!r} is no check of the kind {kind}.", hint=f"As in `{FORMS[kind][1]}`."
    )


def spec_of(check: MachineCheck) -> str:
    """Return a check on one line; `read_spec` reads it back."""
    parts: list[str] = [check.kind]
    for name in FORMS[check.kind][0]:
        match name:
            case "place":
                parts.append(check.place)
            case "key":
                parts.append(check.key)
            case "place:key":
                parts.append(f"{check.place}:{check.key}")
            case _:
                parts += [check.says] if check.says else []
    return " ".join(parts[:1] + [_quoted(part) for part in parts[1:]])


def _quoted(text: str) -> str:
    if text and not any(sign.isspace() or sign in "\"'\\" for sign in text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
