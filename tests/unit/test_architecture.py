"""The house's rules, run: which room imports which, what pure rooms may touch, how long code is.

The rules are ARCHITECTURE's and STYLE's. A new room gets a line in `MAY_IMPORT`.
"""

import ast
import io
import sys
import tokenize
import tomllib
from collections import Counter, abc
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest

from tests.requirements import plain
from tests.sources import tree_of

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "vaultwatch"

PURE_ROOMS = (
    "notes",
    "values",
    "guard",
    "memories",
    "drift",
    "reader",
    "recall",
    "upkeep",
    "report",
)
"""Each imports itself and those before it."""
DOORS = ("cli", "mcp", "palette", "requests", "team")

BELOW_ALL = frozenset({"errors", "late_regex"})
PURE = BELOW_ALL | {*PURE_ROOMS, "__init__"}
INNER = PURE | {"adapters", "places", "services", "settings"}
FOR_DOORS = frozenset({"daemon", "places", "services", "settings", "wiring"})
MAY_IMPORT: dict[str, frozenset[str]] = {
    "__init__": frozenset(),
    **dict.fromkeys(BELOW_ALL, frozenset()),
    **{room: BELOW_ALL | {*PURE_ROOMS[: place + 1]} for place, room in enumerate(PURE_ROOMS)},
    "settings": PURE | {"settings"},
    "places": PURE | {"places"},
    "adapters": PURE | {"adapters"},
    "services": INNER,
    "wiring": INNER | {"wiring"},
    "daemon": INNER | {"daemon", "wiring", "doors.requests"},  # the door that it keeps open
    **{f"doors.{door}": PURE | FOR_DOORS | {f"doors.{door}"} for door in DOORS},
    "doors": frozenset(),
    "doors.verbs": frozenset(),
    "__main__": frozenset({"doors.cli"}),
}
# Its commands open the one and ask the other.
MAY_IMPORT["doors.cli"] |= {"doors.mcp", "doors.requests", "doors.team", "doors.verbs"}
MAY_IMPORT["doors.team"] |= {"doors.mcp"}  # the same server, for many
MAY_IMPORT["doors.mcp"] |= {"doors.requests", "doors.verbs"}
MAY_IMPORT["doors.requests"] |= INNER  # the daemon's own: it reads files by their adapter
"""What a room may import of vaultwatch. Doors reach adapters only through services."""

