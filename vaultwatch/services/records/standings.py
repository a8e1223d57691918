"""Tell how memories stand with the notes that they cite, and which doubts the report asks about."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final, get_args

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import BaselineHead
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.standing import Stance, Standing, stance_of
from vaultwatch.drift.model import Finding, Grounding
from vaultwatch.memories.facts import EARNED, STOOD_BACK
from vaultwatch.memories.trust import Grounds
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.small_facts import DOUBTS_ASKED, READ_TRUE
from vaultwatch.services.records.trust import is_persons
from vaultwatch.services.workspace import Workspace


def stances(ws: Workspace, rows: Collection[MemoryRow]) -> Mapping[str, Stance]:
    """Return how each of these memories stands, by id.

    Left out are those that no note was held against, and those whose place another one has taken.
    """
    held = {row.id: row for row in rows if row.facts.status not in STOOD_BACK}
    grounded: dict[str, list[Grounding]] = defaultdict(list)
    heads = ws.ledger.baseline_heads(held.keys())
    for (id_, _), head in as_read(ws, heads).items():
        if head.grounding is not None and head.belief_digest == held[id_].belief_digest:
            grounded[id_].append(head.grounding)
    told: dict[str, list[Finding]] = defaultdict(list)
    statuses = (*LIVE, "dismissed")
    for finding in ws.ledger.findings(statuses=statuses, memory_ids=held.keys(), outcomes=None):
        told[finding.memory_id or ""].append(finding)
    said = {id_ for (id_, _), head in heads.items() if head.grounded != "silent"}
    made = {id_: stance_of(grounded[id_], told[id_]) for id_ in held}
    return {
        id_: replace(stance, is_read=stance.standing == "supported" and id_ not in said)
        for id_, stance in made.items()
        if stance is not None
    }


def as_read(
    ws: Workspace, heads: Mapping[tuple[str, NotePath], BaselineHead]
) -> Mapping[tuple[str, NotePath], BaselineHead]:
    """Return baselines, those supported too where somebody read that the note says the memory."""
    read = READ_TRUE.get(ws.ledger)
    return {
        key: replace(head, grounding=replace(head.grounding, outcome="supported"))
        if key in read and head.grounding is not None and head.grounded == "silent"
        else head
        for key, head in heads.items()
    }


def count_standings(ws: Workspace) -> Mapping[Standing, int]:
    """Return how many memories stand in each way."""
    counts = Counter(one.standing for one in stances(ws, ws.ledger.memories()).values())
    return {standing: counts[standing] for standing in get_args(Standing)}


def count_unverified(ws: Workspace) -> Mapping[Standing, int]:
    """Return of how many memories that stand in each way something is unverified."""
    told = stances(ws, ws.ledger.memories()).values()
    counts = Counter(one.standing for one in told if one.unverified)
    return {standing: counts[standing] for standing in get_args(Standing) if counts[standing]}


def is_backed(ws: Workspace, row: MemoryRow, grounds: Grounds, stance: Stance | None) -> bool:
    """Tell whether a person, a cited note, a signed tool or a wish's writer is behind a memory."""
    # Here alone: what only reads the ledger does without the parser that it brings.
    from vaultwatch.memories.items import is_wish

    is_said = stance is not None and stance.standing == "supported" and not stance.unspoken
    if stance is not None and stance.is_read:
        is_said = False  # who read it is a program too
    is_earned = row.facts.source in EARNED or grounds.is_signed or is_wish(row.id)
    return is_said or is_earned or is_persons(ws, row, grounds)


MOST_ASKED: Final = 5
"""At once. Chosen by hand: a person who reads each of them spends two minutes."""


def doubts_of(ws: Workspace) -> list[Finding]:
    """Return the live findings in doubt, the likeliest to be outdated first."""
    return ws.ledger.findings(statuses=LIVE, outcomes={"in_doubt"})


def asked_about(ws: Workspace, live: Collection[Finding]) -> Mapping[str, str]:
    """Return those of the doubts that the report asks about now, or did this week, with the day.

    Where one was answered the next moves up, and it keeps its place should that be taken back.
    """
    monday = (ws.today - timedelta(days=ws.today.weekday())).isoformat()
    standing = {one.id for one in live}
    kept = DOUBTS_ASKED.get(ws.ledger)
    asked = {id_: day for id_, day in kept.items() if id_ in standing or day >= monday}
    room = MOST_ASKED - len(standing & asked.keys())
    new = [one.id for one in live if one.id not in asked][: max(0, room)]
    return {**asked, **dict.fromkeys(new, ws.today.isoformat())}
