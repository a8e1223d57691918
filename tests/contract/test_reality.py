"""This machine as checks see it: what is there, and what is never read, run or waited for."""

import hashlib
import os
import re
import shutil
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.contract import homes
from tests.contract.homes import git, look
from vaultwatch.adapters.reality.project_folders import Roots, is_secret, project_of
from vaultwatch.adapters.reality.world import HangsError, Patience, World
from vaultwatch.memories.checks.judging import judge
from vaultwatch.memories.checks.model import MachineCheck, Sighting
from vaultwatch.memories.checks.written import read_spec

made_once, home, repository = homes.made_once, homes.home, homes.repository


@pytest.mark.parametrize(
    ("line", "state", "value"),
    [
        ("path ~/src/x", "there", ""),
        ("file ~/src/x", "gone", "a folder stands there"),
        ("path ~/src/y", "gone", ""),
        ("path lib/deep/tool.py", "there", ""),
        ("path deep/tool.py", "there", ""),
        ("path lib/tool.py", "gone", "it is not there; lib/deep/tool.py is called alike"),
        ("path lib/none.py", "gone", ""),
        ("path made/a.txt", "unknown", ""),
        ("path server/app.py", "unknown", ""),
        ("contains lib/deep/tool.py PORT", "there", ""),
        ("contains lib/deep/tool.py HOST", "gone", ""),
        ("value pyproject.toml:project.requires-python 3", "there", ">=3.12"),
        ("value package.json:a.b.c.1 2", "there", "2"),
        ("value package.json:a.z 2", "gone", "no such key stands there"),
        ("value conf.yaml:db.hosts.1.name b", "there", "b"),
        ("value conf.yaml:db.port 5432", "there", "5432"),
        ("value conf.yaml:db.hosts 1", "unknown", ""),
        ("runtime . python 3.11", "there", ">=3.12"),
        ("runtime . node 20", "unknown", ""),
        ("script . npm:build", "there", ""),
        ("script . npm:lint", "gone", ""),
        ("script . make:lint", "there", ""),
        ("script . make:deploy", "gone", ""),
        ("script . make:VAR", "gone", ""),
        ("script . just:test", "gone", "there is no .justfile"),
        ("script . tox:py312", "there", ""),
        ("script . tox:py312-lint", "there", ""),
        ("script . tox:docs", "there", ""),
        ("script . tox:py311", "there", ""),
        ("script . tox:py313", "there", ""),
        ("script . tox:py36", "gone", ""),
        ("script . nox:unit", "there", ""),
        ("script . nox:lint", "gone", ""),
        ("command git", "there", None),
        ("command no-such-program-here", "gone", ""),
        ("env NO_SUCH_VARIABLE_HERE", "gone", ""),
        ("host no-such-host", "gone", None),
        ("package ~/src/x requests", "unknown", ""),
        ("branch . main", "gone", ""),
    ],
)
def test_what_stands_there(home: Path, line: str, state: str, value: str | None) -> None:
    seen = look(home, line, base="~/src/x")
    assert seen.state == state
    assert value is None or (seen.value or (seen.why if state == "gone" else "")) == value
    assert state in {"gone", "unknown"} or not seen.why


