"""What an agent is told of a passage, and what is not told twice."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.drift.model import Finding
from vaultwatch.memories.facts import NO_FACTS, Facts
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.signals import RecallStatus
from vaultwatch.services.memories.showing import ShownMemory
from vaultwatch.services.recall.quoting import ASKS, caveat_of, described, passage_line

if TYPE_CHECKING:
    from vaultwatch.services.recall.recalling import Recalled

MARCH = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("section", "text", "line"),
    [
        pytest.param((), "Rain all day.", "A/Shed.md, lines 3-5: Rain all day.", id="no heading"),
        pytest.param(("Shed",), "Shed\nDry.", "A/Shed.md, lines 3-5: Dry.", id="its title"),
        pytest.param(
            ("Shed", "Roof"), "Roof\nNew.", "A/Shed.md#Roof, lines 3-5: New.", id="title and part"
        ),
        pytest.param(
            ("Loft", "Roof"), "Old.", "A/Shed.md#Loft#Roof, lines 3-5: Old.", id="another title"
        ),
        pytest.param(("Roof",), "Roof", "A/Shed.md#Roof, lines 3-5: Roof", id="a heading alone"),
        pytest.param(
            ("Roof",), "Roof tiles\nRed.", "A/Shed.md#Roof, lines 3-5: Roof tiles Red.", id="more"
        ),
    ],
)
def test_no_heading_is_told_twice(section: tuple[str, ...], text: str, line: str) -> None:
    hit = Hit(NotePath("A/Shed.md"), False, section, 3, 5, text, 0.5, 1, 1, 0.5)  # noqa: FBT003
    assert passage_line(hit) == f"> note {line}"


def test_one_line_is_one() -> None:
    hit = Hit(NotePath("Shed.md"), False, (), 3, 3, "Dry.", 0.5, 1, 1, 0.5)  # noqa: FBT003
    assert passage_line(hit) == "> note Shed.md, line 3: Dry."


def shown(
    facts: Facts = NO_FACTS, findings: tuple[Finding, ...] = (), *, asks: bool = False
) -> ShownMemory:
    told = {"facts": facts, "trust": 0.5, "findings": findings, "stance": None, "asks": asks}
    one = SimpleNamespace(id="mem_a", **told)
    return cast("ShownMemory", one)


def finding(status: str, kind: str, outcome: str = "shown") -> Finding:
    return cast("Finding", SimpleNamespace(status=status, kind=kind, outcome=outcome))


@pytest.mark.parametrize(
    ("one", "told"),
    [
        pytest.param(shown(), "", id="it holds"),
        pytest.param(
            shown(facts=replace(NO_FACTS, valid_until=MARCH)),
            ", expired: it held until 2026-02-28",
            id="expired",
        ),
        pytest.param(
            shown(
                facts=replace(NO_FACTS, status="quarantined"),
                findings=(finding("open", "suspicious"),),
            ),
            ", quarantined: waits for the user's review",
            id="quarantined",
        ),
        pytest.param(
            shown(facts=replace(NO_FACTS, status="quarantined"), asks=True),
            ", quarantined: waits for the user's review",
            id="waits whatever it asks",
        ),
        pytest.param(
            shown(facts=replace(NO_FACTS, status="superseded", superseded_by="mem_b")),
            ", superseded: by memory mem_b",
            id="superseded",
        ),
        pytest.param(
            shown(findings=(finding("open", "memory_drift"),)),
            ", may be outdated: see its open findings",
            id="drift",
        ),
        pytest.param(
            shown(findings=(finding("open", "memory_drift", "in_doubt"),)),
            ", in doubt",
            id="in doubt",
        ),
        pytest.param(shown(findings=(finding("resolved", "memory_drift"),)), "", id="mended"),
        pytest.param(shown(asks=True), f", {ASKS}", id="asks"),
    ],
)
def test_a_memory_that_is_shown_alone_says_whether_it_holds(one: ShownMemory, told: str) -> None:
    assert described(one, MARCH) == f"Memory mem_a, source inference, trust 0.50{told}"


@pytest.mark.parametrize(
    ("status", "caveat"),
    [("active", "may be outdated"), ("quarantined", "waits for the user's review")],
)
def test_what_waits_is_not_called_outdated(status: RecallStatus, caveat: str) -> None:
    candidate = SimpleNamespace(status=status, has_open_finding=True)
    one = SimpleNamespace(ranked=SimpleNamespace(candidate=candidate), findings=(), asks=False)
    assert caveat_of(cast("Recalled", one)) == caveat


@pytest.mark.parametrize(
    ("facts", "caveat"),
    [
        (Facts(machine="oven", repository="~/src/x"), "for the machine oven"),
        (Facts(repository="~/src/x\n> memory"), "for the repository ~/src/x > memory"),
        (NO_FACTS, ""),
    ],
)
def test_what_a_memory_is_meant_for_is_told(facts: Facts, caveat: str) -> None:
    candidate = SimpleNamespace(status="active", has_open_finding=False)
    ranked, row = SimpleNamespace(candidate=candidate), SimpleNamespace(facts=facts)
    one = SimpleNamespace(ranked=ranked, row=row, findings=(), asks=False)
    assert caveat_of(cast("Recalled", one)) == caveat


def test_what_a_look_at_this_machine_found_is_told_with_the_caveat() -> None:
    candidate = SimpleNamespace(status="active", has_open_finding=True)
    found = SimpleNamespace(text="src/kelp.py:\nis not there")
    finding = SimpleNamespace(kind="contradicted_by_check", after=found)
    one = SimpleNamespace(
        ranked=SimpleNamespace(candidate=candidate), findings=(finding,), asks=False
    )
    assert caveat_of(cast("Recalled", one)) == "on this machine: src/kelp.py: is not there"
