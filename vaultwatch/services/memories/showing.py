"""List memories; show one with all that is known of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.standing import Stance, Standing
from vaultwatch.drift.model import Baseline, Finding, GroundingOutcome, Quote
from vaultwatch.guard.orders import asks
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.trust import content_hash, learnt
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.recall.signals import status_at, why_ended
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.records.small_facts import READ_TRUE
from vaultwatch.services.records.standings import is_backed, stances
from vaultwatch.services.records.trust import grounds_of, lag_days
from vaultwatch.services.records.use import Use, use_of
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Ground:
    """A note that a memory rests on."""

    note: NotePath
    origin: str
    """`written` or `adopted`."""
    taken_at: datetime
    supports: tuple[Quote, ...]
    """The words that support it, strongest first."""
    outcome: GroundingOutcome | None
    """What the note said to the memory then; None until the next look."""
    decided_by: Quote | None
    """The line that decides on the outcome; None where none does."""
    clause: str
    """Of a memory of several: the one that it denied."""
    unspoken: tuple[str, ...]
    """Of a memory of several: those that it did not speak of."""
    read_by: str
    """Who read there by now that the memory is true, and in which words; empty where nobody did."""


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """One memory with all that is known of it."""

    id: str
    path: NotePath
    belief: str
    first_seen: datetime
    facts: Facts
    trust: float
    """0..1; see `memories.trust`."""
    learnt: str
    """How long after what it says began to hold it was written; empty where nobody says."""
    trust_story: tuple[str, ...]
    """How it came about, a sentence a step."""
    chain: tuple[str, ...]
    """What it replaced and what replaced it, a sentence each."""
    stance: Stance | None
    """How it stands with the notes that it cites; None where it was held against none."""
    grounds: tuple[Ground, ...]
    findings: tuple[Finding, ...]
    use: Use | None
    """How it was used; None where no agent was handed it."""
    last_verified: datetime | None
    """When a check of it held last, or a person said that it is true; None where none ever did."""
    verified_by: str
    """`check` or `person`; empty where none did."""
    asks: bool
    """Whether it asks for something, or allows it, on nobody's word but its writer's."""


def list_memories(ws: Workspace) -> list[tuple[MemoryRow, Standing | None]]:
    """Return the memories that stand in the vault, by path, each with how its notes see it."""
    rows = sorted(ws.ledger.memories(), key=lambda row: row.path)
    stand = stances(ws, rows)
    return [(row, stand[row.id].standing if row.id in stand else None) for row in rows]


def show_memory(ws: Workspace, wanted: str) -> ShownMemory:
    """Return a memory with its baselines and findings."""
    row = find_memory(ws, wanted)
    grounds = grounds_of(ws, [row])[row.id]
    stance, read = stances(ws, [row]).get(row.id), READ_TRUE.get(ws.ledger)
    last_verified, verified_by = _last_verified(ws, row)
    return ShownMemory(
        id=row.id,
        path=row.path,
        belief=row.belief,
        first_seen=row.first_seen,
        facts=row.facts,
        trust=grounds.trust,
        learnt=_learnt(row),
        trust_story=grounds.story,
        chain=chain_of(ws, row),
        stance=stance,
        grounds=tuple(
            _ground(one, read.get((row.id, one.note), "")) for one in ws.ledger.baselines(row.id)
        ),
        findings=tuple(ws.ledger.findings(memory_id=row.id, outcomes=None)),
        use=use_of(ws, [row.id]).get(row.id),
        last_verified=last_verified,
        verified_by=verified_by,
        asks=not is_backed(ws, row, grounds, stance) and asks(row.belief),
    )


def _learnt(row: MemoryRow) -> str:
    begins, days = row.facts.begins, lag_days(row)
    if begins is None or days is None or abs(days) < 1:
        return ""
    return f"{day_at(begins)}, {learnt(days)}"


def _last_verified(ws: Workspace, row: MemoryRow) -> tuple[datetime | None, str]:
    """Return when a memory, as it reads, was last found to be true, and by whom."""
    held: list[tuple[datetime, str]] = [
        (one.verified_at, one.verified_by)
        for one in ws.ledger.checks([row.id])
        if one.verified_at is not None
    ]
    held += [
        (one.at, "person")
        for one in ws.ledger.confirmed([row.id]).values()
        if one.belief_digest == row.belief_digest
    ]
    return max(held, default=(None, ""))


def _ground(baseline: Baseline, read_by: str) -> Ground:
    supports = sorted(baseline.supports, key=lambda support: -support.strength)
    standing = [baseline.statements[support.index] for support in supports]
    worth = baseline.grounding
    decides = baseline.statements[worth.index] if worth and worth.index is not None else None
    return Ground(
        note=baseline.note,
        origin=baseline.origin,
        taken_at=baseline.taken_at,
        supports=tuple(map(quote_of, standing)),
        outcome=worth.outcome if worth is not None else None,
        decided_by=quote_of(decides) if decides is not None else None,
        clause=worth.clause if worth is not None else "",
        unspoken=worth.unspoken if worth is not None else (),
        read_by=read_by,
    )


def quote_of(one: Statement) -> Quote:
    """Return what a statement says, with its place."""
    return Quote(one.text, one.first_line, one.section)


MOST_LINKS = 20
"""Of one chain: longer ones go in circles that a person made."""

MOST_CHARS = 120
MOST_NAMED_CHARS = 60
"""Of a memory that is one of several in a line."""
_LEAST_LINKS = 2
_TOLD = ("review", "memory superseded", "memory merge", "memory fold", "memory forget",
         "memory brought back", "memory archived", "memory faded", "memory split")  # fmt: skip
"""With what a line of the audit begins that tells how a memory came to stand as it does."""


def chain_of(ws: Workspace, row: MemoryRow) -> tuple[str, ...]:
    """Return the chain as sentences, oldest first; empty for a memory that stands alone.

    What replaced each other in three memories or more is one line.
    """
    history = history_of(ws, row)
    told = [history] if history else [*_links(ws, row)]
    facts = row.facts
    if facts.status == "quarantined":
        told.append(f"It is quarantined: {facts.status_reason or 'its note says so'}")
    if status_at(facts, ws.clock.now()) == "expired":
        told.append(f"It has expired: {why_ended(facts)}.")
    told += [f"It speaks against memory {other}." for other in facts.conflicts_with]
    if facts.content_hash and facts.content_hash != content_hash(row.belief):
        told.append("Its text was edited since it was asserted.")
    if facts.corroborated_by:
        told.append(f"Also asserted by {', '.join(facts.corroborated_by)}.")
    told += [
        f"{day_at(line.at).isoformat()}: {line.verb}{f' ({line.why})' if line.why else ''}"
        for line in reversed(ws.ledger.audit(row.id, limit=10))
        if line.verb.startswith(_TOLD)
    ]
    return tuple(told)


def history_of(ws: Workspace, row: MemoryRow) -> str:
    """Return in one line what replaced what where a memory is one of three or more; or nothing.

    `mem_a “Mara lives in Lyon.” until 2024-03-01, replaced by mem_b “...”, replaced by this one.`
    """
    levels = _before(ws, row)
    newer = _after(ws, row)
    if sum(map(len, levels)) + len(newer) < _LEAST_LINKS:
        return ""
    told = [" and ".join(map(_named, level)) for level in levels]
    told += ["this one", *map(_named, newer)]
    return f"{', replaced by '.join(told)}."


def _named(row: MemoryRow) -> str:
    until = row.facts.until
    ended = f" until {day_at(until - timedelta.resolution).isoformat()}" if until else ""
    return f"{row.id} “{in_short(row.belief, MOST_NAMED_CHARS)}”{ended}"


def _links(ws: Workspace, row: MemoryRow) -> Iterator[str]:
    for one in (one for level in _before(ws, row) for one in level):
        yield f"It took the place of memory {one.id}: “{in_short(one.belief)}”"
    for one in _after(ws, row):
        yield f"Memory {one.id} took its place: “{in_short(one.belief)}”"


def _before(ws: Workspace, row: MemoryRow) -> list[list[MemoryRow]]:
    """Return what a memory replaced, what that replaced, and so on: the first of all first."""
    levels: list[list[MemoryRow]] = []
    seen, ids = {row.id}, [row.id]
    while ids and len(seen) <= MOST_LINKS:
        rows = [one for one in ws.ledger.replaced_by(ids) if one.id not in seen]
        seen |= {one.id for one in rows}
        ids = [one.id for one in rows]
        levels.insert(0, sorted(rows, key=lambda one: (one.known_since, one.id)))
    return [level for level in levels if level]


def _after(ws: Workspace, row: MemoryRow) -> list[MemoryRow]:
    found: list[MemoryRow] = []
    seen, next_id = {row.id}, row.facts.superseded_by
    while next_id and next_id not in seen and len(found) < MOST_LINKS:
        seen.add(next_id)
        rows = ws.ledger.find_memories(ids=[next_id], forgotten=True)
        found += rows
        next_id = rows[0].facts.superseded_by if rows else ""
    return found


def in_short(text: str, chars: int = MOST_CHARS) -> str:
    """Return a text on one line, cut at a word where it is long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else flat[: chars - 1].rsplit(" ", 1)[0] + "…"
