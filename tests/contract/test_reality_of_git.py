"""What git's history tells of paths, and what is learnt of files that it does not keep."""

import hashlib
import shutil
from pathlib import Path

import pytest

from tests.contract import homes
from tests.contract.homes import git, look
from vaultwatch.memories.checks.judging import judge
from vaultwatch.memories.checks.model import Sighting
from vaultwatch.memories.checks.written import read_spec

made_once, home, repository = homes.made_once, homes.home, homes.repository


@pytest.mark.usefixtures("repository")
def test_git_is_asked_and_its_history_tells_what_is_gone(home: Path) -> None:
    base = "~/src/x"
    assert look(home, "branch . trunk", base).state == "there"
    assert look(home, "branch . main", base).state == "gone"
    remote = look(home, "remote . https://git.example.org/me/x", base)
    assert remote == Sighting("there", "https://git.example.org/me/x.git")
    assert look(home, "tracked Makefile", base).state == "there"
    assert look(home, "tracked lib", base).state == "gone"
    assert look(home, "changed Makefile 2026-03-31", base).value
    assert look(home, "path deep/tool.py", base).state == "gone"
    assert look(home, "path lib/none.py", base) == Sighting("never")
    assert look(home, "path ~/src/x/lib/none.py") == Sighting("never")
    assert look(home, "path ~/src/x/lib/deep/tool.py").state == "gone"
    assert look(home, "path ~/src/x/made/a.txt").why == "git ignores it there"
    assert look(home, "path other/none.py", base).why == "git never knew it there"
    assert look(home, "path tool.py", base).state == "gone"
    # Many projects have one that is called so: only one at this project's root counts.
    assert look(home, "path main.py", base).why == "git never knew it there"


def test_a_file_that_is_deleted_and_not_committed_is_gone(home: Path, repository: Path) -> None:
    base = "~/src/x"
    for name in ("kept.py", "apart.py"):
        (repository / "lib" / "deep" / name).touch()
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    git(repository, "update-index", "--skip-worktree", "lib/deep/apart.py")
    for line in ("path lib/deep/kept.py", "path deep/kept.py", "path ~/src/x/lib/deep/kept.py"):
        assert look(home, line, base) == Sighting("there"), line
    shutil.rmtree(repository / "lib")
    for line in ("path lib/deep/kept.py", "path deep/kept.py", "path ~/src/x/lib/deep/kept.py"):
        assert look(home, line, base) == Sighting("gone"), line
    for line in ("path lib/deep/apart.py", "path lib/deep/", "path ~/src/x/lib/deep/apart.py"):
        assert look(home, line, base).why == "git leaves it out of this checkout", line


def test_the_place_where_a_file_went_is_told_and_no_other(home: Path, repository: Path) -> None:
    base = "~/src/x"
    for number in range(3):
        (repository / "lib" / f"part{number}.py").write_text(f"part {number}\n" * 9)
    (repository / "lib" / "lone.py").write_text("alone\n" * 9)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    git(repository, "mv", "lib", "core")
    git(repository, "commit", "-qm", "four")
    git(repository, "mv", "core/part0.py", "core/first.py")
    git(repository, "mv", "core/lone.py", "core/utils.py")
    git(repository, "commit", "-qm", "five")
    (repository / "core" / "part1.py").rename(repository / "core" / "unkept.py")
    git(repository, "rm", "-q", "core/part1.py")
    git(repository, "commit", "-qm", "six")
    (repository / "den").mkdir()
    for name in ("den/owl.py", "den/elk.py", "core/elk.py"):
        (repository / name).write_text(f"{name} as it was\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "seven")
    git(repository, "rm", "-q", "den/owl.py", "den/elk.py")
    (repository / "core" / "owl.py").write_text("all anew\n" * 9)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "eight")
    for written, there in (
        ("den/owl.py", "core/owl.py"),
        ("den/elk.py", ""),
        ("lib/part0.py", "core/first.py"),
        ("~/src/x/lib/part0.py", "~/src/x/core/first.py"),
        ("lib/part2.py", "core/part2.py"),
        ("lib/", "core/"),
        ("~/src/x/lib", "~/src/x/core"),
        ("lib/part1.py", ""),
        ("lib/deep/main.py", ""),
    ):
        seen = look(home, f"path {written}", base)
        assert (seen.state, seen.value) == ("gone", there), written
    for name in ("owl.py", "part2.py"):
        (repository / "core" / name).unlink()  # git keeps it still
    for written in ("den/owl.py", "lib/part2.py"):
        assert look(home, f"path {written}", base).value == "", written


