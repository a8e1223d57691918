"""Decide what becomes of findings after a scan, and after a reader's word.

Pure. `services.look` hands over the findings on record and the fresh comparisons and saves what
comes back; `services.findings.settle` does the same for what a reader says.

Life of a finding: open -> acknowledged -> resolved or dismissed. One open (or acknowledged)
finding per (memory, note, kind): one that is told and one that only asks, being in doubt, take
turns. A dismissal holds until the passage it rests on changes; other
rules may rest it on another passage, and do not open it while the note stands as it stood. Words
that come back after others are dismissed still, whatever a look saw or a reader said in between.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import blake2s
from typing import TypeAlias

from vaultwatch.drift.model import Comparison, Finding, FindingKind, FindingStatus
from vaultwatch.notes.model import NotePath

FindingPlace: TypeAlias = tuple[str | None, NotePath | None, FindingKind]
"""Where one finding at most is live: memory, note, kind."""

LIVE: frozenset[FindingStatus] = frozenset({"open", "acknowledged"})

SEEN_AGAIN = timedelta(hours=1)
"""A finding that stands as it stood is written again after so long: a look at one note must not
write a hundred rows. Chosen by hand."""

COMPARED: frozenset[FindingKind] = frozenset({"memory_drift", "moved"})
"""The kinds that comparing opens and closes; `findings.conditions` decides on the others."""

SAID_AGAIN = "the note says again what was dismissed"
NOW_TOLD = "it is no longer in doubt"
TAKEN_BACK = "the word that it came of was taken back"
NOW_IN_DOUBT = "it is only in doubt now"

NOT_DENIED = "the note no longer says otherwise, and does not say it either"

_ID_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No 0, 1, i, l, o: a person reads an id from a report and types it."""

_ID_LENGTH = 7
"""31^7 is 2.7e10: among 10,000 findings the chance of any clash is 0.2%; a clash lengthens."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a scan saw: every comparison it holds to be true now, and which places it looked at."""

    comparisons: Sequence[Comparison]
    memory_ids: Collection[str]
    """Memories that stand in the vault; findings of others are resolved as forgotten."""
    changed_beliefs: Collection[str] = ()
    """Memories whose belief was edited since their findings were recorded."""
    note_digests: Mapping[NotePath, str] = field(default_factory=dict)
    """SHA-256 of the notes' bytes as they stand."""
    stood_back: Collection[str] = ()
    """Memories whose place another one has taken."""
    why_gone: Mapping[str, str] = field(default_factory=dict)
    """Why memories that stand no more are gone, where that is not for being forgotten."""


def finding_id(place: FindingPlace, earlier: int, taken: Collection[str]) -> str:
    """Return a short stable id: a rehearsal names a finding as the run after it will.

    Args:
        place: memory, note and kind.
        earlier: how many findings that place had before; makes a later one another.
        taken: ids in use; a clash lengthens the new id by a character.
    """
    key = "\x00".join([*(part or "" for part in place), str(earlier)])
    number = int.from_bytes(blake2s(key.encode("utf-8", "surrogatepass")).digest(), "big")
    text = ""
    while len(text) < _ID_LENGTH or text in taken:
        number, digit = divmod(number, len(_ID_ALPHABET))
        text += _ID_ALPHABET[digit]
    return text


def plan_findings(
    on_record: Sequence[Finding], seen: Seen, *, places: Mapping[str, FindingPlace], now: datetime
) -> list[Finding]:
    """Return the findings that are new or changed; saving them is all there is to do.

    `on_record` holds the live and the dismissed ones, `places` those of every one there ever was,
    by id.
    """
    on_record = [finding for finding in on_record if finding.kind in COMPARED]
    live = {place_of(finding): finding for finding in on_record if finding.status in LIVE}
    dismissed = _dismissed(on_record)
    taken = set(places)
    earlier = Counter(places.values())
    changed: list[Finding] = []
    still: set[FindingPlace] = set()
    for comparison in seen.comparisons:
        if comparison.kind is None:
            continue
        place: FindingPlace = (comparison.memory_id, comparison.note, comparison.kind)
        still.add(place)
        before = live.get(place)
        if held := _still_dismissed(dismissed.get(place, ()), comparison, seen):
            if before is not None:  # of words that passed, as of a note half saved
                changed.append(close(before, status="resolved", why=SAID_AGAIN, now=now))
            if held.passage != comparison.passage:  # other rules rest it on other words
                changed.append(replace(held, passage=comparison.passage))
        elif before is not None and not (turned := _turned(before, comparison)):
            changed.extend(_refreshed(before, comparison, now))
        else:
            if before is not None:
                changed.append(close(before, status="resolved", why=turned, now=now))
            fresh = _opened(comparison, now, finding_id(place, earlier[place], taken))
            taken.add(fresh.id)
            changed.append(fresh)
    changed.extend(_closed_by_themselves(live, still, seen, now))
    return changed


def _turned(finding: Finding, comparison: Comparison) -> str:
    """Return why another finding takes the place of one; empty where it is one and the same."""
    is_in_doubt = comparison.outcome == "in_doubt"
    if (finding.outcome == "in_doubt") == is_in_doubt or finding.proof == "word":
        return ""
    return NOW_IN_DOUBT if is_in_doubt else NOW_TOLD


