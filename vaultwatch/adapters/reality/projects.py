"""Read what a project says of itself: the versions it asks for, its scripts and targets."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.project_folders import NotAllowedError, read_text
from vaultwatch.adapters.reality.trees import Tree
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checks.judging import version_agrees
from vaultwatch.memories.checks.model import CheckKind, Sighting

MOST_PACKAGES: Final = 200
"""Files `package.json` of one project that are read."""
_GO: Final = late_regex(r"^go\s+(\d[\d.]*)", re.MULTILINE)
_SETUP: Final = late_regex(r"\bpython_requires\s*=\s*[\"']?([<>=~!][\d.,<>=~! ]{1,80})")
_VERSION_FILES: Final[Mapping[str, Sequence[str]]] = {
    "python": (".python-version",),
    "node": (".nvmrc", ".node-version"),
    "ruby": (".ruby-version",),
    "java": (".java-version",),
}
_TOOL_VERSIONS: Final[Mapping[str, str]] = {"node": "nodejs", "go": "golang"}
_REQUIREMENT: Final = late_regex(
    r"^\s*(?P<name>[A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?P<range>[<>=~!^][^;#]*)?"
)
_TARGET: Final = late_regex(r"^(?P<names>[A-Za-z0-9_][\w./\- ]*?)\s*::?(?!=)", re.MULTILINE)
_RECIPE: Final = late_regex(r"^@?(?P<name>[A-Za-z_][\w-]*)(?:\s[^:=\n]*)?:(?!=)", re.MULTILINE)
_ALIAS: Final = late_regex(r"^alias\s+(?P<name>[\w-]+)\s*:=", re.MULTILINE)
_ENVIRONMENTS: Final = late_regex(
    r"^\[testenv:([^\]\n]+)\]|^env_?list\s*=\s*((?:.*\n?)(?:[ \t]+.*\n?)*)", re.MULTILINE
)
_BRACES: Final = late_regex(r"(\w*)\{([\w,.-]{1,300})\}")
_COUNTED: Final = late_regex(r"(\d{1,2})-(\d{1,2})")
_OPEN: Final = late_regex(
    r"^\s*-?(?:include|sinclude|import|mod)\b|^[^\t#\n]*%[^\n]*:|\$\([^)]*\)[^\n=]*:(?!=)",
    re.MULTILINE,
)


def versions_of(root: Path, name: str) -> list[tuple[str, str]]:
    """Return which versions of a runtime or package a project's files ask for, with the file."""
    found: list[tuple[str, str]] = []
    for file in _VERSION_FILES.get(name, ()):
        words = _text(root / file).split()
        found += [(words[0].lstrip("v"), file)] if words else []
    tool = _TOOL_VERSIONS.get(name, name)
    for line in _text(root / ".tool-versions").splitlines():
        parts = line.split()
        if len(parts) > 1 and parts[0] == tool:
            found.append((parts[1], ".tool-versions"))
    for file, read in _READERS.items():
        text = _text(root / file)
        if text:
            try:
                found += [(said, file) for said in read(text, name) if said]
            except (ValueError, RecursionError, TypeError, AttributeError):
                continue
    return found


def _of_pyproject(text: str, name: str) -> Iterator[str]:
    held = tomllib.loads(text)
    project, poetry = held.get("project", {}), held.get("tool", {}).get("poetry", {})
    if name == "python":
        yield str(project.get("requires-python", ""))
        yield str(poetry.get("dependencies", {}).get("python", ""))
        return
    groups = [project.get("dependencies", [])]
    groups += [*project.get("optional-dependencies", {}).values()]
    groups += [*held.get("dependency-groups", {}).values()]
    for line in (line for group in groups for line in group if isinstance(line, str)):
        yield from _of_requirement(line, name)
    for table in (poetry.get("dependencies", {}), poetry.get("dev-dependencies", {})):
        said = table.get(name, "")
        yield said if isinstance(said, str) else str(said.get("version", ""))


def _of_requirement(line: str, name: str) -> Iterator[str]:
    match = _REQUIREMENT.match(line)
    if match and match["name"].lower().replace("_", "-") == name and match["range"]:
        yield match["range"].strip()


