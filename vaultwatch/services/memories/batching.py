"""Take in memories that were written one after the other together, and tell of each what follows.

What is told of one memory stands once it was taken in: its note is synced before, then the index is
written once for all, the ledger in two transactions.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from vaultwatch.drift.findings.citations import Citations
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.likeness import gist_digest
from vaultwatch.memories.provenance import EARNED
from vaultwatch.notes.model import NotePath
from vaultwatch.services.memories.bounding import told_of_bound
from vaultwatch.services.memories.weighing import WriteOutcome
from vaultwatch.services.records.standings import stances
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.workspace import Workspace

MOST_BATCHED = 64
"""Memories taken in together: a kill leaves so many notes to be taken in as files that were found.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """What a command did to a memory, or in a rehearsal would do."""

    id: str
    path: NotePath
    moved_to: str = ""
    """For a forgotten memory: where its note lies now."""
    warnings: tuple[str, ...] = ()
    """For a new memory: why it will not be checked as it stands, in words."""
    outcome: WriteOutcome = "stored"
    reason: str = ""
    """Why, where it is not just stored."""
    against: tuple[str, ...] = ()
    """Ids of the memories that it superseded or speaks against."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A memory whose note stands, and the others' that were changed for it."""

    id: str
    notes: tuple[NotePath, ...]
    reason: str
    facts: Facts


class Batch:
    """Memories that were written one after the other and are taken in together."""

    def __init__(self, ws: Workspace, *, is_ours: bool = True) -> None:
        """Take in what changed on disk, once for all of them.

        Args:
            ws: the vault.
            is_ours: whether they count as written by us, not as files that were found.
        """
        self._ws = ws
        self._is_ours = is_ours
        self._waiting: list[_Written] = []
        self._gists: set[str] = set()
        self._is_heard = False
        self._facts: dict[str, Facts] = {}
        self._citations: dict[str, Citations] = {}
        catch_up(ws)  # what a person added by hand a second ago counts as standing too

    def make_way(self, belief: str, facts: Facts) -> None:
        """Take in what was written so far where what comes next must be held against it."""
        is_again = facts.claim is not None or gist_digest(belief) in self._gists
        if is_again or self._is_heard or len(self._waiting) >= MOST_BATCHED:
            self.take_in()

    def add(
        self, done: MemoryWrite, belief: str, facts: Facts, notes: Collection[NotePath]
    ) -> None:
        """Leave what was just written to be taken in with the others."""
        self._waiting.append(_Written(done.id, tuple(notes), done.reason, facts))
        self._gists.add(gist_digest(belief))
        # Others are held against what a person said; of what waits each agent may have a few alone.
        self._is_heard |= facts.source in EARNED or facts.status == "quarantined"

    def take_in(self) -> None:
        """Take in what was written."""
        waiting, self._waiting = self._waiting, []
        self._gists.clear()
        self._is_heard = False
        if not waiting:
            return
        with self._ws.ledger.together():
            self._ws.ledger.record_all(("memory add", one.id, one.reason) for one in waiting)
            notes = [path for one in waiting for path in one.notes]
            cited = take_in(self._ws, notes, is_ours=self._is_ours)
        self._citations |= cited.citations
        self._facts |= {one.id: one.facts for one in waiting}

    def told(self, done: MemoryWrite) -> MemoryWrite:
        """Return what was done with what its writer should know, now that it was taken in."""
        facts = self._facts.pop(done.id, None)  # who says the same behind it wrote nothing
        if facts is None:
            return done
        told = (*done.warnings, *_warnings(self._citations.get(done.id), facts))
        told += (bound,) if (bound := told_of_bound(facts)) else ()
        rows = self._ws.ledger.find_memories(ids=[done.id])
        stance = stances(self._ws, rows).get(done.id)
        told += told_of_unsaid(stance.unverified if stance is not None else "")
        return replace(done, warnings=told)


def told_of_unsaid(why: str) -> tuple[str, ...]:
    """Return what the writer of a memory is told where no note says all of it."""
    return (f"It counts as unverified until a note that it cites does: {why}.",) if why else ()


def _warnings(plan: Citations | None, facts: Facts) -> Iterator[str]:
    if plan is None:
        return
    for link in plan.unresolved:
        yield f"{link} leads nowhere; it will not be checked until such a note stands."
    for link, candidates in plan.ambiguous:
        yield (
            f"{link} has {len(candidates)} answers ({', '.join(candidates)}); "
            "it will not be checked until the link names one by its path."
        )
    if not (plan.pairs or plan.unresolved or plan.ambiguous or facts.checks):
        yield "It cites no note; it will not be checked until it holds a [[link]] to one."