def called_outdated(finding: Finding) -> Finding:
    """Return a finding that was in doubt as a person's word shows it."""
    return replace(finding, outcome="shown", proof="word")


def close(finding: Finding, *, status: FindingStatus, why: str, now: datetime) -> Finding:
    """Return the finding as resolved, dismissed, acknowledged or open again, with the reason."""
    if status in LIVE:
        return replace(finding, status=status, why=why, closed_at=None)
    if status == "dismissed":
        return replace(finding, status="dismissed", why=why, closed_at=now)
    return replace(finding, status="resolved", why=why, closed_at=now)


def made_way(finding: Finding, *, now: datetime) -> Finding:
    """Return a finding as it closes in whose place an earlier one stands again."""
    return close(finding, status="resolved", why=TAKEN_BACK, now=now)


def dated_anew(
    findings: Iterable[Finding], known_since: Mapping[str, datetime], now: datetime
) -> list[Finding]:
    """Return the live findings that a clock dated which was wrong, as found now.

    None is older than its memory, none lies ahead; where the memory does, the clock is wrong now.
    """
    return [
        replace(one, first_seen=now)
        for one in findings
        if one.status in LIVE
        and (since := known_since.get(one.memory_id or "")) is not None
        and since <= now
        and not since <= one.first_seen <= now
    ]


def place_of(finding: Finding) -> FindingPlace:
    """Return where a finding stands; one at most is live there."""
    return (finding.memory_id, finding.note, finding.kind)


def _dismissed(on_record: Iterable[Finding]) -> dict[FindingPlace, list[Finding]]:
    """Return what was dismissed, by place, the latest first."""
    found: dict[FindingPlace, list[Finding]] = {}
    for finding in sorted(on_record, key=lambda one: one.last_seen, reverse=True):
        if finding.status == "dismissed":
            found.setdefault(place_of(finding), []).append(finding)
    return found


def _still_dismissed(
    dismissed: Sequence[Finding], comparison: Comparison, seen: Seen
) -> Finding | None:
    """Return the dismissal that holds; one of these words before one of the note as it stands."""
    digest = seen.note_digests.get(comparison.note, "")
    return next(
        (one for one in dismissed if one.passage == comparison.passage),
        next((one for one in dismissed if digest and one.note_digest == digest), None),
    )


def _refreshed(finding: Finding, comparison: Comparison, now: datetime) -> list[Finding]:
    """Return the finding as it shows now; none where only its `last_seen` is a little older."""
    is_said = finding.proof == "word"  # which no score takes back
    newer = replace(
        finding,
        change=comparison.change,
        mode=comparison.mode,
        section=comparison.section,
        score=comparison.score,
        top_score=max(finding.top_score, comparison.score),
        before=comparison.before,
        after=comparison.after,
        reasons=comparison.reasons,
        passage=comparison.passage,
        also=comparison.also,
        outcome=finding.outcome if is_said else comparison.outcome,
        proof=finding.proof if is_said else comparison.proof,
        last_seen=now,
    )
    is_unexplained = is_said and not finding.explained  # as what only asked is
    is_news = is_unexplained or replace(newer, last_seen=finding.last_seen) != finding
    return [newer] if is_news or abs(now - finding.last_seen) >= SEEN_AGAIN else []


def _opened(comparison: Comparison, now: datetime, id_: str) -> Finding:
    if comparison.kind is None:
        raise ValueError("a finding needs a kind")
    return Finding(
        id=id_,
        memory_id=comparison.memory_id,
        note=comparison.note,
        kind=comparison.kind,
        change=comparison.change,
        mode=comparison.mode,
        section=comparison.section,
        score=comparison.score,
        top_score=comparison.score,
        before=comparison.before,
        after=comparison.after,
        reasons=comparison.reasons,
        passage=comparison.passage,
        also=comparison.also,
        outcome=comparison.outcome,
        proof=comparison.proof,
        status="open",
        first_seen=now,
        last_seen=now,
        closed_at=None,
        why="",
    )


_AGREES: Mapping[FindingKind | None, str] = {
    None: "the note agrees again",
    "moved": "what it rests on was found in another note",
    "memory_drift": "what it rests on stands there no longer, or says otherwise",
}
"""Why a finding closes where a comparison of its pair comes to this kind."""


def _closed_by_themselves(
    live: dict[FindingPlace, Finding], still: Collection[FindingPlace], seen: Seen, now: datetime
) -> list[Finding]:
    looked_at = {(one.memory_id, one.note): one for one in seen.comparisons}
    closed = []
    for place, finding in live.items():
        if place in still or finding.memory_id is None:
            continue
        if finding.memory_id not in seen.memory_ids:
            why = seen.why_gone.get(finding.memory_id, "the memory was forgotten")
        elif finding.memory_id in seen.stood_back:
            why = "another memory took its place"
        elif finding.memory_id in seen.changed_beliefs:
            why = "the memory was updated"
        elif (pair := (finding.memory_id, finding.note or NotePath(""))) in looked_at:
            one = looked_at[pair]
            why = one.reasons[0] if one.proof == "reader" else _AGREES[one.kind]
            why = NOT_DENIED if one.outcome == "unverified" else why
        else:
            why = "the memory no longer cites the note"
        closed.append(close(finding, status="resolved", why=why, now=now))
    return closed
