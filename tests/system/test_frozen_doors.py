"""What programs read of us keeps its shape: the JSON of the commands, and the tools of agents.

Held as files, with what differs from run to run left out; the manual page holds the options.
"""

import json
import re
import shlex
import shutil
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from mcp import Client

from tests.golden_files import GoldenFiles
from tests.system.vaults import ROOT, Vault, use_hash_embedder
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.server import build_server
from vaultwatch.services.operations.demo import NOTES_STOOD, live

SAMPLE = ROOT / "sample_vault"
COMMANDS = """
status
doctor
scan --dry-run
findings
findings show {one}
findings acknowledge {one}
findings reopen {one}
findings dismiss {two} --dry-run
findings verify {two} --dry-run
findings apply {two} --dry-run
findings explain mem_kiln_budget
findings report --dry-run
review
recall 'the budget of the kiln'
recall kiln --as-of 2026-10-02
recall kiln --valid-at 2026-10-02
context 'plan the winter market'
memory search clay
memory links 'Projects/Kiln rebuild.md'
memory add 'The hall of the [[Winter market]] opens at nine'
memory list
memory show mem_kiln_budget
memory edit mem_kiln_budget 'The [[Kiln rebuild]] may cost 2350 euros' --dry-run
memory forget mem_kiln_budget --dry-run
memory feedback mem_kiln_budget --helped
memory check
memory upkeep
memory recent
memory checkpoint before
memory about 'Winter market'
memory handoff
memory pinned
memory procedures list
setup index --dry-run
index save
index restore
index embed --dry-run
setup hooks status
setup models list
setup palette install --dry-run
setup reader status
setup reader log
setup reader use claude --dry-run
setup schemas show
stores detect
stores add {store} --dry-run
stores list
stores show {store}
stores lint {store}
stores import {store} --dry-run
stores propose --store {store}
undo --dry-run
memory show nobody
findings show zzzzzzz
""".strip().splitlines()

_STORE = "# Deploy\n\n- The build server is called barn.\n- The build server is called barn.\n"
_VARYING = (
    (r"\d{4}-\d\d-\d\d[T ][\d:.+Z-]+", "<time>"),
    (r"\d{4}-\d\d-\d\d\.\d+\b", "<version>"),
    (r"\d{4}-\d\d-\d\d", "<day>"),
    (r"\b\d+ days old", "<age>"),
    (r"\b[0-9a-f]{16,}\b", "<digest>"),
    (r"\b[0-9a-f]{12}\b", "<vault id>"),
    (r"\bmem_(?=[a-z0-9]*\d)[a-z0-9]{7,}\b", "<memory>"),
)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """The sample vault before and after its three weeks, with a store of another agent."""
    folder = tmp_path_factory.mktemp("frozen")
    vault = Vault(folder / "vault", folder / "state")
    shutil.copytree(SAMPLE, vault.folder, ignore=shutil.ignore_patterns(".weeks"))
    use_hash_embedder(vault)
    for note in vault.folder.rglob("*.md"):
        vault.age(note.relative_to(vault.folder).as_posix(), NOTES_STOOD.isoformat())
    assert vault.call("scan").status == 0
    for week in sorted((SAMPLE / ".weeks").glob("week-*")):
        live(vault.folder, week, datetime.now(UTC))
    assert vault.call("scan").status == 0
    store = folder / "store"
    store.mkdir()
    (store / "MEMORY.md").write_text(_STORE)
    return vault


def test_the_json_of_the_commands(
    lived: Vault, golden: GoldenFiles, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for folder in ("saved", "vaultwatch"):
        (tmp_path / folder).mkdir()
    place = f'[snapshot]\nplace = "{tmp_path / "saved"}"\n'
    (tmp_path / "vaultwatch" / "config.toml").write_text(place)
    ids = {row["memory_id"]: row["finding_id"] for row in lived.call("findings", "--json").rows}
    one, two = ids["mem_kiln_budget"], ids["mem_market_date"]
    names = {id_: f"<finding of {memory}>" for memory, id_ in ids.items()}
    names |= {str(lived.folder): "<vault>", str(lived.folder.parent): "<folder>"}
    names[str(tmp_path)] = "<home>"
    told = []
    for command in COMMANDS:
        filled = command.format(one=one, two=two, store=lived.folder.parent / "store")
        done = lived.call(*shlex.split(filled), "--json")
        told += [f"$ {command}"]
        for row in [*done.rows[:1], *map(json.loads, done.err.splitlines())]:
            told.append(json.dumps(shape_of(row, names), ensure_ascii=False))
        told += ["(more)"] * (len(done.rows) > 1) + [f"exit {done.status}", ""]
    golden.check("doors/commands.txt", "\n".join(told))


def shape_of(value: object, names: dict[str, str]) -> object:
    """Return a value without what differs from run to run, long numbers and texts."""
    match value:
        case float():
            return 0.5
        case int() if value > 99:
            return 100
        case str():
            for found, told in names.items():
                value = value.replace(found, told)
            for pattern, told in _VARYING:
                value = re.sub(pattern, told, value)
            return value if len(value) <= 60 else f"{value[:60]}…"
        case list():
            return [shape_of(one, names) for one in value[:1]]
        case dict():
            return {name: shape_of(one, names) for name, one in value.items()}
    return value


def test_the_tools_of_agents(lived: Vault, golden: GoldenFiles) -> None:
    async def listed() -> str:
        async with Client(build_server(Desk(lived.folder))) as client:
            tools = (await client.list_tools()).tools
            prompts = (await client.list_prompts()).prompts
            resources = (await client.list_resources()).resources
        shown = [*tools, *prompts, *resources]
        rows = (one.model_dump(mode="json", exclude_none=True) for one in shown)
        return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)

    golden.check("doors/tools.jsonl", anyio.run(listed))
