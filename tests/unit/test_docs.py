"""What the papers and the hints say exists, exists."""

import re
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import get_args

import pytest
import typer.main

from tests.papers import PAPERS, ROOT, commands_in, said_by_code, said_by_papers, wrong_in
from vaultwatch.daemon.heartbeat import HANG_S
from vaultwatch.doors.cli.main import app
from vaultwatch.memories.facts import MemorySource, as_claimed
from vaultwatch.memories.trust import BASES, SIGNED_TOOL_BASE
from vaultwatch.settings import Settings, StoreSettings

NAMES = sorted(
    {name for _, text in said_by_papers() for name in re.findall(r"`(vaultwatch(?:\.\w+)+)`", text)}
)
TABLES = {
    name: set(type(getattr(Settings(), name)).model_fields)
    for name in Settings.model_fields.keys() - {"stores"}
} | {"stores": set(StoreSettings.model_fields)}
_DOTTED = re.compile(r"`([a-z_]+)\.([a-z_]+)`")
_TOLD_TO_SET = re.compile(r"\b[Ss]et `?([a-z_]+(?:\.[a-z_]+)+)")
_STATUS = re.compile(r"\b(?:exits?|exit status|status|ends with) (?:with )?(?:status )?(\d+)\b")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[\w-]*)?\)")


def is_importable(name: str) -> bool:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        return all((found := getattr(found, part, None)) is not None for part in parts[length:])
    return False


def test_every_name_of_code_in_the_papers_can_be_imported() -> None:
    assert len(NAMES) > 20
    assert [name for name in NAMES if not is_importable(name)] == []


def test_every_command_and_option_that_is_spoken_of_exists() -> None:
    root = typer.main.get_command(app)
    spoken = [
        (place, one)
        for place, text in chain(said_by_papers(), said_by_code())
        for one in commands_in(text)
    ]
    assert len(spoken) > 150
    wrong = {f"{place}: {one}": why for place, one in spoken if (why := wrong_in(one, root))}
    assert wrong == {}


@pytest.mark.parametrize(
    "command",
    [
        "vaultwatch scann",
        "vaultwatch scan --chek",
        "vaultwatch memory lst",
        "vaultwatch mcp install codex --foo",
    ],
)
def test_a_command_that_does_not_exist_would_be_seen(command: str) -> None:
    assert wrong_in(command, typer.main.get_command(app))


def wrong_settings(text: str) -> list[str]:
    """Return the settings that a text names and nobody can set."""
    named = [(table, key) for table, key in _DOTTED.findall(text) if table in TABLES]
    told = [tuple(name.rsplit(".", 1)) for name in _TOLD_TO_SET.findall(text)]
    return [
        f"{table}.{key}"
        for table, key in (*named, *told)
        if key not in TABLES.get(table, ()) and f"{table}.{key}" != "vault.json"  # a file
        if not any(is_importable(f"vaultwatch{room}.{table}.{key}") for room in ("", ".memories"))
    ]


def test_every_setting_that_is_spoken_of_can_be_set() -> None:
    said = chain(said_by_papers(), said_by_code())
    assert {place: wrong for place, text in said if (wrong := wrong_settings(text))} == {}
    assert wrong_settings("Set `embedder.model`.") == ["embedder.model"]
    assert wrong_settings("Set `embedder.endpoint.url`.") == ["embedder.endpoint.url"]
    assert wrong_settings("is `report.flag`") == ["report.flag"]


def test_every_exit_status_that_is_spoken_of_is_in_the_table() -> None:
    table = (ROOT / "docs/commands.md").read_text(encoding="utf-8").split("## Exit statuses")[1]
    known = {row.split("|")[1].strip() for row in table.split("\n\n")[1].splitlines()[2:]}
    said = {(place, status) for place, text in said_by_papers() for status in _STATUS.findall(text)}
    of_systemd = {("service.md", "218")}
    assert {one for one in said if one[1] not in known} <= of_systemd
    assert len(said) > 4


def test_the_table_of_sources_is_what_trust_goes_by() -> None:
    text = (ROOT / "docs/agents.md").read_text()
    table = re.findall(r"^\| `(\w+)` \| (\.\d\d) \| (.+) \|$", text, re.MULTILINE)
    assert {source: float(base) for source, base, _ in table} == BASES
    assert [source for source, _, _ in table] == list(BASES)
    signed = next(means for source, _, means in table if source == "tool_output")
    assert f"{SIGNED_TOOL_BASE:.2f}".lstrip("0") in signed
    for source in get_args(MemorySource):
        kept = as_claimed(source)
        assert (f"Its `{source}`" in text or f"its `{source}` as `{kept}`" in text) == (
            kept != source
        )


def test_every_page_that_is_linked_to_exists() -> None:
    linked = [
        (paper, to) for paper in PAPERS for to in _LINK.findall(paper.read_text(encoding="utf-8"))
    ]
    inside = [(paper, to) for paper, to in linked if not to.startswith(("http://", "https://"))]
    assert len(inside) > 10
    assert [to for paper, to in inside if not (paper.parent / to).exists()] == []


def test_how_long_a_hang_may_last_is_what_code_and_unit_say() -> None:
    unit = (ROOT / "systemd/vaultwatch@.service").read_text(encoding="utf-8")
    (watchdog_s,) = re.findall(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    page = " ".join((ROOT / "docs/service.md").read_text(encoding="utf-8").split())
    assert (
        f"a hang (a job that says nothing for {HANG_S:.0f} seconds, and {watchdog_s} more)" in page
    )


def test_contributing_tells_the_truth_about_the_tests() -> None:
    """A fake passes the contract of the real thing; a mock passes nothing."""
    files = [file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__)]
    made = re.compile(r"\b(?:Magic|Async)?Mock\(")
    assert [file.name for file in files if made.search(file.read_text(encoding="utf-8"))] == []
