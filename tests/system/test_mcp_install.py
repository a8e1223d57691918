"""A client's configuration gets this server and keeps all that it had."""

import json
import os
import stat
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.folders import files_in
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.errors import RefusedError
from vaultwatch.services.operations.json_edit import read_json

CLIENTS = [
    "claude-code",
    "claude-desktop",
    "codex",
    "cursor",
    "gemini-cli",
    "opencode",
    "vscode",
    "windsurf",
    "zed",
]
OTHERS = {
    "claude-code": '{\n    "mcpServers": {"other": {"command": "x", "env": {"ä": "ü"}}},\n'
    '    "theme": "dark"}\n',
    "codex": '# Mine\nmodel = "best"  # really\n\n[mcp_servers.other]\ncommand = "x"\n',
    "cursor": '\ufeff{"mcpServers": {"other": {"command": "x"}}, "n": 1.50}',
    "vscode": '{"servers": {"other": {"type": "http", "url": "http://x"}}, "inputs": []}\n',
    "claude-desktop": '{\r\n\t"mcpServers": {\r\n\t\t"other": {"command": "x"}\r\n\t}\r\n}\r\n',
    "gemini-cli": '{"theme": "GitHub", "mcpServers": {}}\n',
    "opencode": '{\n  "$schema": "https://opencode.ai/config.json",\n  "mcp": {}\n}\n',
    "windsurf": '{\n  "mcpServers": {\n    "other": {"serverUrl": "http://x"}\n  }\n}\n',
    "zed": '{\n  "ui_font_size": 16,\n  "context_servers": {\n    "other": {"url": "http://x"}\n'
    "  }\n}\n",
}
COMMENTED = {
    "gemini-cli": '{\n  // Mine.\n  "theme": "GitHub"\n}\n',
    "opencode": '{\n  "model": "x", // the good one\n  "mcp": {\n    "other": {"enabled": false},\n'
    "  },\n}\n",
    "zed": '// Zed settings\n//\n// For information, see the docs.\n{\n  "base_keymap": "VSCode",\n'
    '  /* fonts */\n  "buffer_font_size": 15, // px\n}\n',
}
KEYS = {
    "claude-code": "mcpServers",
    "codex": "mcp_servers",
    "cursor": "mcpServers",
    "vscode": "servers",
    "claude-desktop": "mcpServers",
    "gemini-cli": "mcpServers",
    "opencode": "mcp",
    "windsurf": "mcpServers",
    "zed": "context_servers",
}


@dataclass(frozen=True)
class Desk:
    """A user with a vault and a client."""

    vault: Vault
    home: Path
    work: Path
    """Where the agent works, and the person is."""
    client: str

    @property
    def file(self) -> Path:
        return {
            "claude-code": self.work / ".mcp.json",
            "codex": self.home / "codex" / "config.toml",
            "cursor": self.home / ".cursor" / "mcp.json",
            "vscode": self.work / ".vscode" / "mcp.json",
            "claude-desktop": self.home / ".config" / "Claude" / "claude_desktop_config.json",
            "gemini-cli": self.home / ".gemini" / "settings.json",
            "opencode": self.home / ".config" / "opencode" / "opencode.json",
            "windsurf": self.home / ".codeium" / "windsurf" / "mcp_config.json",
            "zed": self.home / ".config" / "zed" / "settings.json",
        }[self.client]

    @property
    def backup(self) -> Path:
        return self.file.with_name(f"{self.file.name}.before-vaultwatch")

    def write(self, text: str) -> bytes:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(text.encode())
        return self.file.read_bytes()

    def read(self) -> dict[str, Any]:
        text = self.file.read_bytes().decode("utf-8-sig")
        held: dict[str, Any] = tomllib.loads(text) if self.client == "codex" else json.loads(text)
        return held

    def files(self) -> dict[Path, bytes]:
        """Every file of the home, the folder and the vault."""
        return files_in(self.home, self.work, self.vault.folder)


