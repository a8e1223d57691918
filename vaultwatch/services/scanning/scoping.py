"""Gather the memories that mean another place than where they are used, or may mean two.

A memory says in its properties `machine` and `repository` what it is meant for. Out of that it is
not checked, and nothing is wrong with it until it is used there. A link that may mean two notes,
and a path that stands in two projects, are told with both: none is guessed.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.reality.machine import host_names
from vaultwatch.adapters.reality.project_folders import as_written, repository_at
from vaultwatch.drift.findings.conditions import Condition, passage_of
from vaultwatch.drift.model import Quote
from vaultwatch.memories.checks.judging import OutsideUse, scope_break
from vaultwatch.memories.checks.model import PLACES
from vaultwatch.memories.checks.places import is_of_home
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.small_facts import DOUBTED_LINKS
from vaultwatch.services.scanning.checking import is_of_this_machine, stands
from vaultwatch.services.workspace import Workspace

RANK: Final = 0.3
"""Score of such a finding: below what a check speaks against. Chosen by hand."""
RECENTLY: Final = timedelta(days=30)
"""Older uses count no more. Chosen by hand."""


def scope_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the memories that were used out of their scope, each with where."""
    scoped = [
        row for row in ws.ledger.memories_saying(("machine", "repository")) if stands(ws, row)
    ]
    if not scoped:
        return
    uses = ws.ledger.accesses([row.id for row in scoped])
    repository = cache(_repository)
    own = repository(str(ws.places.vault))
    for row in scoped:
        recent = [one for one in uses.get(row.id, ()) if _is_recent(ws, row, one)]
        scope, outside = _outside(row, recent, own, repository)
        found = scope_break(outside)
        if found is not None:
            yield Condition(
                memory_id=row.id,
                kind="scope_break",
                score=RANK,
                before=Quote(scope, 0, ()),
                after=Quote(found.told, 0, ()),
                reasons=(f"it is for {scope}, and agents were given it {found.told}",),
                passage=passage_of("scope", row.belief_digest, scope, found.place),
            )


def _is_recent(ws: Workspace, row: MemoryRow, use: AccessRow) -> bool:
    return use.at > row.known_since and ws.clock.now() - use.at <= RECENTLY


def _outside(
    row: MemoryRow,
    uses: Sequence[AccessRow],
    own: Path | None,
    repository: Callable[[str], Path | None],
) -> tuple[str, list[OutsideUse]]:
    """Return what a memory is meant for, and its uses elsewhere than there or in `own`."""
    if not is_of_this_machine(row):
        here = f"on {min(host_names(), default='this machine')}"
        scope = f"the machine {row.facts.machine}"
        return scope, [OutsideUse(here, one.helped) for one in uses]
    scope = f"the repository {row.facts.repository}"
    # Of a name that is no folder here nobody knows which repository it is.
    meant = repository(row.facts.repository) if is_of_home(row.facts.repository) else None
    if meant is None:
        return scope, []
    outside = []
    for one in uses:
        there = repository(one.place) if one.place else None
        if there is not None and there not in {meant, own}:
            outside.append(OutsideUse(f"in {as_written(there)}", one.helped))
    return scope, outside


def _repository(place: str) -> Path | None:
    try:
        return repository_at(Path(place).expanduser())
    except (OSError, RuntimeError, ValueError):
        return None


AMBIGUOUS_RANK: Final = 0.25
"""Score of such a finding: below what speaks against a memory. Chosen by hand."""
MOST_READINGS: Final = 5
"""Readings that one finding tells of. Chosen by hand."""


def ambiguous_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the memories that can be read in two ways, each with both."""
    links = _links(ws)
    paths = ambiguous_paths(ws)
    rows = {row.id: row for row in ws.ledger.find_memories(ids=links.keys() | paths.keys())}
    for id_, row in sorted(rows.items()):
        if row.facts.status != "active":
            continue
        told = [f"{link} may mean {_either(notes)}" for link, notes in links.get(id_, ())]
        told += [f"{place} may mean {_either(places)}" for place, places in paths.get(id_, ())]
        yield Condition(
            memory_id=id_,
            kind="ambiguous",
            score=AMBIGUOUS_RANK,
            after=Quote("\n".join(told[:MOST_READINGS]), 0, ()),
            reasons=tuple(told[:MOST_READINGS]),
            passage=passage_of("two readings", row.belief_digest, *told),
        )


def _links(ws: Workspace) -> Mapping[str, list[tuple[str, tuple[NotePath, ...]]]]:
    found = defaultdict(list)
    for (owner, link), notes in sorted(DOUBTED_LINKS.get(ws.ledger).items()):
        if len(notes) > 1:
            found[owner].append((link, tuple(one.path for one in notes)))
    return found


def ambiguous_paths(ws: Workspace) -> Mapping[str, list[tuple[str, tuple[str, ...]]]]:
    """Return by memory the relative places that stand in two projects or more."""
    bases: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in ws.ledger.checks(outcome="passes", is_suggested=True):
        check = one.check
        if check.kind in PLACES and check.base:
            bases[one.memory_id, check.place].append(check.base)
    found = defaultdict(list)
    for (memory_id, place), where in sorted(bases.items()):
        if len(set(where)) > 1:
            told = tuple(f"{base}/{place.rstrip('/')}" for base in sorted(set(where)))
            found[memory_id].append((place, told))
    return found


def _either(names: tuple[str, ...]) -> str:
    return " or ".join(names)
