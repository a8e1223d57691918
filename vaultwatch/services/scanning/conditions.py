"""Gather what holds of memories and notes beside comparisons, and keep its findings."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations, groupby
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import MissRow, ProposedVerb, SignalRow
from vaultwatch.drift.findings.conditions import (
    CONDITION_KINDS,
    OVER,
    Condition,
    passage_of,
    plan_conditions,
)
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.staleness import LEAST_CHANGES, Freshness, stale_among
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.memories.checks.judging import HIGH, Unconfirmed, queue_for_person
from vaultwatch.memories.claims import claim_key, normal_value, overlaps
from vaultwatch.memories.facts import STOOD_BACK, beside_text, claim_text
from vaultwatch.memories.schemas import Schemas, concepts_of
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath
from vaultwatch.reader.worth import JUDGED
from vaultwatch.recall.signals import why_ended
from vaultwatch.services.indexing.found_files import HIGH_IMPACT
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.records.misses import MOST_TELLING, is_telling
from vaultwatch.services.records.proposals import StandingProposal, standing_proposals
from vaultwatch.services.records.schemas import schemas_in_force
from vaultwatch.services.records.small_facts import owe_scan
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import against, grounds_of, is_persons, told_source
from vaultwatch.services.scanning.checking import check_conditions, impact_of, standing_memories
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.doubles import (
    contradiction_of_record,
    doubled_conditions,
    standing_order,
)
from vaultwatch.services.scanning.meeting import judged_same, met_conditions
from vaultwatch.services.scanning.relinking import unlinked_conditions
from vaultwatch.services.scanning.scoping import ambiguous_conditions, scope_conditions
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import ROW_VERBS
from vaultwatch.upkeep.splitting import set_apart

MOST_EVIDENCE_CHARS = 200
MOST_CLAIMED = 20
"""Memories that are confirmed with one tick: a person is to read them. Chosen by hand."""
MOST_SHOWN_CHARS = 2_000
"""Of a memory among others that are confirmed with one tick. Chosen by hand: a screen."""


def keep_conditions(ws: Workspace, cited: Cited | None = None) -> list[Finding]:
    """Record what holds now; return the findings that are new or changed.

    `cited` is every memory with what it cites, where a look knows it: its failures take the
    memories that this fails over, and what is on record of them stays. Where none is given nobody
    is asked anew about names without a link.
    """
    failed: dict[NotePath, str] = {}
    kinds = CONDITION_KINDS if cited is not None else CONDITION_KINDS - {"unlinked"}
    # One a place: of several that a record contradicts the first is told.
    told = [*_conditions(ws, failed), *(unlinked_conditions(ws, cited) if cited else ())]
    found = list({one.place: one for one in reversed(told)}.values())[::-1]
    unknown = {row.id for row in ws.ledger.find_memories(paths=failed)} if failed else set()
    if cited is not None:
        cited.failures.update(failed)
    on_record = sorted(ws.ledger.findings(kinds=kinds), key=lambda one: one.kind)
    return _keep(
        ws,
        [one for one in on_record if one.memory_id not in unknown],
        [one for one in found if one.memory_id not in unknown],
    )


def keep_waiting(ws: Workspace, ids: Collection[str]) -> None:
    """Record that memories just written wait for a person; all else is left to the look owed."""
    rows = [row for row in ws.ledger.find_memories(ids=ids) if row.facts.status == "quarantined"]
    found = [one for row in rows for one in _of_status(ws, row)]
    if found:
        places = {one.place for one in found}
        known = ws.ledger.findings(memory_ids=ids)
        _keep(ws, [one for one in known if (one.memory_id, one.note, one.kind) in places], found)


def _keep(ws: Workspace, on_record: Sequence[Finding], found: Sequence[Condition]) -> list[Finding]:
    places = ws.ledger.places_of_findings()
    changed = plan_conditions(on_record, found, places=places, now=ws.clock.now())
    if changed:
        owe_scan(ws)
        ws.ledger.save_findings(changed)
    return changed


def _conditions(ws: Workspace, failed: dict[NotePath, str]) -> Iterator[Condition]:
    rows = ws.ledger.unsettled_memories()
    for row in rows:
        with sparing_others(row.path, failed):
            yield from _of_status(ws, row)
    now = ws.clock.now()
    active = [
        row
        for row in rows
        if row.facts.status == "active" and (row.facts.expires is None or row.facts.expires > now)
    ]
    if active:
        yield from _rivals(ws, active, failed)
    yield from _signalled(ws, failed)
    yield from _misfits(ws)
    proposed = list(standing_proposals(ws))
    judged = judged_same(ws) if proposed else {}
    yield from (_proposal(one, judged) for one in proposed)
    yield from _claimed(ws.ledger.claiming_memories())
    yield from check_conditions(ws)
    yield from scope_conditions(ws)
    yield from ambiguous_conditions(ws)
    yield from stale_conditions(ws)
    yield from doubled_conditions(ws)
    yield from met_conditions(ws)
    yield from unconfirmed_conditions(ws)


def _proposal(standing: StandingProposal, judged: Mapping[frozenset[str], str]) -> Condition:
    proposal, row = standing.proposal, standing.row
    who = f"the agent {_cut(proposal.agent)!r}" if proposal.agent else "an agent"
    who = "upkeep" if proposal.verb in ROW_VERBS.values() else who
    others = ", ".join(f"“{_cut(one.belief)}”" for one in standing.others)
    by = f"memory {row.facts.superseded_by}" if row.facts.superseded_by else "another memory"
    why_over = why_ended(row.facts) or f"{by} took its place"
    apart = set_apart(row.belief, proposal.belief or "")
    wishes: dict[ProposedVerb, str] = {
        "update": "change it",
        "forget": "put it away",
        "merge": f"join it with {others}, which would stand back",
        "fold": f"let it stand for {others}, which would stand back",
        "split": f"set apart “{_cut(apart)}”, which holds no more",
        "archive": f"put it into the archive: {why_over}",
        "fade": "leave it out of contexts unasked: nobody was handed it for long",
        "refresh": "say it in the words that its note has now",
        "compress": f"make one memory of it and {others}, which would stand back",
        "promote": "write it as a line into the note that it cites: it helped often",
        "core": "write the sentences that you stand behind into one note",
        "distil": "write down as a procedure what sessions of several days did in this order",
    }
    reasons = [f"{who} would {wishes[proposal.verb]}"]
    pairs = (frozenset({row.id, one.id}) for one in standing.others)
    if judges := {judged[pair] for pair in pairs if proposal.verb == "fold" and pair in judged}:
        reasons.append(f"{JUDGED}{', '.join(sorted(judges))}: it says the same")
    is_gone = proposal.verb in {"forget", "archive", "fade", "promote"}
    after = None if is_gone else proposal.belief or row.belief
    if proposal.value is not None and row.facts.claim is not None:
        reasons.append(f"its claim would say “{_cut(proposal.value)}”, not “{_cut(_value(row))}”")
        after = f"{after}\n\nIts claim: {proposal.value}"  # whole: it is agreed to
    return Condition(
        memory_id=row.id,
        kind="proposal",
        score=1.0,
        before=Quote(row.belief, 0, ()),
        after=None if after is None else Quote(after, 0, ()),
        reasons=tuple(reasons),
        passage=proposal.id,
    )


def _claimed(rows: Sequence[MemoryRow]) -> Iterator[Condition]:
    """Ask once about all files that say a person said so; one too long to be shown alone."""
    asked = asked_together(rows)
    short = [row for row in rows if _is_shown_whole(row)]
    if asked:
        are = "memory file says" if len(short) == 1 else "memory files say"
        more = f"; these are the first {len(asked)}" if len(asked) < len(short) else ""
        yield _claim(asked, None, f"{len(short)} {are} that you said so{more}")
    long = [row for row in rows if not _is_shown_whole(row)]
    for row in long[:MOST_CLAIMED]:
        yield _claim([row], row.id, "this memory file says that you said it; too long to be shown")


def _claim(rows: Sequence[MemoryRow], memory_id: str | None, reason: str) -> Condition:
    return Condition(
        memory_id=memory_id,
        kind="claimed",
        score=0.5,
        after=Quote("\n".join(row.id for row in rows), 0, ()),
        reasons=(f"{reason}; until you say that you did, it counts as reported",),
        passage=claims_digest(rows),
    )


def asked_together(rows: Sequence[MemoryRow]) -> Sequence[MemoryRow]:
    """Return those that one answer is about: they are shown whole."""
    return [row for row in rows if _is_shown_whole(row)][:MOST_CLAIMED]


def _is_shown_whole(row: MemoryRow) -> bool:
    return len(row.belief) <= MOST_SHOWN_CHARS


def claims_digest(rows: Collection[MemoryRow]) -> str:
    """Return what a person's answer to `claimed` rests on: the memories as they were shown."""
    return passage_of(
        *(
            part
            for row in rows
            for part in (row.id, row.belief, claim_text(row.facts.claim), beside_text(row.facts))
        )
    )