PURE_LIBRARIES = {"frontmatter", "markdown_it", "mdit_py_plugins", "numpy", "yaml"}
PURE_LIBRARIES |= {"anyascii", "snowballstemmer"}
PURE_PARTS = frozenset(
    {
        "importlib.resources",  # a package's own data is as constant as its code
        "urllib.parse",  # percent-encoding
        "pathlib.PurePath",
        "pathlib.PurePosixPath",
        "sys.intern",
    }
)
"""Names of worldly modules that themselves touch nothing."""
# fmt: off
WORLD = frozenset({
    "asyncio", "atexit", "concurrent", "ctypes", "dbm", "email", "faulthandler", "fcntl",
    "fileinput", "ftplib", "gc", "getpass", "glob", "http", "imaplib", "importlib", "inspect",
    "linecache", "locale", "logging", "marshal", "mmap", "multiprocessing", "os", "pathlib",
    "pickle", "pkgutil", "platform", "poplib", "posix", "pty", "pwd", "queue", "random",
    "resource", "runpy", "sched", "secrets", "select", "selectors", "shelve", "shutil", "signal",
    "smtplib", "socket", "socketserver", "sqlite3", "ssl", "subprocess", "sys", "tarfile",
    "tempfile", "threading", "time", "tracemalloc", "urllib", "uuid", "warnings", "webbrowser",
    "weakref", "zipfile", "zipimport", "zoneinfo",
})
# fmt: on
"""Modules of the standard library that read or change what is not an argument: files, clocks,
chance, processes, the network, the interpreter. Logging is of the world too: a pure function
returns what it noticed."""
WORLDLY_CALLS = frozenset(
    {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
)
CLOCKS = frozenset({"now", "utcnow", "today"})

SHOWN_TO_AGENTS = {"shapes.py"}
"""Its types are named as agents read them in the tools' schemas, as the values they show are."""

LONGEST_MODULE_LINES = 600
LONGEST_FUNCTION_LINES = 50
EXCUSE = "# Long because "
FOR_TOOLS = ("#!", "# noqa", "# type:", "# fmt:")


@dataclass(frozen=True, slots=True)
class Module:
    """One of our modules, parsed."""

    path: Path
    room: str
    """The first name below `vaultwatch`; of a door, the first two."""
    tree: ast.Module


def ours(root: Path = PACKAGE) -> list[Path]:
    return sorted(root.rglob("*.py"))


@cache
def read(path: Path) -> Module:
    return Module(path, room_of(path.relative_to(PACKAGE).with_suffix("").parts), tree_of(path))


def room_of(parts: Sequence[str]) -> str:
    """Return the room that a module's parts below `vaultwatch` lead to."""
    is_door = parts[0] == "doors" and parts[1:2] and not parts[1].startswith("__")
    return ".".join(parts[: 1 + bool(is_door)])


def imported(tree: ast.Module, *, package: str) -> Iterator[str]:
    """Yield the dotted name of every import: at the top, in a function or for types alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *filter(None, [base])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


@cache
def imported_by(module: Module) -> tuple[str, ...]:
    package = ".".join(module.path.parent.relative_to(ROOT).parts)
    return tuple(imported(module.tree, package=package))


def is_within(name: str, allowed: frozenset[str]) -> bool:
    """Say whether a dotted name is one of the allowed or stands below one of them."""
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


def worldly_imports(names: Iterable[str]) -> list[str]:
    """Return the imports that a pure room may not have."""
    found = []
    for name in names:
        top = name.split(".", maxsplit=1)[0]
        if top in PURE_LIBRARIES | {"vaultwatch", "__future__"} or is_within(name, PURE_PARTS):
            continue
        if top in WORLD or top not in sys.stdlib_module_names:
            found.append(name)
    return found


def worldly_calls(tree: ast.Module) -> list[str]:
    """Return the calls that reach past the arguments without an import."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in WORLDLY_CALLS:
                found.append(f"{name}() on line {node.lineno}")
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=name)
            ) if name in CLOCKS:
                found.append(f"{name}() on line {node.lineno}")
    return found


def rooms_of(names: Iterable[str]) -> set[str]:
    """Return the rooms that these imports lead to."""
    own = (name.split(".") for name in names if name.split(".", maxsplit=1)[0] == "vaultwatch")
    rooms = {room_of(parts[1:]) if len(parts) > 1 else "__init__" for parts in own}
    return {"__init__" if room.startswith("__") else room for room in rooms}


def first_comment(source: str) -> str:
    """Return the first comment for people in a piece of code, or nothing."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = (token.string for token in tokens if token.type == tokenize.COMMENT)
    return next((text for text in comments if not text.startswith(FOR_TOOLS)), "")


def too_long(source: str, tree: ast.Module) -> list[str]:
    """Return what is longer than it may be without saying why."""
    lines = source.splitlines(keepends=True)
    found = []
    if len(lines) > LONGEST_MODULE_LINES and not first_comment(source).startswith(EXCUSE):
        found.append(f"the module: {len(lines)} lines")
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            last = node.end_lineno or node.lineno
            length = last - node.lineno + 1
            if length <= LONGEST_FUNCTION_LINES:
                continue
            # Dedented by indenting: a body alone is no module, `if 1:` makes it one.
            code = "".join(["if 1:\n", *lines[node.lineno - 1 : last]])
            if not first_comment(code).startswith(EXCUSE):
                found.append(f"{node.name}: {length} lines")
    return found


def types_of(tree: ast.Module) -> Iterator[str]:
    """Yield the names of a module's classes, aliases and new types, private ones left out."""
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name):
                found = name
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                found = name
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="NewType"))
            ):
                found = name
            case _:
                continue
        if not found.startswith("_"):
            yield found


