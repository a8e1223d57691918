"""Of which project a folder is, asked of real repositories."""

import os
import subprocess
from pathlib import Path

import pytest

from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.memories.projects import Project, are_one


def git(folder: Path, *words: str) -> None:
    """Run git without what this machine's user set."""
    own = ["-c", "user.name=n", "-c", "user.email=e@x.org", "-c", "init.defaultBranch=main"]
    own += ["-c", "protocol.file.allow=always"]
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(  # noqa: S603 -- our own words
        ["git", "-C", str(folder), *own, *words],  # noqa: S607
        check=True,
        capture_output=True,
        env=env,
    )


def made(folder: Path, *, remote: str = "") -> Path:
    """Make a repository with one commit."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "Begin.")
    if remote:
        git(folder, "remote", "add", "origin", remote)
    return folder


def at(folder: Path) -> Project:
    return project_at(str(folder))


def same(one: Path, other: Path) -> bool | None:
    return are_one(at(one).ids, at(other).ids)


def test_two_folders_of_one_name_are_two_projects(tmp_path: Path) -> None:
    for repository in (False, True):
        a, b = (tmp_path / f"{repository}{one}" / "proj" for one in "ab")
        for one in (a, b):
            made(one) if repository else one.mkdir(parents=True)
        assert (at(a).name, at(b).name) == ("proj", "proj")
        assert same(a, b) is False
        assert same(a, a) is True


def test_a_folder_below_is_of_the_repository(tmp_path: Path) -> None:
    repo = made(tmp_path / "mono")
    (repo / "packages" / "api").mkdir(parents=True)
    below = at(repo / "packages" / "api")
    assert (below.name, below.ids) == ("mono", at(repo).ids)
    assert below.is_named("api"), "as hand-overs were named before"


def test_worktrees_are_of_their_repository(tmp_path: Path) -> None:
    repo = made(tmp_path / "proj")
    git(repo, "worktree", "add", "-q", str(tmp_path / "elsewhere" / "fix"))
    assert at(tmp_path / "elsewhere" / "fix").ids == at(repo).ids
    assert at(tmp_path / "elsewhere" / "fix").name == "proj"


@pytest.mark.parametrize("name", ["proj.git", "proj/.bare"])
def test_worktrees_of_a_bare_repository_are_of_it(tmp_path: Path, name: str) -> None:
    source, bare = made(tmp_path / "source"), tmp_path / name
    git(tmp_path, "clone", "-q", "--bare", str(source), str(bare))
    git(bare, "worktree", "add", "-q", str(tmp_path / "proj" / "one"))
    git(bare, "worktree", "add", "-q", str(tmp_path / "two"), "-b", "two")
    git(bare, "remote", "remove", "origin")
    assert at(tmp_path / "two").ids == at(tmp_path / "proj" / "one").ids == at(bare).ids
    assert at(tmp_path / "two").name == "proj"


def test_clones_of_one_address_are_one_project_whatever_their_folders_are_called(
    tmp_path: Path,
) -> None:
    a = made(tmp_path / "proj", remote="git@host.org:me/proj.git")
    b = made(tmp_path / "proj-2", remote="https://host.org/me/proj")
    c = made(tmp_path / "c" / "proj", remote="https://host.org/you/proj")
    assert (same(a, b), same(a, c)) == (True, False)
    assert at(b).name == "proj"


def test_clones_of_a_repository_on_this_machine_are_one_project(tmp_path: Path) -> None:
    source = made(tmp_path / "proj")
    for name in ("one", "two"):
        git(tmp_path, "clone", "-q", str(source), name)
    assert same(tmp_path / "one", tmp_path / "two") is True
    assert same(source, tmp_path / "two") is True
    git(source, "remote", "add", "origin", str(tmp_path / "one"))
    assert same(source, tmp_path / "two") is True, "a ring of clones ends"


def test_a_folder_that_becomes_a_repository_stays_the_same_project(tmp_path: Path) -> None:
    (tmp_path / "proj").mkdir()
    before = at(tmp_path / "proj")
    git(tmp_path / "proj", "init", "-q")
    assert at(tmp_path / "proj").ids == before.ids
    git(tmp_path / "proj", "remote", "add", "origin", "https://host.org/me/proj")
    assert are_one(at(tmp_path / "proj").ids, before.ids) is True


def test_a_submodule_is_a_project_of_its_own(tmp_path: Path) -> None:
    part, whole = made(tmp_path / "part"), made(tmp_path / "whole")
    git(whole, "submodule", "add", "-q", str(part), "sub")
    assert same(whole, whole / "sub") is False
    assert same(part, whole / "sub") is True


def test_a_link_leads_to_the_project_itself(tmp_path: Path) -> None:
    repo = made(tmp_path / "proj")
    (tmp_path / "link").symlink_to(repo)
    assert at(tmp_path / "link").ids == at(repo).ids
    assert at(tmp_path / "link").is_named("link")


def test_a_repository_of_all_of_the_home_is_not_that_of_what_lies_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    git(tmp_path, "init", "-q")
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert same(tmp_path / "a", tmp_path / "b") is False
    assert same(tmp_path, tmp_path / "a") is False


@pytest.mark.parametrize("mark", ["gitdir: /nowhere/.git/worktrees/x", "", "\0\xff", "gitdir: ."])
def test_a_broken_mark_leaves_the_folder_a_project_by_its_place(tmp_path: Path, mark: str) -> None:
    (tmp_path / "proj").mkdir()
    (tmp_path / "proj" / ".git").write_text(mark, encoding="latin-1")
    assert at(tmp_path / "proj").name == "proj"
    assert len(at(tmp_path / "proj").ids) == 1


@pytest.mark.parametrize(
    "folder", ["", "  ", "a\0b", "/", "/gone/away", "C:\\w\\proj", "x" * 5_000]
)
def test_any_folder_is_some_project_or_none(folder: str) -> None:
    assert project_at(folder) == project_at(folder)
    assert project_at("").ids == ()


def test_who_logs_in_stands_in_no_id(tmp_path: Path) -> None:
    with_word = made(tmp_path / "a", remote="https://me:geheim@host.org/me/proj")
    without = made(tmp_path / "b", remote="https://host.org/me/proj")
    assert at(with_word).ids[1] == at(without).ids[1]
    assert "geheim" not in repr(at(with_word))