def _of_package_json(text: str, name: str) -> Iterator[str]:
    held = json.loads(text)
    if name in {"node", "pnpm", "bun"}:
        yield str(held.get("engines", {}).get(name, ""))
        manager = str(held.get("packageManager", ""))
        if manager.startswith(f"{name}@"):
            yield manager.partition("@")[2].partition("+")[0]
        return
    for table in ("dependencies", "devDependencies", "peerDependencies"):
        said = held.get(table, {}).get(name)
        if isinstance(said, str) and not said.startswith(
            ("workspace:", "catalog:", "file:", "git")
        ):
            yield said


def _of_go(text: str, name: str) -> Iterator[str]:
    match = _GO.search(text) if name == "go" else None
    yield f">={match[1]}" if match else ""


def _of_cargo(text: str, name: str) -> Iterator[str]:
    held = tomllib.loads(text)
    package = held.get("package", {}) or held.get("workspace", {}).get("package", {})
    said = package.get("rust-version", "") if name == "rust" else ""
    yield f">={said}" if isinstance(said, str) and said else ""


def _of_toolchain(text: str, name: str) -> Iterator[str]:
    said = tomllib.loads(text).get("toolchain", {}).get("channel", "") if name == "rust" else ""
    yield str(said) if str(said)[:1].isdigit() else ""


def _of_composer(text: str, name: str) -> Iterator[str]:
    yield str(json.loads(text).get("require", {}).get(name, ""))


def _of_setup(text: str, name: str) -> Iterator[str]:
    match = _SETUP.search(text) if name == "python" else None
    yield match[1] if match else ""


_READERS: Final = {
    "pyproject.toml": _of_pyproject,
    "setup.cfg": _of_setup,
    "setup.py": _of_setup,
    "package.json": _of_package_json,
    "go.mod": _of_go,
    "Cargo.toml": _of_cargo,
    "rust-toolchain.toml": _of_toolchain,
    "composer.json": _of_composer,
}


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except (OSError, NotAllowedError):
        return ""


def npm_scripts(file: Path) -> frozenset[str] | None:
    """Return the scripts of a `package.json`; None where it cannot be read."""
    try:
        held = json.loads(read_text(file)).get("scripts", {})
        return frozenset(map(str, held))
    except (OSError, NotAllowedError, ValueError, RecursionError, AttributeError, TypeError):
        return None


def make_targets(text: str) -> tuple[frozenset[str], bool]:
    """Return the targets of a Makefile, and whether these are all: it may take in others."""
    names = {name for match in _TARGET.finditer(text) for name in match["names"].split()}
    return frozenset(names), _OPEN.search(text) is None


def just_recipes(text: str) -> tuple[frozenset[str], bool]:
    """Return the recipes of a justfile, and whether these are all."""
    names = {match["name"] for match in _RECIPE.finditer(text)}
    names |= {match["name"] for match in _ALIAS.finditer(text)}
    is_whole = re.search(r"^\s*(?:import|mod)\b", text, re.MULTILINE) is None
    return frozenset(names), is_whole


def tox_factors(text: str) -> tuple[frozenset[str], bool]:
    """Return what names of environments in a tox.ini are made of, and whether that is all."""
    said = " ".join(match[1] or match[2] for match in _ENVIRONMENTS.finditer(text))
    names = [said, *(match[1] + one for match in _BRACES.finditer(said)
                     for part in match[2].split(",") for one in _counted(part))]  # fmt: skip
    factors = {part for name in names for part in re.split(r"[\s,{}-]+", name) if part}
    return frozenset(factors | {"py", "py3"}), bool(factors)


def _counted(part: str) -> list[str]:
    """Return the numbers that a part of braces counts through: `10-12`; else the part itself."""
    match = _COUNTED.fullmatch(part)
    if match is None:
        return [part]
    return [str(one) for one in range(int(match[1]), int(match[2]) + 1)]


def nox_sessions(text: str) -> tuple[frozenset[str], bool]:
    """Return the sessions of a noxfile, and whether these are all."""
    names = {match[1] for match in re.finditer(r"^def\s+(\w+)\(", text, re.MULTILINE)}
    named = {match[1] for match in re.finditer(r"name\s*=\s*[\"']([\w.-]+)[\"']", text)}
    return frozenset(names | named | {name.replace("_", "-") for name in names}), True


# Look a script or target up in a project: `npm run build`, `make test`, `just lint`.