def _of_status(ws: Workspace, row: MemoryRow) -> Iterator[Condition]:
    """Yield what holds of a memory that does not stand."""
    if row.facts.status == "superseded":
        gone = f"memory {row.facts.superseded_by}, which took its place, is gone"
        yield _quarantined(row, gone)
    elif row.facts.status == "quarantined" and is_record(row.id):
        if row.facts.status_reason != HIGH_IMPACT:  # which agents write every day: no question each
            yield _quarantined(row)
    elif row.facts.status == "quarantined":
        rivals = _standing_now(ws, row.facts.conflicts_with)
        for rival in rivals:
            yield _contradiction(rival, row)
        if not rivals:
            yield _quarantined(row)


def _standing_now(ws: Workspace, ids: Collection[str]) -> list[MemoryRow]:
    """Return the active memories of these ids, or those that have taken their place since."""
    found: dict[str, MemoryRow] = {}
    asked: set[str] = set()
    while ids := {*ids} - asked:
        asked |= ids
        rows = ws.ledger.find_memories(ids=ids)
        found.update((row.id, row) for row in rows if row.facts.status == "active")
        ids = {row.facts.superseded_by for row in rows if row.facts.status == "superseded"} - {""}
    return [found[id_] for id_ in sorted(found)]


def _quarantined(row: MemoryRow, reason: str = "") -> Condition:
    reason = reason or row.facts.status_reason or "its note says that it is quarantined"
    return Condition(
        memory_id=row.id,
        kind="suspicious",
        score=1.0,
        reasons=tuple(reason.split("; ")),
        passage=passage_of(row.belief_digest, reason),
    )


