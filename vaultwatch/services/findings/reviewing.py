"""What waits for a person's decision, and what each decision writes.

Called by `services.reviewing` for a command, by `services.answers` for a tick in the report.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, TypeAlias

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.errors import RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.memories.property_writes import plan_supersede, reinstate, supersede
from vaultwatch.services.records.acceptances import accept
from vaultwatch.services.workspace import Workspace

Verdict: TypeAlias = Literal["activate", "keep"]
"""`activate`: it holds instead of those it speaks against; `keep`: beside them."""
REVIEWED = frozenset({"suspicious", "contradiction"})
"""Kinds of findings that wait for a person's decision."""


@dataclass(frozen=True, slots=True)
class Other:
    """A memory that another one speaks against."""

    id: str
    path: NotePath
    belief: str


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One memory that waits for a decision."""

    id: str
    path: NotePath
    belief: str
    status: str
    why: tuple[str, ...]
    against: tuple[Other, ...]
    findings: tuple[str, ...]
    """Ids of the findings that ask for the decision."""
    claim: str = ""
    """What it claims: subject, predicate and value; empty where it carries no claim."""

    @property
    def digest(self) -> str:
        """What a decision rests on; another one needs another decision."""
        said = "\0".join((self.belief, self.claim, *(one.id + one.belief for one in self.against)))
        return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def list_reviews(ws: Workspace) -> list[ReviewItem]:
    """Return what waits for a decision, by the memory's path."""
    asked: dict[str, list[Finding]] = {}
    for finding in ws.ledger.findings(statuses=LIVE):
        if finding.kind in REVIEWED and finding.memory_id is not None:
            asked.setdefault(finding.memory_id, []).append(finding)
    rows = {row.id: row for row in ws.ledger.find_memories(ids=asked)}
    notes = {one.note for found in asked.values() for one in found if one.note is not None}
    others = {
        row.path: Other(row.id, row.path, row.belief)
        for row in ws.ledger.find_memories(paths=notes)
    }
    items = [_item(row, asked[row.id], others) for row in rows.values()]
    return sorted(items, key=lambda item: item.path)


def carry_out(
    ws: Workspace, item: ReviewItem, verdict: Verdict, *, why: str = ""
) -> list[NotePath]:
    """Let a memory that waits hold; return the notes to be looked at again.

    Raises:
        RefusedError: a note cannot be edited, or there is nothing to keep it beside.
        NoteUnreadableError: one cannot be read.
    """
    row = ws.ledger.find_memories(ids=[item.id])[0]
    if verdict == "keep" and not item.against:
        raise RefusedError(
            f"Memory {row.id} speaks against no other: there is nothing to keep it beside.",
            hint="Activate or reject it.",
        )
    gone = [other.id for other in item.against] if verdict == "activate" else []
    standing_back = plan_supersede(ws, gone, by=row.id)
    accept(ws, row)  # first: what is written next is taken in as accepted
    written = [row.path]
    with ws.journal.run(f"review {verdict}"):
        if verdict == "keep":
            reinstate(ws, row, {"exclusive": False})
        else:
            reinstate(ws, row)
            written += supersede(ws, standing_back, by=row.id)
    ws.ledger.record(f"review {verdict}", row.id, mask_secrets(why))
    return written


def _item(row: MemoryRow, findings: list[Finding], others: Mapping[NotePath, Other]) -> ReviewItem:
    spoken_of = [
        others[one.note] for one in findings if one.note is not None and one.note in others
    ]
    against = {other.id: other for other in spoken_of}
    return ReviewItem(
        id=row.id,
        path=row.path,
        belief=row.belief,
        status=row.facts.status,
        why=tuple(dict.fromkeys(reason for one in findings for reason in one.reasons)),
        against=tuple(against.values()),
        findings=tuple(one.id for one in findings),
        claim=_claimed(row),
    )


def _claimed(row: MemoryRow) -> str:
    claim = row.facts.claim
    return f"{claim.subject} / {claim.predicate} / {claim.value}" if claim is not None else ""
