"""A home with a project that git keeps, and what checks see in it: for the tests of `World`."""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from vaultwatch.adapters.reality.project_folders import Roots
from vaultwatch.adapters.reality.world import World
from vaultwatch.memories.checks.model import CheckOrigin, Sighting
from vaultwatch.memories.checks.written import read_spec


def git(folder: Path, *words: str, date: str = "") -> None:
    """Let git do something in a folder; a commit is made on the `date`, else now."""
    own = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")
    command = ["git", "-C", str(folder), *own, *words]
    dates = {f"GIT_{who}_DATE": date for who in ("AUTHOR", "COMMITTER") if date}
    env = {**os.environ, **dates}
    subprocess.run(command, check=True, capture_output=True, env=env)  # noqa: S603 -- our own words


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a project that git keeps, and no commit in it; to be copied, not changed."""
    home = tmp_path_factory.mktemp("made") / "home"
    project = home / "src" / "x"
    (project / "lib" / "deep").mkdir(parents=True)
    (project / "lib" / "deep" / "tool.py").write_text("PORT = 8080\n")
    (project / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.12"\n')
    (project / "package.json").write_text('{"scripts": {"build": "x"}, "a": {"b.c": [1, 2]}}')
    (project / "Makefile").write_text("VAR := 1\n.PHONY: test\ntest lint: all\n\tpytest\n")
    (project / "conf.yaml").write_text("db:\n  hosts:\n  - name: a\n  - name: b\n  port: 5432\n")
    (project / "tox.ini").write_text("[tox]\nenvlist = py3{11-12}\n    docs\n[testenv:lint]\n")
    (project / "noxfile.py").write_text("@nox.session\ndef unit(s):\n    pass\n")
    (project / "setup.py").write_text("setup(python_requires='>=3.12')\n")
    (project / ".env").write_text("API_KEY=hunter2hunter2\n")
    (project / ".gitignore").write_text("made/\n*.log\n")
    git(project, "init", "-q", "-b", "trunk")
    git(project, "add", "-A")
    return home


@pytest.fixture
def home(made_once: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made_once, tmp_path / "home")


def look(home: Path, line: str, base: str = "", origin: CheckOrigin = "property") -> Sighting:
    check = replace(read_spec(line), base=base, origin=origin)
    world = World(Roots(home))
    try:
        return world.look(check)
    finally:
        world.close()


@pytest.fixture
def repository(home: Path) -> Path:
    folder = home / "src" / "x"
    git(folder, "remote", "add", "origin", "https://me:hunter2@git.example.org/me/x.git")
    (folder / "lib" / "deep" / "main.py").touch()
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "one", "--date", "2026-01-02T00:00:00Z")
    (folder / "lib" / "deep" / "tool.py").unlink()
    (folder / "lib" / "deep" / "main.py").unlink()
    git(folder, "commit", "-q", "-a", "-m", "two")
    return folder