def _contradiction(older: MemoryRow, younger: MemoryRow) -> Condition:
    if is_record(younger.id):
        return contradiction_of_record(older, younger, (_value(older), _value(younger)))
    reason = younger.facts.status_reason or "both claim to be the only value"
    return Condition(
        memory_id=younger.id,
        note=older.path,
        kind="contradiction",
        score=1.0,
        before=Quote(older.belief, 0, ()),
        after=Quote(younger.belief, 0, ()),
        reasons=(reason,),
        passage=passage_of(
            older.id, older.belief_digest, _value(older), younger.belief_digest, _value(younger)
        ),
    )


def _value(row: MemoryRow) -> str:
    return row.facts.claim.value if row.facts.claim is not None else ""


def _rivals(
    ws: Workspace, rows: Sequence[MemoryRow], failed: dict[NotePath, str]
) -> Iterator[Condition]:
    """Yield active memories that contradict each other; a person's stands before others'."""
    schemas = schemas_in_force(ws).schemas
    grounds = grounds_of(ws, rows)
    theirs = {row.id for row in rows if is_persons(ws, row, grounds[row.id])}
    claimed = []
    for row in rows:
        with sparing_others(row.path, failed):
            if row.facts.claim is not None:
                claimed.append((claim_key(row.facts.claim), row))
    claimed.sort(key=lambda one: (one[0], one[1].id not in theirs, *standing_order(one[1])))
    for _, group in groupby(claimed, key=lambda one: one[0]):
        for (_, first), (_, second) in combinations(group, 2):
            with sparing_others(second.path, failed):
                is_guarded = first.id in theirs and second.id not in theirs
                if _are_rivals(first, second, schemas, is_guarded=is_guarded):
                    yield _contradiction(first, second)


def _are_rivals(first: MemoryRow, second: MemoryRow, schemas: Schemas, *, is_guarded: bool) -> bool:
    """Tell whether two claims contradict; of a guarded one its person says if it is one of many."""
    one, other = first.facts.claim, second.facts.claim
    if one is None or other is None:
        return False
    schema = schemas.schema_for(one.predicate, one.subject)
    is_single = schema.cardinality == "single" and schema.policy != "keep_both"
    is_single = is_single and one.exclusive and (other.exclusive or is_guarded)
    if not (is_single and overlaps(one, other)):
        return False
    return normal_value(one.value, schema.normaliser) != normal_value(
        other.value, schema.normaliser
    )


