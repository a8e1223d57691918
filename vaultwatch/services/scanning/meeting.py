"""Gather which memories and stores' records contradict each other, as findings.

What was found is kept until one changes, and only what changed is held against the others. Of a
record it is told only where both speak of one matter: two projects may well have two ports.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import fsum
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import OF_TWO_MEMORIES
from vaultwatch.drift.findings.conditions import Condition, was_decided
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Quote
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record, place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.titles import title_of
from vaultwatch.reader.worth import JUDGED, Opinion, moved_score
from vaultwatch.recall.signals import RecallStatus, status_at
from vaultwatch.services.indexing.store_records import is_settled
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import MET, STORES_SEEN, Met, owe_scan
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.scanning.doubles import contradiction_of_record, is_log
from vaultwatch.services.scanning.opinions import opinions_in
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.meeting import MEETING_VERSION, MOST_ALIKE, meetings

AGAINST_SCORE: Final = 0.9
"""Of two values in one slot; of two names in one place it is half. Chosen by hand."""

_ACTIVE: Final[frozenset[RecallStatus]] = frozenset({"active"})
_TO_COME: Final[frozenset[RecallStatus]] = _ACTIVE | {"not_yet"}


MOST_AT_ONCE: Final = 1_000
"""Memories that one look holds against the others: a large pile is looked through by and by. Chosen
by hand: some seconds, twenty where all of them say nearly the same."""


def met_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield one finding for each memory that another one, which stands before it, contradicts.

    What the rules tell first, then what somebody judged who reads.
    """
    told_of = _open_pairs(ws, _met(ws).rivals)
    found = [*((pair, said, None) for pair, said in told_of), *_judged_against(ws)]
    standing = _standing(ws, {row.id: row for one, *_ in found for row in one})
    spoken_of = _spoken_of(ws, [id_ for id_ in standing if not is_record(id_)])
    told: set[str] = set()
    for (one, other), said, judged in found:
        is_first = standing[one.id] <= standing[other.id]
        pair = (one, other) if is_first else (other, one)
        values = said if is_first else said[::-1]
        if pair[1].id in told or (is_record(pair[1].id) and pair[0].id in spoken_of):
            continue
        told.add(pair[1].id)
        if _has_record(one.id, other.id):
            yield contradiction_of_record(*pair, (values[0], values[1]))
        else:
            yield _contradiction(pair, values, judged)


def _open_pairs(
    ws: Workspace, met: Sequence[tuple[str, ...]]
) -> Iterator[tuple[tuple[MemoryRow, MemoryRow], tuple[str, ...]]]:
    """Yield those that a person has not decided on, as they stand, with what is said of them.

    Not what is a list, nor what a schema or a scope keeps apart.
    """
    times = Counter(id_ for one in met for id_ in one[:2])
    plain = [one for one in met if max(times[id_] for id_ in one[:2]) <= MOST_ALIKE]
    ids = {id_ for one in plain for id_ in one[:2]}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids) if _counts(ws, row)}
    on_record = ws.ledger.findings(kinds={"contradiction"}) if rows else ()
    decided = {one.passage for one in on_record if was_decided(one)}
    for one, other, *said in plain:
        if one in rows and other in rows:
            pair = rows[one], rows[other]
            is_open = _pair_digest(*pair) not in decided
            if is_open and _are_plain(*pair) and share_scope(*pair):
                yield pair, tuple(said)


CONTRADICT: Final = {"beside": 0.6, "near": 0.15}
"""Of pairs that no rule decides so many contradict each other. By hand, low: 29 of 35 and 21 of 149
in the sets of `benchmarks/meeting.py`."""


@dataclass(frozen=True, slots=True)
class UnsurePair:
    """Two memories of the vault of which no rule tells how they meet."""

    one: MemoryRow
    """The older."""
    other: MemoryRow
    kind: str

    @property
    def passage(self) -> str:
        """What an answer rests on: both, to the letter."""
        return f"{OF_TWO_MEMORIES}{_pair_digest(self.one, self.other)}"


