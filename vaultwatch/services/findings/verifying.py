"""Verify what memories say of this machine, now, and keep evidence about them from outside.

Looking changes nothing but the ledger. What is found is a finding as after any look.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import CheckRow, SignalRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import FindingKind
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.memories.checks.model import CheckOrigin, LookOutcome
from vaultwatch.memories.checks.written import spec_of
from vaultwatch.notes.model import NotePath
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.validating import gated
from vaultwatch.services.records.settled import decide_check
from vaultwatch.services.records.small_facts import SCAN_DUE, owe_look
from vaultwatch.services.records.trust import heard_through, through
from vaultwatch.services.scanning.checking import (
    check_now,
    checks_of,
    given_checks,
    speaking,
    standing_memories,
    why_unchecked,
)
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace

WORST_FIRST: Final[Sequence[LookOutcome]] = ("contradicts", "never_there", "passes")
BY_CHECK: Final[FindingKind] = "contradicted_by_check"
_NOTHING: Final = "It says nothing of this machine that can be looked up."


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """One check and what came of it."""

    id: str
    memory_id: str
    path: NotePath
    check: str
    """On one line, as a property `check` would give it."""
    base: str
    """The folder that its relative place is meant in."""
    origin: CheckOrigin
    is_accepted: bool
    is_refused: bool
    """Whether a person said that it does not count."""
    counts: bool
    """Whether what comes of it is told; else it is a guess, and silent."""
    outcome: LookOutcome
    said: str
    found: str
    looked_at: datetime
    verified_at: datetime | None
    verified_by: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What came of holding one memory against this machine."""

    memory_id: str
    path: NotePath
    belief: str
    outcome: LookOutcome
    """The worst of its checks that count; `cannot_tell` where none does."""
    notice: str
    """Why nothing was checked, and which lines of its note are no check; else empty."""
    checks: tuple[ShownCheck, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """What only a person can tell: whether a memory holds."""

    finding: str
    memory_id: str
    path: NotePath
    belief: str
    reason: str


def queued(ws: Workspace) -> list[Waiting]:
    """Return the few things that a person is asked about, as the last look found them."""
    found = {one.memory_id: one for one in ws.ledger.findings(statuses=LIVE, kind="unverifiable")}
    return [
        Waiting(found[row.id].id, row.id, row.path, row.belief, "; ".join(found[row.id].reasons))
        for row in ws.ledger.find_memories(ids={id_ for id_ in found if id_})
    ]


def verify_memory(ws: Workspace, wanted: str, *, is_agent: bool = False) -> Verified:
    """Hold one memory against this machine.

    `wanted` is its id, a beginning of it, or its note; `is_agent`: an agent asks, and no person.
    """
    catch_up(ws)
    row = find_memory(ws, wanted)
    if is_agent and row.facts.verify_mode == "human":
        return _verified(row, [], "It says of itself that a person is to have it checked.")
    return _verified(row, _checked(ws, [row]), why_unchecked(ws, [row]).get(row.id, ""))


def failing_now(ws: Workspace, memory_id: str) -> tuple[str, ...]:
    """Look at what a memory says of this machine; return what speaks against it, a line each."""
    rows = ws.ledger.find_memories(ids=[memory_id])
    if not rows or not ws.ledger.checks([memory_id]):
        return ()
    _checked(ws, rows)
    found = ws.ledger.findings(statuses=LIVE, kind=BY_CHECK, memory_ids=[memory_id])
    return tuple(reason for one in found for reason in one.reasons)


def wrong_already(ws: Workspace, memory_id: str, given: Sequence[str]) -> tuple[str, ...]:
    """Look at what somebody gave as checks of a memory; return what does not hold, a line each."""
    rows = ws.ledger.find_memories(ids=[memory_id]) if given else []
    return tuple(
        f"{'Nobody can tell' if one.outcome == 'cannot_tell' else 'Does not hold'}: "
        f"{one.said}: {one.found}"
        for one in (_checked(ws, rows) if rows else ())
        if one.check.origin == "property" and one.outcome != "passes"
    )


def verify_all(ws: Workspace) -> list[Verified]:
    """Hold every memory against this machine, by path; with those that may not be, and why."""
    catch_up(ws)
    rows = standing_memories(ws)
    by_memory: dict[str, list[CheckRow]] = {}
    for one in _checked(ws, rows):
        by_memory.setdefault(one.memory_id, []).append(one)
    if SCAN_DUE.get(ws.ledger):
        owe_look(ws)
    rows.sort(key=lambda row: row.path)
    unchecked = why_unchecked(ws, rows)
    unchecked = {
        row.id: unchecked[row.id] for row in rows if row.id in unchecked and checks_of(row)
    }
    return [
        _verified(row, by_memory.get(row.id, []), unchecked.get(row.id, ""))
        for row in rows
        if row.id in by_memory or row.id in unchecked
    ]


def _checked(ws: Workspace, rows: list[MemoryRow]) -> list[CheckRow]:
    """Look, and owe the reader a report where something else is found than before."""
    before = {
        one.id: (one.outcome, one.found) for one in ws.ledger.checks({row.id for row in rows})
    }
    found = check_now(ws, rows)
    if keep_conditions(ws) or before != {one.id: (one.outcome, one.found) for one in found}:
        owe_look(ws)
    return found


def accept_check(ws: Workspace, wanted: str, *, accepts: bool = True) -> ShownCheck:
    """Let a suggested check count from now on, and look; or let a check count no longer."""
    named = wanted.strip().lstrip("^").replace("chk-", "chk_", 1)
    found = [one for one in ws.ledger.checks() if one.id == named]
    if not found:
        raise NotThereError(
            f"There is no check {wanted!r}.", hint="`vaultwatch memory check` tells their ids."
        )
    row = find_memory(ws, found[0].memory_id)
    changed = decide_check(ws, found[0], counts=accepts)
    if accepts:
        changed = next((one for one in check_now(ws, [row]) if one.id == changed.id), changed)
    owe_look(ws)  # the report tells of it
    keep_conditions(ws)
    return _shown(row, changed, counts=changed.speaks)


def _verified(row: MemoryRow, found: list[CheckRow], why: str) -> Verified:
    told = speaking(found)
    outcomes = {one.outcome for one in told}
    worst: LookOutcome = next((one for one in WORST_FIRST if one in outcomes), "cannot_tell")
    return Verified(
        memory_id=row.id,
        path=row.path,
        belief=row.belief,
        outcome=worst,
        notice=" ".join((*([] if found else [why or _NOTHING]), *given_checks(row)[1])),
        checks=tuple(_shown(row, one, counts=one in told) for one in found),
    )


def _shown(row: MemoryRow, one: CheckRow, *, counts: bool) -> ShownCheck:
    return ShownCheck(
        id=one.id,
        memory_id=row.id,
        path=row.path,
        check=spec_of(one.check),
        base=one.check.base,
        origin=one.check.origin,
        is_accepted=one.is_accepted,
        is_refused=one.refused_at is not None,
        counts=counts,
        outcome=one.outcome,
        said=one.said,
        found=one.found,
        looked_at=one.looked_at,
        verified_at=one.verified_at,
        verified_by=one.verified_by,
    )


MOST_EVIDENCE_CHARS = 10_000
MOST_SOURCE_CHARS = 100
MOST_SIGNALS = 100
"""Of one belief, by its person: more would say nothing new. Chosen by hand."""
MOST_BY_ONE = 20
"""Likewise by one program. Chosen by hand."""
DEFAULT_WEIGHT = 0.5
"""Of a signal that says none: an even chance. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Signalled:
    """What came of a signal."""

    memory_id: str
    finding: str
    """The id of the finding that tells of it; empty where the belief's was settled already."""
    signals: int
    """How many speak of this belief now."""


def record_signal(
    ws: Workspace, wanted: str, *, source: str, evidence: object, weight: float = DEFAULT_WEIGHT
) -> Signalled:
    """Keep evidence against a memory as it reads now.

    `source` is who observed it: `git`, `tracker`, `calendar`, `manual`, or any other word.
    `evidence` is any JSON value; kept and shown, never understood. `weight` is 0..1, how strongly
    it speaks against the memory.

    Raises:
        NotThereError: no such memory.
        RefusedError: a part is missing, too large or no JSON, or reads like an order.
    """
    name, text = _checked_source(ws, source), _checked_evidence(ws, evidence)
    if not math.isfinite(weight) or not 0 < weight <= 1:
        raise RefusedError("A signal's weight lies above 0 and up to 1.", hint="Try 0.8.")
    row = find_memory(ws, wanted)
    heard = [s for s in ws.ledger.signals([row.id]) if s.belief_digest == row.belief_digest]
    through_it = heard_through(named := through(ws, name))
    most = MOST_BY_ONE if ws.client else MOST_SIGNALS
    if sum(heard_through(one.source) == through_it for one in heard) >= most:
        raise RefusedError(
            f"{most} signals of yours speak of this memory already.",
            hint="Update or forget the memory: that closes them.",
        )
    signal = SignalRow(
        memory_id=row.id,
        belief_digest=row.belief_digest,
        source=named,
        evidence=text,
        weight=weight,
        at=ws.clock.now(),
    )
    if not ws.is_rehearsal:
        ws.ledger.put_signal(signal)
        ws.ledger.record("memory signal", row.id, signal.source)
        keep_conditions(ws)
    found = ws.ledger.findings(
        statuses=("open", "acknowledged"), kind="memory_external_signal", memory_id=row.id
    )
    return Signalled(row.id, found[0].id if found else "", len(heard) + 1)


def _checked_source(ws: Workspace, source: str) -> str:
    name = gated(ws, source, "source", most=MOST_SOURCE_CHARS, is_name=True)
    if not name:
        raise RefusedError("A signal needs a source.", hint="Say who observed it, such as `git`.")
    return name


def _checked_evidence(ws: Workspace, evidence: object) -> str:
    try:
        text = json.dumps(evidence, ensure_ascii=False, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as exc:
        raise RefusedError("The evidence is no JSON.", hint="Give a text or an object.") from exc
    return gated(ws, text, "evidence", most=MOST_EVIDENCE_CHARS)
