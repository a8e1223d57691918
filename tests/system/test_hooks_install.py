"""Our hooks go into a client's settings and out again, and nothing else in them changes."""

import json
import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.system.vaults import Done, Vault, use_hash_embedder
from vaultwatch.errors import RefusedError, WrongUsageError

CLIENTS = ["claude-code", "codex", "cursor"]
EVENTS = {
    "claude-code": ["SessionStart", "Stop", "PreCompact", "SessionEnd"],
    "codex": ["SessionStart", "Stop", "PreCompact", "SessionEnd"],
    "cursor": ["sessionStart", "stop", "preCompact", "sessionEnd"],
}
SETTINGS = """{
    "$schema": "https://json.schemastore.org/claude-code-settings.json",
    "permissions": {"allow": ["Bash(git *)"], "deny": []},
    "cleanupPeriodDays": 30.0,
    "hooks": {
        "Stop": [
            {
                "hooks": [
                    {"type": "command", "command": "notify-send 'm\u00fcde'", "timeout": 5}
                ]
            }
        ],
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "check"}]}]
    },
    "env": {"A": "1"}
}
"""
EMPTY_PLACES = ['{"hooks":{}, "description":"mine"}', '\ufeff{\n "hooks": {"Stop": []}\n}']
"""A place for hooks that holds none goes with ours."""
OTHERS = {
    "claude-code": [SETTINGS, '{"model": "opus"}', '{\r\n\t"env": {},\r\n\t"x": 1\r\n}', "{}\n"],
    "codex": [SETTINGS, *EMPTY_PLACES],
    "cursor": [
        '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      {"command": "./x"}\n    ]\n  }\n}',
        '{"version": 1, "hooks": {"afterFileEdit": [{"command": "fmt"}]}}',
    ],
}


@dataclass(frozen=True)
class Desk:
    """A user with a vault and a client."""

    vault: Vault
    home: Path
    work: Path
    client: str

    @property
    def file(self) -> Path:
        return {
            "claude-code": self.home / ".claude" / "settings.json",
            "codex": self.home / "codex" / "hooks.json",
            "cursor": self.home / ".cursor" / "hooks.json",
        }[self.client]

    def write(self, text: str) -> bytes:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(text.encode())
        return self.file.read_bytes()

    def hooks(self, verb: str, *more: str) -> Done:
        return self.vault.call("setup", "hooks", verb, self.client, *more)

    def state(self) -> dict[str, Any]:
        """Return what is said of the client's hooks in its file."""
        rows = self.vault.call("setup", "hooks", "status", "--json").rows
        (row,) = [one for one in rows if one["file"] == str(self.file)]
        return row

    def held(self, file: Path | None = None) -> dict[str, Any]:
        held: dict[str, Any] = json.loads((file or self.file).read_text(encoding="utf-8-sig"))
        return held

    def ours(self, file: Path | None = None) -> dict[str, list[str]]:
        """Return the commands of ours by event."""
        found: dict[str, list[str]] = {}
        for name, groups in self.held(file).get("hooks", {}).items():
            for group in groups:
                for entry in group.get("hooks", [group]):
                    if " hook " in entry["command"]:
                        found.setdefault(name, []).append(entry["command"])
        return found


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    base = tmp_path_factory.mktemp("hooks")
    made = Vault(base / "my vault's \u00fcn\u00efcode", base / "state")
    use_hash_embedder(made)
    return made