def test_what_is_secret_or_no_projects_is_neither_shown_nor_compared(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACME_TOKEN", "hunter2hunter2")
    (home / ".ssh").mkdir()
    (home / ".ssh" / "config").write_text("Host a\n")
    (home / "diary.md").write_text("Dear diary")
    (home / ".config" / "x").mkdir(parents=True)
    (home / ".config" / "x" / "package.json").write_text('{"name": "me"}')
    (home / "settings.json").write_text('{"api_token": "hunter2hunter2"}')
    (home / "src" / "x" / "creds.json").write_text('{"plain": "words"}')
    (home / "src" / "x" / "a.ini").write_text('host = db\npassword = "hunter2hunter2"\n')
    git(home / "src" / "x", "add", "-A")
    assert look(home, "path ~/.ssh/config").state == "there"
    assert look(home, "contains ~/src/x/a.ini 'host = db'").state == "there"
    for line in (
        "contains ~/.ssh/config Host",
        "contains ~/diary.md Dear",
        "value ~/.config/x/package.json:name me",
        "value ~/src/x/.env:API_KEY hunter2hunter2",
        "value ~/settings.json:api_token hunter2hunter2",
        "digest ~/.ssh/config " + "0" * 64,
        "contains ~/src/x/.env API_KEY=hun",
        "contains ~/src/x/.env API_KEY=hux",
        "digest ~/src/x/.env " + "0" * 64,
        "contains ~/src/x/creds.json words",
        "contains ~/src/x/a.ini 'password = \"hunter2h'",
        "contains ~/src/x/a.ini 'password = \"hunter3h'",
        "digest ~/src/x/a.ini " + "0" * 64,
    ):
        seen = look(home, line)
        assert (seen.state, seen.value) == ("unknown", "")
    assert look(home, "env ACME_TOKEN") == Sighting("there")


@pytest.mark.parametrize(
    ("name", "is_hidden"),
    [(".env", True), (".env.local", True), ("prod.env", True), (".env.example", False),
     ("creds.json", True), ("api_tokens.yml", True), ("service-account.json", True),
     ("secrets", True), ("terraform.tfvars", True), ("tokens.py", False),
     ("test_secrets.ts", False), ("environment.yml", False), ("token-bucket.go", False)],
)  # fmt: skip
def test_files_are_known_to_hold_secrets_by_their_names(name: str, is_hidden: bool) -> None:  # noqa: FBT001 -- a table
    assert is_secret(Path("/home/me/src/x") / name) is is_hidden


HELD = "hunter2hunter2"
DIGEST = hashlib.sha256(f"key={HELD}\n".encode()).hexdigest()


@pytest.mark.parametrize(
    "name",
    [
        *(".env", ".env.production", "prod.env", ".envrc", "creds.json", "credentials.yml"),
        *("secrets.toml", "secret.ini", "db-password.txt", "deploy.pem", "tls.key", "id_deploy"),
        *("team.kdbx", ".netrc", ".npmrc", ".pypirc", ".aws/config", ".ssh/known", ".gnupg/x"),
        *("service-account.json", "auth.json", "terraform.tfvars", "Creds.JSON", "made/a.txt"),
        *("a.log", ".own-notes"),
    ],
)
def test_of_a_file_that_may_hold_secrets_it_is_told_that_it_is_there_alone(
    home: Path, name: str
) -> None:
    project = home / "src" / "x"
    (project / name).parent.mkdir(exist_ok=True)
    (project / name).write_text(f"key={HELD}\n")
    assert look(home, f"path ~/src/x/{name}") == Sighting("there")
    for line in (f"contains {name} key", f"contains {name} nokey", f"digest {name} {DIGEST}",
                 f"digest {name} {'0' * 64}", f"value {name}:key {HELD}"):  # fmt: skip
        seen = look(home, line, "~/src/x")
        assert (seen.state, seen.value) == ("unknown", "")
        assert HELD not in seen.why
        assert DIGEST not in seen.why


@pytest.mark.parametrize(
    "line",
    [
        "password = swordfish",
        "api_key: abc",
        "GH = ghp_abcdefghijkl",
        "url = postgres://me:pw@db/x",
        "token:\n  swordfish",
    ],
)
def test_no_secret_is_found_sign_by_sign(home: Path, line: str) -> None:
    (home / "src" / "x" / "app.conf").write_text(f"port = 8080\n{line}\nname = fern\n")
    git(home / "src" / "x", "add", "app.conf")
    assert look(home, "contains app.conf 'name = f'", "~/src/x").state == "there"
    for end in range(1, len(line) + 1):
        for tail in ("", "~"):  # what stands there, and what does not, are told alike
            check = MachineCheck("contains", "app.conf", "", line[:end][-12:] + tail)
            world = World(Roots(home))
            seen = world.look(replace(check, base="~/src/x"))
            world.close()
            told_of_others = check.says in "port = 8080\nname = fern\n"
            assert seen.state == ("there" if told_of_others else "unknown"), check.says


def test_a_digest_tells_same_or_changed_and_never_which(home: Path) -> None:
    data = (home / "src" / "x" / "Makefile").read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    for line in (f"digest Makefile {digest}", f"digest Makefile sha256:{digest.upper()}"):
        assert judge(read_spec(line), look(home, line, "~/src/x")).outcome == "passes"
    line = f"digest Makefile {'0' * 64}"
    judged = judge(read_spec(line), look(home, line, "~/src/x"))
    assert (judged.outcome, judged.found) == ("contradicts", "it changed")
    assert look(home, f"digest Makefile {digest[:12]}", "~/src/x").state == "unknown"


def test_values_with_the_names_of_passwords_are_not_told(home: Path) -> None:
    held = '{"db": {"pw": "swordfish", "pass": "x", "authors": "me", "url": "redis://a:b@c/"}}'
    (home / "src" / "x" / "app.json").write_text(held)
    git(home / "src" / "x", "add", "app.json")
    assert look(home, "value app.json:db.authors me", "~/src/x").value == "me"
    for key in ("pw", "pass", "url"):
        seen = look(home, f"value app.json:db.{key} swordfish", "~/src/x")
        assert (seen.state, seen.value) == ("unknown", "")


def test_nothing_outside_the_home_is_looked_at_by_whatever_link(home: Path) -> None:
    outside = home.parent / "outside"
    outside.mkdir()
    (outside / "a.txt").write_text("x")
    (home / "link").symlink_to(outside)
    for place in (str(outside / "a.txt"), "~/link/a.txt", "~/../outside/a.txt", "/etc/passwd"):
        seen = look(home, f"path {place}")
        assert seen.state == "unknown"
        assert "outside your home" in seen.why
    assert look(home, "path ../../../outside/a.txt", base="~/src/x").state == "unknown"
    world = World(Roots(home, [outside]))
    assert world.look(read_spec("path ~/link/a.txt")).state == "there"
    world.close()


def test_pipes_devices_giants_and_bombs_hold_nothing_up(home: Path) -> None:
    os.mkfifo(home / "pipe.toml")
    (home / "zero.toml").symlink_to("/dev/zero")
    with (home / "giant.toml").open("wb") as opened:
        opened.truncate(10_000_000_000)
    (home / "deep.yaml").write_text("[" * 5_000)
    (home / "deep.json").write_text("[" * 100_000)
    (home / "laugh.yaml").write_text("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nd: 1\n")
    (home / "bytes.toml").write_bytes(b"\xff\x00\xfe")
    for name in ("pipe.toml", "zero.toml", "giant.toml", "deep.yaml", "deep.json", "laugh.yaml",
                 "bytes.toml"):  # fmt: skip
        assert look(home, f"value ~/{name}:d 1").state == "unknown", name
    assert look(home, "digest ~/giant.toml " + "0" * 64).state == "unknown"
    assert look(home, "path ~/pipe.toml").state == "there"


def test_what_hangs_is_left_behind() -> None:
    freed = threading.Event()
    patience = Patience(limit_s=0.02)
    for count in range(3):
        assert patience.ask(partial(int, count)) == count
        with pytest.raises(HangsError):
            patience.ask(freed.wait)
    with pytest.raises(HangsError):  # so often that nothing more is asked
        patience.ask(lambda: 1)
    freed.set()
    patience.close()


@pytest.mark.parametrize("project", ["with history", "without"])
def test_plain_words_are_no_recipe_where_no_justfile_was(
    home: Path, project: str, request: pytest.FixtureRequest
) -> None:
    if project == "with history":
        request.getfixturevalue("repository")
    (home / "src" / "x" / "Makefile").unlink()
    if project == "with history":
        git(home / "src" / "x", "commit", "-qam", "three")
    else:
        shutil.rmtree(home / "src" / "x" / ".git")
    base = "~/src/x"
    assert look(home, "script . just:moment", base, origin="named").state == "unknown"
    assert look(home, "script . just:moment", base).state == "gone"
    assert look(home, "script . make:lint", base, origin="named").state == "gone"


def test_nothing_of_a_repository_is_run(home: Path, repository: Path) -> None:
    told = home / "told"
    hook = home / "hook.sh"
    hook.write_text(f"#!/bin/sh\ntouch {told}\n")
    hook.chmod(0o755)
    with (repository / ".git" / "config").open("a") as opened:
        opened.write(
            f"[core]\n\tfsmonitor = {hook}\n\thooksPath = {home}\n\tpager = {hook}\n"
            f"[diff]\n\texternal = {hook}\n[log]\n\tshowSignature = true\n"
            f"[gpg]\n\tprogram = {hook}\n"
            f"[alias]\n\tls-files = !{hook}\n"
        )
    for line in ("branch . trunk", "tracked Makefile", "changed Makefile 2026-03-31",
                 "path lib/none.py", "remote . x"):  # fmt: skip
        look(home, line, "~/src/x")
    assert not told.exists()


def test_a_store_belongs_to_the_project_that_its_place_names(home: Path) -> None:
    project = home / "src" / "my-app.web"
    (project / ".git").mkdir(parents=True)
    encoded = re.sub(r"[^A-Za-z0-9]", "-", str(project))
    memory = home / ".claude" / "projects" / encoded / "memory"
    assert project_of(memory, home) == project
    assert project_of(memory.parent.parent / "-no-such-folder" / "memory", home) is None
    assert project_of(project / ".claude" / "memory", home) == project
    assert project_of(project, home) == project
    assert project_of(home / ".hermes" / "memories", home) is None
    assert project_of(home / ".claude" / "agent-memory", home) is None