@pytest.fixture(params=CLIENTS)
def desk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CODEX_HOME", str(home / "codex"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    vault = Vault(tmp_path / "my vault's ünïcode", tmp_path / "state")
    use_hash_embedder(vault)
    (work := tmp_path / "my project").mkdir()
    monkeypatch.chdir(work)
    return Desk(vault, home, work, request.param)


def entry_of(desk: Desk) -> dict[str, Any]:
    entry: dict[str, Any] = desk.read()[KEYS[desk.client]]["vaultwatch"]
    return entry


def test_a_rehearsal_shows_the_entry_and_writes_nothing(desk: Desk) -> None:
    for before in (None, OTHERS[desk.client]):
        if before is not None:
            desk.write(before)
        files = desk.files()
        done = desk.vault.call("mcp", "install", desk.client, "--dry-run")
        assert done.status == 0, done.err
        assert str(desk.file) in done.out.replace("\n", "")
        assert "vaultwatch" in done.out
        assert desk.files() == files
    (row,) = desk.vault.call("mcp", "install", desk.client, "--dry-run", "--json").rows
    assert (row["file"], row["is_written"]) == (str(desk.file), False)
    assert str(desk.vault.folder) in row["text"]


def test_where_nobody_can_be_asked_nothing_is_written_and_said_so(desk: Desk) -> None:
    files = desk.files()
    for more in ((), ("--json",)):
        done = desk.vault.call("mcp", "install", desk.client, *more)
        assert done.status == 2
        assert "nobody can be asked" in done.err
        assert "--yes" in done.err
    assert desk.files() == files


@pytest.mark.parametrize("desk", ["claude-code", "vscode"], indirect=True)
def test_another_folder_may_be_named_where_the_agent_works(desk: Desk) -> None:
    elsewhere = desk.work / "else where"
    done = desk.vault.call("mcp", "install", desk.client, "--yes", "--folder", str(elsewhere))
    assert (done.status, "There is no folder" in done.err) == (4, True)
    elsewhere.mkdir()
    done = desk.vault.call("mcp", "install", desk.client, "--yes", "--folder", "else where")
    assert done.status == 0, done.err
    assert (elsewhere / desk.file.relative_to(desk.work)).exists()
    assert not desk.file.exists()


@pytest.mark.parametrize("desk", ["codex", "cursor"], indirect=True)
def test_a_client_of_one_file_takes_no_folder(desk: Desk) -> None:
    done = desk.vault.call("mcp", "install", desk.client, "--yes", "--folder", ".")
    assert (done.status, "Leave --folder away" in done.err) == (2, True)
    assert not desk.file.exists()


def test_a_yes_writes_it_beside_what_stands_and_keeps_the_file_as_it_was(desk: Desk) -> None:
    before = desk.write(OTHERS[desk.client])
    held = desk.read()
    desk.file.chmod(0o640)
    done = desk.vault.call("mcp", "install", desk.client, "--yes")
    assert done.status == 0, done.err
    assert f"Written. To undo: `vaultwatch mcp uninstall {desk.client}`." in done.out
    assert desk.backup.read_bytes() == before
    entry = entry_of(desk)
    words = entry["command"] if desk.client == "opencode" else [entry["command"], *entry["args"]]
    assert words[-3:] == ["mcp", "--vault", str(desk.vault.folder)]
    assert Path(words[0]).is_absolute()
    assert os.access(words[0], os.X_OK)
    now = desk.read()
    del now[KEYS[desk.client]]["vaultwatch"]
    assert now == held
    assert stat.S_IMODE(desk.file.stat().st_mode) == 0o640
    if desk.client == "codex":
        assert desk.file.read_bytes().startswith(before), "its comments stay"
    assert not list(desk.file.parent.glob(".*vaultwatch-*")), "nothing is left behind"


@pytest.mark.parametrize("desk", sorted(COMMENTED), indirect=True)
def test_a_client_that_takes_comments_keeps_them(desk: Desk) -> None:
    before = desk.write(COMMENTED[desk.client]).decode()
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    now = desk.file.read_text(encoding="utf-8")
    lines = [line.rstrip(",") for line in before.splitlines()]
    kept = [line.rstrip(",") for line in now.splitlines()]
    assert [line for line in kept if line in lines] == lines
    held = read_json(now, has_comments=True).value
    assert isinstance(held, dict)
    assert "vaultwatch" in held[KEYS[desk.client]]
    assert desk.backup.read_text(encoding="utf-8") == before


