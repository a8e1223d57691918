"""The plugin for Claude Code says what the server and the installed hooks say."""

import json
import re
import runpy
from pathlib import Path

import anyio
import pytest

from tests.system.vaults import ROOT
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.recall_tools import RECONCILE
from vaultwatch.doors.mcp.review_tools import WALK
from vaultwatch.doors.mcp.server import MARKS, build_server
from vaultwatch.services.operations.hook_config import plan_hooks

FILES = runpy.run_path(str(ROOT / "scripts" / "write-plugin"))["files"]()
PLUGIN = ROOT / "claude-plugin"
TEXTS = {name: text for name, text in FILES.items() if name.endswith(".md")}


def test_its_files_are_as_they_would_be_written() -> None:
    standing = [*PLUGIN.rglob("*"), *(ROOT / ".claude-plugin").rglob("*")]
    assert {str(one.relative_to(ROOT)) for one in standing if one.is_file()} == set(FILES)
    for name, text in FILES.items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, "run scripts/write-plugin"


def test_its_hooks_are_those_that_are_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    installed = json.loads(plan_hooks("claude-code", "user", Path("/my/vault")).text)
    told = json.dumps(json.loads(FILES["claude-plugin/hooks/hooks.json"]), sort_keys=True)
    ours = json.dumps(installed, sort_keys=True)
    hook = re.compile(r'"command": "\S+(?: -P -m vaultwatch)? hook ')
    told = told.replace("'${user_config.vault}'", "/my/vault")
    assert hook.sub("", told) == hook.sub("", ours)


def test_its_commands_say_what_the_prompts_say() -> None:
    assert TEXTS["claude-plugin/commands/doubts.md"].endswith(WALK)
    assert TEXTS["claude-plugin/commands/drift.md"].endswith(RECONCILE)
    assert MARKS in TEXTS["claude-plugin/skills/vault-memory/SKILL.md"]


def test_every_tool_that_it_names_is_there(tmp_path: Path) -> None:
    tools = {one.name for one in anyio.run(build_server(Desk(tmp_path)).list_tools)}
    named = set(re.findall(r"\bvault_\w+", "".join(TEXTS.values())))
    assert "vault_remember" in named
    assert named <= tools


def test_every_argument_that_it_names_is_taken_as_it_is_written(tmp_path: Path) -> None:
    tools = {
        one.name: one.input_schema for one in anyio.run(build_server(Desk(tmp_path)).list_tools)
    }
    called = re.findall(r"\b(vault_\w+)\(([^()]*)\)", "".join(TEXTS.values()))
    assert len(called) > 5
    kinds = {"[": "array", "{": "object"}
    for name, said in called:
        takes = tools[name]["properties"]
        given = dict.fromkeys(tools[name].get("required", ()), "") if "=" in said else {}
        assert given.keys() <= {one.partition("=")[0] for one in said.split(", ")}, said
        for argument in filter(None, said.split(", ")):
            key, _, value = argument.partition("=")
            assert key in takes, f"{name} takes no {key}"
            if value[:1] in kinds:
                assert takes[key]["type"] == kinds[value[:1]], f"{name}({argument})"


def test_the_catalogue_leads_to_the_plugin_and_it_asks_for_the_vault() -> None:
    (entry,) = json.loads(FILES[".claude-plugin/marketplace.json"])["plugins"]
    manifest = json.loads((ROOT / entry["source"] / ".claude-plugin/plugin.json").read_text())
    assert manifest["name"] == entry["name"]
    assert manifest["userConfig"]["vault"]["required"]
    server = json.loads(FILES["claude-plugin/.mcp.json"])["mcpServers"]["vaultwatch"]
    assert server["args"] == ["mcp", "--vault", "${user_config.vault}"]
