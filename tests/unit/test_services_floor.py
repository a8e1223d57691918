"""The floor of services: which of its folders may import which."""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.sources import tree_of
from tests.unit.test_architecture import PACKAGE, imported, ours

FLOOR = (
    ("workspace", "known_notes", "known_stores", "daemon_state"),
    ("records", "lookup"),
    ("indexing",),
    ("scanning",),
    ("reader",),
    ("memories",),
    ("upkeep",),
    ("procedures",),
    ("recall",),
    ("findings",),
    ("patching",),
    ("exchange",),
    ("look",),
    ("sessions",),
    ("operations",),
    ("stores",),
)
"""The folders and single modules of `services`, lowest first: each imports its own row and those
before it."""


SERVICES = "vaultwatch.services."


@cache
def modules() -> dict[str, ast.Module]:
    """Return each of our modules by its dotted name, without what is imported for types alone."""
    found = {}
    for path in ours():
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        kept = [node for node in tree_of(path).body if not _is_for_types(node)]
        found[name.removesuffix(".__init__")] = ast.Module(kept, [])
    return found


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


@cache
def imports() -> dict[str, set[str]]:
    """Return what each of our modules imports of the others, at the top or in a function."""
    return {
        name: {_module(one) for one in imported(tree, package=name.rpartition(".")[0])} - {name, ""}
        for name, tree in modules().items()
    }


def _module(name: str) -> str:
    """Return the module that an imported name is or stands in; empty where it is none of ours."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name


def floor_row(name: str) -> int:
    """Return the row of `FLOOR` that a module of `services` belongs to."""
    part = name.removeprefix(SERVICES).split(".")[0]
    return next(row for row, names in enumerate(FLOOR) if part in names)


def test_the_folders_of_services_import_only_downwards() -> None:
    up = [
        f"{own} -> {other}"
        for own, others in imports().items()
        for other in others
        if own.startswith(SERVICES)
        and other.startswith(SERVICES)
        and floor_row(other) > floor_row(own)
    ]
    assert up == []


def test_the_architecture_page_draws_the_same_floor() -> None:
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.split("| Folder or module |")[1].split("\n\n")[0].splitlines()[2:]
    assert tuple(tuple(re.findall(r"`(\w+)`", row.split("|")[1])) for row in table) == FLOOR


def test_no_imports_run_in_a_circle() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(f"each imports the next: {' <- '.join(error.args[1])}")


@pytest.mark.parametrize(
    ("name", "place"),
    [
        pytest.param("close", "findings.settle", id="a reader settles a finding"),
        pytest.param("trash", "memories.updating", id="a memory is forgotten"),
    ],
)
def test_one_place_does_it(name: str, place: str) -> None:
    """What else closes findings is decided in `drift`; what else goes to the trash is undone."""
    found = [
        module
        for module, tree in modules().items()
        if module.startswith(SERVICES) and name in _used(tree)
    ]
    assert found == [SERVICES + place]


def _used(tree: ast.AST) -> set[str]:
    """Return what is imported of `drift.findings.lifecycle` and which methods of `files` are
    called."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="vaultwatch.drift.findings.lifecycle", names=names):
                found |= {one.name for one in names}
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="files"), attr=name)):
                found.add(name)
    return found


HOMES = frozenset(
    SERVICES + home
    for home in (
        "findings.settle",
        "findings.review",
        "memories.updating",
        "memories.proposing",
        "procedures.known",
        "look",
    )
)


@pytest.mark.parametrize(
    ("door", "deeds"),
    [
        ("services.exchange.answers", "apply dismiss verify decide_review forget_memory"),
        ("doors.requests.answering", "acknowledge dismiss verify carry_out"),
        ("doors.cli.findings_commands", "apply verify carry_out"),
        ("doors.cli.memory_commands", "forget_memory carry_out"),
        ("doors.cli.tree", "carry_out"),
        ("services.exchange.waiting", "decide_review decide_proposal"),
        ("doors.mcp.review_tools", "decide_review decide_proposal resolve_errors"),
        ("doors.mcp.memory_tools", "change_or_propose forget_or_propose merge_or_propose"),
        ("doors.mcp.desk", "carry_out"),
        ("doors.cli.procedure_commands", "record_outcome"),
        ("doors.mcp.memory_tools", "record_outcome propose_procedure"),
    ],
)
def test_a_door_has_it_done_there(door: str, deeds: str) -> None:
    name = f"vaultwatch.{door}"
    asked = {
        one.rpartition(".")[2]: one.rpartition(".")[0]
        for one in imported(modules()[name], package=name.rpartition(".")[0])
    }
    assert {asked[deed] for deed in deeds.split()} <= HOMES
