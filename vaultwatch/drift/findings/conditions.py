"""Decide what becomes of findings that stand as long as something holds, not as a note compares.

Pure. `services.scanning.conditions` gathers what holds: quarantined memories, claims that
contradict each other, evidence from outside, notes that answered badly, what agents propose, files
that claim to be a person's word, memories that nobody confirmed for long, notes that memories name
without a link.
`findings.lifecycle` is the same for comparisons.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.findings.lifecycle import LIVE, FindingPlace, close, finding_id, place_of
from vaultwatch.drift.model import Finding, FindingKind, Outcome, Quote
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath

CONDITION_KINDS: frozenset[FindingKind] = frozenset(
    {
        "suspicious",
        "contradiction",
        "memory_external_signal",
        "low_overlap",
        "contextual_mismatch",
        "proposal",
        "claimed",
        "stale",
        "contradicted_by_check",
        "never_there",
        "duplicate",
        "unverifiable",
        "unlinked",
        "scope_break",
        "ambiguous",
    }
)
"""The kinds that are decided here."""
REVIEWED: frozenset[FindingKind] = frozenset({"suspicious", "contradiction", "proposal", "claimed"})
"""Those of them that wait for a person's decision."""
ASKED: frozenset[FindingKind] = frozenset({"proposal", "claimed"})
"""Those of them that ask about a memory and say nothing against it."""
NOT_AGAINST: frozenset[FindingKind] = ASKED | {
    *("moved", "stale", "duplicate", "unverifiable", "unlinked", "scope_break", "ambiguous"),
    "never_there",
}
"""All kinds that say nothing against a memory."""
OF_CHECKS: frozenset[FindingKind] = frozenset({"contradicted_by_check", "never_there"})
"""Those of them that a look at this machine gives."""
OF_MACHINE: frozenset[FindingKind] = OF_CHECKS | {"scope_break", "ambiguous"}
"""Those of them that hold until somebody's word, whichever it is, on just what was seen."""
OF_NOTES: frozenset[FindingKind] = frozenset({"low_overlap", "contextual_mismatch"})
"""Those of them that speak of a note alone."""


def waits(finding: Finding) -> bool:
    """Tell whether a finding waits for a person's decision.

    What a store's record contradicts is settled in its own file, or dismissed.
    """
    is_settled_there = finding.kind == "contradiction" and is_record(finding.memory_id)
    return finding.kind in REVIEWED and not is_settled_there


OVER: Mapping[FindingKind, str] = {
    "suspicious": "it was decided on",
    "contradiction": "the claims agree, or one stood back",
    "memory_external_signal": "the memory was updated or forgotten",
    "low_overlap": "the note is gone",
    "contextual_mismatch": "the note is gone",
    "proposal": "the memory says otherwise by now, or something newer is proposed",
    "claimed": "they were answered, or say so no more",
    "contradicted_by_check": "what is there agrees, or the memory says otherwise by now",
    "never_there": "it is there, or the memory says otherwise by now",
    "duplicate": "it stands once",
    "unverifiable": "it was confirmed, or nobody is asked about it now",
    "stale": "it was confirmed, or says otherwise by now",
    "unlinked": "its name is linked, or fewer memories give it",
    "scope_break": "it is used no more where it is not meant for, or says otherwise by now",
    "ambiguous": "it can be read in one way",
}
"""Why a finding is closed once what it tells holds no more; nobody's word."""
DEALT_WITH: Final = "resolved by an agent"
"""Why a finding is closed that an agent says it mended: what holds still is told again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Something that holds now and that a reader should know."""

    kind: FindingKind
    score: float
    """0..1."""
    reasons: tuple[str, ...]
    passage: str
    """Digest of what it rests on; a word on it (`_is_said_of`) holds until it changes."""
    newest: datetime | None = None
    """When the latest evidence came: what was settled after it stays so. None: it holds or not."""
    outcome: Outcome = "shown"
    memory_id: str | None = None
    note: NotePath | None = None
    before: Quote | None = None
    after: Quote | None = None

    @property
    def place(self) -> FindingPlace:
        """Where one finding at most is live."""
        return (self.memory_id, self.note, self.kind)


def passage_of(*parts: str) -> str:
    """Return a digest of what a person is told or asked: a word on it holds until that changes."""
    said = "\0".join(parts).encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=16).hexdigest()


def plan_conditions(
    on_record: Sequence[Finding],
    conditions: Sequence[Condition],
    *,
    places: Mapping[str, FindingPlace],
    now: datetime,
) -> list[Finding]:
    """Return the findings that are new or changed; saving them is all there is to do.

    `on_record` holds those of the kinds in `CONDITION_KINDS`, closed ones too; `conditions` one a
    place; `places` those of every finding there ever was, by id.
    """
    taken, earlier = set(places), Counter(places.values())
    changed: list[Finding] = []
    still = set()
    by_place: dict[FindingPlace, list[Finding]] = {}
    for finding in on_record:
        by_place.setdefault(place_of(finding), []).append(finding)
    for condition in conditions:
        still.add(condition.place)
        mine = by_place.get(condition.place, [])
        live = next((one for one in mine if one.status in LIVE), None)
        if live is not None:
            newer = _as_told(live, condition)
            if newer != live:
                changed.append(replace(newer, last_seen=now))
        elif not _is_settled(mine, condition):
            id_ = finding_id(condition.place, earlier[condition.place], taken)
            taken.add(id_)
            changed.append(_opened(condition, id_, now))
    changed.extend(
        close(one, status="resolved", why=OVER[one.kind], now=now)
        for one in on_record
        if one.status in LIVE and place_of(one) not in still
    )
    return changed


def _is_settled(mine: Sequence[Finding], condition: Condition) -> bool:
    """Tell whether somebody decided on just this: by a word on it, or after the latest evidence."""
    if any(one.passage == condition.passage and _is_said_of(one) for one in mine):
        return True
    if condition.newest is None:
        return False
    return any(
        one.closed_at is not None
        and one.closed_at >= condition.newest
        and one.why != OVER[one.kind]  # that was no word of anybody: the memory was away
        for one in mine
    )


def _is_said_of(finding: Finding) -> bool:
    """Tell whether a word closed a finding that holds until what it rests on changes.

    A dismissal; of what is seen of the machine that the memory is still true, too.
    """
    return was_decided(finding) if finding.kind in OF_MACHINE else finding.status == "dismissed"


def was_decided(finding: Finding) -> bool:
    """Tell whether somebody's word closed a finding; not that it holds no more."""
    return finding.status not in LIVE and finding.why not in {OVER[finding.kind], DEALT_WITH}


def _as_told(finding: Finding, condition: Condition) -> Finding:
    return replace(
        finding,
        score=condition.score,
        top_score=max(finding.top_score, condition.score),
        before=condition.before,
        after=condition.after,
        reasons=condition.reasons,
        passage=condition.passage,
        outcome=condition.outcome,
    )


def _opened(condition: Condition, id_: str, now: datetime) -> Finding:
    return Finding(
        id=id_,
        memory_id=condition.memory_id,
        note=condition.note,
        kind=condition.kind,
        change=None,
        mode="warm",
        section=(),
        score=condition.score,
        top_score=condition.score,
        before=condition.before,
        after=condition.after,
        reasons=condition.reasons,
        passage=condition.passage,
        status="open",
        first_seen=now,
        last_seen=now,
        closed_at=None,
        why="",
        outcome=condition.outcome,
    )
