"""What holds for the repository as a whole: no machine's paths, no registry's host, all pinned."""

import ast
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.requirements import plain
from tests.sources import tree_of

ROOT = Path(__file__).resolve().parents[2]

COMMON_FOLDERS = frozenset({"/", "/tmp", "/home", "/opt", "/srv", "/usr", "/var"})  # noqa: S108
"""A checkout may stand directly in one of these; to name them gives nothing away."""
REGISTRY = re.compile(
    r"(?<![\w.])(?:pypi|npm|reg|registry|gems|pkg)\.(?:[\w-]+\.)*(?:org|com|io|net|dev|example)\b"
    r"|pypi\\?\.org|pythonhosted\.org|registry\.npmjs|npmjs\\?\.|rubygems\\?\.org|crates\\?\.io"
    r"|anaconda\.org|index[-_]url\b|find[-_]links\b|trusted[-_]host\b"
    r"|https?://\S+\.(?:whl|tar\.gz|tgz)\b"
)
SOMEONES_HOME = re.compile(r"(?<![\w.])/(?:root/|(?:home|Users)/(?!you\b|me\b|user\b|ada\b)\w)")
"""Home folders; `/home/you` and its like are examples."""
HOMES = "/home"
"""Kept apart from the name behind it below, so that this file passes its own check."""
PIN = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+")


@cache
def tracked() -> list[Path]:
    """Return the files that git keeps, or skip where there is no git or no checkout."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    run = subprocess.run(  # noqa: S603  fixed words
        [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [path for name in run.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def of_this_machine(root: Path) -> re.Pattern[str]:
    """Return what finds a path at or beside the checkout, and anyone's home."""
    folders = {str(root), str(root.parent)} - COMMON_FOLDERS
    here = "|".join(re.escape(folder) for folder in sorted(folders))
    return re.compile(rf"{SOMEONES_HOME.pattern}|(?<![\w.~-])(?:{here})(?:/|$)", re.MULTILINE)


def lines_with(pattern: re.Pattern[str]) -> Iterator[str]:
    for path in tracked():
        text = path.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if pattern.search(line):
                yield f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"


def pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def test_no_file_names_a_path_of_this_machine() -> None:
    assert list(lines_with(of_this_machine(ROOT))) == []


def test_no_file_names_a_package_registry() -> None:
    assert list(lines_with(REGISTRY)) == []


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        pytest.param("see /srv/code/vaultwatch/Makefile", True, id="in the checkout"),
        pytest.param("ls /srv/code/other", True, id="beside it"),
        pytest.param("cd /srv/code", True, id="the folder it stands in"),
        pytest.param(f"{HOMES}/grace/notes", True, id="a home"),
        pytest.param("/home/you/notes", False, id="an example of a home"),
        pytest.param("[[Archive/srv/code/Plan]]", False, id="inside another path"),
        pytest.param("/srv/codex", False, id="another folder"),
    ],
)
def test_a_path_of_this_machine_is_seen(line: str, *, is_found: bool) -> None:
    pattern = of_this_machine(Path("/srv/code/vaultwatch"))
    assert bool(pattern.search(line)) == is_found


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        pytest.param(f"see https://{'npm'}.example.org/left", True, id="a host named for one"),
        pytest.param(f"docker pull {'registry'}.example.net/base", True, id="without a scheme"),
        pytest.param("registry.get(name)", False, id="code"),
        pytest.param("the npm registry was down", False, id="the word"),
    ],
)
def test_a_package_registry_is_seen(line: str, *, is_found: bool) -> None:
    assert bool(REGISTRY.search(line)) == is_found


def test_every_constraint_is_one_version_and_no_address() -> None:
    assert [line for line in pins() if not PIN.fullmatch(line)] == []


def test_everything_the_project_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *project["dependency-groups"]["dev"],
    ]
    pinned = {plain(line) for line in pins()}
    assert [name for name in asked if plain(name) not in pinned] == []


def asserts_something(path: Path) -> bool:
    tree = tree_of(path)
    claims = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assert)
        or (isinstance(node, ast.Attribute) and node.attr in {"raises", "warns"})
    ]
    is_contract_run = any(isinstance(n, ast.ClassDef) and n.bases for n in ast.walk(tree))
    return bool(claims) or is_contract_run


def test_every_test_module_asserts_something() -> None:
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    assert [path.name for path in modules if not asserts_something(path)] == []
