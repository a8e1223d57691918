"""Names of code, looked up in a real repository of four languages, and what commit changed them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract import homes
from tests.contract.homes import git
from vaultwatch.adapters.reality.project_folders import Roots
from vaultwatch.adapters.reality.world import World
from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.judging import judge
from vaultwatch.memories.checks.model import MachineCheck
from vaultwatch.memories.checks.written import read_spec

made_once, home = homes.made_once, homes.home
BASE = "~/src/x"
FILES = {
    "src/app/config.py": "retry_limit = 5\nMAX_CONNS = 20\nclass Plain:\n    def send(self): ...\n",
    "src/app/rows.py": "from app.config import *\n\ndef load(): ...\n",
    "web/list.ts": "export const PAGE_SIZE: number = 50;\nexport function parseRow(): void {}\n",
    "pkg/rows.go": "package rows\n\nconst MaxConns = 20\n\nfunc parseRow() {}\n",
    "core/pool.rs": "pub const POOL_SIZE: usize = 4;\npub fn open() {}\n",
    "docs/guide.md": "MAX_CONNS is 20, LONE_NAME is 3.\n",
    "deploy.yaml": "WORKERS: 8\n",
    "src/app/work.py": "WORKERS = 4\napi_token = 'a'\n",
}


@pytest.fixture
def project(home: Path) -> Path:
    """A project in four languages, as it is after what was found in it was changed."""
    project = home / "src" / "x"
    for name, text in FILES.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    return project


def looked(home: Path, check: MachineCheck) -> str:
    """Return what comes of a check, and why."""
    world = World(Roots(home))
    try:
        found = judge(check, world.look(check))
        is_wrong = found.outcome == "contradicts"
        commit = world.commit_of(check, found.found)[1] if is_wrong else ""
        return f"{found.outcome}: {found.found}{commit}"
    finally:
        world.close()


def of_line(home: Path, line: str) -> str:
    return looked(home, replace(read_spec(line), base=BASE))


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("src/app/config.py::retry_limit = 5", "passes: it is 5"),
        ("src/app/config.py::retry_limit = 10", "contradicts: it is 5"),
        ("app/config.py::Plain.send", "passes: it is there"),
        ("src/app/config.py::Plain.recv", "contradicts: it does not stand there"),
        ("src/app/config.py::load",
         "contradicts: it does not stand there; src/app/rows.py defines it"),
        ("src/app/rows.py::nowhere", "cannot_tell: it may be defined there by other means"),
        ("src/app/none.py::load", "cannot_tell: src/app/none.py is not there"),
        ("web/list.ts::PAGE_SIZE = 50", "passes: it is 50"),
        ("web/list.ts::PAGE_SIZE = 20", "contradicts: it is 50"),
        ("web/list.ts::parseRow", "passes: it is there"),
        ("web/list.ts::load",
         "contradicts: it does not stand there; src/app/rows.py defines it"),
        ("pkg/rows.go::MaxConns = 10", "contradicts: it is 20"),
        ("pkg/rows.go::parseRow", "passes: it is there"),
        ("pkg/rows.go::parse_row", "contradicts: it does not stand there"),
        ("core/pool.rs::POOL_SIZE = 8", "contradicts: it is 4"),
        ("core/pool.rs::open", "passes: it is there"),
        ("core/pool.rs::close", "contradicts: it does not stand there"),
        ("symbol . MAX_CONNS 20", "passes: it is 20"),
        ("symbol . MAX_CONNS 30", "contradicts: it is 20"),
        ("symbol . LONE_NAME 4", "cannot_tell: no value of it is written there"),
        ("symbol . WORKERS 8",
         "cannot_tell: it is given more than one value, or one that is reckoned"),
        ("symbol . WORKERS 4", "passes: it is 4"),
        ("symbol . load", "passes: it is there"),
        ("symbol . no_such_name", "cannot_tell: no file is known to define it"),
        ("src/app/work.py::api_token = a",
         "cannot_tell: what looks like a password is not looked at"),
    ],
)  # fmt: skip
def test_a_name_is_looked_up_in_what_git_keeps(home: Path, line: str, found: str) -> None:
    said = of_line(home, line)
    assert said.partition(" (commit ")[0] == found


def test_the_commit_that_changed_it_is_named_and_nobody_who_made_it(
    home: Path, project: Path
) -> None:
    (project / "src/app/config.py").write_text("retry_limit = 10\n")
    (project / "pkg/rows.go").unlink()
    git(project, "commit", "-qam", "Retry less: asked by mara@example.org")
    (project / "web/list.ts").write_text("export const PAGE_SIZE: number = 70;\n")
    (project / "core/pool.rs").unlink()
    (project / "conf.yaml").write_text("db:\n  port: 5433\n")
    git(project, "commit", "-qam", "Seventy rows a page")
    (project / "web/list.ts").write_text("export const PAGE_SIZE: number = 80;\n")
    (project / "lone.py").write_text("x = 1\n")
    git(project, "add", "-A")
    name = "[0-9a-f]{7,}"
    for line, found in (
        ("src/app/config.py::retry_limit = 5", rf"it is 10 \(commit {name} of \d{{4}}-\d\d-\d\d\)"),
        ("src/app/config.py::Plain", rf"it does not stand there \(commit {name} of [\d-]+\)"),
        ("path pkg/rows.go", rf"it is not there \(commit {name} of [\d-]+\)"),
        (
            "path ~/src/x/core/pool.rs",
            rf"it is not there \(commit {name} .*: “Seventy .* a page”\)",
        ),
        ("value conf.yaml:db.port 5432", rf"it is 5433 \(commit {name} .*: “Seventy .* a page”\)"),
        ("contains conf.yaml hosts", rf"it does not stand there \(commit {name} .*: “Seventy.*”\)"),
        ("web/list.ts::PAGE_SIZE = 50", "it is 80"),
        ("web/list.ts::parseRow", rf"it does not stand there \(commit {name} .*: “Seventy.*”\)"),
    ):
        said = of_line(home, line)
        assert re.fullmatch(f"contradicts: {found}", said), (line, said)


@pytest.mark.parametrize(
    ("words", "outcomes"),
    [
        ("`retry_limit = 5` in `src/app/config.py`.", "passes"),
        ("`retry_limit = 7` in `src/app/config.py`.", "contradicts"),
        ("The function `parse_row` lives in `pkg/rows.go`.", "contradicts"),
        ("The function `parseRow` lives in `pkg/rows.go`.", "passes"),
        ("`MAX_CONNS` is 20.", "passes"),
        ("`MAX_CONNS` is 30.", "contradicts"),
        ("`web/list.ts` defines `PAGE_SIZE`.", "passes"),
        ("`POOL_SIZE` is `8` in `core/pool.rs`.", "contradicts"),
    ],
)
@pytest.mark.usefixtures("project")
def test_what_words_say_of_code_is_looked_up(home: Path, words: str, outcomes: str) -> None:
    (check,) = (one for one in found_checks(words, BASE) if one.kind == "symbol")
    assert check.origin == "named"
    assert looked(home, check).partition(":")[0] == outcomes


def test_a_file_that_git_does_not_keep_tells_nothing(home: Path, project: Path) -> None:
    (project / "own.py").write_text("WORD = 'opensesame'\n")
    for line in ("own.py::WORD = opensesame", "own.py::WORD = x", "own.py::OTHER"):
        assert of_line(home, line) == "cannot_tell: only what git keeps is looked into"
    assert of_line(home, "symbol . WORD opensesame").startswith("cannot_tell")


def test_what_stands_in_a_string_beside_a_secret_is_not_told_of(home: Path, project: Path) -> None:
    (project / "web/list.ts").write_text('login({password: "opensesame"});\ncheck("bell");\n')
    (project / "src/app/work.py").write_text("login(password='opensesame')\ncheck('bell')\n")
    for file in ("web/list.ts", "src/app/work.py"):
        hidden, absent = (of_line(home, f"{file}::{name}") for name in ("opensesame", "nothing"))
        assert hidden == absent
        for name in ("bell", "login"):
            assert of_line(home, f"{file}::{name}").endswith(
                "it may be defined there by other means"
            )


def test_a_name_that_is_only_used_is_told_where_it_is_defined(home: Path, project: Path) -> None:
    (project / "src/app/work.py").write_text("from app.rows import load\nload()\n")
    (project / "src/app/__init__.py").write_text("from app.rows import load\n")
    git(project, "add", "-A")
    said = of_line(home, "src/app/work.py::load")
    assert said.startswith("contradicts: it does not stand there; src/app/rows.py defines it")
    assert of_line(home, "src/app/__init__.py::load").startswith("cannot_tell")
    (project / "src/app/more.py").write_text("def load(): ...\n")
    git(project, "add", "-A")
    assert of_line(home, "src/app/work.py::load").startswith("cannot_tell")