def _signalled(ws: Workspace, failed: dict[NotePath, str]) -> Iterator[Condition]:
    signals = sorted(ws.ledger.signals(), key=lambda one: one.memory_id)
    rows = {row.id: row for row in ws.ledger.find_memories(ids={s.memory_id for s in signals})}
    for memory_id, group in groupby(signals, key=lambda one: one.memory_id):
        row = rows.get(memory_id)
        if row is None or row.facts.status in STOOD_BACK:
            continue
        heard = [one for one in group if one.belief_digest == row.belief_digest]
        if heard:
            with sparing_others(row.path, failed):
                yield _signal(row, heard)


def _signal(row: MemoryRow, heard: list[SignalRow]) -> Condition:
    said = (f"{told_source(one.source)}: {_cut(one.evidence)}" for one in reversed(heard))
    told = tuple(dict.fromkeys(said))
    return Condition(
        memory_id=row.id,
        kind="memory_external_signal",
        score=against(heard),
        reasons=told,
        passage=passage_of(row.belief_digest, *told),
        newest=max(one.at for one in heard),
    )


def _misfits(ws: Workspace) -> Iterator[Condition]:
    misses = sorted(ws.ledger.misses(), key=lambda one: (one.note, one.kind))
    stats = ws.ledger.note_stats() if misses else {}
    for (note, _), group in groupby(misses, key=lambda one: (one.note, one.kind)):
        events = list(group)
        if note in stats and is_telling(events):
            yield _misfit(events)


def _misfit(events: list[MissRow]) -> Condition:
    newest = max(events, key=lambda one: one.at)
    asked = list(dict.fromkeys(one.query for one in reversed(events)))[:MOST_TELLING]
    what = "fits badly although nothing fits better"
    if newest.kind == "contextual_mismatch":
        what = f"is far from what was asked for in {newest.context!r}"
    return Condition(
        note=newest.note,
        kind=newest.kind,
        score=min(1.0, max(0.0, sum(one.distance for one in events) / len(events))),
        reasons=tuple(f"asked for “{_cut(query)}”, it {what}" for query in asked),
        passage=passage_of(newest.note, newest.kind),
        newest=newest.at,
    )


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= MOST_EVIDENCE_CHARS else flat[: MOST_EVIDENCE_CHARS - 1] + "…"


# Memories that nobody confirmed for long, and the few that only a person can confirm.

RANK = 0.2
"""Score of such a finding: below all that a note says. Chosen by hand."""