def test_what_stands_on_another_branch_or_in_a_submodule_is_not_called_gone(
    home: Path, repository: Path
) -> None:
    part = home / "src" / "part"
    (part / "src").mkdir(parents=True)
    (part / "src" / "a.c").touch()
    git(part, "init", "-q")
    git(part, "add", "-A")
    git(part, "commit", "-qm", "one")
    (repository / "ext").mkdir()
    (repository / "ext" / "b.c").touch()
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    git(repository, "rm", "-rq", "ext")
    git(repository, "commit", "-qm", "four")
    git(repository, "submodule", "add", "-q", str(part), "ext")
    git(repository, "commit", "-qm", "five")
    git(repository, "switch", "-qc", "side")
    (repository / "lib" / "soon.py").touch()
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "six")
    git(repository, "switch", "-q", "trunk")
    copy = home / "src" / "copy"
    git(home, "clone", "-q", str(repository), str(copy))
    git(home, "-C", str(repository), "worktree", "add", "-q", str(home / "src" / "tree"), "HEAD")
    for base in ("~/src/x", "~/src/copy", "~/src/tree"):
        assert look(home, "path lib/soon.py", base).why == "it stands on another branch"
        assert look(home, "path lib/deep/tool.py", base).state == "gone"
    assert look(home, "path ext/src/a.c", "~/src/x") == Sighting("there")
    assert look(home, "path ext/src/b.c", "~/src/x") == Sighting("never")
    for line in ("path ext/src/a.c", "path ext/b.c", "path ~/src/copy/ext/src/a.c",
                 "contains ext/src/a.c x", "script ext make:all"):  # fmt: skip
        seen = look(home, line, "~/src/copy", origin="named")
        assert seen.why == "the submodule ext is not checked out", line
    assert look(home, "path ext/", "~/src/copy") == Sighting("there")


def test_nothing_is_learnt_of_what_git_does_not_keep(home: Path, repository: Path) -> None:
    outside = home / "src" / "own.toml"
    words = '[door]\nword = "opensesame"\n'
    for name in ("kept.toml", "changed.toml", "open.toml", "coded.toml"):
        (repository / name).write_text(words)
    (repository / ".gitattributes").write_text("coded.toml filter=code\n")
    (repository / "link.toml").symlink_to(outside)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    git(repository, "update-index", "--skip-worktree", "changed.toml")
    (repository / "new.toml").write_text(words)
    outside.write_text(words)
    assert look(home, "contains open.toml opensesame", "~/src/x") == Sighting("there")
    assert look(home, "contains open.toml close", "~/src/x").state == "gone"
    assert look(home, "value kept.toml:door.word x", "~/src/x").value == "opensesame"
    for name in (
        "new.toml",
        "changed.toml",
        "coded.toml",
        "link.toml",
        ".git/config",
        "~/src/own.toml",
    ):
        for line in (f"contains {name} opensesame", f"contains {name} url", f"contains {name} no",
                     f"value {name}:door.word opensesame", f"value {name}:door.word x",
                     f"digest {name} {hashlib.sha256(words.encode()).hexdigest()}",
                     f"digest {name} {'0' * 64}"):  # fmt: skip
            told = judge(read_spec(line), look(home, line, "~/src/x"))
            assert told.outcome == "cannot_tell", line
            assert told.found.startswith("only "), line
    (repository / ".python-version").write_text("3.12\n")
    env = home / "src" / "env" / "lib" / "python3.11" / "site-packages"
    (env / "acme-4.5.dist-info").mkdir(parents=True)
    for line in ("host no-such-host", "os plan9", "command git 0.1", "runtime . python 3.7",
                 "package ~/src/env acme 4.4", "remote . https://h/x"):  # fmt: skip
        told = judge(read_spec(line), look(home, line, "~/src/x"))
        assert told.outcome == "contradicts", line
        assert not any(sign.isdigit() or sign == ":" for sign in told.found), told.found


def test_what_was_only_edited_is_compared_and_not_told(home: Path, repository: Path) -> None:
    (repository / ".nvmrc").write_text("20\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    conf = repository / "conf.yaml"
    conf.write_text(conf.read_text().replace("5432", "6543").replace("name: a", "name: z"))
    (repository / ".nvmrc").write_text("22\n")
    (repository / "package.json").write_text('{"a": {"own": "drafted"}, "b": "x"}')
    for line, value in (
        ("value conf.yaml:db.port 5432", "6543"),
        ("value conf.yaml:db.hosts.0.name a", "z"),
        ("value package.json:a.own y", "drafted"),
        ("runtime . node 20", "22"),
    ):
        seen = look(home, line, "~/src/x")
        told = judge(read_spec(line), seen)
        assert (seen.value, seen.is_open, told.outcome) == (value, False, "contradicts"), line
        assert value not in told.found, told.found
    assert look(home, "value conf.yaml:db.hosts.1.name x", "~/src/x").is_open, "it stood before"
    git(repository, "commit", "-qam", "four")
    for line in ("value conf.yaml:db.port 5432", "runtime . node 20"):
        assert look(home, line, "~/src/x").is_open, line