def class_calls(module: Module, names: frozenset[str]) -> list[str]:
    """Return the calls in a module to any of these classes."""
    return [
        f"{node.func.id} on line {node.lineno}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def built_by_wiring() -> frozenset[str]:
    """Return the adapter classes that wiring imports and calls."""
    wiring = read(PACKAGE / "wiring.py")
    adapters = frozenset(
        name.rsplit(".", 1)[-1]
        for name in imported_by(wiring)
        if name.startswith("vaultwatch.adapters.") and name.rsplit(".", 1)[-1][0].isupper()
    )
    return frozenset(call.split(" ", maxsplit=1)[0] for call in class_calls(wiring, adapters))


OF_EXTRAS = frozenset({"ray"})
"""Who imports one of these tells a user that lacks it what to install."""


@cache
def providers() -> dict[str, set[str]]:
    """Return, for each module that can be imported, the distributions that bring it."""
    found = packages_distributions().items()
    return {module: {plain(name) for name in names} for module, names in found}


@cache
def declared() -> frozenset[str]:
    """Return the distributions that a user of the wheel has, or is told to ask for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    return frozenset(plain(one) for one in chain(project["dependencies"], *extras))


def undeclared(names: Iterable[str]) -> set[str]:
    """Return the libraries that are imported without being asked for in pyproject.toml."""
    tops = {name.split(".", maxsplit=1)[0] for name in names}
    libraries = tops - sys.stdlib_module_names - {"vaultwatch"} - OF_EXTRAS
    return {top for top in libraries if not providers().get(top, set()) & declared()}


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_a_module_imports_only_the_rooms_that_its_own_may_know() -> None:
    modules = {named(path): read(path) for path in ours()}
    unknown = {module.room for module in modules.values()} - MAY_IMPORT.keys()
    assert not unknown, f"say in MAY_IMPORT what {unknown} may import"
    beyond = {
        name: rooms_of(imported_by(module)) - MAY_IMPORT[module.room]
        for name, module in modules.items()
    }
    assert {name: rooms for name, rooms in beyond.items() if rooms} == {}


def test_pure_rooms_touch_nothing_of_the_world() -> None:
    touched = {
        named(path): [*worldly_imports(imported_by(module)), *worldly_calls(module.tree)]
        for path in ours()
        if (module := read(path)).room in {*PURE_ROOMS, "errors"}
    }
    assert touched, "no pure room was found: has this rule gone blind?"
    assert {name: what for name, what in touched.items() if what} == {}


def test_a_module_imports_only_libraries_that_pyproject_declares() -> None:
    assert {
        named(path): names for path in ours() if (names := undeclared(imported_by(read(path))))
    } == {}


@pytest.mark.parametrize("room", ["services", "doors"])
def test_only_wiring_builds_adapters(room: str) -> None:
    if not (PACKAGE / "wiring.py").exists():
        pytest.skip("no wiring yet")
    built = built_by_wiring()
    assert built, "wiring builds no adapter: has this rule gone blind?"
    assert {
        named(path): calls
        for path in ours(PACKAGE / room)
        if (calls := class_calls(read(path), built))
    } == {}


def test_a_type_name_stands_once() -> None:
    paths = [path for path in ours() if path.name not in SHOWN_TO_AGENTS]
    named = Counter(name for path in paths for name in types_of(read(path).tree))
    twice = {name for name, times in named.items() if times > 1} - {"Value"}  # drift's goes
    assert twice == set(), "a word means one thing in this house: rename one of the two"


def test_one_module_says_which_day_it_is() -> None:
    assert {
        named(path)
        for path in ours()
        for node in ast.walk(read(path).tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (node.func.attr in {"combine", "today"} or (node.func.attr == "date" and not node.args))
    } == {"vaultwatch/notes/days.py"}


def test_no_value_is_asked_for_an_abstract_class() -> None:
    # While a thread makes a class under one, another's question may be kept falsely for good
    # (CPython issue 116093, open): a text counted as a mapping in a server that was starting.
    abstract = set(abc.__all__)
    found = [
        f"{named(path)}:{call.lineno}"
        for path in ours()
        for call in ast.walk(read(path).tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in {"isinstance", "issubclass"}
        if {one.id for one in ast.walk(call.args[1]) if isinstance(one, ast.Name)} & abstract
    ]
    assert not found, f"ask for dict, list, tuple or callable(): {found}"


def test_nothing_is_long_without_saying_why() -> None:
    folders = ("vaultwatch", "tests", "benchmarks")
    everything = [path for folder in folders for path in ours(ROOT / folder)]
    assert {
        named(path): found
        for path in everything
        if (found := too_long(path.read_text(encoding="utf-8"), tree_of(path)))
    } == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param("import os.path", ["os.path"], id="a worldly module"),
        pytest.param("def f():\n    import sqlite3", ["sqlite3"], id="hidden in a function"),
        pytest.param("from pathlib import Path", ["pathlib.Path"], id="a path that can be read"),
        pytest.param("from pathlib import PurePosixPath", [], id="a path that cannot"),
        pytest.param("from urllib.parse import unquote", [], id="percent-encoding"),
        pytest.param("import urllib.request", ["urllib.request"], id="the network"),
        pytest.param("from lancedb import connect", ["lancedb.connect"], id="a library"),
        pytest.param("import numpy as np\nimport re", [], id="numpy and the pure stdlib"),
    ],
)
def test_worldly_imports_are_seen(source: str, found: list[str]) -> None:
    assert worldly_imports(imported(ast.parse(source), package="vaultwatch.notes")) == found


@pytest.mark.parametrize(
    ("source", "libraries"),
    [
        pytest.param("import yaml, rich.text, re", set(), id="declared under another name"),
        pytest.param("from pytest import raises", {"pytest"}, id="a tool of ours alone"),
        pytest.param("import not_there_at_all", {"not_there_at_all"}, id="nobody's"),
    ],
)
def test_undeclared_libraries_are_seen(source: str, libraries: set[str]) -> None:
    assert undeclared(imported(ast.parse(source), package="vaultwatch.doors.cli")) == libraries


@pytest.mark.parametrize(
    ("source", "rooms"),
    [
        pytest.param("from vaultwatch.drift.model import Quote", {"drift"}, id="absolute"),
        pytest.param("from vaultwatch import drift", {"drift"}, id="from the package"),
        pytest.param("from ..drift import model", {"drift"}, id="relative, a room beside"),
        pytest.param("from . import model", {"notes"}, id="relative, the own room"),
        pytest.param("from vaultwatch import __version__", {"__init__"}, id="the version"),
        pytest.param("import vaultwatch.doors.cli.main", {"doors.cli"}, id="a plain import"),
    ],
)
def test_arrows_are_seen(source: str, rooms: set[str]) -> None:
    assert rooms_of(imported(ast.parse(source), package="vaultwatch.notes")) == rooms


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param("open('a')", ["open() on line 1"], id="a file"),
        pytest.param("\ndatetime.now(UTC)", ["now() on line 2"], id="the clock"),
        pytest.param("pattern = re.compile('a')", [], id="a regex"),
    ],
)
def test_worldly_calls_are_seen(source: str, found: list[str]) -> None:
    assert worldly_calls(ast.parse(source)) == found


LINES = "    a = 1\n" * LONGEST_FUNCTION_LINES


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param(f"def f():\n{LINES}", ["f: 51 lines"], id="a long function"),
        pytest.param(f"def f():\n    {EXCUSE}it is a table.\n{LINES}", [], id="one that says why"),
        pytest.param(
            f"# Another comment.\ndef f():\n    # Sets a.\n{LINES}",
            ["f: 52 lines"],
            id="a plain one",
        ),
        pytest.param(
            f"def f():  # noqa: C901\n    {EXCUSE}it is a table.\n{LINES}", [], id="below a noqa"
        ),
        pytest.param("a = 1\n" * 601, ["the module: 601 lines"], id="a long module"),
        pytest.param(
            f"{EXCUSE}it is a table.\n" + "a = 1\n" * 601, [], id="a module that says why"
        ),
    ],
)
def test_long_code_is_seen(source: str, found: list[str]) -> None:
    assert too_long(source, ast.parse(source)) == found