_FILES: Final = {
    "make": ("GNUmakefile", "makefile", "Makefile"),
    "just": ("justfile", "Justfile", ".justfile"),
}
_SESSIONS: Final = {"tox": "tox.ini", "nox": "noxfile.py"}
_PYTHON_FACTOR: Final = late_regex(r"py(?P<major>\d)(?P<minor>\d{1,2})")


def files_saying(kind: CheckKind, key: str) -> Sequence[str]:
    """Return the names of the files that say which versions, or which scripts of a tool, are."""
    if kind == "runtime":
        return (*_READERS, *_VERSION_FILES.get(key, ()), ".tool-versions")
    tool = key.partition(":")[0]
    return _FILES.get(tool) or (_SESSIONS.get(tool, "package.json"),)


class Scripts:
    """The scripts of projects, each file read once."""

    def __init__(self, tree_of: Callable[[Path], Tree]) -> None:
        """Read nothing yet."""
        self._tree_of = tree_of
        self._npm = lru_cache(maxsize=1_024)(npm_scripts)

    def look(self, folder: Path, key: str, *, is_asked: bool) -> Sighting:
        """Return whether a tool's script stands in a project, its parts included.

        Unless `is_asked`, by a person, words may only look like a command.
        """
        tool, _, name = key.partition(":")
        match tool:
            case "npm":
                return self._of_npm(folder, name)
            case "tox" | "nox":
                return _of_sessions(folder, tool, name)
            case _:
                return self._of_maker(folder, tool, name, is_asked=is_asked)

    def _of_npm(self, folder: Path, name: str) -> Sighting:
        tree = self._tree_of(folder)
        files = [one for one in tree.named("package.json") if "node_modules/" not in one]
        read = [self._npm(folder / one) for one in files[:MOST_PACKAGES]]
        if any(name in scripts for scripts in read if scripts is not None):
            return Sighting("there")
        is_sure = files and len(files) <= MOST_PACKAGES and None not in read and tree.is_whole
        why = "no package.json says which scripts there are"
        return Sighting("gone") if is_sure else Sighting("unknown", why=why)

    def _of_maker(self, folder: Path, tool: str, name: str, *, is_asked: bool) -> Sighting:
        file = next(
            (folder / one for one in _FILES.get(tool, ()) if (folder / one).is_file()), None
        )
        if file is None:
            others = [
                one for names in _FILES.get(tool, ()) for one in self._tree_of(folder).named(names)
            ]
            if others or not self._tree_of(folder).is_whole:
                return Sighting("unknown", why="it may be meant in a part of the project")
            if not (is_asked or self._was_there(folder, tool)):
                return Sighting("unknown", why="it never had such a file: they may be plain words")
            return Sighting("gone", why=f"there is no {_FILES[tool][-1]}")
        read = make_targets if tool == "make" else just_recipes
        try:
            names, is_whole = read(read_text(file))
        except NotAllowedError as error:
            return Sighting("unknown", why=str(error))
        if name in names or (folder / name).exists():
            return Sighting("there")
        return Sighting("gone") if is_whole else Sighting("unknown", why="the file takes in others")

    def _was_there(self, folder: Path, tool: str) -> bool:
        """Tell whether a project had a file of a tool; `make` is believed where none can tell."""
        once = [self._tree_of(folder).once_held(one) for one in _FILES.get(tool, ())]
        return tool == "make" if None in once else any(once)


def _of_sessions(folder: Path, tool: str, name: str) -> Sighting:
    file = folder / _SESSIONS[tool]
    if not file.is_file():
        return Sighting("unknown", why=f"there is no {file.name}")
    factors, is_whole = (tox_factors if tool == "tox" else nox_sessions)(read_text(file))
    missing = {name} if tool == "nox" else set(name.split("-")) - factors
    if name in factors or not missing:
        return Sighting("there")
    if tool == "tox" and all(_is_made_up(one, folder) for one in missing):
        return Sighting("there")
    return Sighting("gone") if is_whole else Sighting("unknown", why="any name will do there")


def _is_made_up(factor: str, folder: Path) -> bool:
    """Tell whether tox knows a factor without being told: a Python that the project admits."""
    match = _PYTHON_FACTOR.fullmatch(factor)
    if match is None:
        return False
    asked = versions_of(folder, "python")
    said = f"{match['major']}.{match['minor']}"
    return not asked or any(version_agrees(said, one) is not False for one, _ in asked)