def unsure_pairs(ws: Workspace) -> list[UnsurePair]:
    """Return the pairs that only who reads can decide, likeliest to contradict first.

    As they were when memories were last held against each other.
    """
    found = []
    for pair, (kind,) in _open_pairs(ws, MET.get(ws.ledger).unsure):
        one, other = sorted(pair, key=lambda row: (row.known_since, row.id))
        found.append(UnsurePair(one, other, kind))
    return sorted(found, key=lambda pair: -CONTRADICT[pair.kind])


def _judged(ws: Workspace) -> Iterator[tuple[UnsurePair, list[Opinion]]]:
    """Yield the pairs that somebody judged, with what readers said who are heard."""
    ids = {id_ for one in MET.get(ws.ledger).unsure for id_ in one[:2]}
    rows = ws.ledger.readings(ids) if ids else []
    if not any(row.passage.startswith(OF_TWO_MEMORIES) for row in rows):
        return
    pairs = {(one.other.id, one.passage): one for one in unsure_pairs(ws)}
    its = [row for row in rows if (row.memory_id, row.passage) in pairs]
    for place, said in opinions_in(ws, its).items():
        yield pairs[place], said


def _judged_against(
    ws: Workspace,
) -> Iterator[tuple[tuple[MemoryRow, MemoryRow], tuple[str, ...], tuple[str, float]]]:
    """Yield the pairs that contradict each other by the word of who reads, as far as it is heard.

    With the words of each, by whom, and how sure it is.
    """
    for pair, opinions in _judged(ws):
        least = CONTRADICT[pair.kind]
        score = moved_score(least, fsum(one.log_odds for one in opinions), least)
        against = next((one for one in opinions if one.log_odds > 0), None)
        if against is not None and score >= scale_of(ws).bar:
            words = tuple(against.reading.quote.split("\n"))
            yield (pair.one, pair.other), words, (against.reader, score)


def judged_same(ws: Workspace) -> dict[frozenset[str], str]:
    """Return who judged of which pairs that they say the same, where nobody says otherwise."""
    return {
        frozenset({pair.one.id, pair.other.id}): said[0].reader
        for pair, said in _judged(ws)
        if all(one.log_odds < 0 for one in said)
    }


def _counts(ws: Workspace, row: MemoryRow, among: Collection[RecallStatus] = _ACTIVE) -> bool:
    is_fact = not (is_item(row.id) or is_log(row))
    return is_fact and status_at(row.facts, ws.clock.now()) in among


def _matters(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, frozenset[str]]:
    """Return what tells whether two speak of one matter: cited notes, a record's store and scope.

    Without stores nothing, for a memory of the vault may meet any other.
    """
    if not STORES_SEEN.get(ws.ledger):
        return {row.id: frozenset() for row in rows}
    found: dict[str, set[str]] = defaultdict(set)
    for owner, note in ws.ledger.baseline_heads():
        found[owner].add(note)
    for row in rows:
        if (place := place_of_record(row.path)) is not None:
            found[row.id].add(f"{place.store}\n{place.path.rpartition('/')[0]}")
    return {row.id: frozenset(found[row.id]) for row in rows}


def _has_record(*ids: str) -> bool:
    return any(map(is_record, ids))


def _is_one_matter(matters: Mapping[str, frozenset[str]], one: str, other: str) -> bool:
    return not _has_record(one, other) or bool(matters[one] & matters[other])


def share_scope(one: MemoryRow, other: MemoryRow) -> bool:
    """Tell whether two memories may speak of one machine and one repository."""
    return all(
        not (mine and theirs) or mine.casefold() == theirs.casefold()
        for mine, theirs in (
            (one.facts.machine, other.facts.machine),
            (one.facts.repository, other.facts.repository),
        )
    )


def _are_plain(first: MemoryRow, second: MemoryRow) -> bool:
    """Tell whether no schema decides: claims that meet have rules of their own."""
    return first.facts.claim is None or second.facts.claim is None


