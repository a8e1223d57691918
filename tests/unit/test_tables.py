"""Every table keyed by a closed choice has a row for each of it, wherever it stands."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

import vaultwatch
from vaultwatch.drift.findings.conditions import CONDITION_KINDS, OF_CHECKS
from vaultwatch.drift.findings.labels import By, Label
from vaultwatch.drift.model import Change, FindingKind, FindingStatus, GroundingOutcome, Proof
from vaultwatch.drift.scoring.deciding import PlainRule
from vaultwatch.drift.scoring.explain import Fate

PARTIAL: dict[str, frozenset[object]] = {
    # Asked with a default: the other rows are alike.
    "report.boxes._LABELS_OF": frozenset(
        {
            *("proposal", "claimed", "moved", "suspicious", "duplicate", "unlinked"),
            *("scope_break", "ambiguous", "contradiction"),
        }
    ),
    "report.boxes._OF_RECORDS": frozenset({"suspicious", "contradiction", "duplicate"}),
    "services.findings.listing._LESS_SURE": frozenset({"judged", "likely", "in_doubt"}),
    "services.patching.proposing._AGAINST": frozenset({"memory_drift", "contradicted_by_check"}),
    "memories.stores.mending._MARKS": frozenset({"basic-memory", "pipe-lines", "jsonl"}),
    "report.boxes._ANSWERS": frozenset(
        {
            *("suspicious", "contradiction", "proposal", "claimed", "stale"),
            *("unverifiable", "unlinked", "ambiguous"),
        }
    ),
    "memories.facts._UNEARNED": frozenset({"user_explicit", "system"}),
    # Asked with a default: what most kinds cost, how long they hold, what is said of them.
    "memories.checks.model.COST": frozenset({"command", "url"}),
    "memories.checks.judging.TTL_DAYS": frozenset(
        {"host", "os", "command", "package", "url", "port", "env"}
    ),
    "memories.checks.judging._TOLD": frozenset(
        {
            *("file", "folder", "script", "command", "package", "branch", "changed", "contains"),
            *("tracked", "host", "os", "env", "port", "remote", "runtime", "value"),
        }
    ),
    "memories.checks.judging._MISSING": frozenset(
        {"env", "port", "contains", "command", "package", "host", "os"}
    ),
    "report.render_story._SHELL": frozenset(
        {
            *("apply", "true", "here", "unverified", "dismiss"),
            *("forget", "activate", "keep", "reject", "leave"),
        }
    ),
    "report.groups._ALIKE": frozenset(
        {
            *("done", "ended", "removed", "broken_link"),
            *("stale", "unverifiable", "duplicate", "unlinked"),
        }
    ),
    # Of what a look at this machine finds, that alone is told, and by its file.
    "report.groups._WHAT": OF_CHECKS,
    "services.scanning.checking._KINDS": frozenset({"contradicts", "never_there"}),
    # Asked of conditions alone.
    "drift.findings.conditions.OVER": frozenset(CONDITION_KINDS),
    # Of what an edit shows; a person's word is none of it.
    **dict.fromkeys(
        ("drift.outcome.CERTAINTY", "drift.outcome.CHANGES", "drift.scoring.explain._PROOFS"),
        frozenset({"value", "stretch", "mark", "ended", "done", "denied", "gone"}),
    ),
    "drift.scoring.reasons._SAYING": frozenset({"ended", "done", "denied"}),
    # Of a person's word that other machines hear of: what closes a finding there.
    "services.findings.settle._CLOSED_THERE": frozenset({"dismissed", "true"}),
    # Asked of what a comparison came to.
    "drift.findings.lifecycle._AGREES": frozenset({None, "moved", "memory_drift"}),
}
"""Tables that are right without every row, and those they must have."""

CHOICES = (Proof, Change, FindingKind, FindingStatus, GroundingOutcome, PlainRule, Fate, By, Label)


def modules() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    names = [one.name for one in pkgutil.walk_packages(vaultwatch.__path__, "vaultwatch.")]
    loaded = [
        importlib.import_module(name)
        for name in names
        if "__main__" not in name and "migrations.env" not in name
    ]
    return [
        (one.__name__.removeprefix("vaultwatch."), vars(one), get_type_hints(one)) for one in loaded
    ]


MODULES = modules()


def rows_of(hint: object) -> frozenset[object]:
    """Return the values of the closed choice that keys a table; none where it is no such table."""
    origin, inner = get_origin(hint), get_args(hint)
    if inner and str(origin) == "typing.Final":
        return rows_of(inner[0])
    if not (isinstance(origin, type) and issubclass(origin, Mapping)) or not inner:
        return frozenset()
    choices = [one for one in (inner[0], *get_args(inner[0])) if get_origin(one) is Literal]
    return frozenset(row for one in choices for row in get_args(one))


def tables() -> Iterator[tuple[str, frozenset[object], Mapping[object, object]]]:
    for module, values, hints in MODULES:
        for name, hint in hints.items():
            if (rows := rows_of(hint)) and isinstance(values.get(name), Mapping):
                yield f"{module}.{name}", rows, values[name]


@pytest.mark.parametrize(
    ("name", "rows", "table"), [pytest.param(*one, id=one[0]) for one in tables()]
)
def test_a_table_has_a_row_for_each_choice(
    name: str, rows: frozenset[object], table: Mapping[object, object]
) -> None:
    assert frozenset(table) == PARTIAL.get(name, rows)


def test_tables_were_found_and_the_partial_ones_are_there() -> None:
    found = {name for name, _, _ in tables()}
    assert found >= {
        "drift.scoring.compare._WHY",
        "drift.scoring.explain._RULES",
    }
    assert found >= set(PARTIAL)


def test_a_table_of_such_rows_names_its_choice() -> None:
    """Else nothing holds it: neither mypy nor the test above."""
    known = {name for name, _, _ in tables()}
    loose = [
        f"{module}.{name}"
        for module, values, _ in MODULES
        for name, value in values.items()
        if isinstance(value, dict) and len(value) > 1 and f"{module}.{name}" not in known
        if any(value.keys() <= frozenset(get_args(choice)) for choice in CHOICES)
        if not any(value is other for _, _, other in tables())  # imported from elsewhere
    ]
    assert loose == []
