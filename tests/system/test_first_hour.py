"""A first hour: one plan on one screen, one yes, one next step; nothing of others without it."""

import json
import os
import shutil
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.folders import named_files_in
from tests.system.vaults import called, terminal_that_types

ONE_SCREEN = 24


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with Obsidian's vault, Claude Code and Codex in it, and no Cursor."""
    for folder in (".claude", ".codex", "bin", "Notes/.obsidian"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".claude/settings.json").write_text('{"permissions": {}}\n')
    return tmp_path


def init(
    home: Path, *arguments: str, typed: str = "", vault: str = "Notes", command: str = "init"
) -> tuple[int, str]:
    """Run `init` in the vault, on a terminal that types, without a start of Python for each."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    env = {**own, "HOME": str(home), "PATH": str(home / "bin")}
    with patch.dict(os.environ, env, clear=True), chdir(home / vault), terminal_that_types(typed):
        done = called(*command.split(), *arguments)
    return done.status, done.err + done.out


def written(home: Path) -> set[str]:
    return {name for name in named_files_in(home) if ".local" not in name}


VAULTS: Sequence[str] = (
    "Notes/.vaultwatch/config.toml",
    "Notes/.obsidian/plugins/vaultwatch/main.js",
    "Notes/.obsidian/plugins/vaultwatch/manifest.json",
    "Notes/.obsidian/plugins/vaultwatch/styles.css",
)
OTHERS: Sequence[str] = ("Notes/.mcp.json", ".codex/config.toml", ".codex/hooks.json")
STOOD = ".claude/settings.json"


def test_what_would_be_written_stands_on_one_screen_and_none_of_it_is(home: Path) -> None:
    status, said = init(home, "--dry-run")
    assert status == 0
    assert len(said.splitlines()) <= ONE_SCREEN
    assert all(str(home / one) in said for one in (*OTHERS, STOOD))
    assert "sessions in every folder" in said
    assert "--scope project" in said
    assert "Cursor" not in said
    assert written(home) == {STOOD}


def test_one_yes_makes_the_vault_ready_and_connects_what_is_at_hand(home: Path) -> None:
    status, said = init(home, typed="y\n")
    assert status == 0, said
    assert said.count("[Y/n]") == 1
    assert {*VAULTS, *OTHERS} <= written(home)
    settings = json.loads((home / STOOD).read_text())
    assert "SessionStart" in settings["hooks"]
    assert settings["permissions"] == {}
    assert said.splitlines()[-1].startswith("Ready. Next, the first look: ")
    again = init(home, "--dry-run")[1]
    assert ".codex" not in again
    assert "is ready already" in again


def test_the_vault_alone_can_be_made_ready(home: Path) -> None:
    status, said = init(home, typed="n\ny\nn\n")
    assert status == 0, said
    assert said.count("[Y/n]") == 3
    assert written(home) == {STOOD, VAULTS[0]}


def test_yes_on_the_command_line_writes_nothing_of_other_programs(home: Path) -> None:
    status, said = init(home, "--yes")
    assert status == 0, said
    assert written(home) == {STOOD, *VAULTS}


def test_a_folder_that_obsidian_never_opened_is_made_ready_and_doubted(home: Path) -> None:
    doubt = "This does not look like a vault: no .obsidian"
    assert doubt not in init(home, "--dry-run")[1]
    (home / "Big").mkdir()
    status, said = init(home, "--yes", vault="Big")
    assert (status, doubt in said, "home folder" in said) == (0, True, False), said
    assert (home / "Big/.vaultwatch").is_dir()
    assert doubt not in init(home, "--dry-run", vault="Big")[1], "by then it was meant"


def test_a_whole_home_becomes_a_vault_for_who_names_it_alone(
    home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(tmp_path_factory.mktemp("state")))
    before = named_files_in(home)
    for typed, arguments in (("", ["--yes"]), ("", ["--json"]), ("\n\n", [])):
        status, said = init(home, *arguments, typed=typed, vault="")
        assert (status != 0, "whole home" in said) == (True, True), said
        assert named_files_in(home) == before
    assert init(home, str(home.parent), "--dry-run", vault="")[1].count("whole home folder") == 1
    status, said = init(home, str(home), "--yes", vault="")
    assert (status, "whole home folder" in said) == (0, True), said
    assert (home / ".vaultwatch").is_dir()


def test_an_agent_whose_settings_cannot_be_read_is_left_alone_and_named(home: Path) -> None:
    (home / STOOD).write_text("{ // mine\n}")
    status, said = init(home, typed="y\n")
    assert status == 0, said
    assert "Claude Code is left alone: " in said
    assert (home / STOOD).read_text() == "{ // mine\n}"
    assert (home / OTHERS[2]).exists()


def test_where_the_plugin_brings_them_claude_code_is_not_set_up_twice(home: Path) -> None:
    (home / STOOD).write_text('{"enabledPlugins": {"vaultwatch@vaultwatch": true}}')
    assert "Claude Code" not in init(home, "--dry-run")[1]


def test_a_second_vault_takes_no_agent_from_the_first(home: Path) -> None:
    for folder in (".cursor", "Work/.obsidian"):
        (home / folder).mkdir(parents=True)
    assert init(home, typed="y\n")[0] == 0
    shared = (".cursor/mcp.json", ".cursor/hooks.json", *OTHERS[1:], STOOD)
    before = {name: (home / name).read_bytes() for name in shared}
    status, said = init(home, typed="y\n", vault="Work")
    assert status == 0, said
    assert {name: (home / name).read_bytes() for name in shared} == before
    assert (home / "Work/.mcp.json").is_file(), "in its own folder the second has its tools"
    for name in shared:
        assert f"'{home / name}' names the vault '{home / 'Notes'}'" in said
    there = f"--vault {home / 'Work'}"
    for client, file in (("codex", ".codex/config.toml"), ("cursor", ".cursor/mcp.json")):
        assert f"mcp install {client} {there}` changes it." in said
        on_purpose = ("install", client, *there.split(), "--yes")
        assert init(home, *on_purpose, command="mcp")[0] == 0
        now = (home / file).read_text()
        assert str(home / "Work") in now
        assert str(home / "Notes") not in now


def tree(home: Path) -> dict[str, bytes]:
    """Everything in a home, folders too."""
    return {
        str(one.relative_to(home)): one.read_bytes() if one.is_file() else b""
        for one in home.rglob("*")
    }


def test_what_was_set_up_goes_again_as_the_papers_say(home: Path) -> None:
    (home / "Notes/Kiln.md").write_text("# Kiln\n\nThe kiln fires on Mondays.\n")
    (home / ".codex/config.toml").write_text('model = "best"\n')
    (home / "project").mkdir()
    before = tree(home)

    def run(command: str, vault: str = "Notes", *more: str) -> str:
        status, said = init(home, *more, vault=vault, command=command)
        assert status == 0, said
        return said

    assert init(home, typed="y\n")[0] == 0
    run("init --yes --base")
    run("setup palette install --enable --yes")
    run(f"mcp install claude-code --vault {home / 'Notes'} --yes", "project")
    run("memory add", "Notes", "The kiln fires on Mondays, as [[Kiln]] says")
    (memory,) = (home / "Notes/Memories").glob("*.md")
    run("scan")
    own = memory.read_bytes()
    (home / "Notes/Kiln.md").write_text("# Kiln\n\nThe kiln fires on Fridays.\n")
    run("scan")
    assert b"drift_score" in memory.read_bytes()

    for client in ("claude-code", "codex"):
        assert "goes" in run(f"setup hooks uninstall {client} --yes")
        assert "goes" in run(f"mcp uninstall {client} --yes")
    run("mcp uninstall claude-code --yes", "project")
    run("setup palette uninstall --yes")
    config = home / "Notes/.vaultwatch/config.toml"
    config.write_text(config.read_text().replace("#flags = true", "flags = false"))
    run("scan")
    assert memory.read_bytes() == own
    for name in ("drift-report.md", "Drift.base"):
        (home / "Notes" / name).unlink()
    for folder in ("Notes/.vaultwatch", ".local", ".config", ".cache"):
        shutil.rmtree(home / folder, ignore_errors=True)
    memory.unlink()
    memory.parent.rmdir()
    (home / "Notes/Kiln.md").write_bytes(before["Notes/Kiln.md"])
    left = tree(home)
    assert left.pop("Notes/.obsidian/community-plugins.json", b"[]") == b"[]"
    assert left == before