def test_a_second_time_it_stands_there_already(desk: Desk) -> None:
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    assert not desk.backup.exists(), "there was nothing to keep"
    files = desk.files()
    done = desk.vault.call("mcp", "install", desk.client, "--yes")
    assert done.status == 0
    assert "already" in done.out
    assert desk.files() == files


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("{[", id="neither JSON nor TOML"),
        pytest.param('{"mcpServers": [], "servers": 7}', id="no object"),
        pytest.param('{"mcpServers": "vaultwatch"}', id="a text"),
        pytest.param("mcp_servers = 3\n", id="no table"),
        pytest.param("// mine\n{}\n", id="comments"),
        pytest.param("\x00", id="binary"),
    ],
)
def test_a_file_that_is_not_understood_is_left_alone(broken: str, desk: Desk) -> None:
    if desk.client in COMMENTED and broken.startswith("//"):
        pytest.skip("it takes comments")
    desk.write(broken.replace("mcpServers", KEYS[desk.client]))
    files = desk.files()
    done = desk.vault.call("mcp", "install", desk.client, "--yes")
    assert done.status == RefusedError.exit_status
    assert desk.file.name in done.err
    assert "left alone" in done.err
    assert "Traceback" not in done.err
    done = desk.vault.call("mcp", "uninstall", desk.client, "--yes")
    assert (done.status, "Traceback" in done.err) in {(0, False), (RefusedError.exit_status, False)}
    assert desk.files() == files


@pytest.mark.parametrize("desk", ["cursor"], indirect=True)
@pytest.mark.parametrize(
    ("typed", "is_written"), [("y\n", True), ("n\n", False), ("\n", False), ("\x04", False)]
)
def test_a_person_at_a_terminal_is_asked_first(
    typed: str,
    is_written: bool,  # noqa: FBT001 -- a parameter of the test
    desk: Desk,
) -> None:
    done = desk.vault.call_on_terminal("mcp", "install", "cursor", typed=typed)
    assert "Traceback" not in done.err, done.err
    assert "Write this into the file?" in done.out + done.err
    assert desk.file.exists() == is_written
    assert ("Written" in done.out) == is_written


def test_what_went_in_comes_out_byte_for_byte(desk: Desk) -> None:
    for text in (OTHERS[desk.client], COMMENTED.get(desk.client, OTHERS[desk.client]), ""):
        before = desk.write(text)
        assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
        assert desk.file.read_bytes() != before
        assert desk.vault.call("mcp", "uninstall", desk.client, "--dry-run").status == 0
        assert desk.file.read_bytes() != before
        done = desk.vault.call("mcp", "uninstall", desk.client, "--yes")
        assert (done.status, "This goes out of it:" in done.out) == (0, True)
        assert desk.file.read_bytes() == before
        assert not desk.backup.exists()
        assert "stands so already" in desk.vault.call("mcp", "uninstall", desk.client).out


def test_a_file_that_came_with_the_server_goes_with_it(desk: Desk) -> None:
    stood = desk.files()
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    done = desk.vault.call("mcp", "uninstall", desk.client, "--yes")
    assert (done.status, desk.files()) == (0, stood)


@pytest.mark.parametrize("desk", ["codex", "cursor"], indirect=True)
def test_behind_a_link_that_led_nowhere_nothing_of_ours_stays(desk: Desk) -> None:
    kept = desk.home / "dotfiles" / "servers"
    kept.parent.mkdir()
    desk.file.parent.mkdir(parents=True)
    desk.file.symlink_to(kept)
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    assert kept.exists()
    assert desk.vault.call("mcp", "uninstall", desk.client, "--yes").status == 0
    assert (kept.exists(), desk.file.is_symlink()) == (False, True)