@pytest.fixture(params=CLIENTS)
def desk(
    request: pytest.FixtureRequest, vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Desk:
    (home := tmp_path / "home").mkdir()
    (work := tmp_path / "my project").mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CODEX_HOME", str(home / "codex"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.chdir(work)
    return Desk(vault, home, work, request.param)


def test_each_event_gets_a_command_that_a_shell_reads(desk: Desk) -> None:
    done = desk.hooks("install", "--yes")
    assert done.status == 0, done.err
    ours = desk.ours()
    assert [*ours] == EVENTS[desk.client]
    for commands in ours.values():
        (command,) = commands
        program, *words = shlex.split(command)
        place = words.index("hook")
        assert os.access(program, os.X_OK)
        assert words[place + 2 :] == ["--client", desk.client, "--vault", str(desk.vault.folder)]
    assert desk.held().get("version") == (1 if desk.client == "cursor" else None)


def test_what_stands_there_stays_and_comes_back_byte_for_byte(desk: Desk) -> None:
    for text in OTHERS[desk.client]:
        before = desk.write(text)
        others = desk.held()
        assert desk.hooks("install", "--yes").status == 0
        now = desk.held()
        assert [*desk.ours()] == sorted(EVENTS[desk.client], key=[*now["hooks"]].index)
        for key, value in others.items():
            if key != "hooks":
                assert now[key] == value
        for name, groups in others.get("hooks", {}).items():
            assert now["hooks"][name][: len(groups)] == groups
        assert desk.file.with_name(f"{desk.file.name}.before-vaultwatch").read_bytes() == before
        once = desk.file.read_bytes()
        assert "stands so already" in desk.hooks("install", "--yes").out
        assert desk.file.read_bytes() == once
        assert desk.hooks("uninstall", "--yes").status == 0
        assert desk.file.read_bytes() == before, text
        assert [one.name for one in desk.file.parent.iterdir()] == [desk.file.name]
        assert "stands so already" in desk.hooks("uninstall", "--yes").out


def test_a_rehearsal_writes_nothing_and_nobody_who_cannot_be_asked_agrees(desk: Desk) -> None:
    before = desk.write(OTHERS[desk.client][0])
    done = desk.hooks("install", "--dry-run")
    assert (done.status, str(desk.file) in done.out.replace("\n", "")) == (0, True)
    assert "session-start" in done.out
    (row,) = desk.hooks("install", "--dry-run", "--json").rows
    _, _, shown = done.out.partition("\n")
    told, end = json.JSONDecoder().raw_decode(shown)
    assert told == json.loads(row["text"])
    assert len(shown[:end].splitlines()) < 10, "each hook is a line"
    assert "sessions in every folder" in shown[end:]
    in_one = f"`vaultwatch setup hooks install {desk.client} --scope project`"
    assert in_one in shown[end:].replace("\n", " ")
    assert (row["file"], row["is_written"]) == (str(desk.file), False)
    assert desk.hooks("install").status == WrongUsageError.exit_status
    assert desk.file.read_bytes() == before


def test_how_to_undo_it_is_said_whatever_stood_there_and_it_works(desk: Desk) -> None:
    for scope in ([], ["--scope", "project"], ["--scope", "project", "--folder", str(desk.work)]):
        for before in ("", OTHERS[desk.client][0]):
            file = desk.file if not scope else desk.work / f".{desk.client[:6]}" / desk.file.name
            file.parent.mkdir(exist_ok=True)
            if before:
                file.write_text(before, encoding="utf-8")
            said = desk.hooks("install", *scope, "--yes").out.replace("\n", " ")
            assert ("sessions in every folder" in said) == (not scope)
            assert (undo := said.partition("To undo: `vaultwatch ")[2].partition("`")[0]), said
            assert desk.vault.call(*shlex.split(undo), "--yes").status == 0
            assert (file.read_text(encoding="utf-8") if file.exists() else "") == before
            file.unlink(missing_ok=True)


def test_an_install_of_another_vault_or_version_is_replaced(desk: Desk) -> None:
    old = "/opt/old/bin/vaultwatch hook stop --client x --vault /gone"
    entry: dict[str, Any] = {"command": old, "timeout": 5}
    if desk.client != "cursor":
        entry = {"hooks": [{"type": "command", **entry}, {"type": "command", "command": "mine"}]}
    name = EVENTS[desk.client][1]
    desk.write(json.dumps({"hooks": {name: [entry], "Old": [entry]}}, indent=2))
    row = desk.state()
    assert (row["events"], row["is_current"]) == ([name, "Old"], False)
    assert desk.hooks("install", "--yes").status == 0
    assert old not in desk.file.read_text(encoding="utf-8")
    assert [*map(len, desk.ours().values())] == [1, 1, 1, 1]
    assert ("mine" in desk.file.read_text(encoding="utf-8")) == (desk.client != "cursor")
    row = desk.state()
    assert (sorted(row["events"]), row["is_current"]) == (sorted(EVENTS[desk.client]), True)


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param("{[", id="no JSON"),
        pytest.param('// mine\n{"hooks": {}}\n', id="comments"),
        pytest.param('{"hooks": []}', id="hooks are a list"),
        pytest.param('{"hooks": {"Stop": {}}}', id="an event is an object"),
        pytest.param("[]", id="a list"),
        pytest.param("\x00", id="binary"),
    ],
)
@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_a_file_that_is_not_understood_is_left_alone(verb: str, broken: str, desk: Desk) -> None:
    before = desk.write(broken)
    done = desk.hooks(verb, "--yes")
    assert done.status == RefusedError.exit_status
    assert "left alone" in done.err
    assert "Traceback" not in done.err
    assert desk.file.read_bytes() == before


