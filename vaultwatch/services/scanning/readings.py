"""Gather the memories of which a link or a path may mean two things: both are told, none guessed.

Links are those that `doubts` keeps; paths those that stand in several projects that a memory names.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.findings.conditions import Condition
from vaultwatch.drift.model import Quote
from vaultwatch.memories.checks.model import PLACES
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.small_facts import DOUBTED_LINKS
from vaultwatch.services.workspace import Workspace

RANK: Final = 0.25
"""Score of such a finding: below what speaks against a memory. Chosen by hand."""
MOST_TOLD: Final = 5
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
        said = "\0".join(("two readings", row.belief_digest, *told))
        yield Condition(
            memory_id=id_,
            note=None,
            kind="ambiguous",
            score=RANK,
            before=None,
            after=Quote("\n".join(told[:MOST_TOLD]), 0, ()),
            reasons=tuple(told[:MOST_TOLD]),
            passage=blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(),
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