@pytest.mark.parametrize("desk", ["codex"], indirect=True)
@pytest.mark.parametrize("added", ["startup_timeout_sec = 20\n", "[mcp_servers.vaultwatch.env]\n"])
def test_lines_of_a_person_in_our_table_do_not_slip_into_the_one_above(
    desk: Desk, added: str
) -> None:
    desk.write("[profile]\nmodel = 'x'\n")
    assert desk.vault.call("mcp", "install", "codex", "--yes").status == 0
    held = desk.write(desk.file.read_text() + added + "a = 'b'\n")
    done = desk.vault.call("mcp", "uninstall", "codex", "--yes")
    assert (done.status, desk.file.read_bytes()) == (5, held)
    assert "by hand" in done.err


@pytest.mark.parametrize("desk", sorted(set(CLIENTS) - {"codex"}), indirect=True)
def test_what_a_person_wrote_into_our_entry_outlasts_another_install(
    desk: Desk, tmp_path: Path
) -> None:
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    held = desk.read()
    entry = held[KEYS[desk.client]]["vaultwatch"]
    entry |= {"env": {"LANG": "C"}, "timeout": 60}
    desk.write(json.dumps(held))
    other = Vault(tmp_path / "other", desk.vault.state)
    use_hash_embedder(other)
    assert other.call("mcp", "install", desk.client, "--yes").status == 0
    now = entry_of(desk)
    assert (now["env"]["LANG"], now["timeout"]) == ("C", 60)
    assert str(other.folder) in json.dumps(now, ensure_ascii=False)


def test_what_a_person_wrote_since_stays_and_so_does_the_file_before(desk: Desk) -> None:
    before = desk.write(OTHERS[desk.client])
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    added = b"# more\nnew = 1\n" if desk.client == "codex" else None
    now = desk.file.read_bytes()
    if added is not None:
        desk.file.write_bytes(added + now)
    else:
        at = now.index(b"{") + 1
        desk.file.write_bytes(now[:at] + b'"new": 1,' + now[at:])
    assert desk.vault.call("mcp", "uninstall", desk.client, "--yes").status == 0
    assert desk.read()["new"] == 1
    assert b"vaultwatch" not in desk.file.read_bytes()
    assert desk.backup.read_bytes() == before


@pytest.mark.parametrize("desk", ["codex", *COMMENTED], indirect=True)
@pytest.mark.parametrize("is_new", [False, True], ids=["stood before", "came with the server"])
def test_a_comment_that_a_person_wrote_since_stays(desk: Desk, *, is_new: bool) -> None:
    if not is_new:
        desk.write(COMMENTED.get(desk.client, OTHERS[desk.client]))
    assert desk.vault.call("mcp", "install", desk.client, "--yes").status == 0
    mark = "#" if desk.client == "codex" else "//"
    comment = f"{mark} Ask Ann before this is changed.\n".encode()
    desk.file.write_bytes(comment + desk.file.read_bytes())
    done = desk.vault.call("mcp", "uninstall", desk.client, "--yes")
    assert (done.status, "Taken out." in done.out) == (0, True)
    assert desk.file.read_bytes().startswith(comment)
    assert b"vaultwatch" not in desk.file.read_bytes()


def test_in_the_vault_the_entry_names_no_path_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = Vault(tmp_path / "Notes", tmp_path / "state")
    use_hash_embedder(vault)
    (vault.folder / "Projects").mkdir()
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    for folder in (vault.folder, vault.folder / "Projects"):
        done = vault.call("mcp", "install", "claude-code", "--folder", str(folder), "--yes")
        assert (done.status, "only this machine" in done.out) == (0, False), (done.out, done.err)
        held = json.loads((folder / ".mcp.json").read_text(encoding="utf-8"))
        assert held["mcpServers"]["vaultwatch"] == {
            "command": "vaultwatch",
            "args": ["mcp"],
            "env": {"VAULTWATCH_VAULT": ""},
        }
    (elsewhere := tmp_path / "work").mkdir()
    done = vault.call("mcp", "install", "claude-code", "--folder", str(elsewhere), "--yes")
    assert f"It names {str(vault.folder)!r}, which only this machine has" in done.out