@pytest.mark.parametrize(
    ("client", "scope", "place"),
    [
        ("claude-code", "project", ".claude/settings.json"),
        ("claude-code", "local", ".claude/settings.local.json"),
        ("codex", "project", ".codex/hooks.json"),
        ("cursor", "project", ".cursor/hooks.json"),
    ],
)
@pytest.mark.parametrize("desk", ["cursor"], indirect=True)
def test_a_project_has_settings_of_its_own(client: str, scope: str, place: str, desk: Desk) -> None:
    other = desk.work / "else where"
    wanted = (
        "setup",
        "hooks",
        "install",
        client,
        "--scope",
        scope,
        "--folder",
        str(other),
        "--yes",
    )
    assert desk.vault.call(*wanted).status == 4
    other.mkdir()
    assert desk.vault.call(*wanted).status == 0
    assert desk.ours(other / place)
    assert not desk.file.exists()


@pytest.mark.parametrize("desk", ["claude-code"], indirect=True)
def test_hooks_of_the_vault_s_own_project_name_no_path_of_this_machine(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    vault = desk.vault.folder
    wanted = ("install", "--scope", "project", "--folder", str(vault), "--yes")
    done = desk.hooks(*wanted)
    assert (done.status, "only this machine" in done.out) == (0, False), (done.out, done.err)
    text = (vault / ".claude/settings.json").read_text(encoding="utf-8")
    assert (
        'vaultwatch hook stop --client claude-code --vault "$CLAUDE_PROJECT_DIR"'
        in (json.loads(text)["hooks"]["Stop"][0]["hooks"][0]["command"])
    )
    assert str(vault) not in text
    assert "stands so already" in desk.hooks(*wanted).out
    done = desk.hooks("install", "--scope", "project", "--yes")
    assert f"It names {str(vault)!r}, which only this machine has" in done.out


@pytest.mark.parametrize("desk", ["cursor"], indirect=True)
def test_what_a_client_cannot_do_is_said(desk: Desk) -> None:
    assert desk.hooks("install", "--scope", "local", "--yes").status == 2


@pytest.mark.parametrize("place", ["home", "vault"])
def test_hooks_that_the_plugin_brings_are_not_installed_beside_it(
    desk: Desk, place: str, tmp_path: Path
) -> None:
    if desk.client != "claude-code":
        return
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    assert desk.hooks("install", "--yes").status == 0
    assert "calls us twice" not in vault.call("doctor").out
    file = desk.file if place == "home" else vault.folder / ".claude" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    held = json.loads(file.read_text()) if file.exists() else {}
    for turned, is_on in ({"vaultwatch@market": False}, False), ({"vaultwatch@market": True}, True):
        file.write_text(json.dumps({**held, "enabledPlugins": turned}))
        assert ("calls us twice" in vault.call("doctor").out) is is_on
    before = desk.file.read_bytes()
    done = desk.hooks("install", "--yes", "--folder", str(vault.folder))
    assert done.status != 0
    assert "would run twice" in done.err
    assert desk.file.read_bytes() == before
    assert desk.hooks("uninstall", "--yes").status == 0
    assert "calls us twice" not in vault.call("doctor").out
