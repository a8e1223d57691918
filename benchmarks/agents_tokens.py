"""Count what the agents' door costs a model: the list of tools, and what each answers.

The official client asks a server in this process. A result is counted whole, as it is sent: by four
bytes a token, and by the offline model's tokenizer where it is at hand.

    python benchmarks/agents_tokens.py                     the sample vault after three weeks
    python benchmarks/agents_tokens.py --vault ~/Notes     a copy of a vault, with 60 memories more
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.server import build_server
from vaultwatch.places import STATE_VARIABLE
from vaultwatch.recall.tokens import count_tokens

BUDGETS = (50, 200, 300, 500, 2_000, 8_000)
MADE = 60
"""Memories that a vault without any is given: first sentences of its notes."""
TASKS = {
    "sample": ("what blocks the beta of Tidebook", "kiln glaze firing", "when is the market"),
    "other": ("how do I link notes", "which plugins are there", "sync settings on the phone"),
}


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vault", type=Path, help="A vault to copy; the sample where not given.")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        os.environ[STATE_VARIABLE] = str(Path(scratch) / "state")
        vault = Path(scratch) / "vault"
        if chosen.vault is None:
            command = [sys.executable, "-m", "vaultwatch", "setup", "demo", "--folder", scratch]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            anyio.run(_measure, vault, TASKS["sample"], [])
        else:
            shutil.copytree(chosen.vault, vault)
            anyio.run(_measure, vault, TASKS["other"], [*_beliefs(vault)])


async def _measure(vault: Path, tasks: tuple[str, ...], beliefs: list[str]) -> None:
    desk = Desk(vault)
    count = desk.read(lambda ws: ws.model.embedder.count_tokens)

    def tell(what: str, value: Any) -> None:  # noqa: ANN401 -- any of the protocol's results
        sent = value.model_dump_json(by_alias=True, exclude_none=True)
        print(f"{what:44} {len(sent):7,} chars {count_tokens(sent, None):6,} {count([sent])[0]:6,}")

    print(f"{'':44} {'':13} bytes/4  model")
    async with Client(build_server(desk)) as client:
        for belief in beliefs:
            arguments = {"content": belief, "source": "document"}
            await client.call_tool("vault_remember", arguments)
        await _ask(client, tell, tasks)
    desk.close()


async def _ask(client: Client, tell: Callable[[str, Any], None], tasks: tuple[str, ...]) -> None:
    tools = await client.list_tools()
    tell(f"the list of {len(tools.tools)} tools", tools)
    for tool in tools.tools:
        tool.output_schema = None
    tell("the same without output schemas", tools)
    for task in tasks:
        for budget in BUDGETS:
            arguments = {"task": task, "max_tokens": budget}
            answer = await client.call_tool("vault_context", arguments)
            tell(f"vault_context {budget:,}: {task[:20]}", answer)
    for name, given in _calls(tasks[0]):
        tell(f"{name} {given or ''}"[:44], await client.call_tool(name, given))


def _calls(task: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "vault_memories", {"query": task, "limit": 5}
    yield "vault_memories", {"limit": 20}
    yield "vault_search", {"query": task, "top_k": 5}
    yield "vault_prediction_errors", {}
    yield "vault_review", {}
    yield "vault_status", {}
    yield "vault_remember", {"content": "The kiln was swept in the autumn."}


def _beliefs(vault: Path) -> Iterator[str]:
    notes = sorted(vault.rglob("*.md"))
    for note in notes[:: max(1, len(notes) // MADE)]:
        text = note.read_text(encoding="utf-8", errors="replace")
        said = re.search(r"^[A-Z][^\n#|>\[\]]{40,200}?[.!?]", text, re.MULTILINE)
        if said:
            yield f"{said[0]} [[{note.stem}]]"


if __name__ == "__main__":
    main()
