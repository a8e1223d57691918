"""Gather the memories that agents were given on another machine, or in another repository.

A memory says in its properties `machine` and `repository` what it is meant for. Out of that it is
not checked, and nothing is wrong with it until it is used there.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.adapters.reality.machine import host_names
from vaultwatch.adapters.reality.project_folders import as_written, repository_at
from vaultwatch.drift.findings.conditions import Condition
from vaultwatch.drift.model import Quote
from vaultwatch.memories.checks.judging import OutsideUse, scope_break
from vaultwatch.memories.checks.places import is_of_home
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
                note=None,
                kind="scope_break",
                score=RANK,
                before=Quote(scope, 0, ()),
                after=Quote(found.told, 0, ()),
                reasons=(f"it is for {scope}, and agents were given it {found.told}",),
                passage=_passage(row, scope, found.place),
            )


def _is_recent(ws: Workspace, row: MemoryRow, use: AccessRow) -> bool:
    return use.at > row.known_since and ws.clock.now() - use.at <= RECENTLY


def _outside(
    row: MemoryRow,
    uses: Sequence[AccessRow],
    own: Path | None,
    repository: Callable[[str], Path | None],
) -> tuple[str, list[OutsideUse]]:
    """Return what a memory is meant for, and its uses elsewhere.

    `own` is the repository that the vault lies in: who works there asks about everything.
    """
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


def _passage(row: MemoryRow, scope: str, place: str) -> str:
    said = f"scope\0{row.belief_digest}\0{scope}\0{place}".encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=16).hexdigest()
