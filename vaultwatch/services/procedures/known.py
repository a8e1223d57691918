"""Read the procedures that stand, and say of each whether it may be offered to agents, and why not.

An agent is to do what a procedure says. So a person must stand behind its wording, and different
sessions must have succeeded with it; until then it is a draft.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import NoteUnreadableError, NotThereError, OutsideVaultError
from vaultwatch.memories.procedures import (
    OutcomeTally,
    Procedure,
    ProcedureOutcome,
    outcome_line,
    procedure_of,
)
from vaultwatch.memories.procedures import tally as counted
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.signals import status_at
from vaultwatch.services.indexing.reading import Reading, read_bytes
from vaultwatch.services.records.small_facts import PERSONS_OUTCOMES
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.workspace import Workspace

LEAST_SHARE: Final = 0.5
"""Of sessions that are likely to succeed. Chosen by hand: below it one that fails as often as not
would be handed out."""
_KEPT = 256
"""Procedures whose parse is kept. Chosen by hand: more than a person keeps."""


@dataclass(frozen=True, slots=True)
class KnownProcedure:
    """A procedure that stands."""

    row: MemoryRow
    procedure: Procedure
    tally: OutcomeTally
    trust: float
    """0..1, of its memory."""
    draft: str
    """Why it is not offered to agents, as a sentence; empty where it is."""

    @property
    def name(self) -> str:
        """Of its note, without `.md`."""
        return self.procedure.name


def known_procedures(ws: Workspace) -> list[KnownProcedure]:
    """Return the procedures that stand, best first: by the share of sessions that succeeded."""
    rows = ws.ledger.find_memories(paths=ws.ledger.paths_in(ws.procedures_folder))
    confirmed = PERSONS_OUTCOMES.get(ws.ledger) if rows else frozenset()
    grounds = grounds_of(ws, rows)
    found = []
    for row in rows:
        with suppress(NoteUnreadableError, OutsideVaultError):
            reading = _reading_of(row.path, ws.files.read(row.path))
            procedure = procedure_of(reading.note, reading.text)
            theirs = [one for one in procedure.outcomes if mark_of(row.id, one) in confirmed]
            went = counted(procedure.outcomes, frozenset(map(outcome_line, theirs)))
            stands = is_persons(ws, row, grounds[row.id])
            stands = stands or not (row.facts.is_found or row.facts.client)
            draft = _why_draft(ws, row, procedure, went, stands=stands)
            if not draft and reading.body.strip() != row.belief:
                draft = "Its note was changed a moment ago."
            found.append(KnownProcedure(row, procedure, went, grounds[row.id].trust, draft))
    return sorted(found, key=lambda one: (-one.tally.share, one.name))


def find_procedure(ws: Workspace, wanted: str) -> KnownProcedure:
    """Return a procedure by its name, whatever its case, its note's path or its memory's id.

    Raises:
        NotThereError: none, or more than one.
    """
    known = known_procedures(ws)
    name = " ".join(wanted.split()).removesuffix(".md").casefold()
    for matches in (
        [one for one in known if one.row.id == wanted],
        [one for one in known if one.row.path.removesuffix(".md").casefold() == name],
        [one for one in known if title_of(one.row.path).casefold() == name],
        [one for one in known if wanted and one.row.id.startswith(wanted)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            paths = ", ".join(one.row.path for one in matches[:5])
            raise NotThereError(f"More than one procedure answers to {wanted!r}: {paths}.")
    named = ", ".join(one.name for one in known[:5])
    raise NotThereError(
        f"There is no procedure {wanted!r}.",
        hint=f"There is {named}." if named else "See `vaultwatch memory procedures list`.",
    )


def mark_of(memory_id: str, one: ProcedureOutcome) -> str:
    """Return what an outcome is known by that its person gave."""
    return blake2b(f"{memory_id}\0{outcome_line(one)}".encode(), digest_size=8).hexdigest()


def _why_draft(
    ws: Workspace, row: MemoryRow, procedure: Procedure, went: OutcomeTally, *, stands: bool
) -> str:
    """Return why a procedure is not offered, as a sentence; empty where it is."""
    status = status_at(row.facts, ws.clock.now())
    wanted = ws.settings.procedures.sessions
    reasons = (
        (status == "quarantined", "It waits for the user's decision: `vaultwatch review`."),
        (status != "active", f"It is {status}."),
        (not stands, "The user has not said yet that it is theirs: one tick in the drift report."),
        (not procedure.steps, "It has no steps."),
        (went.succeeded < wanted, f"{went.succeeded} of {wanted} sessions succeeded so far."),
        (went.share < LEAST_SHARE, f"It failed {went.failed} of {went.sessions} times."),
    )
    return next((why for is_so, why in reasons if is_so), "")


@lru_cache(maxsize=_KEPT)  # every context asks for all of them
def _reading_of(path: NotePath, data: bytes) -> Reading:
    return read_bytes(path, data)
