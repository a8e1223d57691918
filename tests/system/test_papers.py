"""Every line that the papers tell a reader to type runs, in a home of its own."""

import re
import shlex
from pathlib import Path

import pytest
import typer.main

from tests.papers import PAPERS, ROOT, shell_lines, wrong_in
from tests.system.vaults import Vault
from vaultwatch.doors.cli.main import app

NOT_OURS = {
    *("make", "git", "less", "export", "journalctl", "systemctl", "rm"),
    *("printf", "tail", "claude"),
}
"""Programs whose lines are read, not run; `make` has its own test below."""
STAYS = ("vaultwatch run", "vaultwatch setup service", "vaultwatch setup models")
"""They would go on for ever, reach past this home or the machine: rehearsed alone."""
ASKS = tuple(f"vaultwatch {name}" for name in ("setup palette", "mcp", "setup hooks install"))
"""What a person at a terminal answers."""
ONLY_READ = (
    *("vaultwatch mcp --http", "vaultwatch setup service status", "vaultwatch serve"),
    *("vaultwatch memory show", "vaultwatch findings explain"),
    *('vaultwatch memory check "', "vaultwatch review accept"),
    *("vaultwatch stores propose --store", "vaultwatch stores patch", "vaultwatch undo"),
)
"""They serve until they are stopped, ask systemd, name what only a reader has, take it back."""


def is_only_read(part: str) -> bool:
    # What takes all away again has a test of its own, from init to nothing.
    return part.startswith(ONLY_READ) or " uninstall" in part


ATLAS = "# Atlas\n\nThe signing key is an open blocker.\n"
LINES = [(paper.name, line) for paper in PAPERS for line in shell_lines(paper) if line]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("Notes/.obsidian", "my-project"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "Notes/Atlas.md").write_text(ATLAS)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_line_of_the_papers_runs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = typer.main.get_command(app)
    vault = Vault(home / "Notes", home / "state")
    for paper, line in LINES:
        for part in line.split(" && "):
            words = [str(Path(word).expanduser()) for word in shlex.split(part)]
            if words[0] == "cd":
                if words[1] != "vaultwatch":  # the clone
                    monkeypatch.chdir(words[1])
            elif words[0] == "vaultwatch" and not is_only_read(part):
                asks = ["--yes"] if part.startswith(ASKS) else []
                more = ["--dry-run"] if part.startswith(STAYS) else asks
                done = vault.call(*words[1:], *more)
                assert done.status == 0, (paper, part, done.err)
            elif words[0] == "vaultwatch":
                assert wrong_in(part, root) == ""
            else:
                assert words[0] in NOT_OURS or words[:2] == ["pipx", "install"], (paper, part)
    # And it did what the lines say it does.
    assert (home / "Notes/drift-report.md").exists()
    assert (home / "Notes/.obsidian/plugins/vaultwatch/main.js").exists()
    assert (home / "my-project/.mcp.json").exists()
    assert not (home / "Notes/.mcp.json").exists()
    (memory,) = vault.call("memory", "list", "--json").rows
    assert memory["content"] == "The signing key is an open blocker in [[Atlas]]"

    # And wrote nothing into the vault but what the table says.
    files = {file.relative_to(home / "Notes").as_posix() for file in (home / "Notes").rglob("*")}
    kept = {".obsidian", ".obsidian/plugins", ".vaultwatch", "Atlas.md"}
    assert {one for one in files - kept if not one.startswith(promised())} == set()
    assert (home / "Notes/Atlas.md").read_text() == ATLAS


def promised() -> tuple[str, ...]:
    """Return the paths that the table of what is written names."""
    page = (ROOT / "docs" / "writes.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")][2:]
    cells = [cell for row in rows for cell in row.split("|")[1:3]]
    named = [one for cell in cells for one in re.findall(r"`([^`\s]+)`", cell)]
    return tuple(one.rstrip("/") for one in named if "/" in one or one.endswith((".md", ".json")))


def test_every_goal_of_make_that_the_papers_name_exists() -> None:
    goals = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {line.split()[1] for _, line in LINES if line.startswith("make ")}
    assert named
    assert [goal for goal in named if f"\n{goal}:" not in f"\n{goals}"] == []