def _met(ws: Workspace) -> Met:
    """Return the memories that contradict each other, looked for anew where one changed."""
    stats = ws.ledger.note_stats()
    seen = STORES_SEEN.get(ws.ledger)
    told = [f"{path} {stat.digest}" for path, stat in stats.items() if stat.is_memory]
    told += [f"{name} {mark}" for name, mark in seen.items()]
    digest = _digest(str(MEETING_VERSION), *sorted(told))
    kept = MET.get(ws.ledger)
    if kept.digest == digest and is_settled(seen):
        return kept
    # What begins later too: no note changes when its day comes.
    rows = {row.id: row for row in ws.ledger.memories() if _counts(ws, row, _TO_COME)}
    heard = dict(kept.beliefs) if kept.version == MEETING_VERSION else {}
    matters = _matters(ws, rows.values())
    beliefs = {
        id_: _digest(row.belief_digest, *sorted(matters[id_]))[:16] for id_, row in rows.items()
    }
    new = [id_ for id_, belief in beliefs.items() if heard.get(id_) != belief]
    asked, later = new[:MOST_AT_ONCE], new[MOST_AT_ONCE:]
    stands = beliefs.keys() - set(new)
    rivals = [one for one in kept.rivals if {one[0], one[1]} <= stands]
    said = {id_: row.belief for id_, row in rows.items()}
    unsure = [one for one in kept.unsure if {one[0], one[1]} <= stands]
    for one, other, met in meetings(said, asked, lambda a, b: _is_one_matter(matters, a, b)):
        if met.kind == "against":
            rivals.append((one, other, *met.values))
        elif met.kind != "same" and not _has_record(one, other):
            unsure.append((one, other, met.kind))
    waits = set(later)
    done = tuple(one for one in beliefs.items() if one[0] not in waits)
    found = Met(
        version=MEETING_VERSION,
        digest="" if later else digest,
        beliefs=done,
        rivals=tuple(sorted(rivals)),
        unsure=tuple(sorted(unsure)),
    )
    if not ws.is_rehearsal:
        MET.set(ws.ledger, found)
        if later:
            owe_scan(ws)
    return found


def _spoken_of(ws: Workspace, ids: Sequence[str]) -> set[str]:
    """Return the memories whose own note says otherwise, told of or settled by a word.

    A record is not held against them: that note's word on both is told, and answered, at them.
    """
    told = ws.ledger.findings(statuses=(*LIVE, "dismissed"), kinds={"memory_drift"}, memory_ids=ids)
    heads = ws.ledger.baseline_heads(ids).items()
    by_word = {id_ for (id_, _), head in heads if head.grounding and head.grounding.is_by_word}
    return by_word | {one.memory_id or "" for one in told}


def _standing(ws: Workspace, rows: Mapping[str, MemoryRow]) -> dict[str, tuple[object, ...]]:
    """Return by what one memory stands before another.

    The vault's own first and a person's, then what its note or a signed tool says, then the newer.
    """
    grounds, seen = grounds_of(ws, rows.values()), stances(ws, list(rows.values()))
    return {
        row.id: (
            is_record(row.id),
            not is_persons(ws, row, grounds[row.id]),
            not (row.id in seen and seen[row.id].standing == "supported")
            and not (grounds[row.id].is_signed or row.facts.source == "system"),
            -row.known_since.timestamp(),
            row.id,
        )
        for row in rows.values()
    }


def _contradiction(
    pair: tuple[MemoryRow, MemoryRow], values: Sequence[str], judged: tuple[str, float] | None
) -> Condition:
    (first, second), (theirs, own) = pair, values
    who = f"{title_of(first.path)} ({first.facts.source}, {day_at(first.known_since)})"
    reason = f"it says the contrary of what {who} says"
    if own:
        reason = f"it says “{own}”, and {who} says “{theirs}”"
    return Condition(
        memory_id=second.id,
        note=first.path,
        kind="contradiction",
        score=AGAINST_SCORE if judged is None else min(judged[1], AGAINST_SCORE),
        before=Quote(first.belief, 0, ()),
        after=Quote(second.belief, 0, ()),
        reasons=(reason if judged is None else f"{JUDGED}{judged[0]}: {reason}",),
        outcome="shown" if judged is None else "judged",
        passage=_pair_digest(first, second),
    )


def _pair_digest(one: MemoryRow, other: MemoryRow) -> str:
    """Return what a word on two memories rests on, whichever of them stands before the other."""
    return _digest(*sorted(f"{row.id} {row.belief_digest}" for row in (one, other)))


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