def stale_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the few memories that are to be asked about; of one that a finding speaks of, none."""
    changes = ws.ledger.often_changed(LEAST_CHANGES)
    found = _reviewable(ws, changes)
    rows = [row for row in found if not is_record(row.id)]  # their own tools look after those
    now = ws.clock.now()
    standing = [row for row in rows if row.facts.ends is None or row.facts.ends > now]
    told = ws.ledger.findings(memory_ids=[row.id for row in standing]) if standing else []
    spoken_of = {one.memory_id for one in told if one.status in LIVE and one.kind != "stale"}
    asked = [row for row in standing if row.id not in spoken_of]
    by_id = {row.id: row for row in asked}
    for stale in stale_among(_known(ws, asked, told, changes), now):
        row = by_id[stale.memory_id]
        yield Condition(
            memory_id=row.id,
            kind="stale",
            score=RANK,
            reasons=(stale.reason,),
            passage=_passage(row),
            newest=stale.due,
        )


def _reviewable(ws: Workspace, changed: Collection[str]) -> list[MemoryRow]:
    """Return the active ones of some memories, and those whose note says when to look again."""
    rows = ws.ledger.memories_saying(("review_after", "volatility_days"))
    others = ws.ledger.find_memories(ids={*changed} - {row.id for row in rows})
    return sorted(
        (*rows, *(row for row in others if row.facts.status == "active")), key=lambda row: row.id
    )


def _passage(row: MemoryRow) -> str:
    """Return what a dismissal rests on: this wording, with what its note says of its review."""
    review = row.facts.review_after
    return f"{row.belief_digest} {review.isoformat() if review is not None else ''}".strip()


def _known(
    ws: Workspace,
    rows: list[MemoryRow],
    findings: list[Finding],
    changes: dict[str, tuple[datetime, ...]],
) -> list[Freshness]:
    ids = [row.id for row in rows]
    stand = stances(ws, rows)
    taken: dict[str, datetime] = {}
    for (owner, _), head in ws.ledger.baseline_heads(ids).items() if ids else ():
        is_word = head.grounding is not None and head.grounding.outcome == "supported"
        if is_word:
            taken[owner] = max(head.taken_at, taken.get(owner, head.taken_at))
    for one in findings:  # called true, or settled otherwise by somebody
        is_word = one.kind == "stale" and one.why != OVER["stale"]
        if is_word and one.closed_at is not None and one.memory_id:
            taken[one.memory_id] = max(one.closed_at, taken.get(one.memory_id, one.closed_at))
    known = []
    left = {
        (one.memory_id, one.passage)
        for one in findings
        if one.kind == "stale" and one.status == "dismissed"
    }
    for row in rows:
        if (row.id, _passage(row)) in left:
            continue
        stance = stand.get(row.id)
        known.append(
            Freshness(
                memory_id=row.id,
                confirmed=max(row.known_since, taken.get(row.id, row.known_since)),
                review_after=row.facts.review_after,
                volatility_days=row.facts.volatility_days,
                changes=changes.get(row.id, ()),
                known_since=row.created or row.first_seen,
                is_supported=stance is not None and stance.standing == "supported",
            )
        )
    return known


UNCONFIRMED_RANK: Final = 0.1
"""Score of such a finding: below all others. Chosen by hand."""
LEAST_DAYS: Final = 14.0
"""Nothing younger is asked about. Chosen by hand."""
MOST_WEIGHED: Final = 100
"""Memories a look whose words are weighed for what hangs on them, the oldest. By hand: one takes a
millisecond."""
_DAY_S: Final = 86_400.0


def unconfirmed_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the memories that a person is asked about; of one that a finding speaks of, none."""
    rows = {row.id: row for row in _candidates(ws)}
    if not rows:
        return
    for one in queue_for_person(_weighed(ws, rows)):
        yield Condition(
            memory_id=one.memory_id,
            kind="unverifiable",
            score=UNCONFIRMED_RANK,
            reasons=(f"no note says it and no check can: {one.reason}",),
            passage=_asked_passage(rows[one.memory_id]),
        )


def _candidates(ws: Workspace) -> list[MemoryRow]:
    """Return the memories that stand, old enough, and that nothing speaks for or against."""
    now = ws.clock.now()
    old = [
        row
        for row in standing_memories(ws)
        if (now - row.known_since).total_seconds() >= LEAST_DAYS * _DAY_S
    ]
    if not old:
        return []
    found = [one for one in ws.ledger.findings() if one.memory_id]
    busy = {one.memory_id for one in found if one.status in LIVE and one.kind != "unverifiable"}
    asked = [one for one in found if one.kind == "unverifiable" and one.why != OVER[one.kind]]
    answered = {(one.memory_id, one.passage) for one in asked if one.closed_at is not None}
    held = {one.memory_id for one in ws.ledger.checks() if one.verified_at is not None}
    left = [
        row
        for row in old
        if row.id not in busy | held and (row.id, _asked_passage(row)) not in answered
    ]
    stand = stances(ws, left)
    return [row for row in left if row.id not in stand or stand[row.id].standing != "supported"]


def _weighed(ws: Workspace, rows: Mapping[str, MemoryRow]) -> list[Unconfirmed]:
    now = ws.clock.now()
    uses = ws.ledger.accesses(rows)
    heard: dict[str, list[SignalRow]] = {}
    for signal in ws.ledger.signals(rows):
        if signal.belief_digest == rows[signal.memory_id].belief_digest:
            heard.setdefault(signal.memory_id, []).append(signal)
    oldest = sorted(rows.values(), key=lambda row: (row.known_since, row.id))[:MOST_WEIGHED]
    great = {row.id for row in oldest if next(concepts_of(row.belief, row.facts), None)}
    return [
        Unconfirmed(
            memory_id=row.id,
            impact=HIGH if row.id in great else impact_of(row),
            age_days=(now - row.known_since).total_seconds() / _DAY_S,
            is_in_use=any(one.at > row.known_since for one in uses.get(row.id, ())),
            against=against(heard.get(row.id, ())),
        )
        for row in rows.values()
    ]


def _asked_passage(row: MemoryRow) -> str:
    return passage_of("unverifiable", row.belief_digest)
