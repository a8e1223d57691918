"""What an agent reads when it calls a tool wrongly: which argument, and what it takes."""

import re
from pathlib import Path

import anyio
import pytest
from mcp import Client, MCPError

from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.listing import GROUPS
from vaultwatch.doors.mcp.server import build_server

OF_PROGRAMMERS = re.compile(
    r"pydantic|Value error|validation error|Arguments\b|type=|input_value|Error executing|tuple|"
    r"nput should|valid integer|valid string|at least one item|is wrong:"
)
NO_TEXT = {"a": "x [type=y]\n" * 100}
"""What no argument takes but `evidence`, which takes all."""


async def refusals(vault: Path) -> dict[tuple[str, str], str]:
    """Return what each tool says to each of its arguments where it is wrong."""
    said = {}
    desk = Desk(vault)
    async with Client(build_server(desk)) as client:
        for tool in (await client.list_tools()).tools:
            needed = dict.fromkeys(tool.input_schema.get("required", []), "x")
            groups = GROUPS.get(tool.name, {})
            flat = [name for group in groups.values() for name in group.names]
            for name in (*tool.input_schema["properties"], *flat, "no_such"):
                result = await client.call_tool(tool.name, {**needed, name: NO_TEXT})
                if name != "evidence":
                    assert result.is_error, (tool.name, name)
                    said[tool.name, name] = "".join(
                        getattr(one, "text", "") for one in result.content
                    )
    desk.close()
    return said


def test_what_is_wrong_is_told_with_the_argument_and_no_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(tmp_path / "state"))
    (tmp_path / "vault").mkdir()
    said = anyio.run(refusals, tmp_path / "vault")
    assert len(said) > 50
    for (tool, name), text in said.items():
        assert text.startswith(tool), text
        assert name in text
        assert OF_PROGRAMMERS.findall(text) == [], text
        assert "\n" not in text
    assert said["vault_search", "top_k"] == (
        "vault_search cannot be called so. `top_k` takes a whole number."
    )
    assert said["vault_remember", "claim"].startswith(
        "vault_remember cannot be called so. `claim` takes no 'a'; it takes subject, predicate, "
    )


async def prompts_refused(vault: Path) -> list[str]:
    """Return what the server says to a prompt that there is not, and to an argument of none."""
    said = []
    desk = Desk(vault)
    async with Client(build_server(desk)) as client:
        for name, arguments in (("reconcile", None), ("reconcile_memories", {"note": "Fair"})):
            with pytest.raises(MCPError) as refused:
                await client.get_prompt(name, arguments)
            said.append(refused.value.error.message)
        assert (await client.get_prompt("reconcile_memories")).messages
    desk.close()
    return said


def test_a_prompt_that_there_is_not_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTWATCH_STATE", str(tmp_path / "state"))
    (tmp_path / "vault").mkdir()
    assert anyio.run(prompts_refused, tmp_path / "vault") == [
        "No prompt 'reconcile'; there is doubts, reconcile_memories.",
        "reconcile_memories takes no 'note'.",
    ]
